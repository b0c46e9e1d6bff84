//! Two looks at one call, on the recorded version and on one that was right, side by side.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use elenchus_recorded::closely::likeness::{Likeness, likeness};
use elenchus_recorded::closely::{Moment, Statement};
use elenchus_session::{Difference, Zoomed};
use elenchus_source::{Listing, ListingLine, TokenClass};

use crate::culprit::{At, Changes, Compared, Culprit, Step, culprit};
use crate::look::Look;
use crate::matching::{Matching, Place};

/// Words that decide which way code takes.
const BRANCHING: [&str; 14] = [
    "if", "else", "while", "for", "do", "switch", "case", "default", "break", "continue", "return",
    "throw", "try", "catch",
];

/// The lines of a call that are to blame, by a version that was right and is known by a name. Nothing in doubt.
pub fn blamed(here: &Look, there: &Look, by: &str) -> Option<Zoomed> {
    let (ours, theirs) = (here.code.as_ref()?, there.code.as_ref()?);
    if !here.ends_otherwise(there) {
        return None;
    }
    let matching = Matching::between(&texts(ours), &texts(theirs))?;
    let (our_steps, their_steps) = (steps(here, &matching.ours), steps(there, &matching.theirs));
    let gaps = matching.gaps();
    let reshapes = |gap: usize| {
        let (our, their) = matching.both_in(gap);
        our.len() != their.len() || shapes(ours, &our) || shapes(theirs, &their)
    };
    let changes = Changes {
        gaps: &gaps,
        reshapes: &reshapes,
    };
    let mut differences = Vec::new();
    let mut compare = |our: usize, their: usize| {
        let like = likeness(
            (here.run(), moment(here, our)),
            (there.run(), moment(there, their)),
        );
        match like {
            Likeness::Same if our < here.statements.statements.len() => Compared::Same,
            Likeness::Unsure if our < here.statements.statements.len() => Compared::Unsure,
            Likeness::Differs(found) => {
                let variables = &moment(here, our).variables;
                let is_local = |difference: &Difference| {
                    let mut names = variables.iter().map(|(name, _)| name);
                    names.any(|name| *name == difference.path)
                        && difference.path != here.run().language().receiver()
                };
                let only_variables =
                    our < here.statements.statements.len() && found.iter().all(is_local);
                differences = found;
                Compared::Differs { only_variables }
            }
            // The call is known to be wrong: what differs was printed, or is not seen from here.
            _ => Compared::Differs {
                only_variables: false,
            },
        }
    };
    let found = culprit(&our_steps, &their_steps, &changes, &mut compare)?;
    zoomed(here, there, by, &matching, found, differences)
}

/// The blamed lines with what shows that they are.
fn zoomed(
    here: &Look,
    there: &Look,
    by: &str,
    matching: &Matching,
    found: Culprit,
    differs: Vec<Difference>,
) -> Option<Zoomed> {
    let (next, other) = found.parted;
    let ran = here.statements.statements[..next].iter();
    let step = ran.clone().rposition(|statement| {
        let in_gap = |line: &u32| matching.ours.get(line) == Some(&Place::Changed(found.gap));
        statement.lines.iter().any(in_gap)
    })?;
    let reached: BTreeSet<u32> = ran.flat_map(|statement| statement.lines.clone()).collect();
    let lines: Vec<u32> = matching
        .lines_in(found.gap)
        .filter(|line| reached.contains(line))
        .collect();
    let goes_to = |look: &Look, step: usize| match look.statements.statements.get(step) {
        Some(statement) => format!("line {}", statement.line),
        None => "its end".to_owned(),
    };
    let why = match found.by_way {
        true => format!(
            "from the same state it goes on to {}, and {by} to {}",
            goes_to(here, next),
            goes_to(there, other),
        ),
        false => format!("from the same state something else comes out than in {by}"),
    };
    Some(Zoomed {
        lines,
        step: step + 1,
        steps: here.statements.statements.len(),
        kind: "statement",
        why,
        differs,
        questions: 0,
    })
}

/// The moment before a statement, or at the end.
fn moment(look: &Look, step: usize) -> &Moment {
    let statements = &look.statements;
    let before = statements.statements.get(step);
    before.map_or(&statements.end, |statement| &statement.before)
}

/// The statements as steps, and the end.
fn steps(look: &Look, places: &BTreeMap<u32, Place>) -> Vec<Step> {
    let step = |statement: &Statement| {
        let changed = statement
            .lines
            .iter()
            .filter_map(|line| match places.get(line) {
                Some(Place::Changed(gap)) => Some(*gap),
                _ => None,
            });
        // A line that the source does not have cannot correspond to any.
        let place = places.get(&statement.line).copied();
        Step {
            at: At::Line(place.unwrap_or(Place::Changed(usize::MAX)), statement.nth),
            changed: match place {
                Some(_) => changed.collect(),
                None => BTreeSet::from([usize::MAX]),
            },
        }
    };
    let end = Step {
        at: At::End,
        changed: BTreeSet::new(),
    };
    let statements = look.statements.statements.iter().map(step);
    statements.chain([end]).collect()
}

/// The lines of a listing with their code, without comments and white space; those without code are left out.
fn texts(listing: &Listing) -> Vec<(u32, String)> {
    let texts = listing.lines().map(|line| (line.number, text(line)));
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

fn text(line: &ListingLine) -> String {
    let comments = line
        .tokens
        .iter()
        .filter(|(_, class)| *class == TokenClass::Comment);
    let mut text = line.text.clone();
    for (range, _) in comments.rev() {
        text.replace_range(range.clone(), " ");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Whether something on these lines decides which way is taken.
fn shapes(listing: &Listing, lines: &BTreeSet<u32>) -> bool {
    let mut here = listing.lines().filter(|line| lines.contains(&line.number));
    here.any(|line| {
        let mut tokens = line.tokens.iter();
        let decides = |(range, class): &(Range<usize>, TokenClass)| {
            *class == TokenClass::Keyword && BRANCHING.contains(&&line.text[range.clone()])
        };
        line.text.contains(['{', '}']) || tokens.any(decides)
    })
}
