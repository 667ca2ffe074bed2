//! `hanxin serve`: the game in a browser; and the page that watches a match.
//!
//! | file | owns |
//! |---|---|
//! | `api` | what can be asked about a game: pure functions |
//! | `judge` | a repetition ply by ply |
//! | `pool` | a bounded number of engines, a bounded queue |
//! | `guard` | who may ask |
//! | `routes` | HTTP around these three |
//! | `listener` | a bounded number of connections |
//! | `watch` | a match under way, read-only |
//! | `page`, `page/` | the files of the pages, inside the program |
//!
//! The server keeps no games. What a page asks carries the game, so that reloads, tabs and restarts need
//! no care, and nothing has to be thrown away when a tab is closed but its search.

mod api;
mod guard;
mod judge;
mod listener;
mod page;
mod pool;
mod routes;
mod watch;

pub use watch::{BoardScene, DuelScene, EngineScene, Scene, Watch};

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use guard::Guard;
use listener::Bounded;
use pool::Pool;

/// Connections at a time.
const MAX_CONNECTIONS: usize = 512;
/// Threads that read requests; the engines have their own.
const HTTP_THREADS: usize = 2;

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on; loopback unless the user says otherwise.
    pub address: IpAddr,
    /// The port; 0 = any free one.
    pub port: u16,
    /// Engines that think at the same time.
    pub engines: usize,
    /// Megabytes of each engine's table.
    pub megabytes: usize,
    /// What visitors have to know; needed beyond loopback.
    pub token: String,
}

impl ServerOptions {
    /// The address that a `--host` word means.
    pub const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
}

/// A port that is listened on, and the threads that do it.
struct Socket {
    runtime: tokio::runtime::Runtime,
    listener: Bounded,
    address: SocketAddr,
}

impl Socket {
    fn bind(address: IpAddr, port: u16, threads: usize, connections: usize) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads)
            .enable_io()
            .enable_time()
            .build()?;
        let wanted = SocketAddr::new(address, port);
        let listener = runtime.block_on(tokio::net::TcpListener::bind(wanted))?;
        Ok(Self {
            address: listener.local_addr()?,
            listener: Bounded::new(listener, connections),
            runtime,
        })
    }
}

/// A server that has its port.
pub struct Server {
    socket: Socket,
    pool: Pool,
    guard: Guard,
    token: Option<String>,
}

impl Server {
    /// Takes the port and starts the engines.
    pub fn bind(options: &ServerOptions) -> io::Result<Self> {
        let socket = Socket::bind(options.address, options.port, HTTP_THREADS, MAX_CONNECTIONS)?;
        let is_public = !options.address.is_loopback();
        let guard = if is_public {
            Guard::public(options.address.to_string(), options.token.clone())
        } else {
            Guard::loopback()
        };
        Ok(Self {
            socket,
            pool: Pool::new(options.engines, options.megabytes),
            guard,
            token: is_public.then(|| options.token.clone()),
        })
    }

    /// The address to open, with the token if one is needed.
    pub fn url(&self) -> String {
        let mut url = format!("http://{}/", self.socket.address);
        if let Some(token) = &self.token {
            url.push_str("?token=");
            url.push_str(token);
        }
        url
    }

    /// Serves until the process ends.
    pub fn run(self) -> io::Result<()> {
        let router = routes::router(self.pool, self.guard);
        let Socket {
            runtime, listener, ..
        } = self.socket;
        runtime.block_on(async move { axum::serve(listener, router).await })
    }
}
