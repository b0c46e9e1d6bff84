//! Shapes of trees, each kept once.
//!
//! A [`ShapeId`] names a rooted tree up to the order of children: a label for its root and a multiset
//! of edges to smaller shapes. Equal trees have equal names, so equality is one comparison and
//! whatever is found out about a tree is found out once. As the problem does not depend on where the
//! root is, every tree also has a *free* name: that of the shape rooted at its centroid.

use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

/// The name of a rooted shape.
pub type ShapeId = u32;

const NONE: u32 = u32::MAX;

/// Equal edges below a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edges {
    /// What hangs on each.
    pub shape: ShapeId,
    /// Which of the costs each question has.
    pub cost: u32,
    /// How many there are.
    pub count: u32,
}

/// What a node weighs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// How likely the bug is there.
    pub mass: u64,
    /// Whether it must be told apart.
    pub counts: bool,
}

#[derive(Clone, Copy, Debug)]
struct Shape {
    label: u32,
    edges_start: u32,
    edges_end: u32,
    nodes: u32,
    mass: u64,
    free: ShapeId,
}

/// All shapes of one search.
pub struct Shapes {
    shapes: Vec<Shape>,
    edges: Vec<Edges>,
    names: HashTable<ShapeId>,
    hasher: DefaultHashBuilder,
    labels: Vec<Label>,
    costs: Vec<u64>,
    scratch: Vec<Edges>,
}

impl Shapes {
    /// No shapes yet, over the given costs.
    pub fn new(costs: Vec<u64>) -> Shapes {
        Shapes {
            shapes: Vec::new(),
            edges: Vec::new(),
            names: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            labels: Vec::new(),
            costs,
            scratch: Vec::new(),
        }
    }

    /// How many shapes there are; their names are the numbers below.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// The number of a label.
    pub fn label(&mut self, label: Label) -> u32 {
        let known = self.labels.iter().position(|&l| l == label);
        known.unwrap_or_else(|| {
            self.labels.push(label);
            self.labels.len() - 1
        }) as u32
    }

    /// The label of a shape's root.
    pub fn root_label(&self, shape: ShapeId) -> Label {
        self.labels[self.shapes[shape as usize].label as usize]
    }

    /// The price of a question by its number.
    pub fn price(&self, cost: u32) -> u64 {
        self.costs[cost as usize]
    }

    /// How many nodes a shape has.
    pub fn nodes(&self, shape: ShapeId) -> u32 {
        self.shapes[shape as usize].nodes
    }

    /// The mass of all its nodes.
    pub fn mass(&self, shape: ShapeId) -> u64 {
        self.shapes[shape as usize].mass
    }

    /// The edges below its root, equal ones together.
    pub fn edges(&self, shape: ShapeId) -> &[Edges] {
        let shape = &self.shapes[shape as usize];
        &self.edges[shape.edges_start as usize..shape.edges_end as usize]
    }

    /// The shape with a root of the given label and the given edges below, in any order.
    pub fn shape(&mut self, label: u32, edges: &[Edges]) -> ShapeId {
        self.scratch.clear();
        self.scratch.extend_from_slice(edges);
        self.name_scratch(label)
    }

    /// The shape without one of the edges below its root.
    pub fn without(&mut self, shape: ShapeId, edge: Edges) -> ShapeId {
        self.load_scratch(shape, Some(edge));
        self.name_scratch(self.shapes[shape as usize].label)
    }

    /// The shape with one edge more below its root.
    pub fn with(&mut self, shape: ShapeId, edge: Edges) -> ShapeId {
        self.load_scratch(shape, None);
        self.scratch.push(edge);
        self.name_scratch(self.shapes[shape as usize].label)
    }

    /// The shape with one edge below its root in place of another.
    pub fn replace(&mut self, shape: ShapeId, old: Edges, new: Edges) -> ShapeId {
        self.load_scratch(shape, Some(old));
        self.scratch.push(new);
        self.name_scratch(self.shapes[shape as usize].label)
    }

    /// The free name of the shape, if it was asked for before.
    pub fn known_free(&self, shape: ShapeId) -> Option<ShapeId> {
        let free = self.shapes[shape as usize].free;
        (free != NONE).then_some(free)
    }

    /// The name of the shape as a free tree: rooted at its centroid, and of two centroids at the one
    /// that gives the smaller name.
    pub fn free(&mut self, shape: ShapeId) -> ShapeId {
        let known = self.shapes[shape as usize].free;
        if known != NONE {
            return known;
        }
        let nodes = self.nodes(shape);
        let mut root = shape;
        let free = loop {
            let heavy = self
                .edges(root)
                .iter()
                .max_by_key(|e| self.nodes(e.shape))
                .copied();
            match heavy.map(|e| (e, 2 * self.nodes(e.shape))) {
                Some((edge, twice)) if twice > nodes => root = self.moved_root(root, edge),
                Some((edge, twice)) if twice == nodes => {
                    break root.min(self.moved_root(root, edge));
                }
                _ => break root,
            }
        };
        self.shapes[shape as usize].free = free;
        self.shapes[root as usize].free = free;
        self.shapes[free as usize].free = free;
        free
    }

