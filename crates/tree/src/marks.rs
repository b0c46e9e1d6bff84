//! What can be said about a node.

/// Makes the answers, their list and their words from one table.
macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident $word:literal,)*) => {
        /// What an oracle says about a node.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Answer {
            $($(#[$doc])* $name,)*
        }

        impl Answer {
            /// Every answer.
            pub const ALL: [Answer; [$($word),*].len()] = [$(Answer::$name),*];

            /// The word for it in files, in lists and for programs.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Answer::$name => $word,)*
                }
            }
        }
    };
}

answers! {
    /// The code did what it should.
    Right "right",
    /// The code did not do what it should.
    Wrong "wrong",
    /// Not known; the question may come again when nothing else is left.
    Unknown "unknown",
    /// The routine's own code is right wherever it runs; what it calls stays suspect.
    Trusted "trusted",
    /// It should never have been run with this state before; the blame is on the makers of its
    /// inputs.
    Inadmissible "inadmissible",
}
