//! The walk through a decision tree: large branches are split among all cores, and what is small enough
//! is walked with an explicit stack.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use elenchus_tree::place::view::{NodeId, SearchSpace};
use elenchus_tree::{Answer, RootStatus, RoutineId};

use super::Progress;
use super::opening::{self, OpeningError};
use super::small::{self, Choice};
use crate::context::{Context, Costs, RoutineCounts};
use crate::effort::Effort;
use crate::response::Response;
use crate::strategy::Strategy;

/// Parts with more suspects than this are given to any core that is free.
const SPLIT_ABOVE: u64 = 2_000;

/// What was counted so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub total: u128,
    pub total_per_suspect: u128,
    pub worst: u32,
    pub cost: f64,
    pub undecided: u64,
    pub note: Option<String>,
    suspects: u64,
}

impl Tally {
    /// A suspect of this mass was found after `depth` questions that cost one each.
    pub fn found(&mut self, mass: u64, depth: u32) {
        self.add(mass, 1, depth, f64::from(depth));
    }

    fn add(&mut self, mass: u64, suspects: u64, depth: u32, cost: f64) {
        self.total += u128::from(mass) * u128::from(depth);
        self.total_per_suspect += u128::from(suspects) * u128::from(depth);
        self.worst = self.worst.max(depth);
        self.cost += mass as f64 * cost;
        self.suspects += suspects;
    }

    fn merge(&mut self, other: Tally) {
        self.total += other.total;
        self.total_per_suspect += other.total_per_suspect;
        self.worst = self.worst.max(other.worst);
        self.cost += other.cost;
        self.undecided += other.undecided;
        self.note = self.note.take().or(other.note);
        self.suspects += other.suspects;
    }
}

/// A branch of the search with the questions that led to it.
struct Branch<'t> {
    space: SearchSpace<'t>,
    depth: u32,
    /// What those questions cost.
    cost: f64,
    /// What was asked about last.
    last: Option<NodeId>,
}

/// One thing to do on the explicit stack.
enum Step<'t> {
    /// Walk a branch, after this answer about a routine was counted.
    Enter(Branch<'t>, RoutineId, Answer),
    /// Forget that the answer was counted.
    Leave(RoutineId, Answer),
}

/// What all cores share.
struct Walk<'w> {
    costs: Option<&'w Costs>,
    effort: Option<&'w dyn Effort>,
    choice: Option<Choice>,
    tally: Mutex<Tally>,
    settled: AtomicU64,
    suspects: u64,
    progress: Progress<'w>,
}

/// Walks the decision tree of a strategy from a space on, the opening first.
pub fn walk(
    space: &SearchSpace<'_>,
    strategy: &Strategy,
    context: &Context<'_>,
    opening: &[NodeId],
    progress: Progress<'_>,
) -> Result<Tally, OpeningError> {
    let mut strategy = strategy.clone();
    strategy.prepare(space);
    let walk = Walk {
        costs: context.costs,
        effort: context.effort,
        choice: strategy
            .name()
            .facts()
            .choice
            .filter(|_| context.costs.is_none()),
        tally: Mutex::default(),
        settled: AtomicU64::new(0),
        suspects: space.suspects(),
        progress,
    };
    let mut branch = Branch {
        space: space.clone(),
        depth: 0,
        cost: 0.0,
        last: context.last,
    };
    let mut counts = context.counts.clone();
    let mut branches = Vec::new();
    for &node in opening {
        opening::check(&branch.space, node)?;
        let routine = branch.space.tree().routine(node);
        let mut after_wrong = counts.clone();
        after_wrong.add(routine, Answer::Wrong);
        counts.add(routine, Answer::Right);
        branches.push((walk.ask(&mut branch, node), after_wrong));
    }
    branches.push((branch, counts));
    if walk.suspects <= SPLIT_ABOVE {
        // One core is done with it before others have woken up.
        let mut tally = Tally::default();
        for (branch, mut counts) in branches {
            walk.walk(branch, &mut strategy, &mut counts, &mut tally);
        }
        walk.report(tally);
    } else {
        rayon::scope(|scope| {
            for (branch, counts) in branches {
                walk.split(scope, branch, strategy.clone(), counts);
            }
        });
    }
    Ok(walk
        .tally
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner()))
}

