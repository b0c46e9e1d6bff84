//! A tree that is being transformed: nodes linked as first child and next sibling, cheap to regroup.
//!
//! Transformations work on a draft one after the other; at the end it is written out in preorder.
//! Nothing here recurses.

use std::sync::Arc;

use elenchus_tree::place::{base, view};
use elenchus_tree::{Kind, RoutineId};

use crate::origin::Origin;

/// The entry that means "no node".
pub(crate) const NIL: u32 = u32::MAX;

/// One node of a draft, without its links.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sketch {
    pub kind: Kind,
    pub routine: RoutineId,
    /// The suspicion that the node itself owns.
    pub mass: u64,
    pub origin: Origin,
    /// Whether it continues the chain of its elder sibling.
    pub chained: bool,
    /// Whether there is more below it than the draft shows.
    pub hidden: bool,
}

impl Sketch {
    /// Whether it is a range of iterations, which owns nothing.
    pub fn is_range(&self) -> bool {
        self.kind == Kind::Iterations
            && self.mass == 0
            && matches!(self.origin, Origin::Siblings { .. })
    }
}

/// The first and last child of a node, and its next sibling.
#[derive(Clone, Copy, Debug)]
struct Links {
    first: u32,
    last: u32,
    next: u32,
}

/// A tree that is being transformed.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    routines: Arc<Vec<String>>,
    pub nodes: Vec<Sketch>,
    links: Vec<Links>,
    /// Nodes that own what others owned before, oldest first: (owner, merged).
    merged: Vec<(u32, u32)>,
}

impl Draft {
    pub const ROOT: u32 = 0;

    /// A draft of one node, with room for more.
    pub fn new(routines: Arc<Vec<String>>, root: Sketch, capacity: usize) -> Draft {
        let mut draft = Draft {
            routines,
            nodes: Vec::with_capacity(capacity),
            links: Vec::with_capacity(capacity),
            merged: Vec::new(),
        };
        draft.detached(root);
        draft
    }

    /// Adds a node without a parent.
    #[inline]
    pub fn detached(&mut self, sketch: Sketch) -> u32 {
        let node = u32::try_from(self.nodes.len()).expect("a draft holds fewer than 2^32 nodes");
        self.nodes.push(sketch);
        self.links.push(Links {
            first: NIL,
            last: NIL,
            next: NIL,
        });
        node
    }

    /// Adds a node as the last child of `parent`.
    #[inline]
    pub fn add(&mut self, parent: u32, sketch: Sketch) -> u32 {
        let node = self.detached(sketch);
        self.append(parent, node);
        node
    }

