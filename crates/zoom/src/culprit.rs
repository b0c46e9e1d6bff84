//! The first statement of a call that did something else than in a version that was right.
//!
//! Two runs of one call begin alike. They are followed side by side, from one line that both versions have to the next, and
//! where both stand on such a line the states are compared. The same code, started alike, does the same: so where they part,
//! by their state or by the way they take, code that differs has run since they were alike. When that is one changed place
//! of the routine, it is to blame. In doubt nobody is: the call as a whole stays blamed.

use std::collections::BTreeSet;

use crate::matching::Place;

/// A statement that ran, as far as its place counts; or the end of the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub at: At,
    /// The gaps in which some of its lines stand.
    pub changed: BTreeSet<usize>,
}

/// Where a step stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// On a line of this place, as the nth statement that starts on it.
    Line(Place, usize),
    /// The call has ended.
    End,
}

/// How the states before two steps compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    Same,
    /// Nothing is seen to differ, but not everything is known.
    Unsure,
    Differs {
        /// Whether only local variables do: nobody else has seen the difference yet.
        only_variables: bool,
    },
}

/// What is to blame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Culprit {
    /// The gap whose lines are to blame.
    pub gap: usize,
    /// Where our run and the other one were first seen to differ: the steps that come next there.
    pub parted: (usize, usize),
    /// Whether they took different ways; else their states differ.
    pub by_way: bool,
}

/// Where two versions of a routine differ.
pub struct Changes<'c> {
    pub gaps: &'c BTreeSet<usize>,
    /// Whether a gap can change which way is taken, also by what does not run: a condition, a brace, a line more.
    pub reshapes: &'c dyn Fn(usize) -> bool,
}

/// Follows two runs of one call side by side. Both end with [`At::End`].
pub fn culprit(
    ours: &[Step],
    theirs: &[Step],
    changes: &Changes<'_>,
    compare: &mut dyn FnMut(usize, usize) -> Compared,
) -> Option<Culprit> {
    let (mut here, mut there) = (0, 0);
    let (mut ran, mut since) = (BTreeSet::new(), BTreeSet::new());
    let mut is_sure = true;
    loop {
        pass_changes(ours, &mut here, &mut since);
        pass_changes(theirs, &mut there, &mut since);
        let (our, their) = (ours.get(here)?, theirs.get(there)?);
        let by_way = our.at != their.at;
        let is_end = !by_way && our.at == At::End;
        ran.extend(&since);
        let compared = match by_way {
            true => Compared::Differs {
                only_variables: false,
            },
            false => compare(here, there),
        };
        match compared {
            Compared::Same => {}
            Compared::Unsure => is_sure = false,
            Compared::Differs { only_variables } => {
                let parting = Parting {
                    ran: &ran,
                    since: &since,
                    by_way,
                    is_end,
                    is_sure,
                };
                let gap = parting.to_blame(changes)?;
                let later = ours[here..].iter().chain(&theirs[there..]);
                let others = later
                    .flat_map(|step| &step.changed)
                    .any(|other| *other != gap);
                // Other changes may make up for what only variables hold.
                let may_be_meant = only_variables && others;
                let parted = (here, there);
                return (!may_be_meant).then_some(Culprit {
                    gap,
                    parted,
                    by_way,
                });
            }
        }
        if is_end {
            return None;
        }
        since = our.changed.union(&their.changed).copied().collect();
        (here, there) = (here + 1, there + 1);
    }
}

/// Goes past steps that stand on changed lines.
fn pass_changes(steps: &[Step], next: &mut usize, since: &mut BTreeSet<usize>) {
    while let Some(step) = steps.get(*next)
        && let At::Line(Place::Changed(_), _) = step.at
    {
        since.extend(&step.changed);
        *next += 1;
    }
}

/// What ran until two runs parted, and how they did.
struct Parting<'p> {
    /// The gaps whose code ran in one of them: at all, and since the last time both were alike.
    ran: &'p BTreeSet<usize>,
    since: &'p BTreeSet<usize>,
    by_way: bool,
    is_end: bool,
    /// Whether all that was alike before is known to have been.
    is_sure: bool,
}

impl Parting<'_> {
    /// The gap whose code made the runs part.
    fn to_blame(&self, changes: &Changes<'_>) -> Option<usize> {
        let only = |gaps: &BTreeSet<usize>| match gaps.iter().collect::<Vec<_>>()[..] {
            [&gap] => Some(gap),
            _ => None,
        };
        // A changed brace leads elsewhere without having run.
        let alone = |gap: usize| {
            let mut others = changes.gaps.iter().filter(|&&other| other != gap);
            !self.by_way || !others.any(|&other| (changes.reshapes)(other))
        };
        match only(self.since) {
            Some(gap) => (alone(gap) && (self.is_sure || self.ran.len() == 1)).then_some(gap),
            // What was changed around common code, such as `while` in place of `if`, leads elsewhere after it. At the
            // end more is compared than on the way: also what was printed.
            None if self.since.is_empty() => only(self.ran)
                .filter(|&gap| self.is_end || self.by_way && (changes.reshapes)(gap) && alone(gap)),
            None => None,
        }
    }
}
