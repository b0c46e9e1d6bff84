//! The ledger: what was written last to the cells of objects that live long, and when that is worth a summary.
//!
//! To tell what an object holds, blocks are looked through until every one of its cells was met. Most objects are whole again
//! after a block or two. But an array that is written to all the time, with one element that was written once long ago, would
//! lead whoever looks at it through every block in between. So the ledger, which sees every write once, sums up: when the
//! latest writes to a section lie scattered over several blocks, it writes them down together, to be read in place of the blocks.
//!
//! It is bounded: it forgets what was not written to for longest, and writes no more than a small part of what the records
//! take. A summary tells from which block on it knows everything, so whatever is missing costs time only.

use super::cells::{Cell, Section};
use super::marks::{Touched, WordHasher, mix};
use super::summaries::{Entry, Summary};
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::hash::BuildHasherDefault;

/// A section is summed up when this many blocks would have to be looked through for it.
const SCATTERED: u32 = 6;
/// Summaries take at most one byte for this many bytes of records; what is not used is saved, up to the other number of bytes, with
/// which a trace begins.
const PART: usize = 64;
const SAVED_UP: usize = 1 << 16;
/// Entries kept in mind, of all sections together.
const ENTRIES: usize = 1 << 16;
/// Sections that get an account when they are met again.
const ACQUAINTANCES: usize = 1 << 16;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

#[derive(Debug)]
pub struct Ledger {
    accounts: Map<Section, Account>,
    objects: Map<u32, Object>,
    /// Entries of all accounts.
    entries: usize,
    acquaintances: Acquaintances,
    /// Bytes that summaries may take now.
    credit: usize,
}

/// Sections that were met before, as far as their numbers were not taken by others since.
#[derive(Debug)]
struct Acquaintances(Vec<u32>);

impl Acquaintances {
    /// Whether a section was met before.
    fn meet(&mut self, section: Section) -> bool {
        let mixed = mix(section.code());
        let own = (mixed >> 32) as u32;
        std::mem::replace(&mut self.0[mixed as usize % ACQUAINTANCES], own) == own
    }
}

/// What is known of a section.
#[derive(Debug)]
struct Account {
    /// Everything that was written to it from this block on is known.
    from: u32,
    /// The latest block that wrote to it.
    latest: u32,
    /// The first block after its last summary, and how many blocks have written to it since.
    open: u32,
    touched: u32,
    /// The last write to each of its cells, by number.
    entries: Vec<Entry>,
}

/// An object with accounts.
#[derive(Debug, Default)]
struct Object {
    accounts: u32,
    /// What was known before this block does not hold any more.
    anew: u32,
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger {
            accounts: Map::default(),
            objects: Map::default(),
            entries: 0,
            acquaintances: Acquaintances(vec![0; ACQUAINTANCES]),
            credit: SAVED_UP,
        }
    }
}

impl Ledger {
    /// Takes in what a block of `bytes` bytes did. Returns the sections that are summed up at its end.
    pub fn take(&mut self, block: u32, bytes: usize, touched: &Touched) -> Vec<(Section, Summary)> {
        for object in touched.remade() {
            if let Some(object) = self.objects.get_mut(&object) {
                object.anew = block + 1;
            }
        }
        let mut due = Vec::new();
        for cells in touched.cells.chunk_by(|a, b| a.section() == b.section()) {
            let section = cells[0].section();
            if !touched.is_remade(section.object()) {
                let scattered = self.account(section, block, cells, touched);
                due.extend((scattered >= SCATTERED).then_some((scattered, section)));
            }
        }
        self.credit = (self.credit + bytes / PART).min(SAVED_UP);
        due.sort_unstable_by_key(|&(scattered, section)| (u32::MAX - scattered, section));
        let mut summaries = Vec::new();
        for (_, section) in due {
            let account = self.accounts.get_mut(&section).expect("it was just made");
            let summary = Summary {
                from: account.from,
                entries: account.entries.clone(),
            };
            let Some(credit) = self.credit.checked_sub(summary.bytes()) else {
                continue;
            };
            self.credit = credit;
            (account.open, account.touched) = (block + 1, 0);
            summaries.push((section, summary));
        }
        if self.entries > ENTRIES {
            self.forget();
        }
        summaries
    }

    /// Enters what a block wrote to a section. Returns how many blocks would have to be looked through for it from now on.
    fn account(&mut self, section: Section, block: u32, cells: &[Cell], touched: &Touched) -> u32 {
        let account = match self.accounts.entry(section) {
            Occupied(account) => account.into_mut(),
            // Most are written to by one block and never again.
            Vacant(_) if !self.acquaintances.meet(section) => return 0,
            Vacant(vacant) => {
                self.objects.entry(section.object()).or_default().accounts += 1;
                vacant.insert(Account::new(block))
            }
        };
        let object = &self.objects[&section.object()];
        if account.from < object.anew {
            self.entries -= account.entries.len();
            *account = Account::new(block);
        }
        let known = account.entries.len();
        account.enter(block, cells, touched);
        self.entries += account.entries.len() - known;
        account.scattered(section)
    }

