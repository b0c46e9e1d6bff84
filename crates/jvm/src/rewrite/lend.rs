//! Calls of code that may not be recorded and can change what it is given: arrays, and objects of the platform whose state
//! lies in memory, such as matchers and calendars, which it may also be called on.
//!
//! Before such a call the runtime takes note of what each array holds, and looks at it again with the next record. So the
//! arrays need not be recorded again when they were only read, and nothing is lost when the call fails. After the call it
//! is asked once more, because the next record may have been made during it. Which objects of the platform have such state is
//! known at run time (`ElenchusPlatform`); here only those are left out whose types rule it out.

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

/// Classes of `java.util` whose objects change when they are used.
const UTILITIES: [&[u8]; 8] = [
    b"Calendar",
    b"DoubleSummaryStatistics",
    b"Formatter",
    b"GregorianCalendar",
    b"IntSummaryStatistics",
    b"LongSummaryStatistics",
    b"Scanner",
    b"SplittableRandom",
];

/// Interfaces of `java.lang` that such objects implement and that change them, and what is such an object itself.
const OF_LANGUAGE: [&[u8]; 4] = [b"Appendable", b"AutoCloseable", b"Readable", b"ThreadLocal"];

/// Futures, which other threads complete: whoever asks one for its result learns what it came to.
const FUTURES: [&[u8]; 5] = [
    b"CompletableFuture",
    b"CompletionStage",
    b"Future",
    b"FutureTask",
    b"RunnableFuture",
];

/// Beginnings of names of streams that lead outside of memory, and of what is logged anyway.
const NO_WRAPPERS: [&[u8]; 8] = [
    b"ByteArray",
    b"CharArray",
    b"File",
    b"Object",
    b"RandomAccessFile",
    b"Serializable",
    b"StringReader",
    b"StringWriter",
];

/// Whether a value of this class, as far as the code says, can be an object of the platform whose state lies in memory.
fn may_be_state(class: &[u8]) -> bool {
    let Some(at) = class.iter().rposition(|&byte| byte == b'/') else {
        return false;
    };
    let (package, name) = (&class[..at], &class[at + 1..]);
    match package {
        b"java/text" | b"java/nio" | b"java/nio/charset" => true,
        b"java/util/regex" => name == b"Matcher",
        b"java/util/zip" => [b"Adler32" as &[u8], b"CRC32", b"CRC32C", b"Checksum"].contains(&name),
        b"java/security" => name == b"MessageDigest",
        b"java/lang" => OF_LANGUAGE.contains(&name),
        b"java/io" => !NO_WRAPPERS.iter().any(|prefix| name.starts_with(prefix)),
        b"java/util" => UTILITIES.contains(&name),
        b"java/util/concurrent" => FUTURES.contains(&name),
        _ => false,
    }
}

/// What a call is given that may come back changed.
#[derive(Debug, Default)]
struct Given {
    /// The positions of arguments that are arrays or may be state of the platform.
    arguments: Vec<usize>,
    /// Whether the object that it is called on may be such state.
    receiver: bool,
}

impl Given {
    fn is_empty(&self) -> bool {
        self.arguments.is_empty() && !self.receiver
    }
}

impl Emitter<'_, '_, '_> {
    /// Copies a call, and has watched what it gives to code which may not be recorded.
    pub(super) fn call_with_loans(
        &mut self,
        index: usize,
        frame: &Frame,
        method: &MemberRef<'_>,
        descriptor: &MethodDescriptor<'_>,
    ) -> std::result::Result<(), Unfinished> {
        let given = self.given(index, frame, method, descriptor);
        let callee = match given.is_empty() {
            true => None,
            false => self.callee(method),
        };
        let Some(callee) = callee else {
            return self.copy(index, Some(frame));
        };
        let (kept, words) = self.temporaries(descriptor)?;
        let mut watched: Vec<u16> = given.arguments.iter().map(|&at| kept[at].1).collect();
        self.need(3);
        for &(kind, slot) in kept.iter().rev() {
            self.asm.store(kind, slot);
        }
        if given.receiver {
            let receiver = self.temporary(words, 1)?;
            self.asm.op(op::DUP);
            self.asm.store(Kind::Ref, receiver);
            watched.push(receiver);
        }
        for &slot in &watched {
            self.asm.load(Kind::Ref, slot);
            self.asm.int(self.sink.pool, callee as i32)?;
            self.asm.call(self.sink.pool, LEND)?;
        }
        for &(kind, slot) in &kept {
            self.asm.load(kind, slot);
        }
        self.copy(index, Some(frame))?;
        for &slot in &watched {
            self.asm.load(Kind::Ref, slot);
            self.asm.int(self.sink.pool, callee as i32)?;
            self.asm.call(self.sink.pool, BACK)?;
        }
        Ok(())
    }

    fn given(
        &self,
        index: usize,
        frame: &Frame,
        method: &MemberRef<'_>,
        descriptor: &MethodDescriptor<'_>,
    ) -> Given {
        let count = descriptor.parameters.len();
        let Some(first) = frame.stack.len().checked_sub(count) else {
            return Given::default();
        };
        let insns = &self.source.code.insns;
        // An array that the instruction before has filled was made for this call: that of variable arguments.
        let is_fresh = index > 0 && insns[index - 1].op == op::AASTORE;
        let writes_arrays = may_write(method);
        let is_watched = |position: &usize| match frame.stack[first + position] {
            VType::Object(id) => {
                let class = self.sink.names.name(id);
                match class.starts_with(b"[") {
                    true => writes_arrays && !(is_fresh && position + 1 == count),
                    false => may_be_state(class),
                }
            }
            _ => false,
        };
        let has_receiver = matches!(insns[index].op, op::INVOKEVIRTUAL | op::INVOKEINTERFACE);
        Given {
            arguments: (0..count).filter(is_watched).collect(),
            receiver: has_receiver && may_be_state(method.class),
        }
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
