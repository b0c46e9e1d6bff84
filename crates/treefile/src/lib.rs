//! Execution trees as JSON files.
//!
//! A tree file holds one tree as a list of parents, and optionally what a question shows about each
//! node: routine, kind, state before and after, lines. The format is described in
//! docs/design/tree-files.md. This crate reads it with checks, and writes it; it knows nothing of
//! strategies or sessions.
//!
//! Invariants: whatever [`TreeFile::parse`] accepts is a tree with at least one suspect, every list
//! has one entry a node, and all numbers are finite and not negative. Lists are kept in preorder;
//! [`TreeFile::number`] gives a node's place in the file, which is what people call it.

mod error;
mod facts;
mod loops;
mod parse;
mod write;

use std::path::Path;
use std::sync::OnceLock;

use elenchus_tree::{NodeId, Order, RootIs, Tree};

use loops::LoopNumbers;

pub use error::TreeFileError;
pub use facts::{Lines, State};

/// One execution tree with what a question can show about its nodes.
#[derive(Clone, Debug)]
pub struct TreeFile {
    name: Option<String>,
    root_is: Option<RootIs>,
    tree: Tree,
    order: Order,
    labelled: bool,
    costs: Option<Vec<f64>>,
    titles: Option<Vec<Option<String>>>,
    before: Option<Vec<State>>,
    after: Option<Vec<State>>,
    lines: Option<Vec<Lines>>,
    /// The numbers of its loops, once somebody has asked for one.
    loops: OnceLock<LoopNumbers>,
}

impl TreeFile {
    /// Reads a tree from JSON text. The second part of the result are warnings for the user.
    pub fn parse(text: &str) -> Result<(TreeFile, Vec<String>), TreeFileError> {
        parse::parse(text)
    }

    /// Reads a tree from a file. The second part of the result are warnings for the user.
    pub fn read(path: &Path) -> Result<(TreeFile, Vec<String>), TreeFileError> {
        let text = std::fs::read_to_string(path).map_err(|source| TreeFileError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        TreeFile::parse(&text)
    }

    /// A file around a tree that was made otherwise. Its nodes are numbered in preorder.
    pub fn from_tree(tree: Tree) -> TreeFile {
        let parents: Vec<_> = tree
            .nodes()
            .map(|node| tree.parent(node).map(NodeId::index))
            .collect();
        let (_, order) = Tree::from_parents(&parents).expect("a tree's own parents form a tree");
        TreeFile {
            name: None,
            root_is: None,
            order,
            labelled: tree.routine_names().iter().any(|name| !name.is_empty()),
            tree,
            costs: None,
            titles: None,
            before: None,
            after: None,
            lines: None,
            loops: OnceLock::new(),
        }
    }

    /// The tree as JSON text: its lists in the order of the file it came from.
    pub fn to_json(&self) -> String {
        write::to_json(self)
    }

    /// What the file calls the tree.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What the file says about the root, if it does.
    pub fn root_is(&self) -> Option<RootIs> {
        self.root_is
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What asking about each node costs, in preorder, if the file says so.
    pub fn costs(&self) -> Option<&[f64]> {
        self.costs.as_deref()
    }

    /// A node's place in the lists of the file.
    pub fn number(&self, node: NodeId) -> usize {
        self.order.index(node)
    }

    /// The node at this place in the lists of the file.
    pub fn node(&self, number: usize) -> Option<NodeId> {
        (number < self.order.len()).then(|| self.order.node(number))
    }

    /// Whether the file names the routines.
    pub fn has_labels(&self) -> bool {
        self.labelled
    }

    /// The file's word for a node's kind.
    pub fn kind_word(&self, node: NodeId) -> &'static str {
        parse::kind_word(self.tree.kind(node), self.tree.own_mass(node) > 0)
    }

    /// The title that the file gives this node.
    pub fn title(&self, node: NodeId) -> Option<&str> {
        self.titles.as_ref()?[node.index()].as_deref()
    }

    /// The name of the loop that a node is, or is an iteration of: its routine with `_loopN`.
    pub fn loop_name(&self, node: NodeId) -> Option<String> {
        let title = |node| self.title(node);
        let numbers = self.loops.get_or_init(|| loops::numbers(&self.tree, title));
        let place = numbers
            .binary_search_by_key(&node, |&(node, _)| node)
            .ok()?;
        Some(format!(
            "{}_loop{}",
            self.tree.label(node),
            numbers[place].1
        ))
    }

    /// The state before the node ran.
    pub fn before(&self, node: NodeId) -> &State {
        state(self.before.as_deref(), node)
    }

    /// The state after the node ran.
    pub fn after(&self, node: NodeId) -> &State {
        state(self.after.as_deref(), node)
    }

    /// The source lines that the node owns, as the file puts it.
    pub fn lines(&self, node: NodeId) -> Option<&str> {
        let lines = self.lines.as_ref()?[node.index()].0.as_str();
        (!lines.is_empty()).then_some(lines)
    }
}

fn state(states: Option<&[State]>, node: NodeId) -> &State {
    states.map_or(&State::Unsaid, |states| &states[node.index()])
}
