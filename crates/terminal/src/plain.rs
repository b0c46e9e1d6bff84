//! Output in plain words and ASCII, for screen readers, braille lines and old terminals.

use std::io::{self, Write};

/// An output on which signs that read badly are replaced by plain ones: `->` for an arrow.
pub struct Ascii<W> {
    out: W,
}

impl<W: Write> Ascii<W> {
    /// Plain signs on `out`.
    pub fn new(out: W) -> Ascii<W> {
        Ascii { out }
    }
}

impl<W: Write> Write for Ascii<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A character may be cut in two at the end; what is whole is written, the rest comes again.
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) if error.valid_up_to() > 0 => {
                std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return self.out.write(bytes),
        };
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '→' => plain.push_str("->"),
                '▸' => plain.push('>'),
                '│' => plain.push_str("program:"),
                '…' => plain.push_str("..."),
                '–' => plain.push('-'),
                '·' => plain.push('.'),
                c => plain.push(c),
            }
        }
        self.out.write_all(plain.as_bytes())?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_words_and_everything_else_stays() {
        let mut out = Vec::new();
        let mut plain = Ascii::new(&mut out);
        plain.write_all("x  8 → 9 …\n│ é漢".as_bytes()).unwrap();
        plain.write_all(b"\xff").unwrap();
        assert_eq!(
            out,
            [b"x  8 -> 9 ...\nprogram: ", "é漢".as_bytes(), b"\xff"].concat()
        );
    }
}
