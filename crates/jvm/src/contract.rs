//! The contract between rewritten classes and the Java runtime class.
//!
//! Rewritten code calls the static methods of [`RUNTIME_CLASS`] listed by [`all`], and nothing else ([`WRITES_CLASS`]
//! stands in for it in methods of which only writes are recorded). The rewriter takes names and descriptors from here,
//! the runtime class implements them in Java, and the verification harness generates an empty stub of them, so the
//! three cannot drift apart.
//!
//! # Records
//!
//! A *record* is a chain of calls on the operand stack: an opening call ([`ENTER`], [`LOOP`], [`ITERATION`], [`LEAVE`],
//! [`LEAVE_BODY`]) returns a `long` position `b`, one call per value ([`value`], [`SELF`]) takes `b` and returns the next
//! position, and a call of the `end` family ([`END`], [`END_DEPTH`], [`END_LOOP`], …) publishes the record. Nothing counts as having happened before the `end` call
//! has returned: an opening call must not change the shadow stack, because a StackOverflowError between the two calls
//! loses the record. The records made by one call (`exit…`, `put…`, …) are atomic: they either throw and did nothing,
//! or return and are published.
//!
//! # The shadow stack
//!
//! Each thread has a stack of *open nodes*: routines and loops. `ENTER … END` pushes a routine, `LOOP … END` a loop,
//! `LEAVE … END` and `LEAVE_BODY … END` pop a loop, `exit…` pops a routine. [`END_DEPTH`] returns the number of open nodes after the push;
//! call it `D`. In that activation the loop of nesting level `n` (1 is outermost), when open, is node number `D + n`.
//!
//! Exits can be lost: a constructor whose `super()` throws has no handler around that call, and a StackOverflowError can
//! strike in a handler. Three rules repair the stack:
//!
//! - [`exit`] and [`EXIT_THROW`] carry the routine. When the top node is not that routine, the runtime pops (as
//!   "unwound") down to the topmost node that is; when there is none, it ignores the call.
//!   After a stack overflow the innermost node of a recursion need not be the call that ends: then the runtime counts on the real stack
//!   how many activations of the routine are left, and pops (as "unwound") the nodes of the others.
//! - [`RESYNC`]`(to)` at a handler pops (as "unwound") while more than `to` nodes are open.
//! - [`UNWIND`]`(to, ran)` pops (as "unwound") while more than `to + 1` nodes are open; when then exactly `to + 1` are
//!   open it pops that last one, a loop, with the units `ran` of its unfinished iteration. Otherwise it does nothing.
//!
//! What is unwound is known to have been left by an exception, but not with which units: a constructor that is unwound
//! has at least run up to its call of `super()` or `this()`.
//!
//! Both are cheap when nothing is lost: one comparison. A handler that leaves `k` levels of loops calls `UNWIND` `k`
//! times, innermost first, and then needs no `RESYNC`.
//!
//! # Units: the lines that ran
//!
//! A routine's code is cut into *units*: instructions that run together up to an exception, see [`UnitDef`]. A unit
//! belongs to the innermost loop around it (its *region*) or to the routine itself (region 0). While an activation runs
//! it collects one bit per unit begun; the bits of a region travel as the `long ran` argument of the call that closes
//! it: bits of region 0 with `exit…`, those of a loop with `ITERATION` (for the iteration that just finished) and with
//! `LEAVE`, `LEAVE_BODY` or `UNWIND` (for what ran since; it holds at least the condition that ended the loop). A region
//! of more than 64 units sends words 1, 2, … by [`RAN`] calls right before the call that carries word 0; the runtime keeps them
//! as pending words of the thread and drops them when that call turns out not to be recorded.
//!
//! # Loops
//!
//! A loop is what the source shows as one, as far as the bytecode tells: a `return`, `throw` or `break` in its body, and
//! the calls in it, still belong to the iteration they end. Initialisers of a `for` loop belong to the code around it.
//! Where different sources give the same bytecode the simpler one is assumed: `while (true) { while (a) … }` is one loop
//! (as if with `continue`), and a `while (true)` that ends in `if (!c) return` is `do … while (c)` and a return after it.
//! Classes compiled with `javac -Xjcov` do not have this problem: they tell which instructions form a statement.
//! A loop that always ends in its first iteration has no jump back and is none.
//!
//! # Long loops
//!
//! [`ITERATION`] may return 0: "this header is not recorded". The rewritten code then skips the values and the `END`,
//! and does *not* clear its bits, so that the next recorded header carries the union of the whole stretch.
//!
//! # Order of writes
//!
//! `put…` (fields) and `store…` (array elements) come *before* the instruction, so that a first sight can record the old
//! contents. They must ignore the writes that are about to fail: a null object or array, an index out of bounds, an
//! element the array cannot hold. `set…` (statics) comes *after* the instruction, because `putstatic` can run another
//! class's initialiser first. Fields set before `super()` are put again, with the value read back, after it.
//!
//! # Constructors
//!
//! `ENTER` of a constructor carries only the arguments; [`RECEIVER`] follows once `super()` or `this()` has returned.
//! If that never happens the activation has no receiver.
//!
//! # The id field
//!
//! With [`crate::rewrite::Options::id_field`] the rewriter adds `private transient synthetic int` [`ID_FIELD`] to the
//! class (interfaces never get it; enums and records do, their components come from the Record attribute). A class that
//! is being *re*transformed must get it again when it has it, and cannot gain it when it has not. Private transient
//! fields are outside the default serialVersionUID and outside the serialised form, and no `<clinit>` is added, which
//! would change it too. Zero means "not numbered yet". The runtime writes the field, through `Unsafe` and offsets per concrete class. A class
//! and its superclass can both carry one: an object has the same number in all of them, because methods of a class read
//! the one of their class ([`SELF`], [`put_own`]) instead of having the runtime look for it. (A field may still be zero
//! where another has the number; the runtime then looks.) Hiding it from reflection is the agent's duty.

