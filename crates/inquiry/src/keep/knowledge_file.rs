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
use elenchus_session::{Answer, By, Entry, Event, Pattern, PerEntry, Program, Said, Subject};
use rustix::fs::{FlockOperation, flock};
use thiserror::Error;

use super::seen::Seen;

/// The name of the file in the project's folder.
const FILE_NAME: &str = "elenchus-knowledge.txt";

/// What the folder of a project holds in any language, one of them; see also [`elenchus_languages::project_marks`].
const PROJECT_MARKS: [&str; 3] = [FILE_NAME, ".git", ".hg"];

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
        let path = path.map_or_else(project_file, Path::to_owned);
        let known = match read(&path) {
            Ok(known) => known,
            Err(error) => return Err(KnowledgeError { path, error }),
        };
        Ok(KnowledgeFile {
            path,
            known: Arc::new(Mutex::new(known)),
            run,
            seen: Seen::by_user(),
            entries: PerEntry::default(),
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

    /// Takes in events of a session, old or new, and keeps what is worth it.
    pub fn keep(&mut self, events: &[Event]) -> io::Result<()> {
        let mut entries = self.entries.clone();
        let mut taken_back: Vec<Added> = Vec::new();
        for event in events {
            let removed = entries.follow(event, |entry| Worth {
                added: self.worth_keeping(entry),
                is_in_file: false,
            });
            // What these very events have added never came into the file.
            if let Ok(Some(worth)) = removed
                && worth.is_in_file
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

    /// What something that was said adds: only what a person said is kept.
    fn worth_keeping(&self, entry: &Entry) -> Vec<Added> {
        let run = self.run();
        match &entry.said {
            _ if entry.by != By::Person => Vec::new(),
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
                let routines = routines_like(&run, &Pattern::new(pattern));
                routines.into_iter().map(Added::trust).collect()
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
        let folder = folder.to_owned();
        let held = File::open(&folder)?;
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

/// The file of the project that holds the current folder: the nearest folder above it that looks like
/// one, else this folder.
fn project_file() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let is_project = |folder: &&Path| {
        let marks = PROJECT_MARKS
            .into_iter()
            .chain(elenchus_languages::project_marks());
        marks.into_iter().any(|mark| folder.join(mark).exists())
    };
    match here.ancestors().find(is_project) {
        Some(folder) if folder != here => folder.join(FILE_NAME),
        _ => PathBuf::from(FILE_NAME),
    }
}

/// What the file holds.
fn read(path: &Path) -> io::Result<Knowledge> {
    let bytes = match files::read_own(path) {
        Ok(bytes) => bytes,
        Err(error) if error.is_absence() => return Ok(Knowledge::default()),
        Err(Unsafe::System { source, .. }) => return Err(source),
        Err(error) => return Err(io::Error::new(io::ErrorKind::PermissionDenied, error)),
    };
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let text = String::from_utf8(bytes).map_err(|_| invalid("this is not text".to_owned()))?;
    Knowledge::parse(&text).map_err(|error| invalid(error.to_string()))
}
