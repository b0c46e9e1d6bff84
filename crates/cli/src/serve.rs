//! `elenchus serve`: a session on a web page, without a terminal.

use std::io::Write;
use std::sync::Arc;

use elenchus_inquiry::open::{Choices, Material, Prepared};
use elenchus_inquiry::{Ended, PAGE};
use elenchus_terminal::words::opening;

use crate::args::ServeArgs;
use crate::ask::{self, Held};
use crate::interrupt::Interrupts;
use crate::page::Wanted;
use crate::recorded::ReadingProgress;
use crate::stated::state;
use crate::trouble::{Exit, Trouble};
use crate::{logging, page};

/// Does what `elenchus serve` says.
pub fn run(args: &ServeArgs) -> Result<Exit, Trouble> {
    let session = &args.ask.session;
    if session.answers.is_some() || session.json {
        return Err(Trouble::usage(
            "--answers and --json are for the terminal, and serve has only the page",
            "elenchus ask --web takes them, and shows the page as well",
        ));
    }
    let choices = Choices {
        session_file: args.ask.session_file.clone(),
        new: args.ask.new,
        limits: PAGE,
        ..ask::choices(session)?
    };
    let opened = Material::open(&args.ask.input, &choices, &mut ReadingProgress::default())?;
    let Prepared {
        setup,
        notes,
        resume,
        session_file,
        writing,
        ..
    } = Held::about(opened, &choices, session)?.into_prepared();
    logging::beside(&session_file)?;
    ask::warn(&notes);
    for note in notes.iter().filter(|note| !note.is_warning()) {
        for line in opening::note(note) {
            state(&format!("note: {line}"));
        }
    }
    let resume = opening::resume(&resume).replacen(" ask ", " serve ", 1);
    let interrupts = Interrupts::watch(Arc::default(), None, &resume)?;
    interrupts.set(&resume, writing);
    let inquiry = ask::start(setup)?;
    let server = page::serve(
        &inquiry,
        Wanted {
            port: args.port,
            read_only: args.read_only,
            alone: true,
            resume,
        },
        &session_file,
    )?;
    let mut out = std::io::stdout().lock();
    // Whoever reads no longer has the page.
    let _ = writeln!(out, "{}", server.address()).and_then(|()| out.flush());
    drop(out);
    if !session.no_open {
        page::open_browser(server.address());
    }
    let Some(Ended { end, .. }) = inquiry.end() else {
        return Err(ask::ended_early());
    };
    drop(server);
    ask::outcome(end).map(Exit::from)
}
