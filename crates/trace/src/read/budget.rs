//! How much memory a reader may use: one budget with the three bounds of seed 004.
//!
//! Seed 004 keeps a growing tree in three caches: *persistence* (what is not on disk yet), *logic* (what the search needs) and
//! *presentation* (what the user sees). Each has a bound here. Beyond these bounds a reader holds only what follows the number of
//! threads and open calls, never the length of the run.

/// The budget of a reader, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// *Persistence*: copies of records that are not sealed yet, and parts of the object index that are not on disk yet.
    pub unsealed: usize,
    /// *Logic*: unpacked blocks, kept for the questions to come.
    pub decoded: usize,
    /// *Presentation*: nodes that were looked at, and what the effects of one node may hold.
    pub view: usize,
}

/// Bounds that were chosen one by one; the others share what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub unsealed: Option<usize>,
    pub decoded: Option<usize>,
    pub view: Option<usize>,
}

/// The bounds together are larger than the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bounds add up to {bounds} bytes, more than the {total} of the whole budget")]
pub struct OverBudget {
    pub bounds: usize,
    pub total: usize,
}

/// What each bound gets of the whole by default, in eighths.
const SHARES: [usize; 3] = [1, 5, 2];

impl Budget {
    /// The default of the whole, 512 MiB.
    pub const DEFAULT: usize = 512 << 20;

    /// Divides a total: an eighth for what is unsealed, a quarter for what is shown, the rest for unpacked blocks.
    pub fn total(bytes: usize) -> Budget {
        let (unsealed, view) = (bytes / 8, bytes / 4);
        Budget {
            unsealed,
            decoded: bytes - unsealed - view,
            view,
        }
    }

    /// Divides a total so that the chosen bounds are as chosen; the others share the rest as they would share the whole.
    pub fn with(total: usize, chosen: Bounds) -> Result<Budget, OverBudget> {
        let chosen = [chosen.unsealed, chosen.decoded, chosen.view];
        let bounds = chosen
            .iter()
            .flatten()
            .fold(0usize, |sum, &bytes| sum.saturating_add(bytes));
        let Some(rest) = total.checked_sub(bounds) else {
            return Err(OverBudget { bounds, total });
        };
        let open = chosen
            .iter()
            .zip(SHARES)
            .filter(|(bound, _)| bound.is_none());
        let open: usize = open.map(|(_, share)| share).sum();
        let [unsealed, decoded, view] = std::array::from_fn(|index| {
            chosen[index].unwrap_or_else(|| rest / open.max(1) * SHARES[index])
        });
        Ok(Budget {
            unsealed,
            decoded,
            view,
        })
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::total(Budget::DEFAULT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_bounds_stay_and_the_others_share_the_rest() {
        let total = 800;
        assert_eq!(
            Budget::with(total, Bounds::default()),
            Ok(Budget::total(total))
        );
        let bounds = Bounds {
            decoded: Some(500),
            ..Bounds::default()
        };
        let expected = Budget {
            unsealed: 100,
            decoded: 500,
            view: 200,
        };
        assert_eq!(Budget::with(total, bounds), Ok(expected));
        let all = Bounds {
            unsealed: Some(1),
            decoded: Some(2),
            view: Some(3),
        };
        assert_eq!(Budget::with(6, all).map(|budget| budget.view), Ok(3));
        assert!(Budget::with(5, all).is_err());
    }
}
