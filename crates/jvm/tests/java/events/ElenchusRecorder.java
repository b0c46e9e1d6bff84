package java.lang;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contract as a plain log, for the tests of the rewriter: one line an event, parts separated by tabs, to the file
 * named by the system property "events". Only for programs with one thread.
 */
public final class ElenchusRecorder {
    private static PrintStream out;
    private static int passed;

    /** Open nodes: routines as their id, loops as -1 minus theirs. */
    private static final List<Integer> open = new ArrayList<>();
    private static final List<Long> furtherWords = new ArrayList<>();
    private static final Map<Object, Integer> objects = new IdentityHashMap<>();

    /** The record being built, and what it does to the stack. */
    private static StringBuilder record = new StringBuilder();
    private static int pushes;
    private static boolean pops;

    private static void print(String line) {
        if (out == null) {
            try {
                out = new PrintStream(new FileOutputStream(System.getProperty("events")), true);
            } catch (IOException e) {
                throw new InternalError(e);
            }
        }
        out.print(line + "\n");
    }

    private static String text(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "\"" + value + "\"";
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return value.toString();
        }
        Integer number = objects.computeIfAbsent(value, any -> objects.size() + 1);
        // Lambda classes have a number or an address in their names.
        String name = value.getClass().getTypeName().replaceFirst("\\$\\$Lambda.*", "\\$\\$Lambda");
        return name.substring(name.lastIndexOf('.') + 1) + "@" + number;
    }

    private static String words(long first) {
        StringBuilder words = new StringBuilder(Long.toUnsignedString(first));
        for (long word : furtherWords) {
            words.append(',').append(Long.toUnsignedString(word));
        }
        furtherWords.clear();
        return words.toString();
    }

    private static long begin(String start, int pushed, boolean popped) {
        record = new StringBuilder(start);
        pushes = pushed;
        pops = popped;
        return 1;
    }

    private static final int NOTHING = Integer.MAX_VALUE;

    public static long enter(int routine) {
        return begin("enter\t" + routine, routine, false);
    }

    public static long loop(int loop) {
        return begin("loop\t" + loop, -1 - loop, false);
    }

    /** Passes over every iteration but each third when the property "stride" is set. */
    public static long iteration(int loop, long ran) {
        if (Boolean.getBoolean("stride") && ++passed % 3 != 0) {
            furtherWords.clear();
            return 0;
        }
        return begin("iteration\t" + loop + "\t" + words(ran), NOTHING, false);
    }

    public static long leave(int loop, long ran) {
        return begin("leave\t" + loop + "\t" + words(ran), NOTHING, true);
    }

    public static long leaveBody(int loop, long ran) {
        return begin("leaveBody\t" + loop + "\t" + words(ran), NOTHING, true);
    }

    private static long append(Object value) {
        record.append('\t').append(text(value));
        return 1;
    }

    public static long self(long b, Object value, int id) {
        return append(value);
    }

    public static long z(long b, int value) {
        return append(value != 0);
    }

    public static long b(long b, int value) {
        return append((byte) value);
    }

    public static long c(long b, int value) {
        return append((char) value);
    }

    public static long s(long b, int value) {
        return append((short) value);
    }

    public static long i(long b, int value) {
        return append(value);
    }

    public static long j(long b, long value) {
        return append(value);
    }

    public static long f(long b, float value) {
        return append(value);
    }

    public static long d(long b, double value) {
        return append(value);
    }

    public static long a(long b, Object value) {
        return append(value);
    }

    public static void endLoop(long b) {
        end(b);
    }

    public static void endIteration(long b) {
        end(b);
    }

    public static void endLeave(long b) {
        end(b);
    }

    public static void end(long b) {
        print(record.toString());
        if (pushes != NOTHING) {
            open.add(pushes);
        }
        if (pops) {
            open.remove(open.size() - 1);
        }
    }

    public static int endDepth(long b) {
        end(b);
        return open.size();
    }

    public static void ran(long word) {
        furtherWords.add(word);
    }

    private static void pop(String how) {
        int node = open.remove(open.size() - 1);
        print(how + (node >= 0 ? "\troutine\t" + node : "\tloop\t" + (-1 - node)));
    }

    private static void exit(String line, int routine) {
        if (open.lastIndexOf(routine) < 0) {
            return;
        }
        while (open.get(open.size() - 1) != routine) {
            pop("unwound");
        }
        open.remove(open.size() - 1);
        print(line);
    }

    private static void exit(String value, long ran, int routine) {
        exit("exit\t" + routine + "\t" + words(ran) + "\t" + value, routine);
    }

    public static void exitV(long ran, int routine) {
        exit("void", ran, routine);
    }

    public static void exitZ(int value, long ran, int routine) {
        exit(String.valueOf(value != 0), ran, routine);
    }

    public static void exitB(int value, long ran, int routine) {
        exit(String.valueOf((byte) value), ran, routine);
    }

    public static void exitC(int value, long ran, int routine) {
        exit(String.valueOf((char) value), ran, routine);
    }

    public static void exitS(int value, long ran, int routine) {
        exit(String.valueOf((short) value), ran, routine);
    }

    public static void exitI(int value, long ran, int routine) {
        exit(String.valueOf(value), ran, routine);
    }

    public static void exitJ(long value, long ran, int routine) {
        exit(String.valueOf(value), ran, routine);
    }

    public static void exitF(float value, long ran, int routine) {
        exit(String.valueOf(value), ran, routine);
    }

    public static void exitD(double value, long ran, int routine) {
        exit(String.valueOf(value), ran, routine);
    }

    public static void exitA(Object value, long ran, int routine) {
        exit(text(value), ran, routine);
    }

    public static void exitThrow(Throwable thrown, long ran, int routine) {
        exit("throw\t" + routine + "\t" + words(ran) + "\t" + thrown.getClass().getSimpleName(), routine);
    }

    public static void unwind(int to, long ran) {
        while (open.size() > to + 1) {
            pop("unwound");
        }
        if (open.size() == to + 1) {
            pop("abandon\t" + words(ran));
        }
        furtherWords.clear();
    }

    public static void resync(int to) {
        while (open.size() > to) {
            pop("unwound");
        }
    }

    public static void receiver(Object receiver, int routine) {
        print("receiver\t" + routine + "\t" + text(receiver));
    }

    private static void put(Object object, Object value, int field) {
        if (object != null) {
            print("put\t" + field + "\t" + text(object) + "\t" + text(value));
        }
    }

    public static void putZ(Object object, int value, int field) {
        put(object, value != 0, field);
    }

    public static void putB(Object object, int value, int field) {
        put(object, (byte) value, field);
    }

    public static void putC(Object object, int value, int field) {
        put(object, (char) value, field);
    }

    public static void putS(Object object, int value, int field) {
        put(object, (short) value, field);
    }

    public static void putI(Object object, int value, int field) {
        put(object, value, field);
    }

    public static void putJ(Object object, long value, int field) {
        put(object, value, field);
    }

    public static void putF(Object object, float value, int field) {
        put(object, value, field);
    }

    public static void putD(Object object, double value, int field) {
        put(object, value, field);
    }

    public static void putA(Object object, Object value, int field) {
        put(object, value, field);
    }

    public static void putZ(Object object, int value, int field, int id) {
        putZ(object, value, field);
    }

    public static void putB(Object object, int value, int field, int id) {
        putB(object, value, field);
    }

    public static void putC(Object object, int value, int field, int id) {
        putC(object, value, field);
    }

    public static void putS(Object object, int value, int field, int id) {
        putS(object, value, field);
    }

    public static void putI(Object object, int value, int field, int id) {
        putI(object, value, field);
    }

    public static void putJ(Object object, long value, int field, int id) {
        putJ(object, value, field);
    }

    public static void putF(Object object, float value, int field, int id) {
        putF(object, value, field);
    }

    public static void putD(Object object, double value, int field, int id) {
        putD(object, value, field);
    }

    public static void putA(Object object, Object value, int field, int id) {
        putA(object, value, field);
    }

    private static void set(Object value, int field) {
        print("set\t" + field + "\t" + text(value));
    }

    public static void setZ(int value, int field) {
        set(value != 0, field);
    }

    public static void setB(int value, int field) {
        set((byte) value, field);
    }

    public static void setC(int value, int field) {
        set((char) value, field);
    }

    public static void setS(int value, int field) {
        set((short) value, field);
    }

    public static void setI(int value, int field) {
        set(value, field);
    }

    public static void setJ(long value, int field) {
        set(value, field);
    }

    public static void setF(float value, int field) {
        set(value, field);
    }

    public static void setD(double value, int field) {
        set(value, field);
    }

    public static void setA(Object value, int field) {
        set(value, field);
    }

    private static void store(Object array, int index, Object value) {
        if (array != null && index >= 0 && index < java.lang.reflect.Array.getLength(array)) {
            print("store\t" + text(array) + "\t" + index + "\t" + text(value));
        }
    }

    public static void storeZ(boolean[] array, int index, int value) {
        store(array, index, value != 0);
    }

    public static void storeB(byte[] array, int index, int value) {
        store(array, index, (byte) value);
    }

    public static void storeBZ(Object array, int index, int value) {
        store(array, index, array instanceof byte[] ? (Object) (byte) value : (Object) (value != 0));
    }

    public static void storeC(char[] array, int index, int value) {
        store(array, index, (char) value);
    }

    public static void storeS(short[] array, int index, int value) {
        store(array, index, (short) value);
    }

    public static void storeI(int[] array, int index, int value) {
        store(array, index, value);
    }

    public static void storeJ(long[] array, int index, long value) {
        store(array, index, value);
    }

    public static void storeF(float[] array, int index, float value) {
        store(array, index, value);
    }

    public static void storeD(double[] array, int index, double value) {
        store(array, index, value);
    }

    public static void storeA(Object[] array, int index, Object value) {
        if (array == null || value == null || array.getClass().getComponentType().isInstance(value)) {
            store(array, index, value);
        }
    }

    public static void touch(Object array) {
        print("touch\t" + text(array));
    }

    public static void changed(Object array) {
        print("changed\t" + text(array));
    }

    public static void changedRange(Object array, int from, int to) {
        print("changed\t" + text(array) + "\t" + from + ".." + to);
    }

    public static void cloned(Object original, Object copy) {
        print("cloned\t" + text(original) + "\t" + text(copy));
    }

    /** Not an event: whether something is written depends on whether the object was seen before. */
    public static void reread(Object object) {}

    public static void release() {
        print("release");
    }

    /** What code that is not recorded is given is of no interest here. */
    public static void lend(Object given, int callee) {}

    public static void back(Object given, int callee) {}
}
