//! What a piece of the run shows: values before and after, source, output, and who wrote a value.

use elenchus_session::{Entry, Limits, Moment, Program, Said, Subject, Written};
use elenchus_wire::look::{Origin, Said as SaidAbout, Seen, Unseen, Writer};

use crate::scene::Scene;

/// How much of its values a piece shows on a page. More can be opened by path.
pub const PAGE: Limits = Limits {
    changes: 100,
    characters: 400,
    depth: 5,
    elements: 50,
};

/// How much of what was printed is shown.
const MOST_PRINTED: usize = 64 << 10;

impl Scene {
    /// What ran, what went in and what came out.
    pub(super) fn piece(&self, nodes: (usize, usize)) -> Result<Seen, Unseen> {
        let shown = self.session.show_within(self.subject(nodes)?, PAGE);
        Ok(Seen::Piece {
            nodes,
            shown: (&shown).into(),
        })
    }

    /// A value, one level open.
    pub(super) fn open(&self, nodes: (usize, usize), path: &str) -> Result<Seen, Unseen> {
        let opened = self.program().open(self.subject(nodes)?, path);
        opened
            .map(|opened| Seen::Opened((&opened).into()))
            .map_err(|error| Unseen::Open {
                problem: error.to_string(),
            })
    }

    /// The source of the routine that a node belongs to.
    pub(super) fn source(&self, node: usize) -> Result<Seen, Unseen> {
        let subject = Subject::node(self.find(node)?);
        let source = self.program().source(subject).ok_or(Unseen::NoSource)?;
        Ok(Seen::Source((&source).into()))
    }

    /// What was printed and read.
    pub(super) fn output(&self, nodes: (usize, usize)) -> Result<Seen, Unseen> {
        let subject = self.subject(nodes)?;
        let printed = self.program().printed(subject, MOST_PRINTED);
        let printed = printed.ok_or(Unseen::NoOutput)?;
        Ok(Seen::Output((&printed).into()))
    }

    /// Everything that was said, with the nodes it is about.
    pub(super) fn said(&self) -> Seen {
        let number = |node| self.number(node);
        let nodes = |entry: &Entry| match entry.said {
            Said::Answered(subject, _) | Said::Part { subject, .. } => {
                Some((number(subject.first()), number(subject.last())))
            }
            Said::Found(node) => Some((number(node), number(node))),
            _ => None,
        };
        let entries = self.session.log().entries().iter();
        let verdicts = self.session.verdicts().into_iter();
        Seen::Said {
            answers: verdicts
                .zip(entries)
                .map(|(verdict, entry)| SaidAbout {
                    verdict: (&verdict).into(),
                    nodes: nodes(entry),
                })
                .collect(),
        }
    }

    /// Who wrote a value: what it holds at the end, and what it held at the beginning.
    pub(super) fn origin(&self, nodes: (usize, usize), path: &str) -> Result<Origin, Unseen> {
        let subject = self.subject(nodes)?;
        let at = |moment| self.program().writer_of(subject, path, moment);
        let problem = |error: elenchus_session::PartError| Unseen::Origin {
            problem: error.to_string(),
        };
        Ok(Origin {
            path: path.to_owned(),
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
}
