//! Many changes in few lines: those inside one object stand behind its name, one after the other, where a line for each
//! would not fit the screen.

use elenchus_guard::text::printable;
use elenchus_session::Value;
use elenchus_session::screenful::NAME_WIDTH;

use crate::layout::{columns, shorten};

/// About how many columns are left empty at the end of a line.
const HALF_A_WORD: usize = 4;

/// A row of a question.
pub enum Row {
    /// One value, in lines of its own.
    Single(Value),
    /// What changed inside one object.
    Gathered(Gathered),
}

/// What changed inside one object.
pub struct Gathered {
    /// The object.
    pub name: String,
    /// What changed, with the rest of its name.
    pub changes: Vec<Value>,
}

impl Row {
    /// The name that it begins with.
    pub fn name(&self) -> &str {
        match self {
            Row::Single(value) => &value.name,
            Row::Gathered(gathered) => &gathered.name,
        }
    }

    /// Whether it says what came out or changed.
    pub fn tells(&self) -> bool {
        match self {
            Row::Single(value) => tells(value),
            Row::Gathered(_) => true,
        }
    }

    /// How many values it tells.
    pub fn count(&self) -> usize {
        match self {
            Row::Single(_) => 1,
            Row::Gathered(gathered) => gathered.changes.len(),
        }
    }
}

/// Whether a value says what came out or changed.
fn tells(value: &Value) -> bool {
    value.before.is_none() || value.after.is_some() && value.before != value.after
}

/// Values with a line for each, or more.
pub fn singly(values: Vec<Value>) -> Vec<Row> {
    values.into_iter().map(Row::Single).collect()
}

/// Values in as few lines of `width` columns as there can be when each change has `most` characters: neighbours that
/// changed inside one object are gathered wherever that saves lines.
pub fn gathered(values: &[Value], width: usize, most: usize) -> Vec<Row> {
    let values: Vec<Value> = values.iter().map(|value| shortened(value, most)).collect();
    let parts = parts(&values);
    // The fewest lines for the first values, and how many of them the last row holds.
    let mut fewest = vec![(0, 0)];
    for end in 1..=values.len() {
        let mut row = Measure::default();
        let mut best = (usize::MAX, 1);
        for start in (0..end).rev() {
            row.begin_with(&parts[start]);
            let lines = fewest[start].0 + row.lines(width);
            // One long row reads better than two.
            if lines <= best.0 {
                best = (lines, end - start);
            }
            if parts[start].shared.is_none() {
                break;
            }
        }
        fewest.push(best);
    }
    let mut rows = Vec::new();
    let mut end = values.len();
    while end > 0 {
        let start = end - fewest[end].1;
        let shared = parts[start + 1..end].iter().filter_map(|part| part.shared);
        rows.push(row(&values[start..end], shared.min()));
        end = start;
    }
    rows.reverse();
    rows
}

/// What there is to know of a value for a row that it shares with its neighbours.
struct Part {
    /// How many bytes of its name it has in common with the value before it, if the two can share a row.
    shared: Option<usize>,
    name: usize,
    /// Columns of what is left of its name behind the value before it, if that says where it is.
    own_name: Option<usize>,
    value: usize,
}

fn parts(values: &[Value]) -> Vec<Part> {
    let part = |(place, value): (usize, &Value)| {
        let before = place.checked_sub(1).map(|before| &values[before]);
        let before = before.filter(|before| is_change(before) && is_change(value));
        let sides = [&value.before, &value.after].into_iter().flatten();
        Part {
            shared: before.and_then(|before| common(&before.name, &value.name)),
            name: columns(&value.name),
            own_name: before
                .and_then(|before| continued(&before.name, &value.name))
                .map(|(_, rest)| columns(rest)),
            value: sides.map(|side| columns(side)).sum::<usize>() + " → ; ".len(),
        }
    };
    values.iter().enumerate().map(part).collect()
}

/// How much room the values of a row take, from the last one on.
#[derive(Default)]
struct Measure {
    /// Columns of the values, and of the names that go on from the one before.
    columns: usize,
    /// The other names: how many there are, and their columns.
    names: (usize, usize),
    /// How much the names have in common, as soon as there are two, and how much with the one before the first.
    prefix: Option<usize>,
    before: Option<usize>,
    /// What the first name takes, if it is not the first one.
    first: Option<(usize, usize)>,
}

impl Measure {
    /// Puts a value in front of the others.
    fn begin_with(&mut self, part: &Part) {
        if let Some((name, own)) = self.first.take() {
            self.prefix = self.prefix.into_iter().chain(self.before).min();
            self.names.0 -= 1;
            self.names.1 -= name;
            match own {
                0 => self.names = (self.names.0 + 1, self.names.1 + name),
                own => self.columns += own,
            }
        }
        self.columns += part.value;
        self.names = (self.names.0 + 1, self.names.1 + part.name);
        self.first = Some((part.name, part.own_name.unwrap_or(0)));
        self.before = part.shared;
    }

    /// About how many lines that takes.
    fn lines(&self, width: usize) -> usize {
        let prefix = self.prefix.unwrap_or(0);
        let names = self.names.1.saturating_sub(self.names.0 * prefix);
        let (above, width) = match prefix {
            0 => (0, width),
            // A short name stands beside the changes, another one above them.
            _ if prefix <= NAME_WIDTH => (0, width.saturating_sub(prefix)),
            _ => (1, width),
        };
        // Lines end between words.
        let width = width.saturating_sub(HALF_A_WORD).max(1);
        above + (names + self.columns).div_ceil(width).max(1)
    }
}

