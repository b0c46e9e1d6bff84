//! What code may depend on that no recording holds: clocks, chance, files, the environment, addresses of objects.
//!
//! When code that differs harmlessly reads one of these, or calls something that does, something else comes out of it in every run. So that
//! something else came out does not show that it is wrong.

use std::collections::BTreeSet;

use elenchus_session::Difference;
use elenchus_tree::RoutineId;

use crate::comparing::doubt::Doubt;
use crate::comparing::hashed;
use crate::comparing::pair::{Pair, Piece, span};
use crate::comparing::places::source_lines;
use crate::run::Run;

/// An address in a text, as `Object.toString` writes it, has at least this many digits.
const FEWEST_DIGITS: usize = 4;

/// What begins the part of a lambda's name that differs from run to run.
const LAMBDA: &str = "$$Lambda";

/// Why what differs at the end of a piece may have come from something unseen.
pub fn doubt(pair: &Pair, here: Piece, differences: &[Difference]) -> Option<Doubt> {
    if !differences.is_empty() && differences.iter().all(is_address) {
        return Some(Doubt::Unseen("the address of an object".to_owned()));
    }
    let run = pair.run.as_ref();
    let ran = run.routines_ran(span(run, here));
    let mentioned = mentioned(run, &ran).map(Doubt::Unseen);
    mentioned.or_else(|| {
        let differing = pair.changes.places_inside(span(run, here));
        hashed::doubt(run, here, &ran, differing)
    })
}

/// What is not recorded and is mentioned by the code of some routines.
fn mentioned(run: &Run, routines: &BTreeSet<RoutineId>) -> Option<String> {
    routines.iter().find_map(|&routine| {
        let lines = source_lines(run, routine)?;
        let mut unseen = run.language().unseen().iter();
        let found = unseen.find(|text| lines.iter().any(|line| is_in(line, text)))?;
        Some(format!("`{found}`"))
    })
}

/// Whether a line holds a text that is not the end of a longer name.
pub(super) fn is_in(line: &str, text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let begins_name = text.starts_with(is_name);
    line.match_indices(text)
        .any(|(at, _)| !begins_name || !line[..at].ends_with(is_name))
}

/// Whether two texts differ only by addresses of objects.
fn is_address(difference: &Difference) -> bool {
    match (&difference.here, &difference.there) {
        (Some(here), Some(there)) => without_addresses(here) == without_addresses(there),
        _ => false,
    }
}

fn without_addresses(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['@', '$']) {
        let (before, behind) = rest.split_at(at);
        plain.push_str(before);
        let is_digit = |c: char| c.is_ascii_hexdigit();
        let is_inside = |c: char| is_digit(c) || c == '$' || c == '/' || c == 'x';
        let length = match behind.strip_prefix(LAMBDA) {
            Some(name) => LAMBDA.len() + name.find(|c| !is_inside(c)).unwrap_or(name.len()),
            None => {
                let digits = &behind[1..];
                let count = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
                let is_address = behind.starts_with('@') && count >= FEWEST_DIGITS;
                1 + if is_address { count } else { 0 }
            }
        };
        plain.push_str(&behind[..1]);
        rest = &behind[length..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(here: &str, there: &str) -> bool {
        !is_address(&Difference {
            path: "returned".to_owned(),
            here: Some(here.to_owned()),
            there: Some(there.to_owned()),
        })
    }

    #[test]
    fn addresses_make_no_difference_and_everything_else_does() {
        assert!(!differ("Car@1b2c6ec2 is red", "Car@4edde6e5 is red"));
        assert!(!differ(
            "Till$$Lambda$1/0x0000000800000a08@19e1023e",
            "Till$$Lambda$14/0x00007f0001000a08@5c29bfd"
        ));
        assert!(!differ(
            "Till$$Lambda/0x7f21@19e1",
            "Till$$Lambda/0x7f22@5c29"
        ));
        assert!(differ("Car@1b2c6ec2 is red", "Car@4edde6e5 is blue"));
        assert!(differ("joe@12", "joe@13"));
        assert!(differ("$12", "$13"));
    }

    #[test]
    fn names_are_whole() {
        assert!(is_in("long t = System.nanoTime();", "nanoTime("));
        assert!(is_in("if (f.exists()) {", ".exists()"));
        assert!(!is_in("MyFiles.read();", "Files."));
    }
}
