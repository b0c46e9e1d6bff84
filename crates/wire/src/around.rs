//! Where a piece of the run stands, as programs read it.

use elenchus_session as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is around a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Around {
    /// What it is inside of, outermost first; only the nearest when there are many.
    pub above: Vec<Neighbour>,
    /// How many further out are not listed.
    pub further_out: usize,
    /// The node itself.
    pub node: Neighbour,
    /// Its direct parts, in order.
    pub inside: Vec<Neighbour>,
    /// How many more parts there are.
    pub more_inside: usize,
}

/// One node in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Neighbour {
    pub number: usize,
    pub title: String,
    /// How many nodes it and everything inside it are.
    pub nodes: usize,
    /// What was said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl From<&domain::Around> for Around {
    fn from(around: &domain::Around) -> Around {
        let all = |nodes: &[domain::Neighbour]| nodes.iter().map(Neighbour::from).collect();
        Around {
            above: all(&around.above),
            further_out: around.further_out,
            node: Neighbour::from(&around.node),
            inside: all(&around.inside),
            more_inside: around.more_inside,
        }
    }
}

impl From<&domain::Neighbour> for Neighbour {
    fn from(node: &domain::Neighbour) -> Neighbour {
        Neighbour {
            number: node.number.0,
            title: node.title.clone(),
            nodes: node.nodes,
            said: node.said.map(str::to_owned),
        }
    }
}
