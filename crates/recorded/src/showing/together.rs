//! What several calls side by side have changed together: from what the first of them found to what the last one left.
//!
//! Only what each call left as the next one found it is told. Where the code between two calls has changed it as well, the
//! calls are not to blame for the whole change.

use elenchus_session::Value as Row;

use crate::heap::Value;
use crate::showing::scene::Visible;

/// A change that one call made: inside of what, and the row that tells it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The object that the path begins at; none for static fields.
    pub root: Option<Value>,
    /// The path without the name of that object.
    pub path: String,
    pub row: Row,
}

impl Made {
    /// A change, with the one of these names that its path begins with.
    pub fn new(row: &Row, visible: &[Visible]) -> Made {
        let inside = |seen: &&Visible| {
            let rest = row.name.strip_prefix(seen.name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let root = visible.iter().find(inside);
        let path = root.and_then(|root| row.name.strip_prefix(root.name.as_str()));
        Made {
            root: root.map(|root| root.before),
            path: path.unwrap_or(&row.name).to_owned(),
            row: row.clone(),
        }
    }

    fn is_of_the_same(&self, other: &Made) -> bool {
        self.path == other.path && self.root == other.root
    }
}

/// The changes of what more than one call has changed, given those of each call in order.
pub(crate) fn together(made: &[Made]) -> Vec<Row> {
    let mut told: Vec<Row> = Vec::new();
    for (place, first) in made.iter().enumerate() {
        if made[..place]
            .iter()
            .any(|other| other.is_of_the_same(first))
        {
            continue;
        }
        let of_it: Vec<&Made> = made
            .iter()
            .filter(|other| other.is_of_the_same(first))
            .collect();
        let follows_on = of_it
            .windows(2)
            .all(|pair| pair[0].row.after == pair[1].row.before);
        let row = Row {
            after: of_it[of_it.len() - 1].row.after.clone(),
            ..first.row.clone()
        };
        if of_it.len() > 1 && follows_on && row.before != row.after {
            told.push(row);
        }
    }
    // Two objects of one name would be mistaken for each other.
    let names: Vec<String> = told.iter().map(|row| row.name.clone()).collect();
    told.retain(|row| names.iter().filter(|name| **name == row.name).count() == 1);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(root: i32, path: &str, before: &str, after: &str) -> Made {
        Made {
            root: Some(Value::Int(root)),
            path: path.to_owned(),
            row: Row {
                name: format!("this{path}"),
                before: Some(before.to_owned()),
                after: Some(after.to_owned()),
            },
        }
    }

    #[test]
    fn what_follows_on_is_told_as_one_change() {
        let all = [
            made(1, ".sum", "0", "3"),
            made(1, ".count", "0", "1"),
            made(1, ".sum", "3", "7"),
        ];
        let told = together(&all);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0], made(1, ".sum", "0", "7").row);
    }

    #[test]
    fn what_others_changed_in_between_is_not_charged_to_the_calls() {
        let all = [made(1, ".sum", "0", "3"), made(1, ".sum", "4", "7")];
        assert_eq!(together(&all), []);
    }

    #[test]
    fn two_objects_are_not_mistaken_for_one() {
        let all = [
            made(1, ".sum", "0", "1"),
            made(2, ".sum", "1", "2"),
            made(1, ".sum", "1", "2"),
            made(2, ".sum", "2", "3"),
        ];
        assert_eq!(together(&all), []);
        assert_eq!(together(&all[..3]).len(), 1);
    }
}
