//! Prefix sums of the masses of a tree that is not in memory.
//!
//! What a node weighs follows from the code it ran, so the sums are kept only at every 512th node,
//! and what lies between is counted when it is asked for: 10^8 nodes cost 2.4 MB. A tree that has
//! grown keeps the sums over the part that stayed the same.
//!
//! Single nodes whose own code is out of question, because they have not finished or their being
//! wrong is explained, are few; they are listed and taken off.

use std::fmt;
use std::sync::Arc;

use crate::columns::Columns;

/// Nodes between two sums.
const STRETCH: usize = 512;

/// The mass and the number of suspects before some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    pub mass: u64,
    pub suspects: u32,
}

impl Sum {
    fn add(&mut self, mass: u64) {
        self.mass += mass;
        self.suspects += u32::from(mass > 0);
    }

    fn without(self, other: Sum) -> Sum {
        Sum {
            mass: self.mass - other.mass,
            suspects: self.suspects - other.suspects,
        }
    }
}

/// The sums; see the top of this page.
#[derive(Clone)]
pub(crate) struct SampledSums {
    columns: Arc<dyn Columns>,
    /// The mass of each code.
    weights: Vec<u64>,
    /// The sum before each stretch, nothing taken off; the last one is that of all nodes in whole
    /// stretches.
    before: Vec<Sum>,
    /// The nodes that are taken off, with the sum through each.
    exempt: Vec<(usize, Sum)>,
    /// Whether there is code that `weights` does not know; what it weighs may change.
    met_unknown: bool,
}

/// What code weighs that nothing is known about: as much as the shortest.
pub(crate) const UNKNOWN: u64 = 1;

impl SampledSums {
    /// The sums over `columns`, where code weighs what `weights` says and the `exempt` nodes, in
    /// preorder, nothing. The first nodes of `earlier`, as many as its number says, must be the same
    /// here: their sums are taken over, unless code now weighs something else.
    pub fn new(
        columns: Arc<dyn Columns>,
        weights: Vec<u64>,
        exempt: impl IntoIterator<Item = usize>,
        earlier: Option<(SampledSums, usize)>,
    ) -> SampledSums {
        let known = earlier
            .filter(|(earlier, _)| !earlier.met_unknown && weights.starts_with(&earlier.weights));
        let before = match known {
            Some((earlier, unchanged)) => {
                let mut before = earlier.before;
                before.truncate(unchanged / STRETCH + 1);
                before
            }
            None => vec![Sum::default()],
        };
        let mut sums = SampledSums {
            columns,
            weights,
            before,
            exempt: Vec::new(),
            met_unknown: false,
        };
        sums.complete();
        let mut through = Sum::default();
        for node in exempt {
            through.add(sums.weight(sums.columns.code(node)));
            sums.exempt.push((node, through));
        }
        sums
    }

    /// Adds the sums that are missing.
    fn complete(&mut self) {
        let mut codes = [0; STRETCH];
        let stretches = self.columns.len() / STRETCH;
        let mut sum = self.before.last().copied().unwrap_or_default();
        self.before.reserve_exact(stretches + 1 - self.before.len());
        for stretch in self.before.len() - 1..stretches {
            self.columns.copy_codes(stretch * STRETCH, &mut codes);
            for &code in &codes {
                sum.add(self.weight(code));
                self.met_unknown |= code as usize >= self.weights.len();
            }
            self.before.push(sum);
        }
    }

    fn weight(&self, code: u32) -> u64 {
        self.weights.get(code as usize).copied().unwrap_or(UNKNOWN)
    }

    /// What is taken off before a place.
    fn exempt_before(&self, place: usize) -> Sum {
        let after = self.exempt.partition_point(|&(node, _)| node < place);
        after
            .checked_sub(1)
            .map_or(Sum::default(), |last| self.exempt[last].1)
    }