    /// The tree that is left when a node that is no place for the bug loses edges: with fewer than
    /// three of them it is passed over. `root` is the only node that may have lost some.
    pub fn smooth_root(&mut self, root: ShapeId) -> ShapeId {
        if self.root_label(root).counts {
            return root;
        }
        match *self.edges(root) {
            [only] if only.count == 1 => only.shape,
            [twin] if twin.count == 2 => self.with(twin.shape, Edges { count: 1, ..twin }),
            [a, b] if a.count == 1 && b.count == 1 => {
                let cost = self.cheaper(a.cost, b.cost);
                self.with(a.shape, Edges { cost, ..b })
            }
            _ => root,
        }
    }

    /// The edge to `shape`, or past its root when that is no place for the bug and leads on to one
    /// node only.
    pub fn smooth_edge(&self, shape: ShapeId, cost: u32) -> Edges {
        let edge = Edges {
            shape,
            cost,
            count: 1,
        };
        if self.root_label(shape).counts {
            return edge;
        }
        match *self.edges(shape) {
            [only] if only.count == 1 => Edges {
                cost: self.cheaper(cost, only.cost),
                ..only
            },
            _ => edge,
        }
    }

    fn cheaper(&self, a: u32, b: u32) -> u32 {
        if self.price(b) < self.price(a) { b } else { a }
    }

    /// The same tree with its root at the lower end of `edge`.
    fn moved_root(&mut self, root: ShapeId, edge: Edges) -> ShapeId {
        let rest = self.without(root, edge);
        let back = Edges {
            shape: rest,
            cost: edge.cost,
            count: 1,
        };
        self.with(edge.shape, back)
    }

    /// Copies the edges of a shape into the scratch list, one of `except` fewer.
    fn load_scratch(&mut self, shape: ShapeId, except: Option<Edges>) {
        let shape = &self.shapes[shape as usize];
        let range = shape.edges_start as usize..shape.edges_end as usize;
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.edges[range]);
        if let Some(except) = except {
            let same = |e: &Edges| (e.shape, e.cost) == (except.shape, except.cost);
            let place = self
                .scratch
                .iter()
                .position(same)
                .expect("the edge is there");
            self.scratch[place].count -= 1;
            if self.scratch[place].count == 0 {
                self.scratch.remove(place);
            }
        }
    }

    /// Looks up or names the shape whose edges are in the scratch list.
    fn name_scratch(&mut self, label: u32) -> ShapeId {
        self.scratch.sort_unstable();
        self.scratch.dedup_by(|next, kept| {
            let same = (next.shape, next.cost) == (kept.shape, kept.cost);
            if same {
                kept.count += next.count;
            }
            same
        });
        let hash = hash_of(&self.hasher, label, &self.scratch);
        let (shapes, edges) = (&self.shapes, &self.edges);
        let edges_of = |shape: &Shape| &edges[shape.edges_start as usize..shape.edges_end as usize];
        let known = self.names.find(hash, |&id| {
            let shape = &shapes[id as usize];
            shape.label == label && edges_of(shape) == self.scratch
        });
        if let Some(&id) = known {
            return id;
        }
        let below = |of: &dyn Fn(ShapeId) -> u64| -> u64 {
            let each = |e: &Edges| u64::from(e.count) * of(e.shape);
            self.scratch.iter().map(each).sum()
        };
        let shape = Shape {
            label,
            edges_start: edges.len() as u32,
            edges_end: (edges.len() + self.scratch.len()) as u32,
            nodes: 1 + below(&|s| u64::from(self.nodes(s))) as u32,
            mass: self.labels[label as usize].mass + below(&|s| self.mass(s)),
            free: NONE,
        };
        let id = self.shapes.len() as ShapeId;
        let hasher = &self.hasher;
        self.names.insert_unique(hash, id, |&id| {
            let shape = &shapes[id as usize];
            hash_of(hasher, shape.label, edges_of(shape))
        });
        self.shapes.push(shape);
        self.edges.extend_from_slice(&self.scratch);
        id
    }
}

fn hash_of(hasher: &DefaultHashBuilder, label: u32, edges: &[Edges]) -> u64 {
    let mut state = hasher.build_hasher();
    label.hash(&mut state);
    edges.hash(&mut state);
    state.finish()
}