/// Internal name of the runtime class, defined in the boot loader.
pub const RUNTIME_CLASS: &str = "java/lang/ElenchusRecorder";

/// The class that methods of level [`Level::WritesOnly`] call instead, for the same methods (those about writes): it
/// leaves out objects that recorded code has never seen.
pub const WRITES_CLASS: &str = "java/lang/ElenchusWrites";

/// Name of the injected identity field; its descriptor is `I`.
pub const ID_FIELD: &str = "$elenchusId";

/// What the name of a routine begins with that stands for a statement of another one; its line follows. See
/// [`crate::rewrite::Options::zoom`].
pub const PROBE_NAME: &str = "line ";

/// Whether a field of a collection only counts its changes. It says nothing about what is in the collection, and takes
/// a third of the records of `ArrayList.add`: neither its writes (by code whose calls are not recorded) nor its value
/// are recorded.
pub fn is_change_counter(class: &[u8], field: &[u8]) -> bool {
    field == b"modCount" && class.starts_with(b"java/util/")
}

/// Whether a field of the platform only says who has provided an algorithm, which leads to all that its maker provides.
pub fn names_provider(class: &str, descriptor: &str) -> bool {
    class.starts_with("java/security/") && descriptor == "Ljava/security/Provider;"
}

/// One static method of the runtime class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuntimeMethod {
    /// Its Java name.
    pub name: &'static str,
    /// Its JVM descriptor.
    pub descriptor: &'static str,
}

/// What a value is. The operand stack only knows `int`; descriptors and debug tables tell the narrow kinds.
///
/// Narrow kinds arrive as `int`; the runtime narrows them as `putfield` and `bastore` would.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// Any object or array, or null.
    Ref,
}

impl Kind {
    /// All kinds, in the order of the method tables below.
    pub const ALL: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Ref,
    ];

    /// The kind named by the first character of a field descriptor.
    pub fn of_descriptor(descriptor: &[u8]) -> Option<Kind> {
        Some(match descriptor.first()? {
            b'Z' => Kind::Boolean,
            b'B' => Kind::Byte,
            b'C' => Kind::Char,
            b'S' => Kind::Short,
            b'I' => Kind::Int,
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Ref,
            _ => return None,
        })
    }

    /// Whether a value takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

const fn method(name: &'static str, descriptor: &'static str) -> RuntimeMethod {
    RuntimeMethod { name, descriptor }
}

