//! Who may come in, and what every answer says to the browser.
//!
//! The server listens on this machine only, but other programs and other web sites can reach it there.
//! So a request must name this very server as its host (a foreign name that leads here is refused, which
//! is what DNS rebinding needs), must not come from a page of another origin, and must bring a cookie
//! that only the printed address gives.

use std::fmt::{self, Write};
use std::io;

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};

/// What goes with every answer. Scripts and styles come from this server alone, and text never becomes
/// markup or code.
pub const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// How many random bytes a secret has.
const SECRET: usize = 32;

/// Why somebody may not come in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denied {
    /// The request is meant for another host.
    Host,
    /// It comes from the page of another site.
    Origin,
    /// It brings neither the key nor the cookie.
    Key,
}

impl Denied {
    pub fn status(self) -> StatusCode {
        match self {
            Denied::Host => StatusCode::MISDIRECTED_REQUEST,
            Denied::Origin => StatusCode::FORBIDDEN,
            Denied::Key => StatusCode::UNAUTHORIZED,
        }
    }

    /// What a person is told who sees it.
    pub fn words(self) -> &'static str {
        match self {
            Denied::Host => "This server answers only at the address that elenchus has printed.\n",
            Denied::Origin => "This server answers only its own page.\n",
            Denied::Key => {
                "Open the address that elenchus has printed: it holds the key to this page.\n"
            }
        }
    }
}

/// What lets a page in: the key of its address, and the cookie that it gets for it. A server that is started
/// anew with the same secrets on the same port is the same one for every open page.
#[derive(Clone, PartialEq, Eq)]
pub struct Secrets {
    key: String,
    cookie: String,
}

impl Secrets {
    /// New ones.
    pub fn new() -> io::Result<Secrets> {
        Ok(Secrets {
            key: secret()?,
            cookie: secret()?,
        })
    }

