//! Programs whose recordings are known to differ from their exact trees unless they are compiled with `-Xjcov`, as the
//! launcher does it, each with the reason. An entry must fail: the test that finds it passing asks for its removal.

/// A program of the exact corpus, and why its recording differs.
pub struct Known {
    pub program: &'static str,
    pub why: &'static str,
}

pub const KNOWN: &[Known] = &[Known {
    program: "61_loops_with_one_header",
    why: "while (true) { while (c) a; b } is the same class file as while (true) { if (c) a; else b }: one loop",
}];