/// `enter(routine)`: opens the record of a call. Values: [`SELF`] for instance methods other than constructors, then
/// every parameter in order, by its declared kind.
pub const ENTER: RuntimeMethod = method("enter", "(I)J");
/// `loop(loop)`: opens the record of entering a loop. Values: its header locals ([`LocalDef::at_header`]), in order, as
/// they are at the first arrival at the header.
pub const LOOP: RuntimeMethod = method("loop", "(I)J");
/// `iteration(loop, ran)`: an iteration has finished and the header is about to be reached again. Values: its
/// repeated locals, in order, zero for one that has no value. May return 0 (see "Long loops"); then no value and no
/// `end` follows.
pub const ITERATION: RuntimeMethod = method("iteration", "(IJ)J");
/// `leave(loop, ran)`: the loop is left by its condition. Values: its repeated locals ([`LocalDef::is_repeated`]).
pub const LEAVE: RuntimeMethod = method("leave", "(IJ)J");
/// `leaveBody(loop, ran)`: the loop is left by `break`, `return`, an outer `continue`, or a condition tested at its end: a
/// last iteration has run. Values as for [`LEAVE`].
pub const LEAVE_BODY: RuntimeMethod = method("leaveBody", "(IJ)J");
/// `self(b, receiver, id)`: the receiver, never null, and what its class's [`ID_FIELD`] holds. (Where the class has no such
/// field the receiver is appended as any other value.)
pub const SELF: RuntimeMethod = method("self", "(JLjava/lang/Object;I)J");
/// `end(b)`: publishes the record of a call.
pub const END: RuntimeMethod = method("end", "(J)V");
/// `endLoop(b)`: publishes the record of entering a loop.
pub const END_LOOP: RuntimeMethod = method("endLoop", "(J)V");
/// `endIteration(b)`: publishes the record of an iteration.
pub const END_ITERATION: RuntimeMethod = method("endIteration", "(J)V");
/// `endLeave(b)`: publishes the record of leaving a loop.
pub const END_LEAVE: RuntimeMethod = method("endLeave", "(J)V");
/// `endDepth(b)`: publishes the record of a call and returns the number of nodes now open in this thread.
pub const END_DEPTH: RuntimeMethod = method("endDepth", "(J)I");
/// `ran(word)`: a further word of the bits that the next flush carries.
pub const RAN: RuntimeMethod = method("ran", "(J)V");
/// `exitThrow(exception, ran, routine)`: the routine ends by an exception.
pub const EXIT_THROW: RuntimeMethod = method("exitThrow", "(Ljava/lang/Throwable;JI)V");
/// `unwind(to, ran)`: see "The shadow stack".
pub const UNWIND: RuntimeMethod = method("unwind", "(IJ)V");
/// `resync(to)`: see "The shadow stack".
pub const RESYNC: RuntimeMethod = method("resync", "(I)V");
/// `receiver(this, routine)`: the constructor on top of the shadow stack now has a usable receiver.
pub const RECEIVER: RuntimeMethod = method("receiver", "(Ljava/lang/Object;I)V");
/// `storeBZ(array, index, value)`: like `storeB` or `storeZ`, where only the array's class at run time can tell.
pub const STORE_BYTE_OR_BOOLEAN: RuntimeMethod = method("storeBZ", "(Ljava/lang/Object;II)V");
/// `touch(array)`: unrecorded code is about to write into this array (may be null): record a first sight if due.
pub const TOUCH: RuntimeMethod = method("touch", "(Ljava/lang/Object;)V");
/// `changed(array)`: unrecorded code may have written anywhere into it (may be null).
pub const CHANGED: RuntimeMethod = method("changed", "(Ljava/lang/Object;)V");
/// `changedRange(array, from, to)`: the same for elements `from..to`; the runtime clips the range.
pub const CHANGED_RANGE: RuntimeMethod = method("changedRange", "(Ljava/lang/Object;II)V");
/// `cloned(original, copy)`: `copy` (may be null) is what a call of `clone` on the array or object `original` gave. A
/// fresh copy of an object has the number of the original in its id field and needs one of its own.
pub const CLONED: RuntimeMethod = method("cloned", "(Ljava/lang/Object;Ljava/lang/Object;)V");
/// `reread(object)`: code that is not recorded changes this string builder or the like (may be null) about now.
pub const REREAD: RuntimeMethod = method("reread", "(Ljava/lang/Object;)V");
/// `lend(given, callee)`: the array or object of the platform (may be null) is about to be given to a method that may not be
/// recorded, or to be called; `callee` is what [`Definitions::callee`] gave. The runtime looks at it again with its next record.
pub const LEND: RuntimeMethod = method("lend", "(Ljava/lang/Object;I)V");
/// `back(given, callee)`: that method has returned.
pub const BACK: RuntimeMethod = method("back", "(Ljava/lang/Object;I)V");
/// `foreign(object)`: code that is not recorded is about to write a field of this object (may be null) of another class.
pub const FOREIGN: RuntimeMethod = method("foreign", "(Ljava/lang/Object;)V");
/// `foreignStatic(class)`: such code has written a static field of this class.
pub const FOREIGN_STATIC: RuntimeMethod = method("foreignStatic", "(Ljava/lang/Class;)V");
/// `release()`: a monitor is about to be released, that of a synchronized method included: others may see what this
/// thread has done.
pub const RELEASE: RuntimeMethod = method("release", "()V");

