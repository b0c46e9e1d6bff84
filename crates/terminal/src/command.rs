//! What can be typed at the prompt, or stand in a file of answers.

use elenchus_session::{Answer, Wish, WrongPart};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use thiserror::Error;

use crate::answers;

/// One line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An answer to the question.
    Answer(Answer),
    /// *Wrong* or *inadmissible*, and this part of what is shown in particular.
    Part(Answer, WrongPart),
    /// Trust all routines that match a pattern.
    Trust(String),
    /// Begin with what is seen to be wrong, by its number or a part of its text; list what there is.
    Point(Option<String>),
    /// Show the question, or what else is open, once more.
    Show,
    /// Take back the latest answers; all when there is no number.
    Undo(Option<usize>),
    /// Take back one answer by its number.
    Revise(usize),
    /// Show all answers.
    History,
    /// Change the strategy, or list them.
    Strategy(Option<StrategyName>),
    /// Change the transformations.
    Transform(Option<Plan>),
    /// List the suspects.
    List,
    /// Ask about this node next.
    Jump(String),
    /// Close pieces that are thought unlikely: those of this name, else what is asked about.
    Close(Option<String>),
    /// Look into closed pieces after all: those of this name, else all.
    Reopen(Option<String>),
    /// Give a loop a name: the loop of this name, else the one that is asked about.
    Name { of: Option<String>, name: String },
    /// Why this question.
    Why,
    /// Ask again what was not known.
    Again,
    /// Accept the bug and look for the next one.
    Continue,
    /// Go on inside the bug, statement by statement; or back to the report.
    Zoom,
    /// Save and quit.
    Quit,
    /// Open a value by its path, or list what can be opened.
    Open(Option<String>),
    /// The source of the routine in question, with the lines that ran.
    Source,
    /// What was printed during the piece in question.
    Output,
    /// What is around the piece in question.
    Tree,
    /// The rest of what was too long for the screen.
    More,
    /// Write the report to a file.
    Save(Option<String>),
    /// Give the running program a line of input.
    Input(String),
    /// Show more or less of the values in questions.
    Limits(Wish),
    /// What can be typed.
    Help,
}

/// The words that a line can begin with beside the answers, for completion.
pub const WORDS: [&str; 25] = [
    "again",
    "close",
    "continue",
    "don't know",
    "help",
    "history",
    "jump",
    "list",
    "more",
    "name",
    "open",
    "output",
    "point",
    "quit",
    "reopen",
    "revise",
    "save",
    "show",
    "source",
    "strategy",
    "transform",
    "tree",
    "undo",
    "why",
    "zoom",
];

/// Why a line is not a command.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CommandError {
    #[error("`{0}` is not an answer; ? lists what can be typed")]
    Unknown(String),
    #[error("`{0}` needs a number")]
    NumberMissing(String),
    #[error("`j` needs a node: its number, ROUTINE, or ROUTINE#n for its n-th call")]
    NodeMissing,
    #[error("`name NEW` names the loop that is asked about, `name LOOP NEW` any; one word each")]
    LoopMissing,
    #[error("`{0}` takes nothing after it")]
    TooMuch(String),
    #[error(
        "`{0}` is no limit; write `limits changes=100 characters=2000 depth=5 elements=50`, or some of them"
    )]
    NoLimit(String),
    #[error("{0}")]
    Name(String),
}

