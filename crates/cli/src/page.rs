//! The web page of a session: where it is served, and who is told.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_guard::files::{self, Unsafe};
use elenchus_inquiry::Inquiry;
use elenchus_inquiry::keep::home::make_room_for;
use elenchus_web::{Options, Secrets, ServeError, Server};

use crate::args::SessionArgs;
use crate::trouble::Trouble;

/// Serves the page beside a terminal, if that is wanted. Without a person at the terminal, the page decides
/// when the session ends.
pub fn beside(
    inquiry: &Inquiry,
    args: &SessionArgs,
    has_terminal: bool,
    resume: &str,
    session_file: &Path,
) -> Result<Option<Server>, Trouble> {
    if !args.web {
        return Ok(None);
    }
    let wanted = Wanted {
        port: 0,
        read_only: false,
        alone: !has_terminal,
        resume: resume.to_owned(),
    };
    let server = serve(inquiry, wanted, session_file)?;
    elenchus_guard::say!("the page is at {}", server.address());
    if !args.no_open {
        open_browser(server.address());
    }
    Ok(Some(server))
}

/// How a page is wanted.
pub struct Wanted {
    /// The port; 0 for the one that the session had before, else any.
    pub port: u16,
    pub read_only: bool,
    /// Whether the page may end the session.
    pub alone: bool,
    /// The command that goes on with the session.
    pub resume: String,
}

/// Serves the page of a session, where open tabs look for it if it was served before.
pub fn serve(inquiry: &Inquiry, wanted: Wanted, session_file: &Path) -> Result<Server, Trouble> {
    let key = PageKey::of(session_file).map_err(|error| Trouble::usage(error, ""))?;
    let options = |port| Options {
        port,
        read_only: wanted.read_only,
        alone: wanted.alone,
        resume: wanted.resume.clone(),
        secrets: key.secrets.clone(),
    };
    let before = match wanted.port {
        0 => key.port,
        port => port,
    };
    let server = match Server::start(inquiry, options(before)) {
        // Somebody else listens there by now.
        Err(ServeError::Listen { .. }) if wanted.port == 0 && before != 0 => {
            Server::start(inquiry, options(0))
        }
        server => server,
    };
    let server = server.map_err(|error| {
        let advice = match error {
            ServeError::Listen { .. } => "choose another port with --port, or none",
            ServeError::Start(_) | ServeError::Ended => "",
        };
        Trouble::usage(error, advice)
    })?;
    key.keep(session_file, server.port());
    Ok(server)
}

/// Where the page of a session was served last, and what lets its reader in. It is kept beside the session, for
/// nobody else to read, so that a tab that stays open finds a server that was started anew.
struct PageKey {
    port: u16,
    secrets: Secrets,
}

impl PageKey {
    /// The one of a session; a new one when it has none, or others could have read it.
    fn of(session_file: &Path) -> io::Result<PageKey> {
        let kept = files::read_secret(&PageKey::file(session_file)).ok();
        let kept = kept.and_then(|bytes| {
            let text = String::from_utf8(bytes).ok()?;
            let (port, secrets) = text.trim_end().split_once(' ')?;
            Some(PageKey {
                port: port.parse().ok()?,
                secrets: Secrets::read(secrets)?,
            })
        });
        match kept {
            Some(key) => Ok(key),
            None => Ok(PageKey {
                port: 0,
                secrets: Secrets::new()?,
            }),
        }
    }

    /// Keeps it, as well as that goes: without it, open tabs need the new address.
    fn keep(&self, session_file: &Path, port: u16) {
        let path = PageKey::file(session_file);
        // A file that others can read would stay readable.
        if matches!(files::read_secret(&path), Err(Unsafe::Readable(_))) {
            let _ = std::fs::remove_file(&path);
        }
        let text = format!("{port} {}\n", self.secrets.written());
        let kept = make_room_for(&path).and_then(|()| files::replace(&path, text.as_bytes()));
        if let Err(error) = kept {
            tracing::info!(%error, "the key of the page is not kept");
        }
    }

    fn file(session_file: &Path) -> PathBuf {
        let mut name = session_file.as_os_str().to_owned();
        name.push(".page");
        PathBuf::from(name)
    }
}

/// Opens the page in the user's browser, if there is a screen. When that fails, the address is there to be opened
/// by hand.
pub fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some())
    {
        "xdg-open"
    } else {
        return;
    };
    let opened = Command::new(opener)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = opened {
        tracing::info!(%error, "no browser was opened");
    }
}
