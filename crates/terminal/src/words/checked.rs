//! What became of a bug in a corrected version, in lines.

use elenchus_session::words::many;
use elenchus_wire::{Checked, CheckedPart, CheckedPiece, Fix, Now};

use crate::words::parted;

/// This many parts of a piece are listed.
const MOST_PARTS: usize = 8;

/// What became of what was blamed and answered: what has changed in full, the rest by numbers.
pub fn checked(checked: &Checked) -> Vec<String> {
    let mut lines = Vec::new();
    for piece in &checked.blamed {
        lines.extend(shown("the bug", piece));
    }
    let is_worth_telling = |piece: &&CheckedPiece| match piece.now {
        Now::StillRight => false,
        Now::Unknown => piece.said == "right" && !piece.in_blamed_code,
        Now::Broken => !piece.in_blamed_code,
        _ => true,
    };
    for piece in checked.answered.iter().filter(is_worth_telling) {
        lines.extend(shown("answered", piece));
    }
    let count = |now: Now| {
        let said_so = checked.answered.iter().filter(|piece| piece.now == now);
        said_so.count() as u64
    };
    let same = count(Now::StillRight);
    if same > 0 {
        let that_comes = match same {
            1 => "that was right comes",
            _ => "that were right come",
        };
        lines.push(format!(
            "{} {that_comes} out the same",
            many(same, "answer")
        ));
    }
    let corrected = checked
        .answered
        .iter()
        .filter(|piece| piece.in_blamed_code && matches!(piece.now, Now::Broken | Now::Unknown));
    let corrected = corrected.count() as u64;
    if corrected > 0 {
        let is = if corrected == 1 { "is" } else { "are" };
        lines.push(format!(
            "{} about loops {is} left out: they are parts of the code that was corrected",
            many(corrected, "answer")
        ));
    }
    lines.push(verdict(checked).to_owned());
    lines
}

fn verdict(checked: &Checked) -> &'static str {
    match checked.verdict {
        Fix::Fixed => {
            "fixed: what was blamed comes out right now, and nothing that was right has changed"
        }
        Fix::NotFixed => {
            match checked
                .blamed
                .iter()
                .all(|piece| piece.now == Now::RightNow)
            {
                true => {
                    "not fixed: what was blamed comes out right now, but something that was right has changed"
                }
                false => "not fixed",
            }
        }
        Fix::NotKnown if checked.blamed.iter().any(|piece| piece.now == Now::Changed) => {
            "not known: nobody has said how it should come out; answer `n returned = 12` or the like, or name a version that is right with --good"
        }
        Fix::NotKnown => "not known whether it is fixed",
    }
}

/// One piece: what became of it, and its values.
fn shown(what: &str, piece: &CheckedPiece) -> Vec<String> {
    let why = piece.why.as_deref().unwrap_or_default();
    let now = match piece.now {
        Now::StillRight => "was right and comes out the same".to_owned(),
        Now::Broken => "was right and comes out otherwise now".to_owned(),
        Now::RightNow => format!("was wrong and is right now, as {} said", who(why)),
        Now::StillWrong => "was wrong and comes out the same".to_owned(),
        Now::WrongOtherwise => {
            format!(
                "was wrong and comes out otherwise, but not as {} said",
                who(why)
            )
        }
        Now::Changed => "was wrong and comes out otherwise now".to_owned(),
        Now::Unknown => format!("was {} and cannot be told: {why}", piece.said),
    };
    let mut lines = vec![
        format!("{what}  {} (node {})", piece.title, piece.node),
        format!("     {now}"),
    ];
    let width = piece.parts.iter().take(MOST_PARTS);
    let width = width.map(|part| part.path.chars().count()).max();
    for value in piece.parts.iter().take(MOST_PARTS) {
        lines.push(format!("     {}", part(value, width.unwrap_or(0))));
    }
    let more = piece.parts.len().saturating_sub(MOST_PARTS) as u64;
    if more > 0 {
        lines.push(format!("     and {}", many(more, "further value")));
    }
    lines
}

/// Who says how it should be.
fn who(name: &str) -> String {
    match name {
        "you" => "you".to_owned(),
        name => format!("`{name}`"),
    }
}

fn part(part: &CheckedPart, width: usize) -> String {
    let nothing = "nothing".to_owned();
    let recorded = part.recorded.as_ref().or(part.corrected.as_ref());
    let recorded = recorded.unwrap_or(&nothing);
    let corrected = part.corrected.as_ref().unwrap_or(&nothing);
    let values = match recorded == corrected {
        true => corrected.clone(),
        false => parted(recorded, corrected).join(" → "),
    };
    let should = part.should.as_ref();
    let should = should.map_or(String::new(), |value| format!(", should be {value}"));
    format!("{:width$}  {values}{should}", part.path)
}
