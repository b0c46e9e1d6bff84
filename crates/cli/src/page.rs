//! The web page of a session: where it is served, and who is told.

use std::process::{Command, Stdio};

use elenchus_inquiry::Inquiry;
use elenchus_web::{Options, ServeError, Server};

use crate::args::SessionArgs;
use crate::trouble::Trouble;

/// Serves the page beside a terminal, if that is wanted. Without a person at the terminal, the page decides
/// when the session ends.
pub fn beside(
    inquiry: &Inquiry,
    args: &SessionArgs,
    has_terminal: bool,
    resume: &str,
) -> Result<Option<Server>, Trouble> {
    if !args.web {
        return Ok(None);
    }
    let options = Options {
        port: 0,
        read_only: false,
        alone: !has_terminal,
        resume: resume.to_owned(),
    };
    let server = serve(inquiry, options)?;
    elenchus_guard::say!("the page is at {}", server.address());
    if !args.no_open {
        open_browser(server.address());
    }
    Ok(Some(server))
}

/// Serves the page.
pub fn serve(inquiry: &Inquiry, options: Options) -> Result<Server, Trouble> {
    Server::start(inquiry, options).map_err(|error| {
        let advice = match error {
            ServeError::Listen { .. } => "choose another port with --port, or none",
            ServeError::Start(_) | ServeError::Ended => "",
        };
        Trouble::usage(error, advice)
    })
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
