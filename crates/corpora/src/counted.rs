//! Which lines count as run, by the rules of `tests/java/exact/README.md`.

use elenchus_source::{LineRange, LineSet, SourceFile, code_lines};

/// The lines that count: with a statement on them, not a loop's header and not a bare jump.
pub fn counted_lines(file: &SourceFile) -> LineSet {
    let all = LineRange::new(1, file.line_count());
    let headers: LineSet = file
        .outline()
        .routines
        .iter()
        .flat_map(|routine| &routine.loops)
        .flat_map(|found| {
            let conditions = found.parts.iter().map(|(_, part)| file.line_of(part.start));
            conditions.chain([found.line()]).collect::<Vec<_>>()
        })
        .collect();
    let is_jump = |line: u32| {
        let text = file.line(line).unwrap_or_default().trim();
        text.ends_with(';') && (text.starts_with("break") || text.starts_with("continue"))
    };
    code_lines(file, all)
        .iter()
        .filter(|&line| !headers.contains(line) && !is_jump(line))
        .collect()
}
