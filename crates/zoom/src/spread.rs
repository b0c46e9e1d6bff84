//! Moments of a call that a question shows together, so that whoever answers can choose the first wrong one.

use std::collections::HashMap;

/// How many moments a question shows: more do not fit a screen beside the values.
pub const MOST: usize = 10;

/// Some of the steps that are left, spread evenly over them; all of them when they are few. The last one always belongs to
/// them. In a loop they are those of one place of its code, as far as that is near: what can be compared is easier to judge.
pub fn spread<P: std::hash::Hash + Eq>(left: &[usize], place: impl Fn(usize) -> P) -> Vec<usize> {
    if left.len() <= MOST {
        return left.to_vec();
    }
    let mut runs: HashMap<P, Vec<usize>> = HashMap::new();
    for (at, &step) in left.iter().enumerate() {
        runs.entry(place(step)).or_default().push(at);
    }
    // Of places that ran equally often, the one that ran first.
    let most = runs
        .values()
        .max_by_key(|at| (at.len(), usize::MAX - at[0]));
    let same_place = most.filter(|at| at.len() >= MOST);
    let last = left.len() - 1;
    let reach = left.len() / (3 * MOST);
    let mut chosen: Vec<usize> = (1..MOST)
        .map(|nth| nth * left.len() / MOST - 1)
        .map(|even| {
            let near = same_place.into_iter().flatten().copied();
            let nearest = near.min_by_key(|at| at.abs_diff(even));
            nearest
                .filter(|at| at.abs_diff(even) <= reach)
                .unwrap_or(even)
        })
        .chain([last])
        .collect();
    chosen.dedup();
    chosen.into_iter().map(|at| left[at]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// How many choices it takes until one step is left.
    fn choices(mut left: Vec<usize>, first_wrong: usize, round: usize) -> usize {
        let mut needed = 0;
        while left.len() > 1 {
            let shown = spread(&left, |step| step % round);
            let wrong = shown.iter().position(|&step| step >= first_wrong).unwrap();
            let right = wrong.checked_sub(1).map(|right| shown[right]);
            left.retain(|&step| step <= shown[wrong] && right.is_none_or(|right| step > right));
            needed += 1;
        }
        assert_eq!(left, [first_wrong]);
        needed
    }

    proptest! {
        #[test]
        fn the_first_wrong_step_is_found_by_few_choices(
            count in 1..3000usize,
            first: prop::sample::Index,
            round in 1..40usize,
        ) {
            let left: Vec<usize> = (1..=count).collect();
            let needed = choices(left, first.index(count) + 1, round);
            let most = (count as f64).log(MOST as f64 / 2.0).ceil() as usize;
            prop_assert!(needed <= most.max(1), "{needed} of {most}");
        }
    }

    #[test]
    fn rounds_of_a_loop_are_compared_at_the_same_place() {
        let left: Vec<usize> = (1..=300).collect();
        let shown = spread(&left, |step| step % 5);
        assert!(
            shown[..MOST - 1]
                .iter()
                .all(|step| step % 5 == shown[0] % 5),
            "{shown:?}"
        );
        assert_eq!(shown.last(), Some(&300));
    }
}
