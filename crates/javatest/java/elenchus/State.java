package elenchus;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * The state before a recorded call, made anew in one world without running constructors: what a test has to come to by other
 * means.
 *
 * <p>Its form is written down at {@code rerun::request}.
 */
final class State {
    private static final Unsafe U = Unsafe.getUnsafe();

    final World world;
    final Call call;
    final Object receiver;
    final Object[] arguments;
    final List<Static> statics = new ArrayList<>();

    private final DataInputStream in;
    private final Object[] objects;
    private final List<Runnable> fills = new ArrayList<>();
    private final List<Runnable> constants = new ArrayList<>();

    /** A static field and what it held. */
    record Static(Field field, Object value) {}

    private State(World world, DataInputStream in) throws IOException, Cannot {
        this.world = world;
        this.in = in;
        skipUnset();
        objects = new Object[in.readInt()];
        for (int place = 0; place < objects.length; place++) {
            objects[place] = object();
        }
        fills.forEach(Runnable::run);
        for (int count = in.readInt(); count > 0; count--) {
            Class<?> owner = world.type(text());
            Field field = field(owner, text());
            Object value = later().get();
            if (field != null) {
                statics.add(new Static(field, value));
            }
        }
        readConstants();
        call = new Call(text(), text(), text());
        receiver = later().get();
        arguments = new Object[in.readInt()];
        for (int place = 0; place < arguments.length; place++) {
            arguments[place] = later().get();
        }
    }

    static State read(byte[] request, World world) throws Cannot {
        try {
            return new State(world, new DataInputStream(new ByteArrayInputStream(request)));
        } catch (IOException damaged) {
            throw new Cannot("the request is damaged");
        }
    }

    /** What was not initialised yet: in a world of its own, nothing is. */
    private void skipUnset() throws IOException {
        for (int classes = in.readInt(); classes > 0; classes--) {
            text();
            in.readBoolean();
            for (int fields = in.readInt(); fields > 0; fields--) {
                text();
            }
        }
    }

    /** What the constants of enums hold. */
    private void readConstants() throws IOException, Cannot {
        for (int count = in.readInt(); count > 0; count--) {
            Object constant = constant(world.type(text()), text());
            Class<?> owner = world.type(text());
            Field field = field(owner, text());
            Object value = later().get();
            if (field != null) {
                constants.add(() -> put(constant, U.objectFieldOffset(field), field.getType(), value));
            }
        }
    }

    /** Gives the static fields and the constants of enums their values, after all of their classes were initialised. */
    void setStatics() {
        for (Static set : statics) {
            U.ensureClassInitialized(set.field.getDeclaringClass());
        }
        for (Static set : statics) {
            put(U.staticFieldBase(set.field), U.staticFieldOffset(set.field), set.field.getType(), set.value);
        }
        constants.forEach(Runnable::run);
    }

    private Object object() throws IOException, Cannot {
        char kind = (char) in.readByte();
        switch (kind) {
            case 'O':
                return instance();
            case 'A':
                return array();
            case 'T':
                return Texts.make(text(), text());
            case 'X':
                return plain((char) in.readByte(), in.readLong());
            case 'E':
                return constant(world.type(text()), text());
            case 'C':
                return world.type(text());
            case 'P':
                return new Object();
            default:
                throw new Cannot("it involves a lambda");
        }
    }

    private Object instance() throws IOException, Cannot {
        Class<?> type = world.type(text());
        if (type.isHidden() || Modifier.isAbstract(type.getModifiers())) {
            throw new Cannot("it involves a " + type.getName());
        }
        U.ensureClassInitialized(type);
        Object object;
        try {
            object = U.allocateInstance(type);
        } catch (InstantiationException strange) {
            throw new Cannot("it involves a " + type.getName());
        }
        for (int count = in.readInt(); count > 0; count--) {
            Class<?> owner = world.type(text());
            Field field = field(owner, text());
            Later value = later();
            if (field != null) {
                fills.add(() -> put(object, U.objectFieldOffset(field), field.getType(), value.get()));
            }
        }
        return object;
    }

    /** A field of that version; nothing where it has none. */
    private static Field field(Class<?> owner, String name) {
        try {
            return owner.getDeclaredField(name);
        } catch (NoSuchFieldException missing) {
            return null;
        }
    }

    private Object array() throws IOException, Cannot {
        Class<?> element = world.type(text()).getComponentType();
        int length = in.readInt();
        Object array = Array.newInstance(element, length);
        for (int index = 0; index < length; index++) {
            int place = index;
            Later value = later();
            fills.add(() -> {
                if (value.get() != null) {
                    Array.set(array, place, value.get());
                }
            });
        }
        return array;
    }

    private static void put(Object base, long offset, Class<?> type, Object value) {
        switch (type.descriptorString().charAt(0)) {
            case 'Z' -> U.putBoolean(base, offset, (Boolean) value);
            case 'B' -> U.putByte(base, offset, (Byte) value);
            case 'C' -> U.putChar(base, offset, (Character) value);
            case 'S' -> U.putShort(base, offset, (Short) value);
            case 'I' -> U.putInt(base, offset, (Integer) value);
            case 'J' -> U.putLong(base, offset, (Long) value);
            case 'F' -> U.putFloat(base, offset, (Float) value);
            case 'D' -> U.putDouble(base, offset, (Double) value);
            default -> U.putReference(base, offset, value);
        }
    }

    /** What a field of an object holds, whoever may see it. */
    static Object held(Object object, Field field) {
        Object base = Modifier.isStatic(field.getModifiers()) ? U.staticFieldBase(field) : object;
        long offset = base == object ? U.objectFieldOffset(field) : U.staticFieldOffset(field);
        return switch (field.getType().descriptorString().charAt(0)) {
            case 'Z' -> U.getBoolean(base, offset);
            case 'B' -> U.getByte(base, offset);
            case 'C' -> U.getChar(base, offset);
            case 'S' -> U.getShort(base, offset);
            case 'I' -> U.getInt(base, offset);
            case 'J' -> U.getLong(base, offset);
            case 'F' -> U.getFloat(base, offset);
            case 'D' -> U.getDouble(base, offset);
            default -> U.getReference(base, offset);
        };
    }

    private static Object constant(Class<?> type, String name) throws Cannot {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new Cannot("there is no " + type.getSimpleName() + "." + name);
    }

    /** A value that may refer to an object that does not exist yet. */
    private record Later(Object plain, int reference, Object[] objects) {
        Object get() {
            return reference < 0 ? plain : objects[reference];
        }
    }

    private Later later() throws IOException, Cannot {
        char kind = (char) in.readByte();
        return switch (kind) {
            case 'N' -> new Later(null, -1, objects);
            case 'L' -> new Later(null, in.readInt(), objects);
            default -> new Later(plain(kind, in.readLong()), -1, objects);
        };
    }

    private static Object plain(char kind, long bits) throws Cannot {
        return switch (kind) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'C' -> (char) bits;
            case 'S' -> (short) bits;
            case 'I' -> (int) bits;
            case 'J' -> bits;
            case 'F' -> Float.intBitsToFloat((int) bits);
            case 'D' -> Double.longBitsToDouble(bits);
            default -> throw new Cannot("the request is damaged");
        };
    }

    private String text() throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
