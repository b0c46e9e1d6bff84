//! How far a recording has got: three numbers in a small file of the trace folder, written by the agent, read by whoever
//! shows them. The file is no part of the trace format: a trace is complete without it.

use std::fs;
use std::io;
use std::path::Path;

/// The name of the file.
pub const FILE_NAME: &str = "progress";

/// What is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls in sealed frames.
    pub calls: u64,
    /// Bytes of records in sealed frames.
    pub raw_bytes: u64,
    /// Bytes of frames.
    pub written_bytes: u64,
}

impl Counts {
    /// The bytes of the file.
    pub fn encode(&self) -> [u8; 24] {
        let mut bytes = [0; 24];
        for (place, number) in [self.calls, self.raw_bytes, self.written_bytes]
            .iter()
            .enumerate()
        {
            bytes[8 * place..8 * place + 8].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Reads what `encode` wrote.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let number = |place: usize| {
            let bytes = bytes.get(8 * place..8 * place + 8)?;
            Some(u64::from_le_bytes(bytes.try_into().ok()?))
        };
        Some(Self {
            calls: number(0)?,
            raw_bytes: number(1)?,
            written_bytes: number(2)?,
        })
    }
}

/// Reads the file of a trace folder.
pub fn read(trace: &Path) -> io::Result<Counts> {
    let bytes = fs::read(trace.join(FILE_NAME))?;
    Counts::decode(&bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_survive_the_file() {
        let counts = Counts {
            calls: 1,
            raw_bytes: u64::MAX,
            written_bytes: 3,
        };
        assert_eq!(Counts::decode(&counts.encode()), Some(counts));
        assert_eq!(Counts::decode(&[0; 23]), None);
    }
}
