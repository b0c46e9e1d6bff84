//! Programs whose recordings are known to differ from their exact trees, each with the reason. An entry must fail: the
//! test that finds it passing asks for its removal.

/// A program of the exact corpus, and why its recording differs.
pub struct Known {
    pub program: &'static str,
    pub why: &'static str,
}

pub const KNOWN: &[Known] = &[Known {
    program: "61_loops_with_one_header",
    why: "two loops that begin at the same instruction are recorded as one",
}];
