//! The end of a search that no question can bring further: what is left, in as few words as possible.

use std::collections::{BTreeMap, HashSet};

use elenchus_tree::place::base;
use elenchus_tree::{Answer, Kind, NodeId, RoutineId};

use crate::ground::MOST_HIDDEN;
use crate::log::{By, Said};
use crate::number::NodeNumber;
use crate::program::Program;
use crate::report::{
    Candidates, Report, SAME_CODE_HINT, SOME_OF_THE_SAME_CODE_HINT, Smallest, SuspectCode,
    lines_to_blame,
};
use crate::session::{Session, Step};
use crate::subject::Subject;

/// At most this many candidates are listed by name.
const LISTED: usize = 20;

/// Of the runs of one routine this many besides the first are listed by number.
const MOST_MORE: usize = 8;

/// How many candidates are given by number.
const MOST_NUMBERED: usize = 100_000;

/// Of at most this many routines the lines are given, from at most this many runs of all of them together, spread over all: what
/// is wrong may stand on a line that few of them ran.
const MOST_ROUTINES: usize = 20;
const MOST_RUNS: usize = 100_000;

/// When nobody knew the answers to this many questions in a row, a search stops.
const PATIENCE: usize = 100;

/// The same, when all that is left is code of one routine.
const PATIENCE_WITH_ONE: usize = 8;

/// Rounds of one loop that ran the same lines are told apart only when there are no more than this: which of them is wrong says no more about
/// where the bug is, at one question for each time they are halved.
const MOST_ROUNDS: usize = 64;

/// Why a question about a routine comes before that.
pub(crate) const UNTOUCHED: &str =
    "nobody knew the answers for long, and nobody was asked about this code yet";

impl<P: Program> Session<P> {
    /// The end of a search with several suspects left. Those that ran the same code are one answer.
    pub(crate) fn undecided(&mut self) -> Step {
        match self.suspects_of_one_routine() {
            Some(nodes) if nodes.len() > 1 => self.found_in_one(&nodes),
            _ => Step::Candidates(self.candidates(LISTED)),
        }
    }

    /// Whether nobody is left who could answer.
    pub(crate) fn is_hopeless(&self) -> bool {
        let entries = self.log.entries().iter().rev();
        let open = entries
            .take_while(|entry| {
                matches!(entry.by, By::Otherwise | By::Later)
                    && matches!(entry.said, Said::Answered(_, Answer::Unknown))
            })
            .take(PATIENCE)
            .count();
        open == PATIENCE || (open >= PATIENCE_WITH_ONE && self.suspects_of_one_routine().is_some())
    }

    /// Whether this question is one that a person has chosen.
    pub fn asks_wanted(&self) -> bool {
        self.wanted.is_some()
    }

    /// Lets everything be asked that was left for later. Returns how much that is.
    pub fn ask_left(&mut self) -> usize {
        let entries = self.log.entries().iter().enumerate();
        let left: Vec<usize> = entries
            .filter(|(_, entry)| entry.by == By::Later)
            .map(|(place, _)| place)
            .collect();
        for &place in left.iter().rev() {
            self.dispute_entry(place);
        }
        left.len()
    }

    /// A suspect call of code that nobody was asked about. Nobody knows much about the rounds of one loop, say, but the next routine
    /// may be known: before a search stops for lack of answers, each has its turn.
    pub(crate) fn untouched_code(&self) -> Option<Subject> {
        let tree = self.program.tree();
        let asked: HashSet<RoutineId> = self
            .log
            .answers()
            .map(|(_, subject, _)| tree.routine(subject.first()))
            .collect();
        let (remaining, suspicion, _) = self.surveyed();
        let suspects = remaining.list(suspicion.masses());
        suspects
            .map(|node| self.ground.recorded(node))
            .find(|&node| {
                tree.kind(node) == Kind::Routine
                    && tree.is_finished(node)
                    // That it went wrong as a whole is how the search began.
                    && !tree.contains(node, self.settings.at)
                    && !asked.contains(&tree.routine(node))
            })
            .map(Subject::node)
    }

    /// The recorded nodes that are suspect, if it is known that one of them holds the bug and all are runs of one routine.
    fn suspects_of_one_routine(&self) -> Option<Vec<NodeId>> {
        let (remaining, suspicion, _) = self.surveyed();
        if !remaining.wrong {
            return None;
        }
        let tree = self.ground.tree();
        let mut suspects = remaining.list(suspicion.masses()).peekable();
        let routine = tree.routine(*suspects.peek()?);
        let mut nodes = Vec::new();
        for node in suspects {
            if tree.routine(node) != routine {
                return None;
            }
            if nodes.len() < MOST_NUMBERED {
                nodes.push(self.ground.recorded(node));
            }
        }
        Some(nodes)
    }

    /// What is left, if it is many rounds of one loop that ran the same lines.
    pub(crate) fn rounds_of_one_loop(&mut self) -> Option<Vec<NodeId>> {
        let (remaining, suspicion, _) = self.surveyed();
        let count = remaining.suspects(suspicion.masses());
        let tree = self.program.tree();
        if count <= MOST_ROUNDS as u64 || count >= MOST_NUMBERED as u64 || tree.is_growing() {
            return None;
        }
        let nodes = self.suspects_of_one_routine()?;
        let first = nodes[0];
        let around = tree.parent(first);
        let is_round =
            |&node: &NodeId| tree.kind(node) == Kind::Iterations && tree.parent(node) == around;
        let is_left = |node| nodes.binary_search(&node).is_ok();
        let known_unlike = self.unlike.is_some_and(|(a, b)| is_left(a) && is_left(b));
        if known_unlike || !nodes.iter().all(is_round) {
            return None;
        }
        let lines = self.program.lines_run(first)?;
        let is_unlike = |&node: &NodeId| self.program.lines_run(node).as_ref() != Some(&lines);
        match nodes.iter().copied().find(is_unlike) {
            Some(other) => {
                self.unlike = Some((first, other));
                None
            }
            None => Some(nodes),
        }
    }

