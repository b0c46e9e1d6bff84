//! What depends on the language of a recorded program: one trait, which every language fills in.
//!
//! [`crate::java`] is one; others live in crates of their own. Which there are is listed in one place, the crate `languages`, and a recording says
//! which one it needs.

use std::fmt::Debug;

use elenchus_source::Syntax;
use elenchus_trace::definition::RoutineDef;
use elenchus_trace::kind::Kind;

use crate::heap::{Moment, Ref, Value};
use crate::shape::{Brackets, Shape};

/// What a call of a test framework says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// A test failed, if it tells an exception; see [`Language::told`].
    Failed,
    /// Anything else.
    Something,
}

/// What a framework says about a failed test.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The exception with which it failed; no reference when none did.
    pub exception: Value,
    /// The name of the test's routine, if the framework tells it.
    pub test: Option<String>,
}

/// How a row of elements is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowStyle {
    /// Whether its class stands before it.
    pub is_named: bool,
    pub open: char,
    pub close: &'static str,
}

/// How code of a language depends on hash codes. Texts are looked for in its source.
#[derive(Debug)]
pub struct Hashing {
    /// The name and descriptor of the routine by which a class computes hash codes.
    pub routine: (&'static str, &'static str),
    /// What takes a hash code, and how the declaration of that routine begins, which does not.
    pub takes: &'static [&'static str],
    pub declares: &'static str,
    /// What makes objects without anything but an address.
    pub nameless: &'static [&'static str],
    /// What makes tables whose order comes from hash codes, and such whose order differs in every run.
    pub tables: &'static [&'static str],
    pub shuffled: &'static [&'static str],
    /// What goes through a collection, what stands on one line where a loop does, and what joins something to a text.
    pub goes_through: &'static [&'static str],
    pub for_each: (&'static str, &'static str),
    pub joins: &'static [&'static str],
    /// Classes of the entries of such tables, whose field `key` holds the key, and of tables that have no order at all.
    pub entries: &'static [&'static str],
    pub unordered: &'static [&'static str],
    /// Whether a class that is not recorded computes its hash codes from what its objects hold.
    pub by_contents: fn(&str) -> bool,
}

/// A language in whose words recordings are shown.
pub trait Language: Debug + Sync {
    /// The name by which recordings know it: `java`.
    fn name(&self) -> &'static str;

    /// Its syntax.
    fn syntax(&self) -> &'static dyn Syntax;

    /// How code is compiled so that recordings know its lines and the names of its variables, if it is compiled at all.
    fn debug_option(&self) -> Option<&'static str> {
        None
    }

    /// Files and folders that stand at the top of its projects.
    fn project_marks(&self) -> &'static [&'static str];

    /// A value that is not a reference, as a literal.
    fn literal(&self, value: Value) -> String;

    /// A text as a literal.
    fn quoted(&self, text: &str) -> String;

    /// A text with nothing hidden in it, without quotes.
    fn escaped(&self, text: &str) -> String;

    /// The name of a class that a reader knows: without its package.
    fn class_name(&self, class: &str) -> String;

    /// The name of a nested class, given as [`Language::class_name`] writes it, without the classes around it.
    fn own_name<'n>(&self, class_name: &'n str) -> &'n str {
        class_name
    }

    /// A routine as people call it, given its class as it is recorded: `Chess.castling`, `new Position`.
    fn routine_name(&self, class: &str, def: &RoutineDef) -> String;

    /// What code calls the object that it belongs to: `this`.
    fn receiver(&self) -> &'static str;

    /// An argument in a title, by its name: `x = 8`.
    fn argument(&self, name: &str, value: &str) -> String;

    /// What a routine does with an exception: it `threw` it.
    fn threw(&self) -> &'static str;

    /// Whether a local variable is the compiler's, not the user's.
    fn is_hidden_local(&self, name: &str) -> bool;

    /// What a static field, or one of a constant, holds before anything is written to it.
    fn unwritten(&self, _kind: Kind) -> Value {
        Value::Missing
    }

    /// Whether values of a type are short enough for a title: numbers, truth values, texts.
    fn is_small(&self, type_name: &str) -> bool;

    /// Whether a class is one that all objects extend: it gives them nothing that is shown.
    fn is_root(&self, class: &str) -> bool;

    /// What an object looks like to a programmer, with at most `most` elements of a collection.
    fn shape(&self, moment: &dyn Moment, reference: Ref, most: usize) -> Shape;

    /// The array that holds the elements of a row in their order, from its first place on; itself, if it is one.
    fn storage(&self, _moment: &dyn Moment, _row: Ref) -> Option<Ref> {
        None
    }

    /// How a row of `total` elements is written.
    fn row_style(&self, brackets: Brackets, total: usize) -> RowStyle;

    /// Elements side by side as one text, if that is how they read best: characters.
    fn joined(&self, _items: &[Value]) -> Option<String> {
        None
    }

    /// What stands between a key and its value.
    fn between_key_and_value(&self) -> &'static str;

    /// Whether a set or map of this class (as [`Language::class_name`] writes it) has an order that means something.
    fn keeps_order(&self, class_name: &str) -> bool;

    /// Whether the places of the elements in a row of this class mean something; in a heap they do not.
    fn has_places(&self, _class_name: &str) -> bool {
        true
    }

    /// Whether objects of this class are the insides of a collection.
    fn is_private(&self, class: &str) -> bool;

    /// Whether the compiler made a routine, by its looks, of a class that extends `parent`.
    fn is_made(&self, _parent: &str, _def: &RoutineDef) -> bool {
        false
    }

    /// Whether a person can hardly tell what a routine should return: a hash code.
    fn is_hash(&self, _def: &RoutineDef) -> bool {
        false
    }

    /// Texts in the source of code that may come to something else in every run: it asks a clock, chance, files or the environment.
    fn unseen(&self) -> &'static [&'static str] {
        &[]
    }

    /// How its code depends on hash codes, if these may be addresses.
    fn hashing(&self) -> Option<&'static Hashing> {
        None
    }

    /// What a call of a routine of a test framework says, by class and name as they are recorded.
    fn verdict(&self, class: &str, routine: &str) -> Option<Says>;

    /// What a call that says [`Says::Failed`] tells.
    fn told(&self, moment: &dyn Moment, receiver: Option<Value>, arguments: &[Value]) -> Told;

    /// Whether exceptions of this class and of those below it come from assertions.
    fn is_assertion(&self, class: &str) -> bool;

    /// What an exception says.
    fn message(&self, moment: &dyn Moment, exception: Ref) -> Option<String>;

    /// The value that an assertion found, as its message writes it.
    fn actual<'m>(&self, _message: &'m str) -> Option<&'m str> {
        None
    }
}
