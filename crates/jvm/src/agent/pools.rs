//! The calls in pools of threads that decide which task runs where.
//!
//! A task is submitted when it gets into a queue or to a new thread, not when somebody tries to: pools refuse tasks, queues
//! fail, handlers discard what waits or submit again. What is noted of a task must be forgotten in each of these
//! cases, or the same object would hang under the wrong call when it is submitted again.

use super::around::{Around, Step};
use crate::classfile::opcodes as op;

/// The class of what is called.
pub const TASKS_CLASS: &str = "java/lang/ElenchusSubmits";

pub const THREAD_POOL: &str = "java/util/concurrent/ThreadPoolExecutor";

const THIS: Step = Step::Load(0);
const DUP: Step = Step::Op(op::DUP);
const SWAP: Step = Step::Op(op::SWAP);

const BEGINS: Step = Step::Call("begins", "(Ljava/lang/Object;)V");
const ENDS: Step = Step::Call("ends", "(Ljava/lang/Object;)V");
const ENDS_ALL: Step = Step::Call("endsAll", "()V");
/// A task and its pool.
const REMOVED: Step = Step::Call("removed", "(Ljava/lang/Object;Ljava/lang/Object;)V");
const COMES: Step = Step::Call("comes", "(Ljava/lang/Object;Ljava/lang/Object;)V");

/// The method with the call has a pool and a task as its first variables, and whether the task is taken is the result.
const OFFER: Around = Around {
    within: "execute",
    called: "offer",
    descriptor: "(Ljava/lang/Object;)Z",
    before: &[
        Step::Load(1),
        THIS,
        Step::Call("offers", "(Ljava/lang/Object;Ljava/lang/Object;)V"),
    ],
    after: &[
        DUP,
        Step::Load(1),
        THIS,
        Step::Call("offered", "(ZLjava/lang/Object;Ljava/lang/Object;)V"),
    ],
    thrown: &[],
};

const IN_THREAD_POOL: [Around; 9] = [
    OFFER,
    Around {
        within: "addWorker",
        called: "add",
        before: &[DUP, Step::Call("hires", "(Ljava/lang/Object;)V")],
        after: &[],
        ..OFFER
    },
    Around {
        within: "reject",
        called: "rejectedExecution",
        descriptor: "(Ljava/lang/Runnable;Ljava/util/concurrent/ThreadPoolExecutor;)V",
        before: &[
            Step::Load(1),
            THIS,
            Step::Call("refuses", "(Ljava/lang/Object;Ljava/lang/Object;)V"),
        ],
        after: &[],
        thrown: &[],
    },
    Around {
        within: "remove",
        called: "remove",
        before: &[],
        after: &[
            DUP,
            Step::Load(1),
            THIS,
            Step::Call("removed", "(ZLjava/lang/Object;Ljava/lang/Object;)V"),
        ],
        ..OFFER
    },
    // What is left of a queue when its pool is shut down goes into a list, first all together and then one by one.
    Around {
        within: "drainQueue",
        called: "drainTo",
        descriptor: "(Ljava/util/Collection;)I",
        before: &[],
        after: &[
            Step::Load(2),
            THIS,
            Step::Call("drained", "(Ljava/util/ArrayList;Ljava/lang/Object;)V"),
        ],
        thrown: &[],
    },
    Around {
        within: "drainQueue",
        called: "add",
        before: &[DUP, THIS, REMOVED],
        after: &[],
        ..OFFER
    },
    Around {
        within: "getTask",
        called: "take",
        descriptor: "()Ljava/lang/Object;",
        before: &[],
        after: &[DUP, THIS, COMES],
        thrown: &[],
    },
    Around {
        within: "getTask",
        called: "poll",
        descriptor: "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
        before: &[],
        after: &[DUP, THIS, COMES],
        thrown: &[],
    },
    Around {
        within: "runWorker",
        before: &[DUP, Step::Call("beginsWork", "(Ljava/lang/Object;)V"), DUP],
        ..RUN
    },
];

/// Nothing else can be under way in a thread that runs tasks one by one, and so whatever fails ends all.
const RUN: Around = Around {
    within: "mainLoop",
    called: "run",
    descriptor: "()V",
    before: &[DUP, BEGINS, DUP],
    after: &[ENDS],
    thrown: &[ENDS_ALL],
};

const IN_DISCARD_OLDEST: [Around; 1] = [Around {
    within: "rejectedExecution",
    called: "poll",
    descriptor: "()Ljava/lang/Object;",
    before: &[],
    after: &[DUP, Step::Load(2), REMOVED],
    thrown: &[],
}];

const IN_SCHEDULED_POOL: [Around; 1] = [Around {
    within: "delayedExecute",
    called: "add",
    ..OFFER
}];

/// A timer that a task ends with its exception clears its queue.
const IN_TIMER: [Around; 2] = [
    RUN,
    Around {
        within: "run",
        called: "clear",
        before: &[ENDS_ALL],
        after: &[],
        thrown: &[],
        ..RUN
    },
];

const IN_FORK_JOIN_TASK: [Around; 1] = [Around {
    within: "doExec",
    called: "exec",
    descriptor: "()Z",
    before: &[DUP, BEGINS, DUP],
    after: &[SWAP, ENDS],
    thrown: &[THIS, ENDS],
}];

/// What depends on a future is tried, with a number on top of it, and runs if all that it needs is there.
const IN_FUTURE: [Around; 1] = [Around {
    within: "",
    called: "tryFire",
    descriptor: "(I)Ljava/util/concurrent/CompletableFuture;",
    before: &[
        Step::Op(op::DUP2),
        Step::Op(op::POP),
        BEGINS,
        SWAP,
        Step::Op(op::DUP_X1),
        SWAP,
    ],
    after: &[SWAP, ENDS],
    thrown: &[],
}];

/// The calls to surround in a class of the JDK.
pub fn calls_of(class: &str) -> &'static [Around] {
    match class {
        THREAD_POOL => &IN_THREAD_POOL,
        "java/util/concurrent/ThreadPoolExecutor$DiscardOldestPolicy" => &IN_DISCARD_OLDEST,
        "java/util/concurrent/ScheduledThreadPoolExecutor" => &IN_SCHEDULED_POOL,
        "java/util/TimerThread" => &IN_TIMER,
        "java/util/concurrent/ForkJoinTask" => &IN_FORK_JOIN_TASK,
        "java/util/concurrent/CompletableFuture"
        | "java/util/concurrent/CompletableFuture$Completion" => &IN_FUTURE,
        _ => &[],
    }
}
