//! Taking in what was recorded: one thread grows the trees, another the object index behind it.
//!
//! The tree is what everybody waits for, so it never waits for the index. The index works on what was published of the tree, block by block,
//! and mostly finds the blocks unpacked that the tree has just gone through. Whoever looks something up that the index has not reached
//! lends a hand (see [`Trace::lookup_at`]). Derived data is kept when both are done.

use super::check::note_what_is_missing;
use super::damage::Damage;
use super::objects::index::{Lookup, ObjectIndex};
use super::storage::derived::{self, Workplace};
use super::trace::{Published, Trace, is_over, lock, routine_names};
use super::tree::build::Builder;
use super::tree::forest::Forest;
use crate::definition::Definitions;
use crate::definition::file::DefinitionReader;
use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLockReadGuard};

/// How much of the records is taken in before what was made of them is published: a part of all so far, because publishing costs
/// more the more there is, within these bounds.
const STRETCH_PART: u64 = 8;
const SHORTEST_STRETCH: u64 = 16 << 20;
const LONGEST_STRETCH: u64 = 128 << 20;

/// Whoever looks something up goes through this many blocks itself that the index has not reached; more of them are indexed first.
const LOOKED_THROUGH: u32 = 16;

/// What only the thread that takes in records touches.
#[derive(Debug)]
pub(super) struct Intake {
    pub builder: Builder,
    pub reader: DefinitionReader,
    pub definitions: Arc<Definitions>,
    pub names: Arc<Vec<String>>,
    pub workplace: Workplace,
    /// Whether everything there is has been taken in and nothing will come.
    pub complete: bool,
}

/// Wakes the thread that indexes when there is more to do.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    beats: Mutex<u64>,
    changed: Condvar,
}

impl Pulse {
    fn beat(&self) {
        *lock(&self.beats) += 1;
        self.changed.notify_all();
    }

    /// Waits until there were more beats than `seen`, and returns how many there were.
    fn wait(&self, seen: u64) -> u64 {
        let beats = self
            .changed
            .wait_while(lock(&self.beats), |beats| *beats <= seen);
        *beats.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the thread that indexes, so that a panic of the one beside it does not wait for it for ever.
struct StopOnPanic<'t>(&'t Trace, &'t AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop_indexing(self.1);
        }
    }
}

impl Trace {
    /// Takes in everything that is there so far; tells `published` after each stretch.
    pub fn take_in(&self, mut published: impl FnMut(&Trace)) -> Result<(), Error> {
        if self.is_complete() && self.is_indexed() {
            return Ok(());
        }
        let stop = AtomicBool::new(false);
        self.index_beside(&stop, || {
            while !stop.load(Ordering::Relaxed) && !self.advance()? {
                published(self);
            }
            Ok(())
        })?;
        // A run that goes on: what has come since is for the next time.
        self.index().map(drop)
    }

