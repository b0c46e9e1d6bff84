//! Methods of the JDK that tell the recorder what they are about to do.
//!
//! Code of the JDK is not recorded, but some of it does things to the recorded program that no rewritten instruction
//! shows: it writes fields by reflection, through handles and updaters, by `sun.misc.Unsafe`, while it reads serialised
//! objects; and it starts virtual threads. A call at the beginning of these methods (see [`super::prologue`]) is all
//! it takes: what was written is looked at when the thread makes its next record.

use super::prologue::{self, Hook};

const HOOKS_CLASS: &str = "java/lang/ElenchusHooks";

/// An object, the second local variable everywhere here, is about to be written into.
const WRITES: Hook = Hook {
    local: 1,
    class: HOOKS_CLASS,
    name: "writes",
    descriptor: "(Ljava/lang/Object;)V",
};

/// A virtual thread is started.
const STARTS: Hook = Hook {
    local: 0,
    class: HOOKS_CLASS,
    name: "startsVirtual",
    descriptor: "(Ljava/lang/Thread;)V",
};

/// Classes whose methods write into the object that they are given first.
const WRITERS: [&str; 6] = [
    "java/lang/reflect/Field",
    "java/io/ObjectStreamClass$FieldReflector",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl",
    "sun/misc/Unsafe",
];

const VIRTUAL_THREAD: &str = "java/lang/VirtualThread";

/// Whether a class (of the boot loader) has methods with hooks.
pub fn concerns(class: &str) -> bool {
    class == VIRTUAL_THREAD || WRITERS.contains(&class) || is_field_handle(class)
}

/// `VarHandleInts$FieldInstanceReadWrite` and the like for the other kinds of fields.
fn is_field_handle(class: &str) -> bool {
    class
        .strip_prefix("java/lang/invoke/VarHandle")
        .is_some_and(|rest| rest.ends_with("$FieldInstanceReadWrite"))
}

/// The class file with its hooks; none when it has to stay as it is.
pub fn insert(class: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let wanted = |name: &[u8], descriptor: &[u8]| {
        if class == VIRTUAL_THREAD {
            let starts = name == b"start" && descriptor.starts_with(b"(Ljdk/internal/vm/");
            return starts.then_some(STARTS);
        }
        let parameters: &[u8] = if is_field_handle(class) {
            b"(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;"
        } else {
            b"(Ljava/lang/Object;"
        };
        (is_write(name) && descriptor.starts_with(parameters)).then_some(WRITES)
    };
    prologue::insert(bytes, wanted).ok().flatten()
}

/// Whether a method of these classes writes, by its name.
fn is_write(name: &[u8]) -> bool {
    let starts = [
        "set",
        "lazySet",
        "put",
        "compareAnd",
        "weakCompareAnd",
        "getAnd",
        "incrementAnd",
        "decrementAnd",
        "addAnd",
    ];
    starts
        .iter()
        .any(|start| name.starts_with(start.as_bytes()))
}
