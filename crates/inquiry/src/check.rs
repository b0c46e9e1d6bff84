//! Whether a corrected version is right: what was blamed and what was answered, run there.

use std::path::Path;
use std::sync::Arc;

use elenchus_rerun::check::{Checked as Outcome, Checker, Fate, Piece};
use elenchus_session::{Answer, By, Program, Subject, answer_word};
use elenchus_tree::{Kind, NodeId};
use elenchus_wire::{Checked, CheckedPart, CheckedPiece, Fix, Now};

use crate::kept::{Kept, KeptError, Standing};
use crate::open::recording::{Observer, take_in, traces_in};
use crate::open::{Choices, OpeningError, OracleName};

/// Runs what the kept session about a recording blames, and all that was answered in it, on the version at `with`. `node` names a call in
/// place of the blamed one. What should come out is told by what was said, and by the oracles that are chosen or have answered.
pub fn check(
    path: &Path,
    with: &Path,
    node: Option<&str>,
    choices: &Choices,
    observer: &mut dyn Observer,
) -> Result<Checked, KeptError> {
    let mut kept = Kept::open(path, choices, observer)?;
    if kept.is_empty() && node.is_none() {
        return Err(KeptError::NothingSaid(path.to_owned()));
    }
    let blamed = match node {
        Some(_) => Vec::from_iter(kept.node(node)?),
        None => kept.blamed(),
    };
    // What is run is a call; a loop is run by the call around it.
    let calls = blamed.iter().map(|&node| kept.run.call_around(node));
    let mut blamed: Vec<NodeId> = calls.flatten().collect();
    blamed.dedup();
    if blamed.is_empty() {
        return Err(KeptError::NobodyBlamed(path.to_owned()));
    }
    let checker = checker(&kept, with, choices, observer)?;
    let mut work = Work { kept, checker };
    let about_blamed = blamed.iter().map(|&call| work.blamed(call)).collect();
    let answered = work.answered(&blamed);
    let mut checked = Checked {
        verdict: Fix::NotKnown,
        with: work.checker.name().to_owned(),
        blamed: about_blamed,
        answered,
    };
    checked.verdict = verdict(&checked);
    Ok(checked)
}

/// Whoever runs calls on the corrected version, and knows how they should come out.
fn checker(
    kept: &Kept,
    with: &Path,
    choices: &Choices,
    observer: &mut dyn Observer,
) -> Result<Checker, KeptError> {
    let limit = choices.oracle_timeout;
    let mut checker = Checker::new(kept.run.clone(), with, limit).map_err(OpeningError::Version)?;
    let mut good = choices.oracles.clone();
    good.extend(kept.good());
    for oracle in good {
        match oracle {
            OracleName::Version(path) => checker
                .expect_version(&path, limit)
                .map_err(OpeningError::Version)?,
            OracleName::Trace(path) => {
                for trace in traces_in(&path) {
                    let run = take_in(&trace, choices.memory, &choices.sources, observer)?.run;
                    checker.expect_recording(trace.display().to_string(), Arc::new(run));
                }
            }
            // A program can be asked about what was recorded, not about what a correction does.
            OracleName::Exec(_) => {}
        }
    }
    Ok(checker)
}

/// The kept session and the corrected version.
struct Work {
    kept: Kept,
    checker: Checker,
}

impl Work {
    fn blamed(&mut self, call: NodeId) -> CheckedPiece {
        let subject = Subject::node(call);
        let said = self.kept.answers();
        let said = said.iter().find(|said| said.subject == subject);
        let by = said.map(|said| said.by.clone());
        self.piece(subject, Answer::Wrong, by)
    }

