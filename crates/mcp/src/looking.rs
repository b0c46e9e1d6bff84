//! `open`, `frame`, `source` and `search`: a closer look at any piece of the run.

use std::time::{Duration, Instant};

use elenchus_inquiry::SharedProgram;
use elenchus_session::{Limits, Program, Subject};
use elenchus_source::Execution;
use elenchus_tree::NodeId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::budget::Budget;
use crate::call::{Call, ToolError};
use crate::held::{SHOWN, Sessions};
use crate::shown::{Found, Frame, Named, Opened, Piece, Source, Value, code_lines};

/// A node as clients write it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum NodeName {
    Number(u64),
    /// A routine, `ROUTINE#n` or a loop.
    Name(String),
}

impl NodeName {
    pub fn written(&self) -> String {
        match self {
            NodeName::Number(number) => number.to_string(),
            NodeName::Name(name) => name.clone(),
        }
    }
}

/// What `open` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OpenArgs {
    pub session: String,
    /// The node; else what is asked about.
    pub node: Option<NodeName>,
    /// The path of a value: `this.items[3]`, `map["key"]`, `list[100..200]`. Without it, the names that can be opened.
    pub path: Option<String>,
    /// How long the result may be (400).
    pub max_tokens: Option<u64>,
}

/// What `frame` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FrameArgs {
    pub session: String,
    /// The node; else what is asked about.
    pub node: Option<NodeName>,
    /// The first callee to list, counted from 0.
    #[serde(default)]
    pub callees_from: usize,
    /// How long the result may be (800).
    pub max_tokens: Option<u64>,
}

/// What `source` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SourceArgs {
    pub session: String,
    /// The node; else what is asked about.
    pub node: Option<NodeName>,
    /// How long the result may be (1000).
    pub max_tokens: Option<u64>,
}

/// What `search` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SearchArgs {
    pub session: String,
    /// A part of the routine's name.
    pub routine: Option<String>,
    /// A part of a value that went in or came out.
    pub value: Option<String>,
    /// A line that ran, such as `Chess.java:20` or `20`.
    pub line: Option<String>,
    /// How many nodes to list (20, at most 200).
    pub limit: Option<usize>,
    /// How long the result may be (600).
    pub max_tokens: Option<u64>,
}

/// This many callees are listed at once.
const CALLEES: usize = 20;

/// This many bytes of what was printed are shown.
const PRINTED: usize = 1000;

/// The usual and the greatest number of nodes that a search lists.
const LISTED: usize = 20;
const MOST_LISTED: usize = 200;

/// A search ends after this time, with what it has found.
const SEARCH_TIME: Duration = Duration::from_secs(20);

/// A value by its path.
pub fn open(sessions: &Sessions, args: &OpenArgs, call: &mut Call) -> Result<Opened, ToolError> {
    let held = sessions.get(&args.session, call)?;
    let subject = held.subject(written(&args.node).as_deref(), call)?;
    let program = &held.program;
    let node = program.number(subject.first()).0;
    let Some(path) = &args.path else {
        return Ok(names(program, subject, node));
    };
    let opened = program.open(subject, path);
    let opened = opened.map_err(|error| {
        let names = program.paths(subject, "").join(", ");
        ToolError::new(format!("{error}; node {node} has {names}"))
    })?;
    Ok(Opened {
        node,
        path: path.clone(),
        before: opened.whole.before,
        after: opened.whole.after,
        parts: opened.parts.into_iter().map(Value::from).collect(),
        earlier: opened.earlier,
        later: opened.later,
        cut: None,
    })
}

/// The names that can be opened.
fn names(program: &SharedProgram, subject: Subject, node: usize) -> Opened {
    let parts = program.paths(subject, "").into_iter().map(|name| Value {
        name,
        before: None,
        after: None,
        cut: None,
    });
    Opened {
        node,
        path: String::new(),
        before: None,
        after: None,
        parts: parts.collect(),
        earlier: 0,
        later: 0,
        cut: None,
    }
}

pub fn written(node: &Option<NodeName>) -> Option<String> {
    node.as_ref().map(NodeName::written)
}

/// One activation.
pub fn frame(
    sessions: &Sessions,
    args: &FrameArgs,
    budget: Budget,
    call: &mut Call,
) -> Result<Frame, ToolError> {
    let held = sessions.get(&args.session, call)?;
    let subject = held.subject(written(&args.node).as_deref(), call)?;
    let (program, node) = (&held.program, subject.first());
    let limits = Limits {
        characters: budget.characters().min(SHOWN.characters),
        ..SHOWN
    };
    let mut piece = Piece::new(
        program.number(node).0,
        &program.show_within(subject, limits),
    );
    let last = subject.last();
    piece.last_node = (last != node).then(|| program.number(last).0);
    let tree = program.tree();
    let mut callees = tree.children(node).skip(args.callees_from);
    let listed: Vec<NodeId> = callees.by_ref().take(CALLEES).collect();
    let printed = program.printed(subject, PRINTED);
    let printed = printed.map(|printed| {
        let texts = printed.pieces.iter().map(|(_, text)| text.as_str());
        texts.collect::<String>()
    });
    Ok(Frame {
        piece,
        caller: tree.parent(node).map(|parent| Named::new(program, parent)),
        callees: listed
            .into_iter()
            .map(|node| Named::new(program, node))
            .collect(),
        more_callees: callees.count(),
        printed: printed.filter(|printed| !printed.is_empty()),
        cut: None,
    })
}

