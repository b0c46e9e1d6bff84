//! Random trees and dialogues for the tests, the same ones on every run.

use elenchus_tree::place::view::{Tree, TreeBuilder};
use elenchus_tree::{Kind, RoutineId};

/// A small generator of random numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        (bits as usize * limit) >> 32
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// How many cases to try: `usual`, or many more when ELENCHUS_LONG asks for it.
pub fn cases(usual: usize) -> usize {
    match std::env::var("ELENCHUS_LONG").as_deref() {
        Ok("") | Ok("0") | Err(_) => usual,
        Ok(_) => usual * 25,
    }
}

/// A tree of `nodes` nodes in one of several shapes, with a few routines and kinds.
pub fn random_tree(random: &mut Random, nodes: usize) -> Tree {
    random_growing_tree(random, nodes).finish()
}

/// Like [`random_tree`], stopped while some nodes, at least the root, have not finished.
pub fn random_growing_tree(random: &mut Random, nodes: usize) -> TreeBuilder {
    let mut builder = TreeBuilder::with_capacity(nodes);
    let routines: Vec<RoutineId> = (0..1 + random.below(8))
        .map(|n| builder.routine(&format!("f{n}")))
        .collect();
    let projections = random.once_in(3);
    let priors = random.once_in(2);
    // How likely the next node is a child of the latest one, and how often the last ones are left.
    let (deep, leave) = random.pick(&[(2, 2), (2, 3), (30, 2), (4, 30), (2, 100), (100, 100)]);
    builder.enter(Kind::Routine, routines[0]);
    for _ in 1..nodes {
        if !random.once_in(deep) || builder.depth() > 1 && random.once_in(leave) {
            while builder.depth() > 1 && !random.once_in(leave) {
                builder.exit();
            }
        }
        let kind = if projections && random.once_in(4) {
            Kind::Projection
        } else {
            Kind::Routine
        };
        builder.enter(kind, random.pick(&routines));
        if priors && kind != Kind::Projection {
            builder.set_mass(random.pick(&[0, 1, 1, 2, 3, 5, 40]));
        }
    }
    builder
}
