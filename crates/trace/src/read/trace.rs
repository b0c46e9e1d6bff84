//! A trace, opened: the façade of everything that can be asked of it.
//!
//! Whoever has a [`Trace`] may ask from any thread. One thread at a time takes in what is new ([`Trace::advance`]); it publishes
//! a new [`Forest`] when it is done with a stretch, and nobody ever waits for it longer than it takes to swap a pointer. How that and the
//! indexing of objects go on side by side is told by [`intake`](super::intake).

use super::asking::abreast::Turns;
use super::asking::history::Moment;
use super::asking::node::NodeData;
use super::budget::Budget;
use super::damage::Damage;
use super::intake::{Intake, Pulse};
use super::objects::index::{Lookup, ObjectIndex};
use super::slots::cut::Cut;
use super::slots::records::SlotRecords;
use super::slots::store::SlotStore;
use super::slots::touches::Touches;
use super::storage::derived::{Known, Saved, Workplace};
use super::storage::lru::Lru;
use super::tree::build::Builder;
use super::tree::forest::Forest;
use super::tree::locate::{self, Place, SegmentMap};
use crate::definition::Definitions;
use crate::definition::file::DefinitionReader;
use crate::error::Error;
use crate::meta::{End, Meta};
use crate::value::{NodeKey, Time};
use elenchus_tree::{Columns, NodeId, Tree};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

/// What part of the memory for looking at nodes is for finding them.
const MAPPED: usize = 4;

/// How many bytes are kept about passes whose iterations were counted.
const COUNTED: usize = 1 << 16;

/// A trace on disk, finished or not.
#[derive(Debug)]
pub struct Trace {
    folder: PathBuf,
    pub(crate) meta: Meta,
    budget: Budget,
    store: SlotStore,
    pub(super) intake: Mutex<Intake>,
    published: RwLock<Published>,
    /// Only for those who index; everybody else uses what was last published of it.
    pub(super) objects: Mutex<ObjectIndex>,
    lookup: RwLock<Lookup>,
    /// Whether everything is taken in and indexed.
    pub(super) indexed: AtomicBool,
    pub(super) pulse: Pulse,
    nodes: Mutex<Lru<NodeKey, Arc<NodeData>>>,
    /// Where the nodes of segments begin and end, by the segments' numbers.
    maps: Mutex<Lru<u32, Arc<SegmentMap>>>,
    /// How many iterations a loop had made before one of its passes, by strand and loop: the latest that was asked for.
    counted: Mutex<Lru<(u32, u32), (u32, u64)>>,
    pub(super) damage: Mutex<Damage>,
    /// In which turns the blocks were handed over, as they stood when somebody last asked.
    pub(super) turns: Mutex<Turns>,
}

/// What is known of the trees at one moment.
#[derive(Clone, Debug)]
pub(super) struct Published {
    pub forest: Arc<Forest>,
    pub definitions: Arc<Definitions>,
    /// Routine names by number, for trees.
    pub names: Arc<Vec<String>>,
    pub complete: bool,
    pub page_bytes: u64,
    pub cut: Option<u32>,
    pub lost: u64,
}

/// The tree at one moment, with the keys of its nodes.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub tree: Tree,
    forest: Arc<Forest>,
    /// Whether the recording is over, so that no later snapshot will differ.
    pub over: bool,
}

impl Snapshot {
    /// The key of a node; it stays the same in later snapshots and when the trace is opened again.
    pub fn key_of(&self, node: NodeId) -> NodeKey {
        self.forest.key_of(node)
    }

    /// How many numbers of code there are; see [`super::tree::forest::code`].
    pub fn codes(&self) -> u32 {
        self.forest.codes() as u32
    }

    /// How many nodes, counted from the first, have the same numbers as in an earlier snapshot.
    pub fn unchanged_since(&self, earlier: &Snapshot) -> usize {
        self.forest.unchanged_since(&earlier.forest) as usize
    }

    /// The node with that key, if it had begun at the time of the snapshot.
    pub fn node_of(&self, key: NodeKey) -> Option<NodeId> {
        self.forest.node_of(key)
    }
}

