//! From a tree back to JSON text.

use serde::Serialize;

use crate::facts::{Lines, State};
use crate::{NodeId, TreeFile};

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_is: Option<&'static str>,
    parents: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    titles: Option<Vec<&'a Option<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chained: Option<Vec<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Vec<&'a State>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<&'a State>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<&'a Lines>>,
}

pub(crate) fn to_json(file: &TreeFile) -> String {
    let tree = &file.tree;
    let nodes = || (0..tree.len()).map(|index| file.order.node(index));
    // A node's word also says whether it owns code, so a mass is written only when it says more.
    let word = |node: NodeId| file.kind_word(node);
    let owns_code = |node: NodeId| word(node) != "iterations" && tree.kind(node).owns_code();
    let plain_kinds = nodes().all(|node| word(node) == "routine");
    let plain_mass = nodes().all(|node| tree.own_mass(node) == u64::from(owns_code(node)));
    let written = Written {
        name: file.name(),
        root_is: file.root_is.map(|root_is| root_is.word()),
        parents: nodes()
            .map(|node| tree.parent(node).map_or(-1, |p| file.order.index(p) as i64))
            .collect(),
        labels: file
            .labelled
            .then(|| nodes().map(|node| tree.label(node)).collect()),
        titles: in_file_order(file, &file.titles),
        kinds: (!plain_kinds).then(|| nodes().map(word).collect()),
        chained: nodes()
            .any(|node| tree.is_chained(node))
            .then(|| nodes().map(|node| tree.is_chained(node)).collect()),
        prior: (!plain_mass).then(|| nodes().map(|node| tree.own_mass(node)).collect()),
        cost: in_file_order(file, &file.costs).map(|costs| costs.into_iter().copied().collect()),
        before: in_file_order(file, &file.before),
        after: in_file_order(file, &file.after),
        lines: in_file_order(file, &file.lines),
    };
    serde_json::to_string(&written).expect("a tree file holds nothing that JSON cannot")
}

fn in_file_order<'a, T>(file: &'a TreeFile, list: &'a Option<Vec<T>>) -> Option<Vec<&'a T>> {
    let list = list.as_ref()?;
    Some(
        (0..list.len())
            .map(|index| &list[file.order.node(index).index()])
            .collect(),
    )
}
