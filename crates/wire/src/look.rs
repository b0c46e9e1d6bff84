//! What a front wants to see of the run, whatever is asked at the moment, and what it gets.
//!
//! Looks change nothing, so they may come at any time and in any number. Each is about what fits a
//! screen: a window of parts, a picture of a given width, a value by its path. There are no other
//! types behind these: what a screen shows has no life of its own in a session.

use elenchus_session::Answer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::listing::Listing;
use crate::opened::{Opened, Printed};
use crate::question::Shown;
use crate::refused::{OpenProblem, PartProblem};
use crate::report::Verdict;

/// What a front wants to see. Nodes are given by their numbers; several side by side by the first and the last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "look", rename_all = "kebab-case")]
pub enum Look {
    /// A node of the run; the outermost one when none is named.
    Node {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<usize>,
    },
    /// The node of one of several calls that are asked about as one.
    Call {
        nodes: (usize, usize),
        /// As the question numbers them: the first one is 1.
        number: usize,
    },
    /// Some direct parts of a node, in order.
    Parts {
        of: usize,
        /// How many of its parts come before those wanted.
        from: usize,
        count: usize,
    },
    /// The way from the outermost node to this one.
    Way { to: usize },
    /// The way from a node down to the next one that has several parts, or none.
    Branching { below: usize },
    /// A picture of a part of the run: every node is as wide as what is in it.
    Icicle(Picture),
    /// What ran in these nodes, what went in and what came out.
    Piece { nodes: (usize, usize) },
    /// A value of these nodes, one level open.
    Open {
        nodes: (usize, usize),
        path: String,
        /// A moment inside the node, as a stop named it; else the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(u32, u32)>,
    },
    /// A stretch of a long text.
    Text {
        nodes: (usize, usize),
        /// The value; missing for the free text on a state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        /// Whether the text after is wanted, or that before.
        after: bool,
        /// How many characters come before the stretch.
        from: usize,
        /// A moment inside the node, as a stop named it; else the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(u32, u32)>,
    },
    /// The source of the routine that these nodes belong to.
    Source { nodes: (usize, usize) },
    /// What was printed and read during these nodes.
    Output { nodes: (usize, usize) },
    /// Nodes that fit a text, in execution order.
    Search {
        by: Sought,
        text: String,
        /// The number of the first node that is looked at.
        from: usize,
    },
    /// Who wrote a value of these nodes.
    Origin { nodes: (usize, usize), path: String },
    /// A node at a moment inside it, one stride away from another.
    Stop {
        node: usize,
        /// Where the stride begins, as an earlier stop named it; else at the beginning of the node.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<(u32, u32)>,
        stride: Stride,
    },
    /// Everything that was said, with the nodes it is about.
    Said,
    /// The bugs found, as Markdown.
    Report,
}

/// Which picture is wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    pub by: Width,
    /// The node in the first row.
    pub of: usize,
    /// Where the picture begins and ends, as shares of that node's width.
    pub from: f64,
    pub to: f64,
    /// How wide the picture is.
    pub pixels: u32,
    /// How many rows it has.
    pub rows: u32,
}

/// What makes a node wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Width {
    /// How many nodes are in it.
    Size,
    /// How many suspects are left in it.
    Suspects,
}

/// What a search compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sought {
    /// The name of the routine.
    Routine,
    /// The title, with the values that went in.
    Value,
    /// The lines that ran, written as `Chess.java:20`.
    Line,
}

/// Where to go from a moment inside a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stride {
    /// Nowhere.
    Stay,
    /// To right after the next thing it did.
    On,
    /// To right before the last thing it did.
    Back,
    /// To its end.
    End,
}

/// What a look shows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "seen", rename_all = "kebab-case")]
pub enum Seen {
    Node(Node),
    Parts {
        /// How many parts there are in all.
        total: usize,
        nodes: Vec<Node>,
    },
    /// From the outside in.
    Way {
        nodes: Vec<OnTheWay>,
    },
    Icicle(Icicle),
    Piece {
        nodes: (usize, usize),
        #[serde(flatten)]
        shown: Shown,
    },
    Opened(Opened),
    Text {
        text: String,
        /// How many characters come after it.
        later: usize,
    },
    Source {
        #[serde(flatten)]
        listing: Listing,
        /// How the lines stand in the search that are own code of the call shown, by their numbers.
        standings: Vec<(u32, Standing)>,
    },
    Output(Printed),
    Search {
        nodes: Vec<Node>,
        /// Where the search goes on; missing when the whole run was looked through.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<usize>,
    },
    Origin(Origin),
    Stop(Box<Stop>),
    Said {
        answers: Vec<Said>,
        /// How many suspects there were at first, and after each answer; empty before the first question.
        suspects: Vec<u64>,
    },
    Report {
        markdown: String,
    },
}

/// One node in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    pub number: usize,
    pub title: String,
    /// The kind of node: `routine`, `loop`, `iterations`, `projection` or `collapse`.
    pub kind: String,
    /// How many nodes it and everything inside it are.
    pub nodes: usize,
    /// How many suspects are left among them.
    pub suspects: u64,
    pub standing: Standing,
    /// Whether it has not ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub running: bool,
}

