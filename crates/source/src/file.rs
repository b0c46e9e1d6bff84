//! One source file: its text, its lines, whether it is still the recorded one, and its syntax.
//!
//! A file is decoded once and never changes afterwards. Whatever is asked of a missing line or a span outside the
//! text answers with nothing or with the part that exists; nothing here panics.

use crate::hash::ContentHash;
use crate::line_index::LineIndex;
use crate::outline::{Lookup, Outline};
use crate::routine::Routine;
use crate::span::{LineRange, Span};
use crate::syntax::Syntax;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tree_sitter::{Parser, Tree};

/// Files above this size are refused: nobody reads them, and reports would drown in them.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Texts above this size are listed without syntax, so that opening one takes at most a few seconds.
const MAX_SYNTAX_BYTES: usize = 8 << 20;

/// Why a source file could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file is missing or unreadable.
    #[error("failed to read source file {path}; point --source at the folder that holds it", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The file is larger than any source a person reads.
    #[error("failed to read source file {path}: more than {limit} bytes", path = path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The largest size that is read.
        limit: u64,
    },
}

/// Whether a file is the one that was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The bytes are the recorded ones.
    Unchanged,
    /// The file was edited after the recording: lines may not fit.
    Changed,
    /// The recording holds no hash of this file, so nobody can tell.
    Unknown,
}

/// One decoded source file.
#[derive(Debug)]
pub struct SourceFile {
    path: PathBuf,
    text: String,
    lossy: bool,
    hash: ContentHash,
    freshness: Freshness,
    syntax: Option<&'static dyn Syntax>,
    lines: LineIndex,
    tree: OnceLock<Option<Tree>>,
    outline: OnceLock<Outline>,
}

impl SourceFile {
    /// Reads a file and compares it with the hash that the recording holds, if any.
    pub fn load(path: &Path, recorded: Option<ContentHash>) -> Result<Self, SourceError> {
        let unreadable = |source| SourceError::Read {
            path: path.to_owned(),
            source,
        };
        let mut bytes = Vec::new();
        File::open(path)
            .map_err(unreadable)?
            .take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(SourceError::TooLarge {
                path: path.to_owned(),
                limit: MAX_FILE_BYTES,
            });
        }
        Ok(SourceFile::from_bytes(path, &bytes, recorded))
    }

    /// A source file from its bytes, for texts that come from an archive or from the recording itself.
    ///
    /// Bytes that are not UTF-8 become U+FFFD, one line terminator stays one, and a byte order mark is dropped.
    pub fn from_bytes(path: &Path, bytes: &[u8], recorded: Option<ContentHash>) -> Self {
        let hash = ContentHash::of(bytes);
        let freshness = match recorded {
            None => Freshness::Unknown,
            Some(recorded) if recorded == hash => Freshness::Unchanged,
            Some(_) => Freshness::Changed,
        };
        let decoded = String::from_utf8_lossy(bytes);
        let lossy = matches!(decoded, Cow::Owned(_));
        let text = decoded.strip_prefix('\u{feff}').unwrap_or(&decoded);
        SourceFile {
            path: path.to_owned(),
            lines: LineIndex::new(text),
            text: text.to_owned(),
            lossy,
            hash,
            freshness,
            syntax: None,
            tree: OnceLock::new(),
            outline: OnceLock::new(),
        }
    }

    /// The same file, read by the syntax of its language. Without one it is lines of plain text.
    #[must_use]
    pub fn with_syntax(self, syntax: &'static dyn Syntax) -> Self {
        SourceFile {
            syntax: Some(syntax),
            tree: OnceLock::new(),
            outline: OnceLock::new(),
            ..self
        }
    }

    /// Where the file was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether some bytes were not UTF-8 and are shown as U+FFFD.
    pub fn is_lossy(&self) -> bool {
        self.lossy
    }

    /// The hash of the file's bytes, to be kept with a recording.
    pub fn hash(&self) -> ContentHash {
        self.hash
    }

    /// Whether the file is the recorded one.
    pub fn freshness(&self) -> Freshness {
        self.freshness
    }

    /// The syntax by which the file is read, if any.
    pub fn syntax(&self) -> Option<&'static dyn Syntax> {
        self.syntax
    }

    /// The number of lines; an empty file has one empty line.
    pub fn line_count(&self) -> u32 {
        self.lines.count()
    }

    /// A line without its terminator.
    pub fn line(&self, line: u32) -> Option<&str> {
        let span = self.lines.span(line)?;
        Some(self.fragment(span).trim_end_matches(['\r', '\n']))
    }

    /// The bytes of a line without its terminator.
    pub fn line_span(&self, line: u32) -> Option<Span> {
        let span = self.lines.span(line)?;
        let text = self.fragment(span).trim_end_matches(['\r', '\n']);
        Some(Span::new(span.start, span.start + text.len()))
    }

    /// The line that holds a byte.
    pub fn line_of(&self, offset: usize) -> u32 {
        self.lines.line_of(offset)
    }

    /// The lines that a span touches.
    pub fn lines_of(&self, span: Span) -> LineRange {
        self.lines.lines_of(span)
    }

    /// The text of a span exactly as it stands in the file; the part outside the text is left out.
    pub fn fragment(&self, span: Span) -> &str {
        let end = boundary_at_or_before(&self.text, span.end);
        let start = boundary_at_or_before(&self.text, span.start.min(end));
        &self.text[start..end]
    }

    /// The text of a span on one line: every run of white space becomes one blank.
    pub fn one_line(&self, span: Span) -> String {
        let words: Vec<&str> = self.fragment(span).split_whitespace().collect();
        words.join(" ")
    }

    /// The routines and loops of the file; empty without syntax or when the file is huge.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| match self.syntax {
            Some(syntax) if self.text.len() <= MAX_SYNTAX_BYTES => syntax.outline(self),
            _ => Outline::default(),
        })
    }

    /// The routine that a recording describes, or `None` if the source holds nothing like it.
    pub fn find_routine(&self, lookup: Lookup<'_>) -> Option<&Routine> {
        self.outline().find(lookup, self.syntax?)
    }

    /// The syntax tree of a language that has a grammar, parsed on first use. Broken sources have one too, with error
    /// nodes in it.
    pub fn tree(&self) -> Option<&Tree> {
        let parse = || {
            let grammar = self.syntax?.grammar()?;
            if self.text.len() > MAX_SYNTAX_BYTES {
                return None;
            }
            let mut parser = Parser::new();
            // Fails only if the grammar does not fit the linked parser library.
            parser.set_language(&grammar).ok()?;
            parser.parse(&self.text, None)
        };
        self.tree.get_or_init(parse).as_ref()
    }
}

