//! Two versions of small random programs, run side by side: whatever is blamed really makes a difference.

use std::collections::{BTreeMap, BTreeSet};

use elenchus_zoom::culprit::{At, Changes, Compared, Culprit, Step, culprit};
use elenchus_zoom::matching::{Matching, Place};
use proptest::prelude::*;

/// A line of a program on four numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// `x[to] = x[from] * by + plus`
    Set {
        to: usize,
        from: usize,
        by: i32,
        plus: i32,
    },
    /// `if (x[of] > than) skip the next line`
    Skip { of: usize, than: i32 },
}

type State = [i32; 4];

fn line() -> impl Strategy<Value = Line> {
    prop_oneof![
        3 => (0..4usize, 0..4usize, 0..3i32, -2..3i32)
            .prop_map(|(to, from, by, plus)| Line::Set { to, from, by, plus }),
        1 => (0..4usize, -2..3i32).prop_map(|(of, than)| Line::Skip { of, than }),
    ]
}

/// The lines that ran, each with the state before it, and the state at the end.
fn run(program: &[Line], start: State) -> (Vec<(usize, State)>, State) {
    let (mut state, mut next, mut ran) = (start, 0, Vec::new());
    while let Some(line) = program.get(next) {
        ran.push((next, state));
        next += 1;
        match *line {
            Line::Set { to, from, by, plus } => {
                state[to] = state[from].wrapping_mul(by).wrapping_add(plus);
            }
            Line::Skip { of, than } => next += usize::from(state[of] > than),
        }
    }
    (ran, state)
}

fn numbered(program: &[Line]) -> Vec<(u32, String)> {
    let texts = program.iter().map(|line| format!("{line:?}"));
    (0..).zip(texts).collect()
}

fn steps(ran: &[(usize, State)], places: &BTreeMap<u32, Place>) -> Vec<Step> {
    let step = |&(line, _): &(usize, State)| {
        let place = places[&(line as u32)];
        let changed = match place {
            Place::Changed(gap) => BTreeSet::from([gap]),
            Place::Common(_) => BTreeSet::new(),
        };
        Step {
            at: At::Line(place, 0),
            changed,
        }
    };
    let end = Step {
        at: At::End,
        changed: BTreeSet::new(),
    };
    ran.iter().map(step).chain([end]).collect()
}

/// What is blamed when both programs run from one state; nothing when the same comes out.
fn blamed(
    (wrong, our_places): (&[Line], &BTreeMap<u32, Place>),
    (right, their_places): (&[Line], &BTreeMap<u32, Place>),
    start: State,
) -> Option<Option<Culprit>> {
    let (ours, our_end) = run(wrong, start);
    let (theirs, their_end) = run(right, start);
    let state = |ran: &[(usize, State)], end: State, step: usize| {
        ran.get(step).map_or(end, |&(_, state)| state)
    };
    let all = our_places.values().chain(their_places.values());
    let gaps: BTreeSet<usize> = all
        .filter_map(|place| match place {
            Place::Changed(gap) => Some(*gap),
            Place::Common(_) => None,
        })
        .collect();
    let changes = Changes {
        gaps: &gaps,
        reshapes: &|_| true,
    };
    let mut compare =
        |here, there| match state(&ours, our_end, here) == state(&theirs, their_end, there) {
            true => Compared::Same,
            false => Compared::Differs {
                only_variables: here < ours.len(),
            },
        };
    let (our_steps, their_steps) = (steps(&ours, our_places), steps(&theirs, their_places));
    let found = || culprit(&our_steps, &their_steps, &changes, &mut compare);
    (our_end != their_end).then(found)
}

/// The right program with the lines of one gap as the wrong one has them.
fn with_gap(wrong: &[Line], right: &[Line], matching: &Matching, gap: usize) -> Vec<Line> {
    let in_gap = |place: &Place| *place == Place::Changed(gap);
    let before = |place: &Place| match *place {
        Place::Common(common) => common < gap,
        Place::Changed(other) => other < gap,
    };
    let of = |program: &[Line], places: &BTreeMap<u32, Place>, fits: &dyn Fn(&Place) -> bool| {
        let lines = places.iter().filter(|(_, place)| fits(place));
        lines
            .map(|(&line, _)| program[line as usize].clone())
            .collect::<Vec<Line>>()
    };
    let mut mixed = of(right, &matching.theirs, &before);
    mixed.extend(of(wrong, &matching.ours, &in_gap));
    mixed.extend(of(right, &matching.theirs, &|place| {
        !before(place) && !in_gap(place)
    }));
    mixed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_blamed_makes_a_difference(
        right in proptest::collection::vec(line(), 1..10),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), line()), 1..4),
        start: [i8; 4],
    ) {
        let start = start.map(i32::from);
        let mut wrong = right.clone();
        for (place, line) in changes {
            let place = place.index(wrong.len());
            wrong[place] = line;
        }
        let matching = Matching::between(&numbered(&wrong), &numbered(&right)).unwrap();
        let found = blamed((&wrong, &matching.ours), (&right, &matching.theirs), start);
        if let Some(Some(found)) = found {
            let mixed = with_gap(&wrong, &right, &matching, found.gap);
            let states = |(ran, end): (Vec<(usize, State)>, State)| {
                ran.into_iter().map(|(_, state)| state).chain([end]).collect::<Vec<State>>()
            };
            prop_assert_ne!(states(run(&mixed, start)), states(run(&right, start)));
        }
    }

    #[test]
    fn the_only_change_is_found(
        right in proptest::collection::vec(line(), 1..10),
        place: prop::sample::Index,
        line in line(),
        start: [i8; 4],
    ) {
        let start = start.map(i32::from);
        let mut wrong = right.clone();
        let place = place.index(wrong.len());
        wrong[place] = line;
        // Lines that correspond by their text need not be those that were not changed.
        let mut places: BTreeMap<u32, Place> = BTreeMap::new();
        for number in 0..right.len() {
            let common = number - usize::from(number > place);
            let of = if number == place { Place::Changed(common) } else { Place::Common(common) };
            places.insert(number as u32, of);
        }
        if let Some(found) = blamed((&wrong, &places), (&right, &places), start) {
            prop_assert_eq!(found.map(|found| found.gap), Some(place));
        }
    }
}
