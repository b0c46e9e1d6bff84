//! One step of the bottom-up labelling: given what is visible from each child, label the edges to
//! them so that the set visible from the node is as small as possible, read as a binary number.
//!
//! Along any path between two edges of equal label there must be a larger one. A label is visible
//! from a node when no larger one lies in between. So the label of an edge must not be visible from
//! its child, it hides all smaller ones below it, and what is then visible through different
//! children must differ. A node that is no place for the bug need not be told apart from one of its
//! children: the edge to that one gets no label, and all that is visible from it stays so.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::mask::Mask;

/// The children of one node that have no label yet: those from which something is visible, and how
/// many there are from which nothing is.
#[derive(Clone)]
struct Unlabelled<M> {
    /// What is visible from each, with the child's place in the list that was given. Largest first
    /// only where a function says so.
    visible: Vec<(M, usize)>,
    /// Children from which nothing is visible: any label will do.
    blank: Vec<usize>,
}

/// Labels the edges to children from which the sets `visible` can be seen. `shown` is visible anyway
/// and must not be visible through any of them. `assign` is called once a child with its place and
/// label. Returns what is visible from the node.
pub fn label_edges<M: Mask>(visible: &[M], shown: &M, mut assign: impl FnMut(usize, u32)) -> M {
    let mut children = Unlabelled {
        visible: Vec::new(),
        blank: Vec::new(),
    };
    for (place, mask) in visible.iter().enumerate() {
        if mask.is_empty() {
            children.blank.push(place);
        } else {
            children.visible.push((mask.clone(), place));
        }
    }
    let mut result = shown.clone();
    let mut give = |result: &mut M, place: usize, label: u32| {
        assign(place, label);
        result.insert(label);
    };

    // Labels above everything visible hide all: as few as possible, for the children with the
    // largest sets.
    children.visible.sort_by(|a, b| b.0.cmp(&a.0));
    let longest = children
        .visible
        .first()
        .map_or(0, |(mask, _)| mask.length());
    let mut bound = longest.max(shown.length());
    let hidden = children.fewest_to_hide(shown, bound);
    for (place, label) in children.take_first(hidden).zip(bound..) {
        give(&mut result, place, label);
    }

    // From there on downwards, every label that nobody shows is left out if what follows can do
    // without it; where it cannot, the child with the most to hide gets the label.
    while !children.visible.is_empty() {
        let lowest = children.lowest_bound(shown, bound);
        for (mask, _) in &children.visible {
            result.add_from(mask, lowest);
        }
        children.restrict(lowest);
        bound = lowest - 1;
        let place = children.take_largest();
        give(&mut result, place, bound);
    }
    let free = (0..).filter(|&label| !shown.has(label));
    for (place, label) in children.blank.into_iter().zip(free) {
        give(&mut result, place, label);
    }
    result
}

impl<M: Mask> Unlabelled<M> {
    /// Takes the first `count` children, those from which something is visible before the others.
    fn take_first(&mut self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let visible = count.min(self.visible.len());
        let blank = self.blank.len() - (count - visible);
        let taken = self.visible.drain(..visible).map(|(_, place)| place);
        taken.chain(self.blank.drain(blank..))
    }

    /// Takes the child with the largest set.
    fn take_largest(&mut self) -> usize {
        let largest =
            (0..self.visible.len()).max_by(|&a, &b| self.visible[a].0.cmp(&self.visible[b].0));
        match largest {
            Some(largest) => self.visible.swap_remove(largest).1,
            None => self.blank.pop().expect("some child has no label"),
        }
    }

    /// Forgets labels that are not below `bound`.
    fn restrict(&mut self, bound: u32) {
        let blank = &mut self.blank;
        self.visible.retain_mut(|(mask, place)| {
            mask.truncate(bound);
            if mask.is_empty() {
                blank.push(*place);
            }
            !mask.is_empty()
        });
    }

    /// How many children must get labels from `bound` on so that the others can do with those below.
    /// The children must be sorted, largest set first.
    fn fewest_to_hide(&self, shown: &M, bound: u32) -> usize {
        let (mut low, mut high) = (0, self.visible.len() + self.blank.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let visible = self.visible.get(middle..).unwrap_or(&[]);
            let masks = visible.iter().map(|(mask, _)| mask);
            let blank = self.blank.len() - middle.saturating_sub(self.visible.len());
            if fit(masks, blank, shown, bound) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Whether the children can do with labels below `bound`.
    fn fit(&self, shown: &M, bound: u32) -> bool {
        let masks = self.visible.iter().map(|(mask, _)| mask);
        fit(masks, self.blank.len(), shown, bound)
    }

    /// The lowest bound that the children can do with, given that they can do with `bound`.
    ///
    /// Down to where a label is visible twice, they can do with every bound above one that they can
    /// do with; and they cannot do with the bound just above that label. So it is searched in between,
    /// from above with growing steps, because the next label down is often needed at once.
    fn lowest_bound(&self, shown: &M, bound: u32) -> u32 {
        let (mut once, mut twice) = (shown.clone(), M::empty());
        for (mask, _) in &self.visible {
            once.merge(mask, &mut twice);
        }
        twice.truncate(bound);
        let (mut fits, mut fails) = (bound, twice.length());
        let mut step = 1;
        while fits - fails > 1 {
            let middle = fits - step.min((fits - fails) / 2).max(1);
            if self.fit(shown, middle) {
                fits = middle;
                step *= 2;
            } else {
                fails = middle;
            }
        }
        fits
    }
}

/// What is visible from a child below some bound.
struct Below<'m, M> {
    mask: &'m M,
    /// One more than the largest label that counts.
    length: u32,
}

impl<'m, M: Mask> Below<'m, M> {
    /// What of `mask` is below `bound`, if anything.
    fn new(mask: &'m M, bound: u32) -> Option<Below<'m, M>> {
        let length = mask.length_below(bound);
        (length > 0).then_some(Below { mask, length })
    }
}

impl<M: Mask> Ord for Below<'_, M> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.length
            .cmp(&other.length)
            .then_with(|| self.mask.cmp_below(other.mask, self.length))
    }
}

