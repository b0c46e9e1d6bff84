//! Derived data on disk: what was made of a finished trace, kept so that opening it again takes no time.
//!
//! Everything here can be deleted and is then built again. It is made in a folder of its own beside the trace (or in the
//! system's temporary folder where the trace cannot be written to) and moved into place when it is complete; so readers
//! at the same time do not disturb each other. A fingerprint of the records ties it to them, checksums guard it: what does not match is not used.
//! It also knows where every frame stands, so that opening a long trace does not read the headers of them all, one after the other.

use super::checksums;
use super::pages::{Column, Element, PageFile};
use crate::error::{Context, Error};
use crate::frame::{FrameHeader, HEADER_BYTES};
use crate::private;
use crate::read::damage::Damage;
use crate::read::objects::index::{ObjectIndex, RunEntry};
use crate::read::objects::summaries::{self, Stretch};
use crate::read::slots::order::Order;
use crate::read::slots::store::{FrameTable, Sums};
use crate::read::tree::build::{Builder, Gap, Segment, Start};
use crate::read::tree::parens::Parens;
use crate::read::tree::strand::{Pass, Strand};
use crate::version::{FileKind, read_file_header, write_file_header};
use crate::wire::{Take, put_string, put_varint};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use xxhash_rust::xxh3::xxh3_64;

/// Changes when the meaning of derived data changes, so that what an older version left behind is built again.
const SCHEMA: u64 = 8;
const FOLDER: &str = "derived";
const INDEX: &str = "index.elx";
/// A disk with less room than this many bytes is full.
const PROBED_BYTES: usize = 1 << 20;
const PAGES: &str = "pages.elx";

/// A folder for derived data that is being made; removed unless it is kept.
#[derive(Debug)]
pub struct Workplace {
    path: PathBuf,
    remove: bool,
}

static NEXT: AtomicU32 = AtomicU32::new(1);

