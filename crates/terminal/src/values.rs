//! What went in and what came out, in as many lines as there is room for.

use elenchus_guard::text::{printable, printed_line};
use elenchus_session::screenful::{BELOW_NAME, LONGEST_NAME, Layout, NAME_WIDTH};
use elenchus_session::words::many;
use elenchus_session::{Shown, Value};

use crate::gathered::{Gathered, Row, gathered, is_change, singly};
use crate::layout::{Room, Span, columns, shorten, wrap, wrap_hanging};
use crate::style::{Style, Tone};

/// Everything below a heading begins here.
pub const INDENT: &str = "     ";

/// Lines for the values of a question.
pub struct Lines {
    pub lines: Vec<String>,
    /// Whether something was shortened for lack of room.
    pub shortened: bool,
    /// Whether that is so of something that came out or changed and has lines of its own.
    is_cut: bool,
    /// What was left out altogether.
    pub left_out: LeftOut,
}

/// How many values were left out for lack of room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Those that tell what came out or changed.
    pub changes: usize,
    /// Those that only tell the circumstances.
    pub others: usize,
}

impl LeftOut {
    /// What is not shown, in words; nothing when all is.
    pub fn words(self) -> Option<String> {
        let counted = [(self.changes, "more change"), (self.others, "more value")];
        let some = counted.into_iter().filter(|(count, _)| *count > 0);
        let some: Vec<String> = some.map(|(count, what)| many(count as u64, what)).collect();
        (!some.is_empty()).then(|| some.join(" and "))
    }
}

/// How many characters each change has, where a line for each is too much: the first that makes all fit.
const CHANGE_LENGTHS: [usize; 10] = [240, 160, 100, 60, 40, 24, 16, 12, 10, 8];

/// The values of a question in at most `most` lines. When that is not enough, values go on below their names; then what only
/// tells the circumstances is shortened, and what came out or changed; then changes inside one object share lines, and the last
/// values are left out at the end.
pub fn fitted(style: Style, room: Room, shown: &Shown, most: usize) -> Lines {
    let values = rows_of(shown);
    let rows = singly(values.clone());
    let in_column = Fitting::new(style, room, Layout::Column).rows(&rows, most);
    if in_column.is_whole() {
        return in_column;
    }
    let hanging = Fitting::new(style, room, Layout::Hanging);
    let mut best = hanging.rows(&rows, most);
    let width = room.width.saturating_sub(BELOW_NAME);
    if best.is_cut {
        let shared = hanging.rows(&gathered(&values, width, usize::MAX), most);
        if !shared.is_cut && shared.left_out.changes == 0 {
            return shared;
        }
    }
    for length in CHANGE_LENGTHS {
        if best.left_out.changes == 0 {
            return best;
        }
        let lines = hanging.rows(&gathered(&values, width, length), most);
        if lines.left_out.changes < best.left_out.changes {
            best = lines;
        }
    }
    // As many as fit.
    let mut kept = values;
    for dropped in 1..best.left_out.changes {
        let Some(last) = kept.iter().rposition(is_change) else {
            break;
        };
        kept.remove(last);
        let rows = gathered(&kept, width, CHANGE_LENGTHS[CHANGE_LENGTHS.len() - 1]);
        let mut lines = hanging.rows(&rows, most);
        if lines.left_out.changes == 0 {
            lines.left_out.changes = dropped;
            return lines;
        }
    }
    best
}

impl Lines {
    /// Whether everything is there.
    fn is_whole(&self) -> bool {
        !self.shortened && self.left_out == LeftOut::default()
    }
}

/// How much of the screen a row takes in full.
struct Height {
    lines: usize,
    /// How many it takes at least.
    least: usize,
    /// Whether it says what came out or changed.
    tells: bool,
    /// Whether it says what came out.
    came_out: bool,
    /// Whether it cannot be shortened.
    is_fixed: bool,
    /// How many values it tells.
    count: usize,
}

/// How many lines a value may take.
struct Caps {
    telling: usize,
    others: usize,
}

impl Caps {
    /// The largest caps with which everything fits; one line each when nothing does.
    fn fitting(heights: &[Height], most: usize) -> Caps {
        let tallest = heights.iter().map(|height| height.lines).max();
        let mut caps = Caps {
            telling: tallest.unwrap_or(1),
            others: tallest.unwrap_or(1),
        };
        while caps.taken(heights) > most && caps.others > 1 {
            caps.others -= 1;
        }
        while caps.taken(heights) > most && caps.telling > 1 {
            caps.telling -= 1;
        }
        caps
    }

