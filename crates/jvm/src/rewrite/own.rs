//! Which values on the operand stack are the receiver of the method.
//!
//! Its number is in a field of its own class, where code of that class can simply read it, and it is never null. Only
//! what certainly is the receiver counts: where paths join, nothing does.

use crate::classfile::code::Code;
use crate::classfile::frames::Frame;
use crate::classfile::opcodes as op;

use super::method::Method;

/// The values on the stack, bottom first: whether each is the receiver.
pub struct Own {
    /// Whether slot 0 holds the receiver throughout.
    is_kept: bool,
    stack: Vec<bool>,
}

impl Own {
    /// Nothing is on the stack yet.
    pub fn new(method: &Method<'_>, code: &Code<'_>) -> Own {
        let overwrites = |index: usize| {
            code.local(index)
                .is_some_and(|(opcode, slot)| slot == 0 && opcode >= op::ISTORE)
        };
        Own {
            is_kept: !method.is_static && !(0..code.insns.len()).any(overwrites),
            stack: Vec::new(),
        }
    }

    /// Whether the value so far below the top is the receiver.
    pub fn is_receiver(&self, below_top: usize) -> bool {
        let at = self.stack.len().checked_sub(below_top + 1);
        at.is_some_and(|at| self.stack[at])
    }

    /// Paths join here.
    pub fn join(&mut self, frame: &Frame) {
        self.stack.clear();
        self.stack.resize(frame.stack.len(), false);
    }

    /// An instruction has run; `frame` is the state after it.
    pub fn step(&mut self, code: &Code<'_>, index: usize, frame: &Frame) {
        let after = frame.stack.len();
        let top = self.stack.last().copied().unwrap_or(false);
        match code.insns[index].op {
            op::DUP => self.stack.push(top),
            // The value beneath moves up by one, a copy of the top takes its place.
            op::DUP_X1 if self.stack.len() >= 2 => {
                let at = self.stack.len() - 2;
                self.stack.insert(at, top);
            }
            op::DUP_X1 | op::DUP_X2 | op::DUP2_X1 | op::DUP2_X2 | op::SWAP => self.stack.clear(),
            _ => {
                // At most one value is pushed: all below it were there before, unless they were taken.
                self.stack.truncate(after.saturating_sub(1));
                if code.local(index) == Some((op::ALOAD, 0)) {
                    self.stack.push(self.is_kept);
                }
            }
        }
        self.stack.resize(after, false);
    }
}
