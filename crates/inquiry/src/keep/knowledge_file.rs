//! The knowledge base of a project: a text file of verdicts and trust that outlives sessions.
//!
//! What a person answers goes into the file before the next question is shown, and out of it again when
//! the answer is taken back. Every change reads the file anew under a lock, so that two sessions in one
//! project lose nothing of each other's. A file that cannot be read is left as it is.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_guard::files::{self, Unsafe};
use elenchus_knowledge::{Knowledge, Situation, Verdict, Word};
use elenchus_recorded::comparing::remembered::{
    KnowledgeOracle, Shared, lock, routine_of, routines_like, situation, trusted_names, word_of,
};
use elenchus_recorded::run::{Current, Run};
use elenchus_session::{
    Answer, By, Entry, Event, Pattern, PerEntry, Program, Said, Subject, routines_called,
};
use rustix::fs::{FlockOperation, flock};
use thiserror::Error;

use super::ForLater;
use super::home::{self, Home};
use super::seen::Seen;

/// Why the knowledge base cannot be used. The file is left as it is.
#[derive(Debug, Error)]
#[error("failed to read {}: {error}", path.display())]
pub struct KnowledgeError {
    pub path: PathBuf,
    pub error: io::Error,
}

impl KnowledgeError {
    /// Whether others could change the file, or we may not read it.
    pub fn is_about_access(&self) -> bool {
        self.error.kind() == io::ErrorKind::PermissionDenied
    }
}

/// The knowledge base while a session is held.
#[derive(Debug)]
pub struct KnowledgeFile {
    path: PathBuf,
    known: Shared,
    run: Current,
    /// What of it the user has seen.
    seen: Seen,
    /// What each entry of the session's log is worth.
    entries: PerEntry<Worth>,
    /// How the file was changed last, until somebody asks.
    changed: Option<ForLater>,
}

/// How much a knowledge base holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    pub verdicts: usize,
    /// How many routines are trusted.
    pub trusted: usize,
    pub path: PathBuf,
}

/// A part of a knowledge base that this user has not seen before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// `trust`, or a verdict.
    pub word: String,
    /// The routine.
    pub about: String,
    /// How the question read, line by line; nothing for trust.
    pub says: Vec<String>,
}

/// What an entry of the log adds to the file.
#[derive(Clone, Debug)]
struct Worth {
    added: Vec<Added>,
    /// Whether the file has it already.
    is_in_file: bool,
    /// Whether it was said in this session.
    is_own: bool,
}

/// Something that an answer added, with what it replaced.
#[derive(Clone, Debug)]
enum Added {
    Verdict {
        situation: Situation,
        word: Word,
        says: Vec<String>,
        replaced: Vec<(Situation, Verdict)>,
    },
    Trust {
        routine: String,
        code_hash: u64,
        replaced: Option<u64>,
    },
}