/// The last character boundary that is not after `offset`.
fn boundary_at_or_before(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> SourceFile {
        SourceFile::from_bytes(Path::new("A.java"), bytes, None).with_syntax(&crate::Java)
    }

    #[test]
    fn lines_with_any_terminator() {
        let file = file(b"a\r\nb\rc\n\nd");
        let lines: Vec<_> = (1..=5).map(|n| file.line(n)).collect();
        assert_eq!(
            lines,
            [Some("a"), Some("b"), Some("c"), Some(""), Some("d")]
        );
        assert_eq!(file.line(0), None);
        assert_eq!(file.line(6), None);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced_and_said_so() {
        let latin1 = file(b"// caf\xe9\nclass A {}");
        assert!(latin1.is_lossy());
        assert_eq!(latin1.line(1), Some("// caf\u{fffd}"));
        assert_eq!(latin1.line(2), Some("class A {}"));
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        let marked = file("\u{feff}class A {}".as_bytes());
        assert_eq!(marked.line(1), Some("class A {}"));
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let recorded = file(b"class A {}").hash();
        let path = Path::new("A.java");
        let check = |bytes| SourceFile::from_bytes(path, bytes, Some(recorded)).freshness();
        assert_eq!(check(b"class A {}"), Freshness::Unchanged);
        assert_eq!(check(b"class A { }"), Freshness::Changed);
        assert_eq!(file(b"class A {}").freshness(), Freshness::Unknown);
    }

    #[test]
    fn a_missing_file_is_an_error_that_names_it() {
        let error = SourceFile::load(Path::new("no/such/File.java"), None).unwrap_err();
        assert!(error.to_string().contains("no/such/File.java"), "{error}");
    }

    #[test]
    fn fragments_outside_the_text_are_cut() {
        let file = file("\u{e9}\u{e9}".as_bytes());
        assert_eq!(file.fragment(Span::new(1, 3)), "\u{e9}");
        assert_eq!(file.fragment(Span::new(4, 99)), "");
        assert_eq!(file.fragment(Span::new(50, 99)), "");
    }
}
