//! Random trees of four kinds, for benchmarks, tables and tests. The same seed gives the same tree on
//! every machine.

/// What the random trees look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Like calls: most calls call nothing, some a few others, and now and then there is a loop.
    CallLike,
    /// Like long loops: a few nodes have nearly all the children.
    Wide,
    /// Every tree with numbered nodes is equally likely.
    Uniform,
    /// Long chains with short branches.
    Deep,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::CallLike, Kind::Wide, Kind::Uniform, Kind::Deep];

    /// How the kind is named in tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::CallLike => "call-like",
            Kind::Wide => "wide",
            Kind::Uniform => "uniform",
            Kind::Deep => "deep",
        }
    }
}

/// A generator of random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that depends on the seed only.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A number below `bound`, all about equally likely.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % u64::from(bound)) as u32
    }
}

/// A random tree as a list of parents; parents come before their children.
pub fn parents(kind: Kind, nodes: u32, random: &mut Random) -> Vec<Option<u32>> {
    let mut parents = Vec::with_capacity(nodes as usize);
    match kind {
        Kind::CallLike => return calls(nodes, random),
        Kind::Wide => {
            let mut hubs = vec![0];
            for node in 0..nodes {
                let hub = hubs[random.below(hubs.len() as u32) as usize];
                parents.push((node > 0).then_some(hub));
                if random.below(25) == 0 {
                    hubs.push(node);
                }
            }
        }
        Kind::Uniform => return visits(nodes, random),
        Kind::Deep => {
            let parent = |node: u32| node - 1 - random.below(node.min(3));
            parents.extend((1..nodes).map(parent).map(Some));
            parents.insert(0, None);
        }
    }
    parents
}

/// Calls in the order in which they are made: each call that is open has some calls still to make.
fn calls(nodes: u32, random: &mut Random) -> Vec<Option<u32>> {
    let mut parents = vec![None];
    let mut open: Vec<(u32, u32)> = Vec::new();
    while (parents.len() as u32) < nodes {
        let parent = match open.last_mut() {
            Some((_, 0)) => {
                open.pop();
                continue;
            }
            Some((node, calls)) => {
                *calls -= 1;
                *node
            }
            None => 0,
        };
        let calls = match random.below(100) {
            _ if open.len() > 30 => 0,
            0..55 => 0,
            55..70 => 1,
            70..80 => 2,
            80..87 => 3,
            87..96 => 3 + random.below(4),
            _ => 5 + random.below(20),
        };
        open.push((parents.len() as u32, calls));
        parents.push(Some(parent));
    }
    parents
}

/// A walk that goes from any node to any other: each node's parent is the one from which it was first
/// reached, and nodes are numbered in the order of their first visits (Aldous and Broder).
fn visits(nodes: u32, random: &mut Random) -> Vec<Option<u32>> {
    let mut number: Vec<Option<u32>> = vec![None; nodes as usize];
    number[0] = Some(0);
    let mut parents = vec![None];
    let mut current = 0;
    while (parents.len() as u32) < nodes {
        let next = &mut number[random.below(nodes) as usize];
        current = *next.get_or_insert_with(|| {
            parents.push(Some(current));
            parents.len() as u32 - 1
        });
    }
    parents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_trees_and_depend_on_the_seed_only() {
        for kind in Kind::ALL {
            for nodes in [1, 2, 3, 50, 1000] {
                let sample = |seed| parents(kind, nodes, &mut Random::new(seed));
                let tree = sample(1);
                assert_eq!((tree.len(), tree[0]), (nodes as usize, None));
                let below = |(node, parent): (u32, &Option<u32>)| parent.unwrap() < node;
                assert!((1..).zip(&tree[1..]).all(below), "{kind:?}");
                assert_eq!(tree, sample(1));
                assert!(nodes < 50 || tree != sample(2), "{kind:?}");
            }
        }
    }

    #[test]
    fn the_kinds_differ_in_depth_and_width() {
        let measures = Kind::ALL.map(|kind| {
            let parents = parents(kind, 2000, &mut Random::new(5));
            let (mut depth, mut width) = (vec![0; 2000], vec![0; 2000]);
            for (node, parent) in parents.iter().enumerate().skip(1) {
                let parent = parent.unwrap() as usize;
                depth[node] = depth[parent] + 1;
                width[parent] += 1;
            }
            (
                depth.into_iter().max().unwrap(),
                width.into_iter().max().unwrap(),
            )
        });
        let [calls, wide, uniform, deep] = measures;
        assert!(wide.0 < calls.0 && calls.0 < uniform.0 && uniform.0 < deep.0);
        assert!(wide.1 > calls.1 && calls.1 > uniform.1 && uniform.1 > deep.1);
    }
}
