//! Why something was not done, in sentences that name what to type instead.

use std::io;

use elenchus_inquiry::{NoZoom, Refusal};
use elenchus_session::{OpenError, PartError, SessionError};

use super::{STALE, not_kept};

/// Why something was not done.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Stale(_) => STALE.to_owned(),
        Refusal::NoQuestion => "no question is being asked".to_owned(),
        Refusal::NoSubject => "no piece of the run is asked about".to_owned(),
        Refusal::NoBug => "no bug is found yet".to_owned(),
        Refusal::NoAnswer => "there is no answer to take back".to_owned(),
        Refusal::NothingUnknown => "nothing was answered with \"don't know\"".to_owned(),
        Refusal::NoSuchNode(name) => format!("there is no node `{name}`"),
        Refusal::NoSource => "the source is not known".to_owned(),
        Refusal::NoOutput => "what it printed is not recorded".to_owned(),
        Refusal::NoInput => "no program is running that takes input".to_owned(),
        Refusal::NoZoom(problem) => {
            format!("there is nothing to zoom into: {}", no_zoom(problem))
        }
        Refusal::NothingRuns => "no program is running".to_owned(),
        Refusal::Session(error) => by_session(error),
        Refusal::Open(error) => not_opened(error),
        Refusal::NotKept(problem) => not_kept(problem),
        Refusal::NotSaved(error) => not_saved(error),
        Refusal::Ended => "the session has ended".to_owned(),
    }
}

/// Why the lines of a bug cannot be asked about.
pub(super) fn no_zoom(problem: &NoZoom) -> String {
    match problem {
        NoZoom::SwitchedOff => "that is switched off".to_owned(),
        NoZoom::SeveralCalls => {
            "several calls were judged as one; x none asks which of them it is".to_owned()
        }
        NoZoom::OneLine => "it is one line already".to_owned(),
        NoZoom::NotRecorded => "only recorded calls can be run again".to_owned(),
        NoZoom::NotRunAgain(error) => error.to_string(),
    }
}

fn by_session(error: &SessionError) -> String {
    let hint = match error {
        SessionError::Hidden(_) => "; x loops shows them",
        SessionError::NoSuchRoutine(_) => {
            "; l lists the suspects by their names, and * stands for any text"
        }
        SessionError::NoLoop => "; `name LOOP NEW` names any",
        SessionError::Part(PartError::NotKnown(_)) => "; n says that it is wrong all the same",
        _ => "",
    };
    format!("{error}{hint}")
}

fn not_opened(error: &OpenError) -> String {
    match error {
        OpenError::NoName(_) => format!("{error}; o lists what can be opened"),
        OpenError::NoPart { whole, .. } => format!("{error}; o {whole} lists its parts"),
        OpenError::NoPath(_) => error.to_string(),
    }
}

fn not_saved(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{error}; save FILE writes to another one"),
        _ => error.to_string(),
    }
}