    fn of(&self, height: &Height) -> usize {
        match height.tells {
            _ if height.is_fixed => usize::MAX,
            true => self.telling,
            false => self.others,
        }
    }

    fn taken(&self, heights: &[Height]) -> usize {
        let capped = heights
            .iter()
            .map(|height| height.lines.min(self.of(height).max(height.least)));
        capped.sum()
    }
}

/// Takes values out until the others fit: those that tell the circumstances first, then what changed, then what came out; the
/// last ones before the first. Says how many.
fn leave_out(blocks: &mut [Vec<String>], heights: &[Height], most: usize) -> LeftOut {
    let mut lines: usize = blocks.iter().map(Vec::len).sum();
    let mut left_out = LeftOut::default();
    for (tells, came_out) in [(false, false), (true, false), (true, true)] {
        for place in (0..blocks.len()).rev() {
            let height = &heights[place];
            if lines > most && (height.tells, height.came_out) == (tells, came_out) {
                lines -= blocks[place].len();
                blocks[place].clear();
                match tells {
                    true => left_out.changes += heights[place].count,
                    false => left_out.others += heights[place].count,
                }
            }
        }
    }
    left_out
}

/// Everything that a question says of values, in full.
pub fn everything(style: Style, room: Room, shown: &Shown) -> Vec<String> {
    in_full(style, room, &rows_of(shown))
}

/// All values in full.
pub fn in_full(style: Style, room: Room, values: &[Value]) -> Vec<String> {
    let rows = singly(values.to_vec());
    let all = vec![usize::MAX; rows.len()];
    let (blocks, _) = Fitting::new(style, room, Layout::Column).blocks(&rows, &all);
    blocks.concat()
}

/// The values, and free text on the state where there are none.
fn rows_of(shown: &Shown) -> Vec<Value> {
    let mut rows = shown.values.clone();
    for (word, text) in [("before", &shown.before), ("after", &shown.after)] {
        if let Some(text) = text {
            rows.push(Value {
                name: word.to_owned(),
                before: Some(text.clone()),
                after: None,
            });
        }
    }
    rows
}

/// Values on their way into lines.
#[derive(Clone, Copy)]
struct Fitting {
    style: Style,
    room: Room,
    layout: Layout,
}

impl Fitting {
    fn new(style: Style, room: Room, layout: Layout) -> Fitting {
        Fitting {
            style,
            room,
            layout,
        }
    }

    /// Rows in at most `most` lines.
    fn rows(self, rows: &[Row], most: usize) -> Lines {
        let (full, _) = self.blocks(rows, &vec![usize::MAX; rows.len()]);
        let heights: Vec<Height> = rows
            .iter()
            .zip(&full)
            .map(|(row, block)| Height {
                lines: block.len(),
                least: 1 + usize::from(columns(row.name()) > LONGEST_NAME),
                tells: row.tells(),
                came_out: matches!(row, Row::Single(value) if value.before.is_none()),
                is_fixed: matches!(row, Row::Gathered(_)),
                count: row.count(),
            })
            .collect();
        let caps = Caps::fitting(&heights, most);
        let caps: Vec<usize> = heights.iter().map(|height| caps.of(height)).collect();
        let (mut blocks, cut) = self.blocks(rows, &caps);
        let left_out = leave_out(&mut blocks, &heights, most);
        let is_outcome = |row: &Row| matches!(row, Row::Single(_)) && row.tells();
        Lines {
            lines: blocks.concat(),
            shortened: cut.contains(&true),
            is_cut: rows
                .iter()
                .zip(&cut)
                .any(|(row, &cut)| cut && is_outcome(row)),
            left_out,
        }
    }

    /// The lines of each row, no more than its cap allows; and whether something of it was shortened.
    fn blocks(self, rows: &[Row], caps: &[usize]) -> (Vec<Vec<String>>, Vec<bool>) {
        let names: Vec<String> = rows.iter().map(|row| printable(row.name())).collect();
        let fitting = names.iter().map(|name| columns(name));
        let name_width = fitting.filter(|&width| width <= NAME_WIDTH).max();
        let name_width = name_width.unwrap_or(0);
        let mut blocks = Vec::new();
        let mut shortened = Vec::new();
        for ((name, row), &cap) in names.iter().zip(rows).zip(caps) {
            let column = INDENT.len() + columns(name).max(name_width) + 2;
            let beside = match self.layout {
                Layout::Hanging if !is_output(row) => [column, BELOW_NAME],
                _ => [column; 2],
            };
            let is_long = self.is_long(name, row, beside, cap);
            let (indents, cap) = match is_long {
                true => ([BELOW_NAME; 2], cap.saturating_sub(1).max(1)),
                false => (beside, cap),
            };
            let (value, cut) = self.lines_of(row, indents, cap);
            shortened.push(cut);
            let mut lines: Vec<String> = Vec::new();
            if is_long {
                let width = self.room.width.saturating_sub(INDENT.len());
                let name = wrap(self.style, &[(None, name)], width);
                lines.extend(name.iter().map(|line| format!("{INDENT}{line}")));
            }
            for (place, text) in value.iter().enumerate() {
                let line = match place {
                    0 if !is_long => {
                        let padding = " ".repeat(column - INDENT.len() - columns(name));
                        format!("{INDENT}{name}{padding}{text}")
                    }
                    0 => format!("{}{text}", " ".repeat(indents[0])),
                    _ => format!("{}{text}", " ".repeat(indents[1])),
                };
                lines.push(line.trim_end().to_owned());
            }
            blocks.push(lines);
        }
        (blocks, shortened)
    }

