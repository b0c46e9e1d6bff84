//! Measures how long it takes to open a source file: decode and hash, parse and outline, list a screen in its middle.
//!
//! Run with `cargo run --release -p elenchus-source --example outline_speed -- FILE.java [COPIES]`; the file's text is
//! repeated COPIES times (1 unless told) to see how the costs grow.

use elenchus_source::{Java, ListingRequest, SourceFile, listing};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file?")?;
    let copies: usize = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let bytes = std::fs::read(&path)?.repeat(copies);

    let start = Instant::now();
    let file = SourceFile::from_bytes(Path::new(&path), &bytes, None).with_syntax(&Java);
    let decoded = start.elapsed();

    let start = Instant::now();
    let routines = file.outline().routines.len();
    let outlined = start.elapsed();

    let middle = file.line_count() / 2;
    let request = ListingRequest {
        lines: (middle..middle + 24).collect(),
        ..ListingRequest::default()
    };
    let start = Instant::now();
    let lines = listing(&file, &request).lines().count();
    let listed = start.elapsed();

    println!(
        "{} bytes, {} lines, {routines} routines",
        bytes.len(),
        file.line_count()
    );
    println!(
        "decode and hash {decoded:?}, parse and outline {outlined:?}, list {lines} lines {listed:?}"
    );
    Ok(())
}
