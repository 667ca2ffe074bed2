//! `hanxin completions` and `hanxin man`: the command line described for shells and for `man`.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_complete::Shell;

use super::Cli;

/// Prints completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin completions bash > ~/.local/share/bash-completion/completions/hanxin
  hanxin completions fish > ~/.config/fish/completions/hanxin.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "hanxin", &mut bytes);
        io::stdout().write_all(&bytes)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints the manual page, or writes those of all commands
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin man | man -l -
  hanxin man --dir ~/.local/share/man/man1")]
pub(super) struct Man {
    /// Folder for hanxin.1, hanxin-match.1 and so on
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Some(folder) = self.dir else {
            let mut bytes = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut bytes)?;
            io::stdout().write_all(&bytes)?;
            return Ok(ExitCode::SUCCESS);
        };
        let named = || format!("cannot write to {}", folder.display());
        fs::create_dir_all(&folder).with_context(named)?;
        clap_mangen::generate_to(Cli::command(), &folder).with_context(named)?;
        Ok(ExitCode::SUCCESS)
    }
}
