//! Whose lines are, where only the source can tell.
//!
//! `for (;;) { …; if (done) return x; }` is the same bytecode as `do { … } while (!done); return x;`, so the recorder takes
//! the return for code after the loop. The source shows that it stands in the loop's body: it ran in the last iteration.

use elenchus_source::LoopKind;
use elenchus_trace::{NodeData, NodeKind};
use elenchus_tree::{Kind, NodeId};

use crate::run::Run;

impl Run {
    /// The lines of a node's own code that ran, by what the source shows as its code.
    pub fn own_lines(&self, node: NodeId, data: &NodeData) -> Vec<u32> {
        let tree = &self.snapshot().tree;
        let parts = tree.children(node);
        let loops = parts.filter(|&part| tree.kind(part) == Kind::Loop);
        self.own_lines_beside(node, data, loops)
    }

    /// The same for a node whose loops are known.
    pub fn own_lines_beside(
        &self,
        node: NodeId,
        data: &NodeData,
        loops: impl Iterator<Item = NodeId>,
    ) -> Vec<u32> {
        let tree = &self.snapshot().tree;
        let mut lines = data.lines.clone();
        if matches!(data.kind, NodeKind::Loop(_)) || lines.is_empty() {
            return lines;
        }
        for of_node in loops {
            lines.retain(|&line| !self.is_in_body(of_node, line));
        }
        if let (NodeKind::Iterations(_), Some(around)) = (data.kind, tree.parent(node))
            && tree.end(node) == tree.end(around)
            && let Some(before) = tree.parent(around).and_then(|before| self.data(before))
        {
            lines.extend(
                before
                    .lines
                    .iter()
                    .filter(|&&line| self.is_in_body(around, line)),
            );
            lines.sort_unstable();
            lines.dedup();
        }
        lines
    }

    /// Whether a line is in the body of a loop and can be nothing else. The line on which the body begins may be that of
    /// its header, which belongs to the code around it; a `do` has no code at its end that looks as if it came after.
    fn is_in_body(&self, of_loop: NodeId, line: u32) -> bool {
        let Some(NodeKind::Loop(id)) = self.data(of_loop).map(|data| data.kind) else {
            return false;
        };
        let definitions = self.definitions();
        let body = definitions.loop_(id).and_then(|def| {
            self.sources().with_loop(definitions, def, |_, found| {
                (found.kind != LoopKind::Do).then_some(found.body_lines)
            })
        });
        body.is_some_and(|body| line > body.first && body.contains(line))
    }
}