/// The call that appends one value to an open record.
pub const fn value(kind: Kind) -> RuntimeMethod {
    match kind {
        Kind::Boolean => method("z", "(JI)J"),
        Kind::Byte => method("b", "(JI)J"),
        Kind::Char => method("c", "(JI)J"),
        Kind::Short => method("s", "(JI)J"),
        Kind::Int => method("i", "(JI)J"),
        Kind::Long => method("j", "(JJ)J"),
        Kind::Float => method("f", "(JF)J"),
        Kind::Double => method("d", "(JD)J"),
        Kind::Ref => method("a", "(JLjava/lang/Object;)J"),
    }
}

/// `exitX(result, ran, routine)`, or `exitV(ran, routine)` for `void`: the routine returns.
pub const fn exit(result: Option<Kind>) -> RuntimeMethod {
    match result {
        None => method("exitV", "(JI)V"),
        Some(Kind::Boolean) => method("exitZ", "(IJI)V"),
        Some(Kind::Byte) => method("exitB", "(IJI)V"),
        Some(Kind::Char) => method("exitC", "(IJI)V"),
        Some(Kind::Short) => method("exitS", "(IJI)V"),
        Some(Kind::Int) => method("exitI", "(IJI)V"),
        Some(Kind::Long) => method("exitJ", "(JJI)V"),
        Some(Kind::Float) => method("exitF", "(FJI)V"),
        Some(Kind::Double) => method("exitD", "(DJI)V"),
        Some(Kind::Ref) => method("exitA", "(Ljava/lang/Object;JI)V"),
    }
}

/// `putX(object, value, field)`: an instance field is about to be written (object may be null: then ignore).
pub const fn put(kind: Kind) -> RuntimeMethod {
    match kind {
        Kind::Boolean => method("putZ", "(Ljava/lang/Object;II)V"),
        Kind::Byte => method("putB", "(Ljava/lang/Object;II)V"),
        Kind::Char => method("putC", "(Ljava/lang/Object;II)V"),
        Kind::Short => method("putS", "(Ljava/lang/Object;II)V"),
        Kind::Int => method("putI", "(Ljava/lang/Object;II)V"),
        Kind::Long => method("putJ", "(Ljava/lang/Object;JI)V"),
        Kind::Float => method("putF", "(Ljava/lang/Object;FI)V"),
        Kind::Double => method("putD", "(Ljava/lang/Object;DI)V"),
        Kind::Ref => method("putA", "(Ljava/lang/Object;Ljava/lang/Object;I)V"),
    }
}

/// `putX(receiver, value, field, id)`: the same for a field of the receiver, with what its class's [`ID_FIELD`] holds.
pub const fn put_own(kind: Kind) -> RuntimeMethod {
    match kind {
        Kind::Boolean => method("putZ", "(Ljava/lang/Object;III)V"),
        Kind::Byte => method("putB", "(Ljava/lang/Object;III)V"),
        Kind::Char => method("putC", "(Ljava/lang/Object;III)V"),
        Kind::Short => method("putS", "(Ljava/lang/Object;III)V"),
        Kind::Int => method("putI", "(Ljava/lang/Object;III)V"),
        Kind::Long => method("putJ", "(Ljava/lang/Object;JII)V"),
        Kind::Float => method("putF", "(Ljava/lang/Object;FII)V"),
        Kind::Double => method("putD", "(Ljava/lang/Object;DII)V"),
        Kind::Ref => method("putA", "(Ljava/lang/Object;Ljava/lang/Object;II)V"),
    }
}

