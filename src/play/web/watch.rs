//! A match in a browser, read-only: `hanxin match --serve`.
//!
//! Somebody else plays and says how things stand when asked. He is asked a few times a second at most,
//! only while a page is open, and never so often that the asking costs more than a fiftieth of one
//! processor. A page that is slow misses scenes and gets the latest one; nobody ever waits for it.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;
use tokio::sync::{mpsc as channel, oneshot, watch};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::guard::Guard;
use super::{Socket, page, routes};

/// Connections at a time. A match needs its files for engines.
const MAX_CONNECTIONS: usize = 32;
/// The shortest time between two scenes.
const PACE: Duration = Duration::from_millis(200);
/// A scene is made at most once in so many times of what it takes.
const RESTRAINT: u32 = 50;
/// How long pages may take to get the last scene.
const FAREWELL: Duration = Duration::from_secs(1);

/// Everything a page shows. Figures that are unknown are NaN or infinite.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Scene {
    /// The match has ended.
    pub over: bool,
    /// Games that are finished.
    pub played: usize,
    /// Games of the whole match.
    pub total: usize,
    /// The games in progress.
    pub boards: Vec<BoardScene>,
    /// The engines in the order they were given.
    pub engines: Vec<EngineScene>,
    /// The first engine against the second, in a match of two.
    pub duel: Option<DuelScene>,
}

/// A game in progress.
#[derive(Clone, Debug, Serialize)]
pub struct BoardScene {
    /// The game's number.
    pub game: usize,
    /// The players' names, red first.
    pub players: [String; 2],
    /// The position.
    pub fen: String,
    /// How many moves led to it.
    pub plies: usize,
    /// The last move, and in WXF and Chinese.
    pub last: Option<[String; 3]>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// What red and black thought of their last moves: score from their own view, and depth.
    pub opinions: [Option<(i32, u32)>; 2],
    /// Milliseconds on the clocks of red and black when the side to move began to think, if there are clocks.
    pub clocks: [Option<u64>; 2],
    /// When that was, in milliseconds of the match.
    pub since: u64,
    /// Result and reason, once the game is over.
    pub end: Option<[String; 2]>,
}

/// An engine in the table.
#[derive(Clone, Debug, Serialize)]
pub struct EngineScene {
    /// Its name.
    pub name: String,
    /// Elo above the average and half the width of the 95 % interval.
    pub rating: [f64; 2],
    /// Wins, draws and losses against each engine.
    pub results: Vec<[u64; 3]>,
}

/// Two engines against each other.
#[derive(Clone, Debug, Serialize)]
pub struct DuelScene {
    /// Elo and half the width of its 95 % interval.
    pub elo: [f64; 2],
    /// How likely the first engine is the stronger one.
    pub superiority: f64,
    /// Log-likelihood ratio and the bounds that end the match.
    pub llr: Option<[f64; 3]>,
    /// Games so far, Elo, and the ends of its interval, in the course of the match.
    pub course: Vec<[f64; 4]>,
}

/// A scene as it is sent, nothing yet, or the last one.
#[derive(Clone, Default)]
struct Sent {
    event: Bytes,
    is_last: bool,
}

/// A page on a match under way. It ends with [`Watch::finish`].
pub struct Watch {
    runtime: tokio::runtime::Runtime,
    url: String,
    stop: mpsc::Sender<()>,
    reporter: JoinHandle<()>,
    close: oneshot::Sender<()>,
    server: tokio::task::JoinHandle<io::Result<()>>,
}

impl Watch {
    /// Files that are open for pages at most.
    pub const FILES: u64 = MAX_CONNECTIONS as u64 + 16;

    /// Takes a port of this machine, 0 = any free one, and shows what `look` sees. `look` gets the
    /// moment the match began.
    pub fn start(
        port: u16,
        mut look: impl FnMut(Instant) -> Scene + Send + 'static,
    ) -> io::Result<Self> {
        let socket = Socket::bind(super::ServerOptions::LOOPBACK, port, 1, MAX_CONNECTIONS)?;
        let (tell, news) = watch::channel(Sent::default());
        let router = routes::guarded(
            axum::Router::new().route("/api/watch", get(stream)),
            &page::WATCH,
            Guard::loopback(),
            news,
        );
        let (stop, stopped) = mpsc::channel();
        let reporter = thread::Builder::new().spawn(move || report(&tell, &stopped, &mut look))?;
        let (close, closed) = oneshot::channel();
        let url = format!("http://{}/", socket.address);
        let server = socket.runtime.spawn(async move {
            axum::serve(socket.listener, router)
                .with_graceful_shutdown(async {
                    // A match that has gone wants no pages either.
                    let _ = closed.await;
                })
                .await
        });
        Ok(Self {
            runtime: socket.runtime,
            url,
            stop,
            reporter,
            close,
            server,
        })
    }