    /// Those that were written down; nothing when the text is none of ours.
    pub fn read(text: &str) -> Option<Secrets> {
        let (key, cookie) = text.split_once(' ')?;
        let is_secret = |text: &str| {
            text.len() == 2 * SECRET && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        (is_secret(key) && is_secret(cookie)).then(|| Secrets {
            key: key.to_owned(),
            cookie: cookie.to_owned(),
        })
    }

    /// As they are written down.
    pub fn written(&self) -> String {
        format!("{} {}", self.key, self.cookie)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// Tells those who may come in from those who may not.
#[derive(Debug)]
pub struct Gate {
    port: u16,
    secrets: Secrets,
}

impl Gate {
    pub fn new(port: u16, secrets: Secrets) -> Gate {
        Gate { port, secrets }
    }

    /// The address that lets its reader in.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?key={}", self.port, self.secrets.key)
    }

    /// The cookie for whoever brings the key.
    pub fn cookie(&self) -> String {
        format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            self.cookie_name(),
            self.secrets.cookie
        )
    }

    pub fn is_key(&self, key: &str) -> bool {
        same(key, &self.secrets.key)
    }

    /// Whether a request names this server and comes from nobody else's page.
    pub fn check_way(&self, method: &Method, headers: &HeaderMap) -> Result<(), Denied> {
        let text = |name| headers.get(name).map(HeaderValue::to_str);
        let host = text(header::HOST).and_then(Result::ok);
        if !host.is_some_and(|host| self.is_here(host)) {
            return Err(Denied::Host);
        }
        let is_ours = |origin: &str| origin.strip_prefix("http://") == host;
        match text(header::ORIGIN) {
            Some(Ok(origin)) if is_ours(origin) => {}
            // Browsers send no origin with what a person opens; whatever changes something has one.
            None if method == Method::GET => {}
            _ => return Err(Denied::Origin),
        }
        match text(HeaderName::from_static("sec-fetch-site")) {
            None | Some(Ok("same-origin" | "none")) => Ok(()),
            // Who follows a link from elsewhere gets the page's own remark, and nothing more.
            Some(Ok(_)) if method == Method::GET && is_opened_by_person(headers) => Ok(()),
            Some(_) => Err(Denied::Origin),
        }
    }

    /// Whether a request brings the cookie.
    pub fn check_cookie(&self, headers: &HeaderMap) -> Result<(), Denied> {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter();
        let mut cookies = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='));
        match cookies.any(|(other, value)| other == name && same(value, &self.secrets.cookie)) {
            true => Ok(()),
            false => Err(Denied::Key),
        }
    }

    /// Cookies are shared by all ports of a host, so the name tells the servers apart.
    fn cookie_name(&self) -> String {
        format!("elenchus-{}", self.port)
    }

    fn is_here(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else {
            return false;
        };
        matches!(name, "127.0.0.1" | "localhost") && port.parse() == Ok(self.port)
    }
}

/// Whether a browser opens this as a page.
fn is_opened_by_person(headers: &HeaderMap) -> bool {
    let mode = headers.get("sec-fetch-mode");
    mode.is_some_and(|mode| mode.as_bytes() == b"navigate")
}

fn secret() -> io::Result<String> {
    let mut bytes = [0; SECRET];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn same(given: &str, secret: &str) -> bool {
    let differences = given.bytes().zip(secret.bytes());
    given.len() == secret.len() && differences.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: u16 = 4711;

    fn new_gate() -> Gate {
        Gate::new(PORT, Secrets::new().unwrap())
    }

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = list.iter();
        pairs
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()))
            .collect()
    }

    fn way(method: Method, list: &[(&'static str, &str)]) -> Result<(), Denied> {
        new_gate().check_way(&method, &headers(list))
    }

    #[test]
    fn only_this_server_is_the_host() {
        assert_eq!(way(Method::GET, &[("host", "127.0.0.1:4711")]), Ok(()));
        assert_eq!(way(Method::GET, &[("host", "localhost:4711")]), Ok(()));
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:4711",
            "127.0.0.1.evil.example:4711",
            "",
        ] {
            let refused = way(Method::GET, &[("host", host)]);
            assert_eq!(refused, Err(Denied::Host), "{host}");
        }
        assert_eq!(way(Method::GET, &[]), Err(Denied::Host));
    }

    #[test]
    fn pages_of_other_sites_get_nothing() {
        let host = ("host", "127.0.0.1:4711");
        let own = ("origin", "http://127.0.0.1:4711");
        assert_eq!(way(Method::POST, &[host, own]), Ok(()));
        for origin in [
            "http://evil.example",
            "http://127.0.0.1:80",
            "http://localhost:4711",
            "https://127.0.0.1:4711",
            "null",
        ] {
            let refused = way(Method::POST, &[host, ("origin", origin)]);
            assert_eq!(refused, Err(Denied::Origin), "{origin}");
            let refused = way(Method::GET, &[host, ("origin", origin)]);
            assert_eq!(refused, Err(Denied::Origin), "{origin}");
        }
        assert_eq!(way(Method::POST, &[host]), Err(Denied::Origin));
        let cross = ("sec-fetch-site", "cross-site");
        let same_site = ("sec-fetch-site", "same-site");
        assert_eq!(way(Method::GET, &[host, cross]), Err(Denied::Origin));
        assert_eq!(way(Method::GET, &[host, same_site]), Err(Denied::Origin));
        let navigate = ("sec-fetch-mode", "navigate");
        assert_eq!(way(Method::GET, &[host, cross, navigate]), Ok(()));
    }

    #[test]
    fn the_cookie_is_needed_in_full() {
        let gate = new_gate();
        let brought = |cookie: &str| gate.check_cookie(&headers(&[("cookie", cookie)]));
        let right = gate.cookie();
        let right = right.split(';').next().unwrap();
        assert_eq!(brought(right), Ok(()));
        assert_eq!(brought(&format!("other=1; {right}")), Ok(()));
        assert_eq!(brought(&right[..right.len() - 1]), Err(Denied::Key));
        assert_eq!(brought("elenchus-4711="), Err(Denied::Key));
        assert_eq!(gate.check_cookie(&HeaderMap::new()), Err(Denied::Key));
        let other = new_gate();
        assert_ne!(gate.cookie(), other.cookie());
        assert_ne!(gate.address(), other.address());
        assert!(!gate.is_key(""));
    }

    #[test]
    fn secrets_are_read_as_they_were_written() {
        let secrets = Secrets::new().unwrap();
        assert_eq!(Secrets::read(&secrets.written()), Some(secrets.clone()));
        for text in ["", " ", "a b", &secrets.written()[1..], "key"] {
            assert_eq!(Secrets::read(text), None, "{text}");
        }
        assert_eq!(format!("{secrets:?}"), "Secrets { .. }");
    }
}