/// `setX(value, field)`: a static field was written.
pub const fn set(kind: Kind) -> RuntimeMethod {
    match kind {
        Kind::Boolean => method("setZ", "(II)V"),
        Kind::Byte => method("setB", "(II)V"),
        Kind::Char => method("setC", "(II)V"),
        Kind::Short => method("setS", "(II)V"),
        Kind::Int => method("setI", "(II)V"),
        Kind::Long => method("setJ", "(JI)V"),
        Kind::Float => method("setF", "(FI)V"),
        Kind::Double => method("setD", "(DI)V"),
        Kind::Ref => method("setA", "(Ljava/lang/Object;I)V"),
    }
}

/// `storeX(array, index, value)`: an array element is about to be written.
pub const fn store(kind: Kind) -> RuntimeMethod {
    match kind {
        Kind::Boolean => method("storeZ", "([ZII)V"),
        Kind::Byte => method("storeB", "([BII)V"),
        Kind::Char => method("storeC", "([CII)V"),
        Kind::Short => method("storeS", "([SII)V"),
        Kind::Int => method("storeI", "([III)V"),
        Kind::Long => method("storeJ", "([JIJ)V"),
        Kind::Float => method("storeF", "([FIF)V"),
        Kind::Double => method("storeD", "([DID)V"),
        Kind::Ref => method("storeA", "([Ljava/lang/Object;ILjava/lang/Object;)V"),
    }
}

/// Every method of the runtime class that rewritten code can call.
pub fn all() -> Vec<RuntimeMethod> {
    let mut methods = vec![
        ENTER,
        LOOP,
        ITERATION,
        LEAVE,
        LEAVE_BODY,
        SELF,
        END,
        END_LOOP,
        END_ITERATION,
        END_LEAVE,
        END_DEPTH,
        RAN,
        EXIT_THROW,
        UNWIND,
        RESYNC,
        RECEIVER,
        STORE_BYTE_OR_BOOLEAN,
        TOUCH,
        CHANGED,
        CHANGED_RANGE,
        CLONED,
        REREAD,
        LEND,
        BACK,
        FOREIGN,
        FOREIGN_STATIC,
        RELEASE,
        exit(None),
    ];
    for kind in Kind::ALL {
        methods.extend([
            value(kind),
            exit(Some(kind)),
            put(kind),
            put_own(kind),
            set(kind),
            store(kind),
        ]);
    }
    methods
}

/// Hands out dense ids and keeps what the rewriter found.
///
/// Definitions of one class arrive in the order class, then for each method its routine and the routine's loops, with
/// fields in between as they are met. When the class or a method is given up later, its ids stay defined but unused;
/// [`crate::rewrite::Rewritten::skipped`] names such methods.
pub trait Definitions {
    /// Defines a class and returns its id. Called once per rewrite.
    fn class(&mut self, class: &ClassDef) -> u32;
    /// Defines a routine of that class.
    fn routine(&mut self, routine: &RoutineDef) -> u32;
    /// Defines a loop of a routine.
    fn r#loop(&mut self, l: &LoopDef) -> u32;
    /// Returns the id of a field, the same for equal [`FieldDef`]s.
    fn field(&mut self, field: &FieldDef) -> u32;
    /// Objects of a class hold something before the constructor of its superclass runs, whose code may look at it.
    fn writes_early(&mut self, _class: u32) {}
    /// A number by which the runtime can find out whether the writes of a class are recorded; 0 when they certainly are
    /// not, none when they certainly are.
    fn callee(&mut self, _class: &str) -> Option<u32> {
        Some(0)
    }
}

/// How much of a class is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Calls, values, loops, lines and writes.
    Recorded,
    /// Only writes to fields, statics and array elements.
    WritesOnly,
    /// Only that it writes fields of other classes, see [`FOREIGN`]; the class itself is not recorded.
    Foreign,
    /// Nothing: the code is left as it is.
    Opaque,
}

/// A class that was rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassDef {
    /// Internal name, `java/util/Map$Entry`.
    pub name: String,
    /// Internal name of the superclass; none for `java/lang/Object` and modules.
    pub super_name: Option<String>,
    /// Internal names of the direct interfaces.
    pub interfaces: Vec<String>,
    /// The access flags of the class file.
    pub access: u16,
    /// Major version of the class file.
    pub version: u16,
    /// The SourceFile attribute.
    pub source_file: Option<String>,
    /// Hash of the original class file.
    pub file_hash: u64,
    /// The level of the class as a whole; single methods may have less.
    pub level: Level,
    /// Whether [`ID_FIELD`] was added.
    pub has_id_field: bool,
    /// Fields declared in the class, without the id field.
    pub fields: Vec<DeclaredField>,
}

