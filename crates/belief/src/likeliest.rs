//! The fewest nodes that hold the bug as surely as wanted.

use elenchus_tree::place::view::NodeId;

use crate::posterior::Posterior;

/// The likeliest nodes, from the likeliest down, until together they are as likely as wanted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Likeliest {
    /// Each with its probability.
    pub nodes: Vec<(NodeId, f64)>,
    /// The probability that one of them holds the bug.
    pub share: f64,
}

/// More suspects than this are not gone through: a set that must be chosen from them is no answer.
const MOST_SUSPECTS: u64 = 100_000;

impl Posterior<'_, '_> {
    /// The fewest nodes that hold the bug with the probability `sure`; nothing while there are too many
    /// suspects to list them.
    pub fn likeliest(&self, sure: f64) -> Option<Likeliest> {
        let masses = self.space().masses();
        let suspects = self
            .dense_pieces()
            .map(|(start, end, _)| masses.suspects_between(start, end));
        if suspects.sum::<u64>() > MOST_SUSPECTS {
            return None;
        }
        let mut nodes: Vec<(NodeId, f64)> = Vec::new();
        for (start, end, density) in self.dense_pieces() {
            let suspects = (start.0..end.0).map(NodeId::at);
            nodes.extend(suspects.filter_map(|node| {
                let mass = masses.own(node);
                (mass > 0).then_some((node, density * mass as f64))
            }));
        }
        nodes.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let mut share = 0.0;
        let enough = nodes.iter().position(|&(_, own)| {
            share += own;
            share >= sure - 1e-9
        });
        nodes.truncate(enough.map_or(nodes.len(), |place| place + 1));
        Some(Likeliest { nodes, share })
    }
}
