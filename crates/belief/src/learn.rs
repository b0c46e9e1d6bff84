//! Error rates learned from where somebody was contradicted by certain answers.
//!
//! What was given as error rates counts like [`PRIOR_ANSWERS`] answers that were checked. Every answer of
//! theirs that a certain one confirms or contradicts moves the rates. With none checked they stay as given.

use crate::posterior::Verdict;
use crate::rates::ErrorRates;

/// How many checked answers the given rates are worth.
pub const PRIOR_ANSWERS: f64 = 20.0;

/// No learned rate comes closer to a coin than this.
const MOST: f64 = 0.45;

/// How often somebody was right and wrong, as far as it is known for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Right code that they called right, and that they called wrong.
    right: (u32, u32),
    /// Wrong code that they called wrong, and that they called right.
    wrong: (u32, u32),
}

impl Record {
    /// Takes in that `said` was their answer about what certainly is `truth`.
    pub fn check(&mut self, said: Verdict, truth: Verdict) {
        let counts = match truth {
            Verdict::Right => &mut self.right,
            Verdict::Wrong => &mut self.wrong,
        };
        if said == truth {
            counts.0 += 1;
        } else {
            counts.1 += 1;
        }
    }

    /// The rates that were given, moved by what was checked since.
    pub fn rates(&self, given: ErrorRates) -> ErrorRates {
        let moved = |rate: f64, (kept, erred): (u32, u32)| {
            if kept + erred == 0 {
                return rate;
            }
            let erred = f64::from(erred) + rate * PRIOR_ANSWERS;
            let all = f64::from(kept) + erred + (1.0 - rate) * PRIOR_ANSWERS;
            (erred / all).min(MOST.max(rate))
        };
        let false_wrong = moved(given.false_wrong(), self.right);
        let false_right = moved(given.false_right(), self.wrong);
        ErrorRates::new(false_wrong, false_right).unwrap_or(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_stay_as_given_until_something_is_checked() {
        let given = ErrorRates::new(0.1, 0.2).unwrap();
        assert_eq!(Record::default().rates(given), given);
    }

    #[test]
    fn contradicted_answers_raise_the_rate_and_confirmed_ones_lower_it() {
        let given = ErrorRates::new(0.1, 0.1).unwrap();
        let mut record = Record::default();
        for _ in 0..20 {
            record.check(Verdict::Wrong, Verdict::Right);
            record.check(Verdict::Wrong, Verdict::Wrong);
        }
        let learned = record.rates(given);
        assert_eq!(learned.false_wrong(), 0.45);
        assert_eq!(learned.false_right(), 0.05);
    }
}
