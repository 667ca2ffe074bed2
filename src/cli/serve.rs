//! `hanxin serve`: a game in the browser.

use std::io::{self, Write};
use std::net::IpAddr;
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::play::web::{Server, ServerOptions};

use super::limits::HASH;

const EXAMPLES: &str = "Examples:
  hanxin serve --open
  hanxin serve --port 8080 --engines 4";

/// Plays against you in the browser: a web page on this machine.
///
/// The page needs no network and nothing but this program. 在浏览器里下棋：打开打印出的网址即可。
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 7890)]
    port: u16,
    /// Opens the page in the default browser
    #[arg(long)]
    open: bool,
    /// The address to listen on. Beyond this machine, visitors need the token that is printed
    #[arg(long, value_name = "ADDRESS", default_value_t = ServerOptions::LOOPBACK)]
    host: IpAddr,
    /// Engines that think at the same time; more games than that take turns
    #[arg(long, value_name = "N", default_value_t = default_engines(), value_parser = clap::value_parser!(u16).range(1..=256))]
    engines: u16,
    /// Transposition table of each engine in megabytes
    #[arg(long, value_name = "MB", default_value_t = 32, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
}

/// One for each processor, and never less than two: a game and an analysis beside it.
fn default_engines() -> u16 {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    processors.clamp(2, 16) as u16
}

impl Args {
    #[expect(clippy::print_stderr, reason = "a warning is not the command's result")]
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let options = ServerOptions {
            address: self.host,
            port: self.port,
            engines: usize::from(self.engines),
            megabytes: self.hash as usize,
            token: token()?,
        };
        let server = Server::bind(&options).with_context(|| {
            format!(
                "cannot listen on {} port {} (expected a free port, see --port)",
                self.host, self.port
            )
        })?;
        if !self.host.is_loopback() {
            eprintln!(
                "hanxin: warning: everybody who can reach {} and knows the token can use this machine's processor",
                self.host
            );
        }
        let url = server.url();
        writeln!(io::stdout(), "hanxin plays at {url}  (Ctrl-C ends it)")?;
        io::stdout().flush()?;
        if self.open
            && let Err(error) = open(&url)
        {
            eprintln!("hanxin: cannot open a browser: {error} (open {url} yourself)");
        }
        server.run()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// 128 random bits in hexadecimal.
fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .context("the system has no random numbers")?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Opens an address in the default browser.
fn open(url: &str) -> io::Result<()> {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().map(|_| ())
}