impl Command {
    /// Reads one line. An empty one is no command.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        if let Some(input) = line.strip_prefix('>') {
            let input = input.strip_prefix(' ').unwrap_or(input);
            return Ok(Some(Command::Input(input.to_owned())));
        }
        let (word, rest) = match line.split_once(char::is_whitespace) {
            // "don't know" is one answer in two words.
            Some((word, rest)) if !is_do_not_know(line) => (word, rest.trim()),
            _ => (line, ""),
        };
        let word = word.to_lowercase();
        if let Some(key) = answers::typed(&word) {
            return match (key.answer, rest) {
                (answer, "") => Ok(Some(Command::Answer(answer))),
                (Answer::Trusted, pattern) => Ok(Some(Command::Trust(pattern.to_owned()))),
                (answer, part) if key.takes_part => {
                    Ok(Some(Command::Part(answer, WrongPart::parse(part))))
                }
                _ => Err(CommandError::TooMuch(word)),
            };
        }
        let command = match word.as_str() {
            _ if is_do_not_know(line) => Command::Answer(Answer::Unknown),
            "u" | "undo" => return undo(&word, rest).map(Some),
            "r" | "revise" => return number(&word, rest).map(|n| Some(Command::Revise(n))),
            "p" | "point" => return Ok(Some(Command::Point(given(rest)))),
            "show" => Command::Show,
            "h" | "history" => Command::History,
            "s" | "strategy" => return strategy(rest).map(Some),
            "x" | "transform" => return transform(rest).map(Some),
            "l" | "list" => Command::List,
            "j" | "jump" if rest.is_empty() => return Err(CommandError::NodeMissing),
            "j" | "jump" => return Ok(Some(Command::Jump(rest.to_owned()))),
            "close" => return Ok(Some(Command::Close(given(rest)))),
            "reopen" => return Ok(Some(Command::Reopen(given(rest)))),
            "name" => return name(rest).map(Some),
            "w" | "why" => Command::Why,
            "a" | "again" => Command::Again,
            "c" | "continue" => Command::Continue,
            "z" | "zoom" => Command::Zoom,
            "q" | "quit" | "exit" => Command::Quit,
            "o" | "open" => return Ok(Some(Command::Open(given(rest)))),
            "source" | "src" => Command::Source,
            "output" | "out" => Command::Output,
            "tree" => Command::Tree,
            "m" | "more" => Command::More,
            "save" => return Ok(Some(Command::Save(given(rest)))),
            "limits" => return limits(rest).map(|wish| Some(Command::Limits(wish))),
            "?" | "help" => Command::Help,
            _ => return Err(CommandError::Unknown(line.to_owned())),
        };
        if rest.is_empty() {
            Ok(Some(command))
        } else {
            Err(CommandError::TooMuch(word))
        }
    }
}

