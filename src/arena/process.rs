//! A child process that speaks lines: started, written to, listened to with a deadline, ended.
//!
//! Three threads serve it. One writes to its stdin from a bounded queue, so that a child that stops reading
//! never blocks a match; one reads its stdout and stamps each line with the time it came; one keeps the last
//! lines of its stderr for reports and, if asked, appends all of them to a log. The child has a process group
//! of its own, which ends with it: nothing that it has started outlives it.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::storage::journal::Journal;
use crate::storage::lines::{LineRead, read_line};
use crate::text;

use super::connection::{Connection, LaunchError, Launcher, Line, ReceiveError, SendError};
use super::spec::EngineSpec;

/// Longer lines are cut: nobody speaks like that, but garbage must not fill the memory.
const MAX_LINE: usize = 1 << 16;
/// Lines that may wait unread before the child has to wait.
const INPUT_QUEUE: usize = 4096;
/// Texts that may wait to be written before the child is given up.
const OUTPUT_QUEUE: usize = 64;
/// Lines of stderr kept for reports.
const STDERR_LINES: usize = 4;
/// How often a wait looks whether the match is being aborted.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How often the children of ended children are looked for.
#[cfg(target_os = "linux")]
const MAX_GENERATIONS: usize = 16;
/// How long a child that closed its output may take to end, for the report.
const EXIT_DELAY: Duration = Duration::from_millis(200);

/// Files that one game needs at most: three pipes to each engine, both ends of them while it starts.
pub const FILES_PER_GAME: u64 = 12;
/// Files that the runner needs besides.
pub const FILES_OF_RUNNER: u64 = 32;

/// A log shared by several processes.
pub type Log = Arc<Mutex<Journal>>;

/// A running child process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` once the child has been asked to leave.
    input: Option<SyncSender<String>>,
    last_sent: Arc<Mutex<Instant>>,
    lines: Receiver<Line>,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    is_reaped: bool,
}

/// Starts engines as child processes.
#[derive(Clone, Debug, Default)]
pub struct ProcessLauncher {
    /// Where engines' stderr goes.
    pub log: Option<Log>,
}

impl Launcher for ProcessLauncher {
    fn launch(&self, spec: &EngineSpec) -> Result<Box<dyn Connection>, LaunchError> {
        Ok(Box::new(Process::start(spec, self.log.clone())?))
    }
}

