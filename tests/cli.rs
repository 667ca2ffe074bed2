//! The one-shot commands as a user runs them.

use assert_cmd::Command;
use std::fs;

pub(crate) fn hanxin(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

#[test]
fn perft_counts_the_start_position() {
    for threads in ["1", "3"] {
        let (out, err, code) = hanxin(&["perft", "--depth", "3", "--threads", threads]);
        assert!(out.starts_with("79666 leaves "), "{out}");
        assert!(out.trim_end().ends_with(" Mnps"), "{out}");
        assert_eq!((err.as_str(), code), ("", Some(0)));
    }
}

#[test]
fn perft_divides_by_root_move() {
    let fen = "3k5/9/9/9/9/9/9/9/9/4K4 w";
    let (out, _, code) = hanxin(&["perft", "--fen", fen, "--depth", "3", "--divide"]);
    assert!(out.starts_with("e0e1 3\ne0f0 3\n\n6 leaves "), "{out}");
    assert_eq!(code, Some(0));
}

#[test]
fn perft_compares_a_file_up_to_a_depth() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/perft.epd");
    let (out, _, code) = hanxin(&["perft", "--file", file, "--depth", "2"]);
    assert!(
        out.contains("20 positions, 40 counts compared, 0 differ"),
        "{out}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn perft_exits_with_one_on_a_wrong_count() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/wrong.epd");
    fs::write(file, "3k5/9/9/9/9/9/9/9/9/4K4 w ;D0 1 ;D1 2 ;D2 9\n").expect("a writable folder");
    let (out, _, code) = hanxin(&["perft", "--file", file]);
    assert!(out.contains("D2 counted 3, expected 9"), "{out}");
    assert!(out.contains("3 counts compared, 1 differ"), "{out}");
    assert_eq!(code, Some(1));
}

#[test]
fn usage_errors_name_the_token_and_exit_with_two() {
    let (_, err, code) = hanxin(&["perft", "--fen", "4k4/9/9/9/9/9/9/9/4x4/3K5 w"]);
    assert!(err.contains("'x' at e1 is no piece"), "{err}");
    assert_eq!(code, Some(2));
    let (_, err, code) = hanxin(&["perft", "--file", "no/such.epd"]);
    assert!(err.contains("no/such.epd"), "{err}");
    assert_eq!(code, Some(2));
    let (_, err, code) = hanxin(&["perft", "--threads", "0"]);
    assert!(err.contains("'0'"), "{err}");
    assert_eq!(code, Some(2));
}

#[test]
fn d_draws_the_position_and_lists_checkers_and_moves() {
    let fen = "4k4/9/9/9/9/9/9/4C4/4R4/3K5 b";
    let (out, _, code) = hanxin(&["d", "--fen", fen, "--notation", "wxf"]);
    assert!(
        out.contains("2  +---+---+---+---炮--+---+---+---+"),
        "{out}"
    );
    assert!(out.contains(&format!("FEN       {fen} - - 0 1")), "{out}");
    assert!(out.contains("Checkers  none"), "{out}");
    assert!(out.contains("Moves     2 for black"), "{out}");
    assert!(out.contains("K5+1 K5.6"), "{out}");
    assert_eq!(code, Some(0));
    let (out, _, _) = hanxin(&["d", "--fen", "4k4/9/9/9/9/9/9/9/4R4/3K5 b"]);
    assert!(out.contains("Checkers  rook e1"), "{out}");
}

