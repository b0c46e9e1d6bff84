//! A call, run again with every statement of its routine recorded.

use std::sync::Arc;

use elenchus_recorded::closely::{Closely, closely};
use elenchus_recorded::comparing::behaviour::{behaviour, code_of};
use elenchus_recorded::run::Run;
use elenchus_rerun::{Rerun, RerunError, Runner};
use elenchus_session::{Program, Subject};
use elenchus_source::Listing;
use elenchus_tree::{Kind, NodeId};
use thiserror::Error;

/// A call with more statements is not looked at.
const MOST_STATEMENTS: usize = 20_000;

/// Why a call cannot be looked at closely.
#[derive(Debug, Error)]
pub enum LookError {
    #[error(transparent)]
    Rerun(#[from] RerunError),
    #[error("the state before it could not be rebuilt as it was")]
    OtherState,
    #[error("something else came out of it this time")]
    OtherEnd,
    #[error("its statements were not recorded, or there are too many of them")]
    NoStatements,
}

/// A call that was run again and looked at closely.
pub struct Look {
    /// The call in the rerun.
    pub call: NodeId,
    pub statements: Closely,
    /// The source of its routine, if it is known.
    pub code: Option<Listing>,
    rerun: Rerun,
}

impl Look {
    /// Looks at a call of `run` on a version of the program, from the recorded state. A recording of that version may know
    /// where its sources are.
    pub fn on(
        (run, call): (&Run, NodeId),
        (runner, recording): (&Runner, Option<&Run>),
    ) -> Result<Look, LookError> {
        let rerun = runner.run_closely(run, call)?;
        if !rerun.from_same_state {
            return Err(LookError::OtherState);
        }
        let (again, call) = (&rerun.run, rerun.call);
        let statements = closely(again, call, MOST_STATEMENTS);
        let kept = recording.and_then(|recording| source(recording, again, call));
        Ok(Look {
            call,
            statements: statements.ok_or(LookError::NoStatements)?,
            code: kept.or_else(|| again.source(Subject::node(call))),
            rerun,
        })
    }

    /// Looks at a call on the version that was recorded: the same must come out.
    pub fn again((run, call): (&Run, NodeId), runner: &Runner) -> Result<Look, LookError> {
        let look = Look::on((run, call), (runner, Some(run)))?;
        match (end(run, call), look.end()) {
            (Some(here), Some(there)) if here == there => Ok(look),
            _ => Err(LookError::OtherEnd),
        }
    }

    /// Whether something else is known to have come out of it than in another look.
    pub fn ends_otherwise(&self, other: &Look) -> bool {
        matches!((self.end(), other.end()), (Some(here), Some(there)) if here != there)
    }

    fn end(&self) -> Option<u128> {
        end(self.run(), self.call)
    }

    /// What was recorded this time.
    pub fn run(&self) -> &Arc<Run> {
        &self.rerun.run
    }
}

/// The source of a call's routine, as a recording of the same version knows it.
fn source(recording: &Run, rerun: &Run, call: NodeId) -> Option<Listing> {
    let (code, name) = (code_of(rerun, call)?, rerun.tree().label(call));
    let tree = recording.tree();
    let mut calls = tree.nodes().filter(|&node| {
        tree.kind(node) == Kind::Routine
            && tree.label(node) == name
            && code_of(recording, node).as_ref() == Some(&code)
    });
    recording.source(Subject::node(calls.next()?))
}

/// What came out of a call, unless that is in doubt.
fn end(run: &Run, call: NodeId) -> Option<u128> {
    let did = behaviour(run, Subject::node(call)).ok()?;
    did.after.doubt.is_none().then_some(did.after.hash)
}
