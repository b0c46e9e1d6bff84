//! What the session tells, passed on to every open page.
//!
//! One thread listens. It writes each update once, and whoever has a page open gets a copy. A page that
//! comes later, or falls behind, is told where the session stands and what the program printed last.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_inquiry::wire::types;
use elenchus_inquiry::{Front, Update};
use tokio::sync::broadcast;

use crate::cut;

/// A page that falls behind by this many updates is told anew where the session stands.
const BEHIND: usize = 256;

/// How many printed lines a page is told that comes later.
const LINES: usize = 200;

/// Stands for lines that were printed in between and are not told.
const GAP: &str = "…";

/// The updates of one session.
#[derive(Clone, Debug)]
pub struct Hub {
    updates: broadcast::Sender<Arc<str>>,
    past: Arc<Mutex<Past>>,
}

/// What a page has to know that comes later.
#[derive(Debug, Default)]
struct Past {
    state: Option<Arc<str>>,
    printed: VecDeque<String>,
    kept_in: String,
    more: bool,
}

impl Hub {
    /// Listens for a front on a thread of its own.
    pub fn listen(front: Front) -> io::Result<Hub> {
        let (updates, _) = broadcast::channel(BEHIND);
        let hub = Hub {
            updates,
            past: Arc::default(),
        };
        let told = hub.clone();
        std::thread::Builder::new()
            .name("web-updates".into())
            .spawn(move || {
                while let Some(update) = front.next() {
                    told.tell(&update);
                }
            })?;
        Ok(hub)
    }

    /// What a page is told at first, and what it is told from then on.
    pub fn join(&self) -> (Vec<Arc<str>>, broadcast::Receiver<Arc<str>>) {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let mut first: Vec<Arc<str>> = past.output().into_iter().collect();
        first.extend(past.state.clone());
        (first, self.updates.subscribe())
    }

    fn tell(&self, update: &Update) {
        let mut update = types::Update::from(update);
        cut::update(&mut update);
        let text = written(&update);
        // Held until everybody was told, so that a page that joins misses nothing.
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        past.remember(update, &text);
        // Nobody listens when no page is open.
        let _ = self.updates.send(text);
    }
}

impl Past {
    fn remember(&mut self, update: types::Update, text: &Arc<str>) {
        match update {
            types::Update::State(_) => self.state = Some(text.clone()),
            types::Update::Notice {
                notice: types::Notice::OutputBeside(output),
                ..
            } => {
                if output.more && !self.printed.is_empty() {
                    self.printed.push_back(GAP.to_owned());
                }
                self.more |= output.more;
                self.kept_in = output.kept_in;
                self.printed.extend(output.lines);
                while self.printed.len() > LINES {
                    self.printed.pop_front();
                    self.more = true;
                }
            }
            types::Update::Notice { .. } => {}
        }
    }

    /// What the program printed last, as it is told.
    fn output(&self) -> Option<Arc<str>> {
        if self.printed.is_empty() {
            return None;
        }
        let output = types::NewOutput {
            lines: self.printed.iter().cloned().collect(),
            more: self.more,
            kept_in: self.kept_in.clone(),
        };
        Some(written(&types::Update::Notice {
            from: None,
            notice: types::Notice::OutputBeside(output),
        }))
    }
}

fn written(update: &types::Update) -> Arc<str> {
    let text = serde_json::to_string(update);
    text.expect("the types of the wire can be written").into()
}
