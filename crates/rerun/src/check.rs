//! Whether a corrected version does what was said about a run.
//!
//! Each piece that was answered is run on the corrected version from the recorded state, and what comes out is compared twice: with
//! the recording, which tells whether something has changed, and with what it should be, as far as somebody knows.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use elenchus_recorded::comparing::doubt::Doubt;
use elenchus_recorded::comparing::oracle::TraceOracle;
use elenchus_recorded::run::{Current, Run};
use elenchus_session::{Difference, Oracle, Program, Subject};
use elenchus_trace::NodeKey;
use elenchus_tree::{Kind, NodeId};

use crate::runner::{Rerun, RerunError, Runner};
use crate::version::{Version, VersionError};

/// How many calls side by side are run one by one.
const MOST_CALLS: usize = 32;

/// A piece of the run that something was said about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub subject: Subject,
    pub was_right: bool,
    /// What parts of what came out should have been, as somebody said: paths and values.
    pub should: Vec<(String, String)>,
}

/// What became of a piece in the corrected version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was right and comes out the same.
    StillRight,
    /// It was right and comes out otherwise.
    Broken,
    /// It was wrong and comes out as it should, as this one says.
    RightNow(String),
    /// It was wrong and comes out the same.
    StillWrong,
    /// It was wrong and comes out otherwise, but not as it should, as this one says.
    WrongOtherwise(String),
    /// It was wrong and comes out otherwise; nobody has said how it should.
    Changed,
    /// Nothing is known, for this reason.
    Unknown(String),
}

/// A piece that was run on the corrected version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    pub fate: Fate,
    /// What comes out otherwise: `here` in the recording, `there` in the corrected version.
    pub differs: Vec<Difference>,
    /// What the parts of which somebody said how they should be hold in the corrected version.
    pub held: Vec<(String, Option<String>)>,
}

/// Runs pieces of a run on a corrected version.
pub struct Checker {
    run: Current,
    corrected: Reruns,
    good: Vec<Good>,
}

/// Who knows how calls should come out.
enum Good {
    Version(Box<Reruns>),
    Recording(String, Arc<Run>),
}

impl Good {
    fn name(&self) -> &str {
        match self {
            Good::Version(reruns) => reruns.runner.version().name(),
            Good::Recording(name, _) => name,
        }
    }
}

impl Checker {
    /// Pieces of `run` are to be run on the version at `path`; no call may take longer than `limit`.
    pub fn new(run: Arc<Run>, path: &Path, limit: Duration) -> Result<Checker, VersionError> {
        Ok(Checker {
            corrected: Reruns::new(&run, path, limit)?,
            run: shared(run),
            good: Vec::new(),
        })
    }

    /// What comes out should be what comes out of this version.
    pub fn expect_version(&mut self, path: &Path, limit: Duration) -> Result<(), VersionError> {
        let reruns = Reruns::new(&latest(&self.run), path, limit)?;
        self.good.push(Good::Version(Box::new(reruns)));
        Ok(())
    }

    /// What comes out should be what came out in this run.
    pub fn expect_recording(&mut self, name: String, good: Arc<Run>) {
        self.good.push(Good::Recording(name, good));
    }

    /// Where the corrected version is.
    pub fn name(&self) -> &str {
        self.corrected.runner.version().name()
    }

    /// Runs a piece and compares.
    pub fn check(&mut self, piece: &Piece) -> Checked {
        let run = latest(&self.run);
        let (first, tree) = (piece.subject.first(), run.tree());
        let several = piece.subject.single().is_none() && tree.kind(first) == Kind::Routine;
        let parts: Vec<Subject> = match several {
            true => {
                let nodes = piece.subject.nodes(tree).take(MOST_CALLS + 1);
                nodes.map(Subject::node).collect()
            }
            false => vec![piece.subject],
        };
        if parts.len() > MOST_CALLS {
            let reason = "it is about too many calls to run them one by one";
            return Checked::unknown(reason.to_owned());
        }
        let checked = parts.into_iter().map(|part| self.check_one(part, piece));
        let checked: Vec<Checked> = checked.collect();
        let worst = checked.iter().max_by_key(|checked| checked.fate.gravity());
        worst
            .cloned()
            .unwrap_or_else(|| Checked::unknown("there is nothing to run".to_owned()))
    }

