//! What a front wants to see of the run, whatever is asked at the moment, and what it gets.
//!
//! Looks change nothing, so they may come at any time and in any number. Each is about what fits a
//! screen: a window of parts, a picture of so many pixels, a value by its path. There are no other
//! types behind these: what a screen shows has no life of its own in a session.

use elenchus_session::Answer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::listing::Listing;
use crate::opened::{Opened, Printed};
use crate::question::Shown;
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
    Open { nodes: (usize, usize), path: String },
    /// The source of the routine that a node belongs to.
    Source { node: usize },
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
    Source(Listing),
    Output(Printed),
    Search {
        nodes: Vec<Node>,
        /// Where the search goes on; missing when the whole run was looked through.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<usize>,
    },
    Origin(Origin),
    Said {
        answers: Vec<Said>,
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

/// A node on the way to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OnTheWay {
    #[serde(flatten)]
    pub node: Node,
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
    /// No bug is found yet.
    NoBug,
    /// The value cannot be opened.
    Open {
        problem: String,
    },
    /// Where the value comes from cannot be told.
    Origin {
        problem: String,
    },
}
