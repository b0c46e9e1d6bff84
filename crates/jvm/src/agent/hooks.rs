//! Methods of the JDK that tell the recorder what they are about to do.
//!
//! Code of the JDK is not recorded, but some of it does things to the recorded program that no rewritten instruction
//! shows: it writes fields by reflection, through handles and updaters, by `sun.misc.Unsafe`, while it reads serialised
//! objects; and it starts virtual threads. A call at the beginning of these methods (see [`super::prologue`]) is all
//! it takes: what was written is looked at when the thread makes its next record.
//!
//! Pools of threads are watched in the same way where nothing can go wrong with a task any more. Elsewhere it must be known
//! what came of a call, so there is something before and after those calls (see [`super::pools`]).

use super::prologue::{self, Hook};
use super::{around, pools};

const HOOKS_CLASS: &str = "java/lang/ElenchusHooks";

/// An object, the second local variable everywhere here, is about to be written into.
const WRITES: Hook = Hook {
    locals: &[1],
    class: HOOKS_CLASS,
    name: "writes",
    descriptor: "(Ljava/lang/Object;)V",
};

/// A field is about to be written by reflection: the field and the object, which a static one does not need.
const SETS: Hook = Hook {
    locals: &[0, 1],
    class: HOOKS_CLASS,
    name: "sets",
    descriptor: "(Ljava/lang/reflect/Field;Ljava/lang/Object;)V",
};

/// A static field is about to be written through a handle.
const SETS_STATIC: Hook = Hook {
    locals: &[0],
    class: HOOKS_CLASS,
    name: "setsStatic",
    descriptor: "(Ljava/lang/Object;)V",
};

/// An element of an array, the first argument of a static method, is about to be written.
const WRITES_FIRST: Hook = Hook {
    locals: &[0],
    ..WRITES
};

/// Memory is about to be copied into an object, by `copyMemory(from, long, to, long, long)`.
const COPIES: Hook = Hook {
    locals: &[4],
    ..WRITES
};
const UNSAFE: &str = "sun/misc/Unsafe";

/// The class that the code behind getters and setters of `MethodHandles` calls.
const HANDLES_CLASS: &str = "java/lang/invoke/ElenchusHandles";
const DIRECT_HANDLE: &str = "java/lang/invoke/DirectMethodHandle";
const ARRAY_SETTERS: &str = "java/lang/invoke/MethodHandleImpl$ArrayAccessor";

/// What that code asks on its way to a field: where the field is, whether there is an object, and where a static one is.
const HANDLE_HOOKS: [(&str, &str); 3] = [
    ("fieldOffset", "place"),
    ("checkBase", "object"),
    ("staticBase", "staticPlace"),
];

/// A virtual thread is started.
const STARTS: Hook = Hook {
    locals: &[0],
    class: HOOKS_CLASS,
    name: "startsVirtual",
    descriptor: "(Ljava/lang/Thread;)V",
};

/// Classes whose methods write into the object that they are given first.
const WRITERS: [&str; 5] = [
    "java/io/ObjectStreamClass$FieldReflector",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl",
    UNSAFE,
];

const FIELD: &str = "java/lang/reflect/Field";
const VIRTUAL_THREAD: &str = "java/lang/VirtualThread";

/// A task, the second local variable, is about to be given to a pool.
const SUBMITS: Hook = Hook {
    locals: &[1],
    class: pools::TASKS_CLASS,
    name: "submits",
    descriptor: "(Ljava/lang/Object;)V",
};

/// The same for a fork-join pool.
const FORKS: Hook = Hook {
    locals: &[1],
    class: "java/util/concurrent/ElenchusTasks",
    name: "forks",
    descriptor: "(Ljava/util/concurrent/ForkJoinTask;)V",
};

/// Others may see soon what the running thread has done.
const RELEASES: Hook = Hook {
    locals: &[0],
    class: HOOKS_CLASS,
    name: "releases",
    descriptor: "(Ljava/lang/Object;)V",
};

/// Methods after which threads that waited go on: releasing a lock, a semaphore or a latch, completing a future.
const RELEASERS: [(&str, &[&str]); 3] = [
    (
        "java/util/concurrent/locks/AbstractQueuedSynchronizer",
        &["release", "releaseShared"],
    ),
    ("java/util/concurrent/FutureTask", &["set", "setException"]),
    (
        "java/util/concurrent/CompletableFuture",
        &[
            "completeValue",
            "completeNull",
            "completeThrowable",
            "completeRelay",
            "internalComplete",
        ],
    ),
];

/// A thread of a pool begins, with the second local variable as the pool's object for it.
const WORKS: Hook = Hook {
    locals: &[1],
    class: pools::TASKS_CLASS,
    name: "works",
    descriptor: "(Ljava/lang/Object;)V",
};

