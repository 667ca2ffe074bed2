//! `hanxin match` without a page: what `live` is in a program that was built without a server.

use std::sync::Arc;

use crate::arena::live::LiveGames;
use crate::arena::record::GameRecord;
use crate::arena::runner::MatchConfig;
use crate::arena::stats::Sprt;

/// No flags.
#[derive(clap::Args)]
pub(super) struct Args {}

#[expect(clippy::unused_self, reason = "as with a page")]
impl Args {
    pub(super) const fn files(&self) -> u64 {
        0
    }

    #[expect(clippy::unnecessary_wraps, reason = "as with a page")]
    pub(super) fn start(
        &self,
        _: &MatchConfig,
        _: Option<Sprt>,
        _: &Arc<LiveGames>,
    ) -> anyhow::Result<Page> {
        Ok(Page)
    }
}

/// No page.
pub(super) struct Page;

#[expect(clippy::unused_self, reason = "as with a page")]
impl Page {
    pub(super) const fn url(&self) -> Option<&str> {
        None
    }

    pub(super) const fn add(&self, _: &GameRecord) {}

    pub(super) const fn finish(self) {}
}