    fn check_one(&mut self, subject: Subject, piece: &Piece) -> Checked {
        let run = latest(&self.run);
        let Some(call) = run.call_around(subject.first()) else {
            return Checked::unknown("it is not a call".to_owned());
        };
        let mut corrected = self.corrected.of(&run, call);
        let mut compared = self.compare(&corrected, subject);
        // In a JVM that has run others before, these may have left something that nobody sees.
        let was_used = corrected.as_ref().is_ok_and(|again| !again.in_fresh_jvm);
        if was_used && !matches!(compared, Ok((true, _))) {
            corrected = self.corrected.in_fresh_jvm(&run, call);
            compared = self.compare(&corrected, subject);
        }
        let (corrected, same, differs) = match (corrected, compared) {
            (Ok(corrected), Ok((same, differs))) => (corrected, same, differs),
            (Err(reason), _) | (_, Err(reason)) => return Checked::unknown(reason),
        };
        let held: Vec<(String, Option<String>)> = piece
            .should
            .iter()
            .map(|(path, _)| (path.clone(), held(&corrected, path)))
            .collect();
        let fate = match (piece.was_right, same) {
            (true, true) => Fate::StillRight,
            (true, false) => Fate::Broken,
            (false, true) => Fate::StillWrong,
            (false, false) => self.judge(&run, call, &corrected, &piece.should, &held),
        };
        Checked {
            fate,
            differs,
            held,
        }
    }

    /// Whether the same comes out of a piece in the corrected version, and what differs; or why that cannot be told.
    fn compare(
        &self,
        corrected: &Result<Rerun, String>,
        subject: Subject,
    ) -> Result<(bool, Vec<Difference>), String> {
        let corrected = corrected.as_ref().map_err(String::clone)?;
        let name = self.name().to_owned();
        let mut oracle = TraceOracle::new(name, self.run.clone(), corrected.run.clone());
        let same = oracle.compare(subject).map_err(|doubt| in_words(&doubt))?;
        Ok((same, oracle.differences()))
    }

    /// Whether a call that comes out otherwise comes out as it should.
    fn judge(
        &mut self,
        run: &Arc<Run>,
        call: NodeId,
        corrected: &Rerun,
        should: &[(String, String)],
        held: &[(String, Option<String>)],
    ) -> Fate {
        if !should.is_empty() {
            let fits = should.iter().zip(held).all(|((_, wanted), (_, held))| {
                held.as_deref().is_some_and(|held| means(wanted, held))
            });
            let you = "you".to_owned();
            return match fits {
                true => Fate::RightNow(you),
                false => Fate::WrongOtherwise(you),
            };
        }
        for good in &mut self.good {
            let name = good.name().to_owned();
            let wanted = match good {
                Good::Recording(_, run) => Some(run.clone()),
                Good::Version(reruns) => reruns.in_fresh_jvm(run, call).ok().map(|again| again.run),
            };
            let Some(wanted) = wanted else {
                continue;
            };
            let mut oracle = TraceOracle::new(name.clone(), shared(corrected.run.clone()), wanted);
            match oracle.compare(Subject::node(corrected.call)) {
                Ok(true) => return Fate::RightNow(name),
                Ok(false) => return Fate::WrongOtherwise(name),
                Err(_) => {}
            }
        }
        Fate::Changed
    }
}

impl Fate {
    /// Of several calls side by side the gravest counts.
    fn gravity(&self) -> u8 {
        match self {
            Fate::StillRight | Fate::StillWrong => 0,
            Fate::RightNow(_) => 1,
            Fate::Changed => 2,
            Fate::Unknown(_) => 3,
            Fate::Broken | Fate::WrongOtherwise(_) => 4,
        }
    }
}

impl Checked {
    fn unknown(reason: String) -> Checked {
        Checked {
            fate: Fate::Unknown(reason),
            differs: Vec::new(),
            held: Vec::new(),
        }
    }
}