    /// The codes of the nodes from the beginning of a place's stretch up to `end`.
    fn codes<'b>(&self, start: usize, end: usize, codes: &'b mut [u32; STRETCH]) -> &'b [u32] {
        let codes = &mut codes[..end - start];
        self.columns.copy_codes(start, codes);
        codes
    }

    /// The sum of all nodes before a place.
    pub fn before(&self, place: usize) -> Sum {
        let stretch = place / STRETCH;
        let mut sum = self.before[stretch];
        let mut room = [0; STRETCH];
        for &code in self.codes(stretch * STRETCH, place, &mut room) {
            sum.add(self.weight(code));
        }
        sum.without(self.exempt_before(place))
    }

    /// The sum of the nodes in `start..end`.
    pub fn between(&self, start: usize, end: usize) -> Sum {
        if start / STRETCH != end / STRETCH {
            return self.before(end).without(self.before(start));
        }
        let mut sum = Sum::default();
        let mut room = [0; STRETCH];
        for &code in self.codes(start, end, &mut room) {
            sum.add(self.weight(code));
        }
        sum.without(self.exempt_before(end).without(self.exempt_before(start)))
    }

    /// The node whose own mass covers position `rank` of all mass.
    pub fn node_at(&self, rank: u64) -> Option<usize> {
        self.find(rank, |sum| sum.mass)
    }

    /// The suspect with `rank` others before it.
    pub fn suspect_at(&self, rank: u64) -> Option<usize> {
        self.find(rank, |sum| u64::from(sum.suspects))
    }

    /// The node with which what is counted of the sums first exceeds `rank`.
    fn find(&self, rank: u64, counted: impl Fn(Sum) -> u64) -> Option<usize> {
        // The last stretch that begins at or before that position.
        let (mut low, mut high) = (0, self.before.len());
        while high - low > 1 {
            let middle = low.midpoint(high);
            let sum = self.before[middle].without(self.exempt_before(middle * STRETCH));
            if counted(sum) <= rank {
                low = middle;
            } else {
                high = middle;
            }
        }
        let start = low * STRETCH;
        let mut sum = self.before[low].without(self.exempt_before(start));
        let mut exempt = self.exempt.partition_point(|&(node, _)| node < start);
        let end = self.columns.len().min(start + STRETCH);
        let mut room = [0; STRETCH];
        for (node, &code) in (start..).zip(self.codes(start, end, &mut room)) {
            if self
                .exempt
                .get(exempt)
                .is_some_and(|&(next, _)| next == node)
            {
                exempt += 1;
                continue;
            }
            sum.add(self.weight(code));
            if rank < counted(sum) {
                return Some(node);
            }
        }
        None
    }
}

impl fmt::Debug for SampledSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sums over {} shared nodes", self.columns.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Kind;
    use proptest::prelude::*;

    /// A star whose nodes run the codes that it lists.
    struct Codes(Vec<u32>);

    impl Columns for Codes {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn parent(&self, node: usize) -> u32 {
            if node == 0 {
                crate::columns::NO_PARENT
            } else {
                0
            }
        }

        fn size(&self, node: usize) -> u32 {
            if node == 0 { self.0.len() as u32 } else { 1 }
        }

        fn code(&self, node: usize) -> u32 {
            self.0[node]
        }

        fn codes(&self) -> usize {
            8
        }

        fn meaning(&self, code: u32) -> (u32, Kind) {
            (code, Kind::Routine)
        }

        fn is_chained(&self, _: usize) -> bool {
            false
        }
    }

    fn check(codes: &[u32], weights: &[u64], exempt: &[usize], sums: &SampledSums) {
        let mut plain = Sum::default();
        for (node, &code) in codes.iter().enumerate() {
            assert_eq!(sums.before(node), plain, "before {node}");
            let weight = weights.get(code as usize).copied().unwrap_or(UNKNOWN);
            if !exempt.contains(&node) && weight > 0 {
                assert_eq!(sums.node_at(plain.mass), Some(node));
                assert_eq!(sums.suspect_at(plain.suspects.into()), Some(node));
                plain.add(weight);
                assert_eq!(sums.node_at(plain.mass - 1), Some(node));
            }
        }
        assert_eq!(sums.before(codes.len()), plain);
        for (start, end) in [(0, 7), (500, 530), (10, 2000)] {
            let (start, end) = (start.min(codes.len()), end.min(codes.len()));
            let both = sums.before(end).without(sums.before(start));
            assert_eq!(sums.between(start, end), both);
        }
        assert_eq!(sums.node_at(plain.mass), None);
        assert_eq!(sums.suspect_at(plain.suspects.into()), None);
    }

    proptest! {
        #[test]
        fn sums_equal_those_of_a_loop_also_after_growth(
            codes in proptest::collection::vec(0u32..8, 1..3000),
            weights in proptest::collection::vec(0u64..4, 8),
            other in proptest::option::of(0usize..8),
            unknown in 0usize..3,
            cut in 0.0..1.0f64,
            exempt in proptest::collection::btree_set(0usize..3000, 0..20),
        ) {
            let length = (codes.len() as f64 * cut) as usize;
            let columns = Arc::new(Codes(codes[..length].to_vec()));
            let exempt: Vec<usize> = exempt
                .into_iter()
                .filter(|&node| node < codes.len())
                .collect();
            let early: Vec<usize> = exempt.iter().copied().filter(|&node| node < length).collect();
            let known = &weights[..8 - unknown];
            let sums = SampledSums::new(columns, known.to_vec(), early.clone(), None);
            check(&codes[..length], known, &early, &sums);
            // More nodes, more that is known, and perhaps one code that weighs something else now.
            let mut changed = weights;
            if let Some(code) = other {
                changed[code] = 5;
            }
            let columns = Arc::new(Codes(codes.clone()));
            let grown = SampledSums::new(columns, changed.clone(), exempt.clone(), Some((sums, length)));
            check(&codes, &changed, &exempt, &grown);
        }
    }
}
