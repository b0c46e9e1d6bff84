//! A test of the call that a kept session blames.

use std::path::Path;

pub use elenchus_javatest::Framework;
use elenchus_javatest::{Bench, TestError, Wanted, Written};
use elenchus_rerun::{Version, VersionError};
use elenchus_session::{Program, Subject};
use elenchus_tree::NodeId;
use thiserror::Error;

use crate::kept::{Kept, KeptError};
use crate::open::recording::Observer;
use crate::open::{Choices, OpeningError, OracleName};

/// How many calls around one that a test cannot make are tried.
const MOST_CALLERS: usize = 4;

/// Why no test was written.
#[derive(Debug, Error)]
pub enum TestingError {
    #[error(transparent)]
    Kept(#[from] KeptError),
    #[error("nobody has said what should come out of {title}")]
    NothingWanted { title: String },
    #[error("no test can be written of {title}: {error}")]
    Writing { title: String, error: TestError },
}

/// What a test is wanted of.
#[derive(Clone, Debug, Default)]
pub struct TestChoices<'c> {
    /// The call, if not the blamed one.
    pub node: Option<&'c str>,
    /// Corrected code, which says what should come out.
    pub with: Option<&'c Path>,
    pub framework: Option<Framework>,
}

/// Writes a test of the call that the kept session about a recording blames. What should come out is told by corrected code, by a version
/// that was right, or by what was said.
pub fn write_test(
    path: &Path,
    wanted: &TestChoices<'_>,
    choices: &Choices,
    observer: &mut dyn Observer,
) -> Result<Written, TestingError> {
    let mut kept = Kept::open(path, choices, observer)?;
    if kept.is_empty() && wanted.node.is_none() {
        return Err(KeptError::NothingSaid(path.to_owned()).into());
    }
    let node = kept.node(wanted.node).map_err(KeptError::from)?;
    let call = node.and_then(|node| kept.run.call_around(node));
    let call = call.ok_or_else(|| KeptError::NobodyBlamed(path.to_owned()))?;
    let unusable = |error: VersionError| KeptError::from(OpeningError::Version(error));
    let mut right = choices.oracles.clone();
    right.extend(kept.good());
    let right = right.iter().find_map(|oracle| match oracle {
        OracleName::Version(path) => Some(path.as_path()),
        _ => None,
    });
    let corrected = wanted.with.or(right);
    let corrected = corrected.map(|path| Version::at(path, &kept.run));
    let corrected = corrected.transpose().map_err(unusable)?;
    let title = kept.title(Subject::node(call));
    if corrected.is_none() && kept.should_be(Subject::node(call)).is_empty() {
        return Err(TestingError::NothingWanted { title });
    }
    let recorded = Version::recorded(&kept.run).map_err(unusable)?;
    let writing = |error| TestingError::Writing {
        title: title.clone(),
        error,
    };
    let mut bench = Bench::new(recorded, choices.oracle_timeout).map_err(writing)?;
    let mut write = |call| {
        let should = kept.should_be(Subject::node(call));
        bench.write(&Wanted {
            run: &kept.run,
            call,
            corrected: corrected.as_ref(),
            should: &should,
            framework: wanted.framework,
        })
    };
    let of_itself = match write(call) {
        Ok(written) if !written.uses_reflection() => return Ok(written),
        // Whoever names a call wants a test of it. One that was blamed is wrong all the same, and a caller may show it.
        Err(error @ TestError::Same) if wanted.node.is_some() => return Err(writing(error)),
        of_itself => of_itself,
    };
    // What a test cannot reach by plain means may show in its callers.
    for caller in callers(&kept, call).take(MOST_CALLERS) {
        let Ok(mut written) = write(caller) else {
            continue;
        };
        let instead = match &of_itself {
            Ok(own) if written.uses_reflection() || !is_worth_its_output(&written, own) => continue,
            Ok(_) => "can be tested by reflection only".to_owned(),
            Err(error) => format!("cannot be tested itself: {error}"),
        };
        let [title, caller] = [call, caller].map(|call| kept.title(Subject::node(call)));
        let note = format!("it is a test of {caller}, which called {title}; that {instead}");
        written.checked.push(note);
        return Ok(written);
    }
    of_itself.map_err(writing)
}

/// Whether a test of a caller is better than one by reflection of the call itself: if it reads what was printed, which is far from the
/// call, only when it is much shorter.
fn is_worth_its_output(of_caller: &Written, of_itself: &Written) -> bool {
    let [caller, itself] = [of_caller, of_itself].map(|test| test.source.lines().count());
    !of_caller.reads_output() || 3 * caller < 2 * itself
}

/// The calls around a call, from the inside out.
fn callers(kept: &Kept, call: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let caller = |&inner: &NodeId| {
        let around = kept.run.tree().parent(inner)?;
        kept.run.call_around(around)
    };
    std::iter::successors(caller(&call), caller)
}
