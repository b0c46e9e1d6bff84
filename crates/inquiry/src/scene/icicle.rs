//! The run as a picture: a row for every level, every node as wide as what is in it.
//!
//! The picture is made from pixels, not from nodes: at each pixel it is asked which node is there. So it
//! costs what is drawn, not what has run. Neighbours that are too narrow to be seen become one block.

use std::ops::Range;

use elenchus_session::Program;
use elenchus_tree::{Kind, NodeId};
use elenchus_wire::look::{Block, Icicle, Picture, Standing, Unseen, Width};

use crate::scene::Scene;

/// Whatever is narrower is drawn together with its neighbours.
const NARROWEST: u32 = 3;

const MOST_PIXELS: u32 = 4_000;
const MOST_ROWS: u32 = 64;

/// About how many blocks a picture has at most, which keeps it below 100 kB.
const MOST_BLOCKS: usize = 1_200;

/// How wide nodes are, and which one is where. Nodes lie in execution order, each beginning with its own
/// code, which is followed by its parts.
trait Ruler {
    /// Where a node begins.
    fn start(&self, node: NodeId) -> u64;
    /// Where a node ends.
    fn end(&self, node: NodeId) -> u64;
    /// The node whose own code lies here.
    fn node_at(&self, place: u64) -> Option<NodeId>;
    /// Whether suspects are left in a node, given one in it that [`Ruler::node_at`] has found.
    fn is_suspect(&self, node: NodeId, inside: NodeId) -> bool;
}

struct BySize<'s>(&'s Scene);

impl Ruler for BySize<'_> {
    fn start(&self, node: NodeId) -> u64 {
        node.index() as u64
    }

    fn end(&self, node: NodeId) -> u64 {
        self.0.program().tree().end(node).index() as u64
    }

    fn node_at(&self, place: u64) -> Option<NodeId> {
        let place = usize::try_from(place).ok()?;
        (place < self.0.program().tree().len()).then(|| NodeId::new(place))
    }

    fn is_suspect(&self, node: NodeId, inside: NodeId) -> bool {
        // Mostly one is at hand, and the others need not be counted.
        let session = &self.0.session;
        session.is_suspect(inside) || session.suspects_in(node) > 0
    }
}

struct BySuspects<'s>(&'s Scene);

impl Ruler for BySuspects<'_> {
    fn start(&self, node: NodeId) -> u64 {
        self.0.session.suspects_before(node)
    }

    fn end(&self, node: NodeId) -> u64 {
        self.0.session.suspects_until(node)
    }

    fn node_at(&self, place: u64) -> Option<NodeId> {
        self.0.session.suspect_at(place)
    }

    fn is_suspect(&self, _node: NodeId, _inside: NodeId) -> bool {
        true
    }
}

/// The pixels of a picture on a ruler.
struct Canvas {
    start: f64,
    /// How much lies in one pixel.
    scale: f64,
    pixels: u32,
}

impl Canvas {
    /// What lies in the middle of a pixel.
    fn place(&self, x: u32) -> u64 {
        (self.start + (f64::from(x) + 0.5) * self.scale) as u64
    }

    /// The first pixel whose middle lies behind a place.
    fn pixel(&self, place: u64) -> u32 {
        let x = ((place as f64 - self.start) / self.scale - 0.5).ceil();
        (x.max(0.0) as u32).min(self.pixels)
    }
}

impl Scene {
    /// Draws a part of the run.
    pub(super) fn icicle(&self, picture: &Picture) -> Result<Icicle, Unseen> {
        let top = self.find(picture.of)?;
        Ok(match picture.by {
            Width::Size => self.draw(&BySize(self), top, picture),
            Width::Suspects => self.draw(&BySuspects(self), top, picture),
        })
    }

