//! What searches come to when answers are mistaken: the table of docs/measured/errors.md.
//!
//! Usage: `cargo run --release -p elenchus-belief --example error_table [TREES]`
//!
//! Draws TREES trees (1,000 unless given) of 20 to 2,000 nodes in several shapes, puts a bug at random into
//! each, and searches it with somebody who errs. Errors are *independent* (drawn for every node) or
//! *persistent* (drawn for every routine: the same mistake about all its calls). Nobody is asked twice
//! about one node. Plain divide and query, which believes everything, stands beside it.

use elenchus_belief::{ErrorRates, Evidence, Next, Posterior, Search, Verdict};
use elenchus_strategy::select::Index;
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree, TreeBuilder};
use elenchus_tree::{Answer, Kind, RootStatus};

/// The probability at which a search ends.
const SURE: f64 = 0.95;

fn main() {
    let trees = std::env::args().nth(1);
    let trees: u64 = trees.map_or(1_000, |text| text.parse().expect("a whole number"));
    println!("# Searches with mistaken answers\n");
    println!(
        "{trees} random trees of 20 to 2,000 nodes, one bug each; a search ends when one node holds the bug with 95 %.\n\
         Made by `cargo run --release -p elenchus-belief --example error_table`.\n"
    );
    println!(
        "| errors | rate | plain divide and query finds | its questions | found | in the final set | its size | questions to the agent | to a person | found without a person | set |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for persistent in [false, true] {
        for rate in [0.0, 0.05, 0.10, 0.20] {
            let mut sums = Sums::default();
            for seed in 0..trees {
                sums.add(seed, rate, persistent);
            }
            sums.print(rate, persistent, trees as f64);
        }
    }
}

#[derive(Default)]
struct Sums {
    plain_found: u32,
    plain_questions: u32,
    found: u32,
    in_set: u32,
    size: usize,
    agent: u32,
    person: u32,
    alone_in_set: u32,
    alone_size: usize,
}

impl Sums {
    fn add(&mut self, seed: u64, rate: f64, persistent: bool) {
        let mut random = Random(seed.wrapping_mul(2).wrapping_add(1));
        let tree = draw_tree(&mut random);
        let masses = Masses::of(&tree);
        let bug = NodeId::new(random.below(tree.len() as u64) as usize);
        let agent = Agent {
            tree: &tree,
            bug,
            rate,
            persistent,
            seed,
        };
        let index = Index::new(&tree, &masses);
        let (found, questions) = believe_everything(&tree, &masses, &agent);
        self.plain_found += u32::from(found == Some(bug));
        self.plain_questions += questions;
        let with = search(&tree, &masses, &index, &agent, true);
        self.found += u32::from(with.set == [bug]);
        self.in_set += u32::from(with.set.contains(&bug));
        self.size += with.set.len();
        self.agent += with.agent;
        self.person += with.person;
        let alone = search(&tree, &masses, &index, &agent, false);
        self.alone_in_set += u32::from(alone.set.contains(&bug));
        self.alone_size += alone.set.len();
    }

    fn print(&self, rate: f64, persistent: bool, trees: f64) {
        let share = |count: u32| format!("{:.1} %", 100.0 * f64::from(count) / trees);
        let mean = |count: f64| format!("{:.1}", count / trees);
        println!(
            "| {} | {:.0} % | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            if persistent {
                "persistent"
            } else {
                "independent"
            },
            rate * 100.0,
            share(self.plain_found),
            mean(f64::from(self.plain_questions)),
            share(self.found),
            share(self.in_set),
            mean(self.size as f64),
            mean(f64::from(self.agent)),
            mean(f64::from(self.person)),
            share(self.alone_in_set),
            mean(self.alone_size as f64),
        );
    }
}

/// Somebody who errs, always in the same way about the same thing.
struct Agent<'t> {
    tree: &'t Tree,
    bug: NodeId,
    rate: f64,
    persistent: bool,
    seed: u64,
}

