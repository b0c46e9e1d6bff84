//! What all answers together say about every node.
//!
//! The [search space](SearchSpace) has what certain answers leave, with the prior masses. Every
//! [`Evidence`] weighs one stretch of the preorder against the rest. The result is constant on few
//! pieces, so that the weight of any subtree takes a binary search among the pieces and a sum that the
//! masses have ready.

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::rates::ErrorRates;

/// What an answer that may be mistaken says about a stretch of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The bug is in it.
    Wrong,
    /// The bug is not in it.
    Right,
}

/// An answer that may be mistaken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// The first node of the stretch.
    pub start: NodeId,
    /// The first node after it.
    pub end: NodeId,
    /// What was said.
    pub verdict: Verdict,
    /// How often whoever said it errs.
    pub rates: ErrorRates,
}

/// A stretch of nodes of equal weight.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: NodeId,
    /// What a unit of prior mass counts here.
    weight: f64,
    /// What all nodes before `start` count together.
    before: f64,
}

/// How likely the bug is in each node of a search space.
#[derive(Clone, Debug)]
pub struct Posterior<'s, 't> {
    space: &'s SearchSpace<'t>,
    /// In order, from the root of the space on.
    pieces: Vec<Piece>,
    end: NodeId,
    total: f64,
}

impl<'s, 't> Posterior<'s, 't> {
    /// What the evidence says about a space. Evidence outside it changes nothing.
    pub fn new(space: &'s SearchSpace<'t>, evidence: &[Evidence]) -> Posterior<'s, 't> {
        let (start, end) = (space.root(), space.tree().end(space.root()));
        let mut pieces = weights(space, evidence, start, end);
        let mut total = 0.0;
        for place in 0..pieces.len() {
            let stop = pieces.get(place + 1).map_or(end, |next| next.start);
            let piece = &mut pieces[place];
            piece.before = total;
            total += piece.weight * space.masses().between(piece.start, stop) as f64;
        }
        Posterior {
            space,
            pieces,
            end,
            total,
        }
    }

    /// What certain answers leave.
    pub fn space(&self) -> &'s SearchSpace<'t> {
        self.space
    }

    /// The probability that the bug is in the subtree of a node of the space.
    pub fn share(&self, node: NodeId) -> f64 {
        self.share_between(node, self.space.tree().end(node))
    }

    /// The probability that the bug is in the node's own code.
    pub fn own_share(&self, node: NodeId) -> f64 {
        self.share_between(node, NodeId::at(node.0 + 1))
    }

    /// The probability that the bug is in one of the nodes of `start..end`.
    pub fn share_between(&self, start: NodeId, end: NodeId) -> f64 {
        if self.total <= 0.0 || start >= end {
            return 0.0;
        }
        let (first, last) = (self.piece_of(start), self.piece_of(end));
        let weight = if first == last {
            self.pieces[first].weight * self.mass(start, end)
        } else {
            self.before(last, end) - self.before(first, start)
        };
        (weight / self.total).clamp(0.0, 1.0)
    }

    /// The node that holds this share of all probability before it in preorder: 0.5 is the median.
    pub fn node_at(&self, share: f64) -> Option<NodeId> {
        let wanted = share * self.total;
        let place = self.pieces.partition_point(|piece| piece.before <= wanted);
        // A piece without weight has nothing at that place: the last one with weight has it.
        let place = (0..place).rev().find(|&at| self.pieces[at].weight > 0.0)?;
        let piece = self.pieces[place];
        let stop = self
            .pieces
            .get(place + 1)
            .map_or(self.end, |next| next.start);
        let mass = self.space.masses().between(piece.start, stop);
        let rank = ((wanted - piece.before) / piece.weight).max(0.0) as u64;
        let rank = rank.min(mass.checked_sub(1)?);
        self.space.masses().node_at(piece.start, rank)
    }

    /// Where weights change: the first node of every piece but the first.
    pub(crate) fn cuts(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.pieces.iter().skip(1).map(|piece| piece.start)
    }

    /// What a unit of prior mass at this node is worth in probability.
    pub(crate) fn density(&self, node: NodeId) -> f64 {
        self.pieces[self.piece_of(node)].weight / self.total
    }

    /// The pieces that still have weight, with the probability of a unit of mass in them.
    pub(crate) fn dense_pieces(&self) -> impl Iterator<Item = (NodeId, NodeId, f64)> + '_ {
        let ends = self.cuts().chain([self.end]);
        let pieces = self.pieces.iter().zip(ends);
        pieces
            .filter(|(piece, _)| piece.weight > 0.0)
            .map(|(piece, end)| (piece.start, end, piece.weight / self.total))
    }

    /// Whether anything can still hold the bug.
    pub fn is_possible(&self) -> bool {
        self.total > 0.0
    }

    fn piece_of(&self, node: NodeId) -> usize {
        let after = self.pieces.partition_point(|piece| piece.start <= node);
        after.saturating_sub(1)
    }

    fn before(&self, piece: usize, node: NodeId) -> f64 {
        let piece = self.pieces[piece];
        piece.before + piece.weight * self.mass(piece.start, node)
    }

    fn mass(&self, start: NodeId, end: NodeId) -> f64 {
        self.space.masses().between(start, end) as f64
    }
}

/// The pieces with their weights, in order. The weights are scaled so that the largest is 1: only their
/// ratios count, and products of many likelihoods would vanish.
fn weights(
    space: &SearchSpace<'_>,
    evidence: &[Evidence],
    start: NodeId,
    end: NodeId,
) -> Vec<Piece> {
    // How the logarithm of the weight changes where; a cleared stretch is counted apart.
    let mut changes: Vec<(NodeId, f64, i32)> = vec![(start, 0.0, 0)];
    for said in evidence {
        let (from, to) = (said.start.max(start), said.end.min(end));
        if from >= to {
            continue;
        }
        let (inside, outside) = match said.verdict {
            Verdict::Wrong => said.rates.of_wrong(),
            Verdict::Right => said.rates.of_right(),
        };
        let ratio = (inside / outside).ln();
        changes.push((from, ratio, 0));
        changes.push((to, -ratio, 0));
    }
    for (from, to) in space
        .removed()
        .from(start)
        .take_while(|&(from, _)| from < end)
    {
        changes.push((from.max(start), 0.0, 1));
        changes.push((to.min(end), 0.0, -1));
    }
    changes.sort_by_key(|change| change.0);
    let mut pieces: Vec<Piece> = Vec::with_capacity(changes.len());
    let (mut sum, mut cleared) = (0.0, 0);
    let mut logs = Vec::with_capacity(changes.len());
    for group in changes.chunk_by(|one, other| one.0 == other.0) {
        for (_, change, clearing) in group {
            sum += change;
            cleared += clearing;
        }
        if group[0].0 < end {
            pieces.push(Piece {
                start: group[0].0,
                weight: 0.0,
                before: 0.0,
            });
            logs.push(if cleared == 0 { sum } else { f64::NEG_INFINITY });
        }
    }
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (piece, log) in pieces.iter_mut().zip(logs) {
        piece.weight = if log == f64::NEG_INFINITY {
            0.0
        } else {
            (log - largest).exp()
        };
    }
    pieces
}
