//! Where a piece of the run stands: what called it, what it called, and what was said about them.

use elenchus_tree::NodeId;

use crate::log::answer_word;
use crate::number::NodeNumber;
use crate::program::Program;
use crate::session::Session;
use crate::subject::Subject;

/// How many callers and how many parts are listed, at most.
const MOST_ABOVE: usize = 6;
const MOST_INSIDE: usize = 12;

/// What is around a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Around {
    /// What it is inside of, outermost first; only the nearest when there are many.
    pub above: Vec<Neighbour>,
    /// How many further out are not listed.
    pub further_out: usize,
    /// The node itself.
    pub node: Neighbour,
    /// Its direct parts, in order.
    pub inside: Vec<Neighbour>,
    /// How many more parts there are.
    pub more_inside: usize,
}

/// One node in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbour {
    pub number: NodeNumber,
    pub title: String,
    /// How many nodes it and everything inside it are.
    pub nodes: usize,
    /// What was said about it.
    pub said: Option<&'static str>,
}

impl<P: Program> Session<P> {
    /// What is around a node of the recorded tree.
    pub fn around(&self, node: NodeId) -> Around {
        let tree = self.program.tree();
        let mut above: Vec<NodeId> = tree.ancestors(node).take(MOST_ABOVE).collect();
        let further_out = tree.ancestors(node).count() - above.len();
        above.reverse();
        let mut children = tree.children(node);
        let inside: Vec<NodeId> = children.by_ref().take(MOST_INSIDE).collect();
        Around {
            above: above.into_iter().map(|n| self.neighbour(n)).collect(),
            further_out,
            node: self.neighbour(node),
            inside: inside.into_iter().map(|n| self.neighbour(n)).collect(),
            more_inside: children.count(),
        }
    }

    fn neighbour(&self, node: NodeId) -> Neighbour {
        let subject = Subject::node(node);
        let said = self
            .log
            .answers()
            .rfind(|(_, about, _)| *about == subject)
            .map(|(.., answer)| answer_word(answer));
        Neighbour {
            number: self.program.number(node),
            title: self.program.heading(subject).title,
            nodes: self.program.tree().size(node),
            said,
        }
    }
}
