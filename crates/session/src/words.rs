//! Small pieces of sentences that every front and program writes: counted nouns and ranges of numbers.

/// `1 node`, `2 nodes`.
pub fn many(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// What is said of a bug that answers which may be mistaken led to.
pub fn how_sure(share: f64) -> String {
    format!(
        "{} sure: some of the answers may be mistaken",
        percent(share)
    )
}

/// A probability; never 100 %, which would be certain.
pub fn percent(share: f64) -> String {
    format!("{} %", (share * 100.0).floor().clamp(0.0, 99.0))
}

/// Ascending numbers, with neighbours as ranges: `9, 12–14`.
pub fn ranges(numbers: impl IntoIterator<Item = usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 >= number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let texts = ranges.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}–{last}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Why a search ends undecided although one suspect is left.
pub fn unexplained(version: &str) -> String {
    format!(
        "it ran the same code in {version}, began alike there, and all it called is right: what differs was not \
         recorded (a constant, a file, a setting, the clock, a library), or an answer is wrong"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_ranges_and_one_has_no_plural() {
        assert_eq!(ranges([9, 12, 13, 13, 14, 20, 21]), "9, 12–14, 20–21");
        assert_eq!(ranges([]), "");
        assert_eq!(
            [0, 1, 2].map(|count| many(count, "call")),
            ["0 calls", "1 call", "2 calls"]
        );
    }
}