    fn draw(&self, ruler: &impl Ruler, top: NodeId, picture: &Picture) -> Icicle {
        let start = ruler.start(top);
        let total = ruler.end(top) - start;
        let mut drawn = Icicle {
            total,
            names: Vec::new(),
            rows: Vec::new(),
            more: false,
        };
        let pixels = picture.pixels.clamp(1, MOST_PIXELS);
        let share = |share: f64| {
            if share.is_finite() {
                share.clamp(0.0, 1.0)
            } else {
                0.0
            }
        };
        let (from, to) = (share(picture.from), share(picture.to));
        if total == 0 || from >= to {
            return drawn;
        }
        let canvas = Canvas {
            start: start as f64 + from * total as f64,
            scale: (to - from) * total as f64 / f64::from(pixels),
            pixels,
        };
        let standing = self.stands(top);
        let mut row = vec![(top, self.block(top, standing, 0..pixels, &mut drawn.names))];
        let mut blocks = 0;
        while !row.is_empty() {
            blocks += row.len();
            let below = self.row_below(ruler, &canvas, &row, &mut drawn.names);
            drawn
                .rows
                .push(row.into_iter().map(|(_, block)| block).collect());
            let is_full = drawn.rows.len() >= picture.rows.min(MOST_ROWS) as usize;
            if is_full || blocks + below.len() > MOST_BLOCKS {
                drawn.more = !below.is_empty();
                break;
            }
            row = below;
        }
        drawn
    }

    /// The parts of what stands in a row.
    fn row_below(
        &self,
        ruler: &impl Ruler,
        canvas: &Canvas,
        row: &[(NodeId, Block)],
        names: &mut Vec<String>,
    ) -> Vec<(NodeId, Block)> {
        let tree = self.program().tree();
        let mut below: Vec<(NodeId, Block)> = Vec::new();
        for (node, block) in row.iter().filter(|(_, block)| block.name.is_some()) {
            let (mut x, end) = (block.x, block.x + block.width);
            let behind = tree.end(*node);
            while x < end {
                let Some(at) = ruler.node_at(canvas.place(x)) else {
                    break;
                };
                if at <= *node || at >= behind {
                    x += 1;
                    continue;
                }
                let part = tree.child_around(*node, at);
                let until = canvas.pixel(ruler.end(part)).clamp(x + 1, end);
                let standing = self.stands_with(part, || ruler.is_suspect(part, at));
                if until - x >= NARROWEST {
                    below.push((part, self.block(part, standing, x..until, names)));
                } else {
                    self.crowd(&mut below, part, standing, x..until);
                }
                x = until;
            }
        }
        below
    }

    fn block(
        &self,
        node: NodeId,
        standing: Standing,
        pixels: Range<u32>,
        names: &mut Vec<String>,
    ) -> Block {
        let label = self.name(node);
        let name = names.iter().position(|name| *name == label);
        let name = name.unwrap_or_else(|| {
            names.push(label);
            names.len() - 1
        });
        Block {
            x: pixels.start,
            width: pixels.end - pixels.start,
            node: self.number(node),
            name: Some(name),
            standing,
        }
    }

    /// What a node is called where there is little room: a routine as in questions, a loop by its name.
    fn name(&self, node: NodeId) -> String {
        let tree = self.program().tree();
        let label = tree.label(node);
        let shown = self.program().shown_name(tree.routine(node));
        let routine = shown.as_deref().unwrap_or(label);
        // Loops that nobody has named are called by their routine.
        let of_loop = self.program().loop_name(node);
        let of_loop = of_loop.map(|name| match name.strip_prefix(label) {
            Some(rest) => format!("{routine}{rest}"),
            None => name,
        });
        match (tree.kind(node), of_loop) {
            (Kind::Loop, Some(name)) => name,
            (Kind::Loop, None) => format!("{routine} loop"),
            (Kind::Iterations, Some(name)) => format!("{name} iteration"),
            (Kind::Iterations, None) => format!("{routine} iteration"),
            (Kind::Routine | Kind::Projection | Kind::Collapse, _) => routine.to_owned(),
        }
    }

    /// Draws a narrow part, together with the narrow ones beside it.
    fn crowd(
        &self,
        row: &mut Vec<(NodeId, Block)>,
        part: NodeId,
        standing: Standing,
        pixels: Range<u32>,
    ) {
        let (x, width) = (pixels.start, pixels.end - pixels.start);
        match row.last_mut() {
            Some((_, last))
                if last.name.is_none() && last.x + last.width == x && last.standing == standing =>
            {
                last.width += width;
            }
            _ => row.push((
                part,
                Block {
                    x,
                    width,
                    node: self.number(part),
                    name: None,
                    standing,
                },
            )),
        }
    }
}
