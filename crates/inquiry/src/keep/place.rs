//! Where the session about something is kept when nobody says otherwise.

use std::path::{Path, PathBuf};

use super::store::loop_called;

/// The session file inside a trace, so that it moves along.
pub fn in_trace(trace: &Path) -> PathBuf {
    trace.join("answers.session")
}

/// What the user has named, if the session kept in one of these files calls a loop so: that loop's own
/// name.
pub fn as_called<'p>(given: &str, mut sessions: impl Iterator<Item = &'p Path>) -> Option<String> {
    // `mine#3` is the third run of the loop.
    let (given, nth) = given.split_at(given.find('#').unwrap_or(given.len()));
    let of = sessions.find_map(|path| loop_called(path, given))?;
    Some(format!("{of}{nth}"))
}
