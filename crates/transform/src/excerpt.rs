//! The excerpt of the base tree that is still under suspicion, and its copy as a draft.
//!
//! An excerpt is a contiguous span of the base preorder without the spans that answers removed. It is
//! copied into a [`Draft`], leaving out what carries no suspicion. Nodes that cannot be asked about
//! (trusted, or explained by a bug already found) are skipped and their children move up.

use elenchus_tree::Kind;
use elenchus_tree::place::base::{Masses, NodeId, Removed, Tree};

use crate::draft::{Draft, Sketch};
use crate::light::Light;
use crate::options::{Grouping, Options};
use crate::origin::{Origin, Span};

/// What answers have left of a base tree.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a> {
    pub base: &'a Tree,
    pub masses: &'a Masses,
    /// The narrowest subject that was answered *wrong*, or the whole tree.
    pub span: Span,
    /// What was cleared: always spans of subjects, or everything from a subject to the end of the
    /// excerpt. Only a node that is skipped can be cleared and have suspects below it that are not.
    pub removed: &'a Removed,
}

impl Excerpt<'_> {
    /// The remaining mass in `span`.
    pub fn mass(&self, span: Span) -> u64 {
        let all = self.masses.between(span.start, span.end);
        all - self.removed.mass_between(self.masses, span.start, span.end)
    }

    /// All remaining mass.
    pub fn total(&self) -> u64 {
        self.mass(self.span)
    }

    /// What holds less mass than this is not shown in full.
    pub(crate) fn lightest(&self, options: &Options) -> u64 {
        options.resolution.map_or(0, |r| self.total() / r.max(1))
    }

    /// What the root of a tree over this excerpt stands for: its first node when that contains all of
    /// it, else a projection over the siblings that are left.
    fn root(&self) -> Sketch {
        let start = self.span.start;
        if self.base.end(start) == self.span.end && !self.removed.contains(start) {
            return self.sketch(start);
        }
        let first = start;
        let last = self.last_part(self.span);
        let kind = match self.base.kind(start) {
            Kind::Iterations => Kind::Iterations,
            _ => Kind::Projection,
        };
        Sketch {
            kind,
            routine: self.base.routine(start),
            mass: 0,
            origin: Origin::Siblings { first, last },
            chained: false,
            hidden: false,
        }
    }

    #[inline]
    fn sketch(&self, node: NodeId) -> Sketch {
        Sketch {
            kind: self.base.kind(node),
            routine: self.base.routine(node),
            mass: self.masses.own(node),
            origin: Origin::Node(node),
            chained: false,
            hidden: false,
        }
    }

    /// Copies the excerpt, with room for as many more nodes if it `will_grow`. Linear in the number of
    /// base nodes that are looked at. `grouping` says which siblings may be shown as one when they
    /// are too light to be shown at all.
    pub(crate) fn extract(&self, options: &Options, grouping: Grouping, will_grow: bool) -> Draft {
        let mut root = self.root();
        if options.unseen > 0 {
            // What the run has still to do is code of its own, whatever the node is.
            root.mass += options.unseen;
            root.kind = Kind::Routine;
        }
        let nodes = self.total().min(self.span.len() as u64) as usize + 1;
        let capacity = match options.resolution {
            None if will_grow => 2 * nodes,
            None => nodes,
            Some(_) => 0,
        };
        let starts_inside = matches!(root.origin, Origin::Node(_));
        let mut draft = Draft::new(self.base.routine_names().clone(), root, capacity);
        let mut closed = self.closed(options).into_iter().peekable();
        // Most trees are uniform: every node can be asked about and has one unit of mass.
        let uniform = self.masses.is_uniform();
        let lightest = self.lightest(options);
        let light = Light {
            options,
            grouping,
            lightest,
        };
        let outermost = match starts_inside {
            true => Some(self.span.start),
            false => self.base.parent(self.span.start),
        };
        let mut frames = vec![Frame {
            base: outermost,
            end: self.span.end,
            node: Draft::ROOT,
            linked: false,
            lifted: false,
        }];
        let mut next = self.span.start;
        if starts_inside {
            next.0 += 1;
        }
        while next < self.span.end {
            while frames.last().is_some_and(|frame| frame.end <= next) {
                if frames.pop().is_some_and(|frame| frame.lifted)
                    && let Some(parent) = frames.last_mut()
                {
                    parent.linked = false;
                }
            }
            let Some(frame) = frames.last_mut() else {
                break;
            };
            let span = Span::of(self.base, next);
            let linked = frame.linked && self.base.is_chained(next);
            let mass = self.mass(span);
            if mass == 0 {
                frame.linked = linked;
                next = span.end;
                continue;
            }
            while closed.next_if(|closed| closed.start < next).is_some() {}
            if let Some(closed) = closed.next_if(|closed| closed.start == next) {
                draft.add(frame.node, self.closed_sketch(closed, linked));
                frame.linked = true;
                next = closed.end;
                continue;
            }
            let node = frame.node;
            let until = closed.peek().map_or(frame.end, |closed| closed.start);
            let siblings = frame
                .base
                .filter(|_| mass < lightest && until >= frame.end)
                .and_then(|base| self.light_siblings(light, base, next, frame.end));
            if let Some(sketch) = siblings {
                draft.add(
                    node,
                    Sketch {
                        chained: linked,
                        ..sketch
                    },
                );
                frame.linked = true;
                next = sketch.origin.span(self.base).end;
                continue;
            }
            // A skipped node may lie in a span that was cleared and still have children beyond it.
            let is_skipped =
                self.removed.contains(next) || !uniform && !self.masses.may_ask(self.base, next);
            if is_skipped {
                frame.linked = false;
                frames.push(Frame {
                    base: Some(next),
                    end: span.end,
                    node,
                    linked: false,
                    lifted: true,
                });
                next.0 += 1;
                continue;
            }
            frame.linked = true;
            let mut sketch = self.sketch(next);
            sketch.chained = linked;
            if mass < lightest && mass > sketch.mass {
                sketch.mass = mass;
                sketch.hidden = true;
            }
            let is_hidden = sketch.hidden;
            let node = draft.add(node, sketch);
            if is_hidden || span.len() == 1 {
                next = span.end;
            } else {
                frames.push(Frame {
                    base: Some(next),
                    end: span.end,
                    node,
                    linked: false,
                    lifted: false,
                });
                next.0 += 1;
            }
        }
        draft
    }

    /// The closed subjects that apply: inside the excerpt but not all of it, not opened, outermost
    /// first, and not the only place left to look.
    fn closed(&self, options: &Options) -> Vec<Span> {
        let mut chosen: Vec<Span> = Vec::new();
        let mut candidates: Vec<Span> = options
            .closed
            .iter()
            .copied()
            .filter(|span| {
                self.span.covers(*span)
                    && *span != self.span
                    && !options.opened.contains(span)
                    && self.mass(*span) < self.total()
            })
            .collect();
        candidates.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        for span in candidates {
            if chosen.last().is_none_or(|outer| outer.end <= span.start) {
                chosen.push(span);
            }
        }
        let closed_mass: u64 = chosen.iter().map(|&span| self.mass(span)).sum();
        if closed_mass == self.total() {
            // Nothing else is left: the unlikely places are opened after all.
            chosen.clear();
        }
        chosen
    }

    fn closed_sketch(&self, span: Span, chained: bool) -> Sketch {
        let first = span.start;
        let last = self.last_part(span);
        Sketch {
            kind: Kind::Collapse,
            routine: self.base.routine(first),
            // With all its suspicion it would be asked about before everything else.
            mass: self.masses.own(first).clamp(1, self.mass(span)),
            origin: if first == last {
                Origin::Subtree(first)
            } else {
                Origin::Siblings { first, last }
            },
            chained,
            hidden: true,
        }
    }
}

/// A base node whose children are being copied.
struct Frame {
    /// The base node, if there is one.
    base: Option<NodeId>,
    end: NodeId,
    /// The draft node that gets the children.
    node: u32,
    /// Whether nothing came between the last child and the point reached.
    linked: bool,
    /// Whether the base node itself was skipped.
    lifted: bool,
}