/// A field as its class declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredField {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub access: u16,
}

/// A field as a write names it.
///
/// `owner` is the class named by the instruction; the field may be declared in one of its superclasses or interfaces.
/// Resolving that needs the class definitions, so it is left to the reader.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldDef {
    /// Internal name of the class the instruction names.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it is written by `putstatic`.
    pub is_static: bool,
}

/// A method with code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineDef {
    /// The id of its class.
    pub class: u32,
    /// Its name; `<init>` and `<clinit>` as they are.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags (synthetic 0x1000, bridge 0x0040, synchronized 0x0020 among them).
    pub access: u16,
    /// Why nobody needs to be asked about it, if so.
    pub trivial: Option<Trivial>,
    /// Its parameters without the receiver, in order.
    pub parameters: Vec<ParameterDef>,
    /// The smallest line of its code, if known.
    pub first_line: Option<u32>,
    /// The largest line of its code, if known.
    pub last_line: Option<u32>,
    /// Hash of its instructions with their constants spelled out; lines, names of locals and the layout of the constant
    /// pool do not enter it.
    pub code_hash: u64,
    /// Its units; the bit of a unit is its position among the units of the same region.
    pub units: Vec<UnitDef>,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterDef {
    /// Its first local variable slot.
    pub slot: u16,
    /// Its name, from MethodParameters or LocalVariableTable.
    pub name: Option<String>,
    /// Its descriptor.
    pub descriptor: String,
}

/// Routines that are right by their looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trivial {
    /// Returns a field of the receiver or a static.
    Getter,
    /// Stores its only argument in a field and returns nothing or the receiver.
    Setter,
    /// Returns a constant or nothing, or only calls `super()` without arguments.
    Empty,
    /// Only passes its own parameters on to one other method (bridges, accessors, delegation).
    Forwarder,
    /// Made by the compiler: enum `values`/`valueOf`, record methods, synthetic methods that are no lambda bodies.
    Generated,
}

/// A run of instructions in one basic block that starts on one line and ends before the next line that something
/// earlier in the block could have kept from running by throwing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitDef {
    /// 0 for the routine itself, else 1 + the index of the innermost loop.
    pub region: u16,
    /// The lines of its instructions; more than one when the first of them cannot throw. Empty without a line table.
    pub lines: Vec<u32>,
}

/// A loop of a routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopDef {
    /// The id of its routine.
    pub routine: u32,
    /// Its index in the routine, in the order of the headers; an outer loop comes before those inside it.
    pub index: u16,
    /// The index of the loop around it.
    pub parent: Option<u16>,
    /// 1 for an outermost loop of the routine.
    pub level: u16,
    /// What the bytecode looks like.
    pub kind: LoopKind,
    /// The line of the header, if known.
    pub header_line: Option<u32>,
    /// The smallest line of its code, if known.
    pub first_line: Option<u32>,
    /// The largest line of its code, if known.
    pub last_line: Option<u32>,
    /// The locals its records carry, in order: first those live at the header, then the variable of a
    /// for-each loop.
    pub locals: Vec<LocalDef>,
}

/// A guess at how the loop was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopKind {
    /// Tested at the top: `while` or `for`.
    Top,
    /// Tested at the bottom: `do … while`.
    Bottom,
    /// `for (x : array)`
    Array,
    /// `for (x : iterable)`, or a loop written with an iterator.
    Iterator,
    /// No test at either end: `while (true)`, `for (;;)`.
    Endless,
}

/// A local variable that a loop's records carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalDef {
    /// Its slot.
    pub slot: u16,
    /// Its name, if the class has a LocalVariableTable.
    pub name: Option<String>,
    /// How its value is written.
    pub kind: Kind,
    /// Its declared or verified type as a descriptor, as far as known.
    pub descriptor: Option<String>,
    /// Whether it is live at the header. The other one is the variable of a for-each loop: `LOOP` leaves it out,
    /// `ITERATION` gives the value with which the iteration that finished began.
    pub at_header: bool,
    /// Whether the loop assigns it.
    pub varies: bool,
}

impl LocalDef {
    /// Whether iterations and the exit write it: what cannot have changed since the header is not repeated.
    pub fn is_repeated(&self) -> bool {
        self.varies || !self.at_header
    }
}
