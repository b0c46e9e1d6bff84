//! What a strategy answers: the next question or how the search ended, and why.

use elenchus_tree::place::view::NodeId;

use crate::strategies::Rule;

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// Ask whether this node is right.
    Ask(NodeId),
    /// This node is buggy.
    Bug(NodeId),
    /// No question that can be put would tell these suspects apart. Nodes that were answered with
    /// "don't know" could be asked again.
    Candidates(Vec<NodeId>),
    /// All that has finished is settled, but the program is still running.
    Wait,
    /// No suspect is left, and nothing said that there is a bug.
    Nothing,
    /// Something wrong has no suspect part left: some answers clash.
    Contradiction,
}

/// Why a question was chosen: the rule, and how it parts the suspects.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// The rule that decided.
    pub rule: Rule,
    /// How many suspects are inside the node: what *wrong* keeps and *right* clears.
    pub inside: u64,
    /// How many suspects there are.
    pub suspects: u64,
}