impl<M: Mask> PartialOrd for Below<'_, M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M: Mask> PartialEq for Below<'_, M> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<M: Mask> Eq for Below<'_, M> {}

/// Whether children from which `masks` are visible, and `blank` more from which nothing is, can be
/// labelled below `bound` without those that are `shown`. A label that nobody shows goes to the child
/// with the most to hide; a label that one child shows stays visible.
fn fit<'m, M: Mask + 'm>(
    masks: impl Iterator<Item = &'m M>,
    mut blank: usize,
    shown: &M,
    mut bound: u32,
) -> bool {
    let mut children = BinaryHeap::new();
    for mask in masks {
        match Below::new(mask, bound) {
            Some(child) => children.push(child),
            None => blank += 1,
        }
    }
    // How many labels from `bound` on nobody shows or has.
    let mut free = 0;
    while let Some(largest) = children.pop() {
        free += shown.gaps(bound) - shown.gaps(largest.length);
        bound = largest.length;
        if free > 0 {
            free -= 1;
            continue;
        }
        let label = largest.length - 1;
        let seen_twice = children.peek().is_some_and(|next| next.length == bound);
        if seen_twice || shown.has(label) {
            return false;
        }
        bound = label;
        match Below::new(largest.mask, bound) {
            Some(child) => children.push(child),
            None => blank += 1,
        }
    }
    blank <= (free + shown.gaps(bound)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimax::mask::Wide;
    use proptest::prelude::*;

    /// The definition, one label after the other from the top: the fewest labels above everything
    /// visible, then a label only where what follows cannot do without it.
    fn visible_one_by_one(masks: &[u64], shown: u64) -> u64 {
        let can_do = |masks: &[u64], bound: u32| -> bool {
            let mut masks = masks.to_vec();
            for label in (0..bound).rev() {
                let below = (1u64 << label) - 1;
                let seen = masks.iter().filter(|&&mask| mask.has(label)).count();
                match seen + usize::from(shown.has(label)) {
                    0 => {
                        masks.sort_by_key(|mask| mask & below);
                        masks.pop();
                    }
                    1 => masks.iter_mut().for_each(|mask| *mask &= below),
                    _ => return false,
                }
            }
            masks.is_empty()
        };
        let mut masks = masks.to_vec();
        masks.sort_unstable();
        let bound = masks.iter().chain([&shown]).map(|mask| mask.length()).max();
        let bound = bound.unwrap_or(0);
        let (mut result, mut above) = (shown, bound);
        while !can_do(&masks, bound) {
            masks.pop();
            result.insert(above);
            above += 1;
        }
        for label in (0..bound).rev() {
            let below = (1u64 << label) - 1;
            if masks.iter().any(|mask| mask.has(label)) {
                result.insert(label);
                masks.iter_mut().for_each(|mask| *mask &= below);
            } else if !shown.has(label) && !can_do(&masks, label) {
                masks.sort_unstable();
                masks.pop();
                result.insert(label);
            }
        }
        result
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn equals_the_definition_whatever_the_width(
            masks in proptest::collection::vec(prop_oneof![0u64..8, 0u64..64, 0u64..4096], 0..9),
            shown in prop_oneof![Just(0u64), 0u64..512],
        ) {
            let mut labels = vec![None; masks.len()];
            let visible = label_edges(&masks, &shown, |place, label| labels[place] = Some(label));
            prop_assert_eq!(visible, visible_one_by_one(&masks, shown));

            // Every label is new to its child, and nothing is visible through two of them.
            let mut once = shown;
            let mut twice = 0;
            for (mask, label) in masks.iter().zip(&labels) {
                let label = label.expect("every child gets a label");
                prop_assert!(!mask.has(label));
                once.merge(&(mask >> label << label | 1 << label), &mut twice);
            }
            prop_assert_eq!((once, twice), (visible, 0));

            let wide: Vec<Wide> = masks.iter().map(|&mask| Wide::from(mask)).collect();
            let mut wide_labels = vec![None; masks.len()];
            label_edges(&wide, &Wide::from(shown), |place, label| {
                wide_labels[place] = Some(label);
            });
            prop_assert_eq!(wide_labels, labels);
        }
    }
}
