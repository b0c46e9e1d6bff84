//! Branch and bound over shapes.
//!
//! For every free shape the search keeps a proved lower bound on its total, which becomes exact when
//! the shape is solved. A shape is solved *below* a limit: either its total is found, or it is shown
//! to reach the limit. A cut is looked into only when the bounds of its two sides leave room below the
//! best total so far, and each side only as far as the other leaves room.
//!
//! Two rules thin out the cuts. Let the first cut have sides `A` and `R`, and let the next cut in `R`
//! part off `E`, the end away from `A`. Asked the other way round, the two cost `|E| - |A|` less, so in
//! every optimum `|A| >= |E|` (with costs: `|A| / cost of the first >= |E| / cost of the second`).
//! So a leaf of equal weight is cut off first only in a star; and a lopsided cut must be followed by
//! one at least as lopsided, which the bounds soon rule out.

use std::cmp::Reverse;
use std::iter::repeat_n;
use std::time::Instant;

use super::shapes::{Edges, ShapeId, Shapes};
use super::{Budget, OverBudget};
use crate::bounds;

/// A first question and the two free shapes it leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cut {
    /// The side with fewer nodes.
    pub small: ShapeId,
    /// The other side.
    pub large: ShapeId,
    /// Which of the costs the question has.
    pub cost: u32,
}

/// The cuts of one shape that can lead to totals below a limit.
struct Cuts {
    below: u128,
    cuts: Box<[Cut]>,
}

/// A shape that is being solved.
struct Frame {
    shape: ShapeId,
    /// The cuts not yet looked into, with their bounds at the start, the most promising last.
    candidates: Vec<(u128, Cut)>,
    /// Totals from here on are of no interest.
    limit: u128,
    /// The least total found so far, at most the limit.
    best: u128,
}

/// What is known about all shapes met so far.
pub struct Search {
    pub shapes: Shapes,
    /// Whether every node weighs one and every question costs one.
    uniform: bool,
    /// The price of the cheapest question.
    cheapest: u128,
    /// Proved lower bounds by shape.
    lower: Vec<u128>,
    /// Whether the lower bound is the total.
    exact: Vec<bool>,
    /// Totals that can be reached, by shape, where one was looked for.
    upper: Vec<Option<u128>>,
    cuts: Vec<Option<Cuts>>,
    shapes_allowed: usize,
    deadline: Option<Instant>,
}

impl Search {
    /// A search over the given shapes.
    pub fn new(shapes: Shapes, uniform: bool, cheapest: u64, budget: &Budget) -> Search {
        Search {
            shapes,
            uniform,
            cheapest: u128::from(cheapest),
            lower: Vec::new(),
            exact: Vec::new(),
            upper: Vec::new(),
            cuts: Vec::new(),
            shapes_allowed: budget.shapes,
            deadline: budget.time.map(|time| Instant::now() + time),
        }
    }

    /// The exact total of a free shape if it is less than `limit`.
    pub fn solve(&mut self, shape: ShapeId, limit: u128) -> Result<Option<u128>, OverBudget> {
        self.learn(shape);
        let mut frames = Vec::new();
        if !self.exact[shape as usize] && self.lower[shape as usize] < limit {
            frames.push(self.frame(shape, limit)?);
        }
        while let Some(frame) = frames.last_mut() {
            match self.advance(frame) {
                Some((shape, limit)) => frames.push(self.frame(shape, limit)?),
                None => {
                    let (shape, best) = (frame.shape as usize, frame.best);
                    self.exact[shape] = best < frame.limit;
                    self.lower[shape] = best.max(self.lower[shape]);
                    frames.pop();
                }
            }
        }
        Ok(self.known(shape).filter(|&total| total < limit))
    }

    /// The exact total of a free shape, if it is known.
    pub fn known(&self, shape: ShapeId) -> Option<u128> {
        self.exact[shape as usize].then(|| self.lower[shape as usize])
    }

    /// The cut that parts off `below` from `rest`, both shapes as they are left.
    pub fn cut(&mut self, below: ShapeId, rest: ShapeId, cost: u32) -> Cut {
        let [below, rest] = [below, rest].map(|side| {
            let smooth = self.shapes.smooth_root(side);
            let free = self.shapes.free(smooth);
            self.learn(free);
            free
        });
        let (small, large) = match self.shapes.nodes(below) <= self.shapes.nodes(rest) {
            true => (below, rest),
            false => (rest, below),
        };
        Cut { small, large, cost }
    }

