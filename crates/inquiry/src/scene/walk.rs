//! Walks through the run: a value back to its origin, a node step by step.

use elenchus_session::{self as domain, Instant, Moment, Program, Written};
use elenchus_wire::look::{Action, Beginning, Did, Link, Origin, Stop, Stride, Unseen, Writer};

use crate::scene::Scene;
use crate::scene::piece::PAGE;

impl Scene {
    /// Who wrote a value: what it holds at the end, and what it held at the beginning.
    pub(super) fn origin(&self, nodes: (usize, usize), path: &str) -> Result<Origin, Unseen> {
        let subject = self.subject(nodes)?;
        let at = |moment| self.program().writer_of(subject, path, moment);
        let problem = |error: elenchus_session::PartError| Unseen::Origin {
            problem: (&error).into(),
        };
        let origins = self.program().origins(subject, path, Moment::After);
        let (links, beginning) = match origins {
            Ok(origins) => (origins.links, origins.beginning),
            // Who wrote a value last may be known where nothing more is.
            Err(_) => (Vec::new(), domain::Beginning::Unknown),
        };
        Ok(Origin {
            path: path.to_owned(),
            chain: links.into_iter().map(|link| self.link(link)).collect(),
            beginning: match beginning {
                domain::Beginning::Code => Beginning::Code,
                domain::Beginning::Unknown => Beginning::Unknown,
                domain::Beginning::Further => Beginning::Further,
            },
            after: self.writer(at(Moment::After).map_err(problem)?),
            // What did not exist yet was written by nobody.
            before: at(Moment::Before).ok().map(|source| self.writer(source)),
        })
    }

    fn writer(&self, written: Written) -> Writer {
        match written {
            Written::Inside(node) => Writer::Inside {
                node: self.describe(node),
            },
            Written::Own => Writer::Own,
            Written::Before(Some(node)) => Writer::Earlier {
                node: self.describe(node),
            },
            Written::Before(None) => Writer::Unknown,
        }
    }

    fn link(&self, link: domain::Link) -> Link {
        Link {
            node: self.describe(link.node),
            did: match link.did {
                domain::Did::Wrote => Did::Wrote,
                domain::Did::Returned => Did::Returned,
                domain::Did::Had => Did::Had,
                domain::Did::Made => Did::Made,
            },
            part: link.part,
            value: link.value,
            alike: link.alike,
            passed_on: link.passed_on,
        }
    }

    /// A node at a moment inside it.
    pub(super) fn stop(
        &self,
        number: usize,
        from: Option<(u32, u32)>,
        stride: Stride,
    ) -> Result<Stop, Unseen> {
        let node = self.find(number)?;
        let from = from.map(|(one, other)| Instant(one, other));
        let stride = match stride {
            Stride::Stay => domain::Stride::Stay,
            Stride::On => domain::Stride::On,
            Stride::Back => domain::Stride::Back,
            Stride::End => domain::Stride::End,
        };
        let stop = self.program().stop(node, from, stride, PAGE);
        let stop = stop.ok_or(Unseen::NoSteps)?;
        let around = self.program().tree().parent(node);
        Ok(Stop {
            node: number,
            at: (stop.at.0, stop.at.1),
            shown: (&stop.shown).into(),
            last: stop.last.map(|action| self.action(action)),
            next: stop.next.map(|action| self.action(action)),
            is_end: stop.is_end,
            variables_as_begun: stop.variables_as_begun,
            around: around.map(|around| self.number(around)),
        })
    }

    fn action(&self, action: domain::Action) -> Action {
        match action {
            domain::Action::Wrote {
                part,
                before,
                after,
                line,
            } => Action::Wrote {
                part,
                before,
                after,
                line,
            },
            domain::Action::Ran { node, line } => Action::Ran {
                node: self.describe(node),
                line,
            },
        }
    }
}