impl KnowledgeFile {
    /// The file at `path`, or the project's own. A file that does not exist is empty.
    pub fn open(path: Option<&Path>, run: Current) -> Result<KnowledgeFile, KnowledgeError> {
        let home = Home::here();
        let known = match path {
            Some(path) => read(path),
            // Its folder may not be there yet.
            None => home
                .check()
                .map_err(not_safe)
                .and_then(|()| read(&home.knowledge())),
        };
        let path = path.map_or_else(|| home.knowledge(), Path::to_owned);
        let known = match known {
            Ok(known) => known,
            Err(error) => return Err(KnowledgeError { path, error }),
        };
        Ok(KnowledgeFile {
            path,
            known: Arc::new(Mutex::new(known)),
            run,
            seen: Seen::by_user(),
            entries: PerEntry::default(),
            changed: None,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Who answers from it.
    pub fn oracle(&self) -> KnowledgeOracle {
        KnowledgeOracle::new(self.known.clone(), self.run.clone())
    }

    /// The names of the routines that are trusted as their code is now.
    pub fn trusted(&self) -> Vec<String> {
        trusted_names(&self.run(), &lock(&self.known))
    }

    /// How much it holds; nothing when it is empty.
    pub fn known(&self) -> Option<Known> {
        let known = lock(&self.known);
        (!known.is_empty()).then(|| Known {
            verdicts: known.verdicts(),
            trusted: known.trusted(),
            path: self.path.clone(),
        })
    }

    /// What it holds that this user has neither said nor seen before, such as what came with a checkout. From now on it counts
    /// as seen.
    pub fn unseen(&mut self) -> Vec<Unseen> {
        let mut entries = lock(&self.known).entries();
        entries.retain(|entry| !self.seen.has(entry));
        self.seen.note(entries.iter().map(String::as_str));
        entries.iter().map(|entry| Unseen::new(entry)).collect()
    }

    fn run(&self) -> Arc<Run> {
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        run.clone()
    }

    /// Takes in the events of an earlier part of the session, and keeps what is worth it and not kept yet.
    pub fn replay(&mut self, events: &[Event]) -> io::Result<()> {
        self.follow(events, false)?;
        self.changed = None;
        Ok(())
    }

    /// Takes in new events of a session, and keeps what is worth it.
    pub fn keep(&mut self, events: &[Event]) -> io::Result<()> {
        self.follow(events, true)
    }

    /// How the file was changed since this was last asked.
    pub fn take_change(&mut self) -> Option<ForLater> {
        self.changed.take()
    }

    fn follow(&mut self, events: &[Event], are_new: bool) -> io::Result<()> {
        let mut entries = self.entries.clone();
        let mut taken_back: Vec<Added> = Vec::new();
        for (event, place) in events.iter().zip(1..) {
            // Whoever points at a part may mean what came in.
            let is_pointing = matches!(events.get(place), Some(Event::Said(next)) if matches!(next.said, Said::Part { .. }));
            let removed = entries.follow(event, |entry| Worth {
                added: match is_pointing {
                    true => Vec::new(),
                    false => self.worth_keeping(entry),
                },
                is_in_file: entry.by == By::Knowledge,
                is_own: entry.by == By::Person,
            });
            // What these very events have added never came into the file. What others have put there goes only when
            // somebody says now that it is a mistake.
            let is_disputed = are_new && matches!(event, Event::Dispute { .. });
            if let Ok(Some(worth)) = removed
                && worth.is_in_file
                && (worth.is_own || is_disputed)
            {
                taken_back.extend(worth.added.into_iter().rev());
            }
        }
        let is_new = |worth: &Worth| !worth.is_in_file && !worth.added.is_empty();
        if !taken_back.is_empty() || entries.values().iter().any(is_new) {
            self.change(taken_back, &mut entries)?;
        }
        self.entries = entries;
        Ok(())
    }

    /// What something that was said adds: only what a person said is kept. What the file itself has said is already there.
    fn worth_keeping(&self, entry: &Entry) -> Vec<Added> {
        let run = self.run();
        match &entry.said {
            _ if !matches!(entry.by, By::Person | By::Knowledge) => Vec::new(),
            Said::Answered(subject, Answer::Trusted) => {
                let routine = subject.single().and_then(|node| routine_of(&run, node));
                routine.into_iter().map(Added::trust).collect()
            }
            Said::Answered(subject, answer) => {
                let said = word_of(*answer).zip(situation(&run, *subject).ok());
                let said = said.map(|(word, situation)| Added::Verdict {
                    situation,
                    word,
                    says: says(&run, *subject),
                    replaced: Vec::new(),
                });
                said.into_iter().collect()
            }
            Said::TrustedPattern(pattern) => {
                let named = routines_called(&*run, pattern).into_iter();
                let routines = named.flat_map(|name| routines_like(&run, &Pattern::new(&name)));
                routines.map(Added::trust).collect()
            }
            // Nothing is kept for later runs that may be mistaken.
            Said::Supposed(..)
            | Said::Found(_)
            | Said::Closed(_)
            | Said::Opened(_)
            | Said::Part { .. }
            | Said::Named { .. } => Vec::new(),
        }
    }

    /// Changes the file under a lock, from what it holds now: what was taken back, latest first, goes
    /// out, and what is new in the entries comes in.
    fn change(&mut self, taken_back: Vec<Added>, entries: &mut PerEntry<Worth>) -> io::Result<()> {
        let folder = match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        home::make_room_for(&self.path).map_err(io::Error::other)?;
        let held = File::open(folder)?;
        flock(&held, FlockOperation::LockExclusive)?;
        let mut known = read(&self.path)?;
        let before: BTreeSet<String> = known.entries().into_iter().collect();
        for added in taken_back {
            added.take_back(&mut known);
        }
        for worth in entries.values_mut().iter_mut().filter(|w| !w.is_in_file) {
            let added = std::mem::take(&mut worth.added).into_iter();
            worth.added = added.map(|added| added.put_in(&mut known)).collect();
            worth.is_in_file = true;
        }
        let after: BTreeSet<String> = known.entries().into_iter().collect();
        if after != before {
            files::replace(&self.path, known.to_text().as_bytes()).map_err(io::Error::other)?;
            let own = after.difference(&before);
            self.changed = Some(ForLater {
                kept: own.clone().count(),
                forgotten: before.difference(&after).count(),
                path: self.path.clone(),
            });
            self.seen.note(own.map(String::as_str));
        }
        *lock(&self.known) = known;
        Ok(())
    }
}

impl Added {
    fn trust((routine, code_hash): (String, u64)) -> Added {
        Added::Trust {
            routine,
            code_hash,
            replaced: None,
        }
    }

    /// Adds it, and notes what gives way.
    fn put_in(self, known: &mut Knowledge) -> Added {
        match self {
            Added::Verdict {
                situation,
                word,
                says,
                ..
            } => {
                let replaced = known.say(&situation, word, says.clone());
                Added::Verdict {
                    situation,
                    word,
                    says,
                    replaced,
                }
            }
            Added::Trust {
                routine, code_hash, ..
            } => {
                let replaced = known.trust(&routine, code_hash);
                Added::Trust {
                    replaced: replaced.filter(|&hash| hash != code_hash),
                    routine,
                    code_hash,
                }
            }
        }
    }

    /// Takes it out again, and puts back what had given way.
    fn take_back(self, known: &mut Knowledge) {
        match self {
            Added::Verdict {
                situation,
                word,
                replaced,
                ..
            } => {
                known.unsay(&situation, word);
                for (situation, verdict) in replaced {
                    known.restore(situation, verdict);
                }
            }
            Added::Trust {
                routine, replaced, ..
            } => match replaced {
                Some(code_hash) => {
                    known.trust(&routine, code_hash);
                }
                None => known.distrust(&routine),
            },
        }
    }
}

impl Unseen {
    fn new(entry: &str) -> Unseen {
        let first = entry.lines().find(|line| !line.starts_with('#'));
        let (word, about) = first
            .and_then(|line| line.split_once(' '))
            .unwrap_or_default();
        let says = entry.lines().filter_map(|line| line.strip_prefix("says "));
        Unseen {
            word: word.to_owned(),
            about: about.to_owned(),
            says: says.map(str::to_owned).collect(),
        }
    }
}

/// How the question read: its title, and each value before and after.
fn says(run: &Run, subject: Subject) -> Vec<String> {
    let shown = run.show(subject);
    let mut lines = vec![shown.title];
    for value in shown.values {
        lines.push(match (value.before, value.after) {
            (Some(before), Some(after)) => format!("{}: {before} → {after}", value.name),
            (Some(only), None) | (None, Some(only)) => format!("{}: {only}", value.name),
            (None, None) => value.name,
        });
    }
    lines
}

/// What the file holds.
fn read(path: &Path) -> io::Result<Knowledge> {
    let bytes = match files::read_own(path) {
        Ok(bytes) => bytes,
        Err(error) if error.is_absence() => return Ok(Knowledge::default()),
        Err(error) => return Err(not_safe(error)),
    };
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let text = String::from_utf8(bytes).map_err(|_| invalid("this is not text".to_owned()))?;
    Knowledge::parse(&text).map_err(|error| invalid(error.to_string()))
}

/// Why a file cannot be read: because of the system, or because others could change it.
fn not_safe(error: Unsafe) -> io::Error {
    match error {
        Unsafe::System { source, .. } => source,
        error => io::Error::new(io::ErrorKind::PermissionDenied, error),
    }
}