impl Agent<'_> {
    fn truth(&self, node: NodeId) -> Verdict {
        match self.tree.contains(node, self.bug) {
            true => Verdict::Wrong,
            false => Verdict::Right,
        }
    }

    fn says(&self, node: NodeId) -> Verdict {
        let about = match self.persistent {
            true => {
                u64::from(self.tree.routine(node).0) << 1
                    | u64::from(self.truth(node) == Verdict::Wrong)
            }
            false => u64::from(node.0),
        };
        let mut random = Random(self.seed ^ about.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        match (random.share() < self.rate, self.truth(node)) {
            (false, truth) => truth,
            (true, Verdict::Wrong) => Verdict::Right,
            (true, Verdict::Right) => Verdict::Wrong,
        }
    }
}

struct Ended {
    set: Vec<NodeId>,
    agent: u32,
    person: u32,
}

fn search(tree: &Tree, masses: &Masses, index: &Index, agent: &Agent<'_>, person: bool) -> Ended {
    let mut space = SearchSpace::new(tree, masses, RootStatus::Wrong);
    let rates = ErrorRates::new(agent.rate, agent.rate).expect("a usable rate");
    let wanted = Search {
        sure: SURE,
        rates,
        has_certain: person,
    };
    let (mut evidence, mut asked) = (Vec::new(), Vec::new());
    let mut ended = Ended {
        set: Vec::new(),
        agent: 0,
        person: 0,
    };
    loop {
        let posterior = Posterior::new(&space, &evidence);
        let set = match wanted.next(&posterior, index, &asked, &[]) {
            Next::AskFallible(choice) => {
                ended.agent += 1;
                let node = choice.node;
                let place = asked.binary_search(&node).unwrap_or_else(|place| place);
                asked.insert(place, node);
                evidence.push(Evidence {
                    start: node,
                    end: tree.end(node),
                    verdict: agent.says(node),
                    rates,
                });
                continue;
            }
            Next::AskCertain(choice) => {
                ended.person += 1;
                space.apply(choice.node, certain(agent.truth(choice.node)));
                continue;
            }
            Next::Found(likeliest) => Some(likeliest),
            Next::Left(likeliest) => likeliest,
        };
        let nodes = set.map(|set| set.nodes).unwrap_or_default();
        ended.set = nodes.into_iter().map(|(node, _)| node).collect();
        return ended;
    }
}

/// Divide and query that takes every answer for true.
fn believe_everything(tree: &Tree, masses: &Masses, agent: &Agent<'_>) -> (Option<NodeId>, u32) {
    use elenchus_strategy::{Context, Response, RoutineCounts, Strategy, StrategyName};
    let mut space = SearchSpace::new(tree, masses, RootStatus::Wrong);
    let mut strategy = Strategy::new(StrategyName::DivideQuery);
    let counts = RoutineCounts::default();
    let mut questions = 0;
    loop {
        match strategy.next(&space, &Context::new(&counts)) {
            Response::Ask(node) => {
                questions += 1;
                space.apply(node, certain(agent.says(node)));
            }
            Response::Bug(node) => return (Some(node), questions),
            _ => return (None, questions),
        }
    }
}

fn certain(verdict: Verdict) -> Answer {
    match verdict {
        Verdict::Wrong => Answer::Wrong,
        Verdict::Right => Answer::Right,
    }
}

/// A tree of 20 to 2,000 nodes, in which a node has at most as many children as a balanced view shows.
fn draw_tree(random: &mut Random) -> Tree {
    let nodes = (20.0 * 100f64.powf(random.share())) as usize;
    let widest = 2 + random.below(6);
    let mut builder = TreeBuilder::default();
    let routines: Vec<_> = (0..nodes.isqrt().max(4))
        .map(|number| builder.routine(&format!("f{number}")))
        .collect();
    // Subtrees that are still to be entered, by their size; nothing where one is left.
    let mut ahead = vec![Some(nodes)];
    while let Some(next) = ahead.pop() {
        let Some(size) = next else {
            builder.exit();
            continue;
        };
        let routine = routines[random.below(routines.len() as u64) as usize];
        builder.enter(Kind::Routine, routine);
        ahead.push(None);
        let mut rest = size - 1;
        for place in 0..widest {
            let share = match place + 1 == widest {
                true => rest,
                false => random.below(rest as u64 + 1) as usize,
            };
            if share > 0 {
                ahead.push(Some(share));
                rest -= share;
            }
        }
    }
    builder.finish()
}

/// A small generator with a seed, so that the table is the same everywhere (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
