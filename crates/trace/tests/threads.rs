//! Runs of several threads: what a forest tells at once agrees with what its nodes tell one by one, and thousands of threads fit into a
//! small budget.

mod common;

use common::{record_with, repeat};
use elenchus_trace::synthetic::{Plan, Profile};
use elenchus_trace::{Budget, Forest, Snapshot, Trace};
use elenchus_tree::{Columns, NodeId, Tree};

fn plans() -> impl Iterator<Item = Plan> {
    (0..repeat(6) as u64).map(|seed| Plan {
        calls: 300 + 100 * (seed % 7),
        strands: 2 + (seed % 5) as u32,
        shared_ring: seed % 2 == 1,
        profile: Profile::Mixed,
        seed,
        slot_bytes: 2048,
        finish: seed % 3 != 0,
    })
}

/// The child of `ancestor` that a node is or lies below, found step by step.
fn child_by_parents(tree: &Tree, ancestor: NodeId, node: NodeId) -> NodeId {
    let mut child = node;
    while let Some(parent) = tree.parent(child)
        && parent != ancestor
    {
        child = parent;
    }
    child
}

/// Says of how many nodes the place among their siblings is known without going through these.
fn check_columns(forest: &Forest, tree: &Tree) -> usize {
    let nodes = forest.len();
    let one_by_one: Vec<u32> = (0..nodes).map(|node| forest.code(node)).collect();
    for start in (0..nodes).step_by(53) {
        for length in [1, 7, nodes - start] {
            let mut codes = vec![u32::MAX; length.min(nodes - start)];
            forest.copy_codes(start, &mut codes);
            assert_eq!(codes, one_by_one[start..start + codes.len()]);
        }
    }
    let mut counted = 0;
    for node in tree.nodes() {
        for (place, child) in tree.children(node).enumerate() {
            let before = tree.children_before(node, child);
            assert!(before.is_none_or(|before| before == place));
            counted += usize::from(before.is_some());
        }
        let all = tree.children_before(node, tree.end(node));
        assert!(all.is_none_or(|all| all == tree.children(node).count()));
    }
    for node in tree.nodes().skip(1).step_by(7) {
        for ancestor in tree.ancestors(node) {
            let around = forest.child_around(ancestor.index(), node.index());
            assert_eq!(NodeId::at(around), child_by_parents(tree, ancestor, node));
        }
    }
    counted
}

#[test]
fn codes_and_children_agree_with_single_nodes() {
    for plan in plans() {
        let folder = tempfile::tempdir().unwrap();
        record_with(folder.path(), plan, &mut ());
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        let forest = trace.forest();
        let counted = check_columns(&forest, &trace.snapshot().tree);
        assert!(counted > forest.len() / 4, "{counted} of {}", forest.len());
    }
}

/// What is unchanged since an earlier snapshot has the same numbers, keys and code, and so have its parents.
fn check_growth(earlier: &Snapshot, later: &Snapshot) -> usize {
    let unchanged = later.unchanged_since(earlier);
    assert!(unchanged <= earlier.tree.len().min(later.tree.len()));
    for node in (0..unchanged).map(NodeId::new) {
        assert_eq!(earlier.key_of(node), later.key_of(node));
        assert_eq!(earlier.tree.parent(node), later.tree.parent(node));
        assert_eq!(earlier.tree.routine(node), later.tree.routine(node));
        assert_eq!(earlier.tree.kind(node), later.tree.kind(node));
    }
    unchanged
}

#[test]
fn growing_side_by_side_keeps_what_it_says_it_keeps() {
    let mut kept = 0;
    for plan in plans() {
        let folder = tempfile::tempdir().unwrap();
        record_with(folder.path(), plan, &mut ());
        // The run as it was when only a part of its frames had been written.
        let path = folder.path().join("frames-0001.elf");
        let whole = std::fs::read(&path).unwrap();
        let end = std::fs::read(folder.path().join("end.json")).unwrap();
        std::fs::remove_file(folder.path().join("end.json")).unwrap();
        let meta = std::fs::read_to_string(folder.path().join("trace.json")).unwrap();
        let mut meta: serde_json::Value = serde_json::from_str(&meta).unwrap();
        meta["process"] = std::process::id().into();
        std::fs::write(folder.path().join("trace.json"), meta.to_string()).unwrap();
        std::fs::write(&path, &whole[..16]).unwrap();
        let trace = Trace::attach(folder.path(), Budget::default()).unwrap();
        let mut snapshots: Vec<Snapshot> = Vec::new();
        for part in 1..=8 {
            std::fs::write(&path, &whole[..whole.len() * part / 8]).unwrap();
            while !trace.advance().unwrap() {}
            let snapshot = trace.snapshot();
            check_columns(&trace.forest(), &snapshot.tree);
            for earlier in &snapshots {
                kept += check_growth(earlier, &snapshot);
            }
            snapshots.push(snapshot);
        }
        std::fs::write(folder.path().join("end.json"), end).unwrap();
        while !trace.advance().unwrap() {}
        assert!(trace.is_complete() && trace.damage().is_empty());
    }
    assert!(kept > 0, "nothing ever stayed the same");
}

/// Memory of this process alone.
fn own_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("RssAnon:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    kilobytes.unwrap() << 10
}

#[test]
fn thousands_of_threads_fit_into_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        calls: repeat(100_000) as u64,
        strands: 5000,
        ..Plan::default()
    };
    record_with(folder.path(), plan, &mut ());
    let (budget, before) = (32 << 20, own_memory());
    let trace = Trace::open(folder.path(), Budget::total(budget)).unwrap();
    let more = own_memory().saturating_sub(before);
    assert!(more < budget + (64 << 20), "{} MiB more", more >> 20);
    assert!(trace.damage().is_empty());
    let snapshot = trace.snapshot();
    assert_eq!(trace.info().calls, plan.calls);
    for node in snapshot.tree.nodes().step_by(9973) {
        assert_eq!(snapshot.node_of(snapshot.key_of(node)), Some(node));
        let data = trace.node(snapshot.key_of(node));
        assert!(data.is_some() || node == NodeId::ROOT);
    }
}
