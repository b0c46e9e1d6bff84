//! Raw records: what a recorder writes into the slots of its ring, and what frames hold after decompression.
//!
//! A record is a sequence of 4-byte little-endian words. The first, the *head*, holds the tag in its low 8 bits and a
//! 24-bit operand above them (most often the number of a definition). Where the definition tells the length, the record
//! does not repeat it: writing from Java is a few plain stores. `docs/design/trace-format.md` is the normative description.
//!
//! - [`tag`]: the numbers of the record kinds.
//! - [`reference`]: the 32-bit words that stand for objects.
//! - [`layout`]: how long a record is, from the definitions.
//! - `resume`: where records go on after one that cannot be read.
//! - [`record`]: records decoded into a borrowed enum.
//! - [`write`]: the reference writer, used by the generator and by tests.

pub mod layout;
pub mod record;
pub mod reference;
mod resume;
pub mod tag;
pub mod write;