    /// Runs `build`, which takes in records, while a thread of its own indexes what was published, until both are done. Either of them
    /// ends when `stop` is set, and sets it when it fails.
    pub fn index_beside(
        &self,
        stop: &AtomicBool,
        build: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        std::thread::scope(|scope| {
            let indexer = std::thread::Builder::new().name("indexer".into());
            let indexer = indexer.spawn_scoped(scope, || self.index_until(stop));
            let indexer = indexer.map_err(|source| Error::Io {
                action: "start a thread to index",
                path: self.folder().to_owned(),
                source,
            })?;
            let built = {
                let _guard = StopOnPanic(self, stop);
                build()
            };
            if built.is_err() || !self.is_complete() {
                self.stop_indexing(stop);
            }
            let indexed = indexer.join();
            built.and(indexed.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn stop_indexing(&self, stop: &AtomicBool) {
        stop.store(true, Ordering::Relaxed);
        self.pulse.beat();
    }

    /// Indexes what is published, again and again until all is indexed or `stop` is set, which it sets when it fails.
    pub fn index_until(&self, stop: &AtomicBool) -> Result<(), Error> {
        let mut seen = 0;
        while !stop.load(Ordering::Relaxed) {
            match self.index_some() {
                Ok(true) if self.is_indexed() => {
                    tracing::info!("all objects are indexed");
                    break;
                }
                Ok(true) => seen = self.pulse.wait(seen),
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(%error, "indexing failed");
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Takes in a stretch of what is new and publishes it, for [`Trace::index`] to go on with. Tells whether that was all there is right now.
    pub fn advance(&self) -> Result<bool, Error> {
        let mut intake = lock(&self.intake);
        if intake.complete {
            return Ok(true);
        }
        // Whether it is over must be known before looking at the files: what is written afterwards would be missed.
        let over = is_over(self.folder(), &self.meta);
        let cut = self.refresh(over)?;
        let Intake {
            builder,
            reader,
            definitions,
            names,
            ..
        } = &mut *intake;
        let more_is_known = reader.read(self.folder(), definitions)?;
        if more_is_known {
            *names = routine_names(definitions);
        }
        let (taken_before, settled_before) = (builder.taken, builder.order.settled());
        let stretch = (taken_before / STRETCH_PART).clamp(SHORTEST_STRETCH, LONGEST_STRETCH);
        let mut damage = Damage::default();
        let all = builder.advance(self.store(), definitions, over, &cut, stretch, &mut damage)?;
        let is_new = more_is_known
            || builder.taken > taken_before
            || builder.order.settled() > settled_before;
        intake.complete = all && over;
        if intake.complete {
            note_what_is_missing(self.folder(), &intake.reader, self.store(), &mut damage);
        }
        lock(&self.damage).extend(damage);
        if is_new || intake.complete {
            intake.builder.file.flush()?;
            self.publish(intake.publish());
            self.pulse.beat();
        }
        // What was sealed in the middle of a look is there at the next one. Should it be lost, nobody waits for it without a pause.
        Ok(all || !is_new)
    }

    /// Lets the object index catch up with what was published. Tells whether all is taken in and indexed, and nothing will come.
    pub fn index(&self) -> Result<bool, Error> {
        while !self.index_some()? {}
        Ok(self.is_indexed())
    }

    /// Takes a few blocks into the object index; tells whether that were all that can be had now. The derived data is kept when
    /// there is nothing more to come.
    fn index_some(&self) -> Result<bool, Error> {
        let (forest, definitions) = (self.forest(), self.definitions());
        let mut objects = lock(&self.objects);
        if self.is_indexed() {
            return Ok(true);
        }
        let store = self.store();
        let fetch = |key| {
            let found = store.pass_again(key);
            if found.is_some() || forest.over {
                return found;
            }
            // Since the files were last looked at, it was sealed and its slot reused.
            self.refresh(false).ok()?;
            store.pass_again(key)
        };
        let all = objects.advance(&definitions, &fetch, store, &forest)?;
        self.publish_lookup(objects.lookup());
        if all && forest.over {
            self.keep_derived(&objects);
            self.indexed.store(true, Ordering::Release);
        }
        Ok(all)
    }

    /// Keeps the derived data, which is complete, for the next time.
    fn keep_derived(&self, objects: &ObjectIndex) {
        let mut intake = lock(&self.intake);
        let fingerprint = self.store().fingerprint() ^ intake.reader.fingerprint();
        let kept = derived::save(
            &intake.workplace,
            fingerprint,
            &self.store().table(),
            &intake.builder,
            objects,
            &self.damage(),
        );
        // A folder that cannot be written to is read all the same; the work is done again the next time.
        if kept.is_ok() {
            intake.workplace.keep(self.folder());
        }
    }

    /// Whether the object index is complete, too, so that no thread has anything to do for this trace any more.
    pub fn is_indexed(&self) -> bool {
        self.indexed.load(Ordering::Acquire)
    }

    /// The object index as far as a look at things up to a block needs it. What it has not reached is gone through by whoever
    /// looks; before that becomes much, the index is helped along.
    pub(super) fn lookup_at(&self, forest: &Forest, block: u32) -> RwLockReadGuard<'_, Lookup> {
        let wanted = forest.order.settled().min(forest.order.place(block) + 1);
        loop {
            let lookup = self.lookup();
            if lookup.blocks().saturating_add(LOOKED_THROUGH) >= wanted {
                return lookup;
            }
            drop(lookup);
            // Without a place to write to, or when a block cannot be had right now, going through the blocks is all that is left.
            if self.index_some().unwrap_or(true) {
                return self.lookup();
            }
        }
    }
}

impl Intake {
    pub fn publish(&self) -> Published {
        let (builder, over) = (&self.builder, self.complete);
        let forest = Forest::new(builder, &self.definitions, over);
        Published {
            forest: Arc::new(forest),
            definitions: self.definitions.clone(),
            names: self.names.clone(),
            complete: self.complete,
            page_bytes: self.builder.file.bytes(),
            cut: self.builder.cut,
            lost: self.builder.lost,
        }
    }
}
