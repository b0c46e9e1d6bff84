//! Random executions for the property tests: calls, loops left early or never entered, recursion,
//! chains and masses.

use elenchus_tree::{Kind, Place, Tree, TreeBuilder};

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }

    pub fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }
}

/// What kind of run to make up.
#[derive(Clone, Copy)]
pub struct Run {
    pub nodes: usize,
    pub with_loops: bool,
    pub with_masses: bool,
}

/// A random execution of about `run.nodes` nodes.
pub fn execution<P: Place>(seed: u64, run: Run) -> Tree<P> {
    let dice = &mut Dice(seed);
    let mut builder = TreeBuilder::default();
    let routines = 2 + dice.below(6);
    let width = 1 + dice.below(12);
    let names: Vec<_> = (0..routines)
        .map(|r| builder.routine(&format!("m{r}")))
        .collect();
    let loops: Vec<_> = (0..routines)
        .map(|r| builder.routine(&format!("m{r}_loop1")))
        .collect();
    // What is open: whether it is a loop, its routine, and how many more parts it may have.
    let mut open = vec![(false, 0, width * 2)];
    builder.enter(Kind::Routine, names[0]);
    let mut nodes = 1;
    while let Some((is_loop, routine, left)) = open.last_mut() {
        if *left == 0 || nodes >= run.nodes {
            builder.exit();
            open.pop();
            continue;
        }
        *left -= 1;
        let in_loop = *is_loop;
        let routine = *routine;
        if in_loop {
            builder.enter(Kind::Iterations, loops[routine]);
            let parts = dice.below(3);
            open.push((false, routine, parts));
        } else if run.with_loops && dice.one_in(4) {
            builder.enter(Kind::Loop, loops[routine]);
            let iterations = dice.below(width + 1);
            open.push((true, routine, iterations));
        } else {
            let called = if dice.one_in(4) {
                routine
            } else {
                dice.below(routines) as usize
            };
            builder.enter(Kind::Routine, names[called]);
            let parts = if dice.one_in(2) { 0 } else { dice.below(width) };
            open.push((false, called, parts));
        }
        builder.set_chained(!dice.one_in(3));
        if run.with_masses && dice.one_in(3) {
            builder.set_mass(dice.below(4));
        }
        nodes += 1;
    }
    let mut tree = builder.finish();
    for node in tree.nodes().collect::<Vec<_>>() {
        let is_first = tree
            .parent(node)
            .is_none_or(|parent| parent.0 + 1 == node.0);
        if is_first {
            tree.set_chained(node, false);
        }
    }
    tree
}

/// How many cases to run: more when `ELENCHUS_LONG` is set.
pub fn cases(usual: u64) -> u64 {
    match std::env::var_os("ELENCHUS_LONG") {
        Some(_) => usual * 20,
        None => usual,
    }
}