impl Trace {
    /// Opens a trace and takes in everything that is there so far.
    pub fn open(folder: &Path, budget: Budget) -> Result<Trace, Error> {
        let trace = Trace::attach(folder, budget)?;
        trace.take_in(|_| {})?;
        Ok(trace)
    }

    /// Opens a trace without taking in its records; [`Trace::take_in`] does that, or [`Trace::advance`] and [`Trace::index`] bit by
    /// bit. A finished trace that was read before is complete at once.
    pub fn attach(folder: &Path, budget: Budget) -> Result<Trace, Error> {
        let meta = Meta::read(folder)?;
        let over = is_over(folder, &meta);
        let mut damage = Damage::default();
        let mut reader = DefinitionReader::default();
        let mut definitions = Arc::default();
        let mut opened = None;
        if over && let Some(saved) = Saved::read(folder) {
            reader.read(folder, &mut definitions)?;
            opened = reopen(folder, budget, &saved, &reader)?;
        }
        let (store, known) = match opened {
            Some((store, known)) => (store, Some(known)),
            None => {
                let store = SlotStore::new(folder, budget);
                store.refresh(over, &mut damage)?;
                reader.read(folder, &mut definitions)?;
                (store, None)
            }
        };
        let complete = known.is_some();
        let workplace = Workplace::new(folder, complete)?;
        let (builder, objects) = match known {
            Some(known) => {
                damage = known.damage;
                // The derived data may be older than the damage.
                if End::is_damaged(folder) {
                    damage.end_file();
                }
                (known.builder, known.objects)
            }
            None => (
                Builder::new(workplace.page_file()?),
                ObjectIndex::new(workplace.path(), budget.unsealed),
            ),
        };
        let intake = Intake {
            builder,
            reader,
            names: routine_names(&definitions),
            definitions,
            workplace,
            complete,
        };
        Ok(Trace {
            folder: folder.to_owned(),
            meta,
            budget,
            published: RwLock::new(intake.publish()),
            store,
            intake: Mutex::new(intake),
            lookup: RwLock::new(objects.lookup()),
            objects: Mutex::new(objects),
            indexed: AtomicBool::new(complete),
            pulse: Pulse::default(),
            nodes: Mutex::new(Lru::new(budget.view - budget.view / MAPPED)),
            maps: Mutex::new(Lru::new(budget.view / MAPPED)),
            counted: Mutex::new(Lru::new(COUNTED)),
            damage: Mutex::new(damage),
            turns: Mutex::default(),
        })
    }

    /// Looks for new frames and rings; tells how far they may be taken in.
    pub(super) fn refresh(&self, over: bool) -> Result<Cut, Error> {
        let mut damage = Damage::default();
        let cut = self.store.refresh(over, &mut damage)?;
        lock(&self.damage).extend(damage);
        Ok(cut)
    }

    /// Bytes of derived data, why the recording was cut, and events lost.
    pub(crate) fn taken(&self) -> (u64, Option<u32>, u64) {
        let objects = self.lookup().bytes();
        let published = self.published();
        (
            published.page_bytes + objects,
            published.cut,
            published.lost,
        )
    }

    /// Shows everybody the trees as they are now.
    pub(super) fn publish(&self, published: Published) {
        *self
            .published
            .write()
            .unwrap_or_else(PoisonError::into_inner) = published;
    }

    /// Shows everybody the object index as it is now.
    pub(super) fn publish_lookup(&self, lookup: Lookup) {
        *self.lookup.write().unwrap_or_else(PoisonError::into_inner) = lookup;
    }

