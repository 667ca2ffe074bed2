//! What `hanxin --version` tells: version, commit, network.

use std::sync::LazyLock;

use crate::nnue::Network;

/// Release builds name their commit here; `make` and the release workflow do.
const COMMIT: Option<&str> = option_env!("HANXIN_COMMIT");

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.filter(|commit| !commit.is_empty());
    format!(
        "{}\ncommit {}\nnetwork {:08x}",
        env!("CARGO_PKG_VERSION"),
        commit.unwrap_or("unknown"),
        Network::built_in_checksum()
    )
});

/// The lines behind the program's name.
pub(super) fn text() -> &'static str {
    &TEXT
}
