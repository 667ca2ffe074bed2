//! Addresses, methods, headers and status codes: HTTP around the functions of `api`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::api::{self, Refusal};
use super::guard::Guard;
use super::page::{self, Asset};
use super::pool::{Message, Pool};

/// The longest request.
const MAX_BODY: usize = 64 * 1024;
/// How long a request may take to arrive and be answered; thinking is answered at once and goes on.
const TIMEOUT: Duration = Duration::from_secs(20);

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// What a browser may do with the page: load its own files, ask its own server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// All addresses of a game.
pub(super) fn router(pool: Pool, guard: Guard) -> Router {
    let routes = Router::new()
        .route(
            "/api/about",
            get(|| async { json_response(StatusCode::OK, &api::about()) }),
        )
        .route("/api/position", question(api::position))
        .route("/api/move", question(api::play_move))
        .route("/api/read", question(api::read))
        .route("/api/pgn", question(api::pgn))
        .route("/api/end", question(api::end))
        .route("/api/draw", question(api::draw))
        .route("/api/judge", question(api::judge))
        .route("/api/think", post(think));
    guarded(routes, &page::PLAY, guard, pool)
}

/// Addresses with what they share, a page and its files, for those whom the guard lets in.
pub(super) fn guarded<S: Send + Sync + 'static>(
    routes: Router<Arc<S>>,
    first: &'static Asset,
    guard: Guard,
    shared: S,
) -> Router {
    routes
        .fallback(async move |method: Method, uri: Uri| asset(first, &method, &uri))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(guard), protect))
        .with_state(Arc::new(shared))
}

/// A route that answers by a pure function.
fn question<Q, A>(function: fn(&Q) -> Result<A, Refusal>) -> MethodRouter<Arc<Pool>>
where
    Q: DeserializeOwned + 'static,
    A: Serialize + 'static,
{
    post(async move |headers: HeaderMap, body: Bytes| answer(&headers, &body, function))
}

/// Turns strangers away, bounds the time, and adds the headers every answer has.
async fn protect(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let cookie = guard.cookie(request.uri());
    let mut response = match guard.check(request.headers(), request.uri()) {
        Err(turned) => refuse(StatusCode::FORBIDDEN, turned.text()),
        Ok(()) => tokio::time::timeout(TIMEOUT, next.run(request))
            .await
            .unwrap_or_else(|_| refuse(StatusCode::REQUEST_TIMEOUT, "the request took too long")),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Some(cookie) = cookie {
        headers.insert(SET_COOKIE, cookie);
    }
    response
}

/// A file of the page that comes first.
fn asset(first: &'static Asset, method: &Method, uri: &Uri) -> Response {
    let Some(asset) = page::find(first, uri.path()) else {
        return refuse(StatusCode::NOT_FOUND, "there is nothing here");
    };
    if method != Method::GET && method != Method::HEAD {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "expected GET");
    }
    let kind = HeaderValue::from_static(asset.kind);
    ([(CONTENT_TYPE, kind)], asset.content).into_response()
}

/// Answers a request by a pure function.
fn answer<Q: DeserializeOwned, A: Serialize>(
    headers: &HeaderMap,
    body: &Bytes,
    function: fn(&Q) -> Result<A, Refusal>,
) -> Response {
    match read(headers, body) {
        Err(response) => *response,
        Ok(request) => match function(&request) {
            Ok(answer) => json_response(StatusCode::OK, &answer),
            Err(refusal) => json_response(StatusCode::UNPROCESSABLE_ENTITY, &refusal),
        },
    }
}

/// Thinks and tells line by line, as JSON lines.
async fn think(State(pool): State<Arc<Pool>>, headers: HeaderMap, body: Bytes) -> Response {
    let request: api::ThinkRequest = match read(&headers, &body) {
        Err(response) => return *response,
        Ok(request) => request,
    };
    let order = match api::order(&request) {
        Err(refusal) => return json_response(StatusCode::UNPROCESSABLE_ENTITY, &refusal),
        Ok(None) => return json_response(StatusCode::OK, &Message::End { busy: false }),
        Ok(Some(order)) => order,
    };
    let Ok(news) = pool.place(order, request.game.language()) else {
        let text = request.game.language().choose(
            "all engines are busy, try again in a moment",
            "所有引擎都在忙，请稍后再试",
        );
        return refuse(StatusCode::SERVICE_UNAVAILABLE, text);
    };
    let lines = ReceiverStream::new(news).map(|message| {
        let mut line = serde_json::to_vec(&message).unwrap_or_default();
        line.push(b'\n');
        Ok::<_, Infallible>(Bytes::from(line))
    });
    let kind = HeaderValue::from_static("application/x-ndjson");
    ([(CONTENT_TYPE, kind)], Body::from_stream(lines)).into_response()
}

/// Reads a JSON request. Plain forms of other pages cannot send this content type unasked.
fn read<Q: DeserializeOwned>(headers: &HeaderMap, body: &Bytes) -> Result<Q, Box<Response>> {
    let is_json = headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json {
        let text = "expected the content type application/json";
        return Err(Box::new(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, text)));
    }
    serde_json::from_slice(body)
        .map_err(|error| Box::new(refuse(StatusCode::BAD_REQUEST, &error.to_string())))
}

fn refuse(status: StatusCode, text: &str) -> Response {
    json_response(status, &json!({ "error": text }))
}

fn json_response(status: StatusCode, value: &impl Serialize) -> Response {
    let body = serde_json::to_vec(value).unwrap_or_default();
    (status, [(CONTENT_TYPE, JSON)], body).into_response()
}
