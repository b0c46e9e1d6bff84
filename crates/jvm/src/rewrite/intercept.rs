//! Library calls that write into an array they are given, or change the object that they are called on.
//!
//! Library code is not recorded, so its writes into the program's arrays would go unnoticed, and so would what is appended
//! to a string builder. The calls listed here get records before and after them. Writes of `java.util` collections need no
//! entry: those classes log their own.

use crate::classfile::descriptor::MethodDescriptor;
use crate::classfile::opcodes as op;
use crate::classfile::pool::MemberRef;

/// Which elements a call may have written, by the positions of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// All.
    Whole,
    /// From one argument up to another.
    FromTo(usize, usize),
    /// From one argument on; another argument says how many.
    FromLength(usize, usize),
    /// The one that an argument tells.
    One(usize),
    /// From `at` on; as many elements as lie from `begin` to `end`.
    Span {
        /// The first element written.
        at: usize,
        /// The first element read.
        begin: usize,
        /// The end of what is read.
        end: usize,
    },
}

/// How a call changes the object that it is called on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The object is what it returns.
    Returned,
    /// The object lies below this many words of arguments, at most two, and nothing is recorded during the call.
    Below(usize),
    /// The object has to be kept, because recorded code may be called before it changes, or there are more arguments.
    Kept,
}

/// Whether a call gives up a monitor while it waits.
pub fn is_wait(opcode: u8, method: &MemberRef<'_>) -> bool {
    let waits = matches!(method.descriptor, b"()V" | b"(J)V" | b"(JI)V");
    opcode == op::INVOKEVIRTUAL && method.name == b"wait" && waits
}

/// Whether and how a call changes a string builder or an atomic that it is called on.
pub fn changed_receiver(
    opcode: u8,
    method: &MemberRef<'_>,
    descriptor: &MethodDescriptor<'_>,
) -> Option<Change> {
    if opcode != op::INVOKEVIRTUAL {
        return None;
    }
    let wide = |parameter: &&[u8]| matches!(parameter, [b'J' | b'D']);
    let words =
        descriptor.parameters.len() + descriptor.parameters.iter().filter(|p| wide(p)).count();
    let calls_back = |parameter: &&[u8]| parameter.starts_with(b"Ljava/util/function/");
    let below = if words > 2 || descriptor.parameters.iter().any(calls_back) {
        Some(Change::Kept)
    } else {
        Some(Change::Below(words))
    };
    let atomic = method
        .class
        .strip_prefix(b"java/util/concurrent/atomic/Atomic");
    match (method.class, method.name) {
        (
            b"java/lang/StringBuilder" | b"java/lang/StringBuffer",
            b"append" | b"appendCodePoint" | b"insert" | b"delete" | b"deleteCharAt" | b"replace"
            | b"reverse" | b"repeat",
        ) => Some(Change::Returned),
        (b"java/lang/StringBuilder" | b"java/lang/StringBuffer", b"setLength" | b"setCharAt") => {
            below
        }
        (_, name) if atomic.is_some() => {
            let reads = [
                &b"get"[..],
                b"getPlain",
                b"getAcquire",
                b"getOpaque",
                b"intValue",
                b"longValue",
                b"doubleValue",
                b"floatValue",
                b"toString",
                b"length",
                b"getReference",
            ];
            below.filter(|_| !reads.contains(&name))
        }
        _ => None,
    }
}

/// Whether a class of the platform whose writes are recorded keeps its state in a string builder or an atomic.
pub fn keeps_state_in_others(class: &[u8]) -> bool {
    matches!(class, b"java/io/StringWriter" | b"java/util/Random")
}

/// Whether a call clones its receiver: an array, or an object whose class may leave that to `Object.clone`, which copies
/// the id field too.
pub fn is_clone(opcode: u8, method: &MemberRef<'_>) -> bool {
    let has_receiver = opcode != op::INVOKESTATIC;
    let gives_object = matches!(method.descriptor, [b'(', b')', b'L' | b'[', ..]);
    has_receiver && method.name == b"clone" && gives_object
}

