//! The base tree of a session, and the way between it and the recorded tree.
//!
//! Answers are kept about recorded nodes; the search runs on the base tree, which hides loops unless
//! the transformations want to see them. An answer about a loop that is hidden now still clears the
//! calls inside it, but cannot narrow the search to it.

use std::collections::HashSet;
use std::sync::Arc;

use elenchus_transform::{Base, Origin, Span};
use elenchus_tree::{Answer, NodeId, RoutineId, Tree};

use crate::log::Log;
use crate::pattern;
use crate::remaining::Placed;
use crate::settings::{Settings, search};
use crate::subject::Subject;

/// The base tree on recorded ground.
#[derive(Clone, Debug)]
pub struct Ground {
    base: Base,
    recorded: Arc<Tree>,
}

impl Ground {
    /// The base tree that the chosen transformations work on.
    pub fn new(recorded: Arc<Tree>, settings: &Settings) -> Ground {
        let search = search(settings.strategy);
        let base = Base::for_plan(
            recorded.clone(),
            &settings.plan,
            search,
            &settings.transform,
        );
        Ground { base, recorded }
    }

    /// The base tree, with its way back to the recorded one.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// The base tree.
    pub fn tree(&self) -> &Tree {
        self.base.tree()
    }

    /// What a node of a view stands for, in recorded terms.
    pub fn subject(&self, origin: Origin) -> Subject {
        Subject::siblings(
            self.base.recorded(origin.first()),
            self.base.recorded(origin.last()),
        )
    }

    /// The recorded node of a base node.
    pub fn recorded(&self, node: NodeId) -> NodeId {
        self.base.recorded(node)
    }

    /// The first base node whose recorded node is `recorded` or comes after it.
    fn at_or_after(&self, recorded: NodeId) -> NodeId {
        // Both trees are in execution order, so the numbers of one rise with those of the other.
        let (mut low, mut high) = (0, self.tree().len());
        while low < high {
            let middle = low.midpoint(high);
            if self.base.recorded(NodeId::new(middle)) < recorded {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        NodeId::new(low)
    }

    /// The base nodes that a recorded subject covers, and whether it is itself to be seen.
    pub fn span(&self, subject: Subject) -> (Span, bool) {
        let (start, end) = subject.span(&self.recorded);
        let span = Span {
            start: self.at_or_after(start),
            end: self.at_or_after(end),
        };
        let visible = !span.is_empty() && self.base.recorded(span.start) == start;
        (span, visible)
    }

    /// The base node of a recorded node; of a hidden loop, the routine that contains it.
    pub fn base_node(&self, recorded: NodeId) -> NodeId {
        let visible = |&node: &NodeId| self.base.recorded(self.at_or_after(node)) == node;
        let shown = std::iter::once(recorded)
            .chain(self.recorded.ancestors(recorded))
            .find(|node| self.at_or_after(*node).index() < self.tree().len() && visible(node));
        shown.map_or(NodeId::ROOT, |node| self.at_or_after(node))
    }

    /// The answers that stand, in base coordinates.
    pub fn placed(&self, log: &Log) -> Vec<Placed> {
        log.answers()
            .filter_map(|(entry, subject, answer)| {
                let (span, visible) = self.span(subject);
                let clears = matches!(answer, Answer::Right | Answer::Inadmissible);
                (visible || (clears && !span.is_empty())).then_some(Placed {
                    entry,
                    span,
                    answer,
                })
            })
            .collect()
    }

    /// The routines whose own code is out of question.
    pub fn trusted(&self, log: &Log, settings: &Settings) -> HashSet<RoutineId> {
        let tree = &self.recorded;
        let mut trusted: HashSet<RoutineId> = log
            .answers()
            .filter(|&(_, _, answer)| answer == Answer::Trusted)
            .flat_map(|(_, subject, _)| subject.nodes(tree))
            .map(|node| tree.routine(node))
            .collect();
        let patterns: Vec<&str> = log.trusted_patterns().collect();
        if settings.trusts_any() || !patterns.is_empty() {
            let is_trusted = |name: &str| {
                settings.trusts(name) || patterns.iter().any(|p| pattern::matches(p, name))
            };
            let names = tree.routine_names().iter().enumerate();
            trusted.extend(
                names
                    .filter(|(_, name)| is_trusted(name))
                    .map(|(number, _)| RoutineId(number as u32)),
            );
        }
        trusted
    }

    /// The bugs found so far, as base nodes.
    pub fn bugs(&self, log: &Log) -> Vec<NodeId> {
        log.found().map(|node| self.base_node(node)).collect()
    }

    /// The bugs and everything around them: their being wrong is explained.
    pub fn explained(&self, bugs: &[NodeId]) -> HashSet<NodeId> {
        let mut explained = HashSet::new();
        for &bug in bugs {
            explained.insert(bug);
            for ancestor in self.tree().ancestors(bug) {
                if !explained.insert(ancestor) {
                    break;
                }
            }
        }
        explained
    }
}
