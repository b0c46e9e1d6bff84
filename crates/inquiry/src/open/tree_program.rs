//! A tree file as a run that can be asked about.

use std::path::Path;
use std::sync::Arc;

use elenchus_session::{
    LeftOut, Moment, NodeNumber, PartError, Program, RootIs, Shown, Subject, Value, Written,
};
use elenchus_tree::{Kind, NodeId, Tree};
use elenchus_treefile::{State, TreeFile, TreeFileError};

use super::OpeningError;
use super::tree_writer::writer_of;

/// How many siblings are named in a title, at most.
const NAMED: usize = 3;

/// A tree file with its tree shared for the session.
#[derive(Debug)]
pub struct TreeProgram {
    file: TreeFile,
    tree: Arc<Tree>,
}

impl TreeProgram {
    /// Opens a tree file. Returns warnings about it, too.
    pub fn open(path: &Path) -> Result<(TreeProgram, Vec<String>), OpeningError> {
        let path = path.to_owned();
        if path.is_dir() {
            return Err(OpeningError::NoRecording { path });
        }
        match TreeFile::read(&path) {
            Ok((file, warnings)) => Ok((TreeProgram::new(file), warnings)),
            Err(error @ TreeFileError::Unreadable { .. }) => {
                Err(OpeningError::UnreadableTree { error })
            }
            Err(error) => Err(OpeningError::Tree { path, error }),
        }
    }

    /// What the file says about its root.
    pub fn root_is(&self) -> RootIs {
        self.file.root_is().unwrap_or_default()
    }

    /// The run that a file describes.
    pub fn new(file: TreeFile) -> TreeProgram {
        TreeProgram {
            tree: Arc::new(file.tree().clone()),
            file,
        }
    }

    /// The file.
    pub fn file(&self) -> &TreeFile {
        &self.file
    }

    /// One node in a few words.
    fn name(&self, node: NodeId) -> String {
        if let Some(title) = self.file.title(node) {
            return title.to_owned();
        }
        let label = self.tree.label(node);
        let number = self.file.number(node);
        match (self.tree.kind(node), label) {
            (Kind::Routine | Kind::Collapse, "") => format!("node {number}"),
            (Kind::Routine | Kind::Collapse, _) => label.to_owned(),
            (Kind::Loop, _) => format!("{}loop", in_routine(label)),
            (Kind::Iterations, _) if self.tree.own_mass(node) == 0 => {
                format!("{}iterations of a loop", in_routine(label))
            }
            (Kind::Iterations, _) => format!("{}iteration of a loop", in_routine(label)),
            (Kind::Projection, _) => format!("{}several steps", in_routine(label)),
        }
    }

    /// Siblings side by side: as a range when they are alike, else the first few by name.
    fn names(&self, subject: Subject) -> String {
        let (first, last) = (subject.first(), subject.last());
        let count = subject.nodes(&self.tree).count();
        let alike = |node: NodeId| {
            self.tree.kind(node) == self.tree.kind(first)
                && self.tree.routine(node) == self.tree.routine(first)
        };
        if subject.nodes(&self.tree).all(alike) {
            if self.tree.kind(first) == Kind::Iterations {
                return self.iterations(first, count);
            }
            let title = self.file.title(first);
            let same_title = |node| self.file.title(node) == title;
            if subject.nodes(&self.tree).all(same_title) {
                return format!("{count} times {}", self.name(first));
            }
        }
        let named = subject.nodes(&self.tree).take(NAMED);
        let mut names: Vec<String> = named.map(|node| self.name(node)).collect();
        match count - names.len() {
            0 => {}
            1 => names.push(self.name(last)),
            more => names.push(format!("{more} more")),
        }
        let tail = names.pop().unwrap_or_default();
        format!("{} and {tail}", names.join(", "))
    }

    /// `count` iterations from `first` on, by their places in the loop.
    fn iterations(&self, first: NodeId, count: usize) -> String {
        let label = in_routine(self.tree.label(first));
        let Some(around) = self.tree.parent(first) else {
            return format!("{label}{count} iterations");
        };
        let elder = self.tree.children(around).take_while(|&node| node < first);
        let place = elder.count() + 1;
        let of = match self.file.title(around) {
            Some(title) => format!("of {title}"),
            None => "of a loop".to_owned(),
        };
        format!("{label}iterations {place} to {} {of}", place + count - 1)
    }
}

fn in_routine(label: &str) -> String {
    match label {
        "" => String::new(),
        _ => format!("{label}, "),
    }
}

impl Program for TreeProgram {
    fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn costs(&self) -> Option<&[f64]> {
        self.file.costs()
    }

    fn show(&self, subject: Subject) -> Shown {
        let (first, last) = (subject.first(), subject.last());
        let (before, after) = (self.file.before(first), self.file.after(last));
        let single = subject.single();
        let kind = match single {
            Some(node) => self.file.kind_word(node),
            None => "projection",
        };
        Shown {
            routine: self.tree.label(first).to_owned(),
            kind: kind.to_owned(),
            loop_name: self.loop_name(first),
            title: match single {
                Some(node) => self.name(node),
                None => self.names(subject),
            },
            values: values(before, after),
            before: text(before),
            after: text(after),
            lines: single
                .and_then(|node| self.file.lines(node))
                .map(str::to_owned),
            // Nothing of a tree file is shortened.
            left_out: LeftOut::default(),
        }
    }

    fn lines_to_read(&self, subject: Subject) -> u32 {
        let lines = |state: &State| match state {
            State::Unsaid => 0,
            State::Values(pairs) => pairs.len(),
            State::Text(text) => text.lines().count(),
        };
        let before = lines(self.file.before(subject.first()));
        let after = lines(self.file.after(subject.last()));
        u32::try_from(1 + before.max(after)).unwrap_or(u32::MAX)
    }

    fn writer_of(&self, of: Subject, part: &str, when: Moment) -> Result<Written, PartError> {
        writer_of(&self.file, of, part, when)
    }

    fn loop_name(&self, node: NodeId) -> Option<String> {
        self.file.loop_name(node)
    }

    fn number(&self, node: NodeId) -> NodeNumber {
        NodeNumber(self.file.number(node))
    }

    fn node(&self, number: NodeNumber) -> Option<NodeId> {
        self.file.node(number.0)
    }
}

fn text(state: &State) -> Option<String> {
    match state {
        State::Text(text) => Some(text.clone()),
        State::Unsaid | State::Values(_) => None,
    }
}

/// The values before and after, by name: first those that were there before, then the new ones.
fn values(before: &State, after: &State) -> Vec<Value> {
    let pairs = |state: &State| match state {
        State::Values(pairs) => pairs.clone(),
        State::Unsaid | State::Text(_) => Vec::new(),
    };
    let (before, after) = (pairs(before), pairs(after));
    let find = |pairs: &[(String, String)], name: &str| {
        let found = pairs.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.clone())
    };
    let old = before.iter().map(|(name, value)| Value {
        name: name.clone(),
        before: Some(value.clone()),
        after: find(&after, name),
    });
    let new = after
        .iter()
        .filter(|(name, _)| find(&before, name).is_none())
        .map(|(name, value)| Value {
            name: name.clone(),
            before: None,
            after: Some(value.clone()),
        });
    old.chain(new).collect()
}
