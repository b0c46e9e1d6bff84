//! `who_wrote`: from a value to the pieces of the run that wrote it, latest first.
//!
//! A writer knows the value by another name than whoever looks at it later (`this.x` there, `king.x` here). The names of the
//! writer are tried, and the one is taken that ends with the same field and held the same afterwards. When none or several
//! do, the chain ends there and says so: a guess would blame somebody.

use elenchus_inquiry::SharedProgram;
use elenchus_session::{Moment, Program, Subject, Value, Written};
use elenchus_tree::NodeId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::{Call, ToolError};
use crate::held::Sessions;
use crate::looking::{NodeName, written};
use crate::shown::{Writer, Writers};

/// What `who_wrote` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WhoWroteArgs {
    pub session: String,
    /// The node after which the value is looked at; else what is asked about.
    pub node: Option<NodeName>,
    /// The path of the value: `returned`, `this.items[3]`.
    pub path: String,
    /// How many writers to go back (3, at most 20).
    pub steps: Option<usize>,
    /// How long the result may be (400).
    pub max_tokens: Option<u64>,
}

/// The usual and the greatest number of writers.
const STEPS: usize = 3;
const MOST_STEPS: usize = 20;

/// The pieces of the run that wrote a value.
pub fn who_wrote(
    sessions: &Sessions,
    args: &WhoWroteArgs,
    call: &mut Call,
) -> Result<Writers, ToolError> {
    let steps = match args.steps {
        None => STEPS,
        Some(steps @ 1..=MOST_STEPS) => steps,
        Some(_) => return Err(ToolError::new(format!("steps goes from 1 to {MOST_STEPS}"))),
    };
    let held = sessions.get(&args.session, call)?;
    let subject = held.subject(written(&args.node).as_deref(), call)?;
    let mut chain = Chain {
        program: &held.program,
        writers: Vec::new(),
    };
    let end = chain.follow(subject, &args.path, steps, call)?;
    Ok(Writers {
        writers: chain.writers,
        end,
        cut: None,
    })
}

struct Chain<'p> {
    program: &'p SharedProgram,
    writers: Vec<Writer>,
}

impl Chain<'_> {
    /// Goes from writer to writer. Says why it stopped.
    fn follow(
        &mut self,
        subject: Subject,
        path: &str,
        steps: usize,
        call: &mut Call,
    ) -> Result<String, ToolError> {
        let (mut subject, mut path, mut when) = (subject, path.to_owned(), Moment::After);
        while self.writers.len() < steps {
            call.go_on()?;
            let written = match self.program.writer_of(subject, &path, when) {
                Ok(written) => written,
                Err(error) if self.writers.is_empty() => {
                    return Err(ToolError::new(error.to_string()));
                }
                Err(error) => return Ok(error.to_string()),
            };
            let value = self.value(subject, &path, when);
            let writer = match written {
                Written::Own => subject.first(),
                Written::Inside(node) | Written::Before(Some(node)) => node,
                Written::Before(None) => return Ok(nobody(&path, self.program, subject)),
            };
            let is_own = written == Written::Own;
            let name = match is_own {
                true => Some(path.clone()),
                false => self.name_there(writer, &path, value.as_deref()),
            };
            self.note(writer, name.clone());
            let Some(name) = name else {
                return Ok(format!(
                    "node {} knows the value by another name; `frame` shows it",
                    self.program.number(writer)
                ));
            };
            (subject, path, when) = (Subject::node(writer), name, Moment::Before);
        }
        Ok("that many writers were wanted; `steps` goes further back".to_owned())
    }

    /// What a value held at a moment.
    fn value(&self, subject: Subject, path: &str, when: Moment) -> Option<String> {
        let whole = self.program.open(subject, path).ok()?.whole;
        match when {
            Moment::Before => whole.before,
            Moment::After => whole.after,
        }
    }

    /// What the writer calls the value that it wrote.
    fn name_there(&self, writer: NodeId, path: &str, value: Option<&str>) -> Option<String> {
        let writer = Subject::node(writer);
        let last = path.rfind(['.', '[']).map_or("", |start| &path[start..]);
        let roots = self.program.paths(writer, "");
        let below = roots.iter().map(|root| format!("{root}{last}"));
        let mut candidates: Vec<String> = match last {
            "" => roots.clone(),
            _ => below.chain(["returned".to_owned()]).collect(),
        };
        candidates.sort();
        candidates.dedup();
        let holds = |name: &String| {
            let held = self.value(writer, name, Moment::After);
            held.is_some() && held.as_deref() == value
        };
        let mut fitting = candidates.into_iter().filter(holds);
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first)
    }

    fn note(&mut self, writer: NodeId, name: Option<String>) {
        let subject = Subject::node(writer);
        let heading = self.program.heading(subject);
        let opened = name.as_ref().map(|name| self.program.open(subject, name));
        let Value { before, after, .. } = match opened {
            Some(Ok(opened)) => opened.whole,
            _ => Value {
                name: String::new(),
                before: None,
                after: None,
            },
        };
        self.writers.push(Writer {
            node: self.program.number(writer).0,
            title: heading.title,
            path: name,
            before,
            after,
            lines: heading.lines,
        });
    }
}

fn nobody(path: &str, program: &SharedProgram, subject: Subject) -> String {
    let node = program.number(subject.first());
    format!("`{path}` was like this before node {node}, and who wrote it is not recorded")
}