/// Calls of one run on one version, each run once.
struct Reruns {
    runner: Runner,
    /// What came of calls in fresh JVMs.
    done: HashMap<NodeKey, Result<Rerun, String>>,
}

impl Reruns {
    fn new(run: &Run, path: &Path, limit: Duration) -> Result<Reruns, VersionError> {
        Ok(Reruns {
            runner: Runner::new(Version::at(path, run)?, limit),
            done: HashMap::new(),
        })
    }

    /// The call on that version, or why it cannot be run there.
    fn of(&mut self, run: &Run, call: NodeId) -> Result<Rerun, String> {
        match self.done.get(&run.snapshot().key_of(call)) {
            Some(done) => done.clone(),
            None => self.runner.run(run, call).map_err(in_short),
        }
    }

    /// The same in a JVM in which nothing has run before.
    fn in_fresh_jvm(&mut self, run: &Run, call: NodeId) -> Result<Rerun, String> {
        let done = self.done.entry(run.snapshot().key_of(call));
        let done = done.or_insert_with(|| self.runner.run_fresh(run, call).map_err(in_short));
        done.clone()
    }
}

fn in_short(error: RerunError) -> String {
    error.to_string()
}

fn shared(run: Arc<Run>) -> Current {
    Arc::new(run.into())
}

fn latest(run: &Current) -> Arc<Run> {
    let run = run
        .read()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    run.clone()
}

/// What a part of what came out of a call holds.
fn held(again: &Rerun, path: &str) -> Option<String> {
    let subject = Subject::node(again.call);
    let path = match path.strip_prefix("result") {
        Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => format!("returned{rest}"),
        _ => path.to_owned(),
    };
    let values = again.run.show(subject).values;
    let shown = values.into_iter().find(|value| value.name == path);
    match shown {
        Some(value) => value.after,
        None => again.run.open(subject, &path).ok()?.whole.after,
    }
}

/// Whether what a person wrote is the value that is shown so. Quotes around texts may be left out, and numbers may be written in
/// another way.
pub fn means(written: &str, shown: &str) -> bool {
    let (written, shown) = (written.trim(), shown.trim());
    let bare = |text: &str| -> String {
        let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
        let text = inside('"').or_else(|| inside('\'')).unwrap_or(text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let number = |text: &str| -> Option<f64> {
        let digits = text.trim_end_matches(['L', 'l', 'f', 'F', 'd', 'D']);
        let is_number = digits.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        digits.parse().ok().filter(|_| is_number)
    };
    // Large whole numbers differ by less than a double tells.
    let digits = |text: &str| text.trim_end_matches(['L', 'l']).parse::<i128>().ok();
    match (digits(written), digits(shown)) {
        (Some(written), Some(shown)) => written == shown,
        _ => match (number(written), number(shown)) {
            (Some(written), Some(shown)) => written == shown,
            _ => bare(written) == bare(shown),
        },
    }
}

/// Why a rerun does not tell, where the other run is not one that was right.
fn in_words(doubt: &Doubt) -> String {
    match doubt {
        Doubt::NeverRan | Doubt::OtherCourse => {
            "the corrected version does not come to it".to_owned()
        }
        Doubt::OtherStates => {
            "the corrected version does not come to it from this state".to_owned()
        }
        Doubt::SeveralEnds => {
            "the corrected version came to different ends from this state".to_owned()
        }
        doubt => doubt.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::means;

    #[test]
    fn values_may_be_written_in_several_ways() {
        for (written, shown) in [
            ("12", "12"),
            ("12L", "12"),
            ("12", "12.0"),
            ("0.10", "0.1f"),
            ("bolt", "\"bolt\""),
            ("\"bolt\"", "\"bolt\""),
            ("x", "'x'"),
            ("[1,  2]", "[1, 2]"),
            ("null", "null"),
        ] {
            assert!(means(written, shown), "{written} {shown}");
        }
        for (written, shown) in [
            ("12", "13"),
            ("9007199254740993", "9007199254740992"),
            ("", "0"),
            ("d", "\"f\""),
            ("bolts", "\"bolt\""),
            ("NaN", "0.0"),
        ] {
            assert!(!means(written, shown), "{written} {shown}");
        }
    }
}
