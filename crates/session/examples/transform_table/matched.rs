//! Synthetic trees with the size and the plain heaviest-first mean of given programs.
//!
//! A tree grows like a program with loops: most calls are made by a few busy routines ("hubs"), the
//! others anywhere. The share of the hubs is bisected until the mean fits, then single calls are
//! moved until it fits to half a percent. Routines, recursion, chains and loops are laid over the
//! finished shape. Everything follows from the row's name: the same trees on every machine.

use elenchus_transform::cost;
use elenchus_tree::{Kind, NodeId, Place, Tree, TreeBuilder};

use super::rows::{BalanceRow, LoopRow};

/// How far the mean of a tree may be from the row's, as a share.
pub const TOLERANCE: f64 = 0.005;

/// How many moves of single calls are tried to get there.
const STEPS: usize = 300_000;

/// SplitMix64: small, well mixed and the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(name: &str) -> Dice {
        // FNV-1a over the name, so that each tree has its own sequence.
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The mean over all nodes of the questions that heaviest first asks; the root is known wrong.
pub fn mean<P: Place>(tree: &Tree<P>) -> f64 {
    let mass: u64 = tree.nodes().map(|node| tree.own_mass(node)).sum();
    cost::heaviest_first(&tree.clone().unchanged()) as f64 / mass as f64
}

/// A tree for a row of 002's table: routines, recursion and chains. The printed number of nodes
/// leaves the root out.
pub fn balance_tree(row: &BalanceRow) -> Tree {
    let mut dice = Dice::new(row.name);
    let parents = shape(&mut dice, row.nodes + 1, row.mean);
    let mut tree = Tree::from_parents(&parents).expect("parents come first").0;
    label(&mut dice, &mut tree);
    chain(&mut dice, &mut tree, row.collapsed, true);
    chain(&mut dice, &mut tree, row.projected, false);
    tree
}

/// A tree for a row of 000's table: the same shape, with the calls of its busiest routines made in
/// as many loops and iterations as the row says.
pub fn loop_tree(row: &LoopRow) -> Tree {
    let mut dice = Dice::new(&format!("000 {}", row.name));
    let parents = shape(&mut dice, row.nodes, row.mean);
    let mut tree = Tree::from_parents(&parents).expect("parents come first").0;
    label(&mut dice, &mut tree);
    with_loops(&tree, row.loops, row.expanded - row.nodes)
}

