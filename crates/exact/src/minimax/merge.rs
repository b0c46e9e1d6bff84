//! One step of the bottom-up labelling: given what is visible from each child, label the edges to
//! them so that the set visible from the node is as small as possible, read as a binary number.
//!
//! Along any path between two edges of equal label there must be a larger one. A label is visible
//! from a node when no larger one lies in between. So the label of an edge must not be visible from
//! its child, it hides all smaller ones below it, and what is then visible through different
//! children must differ. A node that is no place for the bug need not be told apart from one of its
//! children: the edge to that one gets no label, and all that is visible from it stays so.

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
    // without it.
    while !children.is_empty() {
        if children.visible.is_empty() {
            let free = (0..).filter(|&label| !shown.has(label));
            for (place, label) in children.blank.drain(..).zip(free) {
                give(&mut result, place, label);
            }
            break;
        }
        bound -= 1;
        if shown.has(bound) {
            continue;
        }
        if children.visible.iter().any(|(mask, _)| mask.has(bound)) {
            result.insert(bound);
            children.restrict(bound);
        } else if !children.fit(shown, bound) {
            let place = children.take_largest();
            give(&mut result, place, bound);
        }
    }
    result
}

impl<M: Mask> Unlabelled<M> {
    fn is_empty(&self) -> bool {
        self.visible.is_empty() && self.blank.is_empty()
    }

    /// Takes the first `count` children, those from which something is visible before the others.
    fn take_first(&mut self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let visible = count.min(self.visible.len());
        let blank = self.blank.len() - (count - visible);
        let taken = self.visible.drain(..visible).map(|(_, place)| place);
        taken.chain(self.blank.drain(blank..))
    }

    /// Takes the child with the largest set.
    fn take_largest(&mut self) -> usize {
        let largest = (0..self.visible.len())
            .max_by(|&a, &b| self.visible[a].0.cmp(&self.visible[b].0))
            .expect("something is visible from some child");
        self.visible.swap_remove(largest).1
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
            let blank = self.blank.len() - middle.saturating_sub(self.visible.len());
            let masks = visible.iter().map(|(mask, _)| mask.clone()).collect();
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
        let masks = self.visible.iter().map(|(mask, _)| mask.clone()).collect();
        fit(masks, self.blank.len(), shown, bound)
    }
}

/// Whether children from which `masks` are visible, and `blank` more from which nothing is, can be
/// labelled below `bound` without those that are `shown`. A label that nobody shows goes to the child
/// with the most to hide.
fn fit<M: Mask>(mut masks: Vec<M>, mut blank: usize, shown: &M, mut bound: u32) -> bool {
    loop {
        masks.retain_mut(|mask| {
            mask.truncate(bound);
            let visible = !mask.is_empty();
            blank += usize::from(!visible);
            visible
        });
        if masks.len() + blank > shown.gaps(bound) as usize {
            return false;
        }
        if masks.is_empty() {
            return true;
        }
        let (mut once, mut twice) = (shown.clone(), M::empty());
        once.truncate(bound);
        for mask in &masks {
            once.merge(mask, &mut twice);
        }
        let Some(gap) = once.largest_gap(bound) else {
            return false;
        };
        if twice.length() > gap {
            return false;
        }
        for mask in &mut masks {
            mask.truncate(gap);
        }
        let largest = (0..masks.len())
            .max_by(|&a, &b| masks[a].cmp(&masks[b]))
            .expect("some mask is left");
        masks.swap_remove(largest);
        bound = gap;
    }
}
