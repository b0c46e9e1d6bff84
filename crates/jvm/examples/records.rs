//! Counts the records of a trace by kind: `cargo run --example records -- TRACE`.
//!
//! For the cost of a recording raw bytes decide, because packing them is what takes longest; this shows what they are.

use std::collections::BTreeMap;
use std::path::Path;

use elenchus_trace::definition::Definitions;
use elenchus_trace::definition::file::{DefinitionReader, FILE_NAME};
use elenchus_trace::frame::{FrameHeader, HEADER_BYTES};
use elenchus_trace::raw::layout::Layouts;
use elenchus_trace::raw::tag;
use elenchus_trace::sealer::frame_file;
use elenchus_trace::version::FILE_HEADER_BYTES;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name a trace folder")?;
    let folder = Path::new(&folder);
    let mut definitions = Definitions::default();
    let bytes = std::fs::read(folder.join(FILE_NAME))?;
    DefinitionReader::default().advance(&bytes, &mut definitions)?;
    let mut counts = BTreeMap::new();
    let mut packed = 0;
    for number in 1.. {
        let Ok(bytes) = std::fs::read(frame_file(folder, number)) else {
            break;
        };
        packed += bytes.len();
        let mut rest = &bytes[FILE_HEADER_BYTES..];
        let mut records = Vec::new();
        while let Some(header) = FrameHeader::decode(rest) {
            let end = HEADER_BYTES + header.packed_bytes as usize;
            header
                .unpack(&rest[HEADER_BYTES..end], &mut records)
                .ok_or("a damaged frame")?;
            count(&records, definitions.layouts(), &mut counts)?;
            rest = &rest[end..];
        }
    }
    let total: usize = counts.values().map(|(_, bytes)| bytes).sum();
    let calls = counts
        .get(&tag::ENTER)
        .map_or(0, |(count, _)| *count)
        .max(1);
    println!(
        "{:>6} {:>12} {:>14} {:>10}",
        "tag", "records", "bytes", "a call"
    );
    for (tag, (count, bytes)) in &counts {
        println!(
            "{tag:#6x} {count:>12} {bytes:>14} {:>10.2}",
            *bytes as f64 / calls as f64
        );
    }
    println!(
        "{calls} calls, {:.1} raw and {:.2} sealed bytes a call",
        total as f64 / calls as f64,
        packed as f64 / calls as f64
    );
    Ok(())
}

fn count(
    records: &[u8],
    layouts: &Layouts,
    counts: &mut BTreeMap<u8, (usize, usize)>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut at = 0;
    while at < records.len() {
        let length = layouts.length(records, at)?;
        let entry = counts.entry(records[at]).or_default();
        entry.0 += 1;
        entry.1 += length;
        at += length;
    }
    Ok(())
}