impl Workplace {
    /// Makes a folder, or none when the derived data is there already.
    pub fn new(folder: &Path, complete: bool) -> Result<Workplace, Error> {
        if complete {
            return Ok(Workplace {
                path: folder.join(FOLDER),
                remove: false,
            });
        }
        remove_abandoned(folder);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{FOLDER}.{}.{number}", std::process::id());
        let beside = folder.join(&name);
        let path = match create_with_room(&beside) {
            Ok(()) => beside,
            Err(_) => {
                let elsewhere = std::env::temp_dir().join(format!("elenchus-{name}"));
                private::create_folder(&elsewhere).context("create", &elsewhere)?;
                elsewhere
            }
        };
        Ok(Workplace { path, remove: true })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn page_file(&self) -> Result<PageFile, Error> {
        PageFile::create(&self.path.join(PAGES))
    }

    /// Moves the folder into its final place in the trace, if that can be done.
    pub fn keep(&mut self, folder: &Path) {
        let place = folder.join(FOLDER);
        // What is there did not match the records, or another reader has just put the same there.
        let _ = std::fs::remove_dir_all(&place);
        if std::fs::rename(&self.path, &place).is_ok() {
            self.path = place;
            self.remove = false;
        }
    }
}

/// Makes a folder where there is room for something: on a full disk folders can still be made, and nothing written.
fn create_with_room(folder: &Path) -> std::io::Result<()> {
    private::create_folder(folder)?;
    let probe = folder.join("probe");
    let written = std::fs::write(&probe, vec![0; PROBED_BYTES]);
    let removed = std::fs::remove_file(&probe);
    written.and(removed).inspect_err(|_| {
        let _ = std::fs::remove_dir_all(folder);
    })
}

impl Drop for Workplace {
    fn drop(&mut self) {
        if self.remove {
            // Left-overs only take up room, and the next reader removes them.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// Removes the folders of readers that were killed.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let process = name
            .to_str()
            .and_then(|name| name.strip_prefix(FOLDER)?.strip_prefix('.'))
            .and_then(|rest| rest.split_once('.')?.0.parse::<u32>().ok());
        if let Some(process) = process
            && process != std::process::id()
            && !Path::new("/proc").join(process.to_string()).exists()
        {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// What was found on disk.
pub struct Known {
    pub builder: Builder,
    pub objects: ObjectIndex,
    pub damage: Damage,
}

/// Writes the index of a complete builder beside its pages. `frames` says where its records stand.
pub fn save(
    workplace: &Workplace,
    fingerprint: u64,
    frames: &FrameTable,
    builder: &Builder,
    objects: &ObjectIndex,
    damage: &Damage,
) -> Result<(), Error> {
    builder.file.trim()?;
    let mut out = write_file_header(FileKind::Derived).to_vec();
    out.extend_from_slice(&[0; 8]);
    out.extend_from_slice(&fingerprint.wrapping_add(SCHEMA).to_le_bytes());
    put_table(&mut out, frames);
    let runs = objects.entries();
    put_list(&mut out, &runs, |out, run| {
        put_string(out, &run.name);
        put_varint(out, run.first.into());
        put_varint(out, run.blocks.into());
        put_varint(out, run.count);
    });
    let stretches = objects.stretches();
    put_list(&mut out, &stretches, |out, stretch| {
        put_varint(out, stretch.block.into());
        put_varint(out, stretch.from);
        put_varint(out, stretch.length.into());
    });
    put_varint(&mut out, objects.blocks().into());
    let files = open_files(&workplace.path, &runs, &stretches).context("open", &workplace.path)?;
    let sums = checksums::of(&files).context("read", &workplace.path)?;
    put_list(&mut out, &sums, |out, sum| {
        out.extend_from_slice(&sum.to_le_bytes());
    });
    put_list(&mut out, &builder.blocks, |out, block| {
        put_varint(out, block.0.into());
        put_varint(out, block.1);
    });
    put_list(&mut out, builder.order.blocks(), |out, &block| {
        put_varint(out, block.into());
    });
    put_list(&mut out, &builder.segments, put_segment);
    put_list(&mut out, &builder.starts, |out, start| {
        put_varint(out, start.strand.into());
        put_varint(out, start.node.map_or(0, |node| u64::from(node) + 1));
        put_varint(out, start.before.into());
        put_varint(out, start.started.into());
    });
    put_list(&mut out, &builder.gaps, |out, gap| {
        put_varint(out, gap.strand.into());
        put_varint(out, gap.nodes.into());
        put_varint(out, gap.depth.into());
    });
    put_varint(&mut out, builder.cut.map_or(0, |cut| u64::from(cut) + 1));
    put_varint(&mut out, builder.lost);
    put_list(&mut out, &builder.strands, put_strand);
    put_varint(&mut out, damage.count());
    put_list(&mut out, damage.notes(), |out, note| put_string(out, note));
    let checksum = xxh3_64(&out[24..]);
    out[16..24].copy_from_slice(&checksum.to_le_bytes());
    let path = workplace.path.join(INDEX);
    private::write(&path, &out).context("write", &path)
}

/// The index of derived data, read and found to be whole.
pub struct Saved {
    folder: PathBuf,
    bytes: Vec<u8>,
}

/// Where the fingerprint stands in the index; what follows it comes after.
const FINGERPRINT: usize = 24;

impl Saved {
    /// Reads the index of the derived data of a trace; `None` when there is none that can be used.
    pub fn read(trace: &Path) -> Option<Saved> {
        let folder = trace.join(FOLDER);
        let bytes = std::fs::read(folder.join(INDEX)).ok()?;
        read_file_header(&bytes, FileKind::Derived).ok()??;
        let checksum = Take::new(bytes.get(16..)?).u64()?;
        (checksum == xxh3_64(bytes.get(FINGERPRINT..)?)).then_some(Saved { folder, bytes })
    }

    fn take(&self) -> Option<(u64, Take<'_>)> {
        let mut take = Take::new(self.bytes.get(FINGERPRINT..)?);
        Some((take.u64()?.wrapping_sub(SCHEMA), take))
    }

    /// Where the frames stood when the data was made.
    pub fn frames(&self) -> Option<FrameTable> {
        take_table(&mut self.take()?.1)
    }

    /// The data itself, if it belongs to records with this fingerprint and every byte is as it was written.
    pub fn load(&self, fingerprint: u64) -> Option<Known> {
        let (made_for, mut take) = self.take()?;
        if made_for != fingerprint {
            return None;
        }
        take_table(&mut take)?;
        load(&self.folder, &mut take)
    }
}

/// The files whose bytes are checked: the pages, then the runs of the object index and its summaries, if there are any.
fn open_files(
    folder: &Path,
    runs: &[RunEntry],
    stretches: &[Stretch],
) -> std::io::Result<Vec<File>> {
    let names = runs.iter().map(|run| run.name.as_str());
    let summed = (!stretches.is_empty()).then_some(summaries::FILE);
    let names = std::iter::once(PAGES).chain(names).chain(summed);
    names.map(|name| File::open(folder.join(name))).collect()
}

fn load(folder: &Path, take: &mut Take) -> Option<Known> {
    let runs = take.list(|take| {
        Some(RunEntry {
            name: take.string()?,
            first: take.varint32()?,
            blocks: take.varint32()?,
            count: take.varint()?,
        })
    })?;
    let stretches = take.list(|take| {
        Some(Stretch {
            block: take.varint32()?,
            from: take.varint()?,
            length: take.varint32()?,
        })
    })?;
    let covered = take.varint32()?;
    let sums = take.list(Take::u64)?;
    if checksums::of(&open_files(folder, &runs, &stretches).ok()?).ok()? != sums {
        return None;
    }
    let file = PageFile::open(&folder.join(PAGES)).ok()?;
    let objects = ObjectIndex::load(folder, &runs, stretches, covered).ok()?;
    let blocks = take.list(|take| Some((take.varint32()?, take.varint()?)))?;
    let order = Order::finished(take.list(Take::varint32)?)?;
    if order.len() as usize != blocks.len() {
        return None;
    }
    let segments = take.list(take_segment)?;
    let starts = take.list(|take| {
        Some(Start {
            strand: take.varint32()?,
            node: match take.varint()? {
                0 => None,
                node => Some(u32::try_from(node - 1).ok()?),
            },
            before: take.varint32()?,
            started: take.varint32()?,
        })
    })?;
    let gaps = take.list(|take| {
        Some(Gap {
            strand: take.varint32()?,
            nodes: take.varint32()?,
            depth: take.varint32()?,
        })
    })?;
    let cut = take.varint32()?.checked_sub(1);
    let lost = take.varint()?;
    let strands = take.list(|take| take_strand(take, &file))?;
    let count = take.varint()?;
    let notes = take.list(Take::string)?;
    file.expect_single_looks();
    let mut builder = Builder::new(file);
    builder.strands = strands;
    builder.blocks = blocks;
    builder.order = order;
    builder.segments = segments;
    builder.starts = starts;
    builder.gaps = gaps;
    builder.cut = cut;
    builder.lost = lost;
    Some(Known {
        builder,
        objects,
        damage: Damage::restored(notes, count),
    })
}

fn put_list<T>(out: &mut Vec<u8>, items: &[T], mut put: impl FnMut(&mut Vec<u8>, &T)) {
    put_varint(out, items.len() as u64);
    for item in items {
        put(out, item);
    }
}

fn put_table(out: &mut Vec<u8>, table: &FrameTable) {
    put_list(out, &table.lengths, |out, &length| put_varint(out, length));
    let sums = table.sums;
    for number in [sums.frame_bytes, sums.raw_bytes, sums.latest] {
        put_varint(out, number);
    }
    put_list(out, &table.frames, |out, (file, offset, header)| {
        put_varint(out, (*file).into());
        put_varint(out, *offset);
        out.extend_from_slice(&header.encode());
    });
}

fn take_table(take: &mut Take) -> Option<FrameTable> {
    Some(FrameTable {
        lengths: take.list(Take::varint)?,
        sums: Sums {
            frame_bytes: take.varint()?,
            raw_bytes: take.varint()?,
            latest: take.varint()?,
        },
        frames: take.list(|take| {
            let (file, offset) = (take.varint32()?, take.varint()?);
            Some((
                file,
                offset,
                FrameHeader::decode(take.bytes(HEADER_BYTES)?)?,
            ))
        })?,
    })
}

fn put_segment(out: &mut Vec<u8>, segment: &Segment) {
    for number in [
        segment.strand,
        segment.block,
        segment.from,
        segment.to,
        segment.first_node,
        segment.depth,
        segment.min_depth,
        segment.calls,
        segment.output,
    ] {
        put_varint(out, number.into());
    }
    put_varint(out, segment.epoch);
}

fn take_segment(take: &mut Take) -> Option<Segment> {
    Some(Segment {
        strand: take.varint32()?,
        block: take.varint32()?,
        from: take.varint32()?,
        to: take.varint32()?,
        first_node: take.varint32()?,
        depth: take.varint32()?,
        min_depth: take.varint32()?,
        calls: take.varint32()?,
        output: take.varint32()?,
        epoch: take.varint()?,
    })
}

fn put_strand(out: &mut Vec<u8>, strand: &Strand) {
    put_varint(out, strand.number.into());
    put_varint(out, strand.calls);
    put_varint(out, strand.next_step.into());
    out.push(strand.ended.into());
    put_list(out, &strand.segments, |out, &segment| {
        put_varint(out, segment.into());
    });
    put_list(out, &strand.passes, |out, pass| {
        put_varint(out, pass.node.into());
        put_varint(out, pass.first);
        out.push(pass.irregular.into());
    });
    let (words, partial, length) = strand.parens.parts();
    put_column(out, words);
    out.extend_from_slice(&partial.to_le_bytes());
    put_varint(out, length as u64);
    put_column(out, &strand.labels);
}

fn take_strand(take: &mut Take, file: &PageFile) -> Option<Strand> {
    let mut strand = Strand::new(take.varint32()?);
    strand.calls = take.varint()?;
    strand.next_step = take.varint32()?;
    strand.ended = take.u8()? != 0;
    strand.segments = take.list(Take::varint32)?;
    strand.passes = take.list(|take| {
        Some(Pass {
            node: take.varint32()?,
            first: take.varint()?,
            irregular: take.u8()? != 0,
        })
    })?;
    let words = take_column(take, file)?;
    let partial = take.u64()?;
    let length = usize::try_from(take.varint()?).ok()?;
    strand.parens = Parens::from_parts(words, partial, length, file)?;
    strand.labels = take_column(take, file)?;
    (strand.labels.len() == strand.parens.nodes() as usize).then_some(strand)
}

fn put_column<T: Element>(out: &mut Vec<u8>, column: &Column<T>) {
    put_list(out, column.pages(), |out, &page| {
        put_varint(out, page.into())
    });
    put_list(out, column.tail(), |out, &value| {
        let start = out.len();
        out.resize(start + T::BYTES, 0);
        value.write(&mut out[start..]);
    });
}

fn take_column<T: Element>(take: &mut Take, file: &PageFile) -> Option<Column<T>> {
    let pages = take.list(Take::varint32)?;
    let tail = take.list(|take| take.bytes(T::BYTES).map(T::read))?;
    Column::from_parts(pages, tail, file)
}
