//! Calls that are given arrays and may reach code that is not recorded, which can write into them.
//!
//! Before such a call the runtime takes note of what each array holds, and looks at it again with the next record. So the
//! arrays need not be recorded again when they were only read, and nothing is lost when the call fails. After the call it
//! is asked once more, because the next record may have been made during it.

use crate::classfile::assemble::Unfinished;
use crate::classfile::descriptor::{MethodDescriptor, text};
use crate::classfile::frames::{Frame, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::MemberRef;
use crate::contract::{BACK, Kind, LEND};

use super::emit::Emitter;

/// Beginnings of the names of classes that belong to the platform.
const PLATFORM: [&[u8]; 5] = [b"java/", b"javax/", b"jdk/", b"sun/", b"com/sun/"];

/// Packages of the platform whose methods read the arrays that they are given, but for those that
/// [`super::intercept`] knows and those that tell what they write.
const READERS: [&[u8]; 9] = [
    b"java/io/",
    b"java/lang/",
    b"java/math/",
    b"java/net/",
    b"java/nio/",
    b"java/sql/",
    b"java/text/",
    b"java/time/",
    b"java/util/",
];

/// Classes in those packages of which that is not so, with the beginnings of the names of the methods.
const WRITERS: [(&[u8], &[u8]); 4] = [
    (b"java/util/Base64$", b"encode"),
    (b"java/util/Base64$", b"decode"),
    (b"java/util/function/", b""),
    (b"java/util/", b"toArray"),
];

/// Whether a class belongs to the platform.
pub fn is_of_platform(class: &[u8]) -> bool {
    PLATFORM.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether a method may write into an array that it is given, by its name.
fn may_write(method: &MemberRef<'_>) -> bool {
    let starts = |prefix: &&[u8]| method.class.starts_with(prefix);
    let writes = |(class, name): &(&[u8], &[u8])| {
        method.class.starts_with(class) && method.name.starts_with(name)
    };
    !READERS.iter().any(starts) || WRITERS.iter().any(writes)
}

impl Emitter<'_, '_, '_> {
    /// Copies a call, and has the arrays watched that it gives to code which may not be recorded.
    pub(super) fn call_with_arrays(
        &mut self,
        index: usize,
        frame: &Frame,
        method: &MemberRef<'_>,
        descriptor: &MethodDescriptor<'_>,
    ) -> std::result::Result<(), Unfinished> {
        let arrays = self.arrays_given(index, frame, descriptor);
        let callee = match arrays.is_empty() || !may_write(method) {
            true => None,
            false => self.callee(method),
        };
        let Some(callee) = callee else {
            return self.copy(index, Some(frame));
        };
        let (kept, _) = self.temporaries(descriptor)?;
        self.need(3);
        for &(kind, slot) in kept.iter().rev() {
            self.asm.store(kind, slot);
        }
        for &array in &arrays {
            self.asm.load(Kind::Ref, kept[array].1);
            self.asm.int(self.sink.pool, callee as i32)?;
            self.asm.call(self.sink.pool, LEND)?;
        }
        for &(kind, slot) in &kept {
            self.asm.load(kind, slot);
        }
        self.copy(index, Some(frame))?;
        for &array in &arrays {
            self.asm.load(Kind::Ref, kept[array].1);
            self.asm.int(self.sink.pool, callee as i32)?;
            self.asm.call(self.sink.pool, BACK)?;
        }
        Ok(())
    }

    /// The positions of the arguments that are arrays.
    fn arrays_given(
        &self,
        index: usize,
        frame: &Frame,
        descriptor: &MethodDescriptor<'_>,
    ) -> Vec<usize> {
        let count = descriptor.parameters.len();
        let Some(first) = frame.stack.len().checked_sub(count) else {
            return Vec::new();
        };
        // An array that the instruction before has filled was made for this call: that of variable arguments.
        let is_fresh = index > 0 && self.source.code.insns[index - 1].op == op::AASTORE;
        let looked_at = count - usize::from(is_fresh && count > 0);
        let is_array = |position: &usize| match frame.stack[first + position] {
            VType::Object(id) => self.sink.names.name(id).starts_with(b"["),
            _ => false,
        };
        (0..looked_at).filter(is_array).collect()
    }

    /// The number by which the runtime finds out whether a method's code is recorded; 0 when it certainly is not, none
    /// when it certainly is.
    fn callee(&mut self, method: &MemberRef<'_>) -> Option<u32> {
        let own = self.source.method;
        if method.class.starts_with(b"[") {
            return None;
        }
        if is_of_platform(method.class) {
            return Some(0);
        }
        if method.class != own.class {
            return self.sink.definitions.callee(&text(method.class));
        }
        let declared = (method.name.to_vec(), method.descriptor.to_vec());
        match self.source.declared.get(&declared) {
            Some(is_rewritten) => (!is_rewritten).then_some(0),
            // Inherited: whether that code is recorded is known of the class above.
            None if is_of_platform(own.super_class) => Some(0),
            None => self.sink.definitions.callee(&text(own.super_class)),
        }
    }
}
