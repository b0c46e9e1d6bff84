//! What a piece of the run shows: values before and after, source, output, what was said about it.

use std::collections::BTreeMap;

use elenchus_session::{Entry, Instant, Limits, OpenedValue, Program, Said, Subject};
use elenchus_wire::look::{Said as SaidAbout, Seen, Standing, Unseen};

use crate::scene::Scene;

/// How much of its values a piece shows on a page. More can be opened by path.
pub const PAGE: Limits = Limits {
    changes: 100,
    characters: 400,
    depth: 5,
    elements: 50,
    ..Limits::SCREEN
};

/// How many characters of a long text are shown at once.
const STRETCH: usize = 10_000;

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
    pub(super) fn open(
        &self,
        nodes: (usize, usize),
        path: &str,
        at: Option<(u32, u32)>,
    ) -> Result<Seen, Unseen> {
        let opened = self.opened(self.subject(nodes)?, path, at)?;
        Ok(Seen::Opened((&opened).into()))
    }

    fn opened(
        &self,
        subject: Subject,
        path: &str,
        at: Option<(u32, u32)>,
    ) -> Result<OpenedValue, Unseen> {
        let opened = match at {
            Some((one, other)) => {
                let at = Instant(one, other);
                self.program().open_at(subject.first(), at, path)
            }
            None => self.program().open(subject, path),
        };
        opened.map_err(|error| Unseen::Open {
            problem: (&error).into(),
        })
    }

    /// A stretch of a long text: of a value, or of the free text on a state.
    pub(super) fn text(
        &self,
        nodes: (usize, usize),
        path: Option<&str>,
        after: bool,
        from: usize,
        at: Option<(u32, u32)>,
    ) -> Result<Seen, Unseen> {
        let subject = self.subject(nodes)?;
        let shown = || self.session.show_within(subject, PAGE);
        let (old, new) = match path {
            None => {
                let shown = shown();
                (shown.before, shown.after)
            }
            Some(path) => {
                let whole = match self.opened(subject, path, at) {
                    Ok(opened) => opened.whole,
                    // Where nothing can be opened, what is shown is all there is.
                    Err(closed) => {
                        let mut values = shown().values.into_iter();
                        values.find(|value| value.name == path).ok_or(closed)?
                    }
                };
                (whole.before, whole.after)
            }
        };
        let text = if after { new } else { old }.unwrap_or_default();
        let mut rest = text.chars().skip(from);
        Ok(Seen::Text {
            text: rest.by_ref().take(STRETCH).collect(),
            later: rest.count(),
        })
    }

    /// The source of the routine that a piece belongs to, with how its lines stand in the search.
    pub(super) fn source(&self, nodes: (usize, usize)) -> Result<Seen, Unseen> {
        let subject = self.subject(nodes)?;
        let source = self.program().source(subject).ok_or(Unseen::NoSource)?;
        let mut standings: BTreeMap<u32, Standing> = BTreeMap::new();
        for (node, lines) in self.program().own_lines(subject) {
            let standing = self.stands_with(node, || self.session.is_suspect(node));
            for line in lines {
                let known = standings.entry(line).or_insert(standing);
                if standing.weight() > known.weight() {
                    *known = standing;
                }
            }
        }
        Ok(Seen::Source {
            listing: (&source).into(),
            standings: standings.into_iter().collect(),
        })
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
            suspects: self.session.suspects_over_time(),
        }
    }
}