    /// Forgets the half that was not written to for longest.
    fn forget(&mut self) {
        let mut latest: Vec<u32> = self
            .accounts
            .values()
            .map(|account| account.latest)
            .collect();
        let half = latest.len() / 2;
        let (_, &mut bound, _) = latest.select_nth_unstable(half);
        let (objects, entries) = (&mut self.objects, &mut self.entries);
        self.accounts.retain(|section, account| {
            let kept = account.latest > bound;
            if !kept {
                *entries -= account.entries.len();
                let object = objects
                    .get_mut(&section.object())
                    .expect("it has this account");
                object.accounts -= 1;
                if object.accounts == 0 {
                    objects.remove(&section.object());
                }
            }
            kept
        });
    }
}

impl Account {
    fn new(block: u32) -> Account {
        Account {
            from: block,
            latest: block,
            open: block,
            touched: 0,
            entries: Vec::new(),
        }
    }

    fn enter(&mut self, block: u32, cells: &[Cell], touched: &Touched) {
        self.latest = block;
        self.touched += 1;
        let known = self.entries.len();
        for &cell in cells {
            let number = cell.number();
            let entry = Entry {
                number,
                block,
                write: touched.write(cell),
            };
            match self.entries[..known].binary_search_by_key(&number, |entry| entry.number) {
                Ok(at) => self.entries[at] = entry,
                Err(_) => self.entries.push(entry),
            }
        }
        if self.entries.len() > known {
            // A stable sort finds that these are two sorted pieces and merges them.
            self.entries.sort_by_key(|entry| entry.number);
        }
    }

    /// How many blocks since its last summary would have to be looked through for it.
    fn scattered(&self, section: Section) -> u32 {
        // Elements share a mark, so that every block with one of them is looked through. Fields have marks of their own: only the
        // blocks with the last writes count.
        if !section.is_fields() || self.touched < SCATTERED {
            return self.touched;
        }
        let open = self
            .entries
            .iter()
            .map(|entry| entry.block)
            .filter(|&block| block >= self.open);
        let mut blocks: Vec<u32> = open.collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Definitions;
    use crate::raw::tag;
    use crate::raw::write::RecordWriter;
    use crate::synthetic::program;

    /// A ledger, what it is shown, and the number of the next block.
    struct Bench {
        ledger: Ledger,
        touched: Touched,
        definitions: Definitions,
        block: u32,
    }

    impl Bench {
        fn new() -> Bench {
            let mut definitions = Definitions::default();
            for definition in program::definitions(1) {
                definitions.add(definition).unwrap();
            }
            Bench {
                ledger: Ledger::default(),
                touched: Touched::default(),
                definitions,
                block: 0,
            }
        }

        /// What is summed up after a block.
        fn take(&mut self, block: impl FnOnce(&mut RecordWriter)) -> Vec<(Section, Summary)> {
            let mut out = RecordWriter::default();
            block(&mut out);
            self.touched.look(&out.bytes, &self.definitions);
            self.block += 1;
            self.ledger
                .take(self.block - 1, out.bytes.len(), &self.touched)
        }
    }

    fn store(out: &mut RecordWriter, array: u32, index: u32, value: u32) {
        out.head(tag::STORE_4, index).word(array).word(value);
    }

    #[test]
    fn what_was_written_before_an_object_was_made_anew_is_forgotten() {
        let mut bench = Bench::new();
        bench.take(|out| store(out, 0x1000, 8, 1));
        // The array gets its account in the block in which its word comes to stand for another one.
        bench.take(|out| {
            store(out, 0x1000, 9, 1);
            out.head(tag::NEW_ARRAY, program::INTS)
                .word(0x1000)
                .word(50);
        });
        let summaries: Vec<_> = (0..7)
            .flat_map(|nth| bench.take(|out| store(out, 0x1000, 3, nth)))
            .collect();
        let [(section, summary)] = &summaries[..] else {
            panic!("{summaries:?}");
        };
        assert_eq!(*section, Section::bucket(0x1000, 0));
        assert_eq!((summary.from, summary.entries.len()), (2, 1));
        let entry = summary.entries[0];
        assert_eq!((entry.number, entry.block, entry.write.bits), (3, 7, 5));
    }

    #[test]
    fn memory_is_bounded_by_forgetting_what_is_oldest() {
        let mut bench = Bench::new();
        for nth in 0..200u32 {
            bench.take(|out| {
                store(out, 0x1000, 0, nth);
                (0..2000).for_each(|at| store(out, 0x2000 + nth / 2, at * 64, nth));
            });
            assert!(bench.ledger.entries <= ENTRIES);
        }
        let entries = bench.ledger.accounts.values();
        let entries: usize = entries.map(|account| account.entries.len()).sum();
        assert_eq!(entries, bench.ledger.entries);
        assert!(entries > ENTRIES / 4);
        let accounts = bench.ledger.objects.values().map(|object| object.accounts);
        assert_eq!(accounts.sum::<u32>() as usize, bench.ledger.accounts.len());
        let lasting = &bench.ledger.accounts[&Section::bucket(0x1000, 0)];
        assert_eq!(lasting.from, 1);
    }
}
