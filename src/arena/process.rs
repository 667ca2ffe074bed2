//! A child process that speaks lines: started, written to, listened to with a deadline, ended.
//!
//! One thread reads its stdout and stamps each line with the time it came; another keeps the last
//! lines of stderr for reports and, if asked, appends all of them to a log.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::spec::EngineSpec;

/// Longer lines are cut: nobody speaks like that, but garbage must not fill the memory.
const MAX_LINE: u64 = 1 << 16;
/// Lines that may wait unread before the child has to wait.
const QUEUE: usize = 4096;
/// Lines of stderr kept for reports.
const STDERR_LINES: usize = 4;
/// How often a wait looks whether the match is being aborted.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A line of output and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When it was read.
    pub at: Instant,
    /// The text without its end.
    pub text: String,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReceiveError {
    /// The deadline passed.
    Timeout,
    /// The child closed its output, most likely by ending.
    Closed,
    /// The match is being aborted.
    Aborted,
}

/// A log shared by several processes.
pub type Log = Arc<Mutex<File>>;

/// A running child process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    /// Starts a program with piped standard streams, in its own process group where there are such.
    pub fn start(spec: &EngineSpec, log: Option<Log>) -> io::Result<Self> {
        let (program, arguments) = spec
            .command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "empty command"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(spec.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        // Ctrl-C is for the runner, which then ends its children in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_stdout(stdout, &sender));
        }
        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stderr) = child.stderr.take() {
            let (words, label) = (Arc::clone(&stderr_tail), spec.name.clone());
            thread::spawn(move || read_stderr(stderr, &words, &label, log.as_ref()));
        }
        Ok(Self {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr_tail,
        })
    }

    /// Writes text, which should end in a newline.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        match &mut self.stdin {
            Some(stdin) => stdin.write_all(text.as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits for the next line until `deadline`.
    pub fn receive(&self, deadline: Instant, abort: &AtomicBool) -> Result<Line, ReceiveError> {
        loop {
            if abort.load(Ordering::Relaxed) {
                return Err(ReceiveError::Aborted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(ReceiveError::Closed),
                Err(RecvTimeoutError::Timeout) if left <= POLL_INTERVAL => {
                    return Err(ReceiveError::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Throws away lines nobody has read.
    pub fn discard_output(&self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// How the child ended and what it said last on stderr, for a report.
    pub fn exit_report(&mut self) -> String {
        let end = Instant::now() + Duration::from_millis(200);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
                Ok(None) => break "output closed".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        let words = self
            .stderr_tail
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if words.is_empty() {
            status
        } else {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            format!("{status}; stderr: {}", words.join(" / "))
        }
    }

    /// Asks the child to leave and waits up to `patience`; then it is killed.
    pub fn quit(mut self, patience: Duration) {
        let _ = self.send("quit\n");
        self.stdin = None;
        let end = Instant::now() + patience;
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                _ => return,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads one line, cut at [`MAX_LINE`]; `None` at the end.
fn read_line(reader: &mut impl BufRead, buffer: &mut Vec<u8>) -> Option<String> {
    buffer.clear();
    match reader.take(MAX_LINE).read_until(b'\n', buffer) {
        Ok(1..) => Some(String::from_utf8_lossy(buffer).trim_end().to_owned()),
        _ => None,
    }
}

fn read_stdout(stdout: impl Read, sender: &SyncSender<Line>) {
    let (mut reader, mut buffer) = (BufReader::new(stdout), Vec::new());
    while let Some(text) = read_line(&mut reader, &mut buffer) {
        let at = Instant::now();
        if sender.send(Line { at, text }).is_err() {
            return;
        }
    }
}

fn read_stderr(stderr: impl Read, words: &Mutex<VecDeque<String>>, label: &str, log: Option<&Log>) {
    let (mut reader, mut buffer) = (BufReader::new(stderr), Vec::new());
    while let Some(text) = read_line(&mut reader, &mut buffer) {
        if let Some(log) = log {
            let mut file = log.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(file, "{label}: {text}");
        }
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.len() == STDERR_LINES {
            words.pop_front();
        }
        words.push_back(text);
    }
}
