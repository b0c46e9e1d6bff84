//! Names of parts as questions write them: `this.items[3]`, `returned`, `Chess.moves["a1"]`.

/// Which of some names a path begins with, and what follows it. Names may hold dots (static fields)
/// and spaces, so the longest that fits is meant.
pub fn root<'p, 'n>(
    path: &'p str,
    names: impl Iterator<Item = &'n str>,
) -> Option<(usize, &'p str)> {
    let after = |name: &str| {
        path.strip_prefix(name)
            .filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let fitting = names
        .enumerate()
        .filter_map(|(place, name)| Some((place, after(name)?)));
    fitting.min_by_key(|(_, rest)| rest.len())
}

/// The steps of what follows a name, each with its dot or its brackets. `None` when it is no way into
/// something.
pub fn steps(mut rest: &str) -> Option<Vec<&str>> {
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let (step, further) = rest.split_at(step_end(rest)?);
        steps.push(step);
        rest = further;
    }
    Some(steps)
}

/// A path without its last step, and that step; nothing when it consists of a name alone.
pub fn last_step(path: &str) -> Option<(&str, &str)> {
    let starts = path.char_indices().filter(|(_, c)| matches!(c, '.' | '['));
    let mut splits = starts.map(|(at, _)| path.split_at(at));
    // What stands in brackets may hold dots and brackets itself.
    splits.find(|(whole, step)| !whole.is_empty() && step_end(step) == Some(step.len()))
}

/// Where the first step of `rest` ends: `.field` or `[…]`, whose brackets and quotes may be nested.
fn step_end(rest: &str) -> Option<usize> {
    if let Some(field) = rest.strip_prefix('.') {
        let length = field.find(['.', '[', ']']).unwrap_or(field.len());
        return (length > 0).then_some(length + 1);
    }
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote.is_some() => escaped = true,
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(c),
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        // What does not begin with a bracket is no step.
        if depth <= 0 {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<(usize, Vec<&str>)> {
        let names = ["this", "t", "Chess.moves", "returned"];
        let (root, rest) = root(text, names.into_iter())?;
        Some((root, steps(rest)?))
    }

    #[test]
    fn the_last_step_is_split_off() {
        assert_eq!(last_step("this.job.done"), Some(("this.job", ".done")));
        assert_eq!(last_step("a[\"x.y\"]"), Some(("a", "[\"x.y\"]")));
        assert_eq!(last_step("a[\"x.y\"].b"), Some(("a[\"x.y\"]", ".b")));
        assert_eq!(last_step("this"), None);
    }

    #[test]
    fn paths_are_read_as_questions_write_them() {
        for (text, root, steps) in [
            ("returned", 3, vec![]),
            ("t.x", 1, vec![".x"]),
            ("this.items[3].name", 0, vec![".items", "[3]", ".name"]),
            ("Chess.moves[\"a]1\"]", 2, vec!["[\"a]1\"]"]),
            ("t['a]\"']['\\'']", 1, vec!["['a]\"']", "['\\'']"]),
            ("this[[1, 2]]", 0, vec!["[[1, 2]]"]),
        ] {
            assert_eq!(parse(text), Some((root, steps)), "{text}");
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in [
            "", "th", "tx", "that.x", "this[3", "this]", "this.a]", "t.", "t..x",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