    /// The nodes that were looked at of late.
    pub(crate) fn lock_nodes(&self) -> MutexGuard<'_, Lru<NodeKey, Arc<NodeData>>> {
        lock(&self.nodes)
    }

    /// How many iterations loops had made before some of their passes.
    pub(crate) fn lock_counted(&self) -> MutexGuard<'_, Lru<(u32, u32), (u32, u64)>> {
        lock(&self.counted)
    }

    /// What is held of nodes that were looked at.
    pub(crate) fn looked_at_bytes(&self) -> usize {
        lock(&self.nodes).bytes() + lock(&self.maps).bytes()
    }

    /// The object index as last published.
    pub(crate) fn lookup(&self) -> RwLockReadGuard<'_, Lookup> {
        self.lookup.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn store(&self) -> &SlotStore {
        &self.store
    }

    fn published(&self) -> Published {
        self.published
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The strands as last published.
    pub fn forest(&self) -> Arc<Forest> {
        self.published().forest
    }

    /// What the numbers mean, as far as is known.
    pub fn definitions(&self) -> Arc<Definitions> {
        self.published().definitions
    }

    /// Whether the recording is over and everything has been taken in. The object index may still be at work.
    pub fn is_complete(&self) -> bool {
        self.published().complete
    }

    /// How the recording was started.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// How it ended, if it ended in an orderly way.
    pub fn end(&self) -> Option<End> {
        End::read(&self.folder)
    }

    /// Whether the recorded program still runs, as far as one can see.
    pub fn is_running(&self) -> bool {
        !is_over(&self.folder, &self.meta)
    }

    /// The memory this reader may use.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What could not be read so far.
    pub fn damage(&self) -> Damage {
        let mut damage = lock(&self.damage).clone();
        for block in self.store.changed_since() {
            damage.changed_since(block);
        }
        damage
    }

    /// The tree as last published.
    pub fn snapshot(&self) -> Snapshot {
        let published = self.published();
        Snapshot {
            tree: published.forest.tree(published.names),
            forest: published.forest,
            over: published.complete,
        }
    }

    /// The raw records of a block, for tools that go through them by themselves.
    pub fn records(&self, block: u32) -> Option<Arc<SlotRecords>> {
        self.block(&self.forest(), block)
    }

    /// The records of a block.
    pub(crate) fn block(&self, forest: &Forest, block: u32) -> Option<Arc<SlotRecords>> {
        let key = *forest.blocks.get(block as usize)?;
        let found = self.store.fetch(key);
        if found.is_some() || forest.over {
            return found;
        }
        // Since the files were last looked at, the block was sealed and its slot reused: by now it is in a frame.
        self.refresh(false).ok()?;
        self.store.fetch(key)
    }

    /// Which records of a block are about an object (0: about static fields), and perhaps about others.
    pub(crate) fn touches_of(
        &self,
        moment: &Moment,
        block: u32,
        word: u32,
    ) -> Option<(Arc<SlotRecords>, Arc<Touches>)> {
        let records = self.block(&moment.forest, block)?;
        if records.known_touches().is_none()
            && let Some(first) = records.first_touches(moment.definitions.layouts(), word)
        {
            return Some((records, first));
        }
        self.touches(moment, block)
    }

    /// Which records of a block are about which object.
    pub(crate) fn touches(
        &self,
        moment: &Moment,
        block: u32,
    ) -> Option<(Arc<SlotRecords>, Arc<Touches>)> {
        let records = self.block(&moment.forest, block)?;
        let key = *moment.forest.blocks.get(block as usize)?;
        let layouts = moment.definitions.layouts();
        let touches = self.store.touches(key, &records, layouts);
        Some((records, touches))
    }

    /// The time right before a node began.
    pub fn before(&self, node: NodeKey) -> Option<Time> {
        self.span(node).map(|span| span.0)
    }

    /// The time right after a node ended; `None` while it has not.
    pub fn after(&self, node: NodeKey) -> Option<Time> {
        self.span(node)?.1
    }

    /// When a node began and ended. A pass through a loop begins at the loop's header, which is before its first record.
    pub(crate) fn span(&self, node: NodeKey) -> Option<(Time, Option<Time>)> {
        let (begin, end) = self.places(node)?;
        let header = self.header_before(&self.moment(), node);
        let before = header.map_or(begin.before(), Place::after);
        Some((before, end.map(Place::after)))
    }

    /// The records that began and ended a node.
    pub(crate) fn places(&self, node: NodeKey) -> Option<(Place, Option<Place>)> {
        let (forest, definitions) = (self.forest(), self.definitions());
        let (_, strand) = forest.strand(node.strand)?;
        if node.index >= strand.shape.nodes() {
            return None;
        }
        let maps = |segment| self.map(&forest, &definitions, segment);
        let begin = locate::beginning(&forest, &maps, strand, node.index)?;
        let end = locate::ending(&forest, &maps, strand, node.index);
        Some((begin, end))
    }

    /// Where the nodes of a segment begin and end.
    fn map(
        &self,
        forest: &Forest,
        definitions: &Definitions,
        segment: u32,
    ) -> Option<Arc<SegmentMap>> {
        let now = forest.segments.get(segment as usize)?;
        let known = lock(&self.maps).get(segment);
        if let Some(map) = known.filter(|map| map.is_of(now)) {
            return Some(map);
        }
        let fetch = |block| self.block(forest, block);
        let map = SegmentMap::new(forest, definitions.layouts(), &fetch, segment)?;
        let map = Arc::new(map);
        lock(&self.maps).put(segment, map.clone(), map.size());
        Some(map)
    }
}