    /// Whether a name stands on a line of its own: a very long one, and a long one beside which more would be cut off, or more lines
    /// be taken, than below it.
    fn is_long(self, name: &str, row: &Row, beside: [usize; 2], cap: usize) -> bool {
        let name = columns(name);
        if name <= NAME_WIDTH || name > LONGEST_NAME {
            return name > LONGEST_NAME;
        }
        let lines = |indents| self.lines_of(row, indents, usize::MAX).0.len();
        let (lines_beside, lines_below) = (lines(beside), 1 + lines([BELOW_NAME; 2]));
        if lines_beside <= cap {
            return lines_below < lines_beside;
        }
        // Of what is cut off wherever it is, more is seen where there are more columns.
        let [first, others] = beside.map(|indent| self.room.width.saturating_sub(indent));
        let below = self.room.width.saturating_sub(BELOW_NAME);
        (cap - 1) * below > first + (cap - 1) * others
    }

    /// The lines of a row, the first one indented as given, and the others.
    fn lines_of(self, row: &Row, indents: [usize; 2], cap: usize) -> (Vec<String>, bool) {
        let widths = indents.map(|indent| self.room.width.saturating_sub(indent).max(20));
        match row {
            Row::Single(value) => value_lines(self.style, value, widths, cap),
            Row::Gathered(gathered) => change_lines(self.style, gathered, widths),
        }
    }
}

/// Whether a row tells what was printed or read, as it was printed.
fn is_output(row: &Row) -> bool {
    matches!(row, Row::Single(value) if is_text(value))
}

fn is_text(value: &Value) -> bool {
    value.before.is_none() && (value.name.starts_with("printed") || value.name == "read")
}

fn value_lines(style: Style, row: &Value, widths: [usize; 2], each: usize) -> (Vec<String>, bool) {
    let before = row.before.as_deref().map(printable);
    let after = row.after.as_deref().map(printable);
    let changed = before != after || before.is_none();
    let (old, new) = match (before, after) {
        (Some(before), Some(_)) if !changed => (before, String::new()),
        (before, after) => (before.unwrap_or_default(), after.unwrap_or_default()),
    };
    // What was printed reads best as it was printed.
    if is_text(row) {
        return output_lines(style, &new, widths[0], each);
    }
    let lines = wrap_hanging(style, &spans(row, &old, &new), widths);
    if lines.len() <= each {
        return (lines, false);
    }
    // Both sides of a change are shown, however short they have to be. A mark at the end of the last line needs room too.
    let mut room = (widths[0] + widths[1] * (each - 1))
        .saturating_sub(12)
        .max(16);
    let mut lines = loop {
        let short = shorten(&old, &new, room);
        let (old, new) = short.unwrap_or_else(|| (old.clone(), new.clone()));
        let lines = wrap_hanging(
            style,
            &spans(row, &old, &new),
            widths.map(|width| width - 2),
        );
        if lines.len() <= each || room <= 16 {
            break lines;
        }
        room = room.saturating_sub(6).max(16);
    };
    if lines.len() > each {
        lines.truncate(each);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    (lines, true)
}

/// Changes one after the other; and whether something is left out of one.
fn change_lines(style: Style, gathered: &Gathered, widths: [usize; 2]) -> (Vec<String>, bool) {
    let texts = gathered.texts().into_iter();
    let texts: Vec<(String, String)> = texts
        .map(|(name, old, new)| (format!("{name} {old} → "), new))
        .collect();
    let spans: Vec<Span<'_>> = texts
        .iter()
        .flat_map(|(start, new)| [(None, start.as_str()), (Some(Tone::Changed), new.as_str())])
        .collect();
    let mut sides = texts.iter().flat_map(|(start, new)| [start, new]);
    let shortened = sides.any(|side| side.contains('…'));
    (wrap_hanging(style, &spans, widths), shortened)
}

/// A text that was printed, given as a literal, line by line behind bars.
fn output_lines(style: Style, literal: &str, width: usize, each: usize) -> (Vec<String>, bool) {
    let (text, rest) = match literal.rsplit_once('"') {
        Some((text, rest)) => (text.strip_prefix('"').unwrap_or(text), rest),
        None => (literal, ""),
    };
    let mut printed = vec![String::new()];
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        let line = printed.last_mut().expect("there is always a line");
        match (c, letters.clone().next()) {
            ('\\', Some('n')) => {
                letters.next();
                printed.push(String::new());
            }
            ('\\', Some('t')) => {
                letters.next();
                line.push('\t');
            }
            ('\\', Some(other)) => {
                letters.next();
                line.extend([c, other]);
            }
            _ => line.push(c),
        }
    }
    // The last line break ends the last line, and begins no other.
    if printed.len() > 1 && printed.last().is_some_and(String::is_empty) {
        printed.pop();
    }
    if !rest.is_empty() {
        printed.push(rest.to_owned());
    }
    let broken = printed.iter().flat_map(|line| {
        wrap(
            style,
            &[(Some(Tone::Changed), &printed_line(line))],
            width.saturating_sub(2),
        )
    });
    let mut lines: Vec<String> = broken.map(|line| format!("│ {line}")).collect();
    let shortened = lines.len() > each;
    if shortened {
        lines.truncate(each.saturating_sub(1));
        lines.push("│ …".to_owned());
    }
    (lines, shortened)
}

