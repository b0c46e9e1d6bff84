//! How much memory a reader may use: one budget with the three bounds of seed 004.

/// The budget of a reader, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// *Persistence*: records not sealed yet that are copied at a time, and derived data not yet on disk.
    pub unsealed: usize,
    /// *Logic*: unpacked blocks kept for the questions to come.
    pub decoded: usize,
    /// *Presentation*: what one question, its surroundings and its effects may hold.
    pub view: usize,
}

impl Budget {
    /// The default of the whole, 512 MiB.
    pub const DEFAULT: usize = 512 << 20;

    /// Divides a total: an eighth for what is unsealed, a quarter for what is shown, the rest for unpacked blocks.
    pub fn total(bytes: usize) -> Budget {
        let (unsealed, view) = (bytes / 8, bytes / 4);
        Budget {
            unsealed,
            decoded: bytes - unsealed - view,
            view,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::total(Budget::DEFAULT)
    }
}
