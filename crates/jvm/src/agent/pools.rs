//! The calls in pools of threads that decide which task runs where.
//!
//! A task is submitted when it gets into a queue or to a new thread, not when somebody tries to: pools refuse tasks, queues
//! fail, handlers discard what waits or submit again. What is noted of a task must be forgotten in each of these
//! cases, or the same object would hang under the wrong call when it is submitted again.

use super::redirect::Redirect;

/// The class of what stands in the place of the calls.
pub const TASKS_CLASS: &str = "java/util/concurrent/ElenchusTasks";

pub const THREAD_POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const QUEUE: &str = "Ljava/util/concurrent/BlockingQueue;";

/// What stands in the place of a call on an object: where, which, on what, and the method instead.
const fn call(
    within: &'static str,
    called: &'static str,
    descriptor: &'static str,
    receiver: &'static str,
    name: &'static str,
) -> Redirect {
    Redirect {
        within,
        called,
        descriptor,
        receiver,
        class: TASKS_CLASS,
        name,
    }
}

const IN_THREAD_POOL: [Redirect; 9] = [
    call("execute", "offer", "(Ljava/lang/Object;)Z", QUEUE, "offer"),
    call(
        "addWorker",
        "add",
        "(Ljava/lang/Object;)Z",
        "Ljava/util/HashSet;",
        "hire",
    ),
    call(
        "reject",
        "rejectedExecution",
        "(Ljava/lang/Runnable;Ljava/util/concurrent/ThreadPoolExecutor;)V",
        "Ljava/util/concurrent/RejectedExecutionHandler;",
        "refuse",
    ),
    call("remove", "remove", "(Ljava/lang/Object;)Z", QUEUE, "remove"),
    call(
        "drainQueue",
        "remove",
        "(Ljava/lang/Object;)Z",
        QUEUE,
        "remove",
    ),
    call(
        "drainQueue",
        "drainTo",
        "(Ljava/util/Collection;)I",
        QUEUE,
        "drain",
    ),
    call("getTask", "take", "()Ljava/lang/Object;", QUEUE, "take"),
    call(
        "getTask",
        "poll",
        "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
        QUEUE,
        "poll",
    ),
    call("runWorker", "run", "()V", "Ljava/lang/Runnable;", "work"),
];

const IN_DISCARD_OLDEST: [Redirect; 1] = [call(
    "rejectedExecution",
    "poll",
    "()Ljava/lang/Object;",
    QUEUE,
    "discard",
)];

/// The queue for tasks with a delay has always room, and so adding is offering.
const IN_SCHEDULED_POOL: [Redirect; 1] = [call(
    "delayedExecute",
    "add",
    "(Ljava/lang/Object;)Z",
    QUEUE,
    "offer",
)];

const IN_TIMER: [Redirect; 1] = [call(
    "mainLoop",
    "run",
    "()V",
    "Ljava/lang/Runnable;",
    "run",
)];

const IN_FORK_JOIN_TASK: [Redirect; 1] = [call(
    "doExec",
    "exec",
    "()Z",
    "Ljava/util/concurrent/ForkJoinTask;",
    "exec",
)];

const IN_FUTURE: [Redirect; 1] = [call(
    "",
    "tryFire",
    "(I)Ljava/util/concurrent/CompletableFuture;",
    "Ljava/util/concurrent/CompletableFuture$Completion;",
    "tryFire",
)];

/// The calls to lead elsewhere in a class of the JDK.
pub fn calls_of(class: &str) -> &'static [Redirect] {
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
