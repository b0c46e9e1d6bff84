//! Long texts shortened to what a page can show.
//!
//! Recordings bound their values, tree files do not: a title or a value may have ten megabytes. What is
//! cut says how much is missing, and where two long texts differ stays in sight.

use elenchus_inquiry::wire::types::{Cut, Shown, Update, Value, View};

/// How many characters a text of a question has at most.
const LONGEST: usize = 2_000;

/// How many characters before the first difference are shown.
const CONTEXT: usize = 200;

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
    shown.cut = pair(&mut shown.before, &mut shown.after);
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
        value.cut = pair(&mut value.before, &mut value.after);
    }
}

/// Shortens two texts to the same window, in which the first difference lies. Says what was cut off, if anything was.
fn pair(before: &mut Option<String>, after: &mut Option<String>) -> Option<Cut> {
    let is_long = |text: &Option<String>| {
        let text = text.as_ref();
        text.is_some_and(|text| text.len() > LONGEST && text.chars().nth(LONGEST).is_some())
    };
    if !is_long(before) && !is_long(after) {
        return None;
    }
    let start = match (&*before, &*after) {
        (Some(before), Some(after)) if before != after => {
            let both = before.chars().zip(after.chars());
            let same = both.take_while(|(old, new)| old == new).count();
            match same > LONGEST - CONTEXT {
                true => same - CONTEXT,
                false => 0,
            }
        }
        _ => 0,
    };
    Some(Cut {
        start,
        before: before.as_mut().map_or(0, |text| window(text, start)),
        after: after.as_mut().map_or(0, |text| window(text, start)),
    })
}

/// Leaves only what begins at the character `start`. Returns how many characters are missing at the end.
fn window(text: &mut String, start: usize) -> usize {
    let mut rest = text.chars().skip(start);
    let window = rest.by_ref().take(LONGEST).collect();
    let missing = rest.count();
    *text = window;
    missing
}

/// Shortens one text, which says so itself.
fn text(text: &mut String) {
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
            cut: None,
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
    fn where_two_long_texts_differ_stays_in_sight() {
        let mut long = value(1_000_000);
        long.before = long.after.clone();
        let after = long.after.as_mut().unwrap();
        after.truncate(2 * 900_000);
        after.push('b');
        values(std::slice::from_mut(&mut long));
        let cut = long.cut.unwrap();
        assert_eq!(cut.start, 900_000 - CONTEXT);
        assert_eq!(cut.before, 100_000 + CONTEXT - LONGEST);
        assert_eq!(cut.after, 0);
        assert_eq!(long.after, Some("ä".repeat(CONTEXT) + "b"));
        assert_eq!(long.before, Some("ä".repeat(LONGEST)));

        let mut same = value(LONGEST + 5);
        same.before = same.after.clone();
        values(std::slice::from_mut(&mut same));
        let cut = same.cut.unwrap();
        assert_eq!((cut.start, cut.before, cut.after), (0, 5, 5));
        let mut short = value(LONGEST);
        values(std::slice::from_mut(&mut short));
        assert_eq!(short, value(LONGEST));
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
