//! What the program printed: shown between questions, or beside them as it comes.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::growth::NewOutput;

/// How many lines of what the program printed are shown between two questions, at most.
const MOST_LINES: usize = 10;

/// How many are told at once where there is room for them beside the questions, at most.
const MOST_BESIDE: usize = 200;

/// How many bytes of it are read, at most: a program may print more than memory holds.
const MOST_BYTES: u64 = 64 << 10;

/// The file that a program prints into.
#[derive(Debug)]
pub struct Printed {
    path: PathBuf,
    output: File,
    /// How much of it was shown between questions.
    shown: u64,
    /// How much of it was told to be shown beside them.
    told: u64,
}

impl Printed {
    /// What is printed into the file at `path`, which `output` reads.
    pub fn new(path: PathBuf, output: File) -> Printed {
        Printed {
            path,
            output,
            shown: 0,
            told: 0,
        }
    }

    /// Moves the file into the folder of the recording: what the program prints belongs to it.
    pub fn move_into(&mut self, folder: &Path) {
        let inside = folder.join("output.txt");
        if std::fs::rename(&self.path, &inside).is_ok() {
            self.path = inside;
        }
    }

    /// What is new since this was called last, the last lines when there are many.
    pub fn take(&mut self) -> NewOutput {
        let (output, end) = self.since(self.shown, MOST_LINES);
        self.shown = end;
        output
    }

    /// The same for whoever shows it beside the questions.
    pub fn take_beside(&mut self) -> NewOutput {
        let (output, end) = self.since(self.told, MOST_BESIDE);
        self.told = end;
        output
    }

    /// What was printed after the bytes that are known, and up to where that is.
    fn since(&mut self, known: u64, most_lines: usize) -> (NewOutput, u64) {
        let end = self.output.metadata().map_or(0, |data| data.len());
        let start = known.max(end.saturating_sub(MOST_BYTES));
        let mut bytes = Vec::new();
        let read = self.output.seek(SeekFrom::Start(start)).and_then(|_| {
            let output = self.output.by_ref();
            output.take(end - start).read_to_end(&mut bytes)
        });
        if read.is_err() || bytes.is_empty() {
            return (NewOutput::default(), known);
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let left_out = lines.len().saturating_sub(most_lines);
        let more = left_out > 0 || start > known;
        lines.drain(..left_out);
        let output = NewOutput {
            lines,
            more,
            kept_in: self.path.display().to_string(),
        };
        (output, end)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_flood_shows_its_end_and_where_the_rest_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut program = File::create(&path).unwrap();
        let mut printed = Printed::new(path.clone(), File::open(&path).unwrap());
        assert_eq!(printed.take(), NewOutput::default());

        write!(program, "one\ntwo").unwrap();
        let output = printed.take();
        assert_eq!(output.lines, ["one", "two"]);
        assert!(!output.more);

        for number in 0..100_000 {
            writeln!(program, "line {number}").unwrap();
        }
        program.write_all(b"\xff\x00\n").unwrap();
        let output = printed.take();
        assert_eq!(output.lines.len(), MOST_LINES);
        assert_eq!(output.lines[8], "line 99999");
        assert!(output.more);
        assert_eq!(output.kept_in, path.display().to_string());
        assert_eq!(printed.take(), NewOutput::default());

        let beside = printed.take_beside();
        assert_eq!(beside.lines.len(), MOST_BESIDE);
        assert!(beside.more);
        writeln!(program, "the end").unwrap();
        assert_eq!(printed.take_beside().lines, ["the end"]);
        assert_eq!(printed.take().lines, ["the end"]);
    }
}
