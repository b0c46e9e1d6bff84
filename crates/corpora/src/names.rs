//! Objects are named by class and number, and every recorder numbers them its own way: two trees agree if some
//! one-to-one relation between their names makes them equal.

use std::collections::HashMap;

/// Which recorded object each written name stands for.
#[derive(Clone, Debug, Default)]
pub struct Names {
    recorded_of: HashMap<String, String>,
    written_of: HashMap<String, String>,
}

impl Names {
    /// Whether two values are the same, under the names given so far; new names are learnt.
    pub fn same(&mut self, written: &str, recorded: &str) -> bool {
        match (class_of(written), class_of(recorded)) {
            (None, None) => written == recorded,
            (Some(class), Some(other)) if class == other => {
                let known = self.recorded_of.get(written).map(String::as_str);
                let used = self.written_of.get(recorded).map(String::as_str);
                match (known, used) {
                    (None, None) => {
                        self.recorded_of
                            .insert(written.to_owned(), recorded.to_owned());
                        self.written_of
                            .insert(recorded.to_owned(), written.to_owned());
                        true
                    }
                    (Some(known), _) => known == recorded,
                    (None, Some(_)) => false,
                }
            }
            _ => false,
        }
    }

    /// As [`Names::same`] for texts that hold values between other characters: targets, contents of collections.
    pub fn same_text(&mut self, written: &str, recorded: &str) -> bool {
        let (expected, seen) = (pieces(written), pieces(recorded));
        expected.len() == seen.len()
            && expected
                .iter()
                .zip(&seen)
                .all(|(expected, seen)| self.same(expected, seen))
    }
}

/// The class in the name of an object; other values have none.
fn class_of(value: &str) -> Option<&str> {
    let (class, _) = value.rsplit_once('#')?;
    (!value.starts_with(['"', '\''])).then_some(class)
}

/// Splits a text into quoted texts, words (names of objects among them) and single other characters. The brackets of an
/// array's name belong to it.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "_$#".contains(c);
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' | '\'' => quoted_end(rest, first),
            c if is_word(c) => {
                let word = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
                let mut end = word(rest);
                while rest[end..].starts_with("[]") {
                    end += 2;
                    end += word(&rest[end..]);
                }
                end
            }
            c => c.len_utf8(),
        };
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn quoted_end(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let closes = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_related_one_to_one() {
        let mut names = Names::default();
        assert!(names.same("Key#1", "Key#77"));
        assert!(names.same("Key#1", "Key#77"));
        assert!(!names.same("Key#2", "Key#77"));
        assert!(!names.same("Key#1", "Key#78"));
        assert!(!names.same("Door#1", "Key#5"));
        assert!(names.same("\"#1\"", "\"#1\""));
    }

    #[test]
    fn texts_hold_names() {
        let mut names = Names::default();
        assert!(names.same_text("{Key#1=1, Key#2=\"#, '\"}", "{Key#9=1, Key#8=\"#, '\"}"));
        assert!(!names.same_text("{Key#1=1}", "{Key#8=1}"));
        assert!(names.same_text("long[][]#1[0]", "long[][]#30[0]"));
        assert!(!names.same_text("long[][]#1[0]", "long[][]#30[1]"));
        assert!(names.same_text("Main.count", "Main.count"));
    }
}