    /// The least total when this cut is made first, if it is less than `limit`.
    pub fn solve_cut(
        &mut self,
        mass: u64,
        cut: Cut,
        limit: u128,
    ) -> Result<Option<u128>, OverBudget> {
        for side in [cut.small, cut.large] {
            let bound = self.bound(mass, cut);
            if bound >= limit {
                return Ok(None);
            }
            self.solve(side, self.lower[side as usize] + (limit - bound))?;
        }
        Ok(self.known_cut(mass, cut).filter(|&total| total < limit))
    }

    /// The least total when this cut is made first, if it is known.
    pub fn known_cut(&self, mass: u64, cut: Cut) -> Option<u128> {
        let known = self.exact[cut.small as usize] && self.exact[cut.large as usize];
        known.then(|| self.bound(mass, cut))
    }

    /// A bound on the total when this cut is made first.
    fn bound(&self, mass: u64, cut: Cut) -> u128 {
        self.paid(mass, cut) + self.lower[cut.small as usize] + self.lower[cut.large as usize]
    }

    /// What all nodes together pay for the first question.
    fn paid(&self, mass: u64, cut: Cut) -> u128 {
        u128::from(self.shapes.price(cut.cost)) * u128::from(mass)
    }

    /// Goes through the candidates of a frame until one needs another shape to be solved below some
    /// limit, or none is left.
    fn advance(&mut self, frame: &mut Frame) -> Option<(ShapeId, u128)> {
        let mass = self.shapes.mass(frame.shape);
        while let Some(&(bound, cut)) = frame.candidates.last() {
            if bound >= frame.best {
                // All others promise even less.
                frame.candidates.clear();
                break;
            }
            let bound = self.bound(mass, cut);
            if bound.max(self.exchange_bound(mass, cut)) < frame.best {
                let room = frame.best - bound;
                for side in [cut.small, cut.large] {
                    if !self.exact[side as usize] {
                        return Some((side, self.lower[side as usize] + room));
                    }
                }
                frame.best = bound;
            }
            frame.candidates.pop();
        }
        None
    }

    fn frame(&mut self, shape: ShapeId, limit: u128) -> Result<Frame, OverBudget> {
        // More may be known about its parts by now.
        let (bound, _) = self.first_bound(shape);
        self.lower[shape as usize] = bound.max(self.lower[shape as usize]);
        let limit = limit.min(self.upper(shape)? + 1);
        self.list_cuts(shape, limit)?;
        let mass = self.shapes.mass(shape);
        let cuts = self.cuts[shape as usize]
            .as_ref()
            .expect("the cuts were just listed");
        let mut candidates: Vec<(u128, Cut)> = cuts
            .cuts
            .iter()
            .map(|&cut| (self.bound(mass, cut), cut))
            .filter(|&(bound, _)| bound < limit)
            .collect();
        // Of cuts that promise the same, the most balanced first.
        candidates.sort_by_key(|&(bound, cut)| (Reverse(bound), self.shapes.nodes(cut.small)));
        Ok(Frame {
            shape,
            candidates,
            limit,
            best: limit,
        })
    }

    /// A total that can be reached: by always cutting the best balanced edge at the centroid, which is
    /// divide and query where all nodes weigh the same.
    fn upper(&mut self, shape: ShapeId) -> Result<u128, OverBudget> {
        let mut open = vec![shape];
        while let Some(&shape) = open.last() {
            if self.reached(shape).is_some() {
                open.pop();
                continue;
            }
            self.check_budget()?;
            let cut = self.balanced_cut(shape);
            match (self.reached(cut.small), self.reached(cut.large)) {
                (Some(small), Some(large)) => {
                    let total = self.paid(self.shapes.mass(shape), cut) + small + large;
                    self.upper[shape as usize] = Some(total);
                }
                (None, _) => open.push(cut.small),
                (_, None) => open.push(cut.large),
            }
        }
        Ok(self.reached(shape).expect("a total was just found"))
    }

    /// A total that is known to be reached.
    fn reached(&self, shape: ShapeId) -> Option<u128> {
        self.known(shape).or(self.upper[shape as usize])
    }

