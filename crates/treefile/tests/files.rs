//! What is read, what is refused and with which words, and that writing is the inverse of reading.

use elenchus_tree::{Kind, NodeId, RootIs};
use elenchus_treefile::{State, TreeFile};
use proptest::prelude::*;

fn read(text: &str) -> TreeFile {
    TreeFile::parse(text).expect("a good tree file").0
}

/// Checks that `text` is refused with a message that contains `message`.
fn check_refused(text: &str, message: &str) {
    let error = TreeFile::parse(text).expect_err("a bad tree file");
    let words = error.to_string();
    assert!(words.contains(message), "{words:?} lacks {message:?}");
    assert!(!error.advice().is_empty());
}

#[test]
fn parents_alone_make_a_tree_of_different_routines() {
    let file = read(r#"{"parents": [1, -1, 1]}"#);
    assert_eq!(file.tree().len(), 3);
    assert_eq!(file.number(NodeId::ROOT), 1);
    assert_eq!(file.node(2), Some(NodeId::at(2)));
    assert_eq!(file.node(3), None);
    assert_ne!(
        file.tree().routine(NodeId::at(1)),
        file.tree().routine(NodeId::at(2))
    );
}

#[test]
fn all_fields_are_read_into_preorder() {
    let file = read(
        r#"{"name": "sample", "root_is": "known", "parents": [2, 0, -1],
            "labels": ["f", "f", "main"], "titles": [null, "the body", null],
            "kinds": ["loop", "iteration", "routine"], "chained": [true, false, false],
            "cost": [2, 3.5, 1], "before": [{"x": 1, "s": "a"}, null, "nothing"],
            "after": [{"x": [1, 2]}, null, null], "lines": ["A.java:3", [4, 5], 1]}"#,
    );
    let tree = file.tree();
    let (main, outer, body) = (NodeId::at(0), NodeId::at(1), NodeId::at(2));
    assert_eq!(file.name(), Some("sample"));
    assert_eq!(file.root_is(), Some(RootIs::Known));
    assert_eq!(tree.label(main), "main");
    assert_eq!(tree.kind(outer), Kind::Loop);
    assert_eq!(tree.kind(body), Kind::Iterations);
    assert!(tree.is_chained(outer));
    assert_eq!(file.costs(), Some(&[1.0, 2.0, 3.5][..]));
    assert_eq!(file.title(body), Some("the body"));
    let pairs = [("x", "1"), ("s", "a")].map(|(name, value)| (name.into(), value.into()));
    assert_eq!(file.before(outer), &State::Values(pairs.to_vec()));
    assert_eq!(file.before(main), &State::Text("nothing".into()));
    assert_eq!(file.lines(body), Some("lines 4, 5"));
    assert_eq!(file.lines(main), Some("line 1"));
}

