//! From JSON text to a checked tree.
//!
//! The lists of the file are in the file's own order; the tree is in preorder. Everything here
//! happens once a node, without recursion, so files of 10^7 nodes are as fine as small ones.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use elenchus_tree::mass::from_priors;
use elenchus_tree::{Kind, NodeId, Order, RoutineId, Tree, TreeBuilder};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::TreeFile;
use crate::error::TreeFileError;
use crate::facts::{Lines, State};

/// The file as it is written, before any check.
#[derive(Deserialize)]
struct Raw {
    name: Option<String>,
    root_is: Option<String>,
    parents: Vec<i64>,
    labels: Option<Vec<String>>,
    titles: Option<Vec<Option<String>>>,
    kinds: Option<Vec<String>>,
    chained: Option<Vec<bool>>,
    prior: Option<Vec<Option<f64>>>,
    cost: Option<Vec<Option<f64>>>,
    before: Option<Vec<State>>,
    after: Option<Vec<State>>,
    lines: Option<Vec<Lines>>,
    #[serde(flatten)]
    other: BTreeMap<String, IgnoredAny>,
}

/// The fields that mean something, for telling a slip from a field of somebody else.
const FIELDS: [&str; 12] = [
    "name", "root_is", "parents", "labels", "titles", "kinds", "chained", "prior", "cost",
    "before", "after", "lines",
];

/// Reads a tree from JSON text. The second part of the result are warnings.
pub fn parse(text: &str) -> Result<(TreeFile, Vec<String>), TreeFileError> {
    let raw: Raw = serde_json::from_str(text).map_err(|error| explain(error, text))?;
    let nodes = raw.parents.len();
    check_lengths(&raw, nodes)?;
    let root_is = match raw.root_is.as_deref() {
        None => None,
        Some(word) => {
            let root_is = word.parse().ok();
            Some(root_is.ok_or_else(|| TreeFileError::UnknownRootStatus(word.to_owned()))?)
        }
    };
    let parents = raw
        .parents
        .iter()
        .enumerate()
        .map(|(node, &parent)| match parent {
            -1 => Ok(None),
            _ => usize::try_from(parent)
                .map(Some)
                .map_err(|_| TreeFileError::NegativeParent { node, parent }),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let (shape, order) = Tree::from_parents(&parents)?;
    let kinds = kinds(raw.kinds.as_deref())?;
    let masses = masses(raw.prior.as_deref())?;
    let costs = raw
        .cost
        .as_deref()
        .map(|costs| numbers("cost", costs))
        .transpose()?;
    if let Some(node) = costs.iter().flatten().position(|&cost| cost == 0.0) {
        return Err(TreeFileError::NoCost(node));
    }

    let tree = build(&shape, &order, &raw, kinds.as_deref(), masses.as_deref());
    let warnings = slips(raw.other.keys());
    let file = TreeFile {
        name: raw.name,
        root_is,
        costs: costs.map(|costs| order.arrange(costs)),
        titles: raw.titles.map(|titles| order.arrange(titles)),
        before: raw.before.map(|before| order.arrange(before)),
        after: raw.after.map(|after| order.arrange(after)),
        lines: raw.lines.map(|lines| order.arrange(lines)),
        labelled: raw.labels.is_some(),
        loops: OnceLock::new(),
        tree,
        order,
    };
    Ok((file, warnings))
}

/// Brings a list of the file into preorder.
trait Arrange {
    fn arrange<T: Clone>(&self, list: Vec<T>) -> Vec<T>;
}

impl Arrange for Order {
    fn arrange<T: Clone>(&self, list: Vec<T>) -> Vec<T> {
        (0..self.len())
            .map(|node| list[self.index(NodeId::new(node))].clone())
            .collect()
    }
}

fn check_lengths(raw: &Raw, expected: usize) -> Result<(), TreeFileError> {
    fn check<T>(
        field: &'static str,
        list: &Option<Vec<T>>,
        expected: usize,
    ) -> Result<(), TreeFileError> {
        match list {
            Some(list) if list.len() != expected => Err(TreeFileError::Length {
                field,
                found: list.len(),
                expected,
            }),
            _ => Ok(()),
        }
    }
    check("labels", &raw.labels, expected)?;
    check("titles", &raw.titles, expected)?;
    check("kinds", &raw.kinds, expected)?;
    check("chained", &raw.chained, expected)?;
    check("prior", &raw.prior, expected)?;
    check("cost", &raw.cost, expected)?;
    check("before", &raw.before, expected)?;
    check("after", &raw.after, expected)?;
    check("lines", &raw.lines, expected)
}

/// The kinds by name. `iterations` says more than [`Kind`] does: such a node owns no code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NamedKind {
    kind: Kind,
    owns_code: bool,
}

fn kinds(words: Option<&[String]>) -> Result<Option<Vec<NamedKind>>, TreeFileError> {
    let Some(words) = words else {
        return Ok(None);
    };
    words
        .iter()
        .enumerate()
        .map(|(node, word)| {
            let (kind, owns_code) = match word.as_str() {
                "routine" => (Kind::Routine, true),
                "loop" => (Kind::Loop, true),
                "iteration" => (Kind::Iterations, true),
                "iterations" => (Kind::Iterations, false),
                "projection" => (Kind::Projection, false),
                "collapse" => (Kind::Collapse, true),
                _ => {
                    return Err(TreeFileError::UnknownKind {
                        node,
                        kind: word.clone(),
                    });
                }
            };
            Ok(NamedKind { kind, owns_code })
        })
        .collect::<Result<Vec<_>, _>>()
        .map(Some)
}

/// The file's word for a kind; the inverse of what [`parse`] reads.
pub(crate) fn kind_word(kind: Kind, owns_code: bool) -> &'static str {
    match kind {
        Kind::Routine => "routine",
        Kind::Loop => "loop",
        Kind::Iterations if owns_code => "iteration",
        Kind::Iterations => "iterations",
        Kind::Projection => "projection",
        Kind::Collapse => "collapse",
    }
}

