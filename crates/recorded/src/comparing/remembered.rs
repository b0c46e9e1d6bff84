//! What was said in earlier runs, as an oracle; and what of this run is worth keeping for later ones.
//!
//! Only what is certain is kept or reused: a state with anything in it that was not recorded, was cut
//! short, may be one object or two, may have been changed by another thread or went through a standard
//! stream is neither. A verdict is about what was shown, so arrays count by their contents.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use elenchus_knowledge::{Knowledge, Situation, Word};
use elenchus_session::{
    Answer, By, Oracle, OracleError, Pattern, Program, Question, Reply, Subject,
};
use elenchus_trace::NodeKind;
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::comparing::behaviour::{behaviour, code_of, constants, routine_code};
use crate::comparing::doubt::Doubt;
use crate::comparing::pair::is_disturbed;
use crate::run::{Current, Run};

/// What is known, shared by the oracle and by whoever keeps it.
pub type Shared = Arc<Mutex<Knowledge>>;

/// No verdict is kept on more iterations than this: what all of them did takes long to find out, and
/// hardly ever is the same in another run.
const MOST_TOGETHER: usize = 256;

/// Answers from what was said in earlier runs.
pub struct KnowledgeOracle {
    known: Shared,
    run: Current,
    /// Why the question asked last was left open, if it might have been known.
    doubt: Option<Doubt>,
}

impl KnowledgeOracle {
    /// An oracle on the questions about `run`.
    pub fn new(known: Shared, run: Current) -> KnowledgeOracle {
        KnowledgeOracle {
            known,
            run,
            doubt: None,
        }
    }

    fn look_up(&mut self, subject: Subject) -> Option<Answer> {
        self.doubt = None;
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        let run = run.clone();
        let known = lock(&self.known);
        if let Some((routine, hash)) = subject.single().and_then(|node| routine_of(&run, node))
            && known.trusts(&routine, hash)
        {
            return Some(Answer::Trusted);
        }
        if !known.knows_code(&code(&run, subject)?) {
            return None;
        }
        match situation(&run, subject) {
            Ok(situation) => known.word(&situation).and_then(answer_of),
            Err(doubt) => {
                self.doubt = Some(doubt);
                None
            }
        }
    }
}

impl Oracle for KnowledgeOracle {
    fn by(&self) -> By {
        By::Knowledge
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        Ok(self.look_up(question.subject).map(Reply::Answer))
    }

    fn doubt(&self) -> Option<String> {
        self.doubt.as_ref().map(Doubt::to_string)
    }
}

/// Takes the lock; whoever held it when it broke changed whole records only.
pub fn lock(known: &Shared) -> MutexGuard<'_, Knowledge> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a word says about any run. That something should not have been started from a state depends on who started it and
/// why, so what earlier versions kept of that answers nothing.
fn answer_of(word: Word) -> Option<Answer> {
    match word {
        Word::Right => Some(Answer::Right),
        Word::Wrong => Some(Answer::Wrong),
        Word::Inadmissible => None,
    }
}

/// The word for an answer that is worth keeping: one that does not depend on what is around the call.
pub fn word_of(answer: Answer) -> Option<Word> {
    match answer {
        Answer::Right => Some(Word::Right),
        Answer::Wrong => Some(Word::Wrong),
        _ => None,
    }
}

/// What a verdict on this piece of the run is about, or why none is kept.
pub fn situation(run: &Run, subject: Subject) -> Result<Situation, Doubt> {
    let code = code(run, subject).ok_or(Doubt::SeveralCalls)?;
    let done = behaviour(run, subject)?;
    if let Some(doubt) = done.doubt() {
        return Err(doubt.clone());
    }
    if done.before.identity_uncertain || done.after.identity_uncertain {
        return Err(Doubt::Identity);
    }
    if done.uses_streams {
        return Err(Doubt::Streams);
    }
    if is_disturbed(run, (subject.first(), subject.last())) {
        return Err(Doubt::Concurrent);
    }
    let left_with = done.leaving.with.unwrap_or(0);
    let span = subject.span(run.tree());
    let constants = |time| match constants(run, span, time) {
        Some(form) => form.doubt.map_or(Ok(form.hash.rotate_left(3)), Err),
        None => Ok(0),
    };
    Ok(Situation {
        code,
        before: done.before.hash ^ constants(done.times.0)?,
        after: Some(done.after.hash ^ left_with.rotate_left(7) ^ constants(done.times.1)?),
    })
}

/// The code of a call, a loop or some iterations, with how many; nothing for several calls, between
/// which other code ran, and for very many iterations.
fn code(run: &Run, subject: Subject) -> Option<String> {
    let tree = run.tree();
    let mut code = code_of(run, subject.first())?;
    // A loop is known by its place among the loops of its routine, which says nothing once that has changed.
    if tree.kind(subject.first()) != Kind::Routine {
        let around = routine_of(run, run.call_around(subject.first())?)?;
        code = format!("{code} in code {:016x}", around.1);
    }
    match subject.nodes(tree).take(MOST_TOGETHER + 1).count() {
        1 => Some(code),
        _ if tree.kind(subject.first()) == Kind::Routine => None,
        more if more > MOST_TOGETHER => None,
        several => Some(format!("{code} ×{several}")),
    }
}

/// The routine that a call ran, and the hash of its code.
pub fn routine_of(run: &Run, node: NodeId) -> Option<(String, u64)> {
    let NodeKind::Routine(id) = run.data(node)?.kind else {
        return None;
    };
    let definitions = run.definitions();
    let def = definitions.routine(id)?;
    Some((routine_code(definitions, def), def.code_hash))
}

/// The routines whose names match a pattern, with the hashes of their code.
pub fn routines_like(run: &Run, pattern: &Pattern) -> Vec<(String, u64)> {
    let definitions = run.definitions();
    let tree = run.tree();
    let names = tree.routine_names();
    let matching = definitions.routines().filter(|def| {
        let named = (def.id as usize) < names.len();
        named && pattern.covers(tree.routine_name(RoutineId(def.id)))
    });
    matching
        .map(|def| (routine_code(definitions, def), def.code_hash))
        .collect()
}

/// The names of the routines that are trusted as their code is now. Overloads share a name, so all of
/// them have to be.
pub fn trusted_names(run: &Run, known: &Knowledge) -> Vec<String> {
    let definitions = run.definitions();
    let tree = run.tree();
    let count = tree.routine_names().len();
    let mut names = std::collections::BTreeMap::new();
    for def in definitions
        .routines()
        .filter(|def| (def.id as usize) < count)
    {
        let trusted = known.trusts(&routine_code(definitions, def), def.code_hash);
        let name = tree.routine_name(RoutineId(def.id)).to_owned();
        *names.entry(name).or_insert(true) &= trusted;
    }
    let trusted = names.into_iter().filter(|(_, trusted)| *trusted);
    trusted.map(|(name, _)| name).collect()
}
