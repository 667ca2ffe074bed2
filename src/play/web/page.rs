//! The pages' files, built into the program.

/// A file, its type and its content.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) content: &'static [u8],
}

macro_rules! assets {
    ($($path:literal $kind:literal $file:literal)*) => {
        &[$(Asset { path: $path, kind: $kind, content: include_bytes!(concat!("page/", $file)) }),*]
    };
}

const fn first(content: &'static [u8]) -> Asset {
    Asset {
        path: "/",
        kind: "text/html; charset=utf-8",
        content,
    }
}

/// The page to play on.
pub(super) const PLAY: Asset = first(include_bytes!("page/index.html"));
/// The page to watch a match on.
pub(super) const WATCH: Asset = first(include_bytes!("page/watch.html"));

/// Everything else that can be fetched.
pub(super) const ASSETS: &[Asset] = assets! {
    "/style.css" "text/css; charset=utf-8" "style.css"
    "/icon.svg" "image/svg+xml; charset=utf-8" "icon.svg"
    "/licence.txt" "text/plain; charset=utf-8" "licence.txt"
    "/main.js" "text/javascript; charset=utf-8" "main.js"
    "/api.js" "text/javascript; charset=utf-8" "api.js"
    "/board.js" "text/javascript; charset=utf-8" "board.js"
    "/game.js" "text/javascript; charset=utf-8" "game.js"
    "/glyphs.js" "text/javascript; charset=utf-8" "glyphs.js"
    "/graph.js" "text/javascript; charset=utf-8" "graph.js"
    "/judge.js" "text/javascript; charset=utf-8" "judge.js"
    "/setup.js" "text/javascript; charset=utf-8" "setup.js"
    "/play.js" "text/javascript; charset=utf-8" "play.js"
    "/show.js" "text/javascript; charset=utf-8" "show.js"
    "/tab.js" "text/javascript; charset=utf-8" "tab.js"
    "/watch.js" "text/javascript; charset=utf-8" "watch.js"
    "/words.js" "text/javascript; charset=utf-8" "words.js"
};

/// The file at a path. Only paths of the table exist, so there is nothing to traverse.
pub(super) fn find(first: &'static Asset, path: &str) -> Option<&'static Asset> {
    std::iter::once(first)
        .chain(ASSETS)
        .find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_complete() {
        let all = || [&PLAY, &WATCH].into_iter().chain(ASSETS);
        let size: usize = all().map(|asset| asset.content.len()).sum();
        assert!(size < 300_000, "{size} bytes");
        // Every file that a script or the page names exists.
        for asset in all() {
            let Ok(text) = std::str::from_utf8(asset.content) else {
                continue;
            };
            for name in text
                .split(['\'', '"'])
                .filter_map(|word| word.strip_prefix('.').or(Some(word)))
                .filter_map(|word| word.strip_prefix('/'))
                .filter(|word| matches!(word.rsplit_once('.'), Some((_, "js" | "css"))))
            {
                assert!(
                    find(&PLAY, &format!("/{name}")).is_some(),
                    "{} names {name}",
                    asset.path
                );
            }
        }
        assert!(find(&WATCH, "/main.js").is_some() && find(&PLAY, "/../Cargo.toml").is_none());
    }
}
