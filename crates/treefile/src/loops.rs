//! Which loop each node of a file belongs to, and what it is called.
//!
//! A file holds runs of loops, not loops. Two runs are of the same loop when they are in the same
//! routine, inside the same loop if any, and have the same title, or without titles the same place
//! among the loops of what is around them. The loops of a routine are numbered as they first ran:
//! `routine_loopN` (000, footnote 2).

use std::collections::HashMap;

use elenchus_tree::{Kind, NodeId, RoutineId, Tree};

/// The numbers of loops: for every node that is a loop or an iteration, in preorder.
pub(crate) type LoopNumbers = Vec<(NodeId, u32)>;

/// What tells the loops of a file apart.
#[derive(PartialEq, Eq, Hash)]
struct Identity<'a> {
    routine: RoutineId,
    /// The loop around it in the same routine.
    around: Option<u32>,
    title: Option<&'a str>,
    /// Its place among the loops of what is around it; 0 when it has a title.
    place: u32,
}

/// Numbers the loops of every routine from 1. Linear, and it does not recurse.
pub(crate) fn numbers<'a>(tree: &Tree, title: impl Fn(NodeId) -> Option<&'a str>) -> LoopNumbers {
    let mut known: HashMap<Identity<'a>, u32> = HashMap::new();
    let mut in_routine: HashMap<RoutineId, u32> = HashMap::new();
    let mut numbers = LoopNumbers::new();
    // What is open: where it ends, its loop, and how many loops it has had so far.
    let mut open: Vec<(NodeId, Option<u32>, u32)> = Vec::new();
    for node in tree.nodes() {
        while open.last().is_some_and(|&(end, ..)| end <= node) {
            open.pop();
        }
        let around = open.last().and_then(|&(_, around, _)| around);
        let number = match tree.kind(node) {
            Kind::Loop => {
                let place = open.last_mut().map_or(1, |(.., loops)| {
                    *loops += 1;
                    *loops
                });
                let title = title(node);
                let identity = Identity {
                    routine: tree.routine(node),
                    around,
                    title,
                    place: if title.is_some() { 0 } else { place },
                };
                Some(*known.entry(identity).or_insert_with(|| {
                    let last = in_routine.entry(tree.routine(node)).or_default();
                    *last += 1;
                    *last
                }))
            }
            Kind::Iterations | Kind::Projection => around,
            Kind::Routine | Kind::Collapse => None,
        };
        if let Some(number) = number.filter(|_| tree.kind(node) != Kind::Projection) {
            numbers.push((node, number));
        }
        open.push((tree.end(node), number, 0));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_tree::TreeBuilder;

    /// A node: its kind, its title, and how many nodes end with it.
    type Entry = (Kind, Option<&'static str>, usize);

    #[track_caller]
    fn check(entries: &[Entry], expected: &[u32]) {
        let mut builder = TreeBuilder::default();
        let routine = builder.routine("f");
        for &(kind, _, exits) in entries {
            builder.enter(kind, routine);
            for _ in 0..exits {
                builder.exit();
            }
        }
        let numbers = numbers(&builder.finish(), |node| entries[node.index()].1);
        let loops = numbers
            .iter()
            .filter(|(node, _)| entries[node.index()].0 == Kind::Loop);
        assert_eq!(
            loops.map(|&(_, number)| number).collect::<Vec<_>>(),
            expected
        );
    }

    #[test]
    fn runs_of_one_loop_share_its_number() {
        use Kind::{Iterations, Loop, Routine};
        // f(loop(it(loop), it(loop)), loop) without titles: the inner loop runs twice.
        check(
            &[
                (Routine, None, 0),
                (Loop, None, 0),
                (Iterations, None, 0),
                (Loop, None, 2),
                (Iterations, None, 0),
                (Loop, None, 3),
                (Loop, None, 2),
            ],
            &[1, 2, 2, 3],
        );
    }

    #[test]
    fn titles_tell_loops_apart() {
        use Kind::{Loop, Routine};
        // The first loop does not run in the second call.
        check(
            &[
                (Routine, None, 0),
                (Routine, None, 0),
                (Loop, Some("rows"), 1),
                (Loop, Some("columns"), 2),
                (Routine, None, 0),
                (Loop, Some("columns"), 3),
            ],
            &[1, 2, 2],
        );
    }
}
