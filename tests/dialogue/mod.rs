//! Talks to the real binary the way a GUI does.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Longer than anything takes that works, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Whether a measurement succeeds at least once: on a busy machine a single one may fail.
pub(crate) fn sometimes(mut measure: impl FnMut() -> bool) -> bool {
    (0..10).any(|_| measure())
}

/// A running engine and both ends of the line.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Client {
    /// Starts the binary.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the binary with arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hanxin"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (sender, lines) = channel();
        let output = child.stdout.take().expect("piped");
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut errors = child.stderr.take().expect("piped");
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
            errors: Some(errors),
        }
    }

    /// Starts a UCCI session with a small hash table and without the opening book.
    pub(crate) fn ucci() -> Self {
        let mut client = Self::start();
        client.send("ucci");
        client.wait_for("ucciok");
        client.send("setoption hashsize 4");
        client.send("setoption usebook false");
        client
    }

    /// Starts a UCI session with a small hash table.
    pub(crate) fn uci() -> Self {
        let mut client = Self::start();
        client.send("uci");
        client.wait_for("uciok");
        client.send("setoption name Hash value 4");
        client
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends several lines in one write.
    pub(crate) fn burst(&mut self, lines: &[&str]) {
        self.send_bytes(format!("{}\n", lines.join("\n")).as_bytes());
    }

    /// Sends raw bytes. An engine that has left already is found out by what follows.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the line is open");
        let _ = input.write_all(bytes);
        let _ = input.flush();
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the engine says nothing"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has left"),
        }
    }

    /// Reads until a line whose first word is `word`; returns that line.
    pub(crate) fn wait_for(&mut self, word: &str) -> String {
        self.lines_until(word).pop().expect("at least one line")
    }

    /// Reads until a line whose first word is `word`; returns all lines read.
    pub(crate) fn lines_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            let last = lines.last().expect("just pushed");
            if last.split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    /// The next line that is no `info`.
    pub(crate) fn answer(&mut self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    /// Asserts that nothing but `info` comes before the answer to `isready`.
    pub(crate) fn assert_no_answer_yet(&mut self) {
        self.send("isready");
        assert_eq!(self.answer(), "readyok");
    }

    /// The engine's position.
    pub(crate) fn fen(&mut self) -> String {
        self.send("d");
        loop {
            let line = self.line();
            if let Some(fen) = line.strip_prefix("fen ") {
                return fen.to_owned();
            }
        }
    }

    /// Plays the position and returns the move: the second word of `bestmove`.
    pub(crate) fn best_move(&mut self, position: &str, go: &str) -> String {
        self.burst(&[position, go]);
        let answer = self.answer();
        let mut words = answer.split(' ');
        assert_eq!(words.next(), Some("bestmove"), "{answer}");
        words.next().expect("a move").to_owned()
    }

    /// Hangs up and returns everything still said. The engine must end well and in silence.
    pub(crate) fn hang_up(mut self) -> Vec<String> {
        self.input = None;
        self.finish()
    }

    /// Sends `quit` and returns everything still said. The engine must end well and in silence.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.finish()
    }

    fn finish(&mut self) -> Vec<String> {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not leave"),
            }
        }
        assert!(self.child.wait().expect("ended").success(), "{rest:?}");
        let errors = self
            .errors
            .take()
            .map(|errors| errors.join().expect("read"));
        assert_eq!(errors.as_deref(), Some(""), "stderr is silent");
        rest
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