impl Process {
    /// Starts a program with piped standard streams, in its own process group where there are such.
    pub fn start(spec: &EngineSpec, log: Option<Log>) -> Result<Self, LaunchError> {
        let (program, arguments) = spec
            .command
            .split_first()
            .ok_or_else(|| LaunchError::Engine("empty command".to_owned()))?;
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
        let mut child = command.spawn().map_err(|error| {
            let text = cannot_run(spec, &error);
            if is_of_engine(&error) {
                LaunchError::Engine(text)
            } else {
                LaunchError::Runner(text)
            }
        })?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, texts) = sync_channel(OUTPUT_QUEUE);
        let (sender, lines) = sync_channel(INPUT_QUEUE);
        let process = Self {
            child,
            input: Some(input),
            last_sent: Arc::new(Mutex::new(Instant::now())),
            lines,
            stderr_tail: Arc::default(),
            is_reaped: false,
        };
        // From here on the child is ended if anything fails.
        let last_sent = Arc::clone(&process.last_sent);
        let (tail, label) = (Arc::clone(&process.stderr_tail), spec.name.clone());
        let thread = || thread::Builder::new().stack_size(256 << 10);
        let started = || -> io::Result<()> {
            if let Some(stdin) = stdin {
                thread().spawn(move || write_stdin(stdin, &texts, &last_sent))?;
            }
            if let Some(stdout) = stdout {
                thread().spawn(move || read_stdout(stdout, &sender))?;
            }
            if let Some(stderr) = stderr {
                thread().spawn(move || read_stderr(stderr, &tail, &label, log.as_ref()))?;
            }
            Ok(())
        };
        match started() {
            Ok(()) => Ok(process),
            Err(error) => Err(LaunchError::Runner(format!(
                "cannot start a thread: {error}"
            ))),
        }
    }

    /// Whether the child has ended. It keeps its number until it is reaped, so the group is still its own.
    fn has_exited(&mut self) -> bool {
        #[cfg(unix)]
        {
            use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
            let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            self.is_reaped || waitid(Id::Pid(self.pid()), flags) != Ok(WaitStatus::StillAlive)
        }
        #[cfg(not(unix))]
        {
            !matches!(self.child.try_wait(), Ok(None))
        }
    }

    #[cfg(unix)]
    fn pid(&self) -> nix::unistd::Pid {
        nix::unistd::Pid::from_raw(self.child.id() as i32)
    }

    /// Waits until the child has ended or the deadline has passed.
    fn wait_for_exit(&mut self, deadline: Instant) -> bool {
        while !self.has_exited() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// Ends the child and everything in its process group.
    fn kill(&mut self) {
        if self.is_reaped {
            return;
        }
        // Nobody is left to be told if this fails.
        #[cfg(unix)]
        let _ = nix::sys::signal::killpg(self.pid(), nix::sys::signal::Signal::SIGKILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.is_reaped = true;
    }
}

impl Connection for Process {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn send(&mut self, text: &str) -> Result<(), SendError> {
        let input = self.input.as_ref().ok_or(SendError::Closed)?;
        input
            .try_send(text.to_owned())
            .map_err(|error| match error {
                TrySendError::Full(_) => SendError::Stalled,
                TrySendError::Disconnected(_) => SendError::Closed,
            })
    }

    fn last_sent(&self) -> Instant {
        *self
            .last_sent
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn receive(&mut self, deadline: Instant, abort: &AtomicBool) -> Result<Line, ReceiveError> {
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

    fn discard_output(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    fn exit_report(&mut self) -> String {
        let status = if self.wait_for_exit(Instant::now() + EXIT_DELAY) {
            self.kill();
            match self.child.try_wait() {
                Ok(Some(status)) => status.to_string(),
                Ok(None) => "ended".to_owned(),
                Err(error) => error.to_string(),
            }
        } else {
            "output closed".to_owned()
        };
        let tail = self
            .stderr_tail
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if tail.is_empty() {
            status
        } else {
            let lines: Vec<String> = tail.iter().map(|line| text::shown(line)).collect();
            format!("{status}; stderr: {}", lines.join(" / "))
        }
    }

    #[cfg(unix)]
    fn was_told_to_end(&mut self) -> bool {
        use std::os::unix::process::ExitStatusExt as _;

        use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};
        let status = self.is_reaped.then(|| self.child.try_wait());
        let Some(Ok(Some(status))) = status else {
            return false;
        };
        let told = [SIGHUP, SIGINT, SIGTERM].map(|signal| Some(signal as i32));
        told.contains(&status.signal())
    }

    fn request_exit(&mut self) {
        let _ = self.send("quit\n");
        self.close_input();
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn has_left(&mut self, deadline: Instant) -> bool {
        self.wait_for_exit(deadline)
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.child.id())
    }

    fn close(&mut self, deadline: Instant) {
        self.wait_for_exit(deadline);
        self.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether the system refused a program because of what it was asked to run, not for want of anything.
fn is_of_engine(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    #[cfg(unix)]
    let is_no_program = error.raw_os_error() == Some(nix::errno::Errno::ENOEXEC as i32);
    #[cfg(not(unix))]
    let is_no_program = error.raw_os_error() == Some(193);
    is_no_program
        || matches!(
            error.kind(),
            Kind::NotFound
                | Kind::PermissionDenied
                | Kind::InvalidInput
                | Kind::InvalidData
                | Kind::NotADirectory
                | Kind::IsADirectory
                | Kind::ExecutableFileBusy
                | Kind::ArgumentListTooLong
                | Kind::InvalidFilename
        )
}

/// Why a process did not start. The system's word is the same whether the program is missing or the
/// directory it should run in.
fn cannot_run(spec: &EngineSpec, error: &io::Error) -> String {
    let program = spec.command.first().map_or("", String::as_str);
    match &spec.directory {
        Some(directory) if !Path::new(directory).is_dir() => format!(
            "cannot run '{program}' in '{directory}': no such directory (expected dir= to be one)"
        ),
        Some(directory) => format!("cannot run '{program}' in '{directory}': {error}"),
        None => format!("cannot run '{program}': {error}"),
    }
}

/// Makes this process the parent of whatever engines leave behind, where the system can do that: a child that has
/// left its engine's process group is found by [`end_children`] in the end.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    if let Err(error) = nix::sys::prctl::set_child_subreaper(true) {
        log::warn!("cannot adopt orphans: {error}");
    }
}

/// Ends every child of this process with its process group, and what these had started. For the end of the program:
/// engines that are still playing are ended as well.
pub fn end_children() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::signal::{Signal, kill, killpg};
        use nix::sys::wait::{WaitPidFlag, waitpid};
        // The children of those that are ended come to us next.
        for _ in 0..MAX_GENERATIONS {
            let children = children();
            if children.is_empty() {
                return;
            }
            for &child in &children {
                let _ = killpg(child, Signal::SIGKILL);
                let _ = kill(child, Signal::SIGKILL);
            }
            for &child in &children {
                // Somebody else may wait for it as well, and be faster.
                let deadline = Instant::now() + EXIT_DELAY;
                while Instant::now() < deadline
                    && waitpid(child, Some(WaitPidFlag::WNOHANG))
                        .is_ok_and(|status| status.pid().is_none())
                {
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }
}

/// The children of this process, from the kernel's list of processes.
#[cfg(target_os = "linux")]
fn children() -> Vec<nix::unistd::Pid> {
    let own = std::process::id().to_string();
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let child = |name: std::ffi::OsString| {
        let number = name.to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        // 4711 (a name that may contain anything) S 815 ...: the state and the parent follow the last bracket.
        let (_, rest) = stat.rsplit_once(')')?;
        (rest.split_whitespace().nth(1)? == own).then(|| nix::unistd::Pid::from_raw(number))
    };
    let names = processes.filter_map(|entry| Some(entry.ok()?.file_name()));
    names.filter_map(child).collect()
}

/// Allows this process as many open files as the system grants; returns how many, where that is known.
pub fn raise_file_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
        let raised = soft < hard && setrlimit(Resource::RLIMIT_NOFILE, hard, hard).is_ok();
        Some(if raised { hard } else { soft })
    }
    #[cfg(not(unix))]
    None
}

fn write_stdin(mut stdin: ChildStdin, texts: &Receiver<String>, last_sent: &Mutex<Instant>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
        *last_sent.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// Reads one line, cut at [`MAX_LINE`]; `None` at the end.
fn next_line(reader: &mut BufReader<impl Read>, buffer: &mut Vec<u8>) -> Option<String> {
    match read_line(reader, buffer, MAX_LINE) {
        Ok(LineRead::End) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(buffer).trim_end().to_owned()),
    }
}

fn read_stdout(stdout: impl Read, sender: &SyncSender<Line>) {
    let (mut reader, mut buffer) = (BufReader::new(stdout), Vec::new());
    while let Some(text) = next_line(&mut reader, &mut buffer) {
        let at = Instant::now();
        if sender.send(Line { at, text }).is_err() {
            return;
        }
    }
}

fn read_stderr(stderr: impl Read, tail: &Mutex<VecDeque<String>>, label: &str, log: Option<&Log>) {
    let (mut reader, mut buffer) = (BufReader::new(stderr), Vec::new());
    while let Some(text) = next_line(&mut reader, &mut buffer) {
        if let Some(log) = log {
            let line = format!("{}: {}\n", text::shown(label), text::message(&text));
            let mut journal = log.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk must not end a game.
            let _ = journal.append(line.as_bytes());
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == STDERR_LINES {
            tail.pop_front();
        }
        tail.push_back(text);
    }
}
