//! What happened in a session, and what was refused, in sentences.

mod checked;
pub mod opening;
mod parted;
mod refused;

use elenchus_inquiry::keep::ForLater;
use elenchus_inquiry::live::growth::News;
use elenchus_inquiry::{Doubt, NotKept, Notice};
use elenchus_session::words::many;
use elenchus_session::{
    Answer, By, Limits, NodeNumber, Question, Reply, Tracked, answer_word, supposed_word,
};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};

pub use checked::checked;
pub use parted::parted;
use refused::no_zoom;
pub use refused::refusal;

/// What is said when another front was quicker.
pub const STALE: &str = "the session has moved on meanwhile; what was typed does not count";

/// What is said when something should never have been called like this.
const WHO_MADE_IT: &str = "then the bug is in what came before it, or around it";

/// What is said when nothing can be pointed at.
pub const NO_LEADS: &str = "nothing was printed and no exception came out, so nothing can be pointed at; n PART points at a part of the question";

/// What is said when the program was stopped.
const STOPPED: &str = "the program is stopped, the questions go on; Ctrl-C again leaves";

/// An answer, as lists and programs see it.
pub fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => answer_word(*answer).to_owned(),
        Reply::Supposed(answer, _) => supposed_word(*answer).to_owned(),
        Reply::Part(answer, part) => format!("{} {part}", answer_word(*answer)),
        Reply::Trust(pattern) => format!("trusted {pattern}"),
    }
}

/// What is worth knowing about a running program.
pub fn news(news: &News) -> String {
    match news {
        News::Cut { reason } => {
            format!("{reason}: the questions are about what was recorded until then")
        }
        News::Damaged { recording, note } => {
            format!("warning: {}: {note}", recording.display())
        }
    }
}

/// Why an oracle left a question open.
pub fn doubt(doubt: &Doubt) -> String {
    format!("{} leaves this open: {}", doubt.by, doubt.reason)
}

/// How much of its values a question shows from now on.
fn shown_within(limits: Limits) -> String {
    let Limits {
        changes,
        characters,
        depth,
        elements,
        screen: _,
    } = limits;
    format!(
        "questions show up to {changes} changes, and of each value {characters} characters, {depth} levels \
         and {elements} elements"
    )
}

/// What has happened, if that needs a sentence; what was done `elsewhere` says so.
pub fn notice(notice: &Notice, elsewhere: bool) -> Option<String> {
    let text = match notice {
        Notice::Answered {
            question,
            reply: said,
            by,
            tracked,
            ..
        } => match (elsewhere, by) {
            (true, _) => format!("answered with {}", reply(said)),
            (false, By::Person) => answered(question, said, tracked.as_ref())?,
            (false, _) => return None,
        },
        Notice::ForLater(change) => for_later(change),
        Notice::Pointed { path, tracked } => origin(path, tracked)?,
        Notice::Undone(count) => format!("took {} back", many(*count as u64, "answer")),
        Notice::TookBack(number) => format!("took answer {number} back"),
        Notice::Closed(count) => {
            let closed = many(*count as u64, "piece");
            format!("closed {closed}: looked into when wrong, or when nothing else is left")
        }
        Notice::Reopened(count) => format!("opened {} again", many(*count as u64, "piece")),
        Notice::Named { before, name } => format!("{before} is called {name} from now on"),
        Notice::Strategy(name) => format!("the strategy is now {name}"),
        Notice::Transform(plan) => format!("the transformation is now {plan}"),
        Notice::Limits(limits) => shown_within(*limits),
        Notice::ZoomLeft => "which line is wrong was not found: back to the report".to_owned(),
        Notice::NotZoomed(problem) => {
            format!("its lines cannot be asked about: {}", no_zoom(problem))
        }
        Notice::Doubted(doubted) => doubt(doubted),
        Notice::AfterAll(count) => format!(
            "the search cannot end without what was left for later: {}",
            many(*count as u64, "question")
        ),
        Notice::Stopped => STOPPED.to_owned(),
        Notice::NotKept(problem) => not_kept(problem),
        Notice::Again(count) if elsewhere => {
            format!("{} asked again", many(*count as u64, "question"))
        }
        Notice::Jumped(name) if elsewhere => format!("{name} is asked about next"),
        Notice::Accepted if elsewhere => "the search goes on to the next bug".to_owned(),
        Notice::Again(_)
        | Notice::Jumped(_)
        | Notice::Accepted
        | Notice::NewOutput(_)
        | Notice::OutputBeside(_)
        | Notice::News(_)
        | Notice::Waiting(_)
        | Notice::WantsInput(_)
        | Notice::ReportNotWritten(_) => return None,
    };
    Some(match elsewhere {
        true => format!("elsewhere: {text}"),
        false => text,
    })
}

