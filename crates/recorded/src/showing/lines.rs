//! The source lines that ran in what a question is about, in a few words.

use std::collections::BTreeSet;

use elenchus_session::words::ranges;
use elenchus_session::{Program, Subject};

use crate::showing::code::routine_of;
use crate::showing::question::Writer;

/// Of nodes side by side, the first thousand are looked at for lines: the others hardly ever ran different ones.
const MOST_NODES_FOR_LINES: usize = 1000;

impl Writer<'_> {
    /// `Chess.java:14, 20–22`, or nothing when no line is known.
    pub(crate) fn lines(&self, file: u32, lines: &[u32]) -> Option<String> {
        let file = self.run.definitions().file(file)?;
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        (!lines.is_empty())
            .then(|| format!("{name}:{}", ranges(lines.iter().map(|&line| line as usize))))
    }

    /// The lines that ran in nodes side by side: `Chess.java:14, 20–22; Board.java:7`. Of very many nodes
    /// only the first are looked at; `…` then says that there may be more lines.
    pub(crate) fn lines_of_all(&self, subject: Subject) -> Option<String> {
        let definitions = self.run.definitions();
        let mut nodes = subject.nodes(self.run.tree());
        // The files in the order in which they are met.
        let mut files: Vec<(u32, BTreeSet<u32>)> = Vec::new();
        for node in nodes.by_ref().take(MOST_NODES_FOR_LINES) {
            let Some(data) = self.run.data(node) else {
                continue;
            };
            let Some(routine) = routine_of(definitions, data.kind) else {
                continue;
            };
            let place = match files.iter().position(|(file, _)| *file == routine.file) {
                Some(place) => place,
                None => {
                    files.push((routine.file, BTreeSet::new()));
                    files.len() - 1
                }
            };
            files[place].1.extend(data.lines);
        }
        let known = files.into_iter().filter_map(|(file, lines)| {
            let lines: Vec<u32> = lines.into_iter().collect();
            self.lines(file, &lines)
        });
        let mut known: Vec<String> = known.collect();
        if !known.is_empty() && nodes.next().is_some() {
            known.push("…".to_owned());
        }
        (!known.is_empty()).then(|| known.join("; "))
    }
}