    /// The report on code that is wrong in one of several runs.
    pub(crate) fn found_in_one(&mut self, nodes: &[NodeId]) -> Step {
        let bug = nodes[0];
        let code = self
            .ground
            .with_hidden_loops(bug, &spread(nodes, MOST_RUNS));
        let looked_at_all = nodes.len() < MOST_NUMBERED && code.len() < MOST_HIDDEN;
        let report = Report {
            nodes: nodes
                .iter()
                .map(|&node| self.program.number(node))
                .collect(),
            code: self.program.code(&code),
            hint: Some(match looked_at_all {
                true => SAME_CODE_HINT,
                false => SOME_OF_THE_SAME_CODE_HINT,
            }),
            ..self.report(Subject::node(bug), bug)
        };
        self.reported = Some(bug);
        Step::Found(Box::new(report))
    }

    /// The suspects that are left, the first `limit` of them by name.
    pub fn candidates(&mut self, limit: usize) -> Candidates {
        self.survey();
        let (remaining, suspicion, _) = self.surveyed();
        let suspects = || remaining.list(suspicion.masses());
        let first = suspects()
            .take(limit)
            .map(|node| self.titled(self.ground.recorded(node)))
            .collect();
        let all = suspects().take(MOST_NUMBERED);
        let nodes = all.map(|node| self.program.number(self.ground.recorded(node)));
        Candidates {
            count: remaining.suspects(suspicion.masses()),
            first,
            nodes: nodes.collect(),
            unknown: remaining.unknown.len(),
            wrong: remaining.wrong,
            code: self.suspect_code(suspects()),
            smallest: self.smallest(),
            likeliest: Vec::new(),
            absolved: None,
        }
    }

    /// A node by its number and title.
    fn titled(&self, node: NodeId) -> (NodeNumber, String) {
        let title = self.program.heading(Subject::node(node)).title;
        (self.program.number(node), title)
    }

    /// The end of a search whose only suspect is not to blame, as a version shows.
    pub fn unexplained(&mut self, version: String) -> Step {
        Step::Candidates(Candidates {
            wrong: false,
            absolved: Some(version),
            ..self.candidates(LISTED)
        })
    }

    /// The routines of some suspects, in the order in which they ran first.
    fn suspect_code(&self, suspects: impl Iterator<Item = base::NodeId>) -> Vec<SuspectCode> {
        let tree = self.ground.tree();
        let mut runs: BTreeMap<RoutineId, (u64, Vec<NodeId>)> = BTreeMap::new();
        let mut order = Vec::new();
        for node in suspects {
            let routine = tree.routine(node);
            let (count, some) = runs.entry(routine).or_default();
            if *count == 0 {
                order.push(routine);
            }
            *count += 1;
            if some.len() < MOST_NUMBERED {
                some.push(self.ground.recorded(node));
            }
        }
        let most = MOST_RUNS / order.len().clamp(1, MOST_ROUTINES);
        let routines = order.into_iter().enumerate();
        let code = routines.map(|(place, routine)| {
            let (count, nodes) = &runs[&routine];
            let code = (place < MOST_ROUTINES).then(|| {
                self.ground
                    .with_hidden_loops(nodes[0], &spread(nodes, most))
            });
            let listing = code.and_then(|code| self.program.code(&code));
            SuspectCode {
                routine: tree.routine_name(routine).to_owned(),
                count: *count,
                first: self.titled(nodes[0]),
                more: nodes
                    .iter()
                    .skip(1)
                    .take(MOST_MORE)
                    .map(|&node| self.program.number(node))
                    .collect(),
                lines: listing.as_ref().map(lines_to_blame).unwrap_or_default(),
            }
        });
        code.collect()
    }

    /// The smallest piece that is known to be wrong: the one that was said to be, if the search is in there, or the one around all that is left.
    fn smallest(&self) -> Option<Box<Smallest>> {
        let (remaining, ..) = self.surveyed();
        let mut wrong = self.log.answers().filter(|&(_, subject, answer)| {
            answer == Answer::Wrong && self.ground.span(subject) == remaining.span
        });
        let said = wrong.next().map(|(_, subject, _)| subject);
        let subject = match said {
            Some(subject) => subject,
            None => self.around_all_left().filter(|_| remaining.wrong)?,
        };
        let known = self.differences.iter().rev();
        let mut differs = known.filter(|(about, _)| *about == subject);
        Some(Box::new(Smallest {
            nodes: (
                self.program.number(subject.first()),
                self.program.number(subject.last()),
            ),
            shown: self.show(subject),
            differs: differs.next().map(|(_, d)| d.clone()).unwrap_or_default(),
        }))
    }

    /// The node that holds all that is left. What is around it is out of question, so that when something is wrong, it is.
    fn around_all_left(&self) -> Option<Subject> {
        let (remaining, suspicion, _) = self.surveyed();
        let tree = self.ground.tree();
        let mut suspects = remaining.list(suspicion.masses());
        let first = suspects.next()?;
        let last = suspects.last().unwrap_or(first);
        let mut around = std::iter::once(first).chain(tree.ancestors(first));
        let node = around.find(|&node| tree.contains(node, last))?;
        Some(Subject::node(self.ground.recorded(node)))
    }
}

/// At most this many of some nodes, the first among them.
fn spread(nodes: &[NodeId], most: usize) -> Vec<NodeId> {
    let step = nodes.len().div_ceil(most).max(1);
    nodes.iter().copied().step_by(step).collect()
}
