//! How much of a screen values take, on the smallest one that questions are written for: 80 columns and 24 lines.

use crate::program::Value;

/// The lines of a screen that values have; the others hold the title, the forecast and the prompt.
pub const LINES: usize = 16;

/// The columns of a screen, and where names begin on it.
const WIDTH: usize = 80;
const INDENT: usize = 5;

/// Longer names do not push the values of others to the right.
const NAME_WIDTH: usize = 20;

/// A longer name, and one that leaves its value only a strip, stands on a line of its own. The value below it begins here.
const LONGEST_NAME: usize = 40;
const BELOW_NAME: usize = INDENT + 4;

/// How many lines each value takes.
pub fn lines_of(values: &[Value]) -> Vec<usize> {
    let names = values.iter().map(|value| value.name.chars().count());
    let column = names.filter(|&width| width <= NAME_WIDTH).max();
    let column = column.unwrap_or(0);
    let lines = |value: &Value| {
        let name = value.name.chars().count();
        let beside = |column: usize| height(value, WIDTH - INDENT - column - 2);
        let below = 1 + height(value, WIDTH - BELOW_NAME);
        match name > LONGEST_NAME {
            true => below,
            false if name > NAME_WIDTH => beside(name).min(below),
            false => beside(column),
        }
    };
    values.iter().map(lines).collect()
}

/// How many lines a value takes in the given columns. Lines break after spaces and commas.
fn height(value: &Value, width: usize) -> usize {
    let sides: Vec<&str> = [&value.before, &value.after]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let text = sides.join(" → ");
    let (mut lines, mut used) = (1, 0);
    for word in text.split_inclusive([' ', ',', ';']) {
        let length = word.chars().count();
        match used + length > width {
            true => {
                lines += length.div_ceil(width);
                used = length % width;
            }
            false => used += length,
        }
    }
    // What was printed stands there line by line.
    let is_output = value.name.starts_with("printed") || value.name == "read";
    match is_output {
        true => lines + text.matches("\\n").count(),
        false => lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        let value = |name: &str, text: &str| Value {
            name: name.to_owned(),
            before: Some(text.to_owned()),
            after: Some("true".to_owned()),
        };
        let values = [
            value("1", "add(n = 1)"),
            value("2", &"word ".repeat(30)),
            value("3", &"w".repeat(200)),
        ];
        assert_eq!(lines_of(&values), [1, 3, 4]);
        let long = [
            value(&"n".repeat(30), &"word ".repeat(12)),
            value(&"n".repeat(41), "add(n = 1)"),
            value("1", &"word ".repeat(12)),
        ];
        assert_eq!(lines_of(&long), [2, 2, 1]);
    }
}