/// A finished trace with what was derived from it before, if the two still belong together.
fn reopen(
    folder: &Path,
    budget: Budget,
    saved: &Saved,
    reader: &DefinitionReader,
) -> Result<Option<(SlotStore, Known)>, Error> {
    let store = SlotStore::new(folder, budget);
    if !saved.frames().is_some_and(|frames| store.adopt(&frames)) {
        return Ok(None);
    }
    // Rings, and frames that have come since.
    store.refresh(true, &mut Damage::default())?;
    let known = saved.load(store.fingerprint() ^ reader.fingerprint());
    if known.is_some() {
        store.check();
    }
    Ok(known.map(|known| (store, known)))
}

pub(super) fn routine_names(definitions: &Definitions) -> Arc<Vec<String>> {
    let last = definitions.routines().map(|def| def.id).max().unwrap_or(0);
    let mut names = vec![String::new(); last as usize + 1];
    for def in definitions.routines() {
        let class = definitions.class(def.class).map_or("", |class| &class.name);
        names[def.id as usize] = format!("{class}.{}", def.name);
    }
    Arc::new(names)
}

/// Whether nothing will be added to a trace any more: it ended in order, or its process is gone.
pub(super) fn is_over(folder: &Path, meta: &Meta) -> bool {
    End::read(folder).is_some() || !process_lives(meta)
}

/// Whether the recorded process runs on this machine. Numbers are reused and traces are copied, so a process that began
/// after the recording is another one.
fn process_lives(meta: &Meta) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{}/stat", meta.process)) else {
        return false;
    };
    // The name in parentheses may hold anything; the fields after it are plain. The third field is the state, the 22nd the start in
    // ticks since boot.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let mut fields = fields.split_whitespace();
    // A process that has ended stays listed until whoever started it asks how.
    if fields.next().is_none_or(|state| matches!(state, "Z" | "X")) {
        return false;
    }
    let ticks = fields.nth(18).and_then(|ticks| ticks.parse::<u64>().ok());
    let boot = std::fs::read_to_string("/proc/stat").ok().and_then(|stat| {
        let line = stat.lines().find(|line| line.starts_with("btime "))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    match (ticks, boot) {
        // Ticks are hundredths of a second wherever Linux shows them.
        (Some(ticks), Some(boot)) => boot + ticks / 100 <= meta.started_ms / 1000 + 2,
        _ => true,
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_that_has_ended_does_not_live_although_it_is_listed() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let meta = Meta {
            process: child.id(),
            started_ms: now.unwrap().as_millis() as u64,
            ..Meta::default()
        };
        assert!(process_lives(&meta));
        // A recording that began long before is another process's.
        let earlier = Meta {
            started_ms: 1,
            ..meta.clone()
        };
        assert!(!process_lives(&earlier));
        drop(child.stdin.take());
        while process_lives(&meta) {
            std::thread::yield_now();
        }
        assert!(Path::new("/proc").join(child.id().to_string()).exists());
        child.wait().unwrap();
        assert!(!process_lives(&meta));
    }
}