    /// The best balanced cut at the root of a shape, for its price.
    fn balanced_cut(&mut self, shape: ShapeId) -> Cut {
        let all = self.shapes.mass(shape);
        let balance = |edge: &&Edges| {
            let inside = self.shapes.mass(edge.shape);
            inside.min(all - inside) / self.shapes.price(edge.cost).max(1)
        };
        let edges = self.shapes.edges(shape).iter();
        let edge = *edges
            .max_by_key(balance)
            .expect("what is not settled has edges");
        let rest = self.shapes.without(shape, edge);
        self.cut(edge.shape, rest, edge.cost)
    }

    /// A bound on the total when this cut is made first and the next one in its heavier side obeys the
    /// exchange rule; 0 as long as the cuts of that side are not listed.
    fn exchange_bound(&self, mass: u64, cut: Cut) -> u128 {
        let (light, heavy) = match self.shapes.mass(cut.small) <= self.shapes.mass(cut.large) {
            true => (cut.small, cut.large),
            false => (cut.large, cut.small),
        };
        let Some(cuts) = &self.cuts[heavy as usize] else {
            return 0;
        };
        let heavy_mass = self.shapes.mass(heavy);
        let price = |cost: u32| u128::from(self.shapes.price(cost));
        let light_mass = u128::from(self.shapes.mass(light));
        let allowed = cuts.cuts.iter().filter(|next| {
            let (a, b) = (self.shapes.mass(next.small), self.shapes.mass(next.large));
            price(next.cost) * light_mass >= price(cut.cost) * u128::from(a.min(b))
        });
        let heavy_bound = allowed
            .map(|&next| self.bound(heavy_mass, next))
            .min()
            .map_or(cuts.below, |bound| bound.min(cuts.below));
        // `below` is the largest number there is where all cuts are listed.
        (self.paid(mass, cut) + self.lower[light as usize]).saturating_add(heavy_bound)
    }

    /// Lists the cuts of a free shape that may lead to totals below the limit.
    fn list_cuts(&mut self, shape: ShapeId, limit: u128) -> Result<(), OverBudget> {
        if self.cuts[shape as usize]
            .as_ref()
            .is_some_and(|cuts| cuts.below >= limit)
        {
            return Ok(());
        }
        let mut cuts = Vec::new();
        // The way from the root to the edge that is looked at: shapes and the edges taken.
        let mut path: Vec<(ShapeId, usize)> = vec![(shape, 0)];
        while let Some(&(top, next)) = path.last() {
            let Some(&edge) = self.shapes.edges(top).get(next) else {
                path.pop();
                if let Some((_, next)) = path.last_mut() {
                    *next += 1;
                }
                continue;
            };
            if self.is_hopeless(shape, edge, limit) {
                path.last_mut().expect("the path has a top").1 += 1;
                continue;
            }
            self.check_budget()?;
            let rest = self.without_last(&path);
            cuts.push(self.cut(edge.shape, rest, edge.cost));
            path.push((edge.shape, 0));
        }
        cuts.sort_unstable();
        cuts.dedup();
        self.cuts[shape as usize] = Some(Cuts {
            below: limit,
            cuts: cuts.into(),
        });
        Ok(())
    }

    fn check_budget(&self) -> Result<(), OverBudget> {
        if self.shapes.len() > self.shapes_allowed {
            return Err(OverBudget::Shapes(self.shapes_allowed));
        }
        match self.deadline {
            Some(deadline) if Instant::now() > deadline => Err(OverBudget::Time),
            _ => Ok(()),
        }
    }

    /// Whether cutting this edge, or any below it, cannot lead to a total below the limit. Only sizes
    /// are looked at, and only where all nodes weigh the same.
    fn is_hopeless(&self, shape: ShapeId, edge: Edges, limit: u128) -> bool {
        if !self.uniform {
            return false;
        }
        let all = self.shapes.mass(shape);
        let part = self.shapes.mass(edge.shape);
        let rest = all - part;
        // Stars are known, so a leaf is never cut off first.
        if part == 1 {
            return true;
        }
        let mut in_rest = bounds::huffman(rest);
        if 2 * part < rest {
            in_rest = rest + bounds::huffman(part) + bounds::huffman(rest - part);
        }
        u128::from(all + bounds::huffman(part) + in_rest) >= limit
    }

    /// What is left of the first shape on the path when the last edge on it is cut.
    fn without_last(&mut self, path: &[(ShapeId, usize)]) -> ShapeId {
        let (&(last, taken), before) = path.split_last().expect("the path has a top");
        let edge = self.shapes.edges(last)[taken];
        let mut rest = self.shapes.without(last, edge);
        for &(shape, taken) in before.iter().rev() {
            let old = self.shapes.edges(shape)[taken];
            let new = self.shapes.smooth_edge(rest, old.cost);
            rest = self.shapes.replace(shape, old, new);
        }
        rest
    }

