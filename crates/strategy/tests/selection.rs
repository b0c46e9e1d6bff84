//! Fast selection chooses exactly the node that a look at every node would choose.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::{Random, cases, random_growing_tree, random_tree};
use elenchus_strategy::select::{Balanced, Heaviest, Index, Worth};
use elenchus_strategy::{Context, Costs, Response, RoutineCounts, Strategy, StrategyName, scan};
use elenchus_tree::columns::{Columns, NO_PARENT, OPEN};
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree};
use elenchus_tree::search::Status;
use elenchus_tree::{Answer, Kind, RootStatus, RoutineId};

/// Masses of a tree with now and then a trusted routine and a node that is explained.
fn random_masses(random: &mut Random, tree: &Tree) -> Masses {
    let mut trusted = HashSet::new();
    if random.once_in(2) {
        let routines = tree.routine_names().len();
        trusted.insert(RoutineId(random.below(routines) as u32));
    }
    let mut cleared = HashSet::new();
    if random.once_in(6) {
        cleared.insert(NodeId::new(random.below(tree.len())));
    }
    Masses::new(tree, &trusted, &cleared)
}

/// A tree in which some nodes have not finished, with all that contain them, as when threads run.
struct Running {
    whole: Tree,
    open: HashSet<NodeId>,
}

impl Running {
    fn new(random: &mut Random, whole: Tree) -> Running {
        let mut open = HashSet::from([NodeId::ROOT]);
        for _ in 0..random.below(4) {
            let node = NodeId::new(random.below(whole.len()));
            open.insert(node);
            open.extend(whole.ancestors(node));
        }
        Running { whole, open }
    }
}

impl Columns for Running {
    fn len(&self) -> usize {
        self.whole.len()
    }

    fn parent(&self, node: usize) -> u32 {
        let parent = self.whole.parent(NodeId::new(node));
        parent.map_or(NO_PARENT, |parent| parent.0)
    }

    fn size(&self, node: usize) -> u32 {
        match self.open.contains(&NodeId::new(node)) {
            true => OPEN,
            false => self.whole.size(NodeId::new(node)) as u32,
        }
    }

    fn code(&self, node: usize) -> u32 {
        let node = NodeId::new(node);
        let kind = Kind::ALL
            .iter()
            .position(|&kind| kind == self.whole.kind(node));
        self.whole.routine(node).0 << 3 | kind.unwrap_or(0) as u32
    }

    fn codes(&self) -> usize {
        self.whole.routine_names().len() << 3
    }

    fn meaning(&self, code: u32) -> (u32, Kind) {
        let kind = Kind::ALL.get((code & 7) as usize);
        (code >> 3, kind.copied().unwrap_or(Kind::Routine))
    }

    fn is_chained(&self, _: usize) -> bool {
        false
    }
}

/// What a strategy asks below the root, if anything.
fn asked(strategy: &mut Strategy, space: &SearchSpace<'_>, context: &Context) -> Option<NodeId> {
    match strategy.next(space, context) {
        Response::Ask(node) if node != space.root() => Some(node),
        _ => None,
    }
}

/// Prunes a tree by random answers of all kinds and compares the choices after each. Returns how
/// many spaces were compared.
fn compare_while_pruning(seed: u64, random: &mut Random, tree: &Tree, masses: &Masses) -> usize {
    let counts = RoutineCounts::new();
    let plain = Context::new(&counts);
    let costs = (0..tree.len()).map(|_| random.pick(&[0.5, 1.0, 1.0, 2.0, 7.0]));
    let costs = Costs::new(costs.collect(), tree.len()).unwrap();
    let priced = Context {
        costs: Some(&costs),
        ..plain
    };
    let mut heaviest = Strategy::new(StrategyName::HeaviestFirst);
    let mut shapiro = Strategy::new(StrategyName::DivideQueryShapiro);
    let mut closest = Strategy::new(StrategyName::DivideQuery);
    let status = random.pick(&[RootStatus::Wrong, RootStatus::Unknown]);
    let mut space = SearchSpace::new(tree, masses, status);
    let narrowing = random.once_in(2);
    let mut compared = 0;
    while space.status() == Status::Open {
        let fast = [
            asked(&mut heaviest, &space, &plain),
            asked(&mut shapiro, &space, &plain),
            asked(&mut closest, &space, &plain),
            asked(&mut closest, &space, &priced),
        ];
        let scanned = [
            scan::heaviest(&space),
            scan::heaviest_up_to_half(&space),
            scan::closest_to_half(&space),
            scan::best_for_its_cost(&space, &priced),
        ];
        assert_eq!(fast, scanned, "seed {seed}, {} nodes", tree.len());
        compared += 1;
        let askable: Vec<NodeId> = tree.nodes().filter(|&v| space.is_askable(v)).collect();
        if askable.is_empty() || compared > 40 {
            break;
        }
        let answer = match random.below(if narrowing { 10 } else { 60 }) {
            0 => Answer::Wrong,
            1 => Answer::Inadmissible,
            2 | 3 => Answer::Unknown,
            _ => Answer::Right,
        };
        space.apply(random.pick(&askable), answer);
    }
    compared
}

#[test]
fn the_index_chooses_what_a_full_scan_chooses() {
    let mut compared = 0;
    for seed in 0..cases(4_000) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.pick(&[6, 20, 60, 200, 400]);
        let nodes = 2 + random.below(nodes);
        let growing;
        let whole = random_tree(random, nodes);
        let names = whole.routine_names().clone();
        let tree = match random.below(6) {
            0 => {
                growing = random_growing_tree(random, nodes);
                growing.so_far()
            }
            1 => &Tree::shared(Arc::new(Running::new(random, whole)), names),
            _ => &whole,
        };
        let masses = random_masses(random, tree);
        compared += compare_while_pruning(seed, random, tree, &masses);
    }
    assert!(compared >= cases(20_000), "only {compared} pruned trees");
}

#[test]
fn all_nodes_come_in_the_order_of_balance_and_of_weight() {
    for seed in 0..cases(600) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(200);
        let tree = random_tree(random, nodes);
        let masses = random_masses(random, &tree);
        let mut space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        for _ in 0..random.below(6) {
            let node = NodeId::new(random.below(nodes));
            if space.after(node, Answer::Right).total() > 0 {
                space.apply(node, Answer::Right);
                space.apply(NodeId::new(random.below(nodes)), Answer::Unknown);
            }
        }
        if space.total() == 0 {
            continue;
        }
        let index = Index::new(&tree, &masses);
        let mut scanned: Vec<(NodeId, u64)> = scan::dividing_nodes(&space).collect();
        let handed_out = |worth: Worth| (worth.node, worth.worth);
        scanned.sort_by_key(|&(_, mass)| scan::imbalance(mass, space.total()));
        let balanced: Vec<_> = Balanced::new(&index, &space).map(handed_out).collect();
        assert_eq!(balanced, scanned, "seed {seed}");
        scanned.sort_by_key(|&(node, mass)| (std::cmp::Reverse(mass), node));
        let heaviest: Vec<_> = Heaviest::below_root(&index, &space)
            .map(handed_out)
            .collect();
        assert_eq!(heaviest, scanned, "seed {seed}");
    }
}
