//! The base tree of a session, and the way between it and the recorded tree.
//!
//! Answers are kept about recorded nodes; the search runs on the base tree, which hides loops unless
//! the transformations want to see them. An answer about a loop that is hidden now still clears the
//! calls inside it, but cannot narrow the search to it. An answer about calls alone, given while
//! loops were hidden, says nothing about the code of the loops between them.

use std::collections::HashSet;
use std::sync::Arc;

use elenchus_pattern::{Pattern, any_covers};
use elenchus_transform::{Base, Origin, Span};
use elenchus_tree::place::base;
use elenchus_tree::{Answer, Kind, NodeId, RoutineId, Tree};

use crate::log::Log;
use crate::program::{Program, routines_called};
use crate::remaining::Placed;
use crate::settings::{Settings, search};
use crate::subject::Subject;

/// How many hidden loops and iterations are taken along to show which of their lines ran, at most.
pub const MOST_HIDDEN: usize = 300_000;

/// The base tree on recorded ground.
#[derive(Clone, Debug)]
pub struct Ground {
    base: Base,
    recorded: Arc<Tree>,
}

impl Ground {
    /// The base tree that the chosen transformations work on, after these answers.
    pub fn new(recorded: Arc<Tree>, settings: &Settings, log: &Log) -> Ground {
        let search = search(settings.strategy);
        let base = match settings.plan.is_auto() && needs_loops(&recorded, log) {
            true => Base::with_loops(recorded.clone()),
            false => Base::for_plan(
                recorded.clone(),
                &settings.plan,
                search,
                &settings.transform,
            ),
        };
        Ground { base, recorded }
    }

    /// Whether loops are hidden although an answer can only count where they are shown.
    pub fn is_blind_to(&self, log: &Log) -> bool {
        self.hides_loops() && needs_loops(&self.recorded, log)
    }

    /// The base tree, with its way back to the recorded one.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// The base tree.
    pub fn tree(&self) -> &base::Tree {
        self.base.tree()
    }

    /// What a node of a view stands for, in recorded terms.
    pub fn subject(&self, origin: Origin) -> Subject {
        let first = self.base.recorded(origin.first());
        let last = self.base.recorded(origin.last());
        let siblings = Subject::siblings(first, last);
        if self.hides_loops() && siblings.loops_between(&self.recorded).next().is_some() {
            Subject::calls(first, last)
        } else {
            siblings
        }
    }

    fn hides_loops(&self) -> bool {
        self.base.hides_loops()
    }

    /// Some recorded nodes, `bug` first, together with the loops and iterations that are their own code
    /// as long as loops are hidden.
    pub fn with_hidden_loops(&self, bug: NodeId, owned: &[NodeId]) -> Vec<NodeId> {
        let mut nodes = vec![bug];
        nodes.extend(owned.iter().filter(|&&node| node != bug));
        if !self.hides_loops() {
            return nodes;
        }
        let tree = &self.recorded;
        let mut hidden = Vec::new();
        for &call in &nodes {
            let mut next = NodeId::new(call.index() + 1);
            while next < tree.end(call) && hidden.len() < MOST_HIDDEN {
                if tree.kind(next) == Kind::Routine {
                    next = tree.end(next);
                } else {
                    hidden.push(next);
                    next = NodeId::new(next.index() + 1);
                }
            }
        }
        nodes.extend(hidden);
        nodes
    }

    /// The recorded node of a base node.
    pub fn recorded(&self, node: base::NodeId) -> NodeId {
        self.base.recorded(node)
    }

    /// The base nodes that a recorded subject covers.
    pub fn span(&self, subject: Subject) -> Span {
        let (start, end) = subject.span(&self.recorded);
        Span {
            start: self.base.at_or_after(start),
            end: self.base.at_or_after(end),
        }
    }

    /// The base node of a recorded node; of a hidden loop, the routine that contains it.
    pub fn base_node(&self, recorded: NodeId) -> base::NodeId {
        std::iter::once(recorded)
            .chain(self.recorded.ancestors(recorded))
            .find_map(|node| self.base.node(node))
            .unwrap_or(base::NodeId::ROOT)
    }

