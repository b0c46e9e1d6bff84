package java.lang;

/** The tags of the records; see docs/design/trace-format.md. */
final class ElenchusTag {
    static final int ENTER = 0x01;
    static final int EXIT = 0x02;
    static final int THROW = 0x03;
    static final int RESYNC = 0x04;
    static final int RECEIVER = 0x05;
    static final int LOOP_ENTER = 0x08;
    static final int ITERATION = 0x09;
    static final int ITERATIONS = 0x0A;
    static final int LOOP_EXIT = 0x0B;
    static final int LOOP_BREAK = 0x0C;
    static final int LOOP_UNWIND = 0x0D;
    static final int PUT_FIELD = 0x10;
    static final int PUT_STATIC = 0x11;
    static final int STORE_1 = 0x12;
    static final int STORE_2 = 0x13;
    static final int STORE_4 = 0x14;
    static final int STORE_8 = 0x15;
    static final int STORE_REF = 0x16;
    /** Added to a store's tag when the index needs a word of its own. */
    static final int FAR = 5;
    static final int BULK = 0x1D;
    static final int NEW = 0x20;
    static final int SIGHT = 0x22;
    static final int SIGHT_ARRAY = 0x23;
    static final int OBSERVE = 0x24;
    static final int OBSERVE_ARRAY = 0x25;
    static final int OBSERVE_STATIC = 0x27;
    static final int TEXT = 0x28;
    static final int BOX = 0x29;
    static final int ENUM = 0x2A;
    static final int CLASS_OBJECT = 0x2B;
    static final int OPAQUE = 0x2C;
    static final int STREAM = 0x30;
    static final int STRAND_START = 0x38;
    static final int SWITCH = 0x39;
    static final int STRAND_END = 0x3A;
    static final int EPOCH = 0x3B;

    private ElenchusTag() {}
}
