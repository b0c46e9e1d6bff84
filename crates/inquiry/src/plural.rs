//! Counted nouns.

/// `1 node`, `2 nodes`.
pub fn many(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