/// The source of a routine.
pub fn source(
    sessions: &Sessions,
    args: &SourceArgs,
    call: &mut Call,
) -> Result<Source, ToolError> {
    let held = sessions.get(&args.session, call)?;
    let subject = held.subject(written(&args.node).as_deref(), call)?;
    let listing = held.program.source(subject);
    let listing = listing.ok_or_else(|| ToolError::new("the source is not known"))?;
    Ok(Source {
        node: held.program.number(subject.first()).0,
        file: listing.file.display().to_string(),
        code: code_lines(&listing),
        cut: None,
    })
}

/// Pieces of the run by routine, value or line. `shown` makes a text as the client would see it, so that nobody can search for
/// what is hidden.
pub fn search(
    sessions: &Sessions,
    args: &SearchArgs,
    shown: &dyn Fn(&str, &str) -> String,
    call: &mut Call,
) -> Result<Found, ToolError> {
    let listed = match args.limit {
        None => LISTED,
        Some(limit @ 1..=MOST_LISTED) => limit,
        Some(_) => {
            return Err(ToolError::new(format!(
                "limit goes from 1 to {MOST_LISTED}"
            )));
        }
    };
    let wanted = Sought::new(args)?;
    let held = sessions.get(&args.session, call)?;
    let (program, begun) = (&held.program, Instant::now());
    let tree = program.tree();
    let (mut matches, mut found, mut looked_at) = (Vec::new(), 0, 0);
    for node in tree.nodes() {
        if begun.elapsed() >= SEARCH_TIME {
            break;
        }
        call.go_on()?;
        call.progress(looked_at as f64, || {
            format!("{looked_at} nodes, {found} found")
        });
        looked_at += 1;
        if wanted.is(program, node, shown) {
            found += 1;
            if matches.len() < listed {
                matches.push(Named::new(program, node));
            }
        }
    }
    Ok(Found {
        more: found - matches.len(),
        matches,
        looked_at,
        of: tree.len(),
        cut: None,
    })
}

/// What is searched for.
struct Sought<'a> {
    routine: Option<String>,
    value: Option<&'a str>,
    line: Option<(&'a str, u32)>,
}

impl Sought<'_> {
    fn new(args: &SearchArgs) -> Result<Sought<'_>, ToolError> {
        if args.routine.is_none() && args.value.is_none() && args.line.is_none() {
            return Err(ToolError::new("name `routine`, `value` or `line`"));
        }
        let line = args.line.as_deref().map(|line| {
            let (file, number) = line.rsplit_once(':').unwrap_or(("", line));
            let number = number.parse();
            number.map(|number| (file, number)).map_err(|_| {
                ToolError::new(format!("`{line}` is no line; write Chess.java:20 or 20"))
            })
        });
        Ok(Sought {
            routine: args.routine.as_ref().map(|name| name.to_lowercase()),
            value: args.value.as_deref(),
            line: line.transpose()?,
        })
    }

    fn is(
        &self,
        program: &SharedProgram,
        node: NodeId,
        shown: &dyn Fn(&str, &str) -> String,
    ) -> bool {
        let label = program.tree().label(node);
        let names = |wanted: &String| label.to_lowercase().contains(wanted.as_str());
        self.routine.as_ref().is_none_or(names)
            && self
                .line
                .is_none_or(|(file, line)| ran(program, node, file, line))
            && self
                .value
                .is_none_or(|value| holds(program, node, value, shown))
    }
}

/// Whether a line ran as the node's own code.
fn ran(program: &SharedProgram, node: NodeId, file: &str, line: u32) -> bool {
    let Some(listing) = program.code(&[node]) else {
        return false;
    };
    let mut lines = listing.blocks.iter().flatten();
    let is_line = |number: u32, execution: Execution, owned: bool| {
        number == line && execution == Execution::Ran && owned
    };
    listing.file.ends_with(file) && lines.any(|l| is_line(l.number, l.execution, l.owned))
}

/// Whether something that went in or came out reads like this.
fn holds(
    program: &SharedProgram,
    node: NodeId,
    wanted: &str,
    shown: &dyn Fn(&str, &str) -> String,
) -> bool {
    let values = program.show_within(Subject::node(node), SHOWN).values;
    values.iter().any(|value| {
        let texts = [&value.before, &value.after].into_iter().flatten();
        texts
            .map(|text| shown(&value.name, text))
            .any(|text| text.contains(wanted))
    })
}