    /// Makes sure that something is known about a free shape and all that were made before it.
    pub fn learn(&mut self, free: ShapeId) {
        while self.lower.len() < self.shapes.len() {
            let shape = self.lower.len() as ShapeId;
            let (bound, exact) = self.first_bound(shape);
            self.lower.push(bound);
            self.exact.push(exact);
            self.upper.push(None);
            self.cuts.push(None);
        }
        if !self.uniform && self.cuts[free as usize].is_none() && !self.exact[free as usize] {
            let huffman = bounds::weighted_huffman(self.masses(free)) * self.cheapest;
            let lower = &mut self.lower[free as usize];
            *lower = huffman.max(*lower);
        }
    }

    /// A bound from what is known about the parts below the root, and whether it is exact. What
    /// siblings pay for each other is explained in [`bounds::recursive`].
    fn first_bound(&self, shape: ShapeId) -> (u128, bool) {
        let edges = self.shapes.edges(shape);
        let is_star = edges.iter().all(|edge| self.shapes.nodes(edge.shape) == 1);
        if is_star && self.shapes.root_label(shape).counts {
            return (self.star_total(shape), true);
        }
        let inside: u128 = edges
            .iter()
            .map(|edge| u128::from(edge.count) * self.best_lower(edge.shape))
            .sum();
        let weights = edges
            .iter()
            .flat_map(|e| repeat_n(self.shapes.mass(e.shape), e.count as usize));
        let mut weights: Vec<u64> = weights.collect();
        let nodes = self.shapes.nodes(shape);
        if self.uniform {
            let bound = inside + u128::from(bounds::around(&mut weights));
            let huffman = u128::from(bounds::huffman(u64::from(nodes)));
            return (bound.max(huffman), false);
        }
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let siblings: u128 = weights
            .iter()
            .zip(0u128..)
            .map(|(&weight, elder)| elder * u128::from(weight))
            .sum();
        // A neighbour that must be told apart from the root is cut off from it by its own edge.
        let around_root: u128 = edges
            .iter()
            .map(|edge| match self.shapes.root_label(edge.shape).counts {
                true => u128::from(edge.count) * u128::from(self.shapes.price(edge.cost)),
                false => u128::from(edge.count) * self.cheapest,
            })
            .sum();
        let root_mass = u128::from(self.shapes.root_label(shape).mass);
        let bound = inside + siblings * self.cheapest + root_mass * around_root;
        (bound, nodes == 1)
    }

    /// The total of a star whose middle must be told apart: every edge is cut, and by the exchange rule
    /// those with the most mass for their price come first.
    fn star_total(&self, star: ShapeId) -> u128 {
        let mut edges = self.shapes.edges(star).to_vec();
        let worth = |edge: &Edges| {
            let mass = u128::from(self.shapes.mass(edge.shape));
            (mass, u128::from(self.shapes.price(edge.cost)))
        };
        edges.sort_by(|a, b| {
            let ((mass_a, price_a), (mass_b, price_b)) = (worth(a), worth(b));
            (mass_b * price_a).cmp(&(mass_a * price_b))
        });
        let mut left = u128::from(self.shapes.mass(star));
        let mut total = 0;
        for edge in &edges {
            let (mass, price) = worth(edge);
            for _ in 0..edge.count {
                total += price * left;
                left -= mass;
            }
        }
        total
    }

    /// What is known about a part, whichever its root.
    fn best_lower(&self, shape: ShapeId) -> u128 {
        let free = self.shapes.known_free(shape);
        // The free shape may have been named just now, so that nothing is known about it yet.
        let as_free = free.and_then(|free| self.lower.get(free as usize));
        self.lower[shape as usize].max(as_free.copied().unwrap_or(0))
    }

    /// The masses of all nodes of a shape.
    fn masses(&self, shape: ShapeId) -> Vec<u64> {
        let mut masses = Vec::new();
        let mut open = vec![(shape, 1)];
        while let Some((shape, count)) = open.pop() {
            masses.extend(repeat_n(self.shapes.root_label(shape).mass, count as usize));
            open.extend(
                self.shapes
                    .edges(shape)
                    .iter()
                    .map(|e| (e.shape, count * e.count)),
            );
        }
        masses
    }
}