/// The parents of a tree of `nodes` nodes with this mean.
fn shape(dice: &mut Dice, nodes: usize, target: f64) -> Vec<Option<usize>> {
    let seed = dice.next();
    let mean_of = |parents: &[Option<usize>]| {
        mean(&<Tree>::from_parents(parents).expect("parents come first").0)
    };
    // More hubs make smaller ones: take the largest number that still reaches the mean.
    let mut hubs = (nodes / 4).max(1);
    while hubs > 1 && mean_of(&grow(seed, nodes, hubs, 1.0)) < target {
        hubs = hubs * 3 / 4;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..20 {
        let middle = (low + high) / 2.0;
        if mean_of(&grow(seed, nodes, hubs, middle)) < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mut parents = grow(seed, nodes, hubs, high);
    let mut distance = (mean_of(&parents) - target).abs();
    let mut best = (distance, parents.clone());
    for _ in 0..STEPS {
        if best.0 <= target * TOLERANCE {
            break;
        }
        let node = 1 + dice.below(nodes - 1);
        let before = parents[node];
        parents[node] = Some(dice.below(node));
        let moved = (mean_of(&parents) - target).abs();
        // A step away now and then keeps small trees from being stuck beside their mark.
        if moved <= distance || dice.below(16) == 0 {
            distance = moved;
            if distance < best.0 {
                best = (distance, parents.clone());
            }
        } else {
            parents[node] = before;
        }
    }
    best.1
}

/// Grows a tree: a call is made by one of the hubs with probability `share`, else anywhere.
fn grow(seed: u64, nodes: usize, hubs: usize, share: f64) -> Vec<Option<usize>> {
    let mut dice = Dice(seed);
    (0..nodes)
        .map(|node| {
            let to_hub = dice.share() < share;
            let pick = dice.next() as usize;
            let among = if to_hub { node.min(hubs) } else { node };
            (node > 0).then(|| pick % among)
        })
        .collect()
}

/// Gives every call a routine; one call in eight is a recursive one.
fn label(dice: &mut Dice, tree: &mut Tree) {
    let routines = 3 + tree.len() / 12;
    let mut routine_of = vec![0; tree.len()];
    for node in tree.nodes().skip(1) {
        let parent = tree.parent(node).expect("only the root has none");
        routine_of[node.index()] = match dice.below(8) {
            0 => routine_of[parent.index()],
            _ => dice.below(routines),
        };
    }
    let names: Vec<String> = (0..routines).map(|routine| format!("m{routine}")).collect();
    tree.set_labels(|node| &names[routine_of[node.index()]]);
}

/// Marks chains that hold `wanted` nodes in all: of leaves of one routine, or of any siblings.
fn chain(dice: &mut Dice, tree: &mut Tree, wanted: usize, of_leaves: bool) {
    let mut runs: Vec<Vec<NodeId>> = Vec::new();
    for node in tree.nodes() {
        let mut run: Vec<NodeId> = Vec::new();
        for child in tree.children(node) {
            let free = !tree.is_chained(child);
            let fits = free && (!of_leaves || tree.size(child) == 1);
            if !fits || run.len() == 2 + dice.below(7) {
                runs.push(std::mem::take(&mut run));
            }
            if fits {
                run.push(child);
            }
        }
        runs.push(run);
    }
    runs.retain(|run| run.len() > 1);
    let mut names: Vec<String> = tree.nodes().map(|n| tree.label(n).to_owned()).collect();
    let mut left = wanted;
    while left > 1 && !runs.is_empty() {
        let mut run = runs.swap_remove(dice.below(runs.len()));
        run.truncate(left);
        left -= run.len();
        for pair in run.windows(2) {
            tree.set_chained(pair[1], true);
            if of_leaves {
                names[pair[1].index()] = names[pair[0].index()].clone();
            }
        }
    }
    tree.set_labels(|node| &names[node.index()]);
}

/// Puts the calls of the busiest routines into `loops` loops with `iterations` iterations in all.
fn with_loops(plain: &Tree, loops: usize, iterations: usize) -> Tree {
    let mut busiest: Vec<NodeId> = plain.nodes().collect();
    busiest.sort_by_key(|&node| std::cmp::Reverse(plain.children(node).count()));
    busiest.truncate(loops);
    busiest.sort_unstable();
    let calls: usize = busiest
        .iter()
        .map(|&node| plain.children(node).count())
        .sum();
    let mut builder = TreeBuilder::with_routines(plain.routine_names().clone(), plain.len());
    // What is still open: (end in the plain tree, nodes to leave at the end, loop to continue).
    let mut open: Vec<(NodeId, usize, Option<LoopState>)> = Vec::new();
    for node in plain.nodes() {
        while let Some((end, _, _)) = open.last()
            && *end <= node
        {
            leave(&mut builder, &mut open);
        }
        if let Some((_, _, Some(running))) = open.last_mut() {
            running.next_call(&mut builder);
        }
        builder.enter(Kind::Routine, plain.routine(node));
        let children = plain.children(node).count();
        let running = busiest.binary_search(&node).is_ok().then(|| {
            let name = format!("{}_loop1", plain.label(node));
            let routine = builder.routine(&name);
            builder.enter(Kind::Loop, routine);
            let share = (iterations * children).div_ceil(calls.max(1));
            LoopState {
                routine,
                iterations: share.max(1),
                calls: children,
                begun: 0,
                called: 0,
            }
        });
        open.push((plain.end(node), 1, running));
    }
    while !open.is_empty() {
        leave(&mut builder, &mut open);
    }
    builder.finish()
}

struct LoopState {
    routine: elenchus_tree::RoutineId,
    iterations: usize,
    calls: usize,
    begun: usize,
    called: usize,
}

impl LoopState {
    /// Begins the iteration in which the next call is made, with the empty ones before it.
    fn next_call(&mut self, builder: &mut TreeBuilder) {
        let iteration = self.called * self.iterations / self.calls + 1;
        self.called += 1;
        self.advance(builder, iteration);
    }

    fn advance(&mut self, builder: &mut TreeBuilder, iteration: usize) {
        while self.begun < iteration {
            if self.begun > 0 {
                builder.exit();
            }
            builder.enter(Kind::Iterations, self.routine);
            builder.set_chained(self.begun > 0);
            self.begun += 1;
        }
    }
}

fn leave(builder: &mut TreeBuilder, open: &mut Vec<(NodeId, usize, Option<LoopState>)>) {
    if let Some((_, _, running)) = open.pop() {
        if let Some(mut running) = running {
            let all = running.iterations;
            running.advance(builder, all);
            builder.exit();
            builder.exit();
        }
        builder.exit();
    }
}
