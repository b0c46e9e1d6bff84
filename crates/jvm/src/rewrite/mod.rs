//! Instrumentation of class files for recording.

use crate::contract::Level;

/// What to do with a class.
pub struct Options<'a> {
    /// The level of the class.
    pub level: Level,
    /// Whether to add [`crate::contract::ID_FIELD`]. Must be off when a loaded class is retransformed.
    pub id_field: bool,
    /// Lowers the level of single methods, by name and descriptor; none leaves all at the level of the class.
    pub method_level: Option<&'a dyn Fn(&str, &str) -> Level>,
}

/// The outcome for one class.
pub struct Rewritten {
    /// The new class file; none when nothing had to change.
    pub bytes: Option<Vec<u8>>,
    /// The id of the class.
    pub class: u32,
    /// How many methods have code.
    pub methods: usize,
    /// Methods that were left alone although their level asked for more.
    pub skipped: Vec<Skipped>,
}

/// A method that could not be instrumented and is to be trusted.
pub struct Skipped {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its id, if it was defined before it was given up.
    pub routine: Option<u32>,
    /// Why, as a fragment: "its code would exceed 65535 bytes".
    pub reason: String,
}