    /// The answers that stand, in base coordinates. What `outlives` a subject is not cleared with it.
    pub fn placed(&self, log: &Log, outlives: impl Fn(Subject) -> Vec<NodeId>) -> Vec<Placed> {
        let mut all = Vec::new();
        for (_, subject, answer) in log.answers() {
            let from = all.len();
            self.place(subject, answer, &mut all);
            if answer == Answer::Right {
                let spared = outlives(subject).into_iter();
                let spared = spared.map(|node| Span::of(self.tree(), self.base_node(node)));
                for spared in spared {
                    let placed = all.split_off(from);
                    all.extend(placed.into_iter().flat_map(|placed| placed.without(spared)));
                }
            }
        }
        all
    }

    fn place(&self, subject: Subject, answer: Answer, placed: &mut Vec<Placed>) {
        let span = self.span(subject);
        if span.is_empty() {
            return;
        }
        let hidden = self.hides_loops()
            && !subject.is_calls()
            && subject.loops_between(&self.recorded).next().is_some();
        let apart = !self.hides_loops() && subject.is_calls();
        match answer {
            // Its loops are part of a routine now, which was not meant as a whole.
            Answer::Wrong | Answer::Unknown if hidden => {}
            // The calls are cleared, and the loops around them are not.
            Answer::Right if apart => placed.extend(subject.nodes(&self.recorded).map(|node| {
                let span = Span::of(self.tree(), self.base_node(node));
                Placed { span, answer }
            })),
            _ => placed.push(Placed { span, answer }),
        }
    }

    /// The loops that cannot hold the bug although it is in a piece of the run that contains them:
    /// only calls inside that piece are wrong.
    pub fn cleared_loops(&self, log: &Log) -> HashSet<base::NodeId> {
        if self.hides_loops() || log.found().next().is_some() {
            return HashSet::new();
        }
        log.answers()
            .filter(|&(_, subject, answer)| answer == Answer::Wrong && subject.is_calls())
            .flat_map(|(_, subject, _)| subject.loops_between(&self.recorded))
            .map(|around| self.base_node(around))
            .collect()
    }

    /// The routines whose own code is out of question.
    pub fn trusted(
        &self,
        log: &Log,
        settings: &Settings,
        program: &impl Program,
    ) -> HashSet<RoutineId> {
        let tree = &self.recorded;
        let mut trusted: HashSet<RoutineId> = log
            .answers()
            .filter(|&(_, _, answer)| answer == Answer::Trusted)
            .flat_map(|(_, subject, _)| subject.nodes(tree))
            .map(|node| tree.routine(node))
            .collect();
        // Names as the screen shows them stand for all routines that are shown so.
        let named = log.trusted_patterns();
        let named = named.flat_map(|text| routines_called(program, text));
        let patterns: Vec<Pattern> = named.map(|name| Pattern::new(&name)).collect();
        let is_trusted = |name: &str| settings.trusts(name) || any_covers(&patterns, name);
        let names = tree.routine_names().iter().enumerate();
        let named = names.filter(|(_, name)| is_trusted(name));
        trusted.extend(named.map(|(number, _)| RoutineId(number as u32)));
        trusted
    }

    /// The bugs found so far, as base nodes.
    pub fn bugs(&self, log: &Log) -> Vec<base::NodeId> {
        log.found().map(|node| self.base_node(node)).collect()
    }

    /// The bugs and everything around them: their being wrong is explained.
    pub fn explained(&self, bugs: &[base::NodeId]) -> HashSet<base::NodeId> {
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

/// Whether something was said to be wrong that is not there when loops are hidden.
fn needs_loops(recorded: &Tree, log: &Log) -> bool {
    let wrong = log
        .answers()
        .filter(|&(_, subject, answer)| answer == Answer::Wrong && !subject.is_calls());
    let mut wrong = wrong.filter(|(_, subject, _)| subject.fits(recorded));
    wrong.any(|(_, subject, _)| subject.loops_between(recorded).next().is_some())
}
