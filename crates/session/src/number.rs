//! The numbers by which people refer to nodes.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// The number of a node as people read and type it: what the screen prints and what `--at` takes. It is
/// the node's place in its file or recording, which need not be its place in the recorded tree:
/// [`Program::number`](crate::Program::number) and [`Program::node`](crate::Program::node) lead from one
/// to the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeNumber(pub usize);

impl fmt::Display for NodeNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for NodeNumber {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<NodeNumber, ParseIntError> {
        text.parse().map(NodeNumber)
    }
}