    /// What was answered with right or wrong, apart from what is blamed.
    fn answered(&mut self, blamed: &[NodeId]) -> Vec<CheckedPiece> {
        let mut answers = self.kept.answers();
        let is_blamed = |subject: Subject| subject.single().is_some_and(|n| blamed.contains(&n));
        answers.retain(
            |Standing {
                 subject,
                 answer,
                 by,
             }| {
                matches!(answer, Answer::Right | Answer::Wrong)
                    && *by != By::Otherwise
                    && !is_blamed(*subject)
            },
        );
        let pieces = answers.into_iter().map(|said| CheckedPiece {
            in_blamed_code: self.is_part_of(said.subject, blamed),
            ..self.piece(said.subject, said.answer, Some(said.by))
        });
        pieces.collect()
    }

    /// Whether a piece is a loop, or a part of one, in the code of a blamed call.
    fn is_part_of(&self, subject: Subject, blamed: &[NodeId]) -> bool {
        let (run, first) = (&self.kept.run, subject.first());
        let is_loop = run.tree().kind(first) != Kind::Routine;
        is_loop
            && run
                .call_around(first)
                .is_some_and(|call| blamed.contains(&call))
    }

    fn piece(&mut self, subject: Subject, said: Answer, by: Option<By>) -> CheckedPiece {
        let should = self.kept.should_be(subject);
        let outcome = self.checker.check(&Piece {
            subject,
            was_right: said == Answer::Right,
            should: should.clone(),
        });
        let parts = parts(&outcome, &should);
        let (now, why) = match outcome.fate {
            Fate::StillRight => (Now::StillRight, None),
            Fate::Broken => (Now::Broken, None),
            Fate::RightNow(says) => (Now::RightNow, Some(says)),
            Fate::StillWrong => (Now::StillWrong, None),
            Fate::WrongOtherwise(says) => (Now::WrongOtherwise, Some(says)),
            Fate::Changed => (Now::Changed, None),
            Fate::Unknown(reason) => (Now::Unknown, Some(reason)),
        };
        CheckedPiece {
            node: self.kept.run.number(subject.first()).0,
            title: self.kept.title(subject),
            said: answer_word(said).to_owned(),
            by: by.map(|by| by.to_string()),
            now,
            why,
            in_blamed_code: false,
            parts,
        }
    }
}

/// What comes out otherwise, then what should have come out and has not changed.
fn parts(outcome: &Outcome, should: &[(String, String)]) -> Vec<CheckedPart> {
    let wanted = |path: &str| {
        let mut should = should.iter();
        let said = should.find(|(said, _)| said == path);
        said.map(|(_, value)| value.clone())
    };
    let mut parts: Vec<CheckedPart> = outcome
        .differs
        .iter()
        .map(|part| CheckedPart {
            path: part.path.clone(),
            recorded: part.here.clone(),
            corrected: part.there.clone(),
            should: wanted(&part.path),
        })
        .collect();
    for (path, held) in &outcome.held {
        if !parts.iter().any(|part| part.path == *path) {
            parts.push(CheckedPart {
                path: path.clone(),
                recorded: None,
                corrected: held.clone(),
                should: wanted(path),
            });
        }
    }
    parts
}

/// What follows for the bug. What was wrong beside the blamed call may be wrong for another reason, and does not count.
fn verdict(checked: &Checked) -> Fix {
    let right = answer_word(Answer::Right);
    let others = checked
        .answered
        .iter()
        .filter(|piece| !piece.in_blamed_code);
    let others = others.filter(|piece| piece.said == right);
    let others: Vec<Now> = others.map(|piece| piece.now).collect();
    let blamed: Vec<Now> = checked.blamed.iter().map(|piece| piece.now).collect();
    let is_wrong = |now: &Now| matches!(now, Now::StillWrong | Now::WrongOtherwise);
    if blamed.iter().any(is_wrong) || others.contains(&Now::Broken) {
        Fix::NotFixed
    } else if blamed.iter().all(|now| *now == Now::RightNow) && !others.contains(&Now::Unknown) {
        Fix::Fixed
    } else {
        Fix::NotKnown
    }
}
