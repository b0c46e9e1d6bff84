//! The run and the session as they stood at one moment, for whoever wants to look around.
//!
//! A [`Scene`] is a copy of the session, which costs little. Looking at it disturbs nobody: neither the
//! thread of the session, which may be busy with an oracle, nor other fronts. Whatever a look shows is
//! bounded by what fits a screen, and found without walking through the run, however long that is.
//!
//! * [`outline`] – nodes, their parts, the way to a node;
//! * [`icicle`] – the run as a picture;
//! * [`piece`] – what a node shows: values, source, output, who wrote a value;
//! * [`walk`] – the way of a value back to its origin, a node step by step;
//! * [`search`] – nodes that fit a text.

mod icicle;
mod outline;
mod piece;
mod search;
mod walk;

use std::sync::{Arc, PoisonError, RwLock};

use elenchus_session::{NodeNumber, Program, Session, Subject};
use elenchus_tree::NodeId;
use elenchus_wire::look::{Look, Seen, Unseen};

pub use piece::PAGE;

use crate::SharedProgram;
use crate::keep::markdown::markdown;
use crate::scene::outline::Places;
use crate::state::View;

/// The run and the session as they stood when a state was published.
pub struct Scene {
    session: Session<SharedProgram>,
    view: View,
    /// Where the parts of nodes with many parts begin, as far as somebody has looked.
    places: Arc<Places>,
}

impl Scene {
    /// Shows what is wanted.
    pub fn look(&self, look: &Look) -> Result<Seen, Unseen> {
        match look {
            Look::Node { node } => self.node(*node).map(Seen::Node),
            Look::Call { nodes, number } => self.call(*nodes, *number).map(Seen::Node),
            Look::Parts { of, from, count } => self.parts(*of, *from, *count),
            Look::Way { to } => self.way(*to),
            Look::Branching { below } => self.branching(*below),
            Look::Icicle(picture) => self.icicle(picture).map(Seen::Icicle),
            Look::Piece { nodes } => self.piece(*nodes),
            Look::Open { nodes, path, at } => self.open(*nodes, path, *at),
            Look::Text {
                nodes,
                path,
                after,
                from,
                at,
            } => self.text(*nodes, path.as_deref(), *after, *from, *at),
            Look::Source { nodes } => self.source(*nodes),
            Look::Output { nodes } => self.output(*nodes),
            Look::Search { by, text, from } => Ok(self.search(*by, text, *from)),
            Look::Origin { nodes, path } => self.origin(*nodes, path).map(Seen::Origin),
            Look::Stop { node, from, stride } => {
                let stop = self.stop(*node, *from, *stride)?;
                Ok(Seen::Stop(Box::new(stop)))
            }
            Look::Said => Ok(self.said()),
            Look::Report => match &self.view {
                View::Bug(reports) => Ok(Seen::Report {
                    markdown: markdown(reports),
                }),
                _ => Err(Unseen::NoBug),
            },
        }
    }

    fn program(&self) -> &SharedProgram {
        self.session.program()
    }

    /// The node of a number.
    fn find(&self, number: usize) -> Result<NodeId, Unseen> {
        let node = self.program().node(NodeNumber(number));
        node.ok_or(Unseen::NoSuchNode { number })
    }

    /// The number of a node.
    fn number(&self, node: NodeId) -> usize {
        self.program().number(node).0
    }

    /// The nodes side by side from one number to another.
    fn subject(&self, (first, last): (usize, usize)) -> Result<Subject, Unseen> {
        if let Some(question) = self.view.question()
            && question.nodes == (NodeNumber(first), NodeNumber(last))
        {
            return Ok(question.subject);
        }
        Ok(Subject::siblings(self.find(first)?, self.find(last)?))
    }
}

/// The latest scene, shared between the session's thread and whoever looks.
#[derive(Clone, Default)]
pub(crate) struct Latest(Arc<RwLock<Option<Arc<Scene>>>>);

impl Latest {
    pub(crate) fn get(&self) -> Option<Arc<Scene>> {
        let scene = self.0.read().unwrap_or_else(PoisonError::into_inner);
        scene.clone()
    }

    /// Puts up a new scene.
    pub(crate) fn set(&self, session: &Session<SharedProgram>, view: View) {
        let before = self.get();
        let same_tree =
            |scene: &Arc<Scene>| Arc::ptr_eq(scene.program().tree(), session.program().tree());
        let places = before.filter(same_tree).map(|scene| scene.places.clone());
        let scene = Arc::new(Scene {
            session: session.clone(),
            view,
            places: places.unwrap_or_default(),
        });
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(scene);
    }
}
