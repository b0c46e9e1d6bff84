//! Zooming for one session: which versions there are, and what they are asked.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use elenchus_recorded::closely::counterpart;
use elenchus_recorded::run::{Current, Run};
use elenchus_rerun::{Runner, Version, VersionError};
use elenchus_session::{Program, Zoomed};
use elenchus_tree::NodeId;
use thiserror::Error;

use crate::actions::Actions;
use crate::compared::blamed;
use crate::look::{Look, LookError};
use crate::so_far::SoFar;
use crate::statements::Statements;

/// How many of the calls that were judged as one are looked at.
const MOST_CALLS: usize = 6;

/// Why there is nothing to zoom into.
#[derive(Debug, Error)]
pub enum ZoomError {
    #[error("it is no part of a call")]
    NoCall,
    #[error("the classes that were recorded are not there any more: {0}")]
    NoClasses(#[source] VersionError),
    #[error("it cannot be run again: {0}")]
    NoLook(#[source] LookError),
    #[error("no statement of it is suspect")]
    NoStatement,
}

/// Where a version that was right is found.
pub enum Right {
    /// At a path that holds classes or sources.
    At(PathBuf),
    /// Where it was recorded.
    Recorded(Arc<Run>),
}

/// What it takes to zoom into calls of a run.
pub struct Zoom {
    run: Current,
    limit: Duration,
    rights: Vec<(String, Right)>,
    /// The versions, as soon as they were needed: the recorded one, then those that were right.
    recorded: Option<Runner>,
    right_versions: Option<Vec<RightVersion>>,
}

/// A version that was right and can be run.
struct RightVersion {
    name: String,
    runner: Runner,
    recording: Option<Arc<Run>>,
}

impl Zoom {
    /// Zooms into calls of a run; each may take as long as `limit`.
    pub fn new(run: Current, limit: Duration) -> Zoom {
        Zoom {
            run,
            limit,
            rights: Vec::new(),
            recorded: None,
            right_versions: None,
        }
    }

    /// Also asks a version that was right, by the name that people know it by.
    pub fn compare_with(&mut self, name: String, right: Right) {
        self.rights.push((name, right));
    }

    /// Whether a version that was right can be asked.
    pub fn has_right(&self) -> bool {
        !self.rights.is_empty()
    }

    /// The lines to blame among some lines of a piece, by a version that was right. One of `nodes` is wrong. Nothing in
    /// doubt.
    pub fn by_comparison(&mut self, nodes: &[NodeId], lines: &BTreeSet<u32>) -> Option<Zoomed> {
        if !self.has_right() || lines.len() < 2 {
            return None;
        }
        let run = self.now();
        nodes.iter().take(MOST_CALLS).find_map(|&node| {
            let call = run.call_around(node)?;
            let zoomed = self.compare(&run, call);
            let zoomed = zoomed.inspect_err(|error| {
                tracing::info!(call = call.index(), "cannot zoom into a call");
                tracing::debug!(%error);
            });
            let mut zoomed = zoomed.ok()??;
            zoomed.lines.retain(|line| lines.contains(line));
            (!zoomed.lines.is_empty()).then_some(zoomed)
        })
    }

    fn compare(&mut self, run: &Run, call: NodeId) -> Result<Option<Zoomed>, ZoomError> {
        let here = self.look(run, call)?;
        for right in self.right_versions(run) {
            let version = (&right.runner, right.recording.as_deref());
            let there = Look::on((run, call), version).map_err(ZoomError::NoLook)?;
            if let Some(zoomed) = blamed(&here, &there, &right.name) {
                return Ok(Some(zoomed));
            }
        }
        Ok(None)
    }

    /// The steps of a piece that stand on some lines, as something to ask about: its statements, or what was recorded of it
    /// when it cannot be run again.
    pub fn so_far(&mut self, node: NodeId, lines: &BTreeSet<u32>) -> Result<SoFar, ZoomError> {
        let run = self.now();
        let call = run.call_around(node).ok_or(ZoomError::NoCall)?;
        let routine = short(run.tree().label(call));
        let look = match self.look(&run, call) {
            Ok(look) => look,
            Err(error) => {
                let actions = Actions::new((&run, call, node), routine, lines, &error.to_string());
                let so_far = actions.and_then(|actions| {
                    let suspects = actions.suspects();
                    SoFar::new(Box::new(actions), routine, suspects)
                });
                return so_far.filter(SoFar::is_divisible).ok_or(error);
            }
        };
        let tree = look.run().tree();
        let part = counterpart((&run, call, node), (look.run(), look.call)).unwrap_or(look.call);
        let span = (part, tree.end(part));
        let statements = Statements::new(look, routine);
        let suspects = statements.on(lines, span);
        SoFar::new(Box::new(statements), routine, suspects).ok_or(ZoomError::NoStatement)
    }

    /// Runs a call again on the version that was recorded.
    fn look(&mut self, run: &Run, call: NodeId) -> Result<Look, ZoomError> {
        let runner = match self.recorded.take() {
            Some(runner) => runner,
            None => {
                let version = Version::recorded(run);
                Runner::new(version.map_err(ZoomError::NoClasses)?, self.limit)
            }
        };
        let look = Look::again((run, call), &runner);
        self.recorded = Some(runner);
        look.map_err(ZoomError::NoLook)
    }

    /// The versions that were right, as far as they can be run.
    fn right_versions(&mut self, run: &Run) -> &[RightVersion] {
        let (rights, limit) = (&self.rights, self.limit);
        self.right_versions.get_or_insert_with(|| {
            let found = rights.iter().filter_map(|(name, right)| {
                let (version, recording) = match right {
                    Right::At(path) => (Version::at(path, run), None),
                    Right::Recorded(good) => (Version::recorded(good), Some(good.clone())),
                };
                Some(RightVersion {
                    name: name.clone(),
                    runner: Runner::new(version.ok()?, limit),
                    recording,
                })
            });
            found.collect()
        })
    }

    fn now(&self) -> Arc<Run> {
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        run.clone()
    }
}

/// A routine with its class, without the package.
fn short(routine: &str) -> &str {
    let class = routine.rmatch_indices('.').nth(1);
    class.map_or(routine, |(dot, _)| &routine[dot + 1..])
}
