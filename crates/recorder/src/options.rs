//! What every recorder can be told.

/// How the iterations of long loops are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loops {
    /// Every iteration up to a few thousand, then with a stride that doubles.
    #[default]
    Strided,
    /// Every iteration of every loop.
    All,
}