    /// The address to open.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Shows the last scene to the pages that are open, and ends.
    pub fn finish(self) {
        drop(self.stop);
        // A reporter that has died has nothing to say, and pages that do not listen are not waited for.
        let _ = self.reporter.join();
        drop(self.close);
        let farewell = async { tokio::time::timeout(FAREWELL, self.server).await.is_ok() };
        self.runtime.block_on(farewell);
    }
}

/// Looks now and then while somebody listens, and once at the end.
fn report(
    tell: &watch::Sender<Sent>,
    stopped: &mpsc::Receiver<()>,
    look: &mut impl FnMut(Instant) -> Scene,
) {
    let start = Instant::now();
    let mut last = Vec::new();
    let mut pause = PACE;
    loop {
        let is_last = stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout);
        if !is_last && tell.receiver_count() <= 1 {
            // Whoever comes later shall not see an old scene first.
            if !last.is_empty() {
                last.clear();
                tell.send_replace(Sent::default());
            }
            continue;
        }
        let asked = Instant::now();
        let mut scene = look(start);
        scene.over = is_last;
        let json = serde_json::to_vec(&scene).unwrap_or_default();
        if json != last {
            let event = event(start.elapsed(), &json);
            tell.send_replace(Sent { event, is_last });
            last = json;
        }
        if is_last {
            return;
        }
        pause = PACE.max(asked.elapsed() * RESTRAINT);
    }
}

/// A scene and when it was seen, as an event of a stream.
fn event(now: Duration, scene: &[u8]) -> Bytes {
    let mut event = format!("data: {{\"now\":{},\"scene\":", now.as_millis()).into_bytes();
    event.extend_from_slice(scene);
    event.extend_from_slice(b"}\n\n");
    event.into()
}

/// The scenes from now on, the latest first; older ones are left out when the page is slow.
async fn stream(State(news): State<Arc<watch::Receiver<Sent>>>) -> Response {
    let mut news = watch::Receiver::clone(&news);
    let (pass, events) = channel::channel(1);
    tokio::spawn(async move {
        loop {
            let Sent { event, is_last } = news.borrow_and_update().clone();
            let is_gone = !event.is_empty() && pass.send(event).await.is_err();
            if is_gone || is_last || news.changed().await.is_err() {
                return;
            }
        }
    });
    let body = ReceiverStream::new(events).map(Ok::<_, Infallible>);
    let kind = HeaderValue::from_static("text/event-stream");
    ([(CONTENT_TYPE, kind)], Body::from_stream(body)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    fn look_with(count: &AtomicUsize) -> Scene {
        Scene {
            played: count.fetch_add(1, Relaxed),
            ..Scene::default()
        }
    }

    #[test]
    fn nobody_is_asked_while_nobody_looks() {
        let (tell, _own) = watch::channel(Sent::default());
        let (stop, stopped) = mpsc::channel();
        let count = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (tell, count) = (&tell, &count);
            scope.spawn(move || report(tell, &stopped, &mut |_| look_with(count)));
            thread::sleep(3 * PACE);
            assert_eq!(count.load(Relaxed), 0);
            let mut visitor = tell.subscribe();
            while visitor.borrow_and_update().event.is_empty() {
                thread::sleep(PACE / 10);
            }
            drop(visitor);
            while !tell.borrow().event.is_empty() {
                thread::sleep(PACE / 10);
            }
            let seen = count.load(Relaxed);
            assert!(seen > 0);
            thread::sleep(2 * PACE);
            assert_eq!(count.load(Relaxed), seen);
            drop(stop);
        });
        let sent = tell.borrow();
        let text = String::from_utf8_lossy(&sent.event);
        assert!(sent.is_last && text.contains("\"over\":true"), "{text}");
    }

    #[test]
    fn a_scene_that_has_not_changed_is_not_sent_again() {
        let (tell, mut visitor) = watch::channel(Sent::default());
        let _own = tell.subscribe();
        let (stop, stopped) = mpsc::channel();
        thread::scope(|scope| {
            let tell = &tell;
            scope.spawn(move || report(tell, &stopped, &mut |_| Scene::default()));
            while visitor.borrow_and_update().event.is_empty() {
                thread::sleep(PACE / 10);
            }
            thread::sleep(3 * PACE);
            assert!(!visitor.has_changed().expect("a reporter"));
            drop(stop);
        });
    }

    #[test]
    fn unknown_figures_are_null() {
        let duel = DuelScene {
            elo: [f64::INFINITY, f64::NAN],
            superiority: f64::NAN,
            llr: None,
            course: Vec::new(),
        };
        let json = serde_json::to_value(duel).expect("JSON");
        assert_eq!(json["elo"], serde_json::json!([null, null]));
    }
}