impl Walk<'_> {
    /// Asks about a node: the branch becomes what *right* leaves; what *wrong* leaves is returned.
    fn ask<'t>(&self, branch: &mut Branch<'t>, node: NodeId) -> Branch<'t> {
        branch.depth += 1;
        branch.last = Some(node);
        branch.cost += self.costs.map_or(1.0, |costs| costs.of(node));
        let wrong = Branch {
            space: inside(&branch.space, node),
            ..*branch
        };
        branch.space.apply(node, Answer::Right);
        wrong
    }

    /// Walks a branch; while it is large, what *wrong* leaves is given to whichever core is free.
    fn split<'s>(
        &'s self,
        scope: &rayon::Scope<'s>,
        mut branch: Branch<'s>,
        mut strategy: Strategy,
        mut counts: RoutineCounts,
    ) {
        let mut tally = Tally::default();
        while branch.space.total() > SPLIT_ABOVE {
            let Some(node) = self.next(&branch, &mut strategy, &counts, &mut tally) else {
                self.report(tally);
                return;
            };
            let routine = branch.space.tree().routine(node);
            let wrong = self.ask(&mut branch, node);
            if wrong.space.total() > SPLIT_ABOVE {
                let mut counts = counts.clone();
                counts.add(routine, Answer::Wrong);
                let strategy = strategy.clone();
                scope.spawn(move |scope| self.split(scope, wrong, strategy, counts));
            } else {
                counts.add(routine, Answer::Wrong);
                self.walk(wrong, &mut strategy, &mut counts, &mut tally);
                counts.subtract(routine, Answer::Wrong);
            }
            counts.add(routine, Answer::Right);
            tally = self.report(tally);
        }
        self.walk(branch, &mut strategy, &mut counts, &mut tally);
        self.report(tally);
    }

    /// Walks a branch on this core. The counts are left as they were.
    fn walk(
        &self,
        branch: Branch<'_>,
        strategy: &mut Strategy,
        counts: &mut RoutineCounts,
        tally: &mut Tally,
    ) {
        let mut steps = Vec::new();
        let mut current = Some(branch);
        loop {
            let Some(mut branch) = current.take() else {
                match steps.pop() {
                    None => return,
                    Some(Step::Leave(routine, answer)) => counts.subtract(routine, answer),
                    Some(Step::Enter(branch, routine, answer)) => {
                        counts.add(routine, answer);
                        steps.push(Step::Leave(routine, answer));
                        current = Some(branch);
                    }
                }
                continue;
            };
            if let Some(choice) = self.choice
                && small::fits(&branch.space)
            {
                small::evaluate(&branch.space, choice, branch.depth, tally);
                continue;
            }
            let Some(node) = self.next(&branch, strategy, counts, tally) else {
                continue;
            };
            let routine = branch.space.tree().routine(node);
            let wrong = self.ask(&mut branch, node);
            steps.push(Step::Enter(branch, routine, Answer::Right));
            steps.push(Step::Enter(wrong, routine, Answer::Wrong));
        }
    }

    /// The next question; `None` when there is none, and then the branch is counted.
    fn next(
        &self,
        branch: &Branch<'_>,
        strategy: &mut Strategy,
        counts: &RoutineCounts,
        tally: &mut Tally,
    ) -> Option<NodeId> {
        let context = Context {
            counts,
            costs: self.costs,
            effort: self.effort,
            last: branch.last,
        };
        let response = strategy.next(&branch.space, &context);
        if let (None, Some(note)) = (&tally.note, strategy.note()) {
            tally.note = Some(note.to_owned());
        }
        if let Response::Ask(node) = response {
            return Some(node);
        }
        let suspects = branch.space.suspects();
        if suspects > 0 {
            tally.add(branch.space.total(), suspects, branch.depth, branch.cost);
        }
        if !matches!(response, Response::Bug(_)) {
            tally.undecided += suspects;
        }
        None
    }

    /// Adds what was counted to what all cores have counted, and starts a new count.
    fn report(&self, tally: Tally) -> Tally {
        let before = self.settled.fetch_add(tally.suspects, Ordering::Relaxed);
        let settled = before + tally.suspects;
        // A thousand steps are more than a progress bar can show.
        let step = (self.suspects / 1000).max(1);
        if before / step != settled / step {
            (self.progress)(settled, self.suspects);
        }
        let mut all = self
            .tally
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        all.merge(tally);
        Tally::default()
    }
}

/// What is left when a node is wrong. Where nothing below it is cleared yet, what was cleared elsewhere
/// is forgotten: it no longer matters and would be copied along.
fn inside<'t>(space: &SearchSpace<'t>, node: NodeId) -> SearchSpace<'t> {
    let tree = space.tree();
    let mut cleared = space.removed().from(node);
    let untouched = cleared
        .next()
        .is_none_or(|(start, _)| start >= tree.end(node));
    if untouched && space.unknown().is_empty() {
        SearchSpace::below(tree, space.masses(), node, RootStatus::Wrong)
    } else {
        space.after(node, Answer::Wrong)
    }
}
