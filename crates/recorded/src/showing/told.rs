//! What a question has told already: an object with a mark that stands in full in one row is only named in the others.
//!
//! A row may name an object that another row tells as it was at the other end of the piece in question. What has changed in
//! it since is then owed to the reader, unless it is among the changes anyway.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use crate::heap::Ref;

/// One end of the piece that a question is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    #[default]
    Before,
    After,
}

/// What takes fewer characters reads best wherever it is.
pub(super) const SHORT: usize = 30;

/// The objects that stand in full in the rows so far.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Whether each stands there as it was before, and as it was after.
    objects: RefCell<HashMap<Ref, [bool; 2]>>,
    /// When what is written now was so.
    moment: Cell<Moment>,
    /// What is written now is not kept.
    is_trial: Cell<bool>,
    /// What is written now is written only to be measured.
    is_measured: Cell<bool>,
    /// Told in full once more.
    again: Cell<Option<Ref>>,
    /// The objects that were named at one end and told at the other.
    owed: RefCell<Vec<Ref>>,
    /// The objects whose changes are listed, once all of them are.
    compared: RefCell<Option<HashSet<Ref>>>,
}

impl Told {
    /// What is written from now on was so at this moment.
    pub fn at(&self, moment: Moment) {
        self.moment.set(moment);
    }

    /// Writes something that nobody will see.
    pub fn try_out<T>(&self, write: impl FnOnce() -> T) -> T {
        let was_trial = self.is_trial.replace(true);
        let written = write();
        self.is_trial.set(was_trial);
        written
    }

    /// Writes something as it will be written where it is seen.
    pub fn measure<T>(&self, write: impl FnOnce() -> T) -> T {
        let was_measured = self.is_measured.replace(true);
        let written = write();
        self.is_measured.set(was_measured);
        written
    }

    /// Writes something with this object in full, even if it stands elsewhere already.
    pub fn again<T>(&self, object: Ref, write: impl FnOnce() -> T) -> T {
        let other = self.again.replace(Some(object));
        let written = write();
        self.again.set(other);
        written
    }

    /// Notes that an object stands there in full, in `length` characters.
    pub fn note(&self, object: Ref, length: usize) {
        if length > SHORT && !self.is_trial.get() && !self.is_measured.get() {
            let mut objects = self.objects.borrow_mut();
            objects.entry(object).or_default()[self.moment.get() as usize] = true;
        }
    }

    /// Whether it is enough to name an object.
    pub fn covers(&self, object: Ref) -> bool {
        if self.is_trial.get() || self.again.get() == Some(object) {
            return false;
        }
        let Some(told) = self.objects.borrow().get(&object).copied() else {
            return false;
        };
        if told[self.moment.get() as usize] {
            return true;
        }
        match self.compared.borrow().as_ref() {
            Some(compared) => compared.contains(&object),
            None => {
                if !self.is_measured.get() {
                    self.owed.borrow_mut().push(object);
                }
                true
            }
        }
    }

    /// The objects whose changes are to be told, if they are not yet.
    pub fn take_owed(&self) -> Vec<Ref> {
        self.owed.take()
    }

    /// All changes are listed: those in these objects.
    pub fn settle(&self, compared: HashSet<Ref>) {
        self.compared.replace(Some(compared));
    }
}