/// A value as `before → after`, the new part in its tone.
fn spans<'t>(row: &Value, old: &'t str, new: &'t str) -> Vec<Span<'t>> {
    let mut spans = Vec::new();
    if row.before.is_some() {
        spans.push((None, old));
    }
    if !new.is_empty() {
        spans.push((
            None,
            if row.before.is_some() {
                " → "
            } else {
                "→ "
            },
        ));
        spans.push((Some(Tone::Changed), new));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, before: Option<&str>, after: Option<&str>) -> Value {
        Value {
            name: name.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        }
    }

    fn lines(values: Vec<Value>, most: usize) -> Lines {
        let shown = Shown {
            values,
            ..Shown::default()
        };
        fitted(Style::default(), Room::LEAST, &shown, most)
    }

    #[test]
    fn names_stand_in_a_column_and_values_beside_them() {
        let values = vec![
            row("t.x", Some("8"), Some("11")),
            row("k", Some("Position(x=5)"), None),
            row("returned", None, Some("true")),
            row("same", Some("1"), Some("1")),
        ];
        assert_eq!(
            lines(values, 20).lines,
            [
                "     t.x       8 → 11",
                "     k         Position(x=5)",
                "     returned  → true",
                "     same      1",
            ]
        );
    }

    #[test]
    fn what_was_printed_shows_as_it_was_printed() {
        let text = r#""sum 3\nC:\\new\n"… 400 bytes in all"#;
        assert_eq!(
            lines(vec![row("printed", None, Some(text))], 20).lines,
            [
                "     printed  │ sum 3",
                r"              │ C:\\new",
                "              │ … 400 bytes in all",
            ]
        );
    }

    #[test]
    fn a_long_name_does_not_squeeze_its_value() {
        let name = "this.cells[Address(column=1, row=4)]";
        let value = "Cell(source=1), ".repeat(9);
        let shown = lines(vec![row(name, None, Some(&value))], 20).lines;
        assert_eq!(shown[0], format!("     {name}"));
        assert_eq!(shown.len(), 4);
        let short = lines(vec![row(name, Some("1"), Some("2"))], 20).lines;
        assert_eq!(short, [format!("     {name}  1 → 2")]);
    }

    #[test]
    fn whatever_the_values_are_the_lines_fit() {
        let long = "abc, ".repeat(500);
        let longer = format!("{long}d");
        for count in [1, 5, 12, 40] {
            let name = |n: usize| format!("a.rather.long.name.of.a.value[{n}]");
            let values = (0..count).map(|n| row(&name(n), Some(&long), Some(&longer)));
            let fitted = lines(values.collect(), 17);
            assert!(fitted.shortened);
            assert_eq!(fitted.left_out.words(), None, "{count}");
            assert!(fitted.lines.len() <= 17, "{count}");
            for line in &fitted.lines {
                assert!(columns(line) <= 80, "{line}");
            }
        }
    }

    #[test]
    fn circumstances_give_way_to_what_changed() {
        let long = "word ".repeat(100);
        let changed = format!("{long}more");
        let values = vec![
            row("this", Some(&long), None),
            row("list", Some(&long), Some(&changed)),
            row("returned", None, Some(&long)),
        ];
        let fitted = lines(values, 20);
        let taken = |name: &str| {
            let from = fitted.lines.iter().position(|line| line.contains(name));
            let from = from.expect("every value is there");
            let rest = &fitted.lines[from + 1..];
            1 + rest
                .iter()
                .take_while(|line| line.starts_with("         "))
                .count()
        };
        assert_eq!(fitted.left_out.words(), None);
        assert_eq!(taken("this"), 1, "{:?}", fitted.lines);
        assert!(taken("returned") > 6, "{:?}", fitted.lines);
    }

    #[test]
    fn changes_that_are_left_out_are_told_from_circumstances() {
        let changed = (0..4).map(|n| row(&format!("c{n}"), Some("1"), Some("2")));
        let values = std::iter::once(row("this", Some("Shop()"), None)).chain(changed);
        let fitted = lines(values.collect(), 2);
        let told = fitted.left_out.words();
        assert_eq!(told.as_deref(), Some("2 more changes and 1 more value"));
    }

    #[test]
    fn changes_share_lines_before_one_is_left_out() {
        let name = |n: usize| format!("this.shop.shelves[{n}].items");
        let values = (0..40).map(|n| row(&name(n), Some("10"), Some("11")));
        let most = lines(values.clone().collect(), 16);
        assert_eq!(most.left_out.words(), None, "{:?}", most.lines);
        assert_eq!(
            most.lines[0..2],
            [
                "     this.shop.shelves  [0].items 10 → 11; [1].items 10 → 11; [2].items 10 → 11;",
                "         [3].items 10 → 11; [4].items 10 → 11; [5].items 10 → 11; [6].items 10",
            ]
        );
        let few = lines(values.collect(), 3);
        assert!(few.left_out.changes > 20 && few.left_out.changes < 37);
    }

    #[test]
    fn a_long_name_leaves_its_value_the_width_of_the_screen() {
        let name = format!("prices[\"{}\"]", "k".repeat(50));
        let fitted = lines(vec![row(&name, Some("1"), Some(&"2 ".repeat(30)))], 20);
        assert_eq!(fitted.lines.len(), 2, "{:?}", fitted.lines);
        assert!(fitted.lines[1].starts_with("         1 → 2 2"));
    }

    #[test]
    fn what_is_too_much_beside_its_name_goes_on_below_it() {
        let long = "word ".repeat(60);
        let values = vec![
            row("this.lexer.textBuffer", Some("1"), Some("2")),
            row("a.name.of.20.letters", None, Some(&long)),
        ];
        let column = lines(values.clone(), 7).lines;
        assert!(column[2].starts_with(&" ".repeat(27)), "{column:?}");
        let hanging = lines(values, 6).lines;
        assert_eq!(hanging.len(), 6, "{hanging:?}");
        assert!(hanging[2].starts_with("         word "), "{hanging:?}");
        assert_eq!(hanging.join(" ").matches("word").count(), 60);
    }

    #[test]
    fn what_came_out_is_left_out_last() {
        let name = |n: usize| format!("this.shelf[{n}].items");
        let changed = (0..200).map(|n| row(&name(n), Some("10"), Some("11")));
        let values = changed.chain([row("returned", None, Some("Shop()"))]);
        let few = lines(values.collect(), 6);
        assert!(few.left_out.changes > 0);
        assert!(
            few.lines.last().unwrap().ends_with("→ Shop()"),
            "{:?}",
            few.lines
        );
    }

    #[test]
    fn changes_share_lines_before_one_of_them_is_cut() {
        let name = |n: usize| format!("this.branch.tellers[{n}].serving.customer");
        let values = (0..6).map(|n| row(&name(n), Some(&"old ".repeat(12)), Some("null")));
        let fitted = lines(values.collect(), 9);
        assert!(!fitted.lines.join(" ").contains('…'), "{:?}", fitted.lines);
        assert!(fitted.lines.len() <= 9);
    }

    #[test]
    fn in_full_nothing_is_left_out() {
        let long = "word ".repeat(100);
        let full = in_full(
            Style::default(),
            Room::LEAST,
            &[row("x", Some(&long), None)],
        );
        let words = full.join(" ").matches("word").count();
        assert_eq!(words, 100);
        assert!(full.iter().all(|line| columns(line) <= 80));
    }
}
