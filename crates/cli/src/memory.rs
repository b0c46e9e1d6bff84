//! `--memory`: the budget of a reader on the command line, and what this process really takes.

use elenchus_trace::{Bounds, Budget};

use crate::args::size;

/// A budget: a size for the whole, then bounds for its parts, as in `512M,unsealed=64M,view=32M`.
pub fn budget(text: &str) -> Result<Budget, String> {
    let mut parts = text.split(',');
    let total = bytes(parts.next().unwrap_or_default())?;
    let mut bounds = Bounds::default();
    for part in parts {
        let (name, bound) = part
            .split_once('=')
            .ok_or_else(|| format!("{part} is not a bound; write view=32M"))?;
        let place = match name {
            "unsealed" => &mut bounds.unsealed,
            "decoded" => &mut bounds.decoded,
            "view" => &mut bounds.view,
            _ => {
                return Err(format!(
                    "{name} is not a bound; there are unsealed, decoded and view"
                ));
            }
        };
        if place.replace(bytes(bound)?).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    Budget::with(total, bounds).map_err(|error| error.to_string())
}

fn bytes(text: &str) -> Result<usize, String> {
    usize::try_from(size(text)?).map_err(|_| "too large".to_owned())
}

/// Memory of this process, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// What only this process holds; the budget bounds it.
    pub anonymous: u64,
    /// Pages of files that are mapped; the system takes them back when it needs room.
    pub mapped: u64,
}

impl Usage {
    /// As the system counts it right now; zeros where it does not tell.
    pub fn now() -> Usage {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|rest| rest.split_whitespace().next());
            number
                .and_then(|text| text.parse::<u64>().ok())
                .unwrap_or(0)
                << 10
        };
        Usage {
            anonymous: field("RssAnon:"),
            mapped: field("RssFile:") + field("RssShmem:"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn a_budget_is_a_size_with_bounds() {
        assert_eq!(budget("512M"), Ok(Budget::total(512 * MIB)));
        let chosen = budget("80M,view=16M,decoded=4M").unwrap();
        assert_eq!(
            (chosen.unsealed, chosen.decoded, chosen.view),
            (60 * MIB, 4 * MIB, 16 * MIB)
        );
    }

    #[test]
    fn what_is_not_a_budget_is_refused_in_words() {
        for (text, said) in [
            ("", "not a size"),
            ("1M,", "write view=32M"),
            ("1M,cache=1K", "unsealed, decoded and view"),
            ("1M,view=1K,view=1K", "given twice"),
            ("1M,view=2M", "more than"),
        ] {
            let error = budget(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn this_process_takes_memory() {
        let usage = Usage::now();
        assert!(usage.anonymous > 0 && usage.mapped > 0);
    }
}
