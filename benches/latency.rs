//! How fast the real binary answers: start to `ucciok`, `stop` to `bestmove`, `isready` to `readyok`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hanxin"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            child,
            input,
            output,
        }
    }

    fn send(&mut self, line: &str) {
        self.input
            .write_all(format!("{line}\n").as_bytes())
            .expect("sent");
    }

    /// Sends a line and measures until a line begins with `word`.
    fn time_until(&mut self, line: &str, word: &str) -> Duration {
        let start = Instant::now();
        self.send(line);
        let mut answer = String::new();
        while !answer.starts_with(word) {
            answer.clear();
            assert_ne!(
                self.output.read_line(&mut answer).expect("read"),
                0,
                "the engine left"
            );
        }
        start.elapsed()
    }

    fn quit(mut self) {
        self.time_until("quit", "bye");
        assert!(self.child.wait().expect("ended").success());
    }
}

#[expect(clippy::print_stdout, reason = "this is the output")]
fn show(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!(
        "{what:<34} n {:>4}   p50 {:>7.3} ms   p99 {:>7.3} ms   max {:>7.3} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn main() {
    let starts = (0..100)
        .map(|_| {
            let start = Instant::now();
            let mut engine = Engine::start();
            engine.time_until("ucci", "ucciok");
            let time = start.elapsed();
            engine.quit();
            time
        })
        .collect();
    show("start to ucciok", starts);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.time_until("ucci", "ucciok");
        engine.send(&format!("setoption threads {threads}"));
        let (mut stops, mut readies) = (Vec::new(), Vec::new());
        for round in 0..1000 {
            let moves = ["", " moves h2e2", " moves h2e2 h9g7"][round % 3];
            engine.send(&format!("position startpos{moves}"));
            engine.send("go infinite");
            std::thread::sleep(Duration::from_micros(random.random_range(0..20_000)));
            readies.push(engine.time_until("isready", "readyok"));
            stops.push(engine.time_until("stop", "bestmove"));
        }
        show(&format!("isready to readyok, {threads} thread(s)"), readies);
        show(&format!("stop to bestmove, {threads} thread(s)"), stops);
        engine.quit();
    }
}