/// How a node stands in the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is asked about.
    Asked,
    /// A bug was found in it.
    Bug,
    /// What was said about it.
    Right,
    Wrong,
    Unknown,
    Trusted,
    Inadmissible,
    /// Nothing was said about it, and suspects are left in it.
    Suspect,
    /// Nothing was said about it, and no suspect is left in it.
    Cleared,
}

impl Standing {
    /// Which of several standings a line shows that several nodes ran: the one to look at first weighs most.
    pub fn weight(self) -> u8 {
        match self {
            Standing::Cleared => 0,
            Standing::Right => 1,
            Standing::Trusted => 2,
            Standing::Unknown => 3,
            Standing::Suspect => 4,
            Standing::Inadmissible => 5,
            Standing::Wrong => 6,
            Standing::Asked => 7,
            Standing::Bug => 8,
        }
    }
}

impl From<Answer> for Standing {
    fn from(answer: Answer) -> Standing {
        match answer {
            Answer::Right => Standing::Right,
            Answer::Wrong => Standing::Wrong,
            Answer::Unknown => Standing::Unknown,
            Answer::Trusted => Standing::Trusted,
            Answer::Inadmissible => Standing::Inadmissible,
        }
    }
}

/// A node on the way to another. Its title is not told: to find those of a deep way takes longer than to find the way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OnTheWay {
    pub number: usize,
    /// How many direct parts it has.
    pub parts: usize,
    /// How many parts of the node before it on the way come before this one.
    pub place: usize,
}

/// A picture of a part of the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Icicle {
    /// How many nodes or suspects the node in the first row holds.
    pub total: u64,
    /// The names of what is drawn, to which blocks refer.
    pub names: Vec<String>,
    /// From top to bottom; each from left to right.
    pub rows: Vec<Vec<Block>>,
    /// Whether there is more below the last row.
    pub more: bool,
}

/// A node in a picture, or several that are too narrow to be told apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    pub x: u32,
    pub width: u32,
    /// The number of the node, or of the first of several.
    pub node: usize,
    /// The place of its name; missing for several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<usize>,
    pub standing: Standing,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Said {
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The numbers of the first and the last node it is about, when it is about some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<(usize, usize)>,
}

/// Who wrote a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    pub path: String,
    /// Who wrote what it holds at the end.
    pub after: Writer,
    /// Who wrote what it held at the beginning, where it existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Writer>,
    /// The way of what it holds at the end back to its origin, latest first.
    pub chain: Vec<Link>,
    pub beginning: Beginning,
}

/// One stop on the way of a value back to its origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    pub node: Node,
    pub did: Did,
    /// What was written, as `Position.x`; empty when it has no name of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// What the value was there.
    pub value: String,
    /// Whether it is on the way because it had an equal number or text: nobody knows whether one was copied from the other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alike: bool,
    /// How many calls in between only passed the value on.
    #[serde(default, skip_serializing_if = "is_none")]
    pub passed_on: usize,
}

/// What a node has to do with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Did {
    /// Its own code wrote it.
    Wrote,
    /// It came out of it.
    Returned,
    /// Its own code had it first.
    Had,
    /// It made the object.
    Made,
}

/// Where the way of a value begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Beginning {
    /// With the own code of the last node on it.
    Code,
    /// Before that, nothing was recorded.
    Unknown,
    /// Further back than was looked.
    Further,
}

/// A node at a moment inside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stop {
    pub node: usize,
    /// The moment; what its numbers mean is the server's business.
    pub at: (u32, u32),
    /// What the node had changed by then.
    #[serde(flatten)]
    pub shown: Shown,
    /// What it did last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Action>,
    /// What it does next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Action>,
    /// Whether the node has ended at this moment.
    pub is_end: bool,
    /// Whether variables are shown as they were earlier, since between two iterations they are not recorded.
    pub variables_as_begun: bool,
    /// What it is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub around: Option<usize>,
}

/// Something that a node did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    /// It wrote a value.
    Wrote {
        part: String,
        before: String,
        after: String,
        /// The source line, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
    /// This part of it ran.
    Ran {
        node: Node,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// Whoever wrote a value last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "writer", rename_all = "kebab-case")]
pub enum Writer {
    /// This node, which ran inside.
    Inside { node: Node },
    /// The piece's own code.
    Own,
    /// This node, which ran before.
    Earlier { node: Node },
    /// It is not known.
    Unknown,
}

/// Why a look shows nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "unseen", rename_all = "kebab-case")]
pub enum Unseen {
    /// The session has not begun.
    NotBegun,
    NoSuchNode {
        number: usize,
    },
    NoSource,
    NoOutput,
    /// What happened inside the node is not recorded.
    NoSteps,
    /// No bug is found yet.
    NoBug,
    /// The value cannot be opened.
    Open {
        problem: OpenProblem,
    },
    /// Where the value comes from cannot be told.
    Origin {
        problem: PartProblem,
    },
}
