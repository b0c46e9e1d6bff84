import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Writes that no instruction of the program makes, and changes of objects while a call has them. */
public class Unseen {
    static class Box implements Serializable {
        int number;
        volatile int updated;
        volatile long wide;
        volatile String text = "";
        double real;
        boolean flag;
    }

    static class Read implements Serializable {
        int number = 1;
        String text = "old";

        private void readObject(ObjectInputStream in) throws Exception {
            see(this);
            in.defaultReadObject();
            see(this);
        }
    }

    record Pair(int left, int right) {}

    static int shared;
    static volatile String named = "";
    static long wide;

    static void see(Object object) {}

    static void append(StringBuilder text) { text.append(text.length()); }

    static void count(AtomicInteger counter) { counter.incrementAndGet(); }

    static void fail(StringBuilder text) {
        text.append('!');
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Throwable {
        Box box = new Box();
        for (String name : new String[] {"number", "wide", "text", "real", "flag"}) {
            Field field = Box.class.getDeclaredField(name);
            switch (name) {
                case "number": field.setInt(box, 1); break;
                case "wide": field.setLong(box, 2); break;
                case "text": field.set(box, "three"); break;
                case "real": field.setDouble(box, 4); break;
                default: field.setBoolean(box, true); break;
            }
            see(box);
        }
        VarHandle handle = MethodHandles.lookup().findVarHandle(Box.class, "number", int.class);
        handle.set(box, 11);
        see(box);
        handle.compareAndSet(box, 11, 12);
        see(box);
        handle.getAndAdd(box, 1);
        see(box);
        VarHandle text = MethodHandles.lookup().findVarHandle(Box.class, "text", String.class);
        text.setVolatile(box, "fourteen");
        see(box);
        AtomicIntegerFieldUpdater.newUpdater(Box.class, "updated").incrementAndGet(box);
        see(box);
        AtomicLongFieldUpdater.newUpdater(Box.class, "wide").set(box, 22);
        see(box);
        AtomicReferenceFieldUpdater.newUpdater(Box.class, String.class, "text").compareAndSet(box, "fourteen", "twenty");
        see(box);
        Field theUnsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) theUnsafe.get(null);
        unsafe.putInt(box, unsafe.objectFieldOffset(Box.class.getDeclaredField("number")), 31);
        see(box);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(new Read()); }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) { in.readObject(); }
        Unseen.class.getDeclaredField("shared").setInt(null, 41);
        see(box);
        Unseen.class.getDeclaredField("wide").set(null, 1L << 40);
        see(box);
        MethodHandles.lookup().findStaticVarHandle(Unseen.class, "named", String.class).setVolatile("handle");
        see(box);
        int[] numbers = {1, 2, 3};
        see(numbers);
        MethodHandles.arrayElementVarHandle(int[].class).set(numbers, 1, 22);
        see(numbers);
        java.lang.reflect.Array.setInt(numbers, 2, 33);
        see(numbers);
        MethodHandle setter = MethodHandles.lookup().findSetter(Box.class, "number", int.class);
        setter.invokeExact(box, 51);
        see(box);
        MethodHandles.arrayElementSetter(int[].class).invokeExact(numbers, 0, 11);
        see(numbers);
        MethodHandles.lookup().findStaticSetter(Unseen.class, "shared", int.class).invokeExact(52);
        see(box);
        setter.invokeWithArguments(box, 53);
        see(box);
        IntConsumer called = MethodHandleProxies.asInterfaceInstance(IntConsumer.class, setter.bindTo(box));
        IntStream.of(53, 54).forEach(called);
        see(box);
        Class<?> reflected = java.lang.reflect.Array.class;
        reflected.getMethod("setInt", Object.class, int.class, int.class).invoke(null, numbers, 1, 23);
        see(numbers);
        Object[] texts = {"a", "b", "c"};
        List.of("B").forEach(value -> java.lang.reflect.Array.set(texts, 1, value));
        MethodHandle array = MethodHandles.lookup().unreflect(reflected.getMethod("set", Object.class, int.class, Object.class));
        array.invokeWithArguments(texts, 2, "C");
        see(texts);
        long base = unsafe.arrayBaseOffset(int[].class);
        unsafe.copyMemory(new int[] {91, 92}, base, numbers, base + 4, 8);
        see(numbers);
        Pair pair = new Pair(1, 2);
        see(pair.toString() + pair.hashCode() + pair.equals(new Pair(1, 2)));
        AtomicInteger counter = new AtomicInteger(5);
        see(counter);
        counter.updateAndGet(n -> n * 2);
        see(counter);
        AtomicLong total = new AtomicLong(7);
        see(total);
        total.compareAndSet(7, 8);
        see(total);
        total.accumulateAndGet(2, (a, b) -> a * b);
        see(total);
        StringBuilder builder = new StringBuilder("text");
        append(builder);
        append(builder);
        count(new AtomicInteger(5));
        try { fail(builder); } catch (IllegalStateException expected) { see(builder); }
        System.out.println(box.number + box.text + box.wide + box.updated + builder);
    }
}
