//! The chain of oracles that was chosen: who is asked before the fronts.

use std::path::Path;
use std::sync::Arc;

use elenchus_recorded::comparing::alike::differences;
use elenchus_recorded::comparing::course::CourseOracle;
use elenchus_recorded::comparing::oracle::TraceOracle;
use elenchus_recorded::comparing::suspects::{Suspects, suspects};
use elenchus_recorded::run::{Current, Run};
use elenchus_rerun::VersionOracle;
use elenchus_session::{Chain, Settings};
use elenchus_zoom::Zoom;
use elenchus_zoom::zoom::Right;

use super::OpeningError;
use super::choices::{Choices, OracleName};
use super::material::{damaged, open_tree};
use super::note::Note;
use super::recording::{Observer, TakenIn, is_empty, missing, take_in, traces_in};
use crate::oracles::exec::ExecOracle;
use crate::oracles::tree::TreeOracle;

/// Adds an oracle on questions about anything: a program, or a tree file of a good version.
pub(super) fn push(
    chain: &mut Chain,
    oracle: &OracleName,
    choices: &Choices,
    notes: &mut Vec<Note>,
) -> Result<(), OpeningError> {
    match oracle {
        // Only what was recorded can be run again.
        OracleName::Version(path) => {
            return Err(OpeningError::VersionOfTree { path: path.clone() });
        }
        OracleName::Exec(command) => {
            let oracle = ExecOracle::new(command.clone(), choices.oracle_timeout);
            chain.push(Box::new(oracle.erring(choices.errors)));
        }
        OracleName::Trace(path) => {
            let (tree, warnings) = open_tree(path)?;
            notes.extend(warnings);
            let name = path.display().to_string();
            chain.push(Box::new(TreeOracle::new(name, &tree)));
        }
    }
    Ok(())
}

/// Adds the oracles that were chosen on questions about a run. What a good run says from the start goes into the settings.
pub(super) fn push_all_on_run(
    (chain, zoom): (&mut Chain, &mut Zoom),
    (current, run): (&Current, &Arc<Run>),
    settings: &mut Settings,
    choices: &Choices,
    observer: &mut dyn Observer,
    notes: &mut Vec<Note>,
) -> Result<(), OpeningError> {
    for oracle in &choices.oracles {
        let recordings = match oracle {
            OracleName::Trace(good) => traces_in(good),
            OracleName::Version(path) => {
                chain.push(Box::new(version(path, current, choices)?));
                zoom.compare_with(path.display().to_string(), Right::At(path.clone()));
                continue;
            }
            OracleName::Exec(_) => Vec::new(),
        };
        if recordings.is_empty() {
            push(chain, oracle, choices, notes)?;
        }
        for path in recordings {
            let Some(good) = open_good(&path, run, choices, observer, notes)? else {
                continue;
            };
            // A search that a person began elsewhere stays there, with everything that ran there.
            let is_wanted =
                |suspects: &Suspects| choices.at.is_none() || suspects.at == settings.at;
            if let Some(suspects) = suspects(run, &good, settings.at).filter(is_wanted) {
                notes.push(narrow(settings, suspects, &path));
            }
            let name = path.display().to_string();
            zoom.compare_with(name.clone(), Right::Recorded(good.clone()));
            let strict = TraceOracle::new(name.clone(), current.clone(), good.clone());
            chain.push(Box::new(strict));
            chain.push(Box::new(CourseOracle::new(name, current.clone(), good)));
        }
    }
    Ok(())
}

/// A version that was right, whose code is run.
fn version(
    path: &Path,
    current: &Current,
    choices: &Choices,
) -> Result<VersionOracle, OpeningError> {
    let limit = choices.oracle_timeout;
    VersionOracle::new(path, current.clone(), limit).map_err(OpeningError::Version)
}

/// Opens the recording of a good version, unless it holds nothing.
fn open_good(
    path: &Path,
    run: &Run,
    choices: &Choices,
    observer: &mut dyn Observer,
    notes: &mut Vec<Note>,
) -> Result<Option<Arc<Run>>, OpeningError> {
    let TakenIn { run: good, damage } = take_in(path, choices.memory, &choices.sources, observer)?;
    notes.extend(damaged(path, damage));
    if is_empty(&good) {
        return Ok(None);
    }
    notes.extend(missing(path, &good));
    let unlike = differences(run, &good).into_iter();
    notes.extend(unlike.map(|unlike| Note::Unlike {
        good: path.to_owned(),
        unlike,
    }));
    Ok(Some(Arc::new(good)))
}

/// Suspects only code that differs from a good run which began alike.
fn narrow(settings: &mut Settings, suspects: Suspects, good: &Path) -> Note {
    settings.trusted_before.extend(suspects.same);
    settings.differing.extend(suspects.differ.iter().cloned());
    let from_the_start = settings.at != suspects.at;
    settings.at = suspects.at;
    Note::Narrowed {
        good: good.to_owned(),
        differ: suspects.differ,
        from_the_start,
    }
}