#[test]
fn the_version_tells_commit_and_network() {
    let (out, _, code) = hanxin(&["--version"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, Some(0));
    assert_eq!(lines[0], concat!("hanxin ", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("commit "), "{out}");
    let network = lines[2].strip_prefix("network ").expect("a network");
    assert!(u32::from_str_radix(network, 16).is_ok_and(|n| n != 0));
    let (short, _, _) = hanxin(&["-V"]);
    assert_eq!(short.trim_end(), lines[0]);
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let (man, _, code) = hanxin(&["man"]);
    assert_eq!(code, Some(0));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (completions, _, code) = hanxin(&["completions", shell]);
        assert_eq!(code, Some(0));
        for command in commands() {
            assert!(completions.contains(&command), "{shell}: {command}");
            let page = format!("hanxin\\-{}(1)", command.replace('-', "\\-"));
            assert!(man.contains(&page), "{page}");
        }
    }
    let folder = crate::common::folder("man-pages");
    let (_, _, code) = hanxin(&["man", "--dir", &folder.to_string_lossy()]);
    assert_eq!(code, Some(0));
    assert!(folder.join("hanxin-match-report.1").exists());
}

/// The names of the commands, from the program's own help.
fn commands() -> Vec<String> {
    let (help, _, _) = hanxin(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    listed
        .map_while(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}

/// The command lines under `Example:` or `Examples:`, continued lines joined.
fn examples(help: &str) -> Vec<String> {
    let Some((_, text)) = help.split_once("\nExample") else {
        return Vec::new();
    };
    let text = text.replace("\\\n", " ");
    let lines = text.lines().skip(1).take_while(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// The words of a command line as a shell splits them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.trim().chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ' ' => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_help_has_examples_that_work() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in &commands {
        let (help, _, code) = hanxin(&[command, "--help"]);
        assert_eq!(code, Some(0));
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{help}");
        for example in &examples {
            let mut words = words(example);
            assert_eq!(words.remove(0), "hanxin", "{example}");
            // The others take long or need files: it must do that their words are known.
            let is_cheap =
                ["d", "eval", "judge"].contains(&&*words[0]) || example.contains("--divide");
            // What the shell does with them is its own affair.
            let is_of_shell = |word: &String| [">", "|", "&&"].contains(&word.as_str());
            let end = words.iter().position(is_of_shell);
            words.truncate(end.unwrap_or(words.len()));
            if !is_cheap {
                // What stands behind two dashes is another program's.
                let end = words.iter().position(|word| word == "--");
                words.insert(end.unwrap_or(words.len()), "--help".to_owned());
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (_, err, code) = hanxin(&words);
            assert_eq!((err.as_str(), code), ("", Some(0)), "{example}");
        }
    }
}

#[test]
fn eval_prints_terms_and_network() {
    let (out, _, code) = hanxin(&["eval"]);
    let last = |word: &str| out.lines().rfind(|line| line.starts_with(word));
    assert!(last("total ").is_some_and(|line| line.contains("for red to move")));
    assert!(last("network ").is_some_and(|line| line.ends_with("this is what plays")));
    assert_eq!(code, Some(0));
}

#[test]
fn eval_measures_its_error_on_positions_with_deep_scores() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/truth.epd");
    let (out, _, code) = hanxin(&["eval", "--file", file]);
    let error = |name: &str| -> f64 {
        let line = out
            .lines()
            .find(|line| line.starts_with(name))
            .expect("a line");
        let word = line.split_whitespace().nth(2).expect("a number");
        word.parse().expect("a number")
    };
    // An evaluation that calls everything even has 0.2.
    assert!(
        error("terms") < 0.15 && error("network") < error("terms"),
        "{out}"
    );
    assert_eq!(code, Some(0));
    let (_, err, code) = hanxin(&[
        "eval",
        "--file",
        concat!(env!("CARGO_MANIFEST_DIR"), "/positions/perft.epd"),
    ]);
    assert!(err.contains("behind ;ce"), "{err}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_network_is_trained_on_our_own_games() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/train");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a writable folder");
    let name = |name: &str| format!("{folder}/{name}");
    let (data, network) = (name("own.games"), name("own.nnue"));
    let datagen = ["datagen", "--games", "4", "--nodes", "50", "--out", &data];
    let (out, _, code) = hanxin(&datagen);
    assert!(out.starts_with("4 games (red won "), "{out}");
    assert_eq!(code, Some(0));

    let (checkpoint, log) = (name("checkpoint"), name("log.csv"));
    let train = [
        "train",
        &data,
        "--check",
        &data,
        "--epochs",
        "3",
        "--batch",
        "32",
        "--out",
        &network,
        "--checkpoint",
        &checkpoint,
        "--log",
        &log,
    ];
    let (out, err, code) = hanxin(&train);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let errors: Vec<f64> = out
        .lines()
        .filter(|line| line.starts_with("epoch "))
        .filter_map(|line| {
            line.split(" check ")
                .nth(1)?
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .collect();
    assert!(
        matches!(errors[..], [first, _, last] if last < first),
        "{out}"
    );
    let length = fs::metadata(&network).expect("a network").len();
    assert_eq!(length, hanxin::nnue::FILE_LENGTH as u64);
    assert_eq!(fs::read_to_string(&log).expect("a log").lines().count(), 4);
    assert!(
        fs::read_to_string(name("log.svg"))
            .expect("a plot")
            .starts_with("<svg")
    );
    let (out, _, code) = hanxin(&train);
    assert!(
        out.contains("going on after epoch 3") && !out.contains("epoch 4"),
        "{out}"
    );
    assert_eq!(code, Some(0));

    let (out, _, code) = hanxin(&["eval", "--eval-file", &network]);
    assert!(out.contains("network ") && code == Some(0), "{out}");
    fs::write(&network, "no network").expect("a writable folder");
    let (_, err, code) = hanxin(&["eval", "--eval-file", &network]);
    assert!(err.contains("own.nnue") && err.contains("HXNNUE"), "{err}");
    assert_eq!(code, Some(2));
}

#[test]
fn files_of_games_are_resumed_merged_verified_and_printed() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/games");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a writable folder");
    let name = |name: &str| format!("{folder}/{name}");
    let [whole, cut, merged, deep, off] = ["whole", "cut", "merged", "deep", "off"].map(name);
    let play = |out: &str, extra: &[&str]| {
        let arguments = ["datagen", "--games", "5", "--nodes", "40", "--out", out];
        hanxin(&[&arguments[..], extra].concat())
    };
    assert_eq!(play(&whole, &[]).2, Some(0));
    let (_, err, code) = play(&whole, &[]);
    assert!(err.contains("cannot write") && code == Some(2), "{err}");

    // Interrupted anywhere, a run ends with the same bytes.
    let bytes = fs::read(&whole).expect("games");
    for length in [8, 30, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        fs::write(&cut, &bytes[..length]).expect("a writable folder");
        assert_eq!(play(&cut, &["--resume", "--threads", "1"]).2, Some(0));
        assert_eq!(fs::read(&cut).expect("games"), bytes, "cut off at {length}");
    }

    let (out, _, code) = hanxin(&["datagen", "verify", &whole]);
    assert!(out.contains("0 faulty") && code == Some(0), "{out}");
    let (out, _, code) = hanxin(&["datagen", "merge", &whole, &cut, "--out", &merged]);
    assert!(out.starts_with("10 games") && code == Some(0), "{out}");
    let (out, _, _) = hanxin(&["datagen", "stats", &merged, &whole]);
    assert!(out.contains("total: 15 games"), "{out}");
    let (out, _, code) = hanxin(&[
        "datagen", "relabel", &whole, "--nodes", "20", "--out", &deep,
    ]);
    assert!(out.starts_with("5 games") && code == Some(0), "{out}");
    let (out, _, code) = hanxin(&[
        "datagen",
        "leave",
        &whole,
        "--off-game",
        "8",
        "--nodes",
        "20",
        "--out",
        &off,
    ]);
    assert!(out.ends_with("40 off games\n") && code == Some(0), "{out}");
    let (all, _, _) = hanxin(&["datagen", "dump", "--all", &whole]);
    let (quiet, _, _) = hanxin(&["datagen", "dump", &whole]);
    assert!(quiet.lines().count() < all.lines().count());
    assert!(
        quiet.lines().all(|line| line.split(';').count() == 3),
        "{quiet}"
    );

    let mut broken = bytes;
    broken[60] ^= 1;
    fs::write(&cut, &broken).expect("a writable folder");
    let (out, _, code) = hanxin(&["datagen", "verify", &cut]);
    assert!(
        out.contains("game 1: its checksum is wrong") && code == Some(1),
        "{out}"
    );
    let (_, err, code) = hanxin(&["datagen", "stats", &cut]);
    assert!(err.contains("checksum") && code == Some(2), "{err}");
}
