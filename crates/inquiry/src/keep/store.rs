//! Where a session is kept: a file of JSON lines, appended to and synced before the next question.
//!
//! The first line says which tree the session is about; every further line is one event. A last
//! line that was cut short (the machine stopped while it was written) is dropped, since the answer
//! in it was never confirmed. Anything else that cannot be read is an error, and the file is left as
//! it is.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_guard::files::{self, Unsafe};
use elenchus_recorded::run::Current;
use elenchus_session::{Event, Log};
use elenchus_trace::value::NodeKey;
use elenchus_tree::{Kind, NodeId, Tree};
use elenchus_wire::Version;
use elenchus_wire::session_file::{Header, StoredError, StoredEvent, StoredNode};
use rustix::fs::{FlockOperation, flock};
use serde::Serialize;
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use super::Keeper;
use super::home;
use super::recordings::Claim;

/// Why a session file cannot be used. It is left as it is.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("failed to {what} {}: {error}", path.display())]
    Unusable {
        what: &'static str,
        path: PathBuf,
        error: io::Error,
    },
    #[error("failed to open the session file: {0}")]
    Unsafe(#[from] Unsafe),
    #[error("failed to rename {}: {error}", path.display())]
    NotSetAside { path: PathBuf, error: io::Error },
    #[error("{} is in use by another session", path.display())]
    InUse { path: PathBuf },
    #[error("{}:{line}: {problem}", path.display())]
    Damaged {
        path: PathBuf,
        line: usize,
        problem: String,
    },
    #[error("the session in {} is about another tree", path.display())]
    OtherTree { path: PathBuf },
}

/// What a session is about, and how its nodes are named in the file.
#[derive(Debug)]
pub enum Named {
    /// A tree file: by the numbers of its nodes.
    Tree(Arc<Tree>),
    /// A trace: by thread and place in it, which stay the same however the run goes on.
    Trace(Current),
}

impl Named {
    /// The name of a node.
    fn name(&self, node: NodeId) -> StoredNode {
        StoredNode(match self {
            Named::Tree(_) => u64::from(node.0),
            Named::Trace(run) => {
                let run = run.read().unwrap_or_else(PoisonError::into_inner);
                let key = run.snapshot().key_of(node);
                u64::from(key.strand) << 32 | u64::from(key.index)
            }
        })
    }

    /// The node with this name.
    fn node(&self, StoredNode(name): StoredNode) -> Option<NodeId> {
        match self {
            Named::Tree(_) => Some(NodeId::at(u32::try_from(name).ok()?)),
            Named::Trace(run) => {
                let run = run.read().unwrap_or_else(PoisonError::into_inner);
                let key = NodeKey {
                    strand: u32::try_from(name >> 32).ok()?,
                    index: name as u32,
                };
                run.snapshot().node_of(key)
            }
        }
    }
}

/// Why a line of a session file is no event.
#[derive(Debug, Error)]
enum LineError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Meaning(#[from] StoredError),
}

/// The event in a line of a session file, with nodes by the names that they have there.
fn event_in(line: &str) -> Result<Event<StoredNode>, LineError> {
    let event: StoredEvent = serde_json::from_str(line)?;
    Ok(event.try_into()?)
}

/// How much of a session file counts: what follows the last line break was cut short.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&b| b == b'\n');
    &bytes[..end.map_or(0, |at| at + 1)]
}

/// The loop that the user calls by this name in the session kept at `path`. What cannot be read there is
/// left to [`Store::open`] to complain about.
pub fn loop_called(path: &Path, given: &str) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let text = std::str::from_utf8(whole_lines(&bytes)).ok()?;
    let mut log = Log::default();
    for line in text.lines().skip(1) {
        log.follow(&event_in(line).ok()?).ok()?;
    }
    log.named(given).map(str::to_owned)
}