fn masses(priors: Option<&[Option<f64>]>) -> Result<Option<Vec<u64>>, TreeFileError> {
    let Some(priors) = priors else {
        return Ok(None);
    };
    let masses = from_priors(&numbers("prior", priors)?);
    let total = masses
        .iter()
        .try_fold(0u64, |sum, &mass| sum.checked_add(mass));
    match total {
        Some(0) => Err(TreeFileError::NoSuspicion),
        Some(total) if total < 1 << 63 => Ok(Some(masses)),
        _ => Err(TreeFileError::TooMuchSuspicion),
    }
}

/// Checks that every entry is a number and not negative. A missing one (`null`) is how some writers
/// spell NaN.
fn numbers(field: &'static str, list: &[Option<f64>]) -> Result<Vec<f64>, TreeFileError> {
    list.iter()
        .enumerate()
        .map(|(node, entry)| match *entry {
            Some(number) if number >= 0.0 && number.is_finite() => Ok(number),
            other => Err(TreeFileError::BadNumber {
                field,
                node,
                value: other.map_or("null".to_owned(), |number| number.to_string()),
            }),
        })
        .collect()
}

/// The tree with routines, kinds, chains and masses, from its bare shape. Nodes of a file without
/// labels are calls of as many different routines, so that trusting one does not trust all.
fn build(
    shape: &Tree,
    order: &Order,
    raw: &Raw,
    kinds: Option<&[NamedKind]>,
    masses: Option<&[u64]>,
) -> Tree {
    let nodes = shape.len();
    let mut builder = match &raw.labels {
        Some(_) => TreeBuilder::with_capacity(nodes),
        None => TreeBuilder::with_routines(Arc::new(vec![String::new(); nodes]), nodes),
    };
    let mut open: Vec<NodeId> = Vec::new();
    for node in shape.nodes() {
        while open.last().is_some_and(|&top| shape.end(top) <= node) {
            builder.exit();
            open.pop();
        }
        let index = order.index(node);
        let routine = match &raw.labels {
            Some(labels) => builder.routine(&labels[index]),
            None => RoutineId(node.0),
        };
        let named = kinds.map_or(
            NamedKind {
                kind: Kind::Routine,
                owns_code: true,
            },
            |kinds| kinds[index],
        );
        builder.enter(named.kind, routine);
        open.push(node);
        let mass = match masses {
            Some(masses) => masses[index],
            None => u64::from(named.owns_code),
        };
        builder.set_mass(mass);
        if raw.chained.as_ref().is_some_and(|chained| chained[index]) {
            builder.set_chained(true);
        }
    }
    builder.finish()
}

/// Says what a JSON error means when it is one that people often run into.
fn explain(error: serde_json::Error, text: &str) -> TreeFileError {
    let line = text.lines().nth(error.line().saturating_sub(1));
    // The column counts bytes and points just behind the first character that does not fit.
    let rest = line.and_then(|line| line.get(error.column().saturating_sub(1)..));
    let words = ["NaN", "Infinity", "-Infinity", "nan", "inf"];
    let word = words
        .into_iter()
        .find(|word| rest.is_some_and(|rest| rest.trim_start_matches('-').starts_with(word)));
    match word {
        Some(word) => TreeFileError::NotANumber {
            word,
            line: error.line(),
        },
        None => TreeFileError::Json(error),
    }
}

/// Warnings about unknown fields that look like a misspelt one. All others are somebody else's notes.
fn slips<'a>(unknown: impl Iterator<Item = &'a String>) -> Vec<String> {
    unknown
        .filter_map(|field| {
            let meant = FIELDS
                .iter()
                .find(|known| strsim::damerau_levenshtein(known, field) <= 1)?;
            Some(format!(
                "the field `{field}` is ignored; `{meant}` was perhaps meant"
            ))
        })
        .collect()
}