/// What has become of the knowledge base.
fn for_later(change: &ForLater) -> String {
    let path = change.path.display();
    match change.kept {
        0 => format!("{path} does not hold that any more"),
        1 => format!("kept for later runs in {path}; u takes it back"),
        // Only trust is said of several at once.
        kept => format!(
            "{} are trusted in later runs, too, by {path}; u takes it back",
            many(kept as u64, "routine")
        ),
    }
}

/// What follows from an answer that was typed here.
fn answered(question: &Question, reply: &Reply, tracked: Option<&Tracked>) -> Option<String> {
    match (reply, tracked) {
        (Reply::Part(_, part), Some(tracked)) => origin(&part.path, tracked),
        (Reply::Trust(pattern), _) => Some(trusted(pattern)),
        (Reply::Answer(Answer::Trusted), _) => Some(trusted(&question.shown.routine)),
        (Reply::Answer(Answer::Inadmissible), _) => Some(WHO_MADE_IT.to_owned()),
        _ => None,
    }
}

/// Where a part that is wrong comes from.
fn origin(path: &str, tracked: &Tracked) -> Option<String> {
    Some(match tracked {
        Tracked::To { node, title } => format!("{path} comes from {title} (node {node})"),
        Tracked::Own => format!("{path} was written last by its own code"),
        Tracked::Settled { node, title } => {
            format!("{path} comes from {title} (node {node}), which is settled already")
        }
        Tracked::Suspect { node, title } => format!(
            "{path} comes from the own code of {title} (node {node}), which is among the suspects as it is"
        ),
        Tracked::Caller { node, title } => format!(
            "{path} comes from the own code of {title} (node {node}), which called what is searched: it is asked about now, and if it is wrong, all of it is searched"
        ),
        Tracked::Outside { node, title } => format!(
            "{path} comes from {title} (node {node}), which ran before what is searched: it is asked about now, and if it is wrong, the search goes on in it"
        ),
        Tracked::Before { .. } => return None,
    })
}

/// A part that was like this before the piece in question began.
pub fn was_before(path: &str, writer: Option<&(NodeNumber, String)>) -> String {
    let by = match writer {
        Some((node, title)) => format!(": {title} (node {node}) wrote it"),
        None => String::new(),
    };
    format!(
        "{path} was like this before{by}. i {path} says that it should not have been given that; n \
         that it should have changed it"
    )
}

/// What trust means.
fn trusted(what: &str) -> String {
    format!("{what}: its own code is right wherever it runs; what it calls may be wrong")
}

/// The strategy that is used, and all that there are.
pub fn strategies(now: StrategyName) -> String {
    let names = StrategyName::ALL.map(StrategyName::as_str).join(", ");
    format!("the strategy is {now}; there are {names}")
}

/// The transformations that are used, and all that there are.
pub fn transformations(now: &Plan) -> String {
    let names = TransformName::ALL.map(|name| name.to_string()).join(", ");
    format!("the transformation is {now}; there are {names}")
}

fn not_kept(problem: &NotKept) -> String {
    format!(
        "failed to keep the answer: {}; it does not count, and the question is still open",
        problem.problem
    )
}
