//! The fewest questions in the worst case, exactly and in polynomial time.
//!
//! Every edge gets a label such that between any two edges of equal label there is a larger one.
//! Cutting the largest label alive then leaves two parts whose largest labels are smaller, so no
//! search asks more questions than there are labels; and the bottom-up labelling of this module uses
//! the fewest labels possible. Whatever answers prune, the labels that are left keep their property:
//! they are computed once and then only looked up.
//!
//! What cannot be asked gets no label: its children count as children of its parent. Parts that carry
//! no mass get none either, and of a massless node with one live part only that part is labelled
//! (both questions would say the same). A massless node with several parts shares its place with the
//! one of them from which the least stays visible. Nodes that become unaskable after the labels were
//! made are passed over in favour of the next label: sound, but the optimum only comes back by
//! labelling anew.

mod index;
mod mask;
mod merge;

use elenchus_tree::place::view::{NodeId, SearchSpace};

use index::RangeMax;
use mask::{Mask, Wide};

/// Labels for the nodes of a search space (each for the edge to its parent) and an index over them.
#[derive(Clone, Debug)]
pub struct MinimaxLabels {
    /// The first node that has a place in the index.
    start: NodeId,
    /// Label plus one in preorder; 0 where there is no label.
    labels: RangeMax,
}

impl MinimaxLabels {
    /// Labels all that is left in a search space. Linear in its size as long as no node has more than
    /// about fifty children, and close to it otherwise.
    pub fn build(space: &SearchSpace<'_>) -> MinimaxLabels {
        let start = space.root();
        let mut labels = vec![0; space.tree().size(start)];
        Labeller {
            space,
            waiting: Vec::new(),
            parts: Vec::new(),
        }
        .run(|node, label| labels[node.index() - start.index()] = label + 1);
        MinimaxLabels {
            start,
            labels: RangeMax::new(labels),
        }
    }

    /// The label of the edge above a node, if it has one.
    pub fn label(&self, node: NodeId) -> Option<u32> {
        let place = node.index().checked_sub(self.start.index())?;
        self.labels.get(place)?.checked_sub(1)
    }

    /// The question to ask next: the largest label alive whose node can be asked and parts the mass.
    /// `None` when there is none; the root of a space that is not known to be wrong has no label, it
    /// is asked when it alone remains.
    pub fn next(&self, space: &SearchSpace<'_>) -> Option<NodeId> {
        let root = space.root();
        let alive = space
            .alive_between(root, space.tree().end(root))
            .map(|(start, end)| {
                // The root itself is not a question of this kind.
                let start = if start == root {
                    NodeId::at(start.0 + 1)
                } else {
                    start
                };
                start.index() - self.start.index()..end.index() - self.start.index()
            });
        let found = self.labels.best_first(alive).find(|&(place, _)| {
            let node = NodeId::new(self.start.index() + place);
            let mass = space.mass(node);
            0 < mass && mass < space.total() && space.is_askable(node)
        });
        found.map(|(place, _)| NodeId::new(self.start.index() + place))
    }

    /// How many questions there are at most from here on, the one about a root that is not known to
    /// be wrong left out.
    pub fn at_most(&self, space: &SearchSpace<'_>) -> u32 {
        self.next(space)
            .and_then(|node| self.label(node))
            .map_or(0, |label| label + 1)
    }
}

/// What is visible from a node.
enum Visible {
    Word(u64),
    Many(Wide),
}

impl From<Visible> for Wide {
    fn from(visible: Visible) -> Wide {
        match visible {
            Visible::Word(word) => Wide::from(word),
            Visible::Many(wide) => wide,
        }
    }
}

impl Visible {
    /// The set as one word, which it must fit.
    fn as_word(&self) -> u64 {
        match self {
            Visible::Word(word) => *word,
            Visible::Many(wide) => wide.as_word().expect("it is short enough for one word"),
        }
    }