    /// Makes a node the last child of `parent`.
    #[inline]
    pub fn append(&mut self, parent: u32, node: u32) {
        self.links[node as usize].next = NIL;
        match self.links[parent as usize].last {
            NIL => self.links[parent as usize].first = node,
            last => self.links[last as usize].next = node,
        }
        self.links[parent as usize].last = node;
    }

    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let start = self.links[node as usize].first;
        std::iter::successors((start != NIL).then_some(start), |&child| {
            let next = self.links[child as usize].next;
            (next != NIL).then_some(next)
        })
    }

    pub fn has_no_children(&self, node: u32) -> bool {
        self.links[node as usize].first == NIL
    }

    pub fn is_leaf(&self, node: u32) -> bool {
        self.has_no_children(node) && !self.nodes[node as usize].hidden
    }

    /// Takes all children from `node`; they hang nowhere until they are appended again.
    pub fn clear_children(&mut self, node: u32) {
        self.links[node as usize].first = NIL;
        self.links[node as usize].last = NIL;
    }

    /// Replaces the children of `node`.
    pub fn set_children(&mut self, node: u32, children: &[u32]) {
        self.clear_children(node);
        for &child in children {
            self.append(node, child);
        }
    }

    /// Lets `node` own what `other` owned, as when a recursive call is merged into its caller. The
    /// caller moves the children.
    pub fn merge(&mut self, node: u32, other: u32) {
        debug_assert!(!self.nodes[other as usize].hidden, "all it owns is known");
        self.nodes[node as usize].mass += self.nodes[other as usize].mass;
        self.merged.push((node, other));
    }

    /// Says that neither the first child of `call` nor its next sibling continues a chain any more:
    /// `call` is about to be replaced by its children.
    pub fn unchain_around(&mut self, parent: u32, call: u32) {
        debug_assert_ne!(
            self.links[parent as usize].first, NIL,
            "the call is a child"
        );
        for node in [
            self.links[call as usize].first,
            self.links[call as usize].next,
        ] {
            if node != NIL {
                self.nodes[node as usize].chained = false;
            }
        }
    }

    /// Every node that hangs on the root, parents before their children.
    pub fn preorder(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![Draft::ROOT];
        while let Some(node) = waiting.pop() {
            order.push(node);
            if self.links[node as usize].next != NIL && node != Draft::ROOT {
                waiting.push(self.links[node as usize].next);
            }
            if self.links[node as usize].first != NIL {
                waiting.push(self.links[node as usize].first);
            }
        }
        order
    }

    /// Every node that hangs on the root, children before their parents.
    pub fn postorder(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![Draft::ROOT];
        while let Some(node) = waiting.pop() {
            order.push(node);
            waiting.extend(self.children(node));
        }
        order.reverse();
        order
    }

    /// The sizes of the subtrees below `node`, itself included, in preorder, with one entry of `own`
    /// for each; `children` stand in for its own children.
    pub fn subtree(&self, node: u32, children: Vec<u32>, own: &[u64]) -> (Vec<u32>, Vec<u64>) {
        let mut sizes = vec![0];
        let mut masses = vec![own[node as usize]];
        // Nodes to enter, and the places of those to leave.
        enum Next {
            Enter(u32),
            Leave(usize),
        }
        let mut waiting: Vec<Next> = children.into_iter().rev().map(Next::Enter).collect();
        while let Some(next) = waiting.pop() {
            match next {
                Next::Enter(node) => {
                    waiting.push(Next::Leave(sizes.len()));
                    sizes.push(0);
                    masses.push(own[node as usize]);
                    let from = waiting.len();
                    waiting.extend(self.children(node).map(Next::Enter));
                    waiting[from..].reverse();
                }
                Next::Leave(place) => sizes[place] = (sizes.len() - place) as u32,
            }
        }
        sizes[0] = sizes.len() as u32;
        (sizes, masses)
    }

    /// The mass of every node's subtree.
    pub fn weights(&self, preorder: &[u32]) -> Vec<u64> {
        let mut weights: Vec<u64> = self.nodes.iter().map(|node| node.mass).collect();
        for &node in preorder.iter().rev() {
            let below: u64 = self
                .children(node)
                .map(|child| weights[child as usize])
                .sum();
            weights[node as usize] += below;
        }
        weights
    }

    /// For every base node whose code a tree node took over, that tree node and the base node,
    /// sorted; `order` holds the draft node of every tree node.
    pub fn merged_bases(&self, order: &[u32]) -> Vec<(view::NodeId, base::NodeId)> {
        if self.merged.is_empty() {
            return Vec::new();
        }
        let mut place = vec![NIL; self.nodes.len()];
        for (tree_node, &node) in order.iter().enumerate() {
            place[node as usize] = tree_node as u32;
        }
        // Latest first: a node that was merged into one that was itself merged later follows it.
        let mut bases: Vec<(view::NodeId, base::NodeId)> = self
            .merged
            .iter()
            .rev()
            .map(|&(owner, merged)| {
                place[merged as usize] = place[owner as usize];
                let base = self.nodes[merged as usize].origin.first();
                (view::NodeId::at(place[owner as usize]), base)
            })
            .collect();
        bases.sort_unstable();
        bases
    }

    /// Writes the draft out in preorder, with the draft node of every tree node.
    pub fn finish(&self) -> (view::Tree, Vec<u32>) {
        let mut builder = view::TreeBuilder::with_routines(self.routines.clone(), self.nodes.len());
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut node = Draft::ROOT;
        let mut path: Vec<u32> = Vec::new();
        loop {
            let sketch = &self.nodes[node as usize];
            builder.enter(sketch.kind, sketch.routine);
            if sketch.mass != u64::from(sketch.kind.owns_code()) {
                builder.set_mass(sketch.mass);
            }
            if sketch.chained {
                builder.set_chained(true);
            }
            order.push(node);
            let mut follow = self.links[node as usize].first;
            if follow == NIL {
                builder.exit();
                follow = if node == Draft::ROOT {
                    NIL
                } else {
                    self.links[node as usize].next
                };
                while follow == NIL {
                    let Some(parent) = path.pop() else {
                        return (builder.finish(), order);
                    };
                    builder.exit();
                    follow = if parent == Draft::ROOT {
                        NIL
                    } else {
                        self.links[parent as usize].next
                    };
                }
            } else {
                path.push(node);
            }
            node = follow;
        }
    }
}