/// A session file.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    header: Header,
    subject: Named,
    /// Open, locked and positioned at its end, once it is there.
    file: Option<File>,
    /// Where the file ended before the events that were kept last.
    kept_until: u64,
    /// Whether the file has its first line.
    begun: bool,
    /// Held while something is written, so that nothing is cut short by an orderly exit.
    busy: Arc<Mutex<()>>,
    /// Keeps the recording from being removed meanwhile.
    _claim: Option<Claim>,
}

impl Store {
    /// A store at `path` for a session about what `subject` names, not yet looked for.
    fn at(path: PathBuf, subject: Named) -> Store {
        let (nodes, tree, _claim) = match &subject {
            Named::Tree(tree) => (tree.len(), fingerprint(tree), None),
            // A trace may still grow; its start tells it apart.
            Named::Trace(run) => {
                let run = run.read().unwrap_or_else(PoisonError::into_inner);
                let meta = run.trace().meta();
                let start = format!("trace {} {}", meta.started_ms, meta.process);
                (0, start, Claim::on(run.trace().folder()))
            }
        };
        let header = Header {
            elenchus_session: Version::SESSION_FILE,
            nodes,
            tree,
        };
        Store {
            path,
            header,
            subject,
            file: None,
            kept_until: 0,
            begun: false,
            busy: Arc::default(),
            _claim,
        }
    }

    /// The events of the session that is kept at `path`, which may go on meanwhile.
    pub fn read(path: PathBuf, subject: Named) -> Result<Vec<Event>, StoreError> {
        let store = Store::at(path, subject);
        match std::fs::read(&store.path) {
            Ok(bytes) => store.parse(whole_lines(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(store.unusable("read", error)),
        }
    }

    /// The store at `path` for a session about what `subject` names, and the events it holds.
    pub fn open(path: PathBuf, subject: Named) -> Result<(Store, Vec<Event>), StoreError> {
        let mut store = Store::at(path, subject);
        let options = OpenOptions::new().read(true).write(true).clone();
        let mut file = match files::open_plain(&store.path, &options) {
            Ok(file) => file,
            Err(error) if error.is_absence() => return Ok((store, Vec::new())),
            Err(Unsafe::System { source, .. }) => return Err(store.unusable("open", source)),
            Err(error) => return Err(error.into()),
        };
        store.lock(&file)?;
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| store.unusable("read", error))?;
        let whole = whole_lines(&bytes);
        if whole.is_empty() && !bytes.is_empty() && !store.may_begin_with(&bytes) {
            return Err(StoreError::Damaged {
                path: store.path,
                line: 1,
                problem: "this is not a session file".to_owned(),
            });
        }
        let events = store.parse(whole)?;
        tracing::info!(events = events.len(), path = %store.path.display(), "a session goes on");
        file.set_len(whole.len() as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| store.unusable("write", error))?;
        store.begun = !whole.is_empty();
        store.file = Some(file);
        Ok((store, events))
    }

    /// Moves an earlier session out of the way. Returns where to.
    pub fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        let numbered = |number: u32| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{number}"));
            PathBuf::from(name)
        };
        let free = (1..).map(numbered).find(|path| !path.exists());
        let free = free.expect("there is always a free number");
        std::fs::rename(path, &free).map_err(|error| StoreError::NotSetAside {
            path: path.to_owned(),
            error,
        })?;
        Ok(Some(free))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A lock that is held while something is being written.
    pub fn busy(&self) -> Arc<Mutex<()>> {
        self.busy.clone()
    }

    /// Takes the events out again that were kept last.
    pub(super) fn take_back(&mut self) -> io::Result<()> {
        match &mut self.file {
            Some(file) => cut(file, self.kept_until).and_then(|()| file.sync_data()),
            None => Ok(()),
        }
    }

