//! What somebody has written down about routines: how suspicious they are.

use elenchus_pattern::Pattern;

/// How many times as suspicious as others the routines are that patterns cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Longer patterns first: they say more.
    by_pattern: Vec<(Pattern, f64)>,
}

impl Weights {
    /// Weights by pattern; numbers below 0 count as 0.
    pub fn new(mut by_pattern: Vec<(Pattern, f64)>) -> Weights {
        // Of equally long ones the later one counts, as somebody who adds a line expects.
        by_pattern.reverse();
        by_pattern.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.text().len()));
        for (_, weight) in &mut by_pattern {
            *weight = weight.max(0.0);
        }
        Weights { by_pattern }
    }

    /// The weight of a routine: that of the longest pattern that covers it, else 1.
    pub fn of(&self, routine: &str) -> f64 {
        let mut covering = self.by_pattern.iter();
        let found = covering.find(|(pattern, _)| pattern.covers(routine));
        found.map_or(1.0, |&(_, weight)| weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_pattern_counts_and_the_later_of_two_alike() {
        let weights = Weights::new(vec![
            (Pattern::new("shop"), 2.0),
            (Pattern::new("shop.Cart.add"), 9.0),
            (Pattern::new("shop"), 3.0),
            (Pattern::new("old"), -1.0),
        ]);
        assert_eq!(weights.of("shop.Cart.add"), 9.0);
        assert_eq!(weights.of("shop.Cart.total"), 3.0);
        assert_eq!(weights.of("old.Thing.run"), 0.0);
        assert_eq!(weights.of("other.Thing.run"), 1.0);
    }
}
