//! The numbers of the record kinds. They are part of the format: never renumber, only add.

/// Routine entered. Operand: routine. Then the receiver (if it has one) and the arguments.
pub const ENTER: u8 = 0x01;
/// Routine left normally. Operand: routine. Then the result and the block words.
pub const EXIT: u8 = 0x02;
/// Routine left by an exception. Operand: routine. Then the exception (reference) and the block words.
pub const THROW: u8 = 0x03;
/// Exits were lost (a stack overflow, a failed `super()`): only `depth` calls are open now.
/// Operand: how many loops of the innermost of them are still open. Then the depth.
pub const RESYNC: u8 = 0x04;
/// The receiver of the innermost open call, for constructors that cannot pass it at entry. Then the reference.
pub const RECEIVER: u8 = 0x05;

/// Loop header reached from outside. Operand: loop. Then the locals alive at the header.
pub const LOOP_ENTER: u8 = 0x08;
/// Loop header reached again: one iteration ended. Operand: loop. Then block words and the repeated locals: those that
/// vary or are not alive at the header.
pub const ITERATION: u8 = 0x09;
/// As [`ITERATION`] for a stretch: the count of iterations comes first.
pub const ITERATIONS: u8 = 0x0A;
/// Loop left; what ran since the header was last reached is not an iteration (the condition failed).
pub const LOOP_EXIT: u8 = 0x0B;
/// Loop left; what ran since the header was last reached is the last iteration (break, return, do-while).
pub const LOOP_BREAK: u8 = 0x0C;
/// Loop left by an exception. Operand: loop. Then how many iterations ended since the header was last recorded, and the
/// block words; locals are not at hand.
pub const LOOP_UNWIND: u8 = 0x0D;

/// Field of an object written. Operand: field. Then the object and the value.
pub const PUT_FIELD: u8 = 0x10;
/// Static field written. Operand: field. Then the value.
pub const PUT_STATIC: u8 = 0x11;
/// Array element of 1 byte (boolean, byte) written. Operand: index. Then the array and the value (one word).
pub const STORE_1: u8 = 0x12;
/// Array element of 2 bytes (char, short) written.
pub const STORE_2: u8 = 0x13;
/// Array element of 4 bytes (int, float) written.
pub const STORE_4: u8 = 0x14;
/// Array element of 8 bytes (long, double) written. The value takes two words.
pub const STORE_8: u8 = 0x15;
/// Array element that is a reference written.
pub const STORE_REF: u8 = 0x16;
/// As `STORE_*`, for an index that needs more than 24 bits: the index is the word after the array. Operand: 0.
pub const STORE_1_FAR: u8 = 0x17;
pub const STORE_2_FAR: u8 = 0x18;
pub const STORE_4_FAR: u8 = 0x19;
pub const STORE_8_FAR: u8 = 0x1A;
pub const STORE_REF_FAR: u8 = 0x1B;
/// One value written to a range of an array. Operand: kind letter. Then array, from, to (exclusive), value in two words.
pub const FILL: u8 = 0x1C;
/// Many values written to an array. Operand: kind letter. Then array, start, count, packed values padded to a word.
pub const BULK: u8 = 0x1D;

/// Object created, all fields zero. Operand: class. Then the object.
pub const NEW: u8 = 0x20;
/// Array created, all elements zero. Operand: class. Then the array and its length.
pub const NEW_ARRAY: u8 = 0x21;
/// First sight of an object. Operand: class. Then the object and its fields in the order of the class's layout.
pub const SIGHT: u8 = 0x22;
/// First sight of an array. Operand: class. Then array, length, count, packed values of the first `count` elements. The rest
/// is zero, or was not recorded when the count has its top bit set.
pub const SIGHT_ARRAY: u8 = 0x23;
/// Fields of a known object re-read. Operand: class. Then the object and its fields.
pub const OBSERVE: u8 = 0x24;
/// Elements of a known array re-read. Layout of [`BULK`].
pub const OBSERVE_ARRAY: u8 = 0x25;
/// One field re-read. Layout of [`PUT_FIELD`].
pub const OBSERVE_FIELD: u8 = 0x26;
/// One static field re-read, or read for the first time. Layout of [`PUT_STATIC`].
pub const OBSERVE_STATIC: u8 = 0x27;
/// A value known by its text: string, big number, date, string builder. Operand: class. Then reference, flags,
/// full length in characters, stored length in bytes, bytes padded to a word.
pub const TEXT: u8 = 0x28;
/// A boxed primitive. Operand: class. Then the reference and the value of the class's kind.
pub const BOX: u8 = 0x29;
/// An enum constant. Operand: class. Then the reference and the ordinal.
pub const ENUM: u8 = 0x2A;
/// A class as a value. Operand: the class it is. Then the reference.
pub const CLASS_OBJECT: u8 = 0x2B;
/// First sight of an object whose contents are not recorded. Operand: class. Then the reference.
pub const OPAQUE: u8 = 0x2C;

/// Bytes on a standard stream. Operand: 0 in, 1 out, 2 error. Then the length and the bytes padded to a word.
pub const STREAM: u8 = 0x30;

/// The innermost open call starts a strand. Operand: 0 thread, 1 virtual thread, 2 task. Then the strand's number.
pub const STRAND_START: u8 = 0x38;
/// From here on the ring holds records of another strand. Then the strand and its step.
pub const SWITCH: u8 = 0x39;
/// The strand has ended. Then the strand.
pub const STRAND_END: u8 = 0x3A;
/// So many slots were handed over by now. Operand: bits 32–55 of that number. Then its low 32 bits. (Before format 1.2: a count of locks taken and
/// given back.)
pub const EPOCH: u8 = 0x3B;
/// The recording was cut here on purpose; the program went on. Operand: reason (1 size limit, 2 disk full, 3 ids
/// used up, 4 asked for).
pub const CUT: u8 = 0x3C;
/// The recorder could not record something here. Operand: reason. Then how many events, 0 when not known.
pub const LOST: u8 = 0x3D;

/// The largest number of a record kind so far.
pub const LAST: u8 = LOST;

/// Whether records of a kind are about objects: they introduce one, or tell what it holds.
pub fn is_about_objects(tag: u8) -> bool {
    (PUT_FIELD..=OPAQUE).contains(&tag)
}