    fn parse(&self, bytes: &[u8]) -> Result<Vec<Event>, StoreError> {
        let damaged = |line: usize, problem: &dyn std::fmt::Display| StoreError::Damaged {
            path: self.path.clone(),
            line,
            problem: problem.to_string(),
        };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
            damaged(line, &"this is not text")
        })?;
        let mut lines = text.lines().zip(1..);
        let Some((first, _)) = lines.next() else {
            return Ok(Vec::new());
        };
        let header: Header = serde_json::from_str(first)
            .map_err(|error| damaged(1, &format!("this is not a session file: {error}")))?;
        Version::SESSION_FILE
            .can_read(header.elenchus_session)
            .map_err(|error| damaged(1, &error))?;
        if header != self.header {
            return Err(StoreError::OtherTree {
                path: self.path.clone(),
            });
        }
        lines
            .map(|(line, number)| {
                let event = event_in(line).map_err(|error| damaged(number, &error))?;
                let event = event.try_map(&|name| self.subject.node(name));
                event.ok_or_else(|| damaged(number, &"there is no such node"))
            })
            .collect()
    }

    /// Whether these bytes are a first line of ours that was cut short. Whatever else a file without a line break holds, it
    /// is not a session, and is not written over.
    fn may_begin_with(&self, bytes: &[u8]) -> bool {
        serde_json::to_vec(&self.header).is_ok_and(|line| line.starts_with(bytes))
    }

    fn lock(&self, file: &File) -> Result<(), StoreError> {
        flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|_| StoreError::InUse {
            path: self.path.clone(),
        })
    }

    fn unusable(&self, what: &'static str, error: io::Error) -> StoreError {
        StoreError::Unusable {
            what,
            path: self.path.clone(),
            error,
        }
    }

    /// The file, made with its first line when there is none. One that was removed meanwhile keeps nothing any more.
    fn file(&mut self) -> io::Result<&mut File> {
        let is_gone = |file: &File| !files::is_at(file, &self.path);
        if self.file.as_ref().is_some_and(is_gone) {
            return Err(self.removed());
        }
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                home::make_room_for(&self.path).map_err(io::Error::other)?;
                let file = files::create_new(&self.path)?;
                flock(&file, FlockOperation::NonBlockingLockExclusive)?;
                file
            }
        };
        let file = self.file.insert(file);
        if !self.begun {
            let begun = write_line(file, &self.header);
            begun.or_else(|error| cut(file, 0).and(Err(error)))?;
            self.begun = true;
        }
        Ok(file)
    }

    fn removed(&self) -> io::Error {
        let path = self.path.display();
        io::Error::new(
            io::ErrorKind::NotFound,
            format!("{path} was removed or replaced while the session went on"),
        )
    }
}

impl Keeper for Store {
    fn keep(&mut self, events: &[Event]) -> io::Result<()> {
        if events.is_empty() {
            return Ok(());
        }
        let busy = self.busy.clone();
        let _writing = busy.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines = Vec::new();
        for event in events {
            let named = event.clone().try_map(&|node| Some(self.subject.name(node)));
            let named =
                named.ok_or_else(|| io::Error::other("an event names no node of the tree"))?;
            lines.push(StoredEvent::from(named));
        }
        let file = self.file()?;
        let end = file.stream_position()?;
        let written = lines.iter().try_for_each(|line| write_line(file, line));
        let kept = written.and_then(|()| file.sync_data());
        match &kept {
            Ok(()) => {
                tracing::info!(events = lines.len(), "kept");
                self.kept_until = end;
            }
            Err(error) => {
                tracing::error!(%error, "not kept");
                // Half of it would be read as a whole.
                cut(file, end)?;
            }
        }
        kept
    }
}

/// Makes a file end here.
fn cut(file: &mut File, end: u64) -> io::Result<()> {
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end)).map(|_| ())
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    file.write_all(&text)
}

/// What tells trees apart: shape, routines and kinds.
fn fingerprint(tree: &Tree) -> String {
    let mut hash = Xxh3::new();
    for node in tree.nodes() {
        let size = tree.size(node) as u64;
        hash.update(&size.to_le_bytes());
        hash.update(&tree.routine(node).0.to_le_bytes());
        let kind = Kind::ALL.iter().position(|&kind| kind == tree.kind(node));
        hash.update(&[kind.unwrap_or(0) as u8]);
    }
    for name in tree.routine_names().iter() {
        hash.update(name.as_bytes());
        hash.update(&[0]);
    }
    format!("{:016x}", hash.digest())
}
