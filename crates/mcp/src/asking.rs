//! `question`, `answer`, `report` and `locate`: the dialogue.

use elenchus_inquiry::{Done, Request, State, View};
use elenchus_session::words::unexplained;
use elenchus_session::{
    self as session, Answer, ErrorRates, Limits, NodeNumber, Program, Reply, WrongPart,
};
use elenchus_terminal::words;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::budget::Budget;
use crate::call::{Call, ToolError};
use crate::held::{Changed, Handle, Held, Sessions, Wanted, agent};
use crate::shown::{
    Asked, Bug, Located, Named, Open, Piece, Question, Reported, Said, Standing, Suspects,
};

/// What `question` and `locate` take.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct QuestionArgs {
    /// A session that was opened before, as `question` has named it.
    pub session: Option<String>,
    /// Opens a session about this recording, as `record` has named it.
    pub recording: Option<String>,
    /// Where to search in the recording: a failure's `at`, a routine, `ROUTINE#n` or a node. Else what failed.
    pub at: Option<String>,
    /// Recordings of the same command with a version that was right: they answer before you are asked.
    #[serde(default)]
    pub good: Vec<String>,
    /// Set earlier answers aside.
    #[serde(default)]
    pub new: bool,
    /// How long the result may be (600).
    pub max_tokens: Option<u64>,
}

/// What `answer` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AnswerArgs {
    pub session: String,
    /// The number of the question that is answered.
    pub question: usize,
    pub answer: Word,
    /// For `wrong` and `inadmissible`: the path of the value that is wrong, such as `returned` or `this.items[3]`. The search
    /// follows it to what wrote it.
    pub part: Option<String>,
    /// With `part`: what it should have been, such as `12`. `check` compares a fix with it.
    pub should: Option<String>,
    /// How probable it is that your answer is true, from 0.5 (a guess) to 1. Answers below 1 are weighed, not taken for
    /// certain. Missing means certain.
    pub confidence: Option<f64>,
    /// How long the result may be (600).
    pub max_tokens: Option<u64>,
}

/// What can be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// What came out is right for what went in.
    Right,
    /// What came out is wrong for what went in.
    Wrong,
    /// It cannot be told.
    Unknown,
    /// It should never have been called with this.
    Inadmissible,
    /// The code of this routine is right wherever it runs.
    Trusted,
    /// Take back your latest answer.
    Undo,
    /// After a bug was found: look for another one.
    Continue,
}

/// What `report` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReportArgs {
    pub session: String,
    /// How long the result may be (1500).
    pub max_tokens: Option<u64>,
}

/// `locate` looks ahead this many answers, and lists at most one question for each way to answer them.
const AHEAD: usize = 3;

/// When values are too long for the budget, they are shown within these numbers of characters in turn.
const SHORTER: [usize; 4] = [200, 100, 50, 25];

/// Opens a session, or looks where it stands.
pub fn question(
    sessions: &Sessions,
    args: &QuestionArgs,
    budget: Budget,
    call: &mut Call,
) -> Result<Asked, ToolError> {
    let held = sessions.open(&handle(args)?, &wanted(args), call)?;
    let state = held.settle(call)?;
    asked(&held, &state, budget, call)
}

fn handle(args: &QuestionArgs) -> Result<Handle, ToolError> {
    match (&args.session, &args.recording) {
        (Some(session), None) if args.at.is_none() => Ok(Handle::parse(session)),
        (None, Some(recording)) => Ok(Handle {
            recording: recording.clone(),
            at: args.at.clone(),
        }),
        _ => Err(ToolError::new(
            "name either `session`, or `recording` and perhaps `at`",
        )),
    }
}

fn wanted(args: &QuestionArgs) -> Wanted {
    Wanted {
        good: args.good.clone(),
        anew: args.new,
    }
}

/// Answers the open question.
pub fn answer(
    sessions: &Sessions,
    args: &AnswerArgs,
    budget: Budget,
    call: &mut Call,
) -> Result<Asked, ToolError> {
    let held = sessions.get(&args.session, call)?;
    let state = held.settle(call)?;
    let request = match args.answer {
        Word::Undo => undo(&held, call)?,
        Word::Continue => Request::Accept,
        word => Request::Answer(reply(args, word, &state)?),
    };
    match held.change(request, call)? {
        Changed::To(state) => asked(&held, &state, budget, call),
        Changed::Nothing { path, writer } => Err(ToolError::new(format!(
            "nothing was answered: {}",
            was_before(&path, writer)
        ))),
    }
}

/// Takes back the latest answer that the agent gave.
fn undo(held: &Held, call: &mut Call) -> Result<Request, ToolError> {
    let Done::History(said) = held.look(Request::History, call)? else {
        return Err(ToolError::new("there is no answer to take back"));
    };
    let mine = said.iter().rfind(|said| said.by == agent().to_string());
    let mine = mine.ok_or_else(|| ToolError::new("you have not answered anything yet"))?;
    Ok(Request::TakeBack(mine.number))
}

