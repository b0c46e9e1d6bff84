//! Strips a problem of all that cannot change the number of questions.
//!
//! * A node that cannot be asked is never told apart from its parent: the two become one.
//! * A part without mass needs no question.
//! * A massless node between two others is no place for the bug, so the questions about its two edges
//!   say the same: the cheaper one stays.
//!
//! What remains is best seen as a free tree: asking a node cuts one edge, and the sides of the cut
//! play the same part.

use crate::problem::Problem;

/// A node of a reduced problem.
#[derive(Clone, Debug)]
pub struct Node {
    /// How likely the bug is here.
    pub mass: u64,
    /// Whether it must be told apart from the others although it may be massless.
    pub counts: bool,
    /// The edges below it.
    pub below: Vec<Edge>,
}

/// An edge of a reduced problem, and the question that cuts it.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The node at its lower end.
    pub node: usize,
    /// What the question costs.
    pub cost: u64,
    /// The node of the problem to ask about.
    pub question: u32,
}

/// A reduced problem: a tree whose massless nodes have at least three edges or count all the same.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The nodes; some may be left over and not belong to the tree.
    pub nodes: Vec<Node>,
    /// The topmost node.
    pub root: usize,
    /// A question that comes when all others are answered, with what it adds to the total: that about
    /// a root which is not known to be wrong.
    pub last: Option<(u32, u128)>,
}

/// Reduces a problem; `None` when it has no mass at all.
pub fn reduce(problem: &Problem) -> Option<Reduced> {
    let total: u64 = problem.masses.iter().sum();
    if total == 0 {
        return None;
    }
    let mut nodes: Vec<Node> = problem
        .masses
        .iter()
        .map(|&mass| Node {
            mass,
            counts: mass > 0,
            below: Vec::new(),
        })
        .collect();
    for node in (1..problem.len()).rev() {
        let parent = problem.parents[node].expect("only the root has no parent") as usize;
        if !problem.askable[node] {
            let child = std::mem::take(&mut nodes[node].below);
            nodes[parent].mass += nodes[node].mass;
            nodes[parent].counts |= nodes[node].counts;
            nodes[parent].below.extend(child);
            continue;
        }
        let edge = Edge {
            node,
            cost: problem.cost(node),
            question: node as u32,
        };
        hang(&mut nodes, parent, edge);
    }
    let mut reduced = Reduced {
        nodes,
        root: 0,
        last: None,
    };
    if problem.root_unknown {
        reduced.doubt_root(problem);
    }
    reduced.smooth_root();
    Some(reduced)
}

/// Hangs a finished node below its parent, unless it is massless and can be passed over.
fn hang(nodes: &mut [Node], parent: usize, mut edge: Edge) {
    if !nodes[edge.node].counts {
        match nodes[edge.node].below[..] {
            [] => return,
            [only] => {
                if only.cost < edge.cost {
                    edge.cost = only.cost;
                    edge.question = only.question;
                }
                edge.node = only.node;
            }
            _ => {}
        }
    }
    nodes[parent].below.push(edge);
}

impl Reduced {
    /// Takes into account that there may be no bug at all.
    fn doubt_root(&mut self, problem: &Problem) {
        let root = &mut self.nodes[0];
        if !problem.askable[0] {
            // Nothing tells "in the root" from "nowhere".
            root.counts = true;
        } else if root.mass > 0 {
            // Once the root is alone, the question about it is the last one.
            let cost = u128::from(problem.cost(0)) * u128::from(root.mass);
            self.last = Some((0, cost));
        } else {
            let nowhere = Node {
                mass: 0,
                counts: true,
                below: Vec::new(),
            };
            let edge = Edge {
                node: 0,
                cost: problem.cost(0),
                question: 0,
            };
            self.nodes.push(nowhere);
            self.root = self.nodes.len() - 1;
            let root = self.root;
            hang(&mut self.nodes, root, edge);
        }
    }

    /// Passes over a massless root that has fewer than three edges.
    fn smooth_root(&mut self) {
        while !self.nodes[self.root].counts {
            match self.nodes[self.root].below[..] {
                [only] => self.root = only.node,
                [first, second] => {
                    let cheaper = if second.cost < first.cost {
                        second
                    } else {
                        first
                    };
                    self.root = first.node;
                    self.nodes[first.node].below.push(Edge {
                        node: second.node,
                        ..cheaper
                    });
                }
                _ => return,
            }
        }
    }
}
