//! What a session keeps in memory is bounded, whatever its client sends or does not read.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts")
}

/// Kilobytes of memory that a process has touched at most.
fn peak_kilobytes(child: &Child) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

/// Far more than the engine and its backlogs need, far less than what is sent.
const BOUND: usize = 48 << 10;

/// Sends bytes again and again while nothing is read, until `bytes` are sent or nothing is taken any more.
fn push(child: &mut Child, line: &[u8], bytes: usize) -> usize {
    let mut input = child.stdin.take().expect("piped");
    let sent = AtomicUsize::new(0);
    let chunk = line.repeat((64 << 10) / line.len() + 1);
    thread::scope(|scope| {
        scope.spawn(|| {
            while sent.load(Ordering::Relaxed) < bytes && input.write_all(&chunk).is_ok() {
                sent.fetch_add(chunk.len(), Ordering::Relaxed);
            }
        });
        // Until it is all sent, or the engine has taken nothing for a while.
        let (mut last, mut since) = (0, Instant::now());
        loop {
            let now = sent.load(Ordering::Relaxed);
            if now != last {
                (last, since) = (now, Instant::now());
            }
            if now >= bytes || since.elapsed() > Duration::from_secs(3) {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let peak = peak_kilobytes(child);
        assert!(peak < BOUND, "{peak} kB after {last} bytes");
        // Ends the writer as well.
        child.kill().expect("a process");
    });
    sent.into_inner()
}

#[test]
fn a_client_that_does_not_read_is_not_read_either() {
    let mut child = start();
    let sent = push(&mut child, b"ucci\nisready\n", 24 << 20);
    assert!(sent < 24 << 20, "{sent} bytes were taken");
    child.wait().expect("a child");
}

#[test]
fn lines_that_wait_for_a_search_in_batch_mode_are_bounded() {
    let mut child = start();
    let input = child.stdin.as_mut().expect("piped");
    let commands = "ucci\nsetoption hashsize 1\nsetoption usebook off\nsetoption batch on\nposition startpos\ngo depth 90\n";
    input.write_all(commands.as_bytes()).expect("a session");
    let output = child.stdout.take().expect("piped");
    // Its reports are read, but it will not be ready for further lines for long.
    let reader =
        thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).count());
    let sent = push(&mut child, b"position startpos moves h2e2\n", 24 << 20);
    assert!(sent < 24 << 20, "{sent} bytes were taken");
    child.wait().expect("a child");
    reader.join().expect("read");
}

#[test]
fn an_endless_line_is_not_kept_and_the_next_one_is_understood() {
    let mut child = start();
    let mut input = child.stdin.take().expect("piped");
    input
        .write_all(b"ucci\nposition startpos\nposition ")
        .expect("a session");
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..96 {
        input.write_all(&chunk).expect("a session");
    }
    input.write_all(b"\nisready\nd\n").expect("a session");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut lines = Vec::new();
    while !lines
        .last()
        .is_some_and(|line: &String| line.starts_with("fen "))
    {
        let mut line = String::new();
        assert!(output.read_line(&mut line).expect("text") > 0, "{lines:?}");
        lines.push(line);
    }
    assert!(lines.contains(&"readyok\n".to_owned()));
    let start = hanxin::board::START_FEN;
    assert_eq!(lines.last(), Some(&format!("fen {start}\n")));
    let peak = peak_kilobytes(&child);
    assert!(peak < BOUND, "{peak} kB");
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "bye\n");
    child.wait().expect("a child");
}
