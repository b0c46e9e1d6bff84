//! The fronts attached to a session, and what they are told.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use elenchus_session::By;

use crate::inquiry::{FrontId, Role};
use crate::state::{State, View};
use crate::update::{Notice, Update};

/// All fronts of a session. What one is told, all are told.
pub(crate) struct Audience {
    fronts: Vec<Attached>,
    state: Option<Arc<State>>,
}

struct Attached {
    id: FrontId,
    role: Role,
    updates: Sender<Update>,
}

impl Audience {
    pub(crate) fn new() -> Audience {
        Audience {
            fronts: Vec::new(),
            state: None,
        }
    }

    /// Adds a front, which is told where the session stands.
    pub(crate) fn attach(&mut self, id: FrontId, role: Role, updates: Sender<Update>) {
        if let Some(state) = &self.state {
            // A front that is gone already says so by leaving.
            let _ = updates.send(Update::State(state.clone()));
        }
        self.fronts.push(Attached { id, role, updates });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fronts.is_empty()
    }

    /// Whether somebody is there who may still answer.
    pub(crate) fn can_answer(&self) -> bool {
        let mut fronts = self.fronts.iter();
        fronts.any(|front| matches!(front.role, Role::Answers(_)))
    }

    /// In whose name a front answers. A front that only watches may still say something.
    pub(crate) fn by(&self, id: FrontId) -> By {
        let front = self.fronts.iter().find(|front| front.id == id);
        match front.map(|front| &front.role) {
            Some(Role::Answers(by)) => by.clone(),
            Some(Role::Watches) | None => By::Person,
        }
    }

    /// A front will answer nothing any more.
    pub(crate) fn silence(&mut self, id: FrontId) {
        for front in self.fronts.iter_mut().filter(|front| front.id == id) {
            front.role = Role::Watches;
        }
    }

    pub(crate) fn leave(&mut self, id: FrontId) {
        self.fronts.retain(|front| front.id != id);
    }

    /// Where the session stands, as far as it has been told.
    pub(crate) fn state(&self) -> Option<&Arc<State>> {
        self.state.as_ref()
    }

    /// Tells all fronts where the session stands now.
    pub(crate) fn publish(&mut self, view: View) {
        let number = self.state.as_ref().map_or(0, |state| state.number) + 1;
        let state = Arc::new(State { number, view });
        self.state = Some(state.clone());
        self.send(&Update::State(state));
    }

    /// Tells all fronts what has happened.
    pub(crate) fn tell(&self, from: Option<FrontId>, notice: Notice) {
        self.send(&Update::Notice { from, notice });
    }

    fn send(&self, update: &Update) {
        for front in &self.fronts {
            let _ = front.updates.send(update.clone());
        }
    }
}
