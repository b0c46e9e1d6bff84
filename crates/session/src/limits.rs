//! How much of its values a question shows, and how much it leaves out.

use crate::screenful::Screen;

/// How much of its values a question shows. What is left out is counted, see [`LeftOut`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many changes are listed, and how many calls of a group.
    pub changes: usize,
    /// After about this many characters of a value nothing more of it is begun.
    pub characters: usize,
    /// How many levels of objects inside objects are written.
    pub depth: usize,
    /// How many elements of one collection, or fields of one object, are written.
    pub elements: usize,
    /// Where people read it: the room that is left there is used.
    pub screen: Screen,
}

impl Limits {
    /// For people: more does not fit a screen.
    pub const SCREEN: Limits = Limits {
        changes: 60,
        characters: 400,
        depth: 4,
        elements: 30,
        screen: Screen::LEAST,
    };

    /// For programs, unless they ask for something else.
    pub const PROGRAM: Limits = Limits {
        changes: 1000,
        characters: 20_000,
        depth: 8,
        elements: 1000,
        screen: Screen::LEAST,
    };

    /// For people who read on a screen of this size.
    pub fn on(screen: Screen) -> Limits {
        Limits {
            screen,
            ..Limits::SCREEN
        }
    }

    /// Whether they are those for people, on a screen of any size.
    pub fn is_for_people(self) -> bool {
        self == Limits::on(self.screen)
    }

    /// These limits with some of them changed.
    pub fn with(self, wish: Wish) -> Limits {
        Limits {
            changes: wish.changes.unwrap_or(self.changes),
            characters: wish.characters.unwrap_or(self.characters),
            depth: wish.depth.unwrap_or(self.depth),
            elements: wish.elements.unwrap_or(self.elements),
            screen: self.screen,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::SCREEN
    }
}

/// The limits that a reader wants to change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wish {
    pub changes: Option<usize>,
    pub characters: Option<usize>,
    pub depth: Option<usize>,
    pub elements: Option<usize>,
}

/// What the limits have left out of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// How many changes are not listed.
    pub changes: usize,
    /// Whether there may be more changes than that: not everything was compared.
    pub at_least: bool,
    /// How many calls of a group are not listed.
    pub calls: usize,
    /// How many elements, fields and contents of objects are not written.
    pub parts: usize,
}

impl LeftOut {
    /// Whether everything is shown.
    pub fn is_nothing(self) -> bool {
        self == LeftOut::default()
    }
}