/// The answer to the question that the client means, which must be the open one.
fn reply(args: &AnswerArgs, word: Word, state: &State) -> Result<Reply, ToolError> {
    let open = state.view.question().map(|question| question.number);
    match open {
        None => {
            return Err(ToolError::new(
                "no question is open; `question` tells where the session stands",
            ));
        }
        Some(open) if open != args.question => {
            return Err(ToolError::new(format!(
                "question {open} is open, not {}; `question` shows it",
                args.question
            )));
        }
        Some(_) => {}
    }
    let part = args.part.clone().map(|path| WrongPart {
        path,
        should: args.should.clone(),
    });
    if part.is_none() && args.should.is_some() {
        return Err(ToolError::new("`should` goes with `part`"));
    }
    answered(word, part, args.confidence)
}

/// What the client says, as the session takes it.
fn answered(
    word: Word,
    part: Option<WrongPart>,
    confidence: Option<f64>,
) -> Result<Reply, ToolError> {
    let answer = match word {
        Word::Right => Answer::Right,
        Word::Wrong => Answer::Wrong,
        Word::Inadmissible => Answer::Inadmissible,
        Word::Trusted => Answer::Trusted,
        Word::Unknown | Word::Undo | Word::Continue => Answer::Unknown,
    };
    let can_be_wrong = matches!(answer, Answer::Wrong | Answer::Inadmissible);
    let can_be_weighed = can_be_wrong || answer == Answer::Right;
    match (part, confidence) {
        (None, None | Some(1.0)) => Ok(Reply::Answer(answer)),
        (None, Some(confidence)) if can_be_weighed && (0.5..1.0).contains(&confidence) => {
            // A guess tells nothing.
            let rates = ErrorRates::of_confidence(confidence);
            Ok(rates.map_or(Reply::Answer(Answer::Unknown), |rates| {
                Reply::Supposed(answer, rates)
            }))
        }
        (None, Some(_)) => Err(ToolError::new(
            "`confidence` goes from 0.5 to 1, with `right`, `wrong` and `inadmissible` only",
        )),
        (Some(part), None | Some(1.0)) if can_be_wrong => Ok(Reply::Part(answer, part)),
        (Some(_), _) => Err(ToolError::new(
            "`part` goes with `wrong` and `inadmissible` only, and with certain answers",
        )),
    }
}

/// Why a part that was pointed at is not what the question is about.
fn was_before(path: &str, writer: Option<(usize, String)>) -> String {
    let written = match writer {
        Some((node, title)) => format!(" (written by node {node}, {title})"),
        None => String::new(),
    };
    format!(
        "`{path}` was like this before{written}; if it should never have been given this, answer `inadmissible` with \
         this part"
    )
}

/// Where a session stands, within the budget.
fn asked(held: &Held, state: &State, budget: Budget, call: &mut Call) -> Result<Asked, ToolError> {
    let mut asked = Asked {
        session: held.handle.clone(),
        state: Standing::NoBug,
        question: None,
        bug: None,
        suspects: None,
        clash: Vec::new(),
        notes: held.take_notes(),
        cut: None,
    };
    match &state.view {
        View::Question { question, doubts } => {
            asked.state = Standing::Question;
            let doubts: Vec<String> = doubts.iter().map(words::doubt).collect();
            asked.question = Some(shown_question(question, doubts.clone()));
            for characters in SHORTER.iter().filter(|&&c| c < budget.characters()) {
                if budget.holds(&asked) {
                    break;
                }
                let shorter = shorter(held, question, *characters);
                asked.question = Some(shown_question(&shorter, doubts.clone()));
            }
        }
        View::Bug(reports) => {
            asked.state = Standing::Bug;
            asked.bug = reports.last().map(Bug::from);
        }
        View::Candidates(candidates) => {
            asked.state = Standing::Candidates;
            asked.suspects = Some(Suspects::from(candidates.as_ref()));
            let absolved = candidates.absolved.as_deref();
            asked.notes.extend(absolved.map(unexplained));
        }
        View::Contradiction(clash) => {
            asked.state = Standing::Contradiction;
            asked.clash = clash.iter().map(Said::from).collect();
            asked
                .notes
                .push("`undo` takes your latest answer back".to_owned());
        }
        View::NoBug { .. } => {}
        View::Asking(_) | View::Waiting { .. } | View::Ended(_) => {
            call.go_on()?;
            return Err(ToolError::new(
                "the session has ended; `question` opens it again",
            ));
        }
    }
    Ok(asked)
}

fn shown_question(question: &session::Question, doubts: Vec<String>) -> Question {
    let (first, last) = question.nodes;
    let mut piece = Piece::new(first.0, &question.shown);
    piece.last_node = (last != first).then_some(last.0);
    Question {
        number: question.number,
        piece,
        suspects: question.suspects.now,
        needs_certainty: question.is_for_certain,
        to_go: (question.outlook.mean * 10.0).round() / 10.0,
        doubts,
    }
}