/// Methods through which tasks come to where they wait: class, name, beginning of the descriptor.
const SUBMITTERS: [(&str, &str, &str, Hook); 5] = [
    (
        pools::THREAD_POOL,
        "runWorker",
        "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)",
        WORKS,
    ),
    (
        "java/util/concurrent/CompletableFuture",
        "tryPushStack",
        "(Ljava/util/concurrent/CompletableFuture$Completion;)",
        SUBMITS,
    ),
    // Where a timer's task gets only after nothing was wrong with it.
    (
        "java/util/TaskQueue",
        "add",
        "(Ljava/util/TimerTask;)",
        SUBMITS,
    ),
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        "push",
        "(Ljava/util/concurrent/ForkJoinTask;",
        FORKS,
    ),
    (
        "java/util/concurrent/ForkJoinPool$WorkQueue",
        "lockedPush",
        "(Ljava/util/concurrent/ForkJoinTask;",
        FORKS,
    ),
];

/// Whether a class (of the boot loader) has methods with hooks.
pub fn concerns(class: &str) -> bool {
    [VIRTUAL_THREAD, FIELD, DIRECT_HANDLE, ARRAY_SETTERS].contains(&class)
        || is_static_handle(class)
        || WRITERS.contains(&class)
        || is_handle(class)
        || SUBMITTERS.iter().any(|(owner, ..)| *owner == class)
        || !pools::calls_of(class).is_empty()
        || RELEASERS.iter().any(|(owner, _)| *owner == class)
}

/// `VarHandleInts$FieldInstanceReadWrite` and the like for the other kinds of fields, for arrays and for views of arrays.
fn is_handle(class: &str) -> bool {
    let kinds = ["$FieldInstanceReadWrite", "$Array", "$ArrayHandle"];
    class
        .strip_prefix("java/lang/invoke/VarHandle")
        .is_some_and(|rest| kinds.iter().any(|kind| rest.ends_with(kind)))
}

/// The same for static fields.
fn is_static_handle(class: &str) -> bool {
    class
        .strip_prefix("java/lang/invoke/VarHandle")
        .is_some_and(|rest| rest.ends_with("$FieldStaticReadWrite"))
}

/// The class file with its hooks; none when it has to stay as it is.
pub fn insert(class: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let surrounded = around::surround(bytes, pools::calls_of(class), pools::TASKS_CLASS).ok()?;
    let bytes = surrounded.as_deref().unwrap_or(bytes);
    let wanted = |name: &[u8], descriptor: &[u8]| hook_of(class, name, descriptor);
    prologue::insert(bytes, wanted).ok()?.or(surrounded)
}

/// The call that a method begins with.
fn hook_of(class: &str, name: &[u8], descriptor: &[u8]) -> Option<Hook> {
    if class == VIRTUAL_THREAD {
        let starts = name == b"start" && descriptor.starts_with(b"(Ljdk/internal/vm/");
        return starts.then_some(STARTS);
    }
    let submits = SUBMITTERS.iter().find(|(owner, method, start, _)| {
        *owner == class && method.as_bytes() == name && descriptor.starts_with(start.as_bytes())
    });
    if let Some((.., hook)) = submits {
        return Some(*hook);
    }
    let releases = RELEASERS.iter().any(|(owner, methods)| {
        *owner == class && methods.iter().any(|method| method.as_bytes() == name)
    });
    if releases {
        return Some(RELEASES);
    }
    if class == UNSAFE && name == b"copyMemory" {
        let to_object = descriptor.starts_with(b"(Ljava/lang/Object;JLjava/lang/Object;");
        return to_object.then_some(COPIES);
    }
    if class == DIRECT_HANDLE {
        return hook_of_handle(name, descriptor);
    }
    if class == ARRAY_SETTERS {
        return name.starts_with(b"setElement").then_some(WRITES_FIRST);
    }
    if class == FIELD {
        return (is_write(name) && descriptor.starts_with(b"(Ljava/lang/Object;")).then_some(SETS);
    }
    if is_static_handle(class) {
        let is_access = descriptor.starts_with(b"(Ljava/lang/invoke/VarHandle;");
        return (is_write(name) && is_access).then_some(SETS_STATIC);
    }
    let parameters: &[u8] = if is_handle(class) {
        b"(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;"
    } else if WRITERS.contains(&class) {
        b"(Ljava/lang/Object;"
    } else {
        return None;
    };
    (is_write(name) && descriptor.starts_with(parameters)).then_some(WRITES)
}

/// The call for one of the static methods that getters and setters share.
fn hook_of_handle(name: &[u8], descriptor: &[u8]) -> Option<Hook> {
    let takes_object = descriptor.starts_with(b"(Ljava/lang/Object;)");
    let (_, hook) = HANDLE_HOOKS
        .into_iter()
        .find(|(method, _)| takes_object && method.as_bytes() == name)?;
    Some(Hook {
        locals: &[0],
        class: HANDLES_CLASS,
        name: hook,
        descriptor: "(Ljava/lang/Object;)V",
    })
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
