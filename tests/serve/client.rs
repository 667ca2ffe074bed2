//! A running `hanxin serve` and a plain HTTP client for it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The program, ended when dropped.
pub(super) struct Program {
    child: Child,
    /// The address it printed.
    pub(super) url: String,
    port: u16,
}

/// Status, header lines in lower case, and body.
pub(super) type Response = (u16, String, String);

impl Program {
    pub(super) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hanxin"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let start = line.find("http://").expect("an address");
        let url = line[start..]
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        let authority = url["http://".len()..].split('/').next().unwrap_or_default();
        let port = authority
            .rsplit(':')
            .next()
            .and_then(|port| port.parse().ok());
        Self {
            child,
            port: port.expect("a port"),
            url,
        }
    }

    pub(super) fn connect(&self) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_mins(2)))
            .expect("a timeout");
        stream.set_nodelay(true).expect("a socket");
        Connection {
            stream: BufReader::new(stream),
        }
    }

    /// Resident memory in kB, where the system tells.
    pub(super) fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open from request to request.
pub(super) struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub(super) fn set_timeout(&self, time: Duration) {
        self.stream
            .get_ref()
            .set_read_timeout(Some(time))
            .expect("a timeout");
    }

    pub(super) fn get(&mut self, path: &str) -> Response {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())
    }

    pub(super) fn post(&mut self, path: &str, body: &str) -> Response {
        self.write_post(path, body);
        self.read().expect("a response")
    }

    pub(super) fn write_post(&mut self, path: &str, body: &str) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        // A server that refuses a long body closes before it has read all of it.
        let _ = self.stream.get_mut().write_all((head + body).as_bytes());
    }

    pub(super) fn send(&mut self, request: &[u8]) -> Response {
        self.try_send(request).expect("a response")
    }

    pub(super) fn try_send(&mut self, request: &[u8]) -> io::Result<Response> {
        self.stream.get_mut().write_all(request)?;
        self.read()
    }

    /// Waits for the first bytes of a response.
    pub(super) fn read_some(&mut self) -> String {
        let bytes = self.stream.fill_buf().expect("a response");
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    fn read(&mut self) -> io::Result<Response> {
        let status = self.line()?;
        let status: Option<u16> = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut head = String::new();
        loop {
            let line = self.line()?.to_lowercase();
            if line.is_empty() {
                break;
            }
            head.push_str(&line);
            head.push('\n');
        }
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        let mut body = Vec::new();
        if let Some(length) = length.and_then(|length| length.parse().ok()) {
            body.resize(length, 0);
            self.stream.read_exact(&mut body)?;
        } else if head.contains("transfer-encoding: chunked") {
            loop {
                let size = usize::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
                let start = body.len();
                body.resize(start + size, 0);
                self.stream.read_exact(&mut body[start..])?;
                self.line()?;
                if size == 0 {
                    break;
                }
            }
        }
        Ok((status, head, String::from_utf8_lossy(&body).into_owned()))
    }
}
