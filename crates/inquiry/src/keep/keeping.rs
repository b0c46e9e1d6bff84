//! Keeping what was said in both places: the session in its file, and what outlives it in the
//! knowledge base. Either both have it or none.

use std::io;

use elenchus_session::Event;

use super::knowledge_file::KnowledgeFile;
use super::store::Store;
use super::{ForLater, Keeper};

/// Keeps what was said in a session.
#[derive(Debug)]
pub struct Keeping {
    pub store: Store,
    pub knowledge: Option<KnowledgeFile>,
}

impl Keeper for Keeping {
    fn keep(&mut self, events: &[Event]) -> io::Result<()> {
        if events.is_empty() {
            return Ok(());
        }
        let in_file = |path: &std::path::Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        let kept = self.store.keep(events);
        kept.map_err(|error| in_file(self.store.path(), error))?;
        let Some(known) = &mut self.knowledge else {
            return Ok(());
        };
        known.keep(events).or_else(|error| {
            self.store.take_back()?;
            Err(in_file(known.path(), error))
        })
    }

    fn for_later(&mut self) -> Option<ForLater> {
        self.knowledge.as_mut()?.take_change()
    }
}