#[test]
fn ranges_of_iterations_own_no_code() {
    let file = read(r#"{"parents": [-1, 0], "kinds": ["iterations", "iteration"]}"#);
    assert_eq!(file.tree().own_mass(NodeId::at(0)), 0);
    assert_eq!(file.tree().own_mass(NodeId::at(1)), 1);
}

#[test]
fn what_is_not_a_tree_is_refused() {
    check_refused(r#"{"parents": [-1, -1]}"#, "both have parent -1");
    check_refused(r#"{"parents": [-1, 2, 1]}"#, "its own ancestor");
    check_refused(r#"{"parents": [-1, 9]}"#, "only 2 nodes");
    check_refused(r#"{"parents": [0]}"#, "no node has parent -1");
    check_refused(r#"{"parents": []}"#, "no nodes");
    check_refused(r#"{"parents": [-1, -2]}"#, "parent -2");
}

#[test]
fn wrong_json_is_refused_with_its_place() {
    check_refused("", "line 1");
    check_refused("{\"parents\": [-1,\n x]}", "line 2");
    check_refused(r#"{"labels": []}"#, "missing field `parents`");
    check_refused(r#"{"parents": "none"}"#, "expected a sequence");
    check_refused(r#"{"parents": [-1], "prior": [NaN]}"#, "`NaN` at line 1");
    check_refused(r#"{"parents": [-1], "cost": [Infinity]}"#, "`Infinity`");
}

#[test]
fn wrong_lists_are_refused() {
    check_refused(
        r#"{"parents": [-1], "labels": []}"#,
        "`labels` has 0 entries",
    );
    check_refused(r#"{"parents": [-1, 0], "prior": [1]}"#, "`prior` has 1");
    check_refused(r#"{"parents": [-1], "prior": [null]}"#, "is null");
    check_refused(r#"{"parents": [-1], "prior": [-0.5]}"#, "is -0.5");
    check_refused(
        r#"{"parents": [-1], "cost": [-1]}"#,
        "`cost` of node 0 is -1",
    );
    check_refused(r#"{"parents": [-1], "prior": [0]}"#, "all 0");
    check_refused(r#"{"parents": [-1], "cost": [0]}"#, "`cost` of node 0 is 0");
    check_refused(r#"{"parents": [-1], "cost": [1e999]}"#, "out of range");
    check_refused(
        r#"{"parents": [-1], "kinds": ["lop"]}"#,
        "unknown kind `lop`",
    );
    check_refused(
        r#"{"parents": [-1], "root_is": "bad"}"#,
        "`root_is` is `bad`",
    );
}

#[test]
fn misspelt_fields_are_pointed_out_and_foreign_ones_are_not() {
    let (_, warnings) =
        TreeFile::parse(r#"{"parents": [-1], "label": ["f"], "expected": {"x": 1}}"#).unwrap();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].contains("`labels` was perhaps meant"));
}

#[test]
fn an_unreadable_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = TreeFile::read(&folder.path().join("none.json")).unwrap_err();
    assert!(error.to_string().contains("none.json"));
}

proptest! {
    /// Any tree whose nodes are listed in any order comes back from its own JSON.
    #[test]
    fn writing_and_reading_are_inverse(
        picks in prop::collection::vec((any::<u32>(), 0usize..5, any::<bool>(), 0u64..3), 1..40),
        shift in any::<u32>(),
    ) {
        let nodes = picks.len();
        // Node i of a valid tree becomes entry (i + shift) mod n of the list.
        let place = |node: usize| (node + shift as usize) % nodes;
        let mut parents = vec![-1i64; nodes];
        for node in 1..nodes {
            parents[place(node)] = place(picks[node].0 as usize % node) as i64;
        }
        let words = ["routine", "loop", "iteration", "projection", "collapse"];
        let kinds: Vec<&str> = picks.iter().map(|p| words[p.1]).collect();
        let chained: Vec<bool> = picks.iter().map(|p| p.2).collect();
        let mut prior: Vec<u64> = picks.iter().map(|p| p.3).collect();
        prior[0] = 1;
        let text = serde_json::json!({
            "parents": parents, "kinds": kinds, "chained": chained, "prior": prior,
        })
        .to_string();
        let first = read(&text);
        let second = read(&first.to_json());
        prop_assert_eq!(first.to_json(), second.to_json());
        for (number, &mass) in prior.iter().enumerate() {
            let (a, b) = (first.node(number).unwrap(), second.node(number).unwrap());
            prop_assert_eq!(a, b);
            prop_assert_eq!(first.tree().parent(a), second.tree().parent(b));
            prop_assert_eq!(first.tree().own_mass(a), mass);
            prop_assert_eq!(first.tree().is_chained(a), second.tree().is_chained(b));
        }
    }

    /// Damaged files never panic.
    #[test]
    fn damage_is_an_error_or_another_tree(at in 0usize..200, byte in any::<u8>(), cut in any::<bool>()) {
        let text = r#"{"parents": [-1, 0, 0, 2], "labels": ["a","b","c","d"], "prior": [1,2,3,4],
            "cost": [1,1,2,2], "kinds": ["routine","loop","iteration","routine"],
            "before": [null,{"x":1},"t",null]}"#;
        let mut bytes = text.as_bytes().to_vec();
        let at = at % bytes.len();
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        if let Ok((file, _)) = TreeFile::parse(&String::from_utf8_lossy(&bytes)) {
            prop_assert!(!file.tree().is_empty());
        }
    }
}
