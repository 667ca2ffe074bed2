//! Processes that have to end, are told to end, or must not go on.

use std::io::Read as _;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Longer than anything takes that works, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// Runs a command that fails with this code and says all this. One that goes on instead is ended.
pub(crate) fn fail(mut command: Command, code: i32, words: &[&str]) -> Output {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program runs");
    let pid = Pid::from_raw(child.id() as i32);
    let (sender, ended) = mpsc::channel();
    spawn(move || sender.send(child.wait_with_output()));
    let output = ended.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let _ = kill(pid, Signal::SIGKILL);
        panic!("{command:?} goes on, although it should fail");
    });
    let output = output.expect("a child");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "'{word}' in: {said}");
    }
    output
}

pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what} does not happen");
        sleep(Duration::from_millis(1));
    }
}

pub(crate) fn wait_for_end(mut child: Child) -> (Option<i32>, String) {
    wait_until("the end of the match", || {
        child.try_wait().expect("a child").is_some()
    });
    let mut said = String::new();
    let stderr = child.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut said).expect("text");
    (child.wait().expect("a child").code(), said)
}

pub(crate) fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).expect("a running process");
}
