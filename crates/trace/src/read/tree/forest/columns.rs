//! The forest as the columns of one tree.

use super::super::machine::label;
use super::{Forest, StrandView, code};
use elenchus_tree::Kind;
use elenchus_tree::columns::{Columns, NO_PARENT, OPEN};

impl Columns for Forest {
    fn len(&self) -> usize {
        self.nodes as usize
    }

    fn parent(&self, node: usize) -> u32 {
        let above = if self.artificial { 0 } else { NO_PARENT };
        let Some((mut index, local)) = self.locate(node as u32) else {
            return NO_PARENT;
        };
        if let Some(parent) = self.strands[index as usize].shape.parent(local) {
            return self.strands[index as usize].tree_index(parent);
        }
        // The strand hangs somewhere: under a node, or beside the nodes of a strand that hangs somewhere itself.
        while let Some((host, under, _)) = self.strands[index as usize].hung {
            if let Some(under) = under {
                return self.strands[host as usize].tree_index(under);
            }
            index = host;
        }
        above
    }

    fn size(&self, node: usize) -> u32 {
        match self.locate(node as u32) {
            Some((index, local)) => self.strands[index as usize]
                .tree_size(local)
                .unwrap_or(OPEN),
            None if !self.over || self.strands.iter().any(StrandView::is_open) => OPEN,
            None => self.nodes,
        }
    }

    fn code(&self, node: usize) -> u32 {
        match self.locate(node as u32) {
            Some((index, local)) => code::of_label(self.strands[index as usize].label(local)),
            None => code::ROOT,
        }
    }

    fn codes(&self) -> usize {
        self.codes
    }

    fn meaning(&self, code: u32) -> (u32, Kind) {
        let id = code::id(code);
        let of_loop = || self.routine_of_loop.get(id as usize).copied().unwrap_or(0);
        match code::kind(code) {
            _ if code == code::ROOT => (0, Kind::Projection),
            label::ROUTINE => (id, Kind::Routine),
            label::LOOP => (of_loop(), Kind::Loop),
            label::PASS => (of_loop(), Kind::Iterations),
            _ => (0, Kind::Routine),
        }
    }

    fn copy_codes(&self, mut start: usize, mut codes: &mut [u32]) {
        while !codes.is_empty() {
            let Some((index, local)) = self.locate(start as u32) else {
                codes[0] = code::ROOT;
                (start, codes) = (start + 1, &mut codes[1..]);
                continue;
            };
            // Up to the next strand that hangs in this one, labels stand side by side.
            let strand = &self.strands[index as usize];
            let guest = strand.guests.partition_point(|guest| guest.before <= local);
            let next = strand.guests.get(guest).map(|guest| guest.before);
            let run = next.unwrap_or(strand.shape.nodes()) - local;
            let (now, later) = codes.split_at_mut(codes.len().min(run as usize));
            strand.labels.copy_from(local as usize, now);
            for code in &mut *now {
                *code = code::of_label(*code);
            }
            start += now.len();
            codes = later;
        }
    }

    fn children_before(&self, node: usize, before: usize) -> Option<u32> {
        let (index, local) = self.locate(node as u32)?;
        let strand = &self.strands[index as usize];
        // Where nothing hangs in the node, its subtree is numbered as in its strand.
        let guests = || strand.guests_inside(local, strand.shape.end(local));
        let is_alone = strand.guests.is_empty() || guests().is_empty();
        let before = before as u32 - (node as u32 - local);
        is_alone.then(|| strand.shape.children_before(local, before))
    }

    fn child_around(&self, ancestor: usize, node: usize) -> u32 {
        let above = self.locate(ancestor as u32);
        let Some((mut index, mut local)) = self.locate(node as u32) else {
            return node as u32;
        };
        loop {
            let strand = &self.strands[index as usize];
            if let Some((host, of)) = above
                && host == index
            {
                let depth = strand.shape.depth(of) + 1;
                return strand.tree_index(strand.shape.ancestor_at(local, depth));
            }
            let top = strand.tree_index(strand.shape.ancestor_at(local, 0));
            // A strand that hangs beside the nodes of another has no node of it above.
            let mut hung = strand.hung;
            while let Some((host, None, _)) = hung {
                hung = self.strands[host as usize].hung;
            }
            match hung {
                Some((host, Some(under), _)) if above != Some((host, under)) => {
                    (index, local) = (host, under);
                }
                _ => return top,
            }
        }
    }

    fn is_chained(&self, node: usize) -> bool {
        self.locate(node as u32).is_some_and(|(index, local)| {
            self.strands[index as usize].label(local) & label::CHAINED != 0
        })
    }
}