/// Whether something that was there before has become something else.
pub fn is_change(value: &Value) -> bool {
    value.before.is_some() && tells(value)
}

/// A row with some values; the first `prefix` bytes are what the names of several have in common.
fn row(values: &[Value], prefix: Option<usize>) -> Row {
    let Some(prefix) = prefix else {
        return Row::Single(values[0].clone());
    };
    let mut changes = values.to_vec();
    for change in &mut changes {
        change.name.drain(..prefix);
    }
    Row::Gathered(Gathered {
        name: values[0].name[..prefix].to_owned(),
        changes,
    })
}

impl Gathered {
    /// The changes one after the other, each as what stands in front of what was, what was, and what is. Of a change in the
    /// same object as the one before only the field is named, and of one in the same collection only the element.
    pub fn texts(&self) -> Vec<(String, String, String)> {
        let mut texts = Vec::new();
        let mut before: Option<&str> = None;
        for change in &self.changes {
            let name = match before.map(|before| continued(before, &change.name)) {
                None => change.name.clone(),
                Some(Some((between, rest))) => format!("{between}{rest}"),
                Some(None) => format!("; {}", change.name),
            };
            before = Some(&change.name);
            let side = |side: &Option<String>| printable(side.as_deref().unwrap_or_default());
            let (before, after) = (side(&change.before), side(&change.after));
            texts.push((printable(&name), before, after));
        }
        texts
    }
}

/// How a name goes on behind another one, where that is shorter: what stands between the two, and the rest of the name.
fn continued<'n>(before: &str, name: &'n str) -> Option<(&'static str, &'n str)> {
    let shared = common(before, name)?;
    let rest = &name[shared..];
    match shared == object_of(before).len() {
        true => Some((", ", rest)),
        false => rest.starts_with('[').then_some(("; ", rest)),
    }
}

/// The name of the object that a name leads into last; nothing for what is in no object.
fn object_of(name: &str) -> &str {
    &name[..object_ends(name).last().copied().unwrap_or(0)]
}

/// The end of the longest name of an object that both names lead through.
fn common(one: &str, other: &str) -> Option<usize> {
    let others = object_ends(other);
    let shared = object_ends(one)
        .into_iter()
        .filter(|&end| others.contains(&end) && one.as_bytes()[..end] == other.as_bytes()[..end]);
    shared.max()
}

/// Where the names of the objects end that a name leads through: before dots and brackets, outside of keys.
fn object_ends(name: &str) -> Vec<usize> {
    let (mut ends, mut depth, mut quote, mut escaped) = (Vec::new(), 0, None, false);
    for (at, c) in name.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote.is_some() => escaped = true,
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' if depth > 0 => quote = Some(c),
            '.' if depth == 0 => ends.push(at),
            '[' => {
                if depth == 0 {
                    ends.push(at);
                }
                depth += 1;
            }
            ']' => depth -= 1,
            _ => {}
        }
    }
    ends
}

/// A change with at most `most` characters of what was and of what is.
fn shortened(value: &Value, most: usize) -> Value {
    let (Some(before), Some(after)) = (&value.before, &value.after) else {
        return value.clone();
    };
    match shorten(&printable(before), &printable(after), most) {
        Some((before, after)) if is_change(value) => Value {
            name: value.name.clone(),
            before: Some(before),
            after: Some(after),
        },
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(name: &str, before: &str, after: &str) -> Value {
        Value {
            name: name.to_owned(),
            before: Some(before.to_owned()),
            after: Some(after.to_owned()),
        }
    }

    /// The names of rows, with how much each holds.
    fn names(rows: &[Row]) -> Vec<(&str, usize)> {
        rows.iter().map(|row| (row.name(), row.count())).collect()
    }

    #[test]
    fn changes_inside_one_object_share_a_row() {
        let values = [
            change("this.now", "1", "2"),
            change("this.bank.name", "\"a\"", "\"b\""),
            change("this.bank.size", "3", "4"),
            change("this.bank.accounts[\"x.y\"].cents", "1", "2"),
            change("this.bank.accounts[\"x.y\"].log[3]", "7", "8"),
            change("this.bank.accounts[\"z\"].cents", "5", "6"),
            change("count", "1", "2"),
        ];
        let rows = gathered(&values, 70, 100);
        assert_eq!(names(&rows), [("this", 6), ("count", 1)]);
        let Row::Gathered(first) = &rows[0] else {
            panic!("the first rows are gathered")
        };
        let texts = first.texts().into_iter();
        let text: String = texts
            .map(|(name, old, new)| format!("{name} {old} → {new}"))
            .collect();
        assert_eq!(
            text,
            r#".now 1 → 2, .bank.name "a" → "b", .size 3 → 4, .accounts["x.y"].cents 1 → 2, .log[3] 7 → 8; ["z"].cents 5 → 6"#
        );
    }

    #[test]
    fn what_came_out_and_circumstances_stay_by_themselves() {
        let same = Value {
            after: None,
            ..change("this.b", "1", "")
        };
        let returned = Value {
            before: None,
            ..change("returned", "", "7")
        };
        let values = [change("this.a", "1", "2"), same, returned];
        assert_eq!(gathered(&values, 60, 100).len(), 3);
    }

    #[test]
    fn keys_are_not_taken_apart() {
        assert_eq!(object_ends(r#"a["x.[\"y"].b"#), [1, 11]);
        assert_eq!(common("a[1].x", "a[12].x"), Some(1));
        assert_eq!(common("this.ab", "this.abc"), Some(4));
        assert_eq!(common("one", "other"), None);
    }
}
