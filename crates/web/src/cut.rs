//! Long texts shortened to what a page can show.
//!
//! Recordings bound their values, tree files do not: a title or a value may have ten megabytes. What is
//! cut says how much is missing.

use elenchus_inquiry::wire::types::{Shown, Update, Value, View};

/// How many characters a text of a question has at most.
const LONGEST: usize = 2_000;

/// About how many characters a question has at most.
const MOST: usize = 60_000;

/// Shortens what an update shows.
pub fn update(update: &mut Update) {
    let Update::State(state) = update else {
        return;
    };
    match &mut state.view {
        View::Asking { question } | View::Question { question, .. } => shown(&mut question.shown),
        View::Bug { reports } => reports
            .iter_mut()
            .for_each(|report| shown(&mut report.shown)),
        View::Candidates(candidates) => {
            if let Some(smallest) = &mut candidates.smallest {
                shown(&mut smallest.shown);
            }
        }
        View::Waiting { .. }
        | View::Contradiction { .. }
        | View::NoBug { .. }
        | View::Ended { .. } => {}
    }
}

/// Shortens a piece of the run.
pub fn shown(shown: &mut Shown) {
    text(&mut shown.title);
    for state in [&mut shown.before, &mut shown.after].into_iter().flatten() {
        text(state);
    }
    values(&mut shown.values);
    let mut room = MOST;
    let fitting = shown.values.iter().take_while(|value| {
        let fits = room > 0;
        room = room.saturating_sub(length(value));
        fits
    });
    let fitting = fitting.count();
    let missing = shown.values.len() - fitting;
    if missing > 0 {
        shown.values.truncate(fitting);
        shown.left_out.get_or_insert_default().changes += missing;
    }
}

/// Shortens each of some values.
pub fn values(values: &mut [Value]) {
    for value in values {
        for state in [&mut value.before, &mut value.after].into_iter().flatten() {
            text(state);
        }
    }
}

/// Shortens one text.
pub fn text(text: &mut String) {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else {
        return;
    };
    let missing = text[end..].chars().count();
    text.truncate(end);
    text.push_str(&format!("… ({missing} more characters)"));
}

fn length(value: &Value) -> usize {
    let states = [&value.before, &value.after].into_iter().flatten();
    value.name.len() + states.map(String::len).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(length: usize) -> Value {
        Value {
            name: "text".into(),
            before: None,
            after: Some("ä".repeat(length)),
        }
    }

    #[test]
    fn what_is_cut_says_how_much_is_missing() {
        let mut long = "ä".repeat(LONGEST + 5);
        text(&mut long);
        assert!(long.ends_with("ä… (5 more characters)"), "{long}");
        let mut short = "ä".repeat(LONGEST);
        text(&mut short);
        assert_eq!(short, "ä".repeat(LONGEST));
    }

    #[test]
    fn a_question_is_bounded_and_counts_what_is_left_out() {
        let mut piece = Shown {
            values: (0..100).map(|_| value(10_000)).collect(),
            ..Shown::default()
        };
        shown(&mut piece);
        let listed = piece.values.len();
        assert!((10..100).contains(&listed), "{listed}");
        assert_eq!(piece.left_out.unwrap().changes, 100 - listed);
        let whole: usize = piece.values.iter().map(length).sum();
        assert!(whole < 2 * MOST, "{whole}");
    }
}