/// What follows a command, if anything does.
fn given(rest: &str) -> Option<String> {
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn name(rest: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (of, name) = match words.as_slice() {
        [name] => (None, *name),
        [of, name] => (Some((*of).to_owned()), *name),
        _ => return Err(CommandError::LoopMissing),
    };
    Ok(Command::Name {
        of,
        name: name.to_owned(),
    })
}

/// Limits by their names: `changes=100 depth=5`.
fn limits(rest: &str) -> Result<Wish, CommandError> {
    let mut wish = Wish::default();
    for word in rest.split_whitespace() {
        let strange = || CommandError::NoLimit(word.to_owned());
        let (name, number) = word.split_once('=').ok_or_else(strange)?;
        let limit = match name {
            "changes" => &mut wish.changes,
            "characters" => &mut wish.characters,
            "depth" => &mut wish.depth,
            "elements" => &mut wish.elements,
            _ => return Err(strange()),
        };
        *limit = Some(number.parse().map_err(|_| strange())?);
    }
    match wish == Wish::default() {
        true => Err(CommandError::NoLimit(rest.to_owned())),
        false => Ok(wish),
    }
}

fn is_do_not_know(line: &str) -> bool {
    let line = line.to_lowercase().replace('\u{2019}', "'");
    line == "don't know" || line == "dont know"
}

fn number(word: &str, rest: &str) -> Result<usize, CommandError> {
    rest.parse()
        .map_err(|_| CommandError::NumberMissing(word.to_owned()))
}

fn undo(word: &str, rest: &str) -> Result<Command, CommandError> {
    match rest {
        "" => Ok(Command::Undo(Some(1))),
        "all" => Ok(Command::Undo(None)),
        _ => Ok(Command::Undo(Some(number(word, rest)?))),
    }
}

fn strategy(rest: &str) -> Result<Command, CommandError> {
    if rest.is_empty() {
        return Ok(Command::Strategy(None));
    }
    let name = rest.parse::<StrategyName>();
    let name = name.map_err(|error| CommandError::Name(error.to_string()))?;
    Ok(Command::Strategy(Some(name)))
}

fn transform(rest: &str) -> Result<Command, CommandError> {
    if rest.is_empty() {
        return Ok(Command::Transform(None));
    }
    let names = rest.split_whitespace().map(str::parse::<TransformName>);
    let plan = names
        .collect::<Result<Vec<_>, _>>()
        .and_then(|names| Plan::new(&names));
    let plan = plan.map_err(|error| CommandError::Name(error.to_string()))?;
    Ok(Command::Transform(Some(plan)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(Command::parse(line), Ok(Some(expected)), "{line:?}");
    }

    #[test]
    fn letters_and_words_are_understood() {
        check("y", Command::Answer(Answer::Right));
        check(" Yes ", Command::Answer(Answer::Right));
        check("no", Command::Answer(Answer::Wrong));
        check("wrong t.x", Command::Part(Answer::Wrong, "t.x".into()));
        let amount = Command::Part(Answer::Inadmissible, "amount".into());
        check("i amount", amount);
        for (line, path, should) in [
            ("n returned = 12", "returned", "12"),
            (
                "n prices[\"a = b\"]=\"c = d\"",
                "prices[\"a = b\"]",
                "\"c = d\"",
            ),
        ] {
            let part = WrongPart {
                path: path.to_owned(),
                should: Some(should.to_owned()),
            };
            check(line, Command::Part(Answer::Wrong, part));
        }
        check(
            "n returned =",
            Command::Part(Answer::Wrong, "returned".into()),
        );
        check("don't know", Command::Answer(Answer::Unknown));
        check("Don’t know", Command::Answer(Answer::Unknown));
        check("t", Command::Answer(Answer::Trusted));
        check("t Chess.*", Command::Trust("Chess.*".to_owned()));
        check("i", Command::Answer(Answer::Inadmissible));
        check("u", Command::Undo(Some(1)));
        check("u 3", Command::Undo(Some(3)));
        check("undo all", Command::Undo(None));
        check("j f#2", Command::Jump("f#2".to_owned()));
        check("close", Command::Close(None));
        check("close Util.*", Command::Close(Some("Util.*".to_owned())));
        check("reopen", Command::Reopen(None));
        let rows = "rows".to_owned();
        let of = Some("f_loop1".to_owned());
        check("name f_loop1 rows", Command::Name { of, name: rows });
        check("s top-down", Command::Strategy(Some(StrategyName::TopDown)));
        check("s", Command::Strategy(None));
        check("x none", Command::Transform(Some(Plan::none())));
        check("x", Command::Transform(None));
        check("?", Command::Help);
        check("o", Command::Open(None));
        check("open a.b[3]", Command::Open(Some("a.b[3]".to_owned())));
        check("source", Command::Source);
        check("show", Command::Show);
        check("p", Command::Point(None));
        check("p total 3", Command::Point(Some("total 3".to_owned())));
        check("m", Command::More);
        check("z", Command::Zoom);
        check("save bug.md", Command::Save(Some("bug.md".to_owned())));
        check("> 3 4", Command::Input("3 4".to_owned()));
        check(">", Command::Input(String::new()));
        assert_eq!(Command::parse("  "), Ok(None));
    }

    #[test]
    fn every_word_that_is_offered_is_understood() {
        for word in WORDS.into_iter().chain(answers::words()) {
            let parsed = Command::parse(word);
            let missing = matches!(
                parsed,
                Err(CommandError::NumberMissing(_)
                    | CommandError::NodeMissing
                    | CommandError::LoopMissing
                    | CommandError::Name(_))
            );
            assert!(
                missing || matches!(parsed, Ok(Some(_))),
                "{word}: {parsed:?}"
            );
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_hint() {
        for (line, hint) in [
            ("perhaps", "`perhaps` is not an answer"),
            ("yes sir", "takes nothing after it"),
            ("r", "needs a number"),
            ("u x", "needs a number"),
            ("j", "needs a node"),
            ("name", "names the loop"),
            ("s fastest", "no strategy 'fastest'"),
            ("x shuffle", "no transformation `shuffle`"),
        ] {
            let error = Command::parse(line).unwrap_err().to_string();
            assert!(error.contains(hint), "{line}: {error}");
        }
    }
}
