//! How much of a screen values take: the smallest one that questions are written for has 80 columns and 24 lines.

use crate::program::Value;

/// How much room there is for the values of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Columns of the whole screen.
    pub columns: usize,
    /// Lines for values; the others hold the title, the forecast and the prompt.
    pub lines: usize,
}

impl Screen {
    /// What every terminal has. Which question is asked goes by this one.
    pub const LEAST: Screen = Screen {
        columns: 80,
        lines: 16,
    };

    /// How many characters it has room for, about.
    pub fn area(self) -> usize {
        self.columns * self.lines
    }

    /// Whether values have room on it.
    pub fn fits(self, values: &[Value]) -> bool {
        self.lines_of(values).iter().sum::<usize>() <= self.lines
    }

    /// How many lines each value takes: beside the names, or, where that is too much for the screen, below them from the second
    /// line on.
    pub fn lines_of(self, values: &[Value]) -> Vec<usize> {
        let beside = self.lines_in(Layout::Column, values);
        match beside.iter().sum::<usize>() <= self.lines {
            true => beside,
            false => self.lines_in(Layout::Hanging, values),
        }
    }

    fn lines_in(self, layout: Layout, values: &[Value]) -> Vec<usize> {
        let names = values.iter().map(|value| value.name.chars().count());
        let column = names.filter(|&width| width <= NAME_WIDTH).max();
        let column = column.unwrap_or(0);
        let lines = |value: &Value| {
            let name = value.name.chars().count();
            let beside = |name: usize| self.columns.saturating_sub(INDENT + name + 2);
            let below = 1 + height(value, [self.columns - BELOW_NAME; 2]);
            match layout {
                _ if name > LONGEST_NAME => below,
                Layout::Hanging => {
                    height(value, [beside(name.max(column)), self.columns - BELOW_NAME]).min(below)
                }
                Layout::Column if name > NAME_WIDTH => height(value, [beside(name); 2]).min(below),
                Layout::Column => height(value, [beside(column); 2]),
            }
        };
        values.iter().map(lines).collect()
    }
}

/// Where the lines of a value stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// All of them in one column, beside the name.
    Column,
    /// The first one beside the name, the others below it.
    Hanging,
}

/// Where names begin on a screen.
const INDENT: usize = 5;

/// Longer names do not push the values of others to the right.
pub const NAME_WIDTH: usize = 20;

/// A longer name, and one that leaves its value only a strip, stands on a line of its own. The value below it begins here.
pub const LONGEST_NAME: usize = 40;
pub const BELOW_NAME: usize = INDENT + 4;

/// How many lines a value takes in the given columns of the first line and of the others.
fn height(value: &Value, [first, others]: [usize; 2]) -> usize {
    let sides: Vec<&str> = [&value.before, &value.after]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let text = sides.join(" → ");
    let (mut lines, mut line) = (1, Breaks::default());
    for c in text.chars() {
        let width = if lines == 1 { first } else { others };
        if line.length == width {
            lines += 1;
            line = line.rest(width);
        }
        if lines == 1 || line.length > 0 || c != ' ' {
            line.push(c);
        }
    }
    // What was printed stands there line by line.
    let is_output = value.name.starts_with("printed") || value.name == "read";
    match is_output {
        true => lines + text.matches("\\n").count(),
        false => lines,
    }
}

/// The places where a line of text can be broken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaks {
    /// How many characters the line has.
    pub length: usize,
    /// How many of them stand before the last place between two words.
    between: usize,
    /// How many stand before the last place inside something that is put together.
    inside: usize,
}

impl Breaks {
    /// Adds a character to the line.
    pub fn push(&mut self, c: char) {
        self.length += 1;
        match c {
            ' ' | ',' | ';' => self.between = self.length,
            '(' | '[' | '{' | '=' => self.inside = self.length,
            _ => {}
        }
    }

    /// How many characters stay on a line that is full, of `width` columns: a line ends between words, unless much of it would stay
    /// empty.
    pub fn kept(self, width: usize) -> usize {
        let is_filled = 3 * self.between >= 2 * width;
        match (self.between, self.inside) {
            (between, _) if is_filled => between,
            (between, inside) if inside > between => inside,
            (0, _) => self.length,
            (between, _) => between,
        }
    }

    /// The same for sentences and titles, which are not taken apart.
    pub fn kept_between_words(self) -> usize {
        match self.between {
            0 => self.length,
            between => between,
        }
    }

    /// The line that follows one that is full.
    fn rest(self, width: usize) -> Breaks {
        Breaks {
            length: self.length - self.kept(width),
            ..Breaks::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, text: &str) -> Value {
        Value {
            name: name.to_owned(),
            before: Some(text.to_owned()),
            after: Some("true".to_owned()),
        }
    }

    #[test]
    fn lines_break_between_words() {
        let values = [
            value("1", "add(n = 1)"),
            value("2", &"word ".repeat(30)),
            value("3", &"w".repeat(200)),
        ];
        assert_eq!(Screen::LEAST.lines_of(&values), [1, 3, 3]);
        let long = [
            value(&"n".repeat(30), &"word ".repeat(12)),
            value(&"n".repeat(41), "add(n = 1)"),
            value("1", &"word ".repeat(12)),
        ];
        assert_eq!(Screen::LEAST.lines_of(&long), [2, 2, 1]);
    }

    #[test]
    fn what_is_too_much_beside_the_names_goes_on_below_them() {
        let values = [value("a.name.of.20.letters", &"word ".repeat(180))];
        assert_eq!(Screen::LEAST.lines_in(Layout::Column, &values), [19]);
        assert_eq!(Screen::LEAST.lines_of(&values), [14]);
    }

    #[test]
    fn what_has_no_blanks_is_broken_inside() {
        let text = "Stmnt(left=Stmnt(left=Declarator(left=Symbol(";
        let mut line = Breaks::default();
        text.chars().take(40).for_each(|c| line.push(c));
        assert_eq!(
            &text[..line.kept(40)],
            "Stmnt(left=Stmnt(left=Declarator(left="
        );
        let mut short = Breaks::default();
        "→ Stmnt(left=Declarator("
            .chars()
            .for_each(|c| short.push(c));
        assert_eq!(short.kept(24), 24);
    }
}
