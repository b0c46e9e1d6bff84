//! How often somebody errs, and what an answer of theirs is worth.

use std::str::FromStr;

use thiserror::Error;

/// How often an oracle calls right code wrong, and wrong code right. In whole millionths, so that what is
/// kept in a file is what was meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ErrorRates {
    false_wrong: u32,
    false_right: u32,
}

const MILLION: f64 = 1e6;

/// Rates that cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RateError {
    /// Not two numbers.
    #[error("'{0}' is not FALSE-WRONG,FALSE-RIGHT, two numbers such as 0.05,0.15")]
    Shape(String),
    /// Not a probability.
    #[error("an error rate lies between 0 and 1, and {0} does not")]
    Range(f64),
    /// Answers that do not depend on what is asked.
    #[error(
        "with error rates of {0} and {1} the answers tell nothing: together they must stay below 1"
    )]
    Useless(f64, f64),
}

/// No answer that may be mistaken counts for more than this: one that is mistaken nevertheless must not
/// rule out the bug for good.
const LEAST: f64 = 1e-6;

impl ErrorRates {
    /// Whoever never errs.
    pub const CERTAIN: ErrorRates = ErrorRates {
        false_wrong: 0,
        false_right: 0,
    };

    /// Rates between 0 and 1, together below 1.
    pub fn new(false_wrong: f64, false_right: f64) -> Result<ErrorRates, RateError> {
        for rate in [false_wrong, false_right] {
            if !(0.0..=1.0).contains(&rate) {
                return Err(RateError::Range(rate));
            }
        }
        if false_wrong + false_right >= 1.0 {
            return Err(RateError::Useless(false_wrong, false_right));
        }
        let millionths = |rate: f64| (rate * MILLION).round() as u32;
        Ok(ErrorRates {
            false_wrong: millionths(false_wrong),
            false_right: millionths(false_right),
        })
    }

    /// The rates of one answer that its giver holds for true with this probability. What is as likely
    /// false as true, or likelier, tells nothing.
    pub fn of_confidence(confidence: f64) -> Option<ErrorRates> {
        let error = 1.0 - confidence.clamp(0.0, 1.0);
        ErrorRates::new(error, error).ok()
    }

    /// How sure an answer is, *wrong* or *right*, that rests on nothing else: the reverse of
    /// [`of_confidence`](ErrorRates::of_confidence) for equal rates.
    pub fn confidence(self, is_wrong: bool) -> f64 {
        let (told, invented) = match is_wrong {
            true => (1.0 - self.false_right(), self.false_wrong()),
            false => (1.0 - self.false_wrong(), self.false_right()),
        };
        told / (told + invented)
    }

    /// How often right code is called wrong.
    pub fn false_wrong(self) -> f64 {
        f64::from(self.false_wrong) / MILLION
    }

    /// How often wrong code is called right.
    pub fn false_right(self) -> f64 {
        f64::from(self.false_right) / MILLION
    }

    /// Whether whoever has these rates never errs.
    pub fn is_certain(self) -> bool {
        self == ErrorRates::CERTAIN
    }

    /// The probability of hearing *wrong*: about wrong code, and about right code.
    pub(crate) fn of_wrong(self) -> (f64, f64) {
        (1.0 - self.missed(), self.invented())
    }

    /// The probability of hearing *right*: about wrong code, and about right code.
    pub(crate) fn of_right(self) -> (f64, f64) {
        (self.missed(), 1.0 - self.invented())
    }

    fn missed(self) -> f64 {
        self.false_right().max(LEAST)
    }

    fn invented(self) -> f64 {
        self.false_wrong().max(LEAST)
    }

    /// What an answer tells on average, in bits, about something that is wrong with this probability.
    pub fn information(self, wrong: f64) -> f64 {
        let heard = self.heard_wrong(wrong);
        let noise =
            wrong * entropy(self.false_right()) + (1.0 - wrong) * entropy(self.false_wrong());
        (entropy(heard) - noise).max(0.0)
    }

    /// How probable *wrong* is as the answer about something that is wrong with this probability.
    pub fn heard_wrong(self, wrong: f64) -> f64 {
        wrong * (1.0 - self.false_right()) + (1.0 - wrong) * self.false_wrong()
    }

    /// The probability of being wrong at which an answer tells most; a half for equal rates. Always
    /// above 1/3 (capacity of a binary channel), so that at most two disjoint subtrees reach it.
    pub fn best_share(self) -> f64 {
        let (false_wrong, false_right) = (self.false_wrong(), self.false_right());
        let gain = 1.0 - false_right - false_wrong;
        let slope = (entropy(false_right) - entropy(false_wrong)) / gain;
        let heard = 1.0 / (1.0 + slope.exp2());
        ((heard - false_wrong) / gain).clamp(0.34, 0.66)
    }
}

/// The entropy of a coin that falls on one side with this probability, in bits.
pub fn entropy(probability: f64) -> f64 {
    let term = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    term(probability) + term(1.0 - probability)
}

impl FromStr for ErrorRates {
    type Err = RateError;

    fn from_str(text: &str) -> Result<ErrorRates, RateError> {
        let shape = || RateError::Shape(text.to_owned());
        let (wrong, right) = text.split_once(',').ok_or_else(shape)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| shape());
        ErrorRates::new(number(wrong)?, number(right)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_and_checked() {
        let rates: ErrorRates = "0.05, 0.15".parse().unwrap();
        assert_eq!(rates, ErrorRates::new(0.05, 0.15).unwrap());
        for bad in [
            "",
            "0.1",
            "a,b",
            "0.1,0.2,0.3",
            "NaN,0",
            "-0.1,0",
            "0.5,0.5",
            "2,0",
        ] {
            assert!(bad.parse::<ErrorRates>().is_err(), "{bad}");
        }
        assert!("0,0".parse::<ErrorRates>().unwrap().is_certain());
    }

    #[test]
    fn the_best_share_is_where_an_answer_tells_most() {
        for (wrong, right) in [
            (0.0, 0.0),
            (0.1, 0.1),
            (0.0, 0.3),
            (0.3, 0.0),
            (0.05, 0.4),
            (0.45, 0.5),
        ] {
            let rates = ErrorRates::new(wrong, right).unwrap();
            let best = rates.information(rates.best_share());
            for share in (1..1000).map(|n| f64::from(n) / 1000.0) {
                assert!(rates.information(share) <= best + 1e-6, "{rates:?} {share}");
            }
        }
    }

    #[test]
    fn nobody_who_is_half_sure_tells_anything() {
        assert_eq!(ErrorRates::of_confidence(0.5), None);
        assert_eq!(ErrorRates::of_confidence(0.2), None);
        assert!(ErrorRates::of_confidence(1.0).unwrap().is_certain());
    }
}
