//! Why a state cannot be compared with another one for certain.

use std::fmt;

/// What stands in the way of comparing a state, or of answering a question by comparing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// It holds an object whose contents were not recorded.
    NotRecorded(String),
    /// It holds a text or a collection of which only a part was recorded.
    Shortened(String),
    /// It holds a hash table whose order depends on more than its contents.
    Order(String),
    /// It is too large to be compared.
    TooLarge,
    /// Records of it are lost.
    Damaged,
    /// It printed more than can be compared.
    MuchOutput,
    /// It has not ended, or how it ended is not known.
    NotEnded,
    /// It has no code of its own that could be found elsewhere.
    NoCode,
    /// The right run never ran this code.
    NeverRan,
    /// The right run never ran this code from this state.
    OtherStates,
    /// The right run itself came to different ends from this state.
    SeveralEnds,
    /// A loop left its routine in the middle, and what the routine then returned differs.
    Left,
    /// Too many calls side by side.
    ManyCalls,
    /// Several calls, between which other code ran.
    SeveralCalls,
    /// It leads in several ways to what may be one object or two.
    Identity,
    /// It read from or printed to a standard stream.
    Streams,
    /// Another thread may have changed something meanwhile.
    Concurrent,
    /// It may depend on something that no recording holds: a clock, chance, a file, the environment.
    Unseen(String),
    /// Something else came out of code that is the same in both versions.
    SameCode,
    /// It differs only by fields that one of the versions does not have.
    OtherFields,
    /// The right run went another way here.
    OtherCourse,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::NotRecorded(class) => {
                write!(f, "it involves a {class}, whose contents were not recorded")
            }
            Doubt::Shortened(class) => {
                write!(f, "it involves a {class} that was recorded only in part")
            }
            Doubt::Order(class) => write!(f, "the order of a {class} in it is a matter of chance"),
            Doubt::TooLarge => write!(f, "its state is too large to be compared"),
            Doubt::Damaged => write!(f, "some of its records are lost"),
            Doubt::MuchOutput => write!(f, "it printed more than can be compared"),
            Doubt::NotEnded => write!(f, "it has not ended"),
            Doubt::NoCode => write!(f, "it has no code of its own to compare"),
            Doubt::NeverRan => write!(f, "the right run never ran this code"),
            Doubt::OtherStates => write!(f, "the right run never ran it from this state"),
            Doubt::SeveralEnds => write!(f, "the right run came to different ends from this state"),
            Doubt::Left => write!(
                f,
                "it may have left its routine, and what that returned differs"
            ),
            Doubt::ManyCalls => write!(f, "too many calls to compare one by one"),
            Doubt::SeveralCalls => write!(f, "it is about several calls"),
            Doubt::Identity => write!(
                f,
                "it involves an array or another object that is known by a hash only, in two places"
            ),
            Doubt::Streams => write!(f, "it read from or printed to a standard stream"),
            Doubt::Concurrent => write!(f, "another thread may have changed something meanwhile"),
            Doubt::Unseen(what) => {
                write!(f, "it may depend on {what}, which differs from run to run")
            }
            Doubt::SameCode => write!(
                f,
                "something else came out of the very same code, so what it depends on was not recorded"
            ),
            Doubt::OtherFields => write!(
                f,
                "it differs only by a field that the other version does not have"
            ),
            Doubt::OtherCourse => write!(f, "the right run went another way here"),
        }
    }
}