/// The position of the argument that is an array the call writes into, and which elements.
pub fn written_array(
    method: &MemberRef<'_>,
    descriptor: &MethodDescriptor<'_>,
) -> Option<(usize, Range)> {
    let parameters = descriptor.parameters.as_slice();
    match (method.class, method.name) {
        (b"java/lang/System", b"arraycopy") => {
            (parameters.len() == 5).then_some((2, Range::FromLength(3, 4)))
        }
        // Bins of the table are set by instructions that no bytecode shows.
        (b"java/util/concurrent/ConcurrentHashMap", b"casTabAt" | b"setTabAt") => {
            Some((0, Range::One(1)))
        }
        (b"java/lang/reflect/Array", name) if name.starts_with(b"set") => Some((0, Range::One(1))),
        (b"java/util/Arrays", name) => of_arrays(name, parameters).map(|range| (0, range)),
        (class, name) if class.starts_with(b"java/") => of_buffers(name, parameters),
        _ => None,
    }
}

fn of_arrays(name: &[u8], parameters: &[&[u8]]) -> Option<Range> {
    let is_array = parameters.first().is_some_and(|p| p.first() == Some(&b'['));
    // A part is given as `array, from, to, …`; `fill(array, value)` with an int value is not one.
    let has_part = matches!(parameters, [_, b"I", b"I", ..]);
    let range = match name {
        b"fill" if parameters.len() == 4 => Range::FromTo(1, 2),
        b"fill" | b"setAll" | b"parallelSetAll" => Range::Whole,
        b"sort" | b"parallelSort" | b"parallelPrefix" if has_part => Range::FromTo(1, 2),
        b"sort" | b"parallelSort" | b"parallelPrefix" => Range::Whole,
        _ => return None,
    };
    is_array.then_some(range)
}

/// Methods that fill a buffer, whatever class of the library they are called on.
fn of_buffers(name: &[u8], parameters: &[&[u8]]) -> Option<(usize, Range)> {
    match (name, parameters) {
        (b"getChars", [b"I", b"I", b"[C", b"I"]) | (b"getBytes", [b"I", b"I", b"[B", b"I"]) => {
            Some((
                2,
                Range::Span {
                    at: 3,
                    begin: 0,
                    end: 1,
                },
            ))
        }
        (b"read" | b"get" | b"readFully", [b"[B" | b"[C"]) | (b"nextBytes", [b"[B"]) => {
            Some((0, Range::Whole))
        }
        (b"get", [[b'[', b'S' | b'I' | b'J' | b'F' | b'D']]) => Some((0, Range::Whole)),
        (b"read" | b"readFully" | b"readNBytes", [b"[B" | b"[C", b"I", b"I"])
        | (
            b"get",
            [
                [b'[', b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D'],
                b"I",
                b"I",
            ],
        ) => Some((0, Range::FromLength(1, 2))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(class: &str, name: &str, descriptor: &str) -> Option<Change> {
        let method = MemberRef {
            class: class.as_bytes(),
            name: name.as_bytes(),
            descriptor: descriptor.as_bytes(),
        };
        let parsed = MethodDescriptor::parse(method.descriptor).unwrap();
        changed_receiver(op::INVOKEVIRTUAL, &method, &parsed)
    }

    #[test]
    fn builders_and_atomics_are_looked_at_when_they_change() {
        let builder = "java/lang/StringBuilder";
        let append = change(builder, "append", "(J)Ljava/lang/StringBuilder;");
        assert_eq!(append, Some(Change::Returned));
        assert_eq!(change(builder, "setLength", "(I)V"), Some(Change::Below(1)));
        assert_eq!(
            change(builder, "setCharAt", "(IC)V"),
            Some(Change::Below(2))
        );
        assert_eq!(change(builder, "length", "()I"), None);
        let long = "java/util/concurrent/atomic/AtomicLong";
        assert_eq!(
            change(long, "incrementAndGet", "()J"),
            Some(Change::Below(0))
        );
        assert_eq!(change(long, "addAndGet", "(J)J"), Some(Change::Below(2)));
        assert_eq!(change(long, "compareAndSet", "(JJ)Z"), Some(Change::Kept));
        let update = "(Ljava/util/function/LongUnaryOperator;)J";
        assert_eq!(change(long, "updateAndGet", update), Some(Change::Kept));
        assert_eq!(change(long, "get", "()J"), None);
        assert_eq!(change("java/lang/String", "replace", "(CC)V"), None);
    }
}