/// The same question with shorter values; what is left out is counted.
fn shorter(held: &Held, question: &session::Question, characters: usize) -> session::Question {
    let limits = Limits {
        characters,
        changes: (characters / 5).max(6),
        elements: (characters / 10).max(3),
        depth: 3,
        ..Limits::SCREEN
    };
    let mut shorter = question.clone();
    let shown = held.program.show_within(question.subject, limits);
    shorter.shown.values = shown.values;
    shorter.shown.left_out = shown.left_out;
    shorter
}

/// All bugs that were found.
pub fn report(
    sessions: &Sessions,
    args: &ReportArgs,
    call: &mut Call,
) -> Result<Reported, ToolError> {
    let held = sessions.get(&args.session, call)?;
    let state = held.settle(call)?;
    match &state.view {
        View::Bug(reports) => Ok(Reported {
            session: held.handle.clone(),
            bugs: reports.iter().map(Bug::from).collect(),
            cut: None,
        }),
        _ => Err(ToolError::new(
            "no bug is found yet; `question` tells where the session stands",
        )),
    }
}

/// Lets the oracles answer, and tells where the bug is or which questions would decide.
pub fn locate(
    sessions: &Sessions,
    args: &QuestionArgs,
    budget: Budget,
    call: &mut Call,
) -> Result<Located, ToolError> {
    let held = sessions.open(&handle(args)?, &wanted(args), call)?;
    let state = held.settle(call)?;
    let mut located = Located {
        asked: asked(&held, &state, budget, call)?,
        open: Vec::new(),
        all: None,
    };
    if matches!(state.view, View::Question { .. }) {
        if let Done::List(candidates) = held.look(Request::List, call)? {
            located.asked.suspects = Some(Suspects::from(&candidates));
        }
        let (copy, _kept) = sessions.copy(&held, &wanted(args), call)?;
        let mut ahead = Ahead {
            held: &copy,
            seen: Vec::new(),
            open: Vec::new(),
            all: true,
        };
        let state = copy.settle(call)?;
        ahead.explore(&state, &mut Vec::new(), call)?;
        located.all = Some(ahead.all);
        located.open = ahead.open;
    }
    Ok(located)
}

/// Finds the questions that would come by giving answers to a copy of the session and taking them back.
struct Ahead<'h> {
    held: &'h Held,
    /// The first and the last node of every question so far.
    seen: Vec<(NodeNumber, NodeNumber)>,
    open: Vec<Open>,
    all: bool,
}

impl Ahead<'_> {
    /// Notes the open question and those that follow it.
    fn explore(
        &mut self,
        state: &State,
        said: &mut Vec<&'static str>,
        call: &mut Call,
    ) -> Result<(), ToolError> {
        let View::Question { question, .. } = &state.view else {
            return Ok(());
        };
        if self.seen.contains(&question.nodes) {
            return Ok(());
        }
        if said.len() >= AHEAD {
            self.all = false;
            return Ok(());
        }
        self.seen.push(question.nodes);
        self.open.push(Open {
            after: said.join(", "),
            about: Named {
                node: question.nodes.0.0,
                title: question.shown.title.clone(),
            },
        });
        for (answer, word) in [(Answer::Right, "right"), (Answer::Wrong, "wrong")] {
            let request = Request::Answer(Reply::Answer(answer));
            let Changed::To(next) = self.held.change(request, call)? else {
                continue;
            };
            said.push(word);
            let explored = self.explore(&next, said, call);
            said.pop();
            self.held.change(undo(self.held, call)?, call)?;
            explored?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_certain_unless_they_say_how_sure_they_are() {
        let said = |word, part: Option<&str>, confidence| {
            answered(word, part.map(WrongPart::from), confidence).ok()
        };
        let certain = Some(Reply::Answer(Answer::Wrong));
        assert_eq!(said(Word::Wrong, None, None), certain);
        assert_eq!(said(Word::Wrong, None, Some(1.0)), certain);
        let weighed = said(Word::Right, None, Some(0.8));
        assert!(matches!(weighed, Some(Reply::Supposed(Answer::Right, _))));
        let guess = Some(Reply::Answer(Answer::Unknown));
        assert_eq!(said(Word::Wrong, None, Some(0.5)), guess);
        let pointed = Some(Reply::Part(Answer::Wrong, "t.x".into()));
        assert_eq!(said(Word::Wrong, Some("t.x"), None), pointed);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (word, part, confidence) in [
            (Word::Wrong, None, Some(0.4)),
            (Word::Wrong, None, Some(f64::NAN)),
            (Word::Trusted, None, Some(0.9)),
            (Word::Right, Some("t"), None),
            (Word::Wrong, Some("t"), Some(0.9)),
        ] {
            let part = part.map(WrongPart::from);
            assert!(answered(word, part, confidence).is_err(), "{word:?}");
        }
    }
}
