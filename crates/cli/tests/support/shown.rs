//! Questions as a terminal of 80×24 shows them, and how readable they are.

use std::fmt;

/// The lines of a terminal that a question should fit.
pub const SCREEN: usize = 24;

/// A question, from its number to its forecast.
pub struct Question {
    pub text: String,
}

/// The questions in what a session has printed.
pub fn questions(printed: &str) -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    let mut inside = false;
    for line in printed.lines() {
        if is_head(line) {
            inside = true;
            questions.push(Question {
                text: String::new(),
            });
        } else if ends_question(line) {
            inside = false;
        }
        if let Some(question) = questions.last_mut().filter(|_| inside) {
            question.text.push_str(line);
            question.text.push('\n');
        }
    }
    questions
}

/// An answer, the prompt, or what an oracle says about a question that it leaves open.
fn ends_question(line: &str) -> bool {
    let said = line.trim_start();
    said.starts_with("▸ ") || said.starts_with("trace:") || line.starts_with("right? ")
}

/// `Q12  …`
fn is_head(line: &str) -> bool {
    let number = line
        .strip_prefix('Q')
        .and_then(|rest| rest.split_once("  "));
    number.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

impl Question {
    /// How many lines of a terminal it takes, with the empty line before it and the prompt.
    pub fn height(&self) -> usize {
        let broken = self
            .text
            .lines()
            .map(|line| line.chars().count().max(1).div_ceil(80));
        broken.sum::<usize>() + 2
    }

    /// Whether it fits a screen without anything being opened.
    pub fn fits(&self) -> bool {
        self.height() <= SCREEN
    }

    /// Whether it shows an object as `Class@1b6d3586`.
    pub fn shows_bare_id(&self) -> bool {
        self.text.match_indices('@').any(|(place, _)| {
            let before = self.text[..place].chars().next_back();
            let after = self.text[place + 1..].chars();
            let digits = after.take_while(char::is_ascii_hexdigit).count();
            before.is_some_and(char::is_alphanumeric) && digits >= 5
        })
    }
}

/// How readable the questions of many sessions are.
pub struct Readability {
    questions: usize,
    fitting: usize,
    tallest: usize,
    bare: usize,
}

impl Readability {
    pub fn of<'q>(questions: impl Iterator<Item = &'q Question> + Clone) -> Readability {
        Readability {
            questions: questions.clone().count(),
            fitting: questions.clone().filter(|q| q.fits()).count(),
            tallest: questions.clone().map(Question::height).max().unwrap_or(0),
            bare: questions.filter(|q| q.shows_bare_id()).count(),
        }
    }
}

impl fmt::Display for Readability {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Readability {
            questions,
            fitting,
            tallest,
            bare,
        } = self;
        let percent = 100.0 * *fitting as f64 / (*questions).max(1) as f64;
        write!(
            f,
            "{percent:.1} % of the {questions} questions fit {SCREEN} lines of 80 columns without opening anything \
             (the tallest takes {tallest}); {bare} show a bare `Class@id`"
        )
    }
}
