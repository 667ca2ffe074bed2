//! What a session keeps in memory is bounded, whatever its client sends or does not read.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A session after the handshake, with its output and the memory it has used so far: most of it is the table.
fn start() -> (Child, BufReader<ChildStdout>, usize) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let input = child.stdin.as_mut().expect("piped");
    input.write_all(b"ucci\nisready\n").expect("a session");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    wait_for(&mut output, "readyok\n");
    let kilobytes = peak_kilobytes(&child);
    (child, output, kilobytes)
}

/// The lines up to one that begins like this.
fn wait_for(output: &mut impl BufRead, start: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    while !lines.last().is_some_and(|line| line.starts_with(start)) {
        let mut line = String::new();
        assert!(output.read_line(&mut line).expect("text") > 0, "{lines:?}");
        lines.push(line);
    }
    lines
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

/// What a session may take more than after the handshake, in kilobytes: far more than its backlogs need, far less
/// than it would take to keep what is sent.
const BOUND: usize = 32 << 10;

/// Sends bytes again and again while nothing is read, until `bytes` are sent or nothing is taken any more. Returns
/// how many were sent and the peak of the memory in kilobytes.
fn push(child: &mut Child, line: &[u8], bytes: usize) -> (usize, usize) {
    let mut input = child.stdin.take().expect("piped");
    let sent = AtomicUsize::new(0);
    let chunk = line.repeat((64 << 10) / line.len() + 1);
    let peak = thread::scope(|scope| {
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
        // Ends the writer as well.
        child.kill().expect("a process");
        peak
    });
    (sent.into_inner(), peak)
}

#[test]
fn a_client_that_does_not_read_is_not_read_either() {
    let (mut child, _output, before) = start();
    let (sent, peak) = push(&mut child, b"ucci\nisready\n", 24 << 20);
    child.wait().expect("a child");
    assert!(sent < 24 << 20, "{sent} bytes were taken");
    assert!(
        peak < before + BOUND,
        "{before} kB, {peak} kB after {sent} bytes"
    );
}

#[test]
fn lines_that_wait_for_a_search_in_batch_mode_are_bounded() {
    let (mut child, output, before) = start();
    let input = child.stdin.as_mut().expect("piped");
    let commands = "setoption usebook off\nsetoption batch on\nposition startpos\ngo depth 90\n";
    input.write_all(commands.as_bytes()).expect("a session");
    // Its reports are read, but it will not be ready for further lines for long.
    let reader = thread::spawn(move || output.lines().map_while(Result::ok).count());
    let (sent, peak) = push(&mut child, b"position startpos moves h2e2\n", 24 << 20);
    child.wait().expect("a child");
    reader.join().expect("read");
    assert!(sent < 24 << 20, "{sent} bytes were taken");
    assert!(
        peak < before + BOUND,
        "{before} kB, {peak} kB after {sent} bytes"
    );
}

#[test]
fn an_endless_line_is_not_kept_and_the_next_one_is_understood() {
    let (mut child, mut output, before) = start();
    let mut input = child.stdin.take().expect("piped");
    input
        .write_all(b"position startpos\nposition ")
        .expect("a session");
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..96 {
        input.write_all(&chunk).expect("a session");
    }
    input.write_all(b"\nisready\nd\n").expect("a session");
    let lines = wait_for(&mut output, "fen ");
    assert!(lines.contains(&"readyok\n".to_owned()));
    let start = hanxin::board::START_FEN;
    assert_eq!(lines.last(), Some(&format!("fen {start}\n")));
    let peak = peak_kilobytes(&child);
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "bye\n");
    child.wait().expect("a child");
    assert!(peak < before + BOUND, "{before} kB, {peak} kB");
}