    fn length(&self) -> u32 {
        match self {
            Visible::Word(word) => word.length(),
            Visible::Many(wide) => wide.length(),
        }
    }
}

/// Goes through the preorder backwards, so that children come before their parents without recursion.
struct Labeller<'s, 't> {
    space: &'s SearchSpace<'t>,
    /// Nodes whose own edges below are labelled and which wait for the label of the edge above.
    waiting: Vec<(NodeId, Visible)>,
    /// The parts whose parent has not been reached: their topmost node, and how many of the waiting
    /// nodes they have.
    parts: Vec<(NodeId, usize)>,
}

impl Labeller<'_, '_> {
    fn run(mut self, mut assign: impl FnMut(NodeId, u32)) {
        let tree = self.space.tree();
        let root = self.space.root();
        let ranges: Vec<_> = self.space.alive_between(root, tree.end(root)).collect();
        for (start, end) in ranges.into_iter().rev() {
            for node in (start.0..end.0).rev().map(NodeId::at) {
                let mut below = 0;
                while let Some(&(child, waiting)) = self.parts.last()
                    && tree.parent(child) == Some(node)
                {
                    self.parts.pop();
                    below += waiting;
                }
                let waiting = self.close(node, below, &mut assign);
                self.parts.push((node, waiting));
            }
        }
    }

    /// Deals with the `below` nodes that wait for `node`; returns how many wait now in its place.
    fn close(&mut self, node: NodeId, below: usize, assign: &mut impl FnMut(NodeId, u32)) -> usize {
        let is_root = node == self.space.root();
        let massless = self.space.masses().own(node) == 0;
        if !is_root && (massless && below <= 1 || !self.space.is_askable(node)) {
            // Nothing is suspect here that is not waiting already; but what cannot be asked and has
            // mass of its own is part of its parent, so its children wait for the parent.
            return below;
        }
        let children = self.waiting.split_off(self.waiting.len() - below);
        let longest = children.iter().map(|(_, seen)| seen.length()).max();
        let (nodes, seen): (Vec<NodeId>, Vec<Visible>) = children.into_iter().unzip();
        let assign = |place: usize, label| assign(nodes[place], label);
        // The labels never exceed what is visible by more than one for each child.
        let visible = if longest.unwrap_or(0) as usize + below <= 64 {
            let masks: Vec<u64> = seen.iter().map(Visible::as_word).collect();
            Visible::Word(label_below(&masks, massless, assign))
        } else {
            let masks: Vec<Wide> = seen.into_iter().map(Wide::from).collect();
            Visible::Many(label_below(&masks, massless, assign))
        };
        self.waiting.push((node, visible));
        1
    }
}

/// Labels the edges below one node; see [`merge::label_edges`]. A massless node is not told apart from
/// one of its children: from the one with which the least stays visible.
fn label_below<M: Mask>(masks: &[M], massless: bool, mut assign: impl FnMut(usize, u32)) -> M {
    // A massless root may have nothing below it that can be asked.
    if !massless || masks.is_empty() {
        return merge::label_edges(masks, &M::empty(), assign);
    }
    // Children from which the same is visible are as good as each other.
    let mut choices: Vec<usize> = (0..masks.len()).collect();
    choices.sort_by(|&a, &b| masks[a].cmp(&masks[b]));
    choices.dedup_by(|a, b| masks[*a] == masks[*b]);
    let best = choices.into_iter().map(|passed| {
        let mut others = masks.to_vec();
        let shown = others.swap_remove(passed);
        let mut labels = Vec::with_capacity(others.len());
        let visible = merge::label_edges(&others, &shown, |place, label| {
            // The last one has moved to the place of the one that was taken out.
            let moved = place == passed;
            labels.push((if moved { masks.len() - 1 } else { place }, label));
        });
        (visible, labels)
    });
    let (visible, labels) = best
        .min_by(|a, b| a.0.cmp(&b.0))
        .expect("one of the children is passed");
    for (place, label) in labels {
        assign(place, label);
    }
    visible
}
