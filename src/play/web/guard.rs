//! Who may talk to the server.
//!
//! The page is for the person at this machine. Other web pages in his browser reach the same port, so
//! every request has to name a host that cannot be somebody else's (no DNS rebinding) and, if it
//! says where it comes from, has to come from our own page. Beyond loopback a token is asked for too.

use std::net::IpAddr;

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};

/// The name of the cookie that carries the token.
const COOKIE_NAME: &str = "hanxin";

/// The rules for requests.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The host the server was told to listen on, if not loopback.
    host: Option<String>,
    /// What a request has to know, if the server listens beyond loopback.
    token: Option<String>,
}

/// Why a request was turned away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turned {
    /// The `Host` is not ours.
    Host,
    /// Another page sent it.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl Turned {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Host => {
                "this Host is not served here (expected localhost or this machine's address)"
            }
            Self::Origin => "requests from other pages are refused",
            Self::Token => "the token is missing or wrong (use the address printed at the start)",
        }
    }
}

impl Guard {
    /// A server for this machine only.
    pub(super) const fn loopback() -> Self {
        Self {
            host: None,
            token: None,
        }
    }

    /// A server that others can reach if they know the token.
    pub(super) const fn public(host: String, token: String) -> Self {
        Self {
            host: Some(host),
            token: Some(token),
        }
    }

    /// Looks at a request.
    pub(super) fn check(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), Turned> {
        let text = |name| {
            headers
                .get(name)
                .map(|value: &HeaderValue| value.to_str().unwrap_or("?"))
        };
        let host = text(HOST).unwrap_or("");
        if headers.get_all(HOST).iter().count() != 1 || !self.is_ours(host) {
            return Err(Turned::Host);
        }
        if text(ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
            return Err(Turned::Origin);
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let is_navigation =
            text(HeaderName::from_static("sec-fetch-mode")).is_some_and(|mode| mode == "navigate");
        if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) && !is_navigation {
            return Err(Turned::Origin);
        }
        let knows = self.token.as_deref().is_none_or(|token| {
            is_same(query_token(uri), token) || cookies(headers).any(|found| is_same(found, token))
        });
        if knows { Ok(()) } else { Err(Turned::Token) }
    }

    /// The cookie that remembers the token, for a request that has it in its address.
    pub(super) fn cookie(&self, uri: &Uri) -> Option<HeaderValue> {
        let token = self.token.as_deref()?;
        let text = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
        is_same(query_token(uri), token).then(|| HeaderValue::from_str(&text).ok())?
    }

    /// Whether a `Host` can only mean this server. A name could be pointed at us by anybody; an
    /// address could not.
    fn is_ours(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let address: Option<IpAddr> = bare.parse().ok();
        match &self.host {
            _ if name.eq_ignore_ascii_case("localhost") => true,
            None => address.is_some_and(|address| address.is_loopback()),
            Some(own) => address.is_some() || own.eq_ignore_ascii_case(name),
        }
    }
}

fn query_token(uri: &Uri) -> &str {
    let query = uri.query().unwrap_or("");
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(name, _)| *name == "token")
        .map_or("", |(_, value)| value)
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == COOKIE_NAME)
        .map(|(_, value)| value)
}

/// Compares in a time that tells nothing about the content.
fn is_same(found: &str, token: &str) -> bool {
    let differences = found
        .bytes()
        .zip(token.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    found.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(guard: &Guard, uri: &str, headers: &[(&'static str, &str)]) -> Result<(), Turned> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).expect("a value"));
        }
        guard.check(&map, &uri.parse().expect("an address"))
    }

    #[test]
    fn only_loopback_names_are_served_by_default() {
        let guard = Guard::loopback();
        for host in [
            "localhost",
            "LOCALHOST:7000",
            "127.0.0.1:7000",
            "[::1]:7000",
            "127.9.9.9",
        ] {
            assert_eq!(check(&guard, "/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:7000",
            "192.168.1.2",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
        ] {
            assert_eq!(
                check(&guard, "/", &[("host", host)]),
                Err(Turned::Host),
                "{host}"
            );
        }
        assert_eq!(check(&guard, "/", &[]), Err(Turned::Host));
        let twice = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(check(&guard, "/", &twice), Err(Turned::Host));
    }

    #[test]
    fn other_pages_are_refused() {
        let guard = Guard::loopback();
        let from = |name, value| check(&guard, "/", &[("host", "localhost:7000"), (name, value)]);
        assert_eq!(from("origin", "http://localhost:7000"), Ok(()));
        for origin in [
            "http://localhost:8000",
            "https://localhost:7000",
            "http://evil.example",
            "null",
        ] {
            assert_eq!(from("origin", origin), Err(Turned::Origin), "{origin}");
        }
        assert_eq!(from("sec-fetch-site", "same-origin"), Ok(()));
        assert_eq!(from("sec-fetch-site", "none"), Ok(()));
        assert_eq!(from("sec-fetch-site", "cross-site"), Err(Turned::Origin));
        assert_eq!(from("sec-fetch-site", "same-site"), Err(Turned::Origin));
    }

    #[test]
    fn beyond_loopback_the_token_is_needed() {
        let guard = Guard::public("0.0.0.0".to_owned(), "secret".to_owned());
        let host = ("host", "192.168.1.2:7000");
        assert_eq!(check(&guard, "/", &[host]), Err(Turned::Token));
        assert_eq!(check(&guard, "/?token=secrex", &[host]), Err(Turned::Token));
        assert_eq!(check(&guard, "/?token=secret", &[host]), Ok(()));
        assert_eq!(
            check(&guard, "/", &[host, ("cookie", "a=b; hanxin=secret")]),
            Ok(())
        );
        assert_eq!(
            check(&guard, "/", &[host, ("cookie", "xhanxin=secret")]),
            Err(Turned::Token)
        );
        let named = [("host", "evil.example")];
        assert_eq!(check(&guard, "/?token=secret", &named), Err(Turned::Host));
        assert!(
            guard
                .cookie(&"/?token=secret".parse().expect("an address"))
                .is_some()
        );
        assert!(guard.cookie(&"/".parse().expect("an address")).is_none());
    }
}
