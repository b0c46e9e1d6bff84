package java.lang;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/**
 * The state before a recorded call, made anew: objects without their constructors, field by field; what is known by its text
 * through its own factory; then static fields.
 *
 * <p>The form of a request is written down at {@code rerun::request}. No code of the program runs here but initialisers of
 * classes and the hash codes of keys.
 */
final class ElenchusRebuilt {
    private static final Unsafe U = Unsafe.getUnsafe();

    /** Classes that were looked up, by the hash codes of their names; arrays, since collections are recorded. */
    private static final Class<?>[] FOUND = new Class<?>[1 << 10];
    /** The fields that classes declare: reflection makes new ones each time. */
    static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return type.getDeclaredFields();
        }
    };

    private final Object[] objects;
    /** The contents of objects and arrays, filled in when all of them exist. */
    private final Contents[] contents;
    private final Lambda[] lambdas;
    private Field[] statics;
    private Object[] staticValues;
    /** What the constants of enums hold: they exist already, and their fields are set last. */
    private Contents[] constants;

    /** What one object or array holds. */
    private static final class Contents {
        final Object owner;
        /** The fields of an object, some of which that version may not have; none for an array. */
        final Field[] fields;
        final Later[] values;

        Contents(Object owner, Field[] fields, Later[] values) {
            this.owner = owner;
            this.fields = fields;
            this.values = values;
        }

        void fill() throws ElenchusRerun.Refusal {
            for (int place = 0; place < values.length; place++) {
                Object value = values[place].get();
                if (fields == null) {
                    if (value != null) {
                        Array.set(owner, place, value);
                    }
                } else if (fields[place] != null) {
                    put(owner, U.objectFieldOffset(fields[place]), fields[place], value);
                }
            }
        }
    }

    /** A lambda that is to be made. */
    private static final class Lambda {
        private final Class<?> owner;
        private final String called;
        private final Class<?> wanted;
        private final Later[] captured;

        Lambda(Class<?> owner, String called, Class<?> wanted, Later[] captured) {
            this.owner = owner;
            this.called = called;
            this.wanted = wanted;
            this.captured = captured;
        }

        boolean canBeMade(Lambda[] others) {
            for (Later value : captured) {
                if (value.reference >= 0 && others[value.reference] != null) {
                    return false;
                }
            }
            return true;
        }

        Object make() throws Exception {
            Object[] values = new Object[captured.length];
            for (int place = 0; place < values.length; place++) {
                values[place] = captured[place].get();
            }
            try {
                return ElenchusLambdas.make(owner, called, wanted, values);
            } catch (ElenchusRerun.Refusal refusal) {
                throw refusal;
            } catch (Throwable failure) {
                throw new ElenchusRerun.Refusal("it involves a lambda that cannot be made anew: " + failure);
            }
        }
    }

    private ElenchusRebuilt(int count) {
        lambdas = new Lambda[count];
        objects = new Object[count];
        contents = new Contents[count];
    }

    static ElenchusRebuilt read(DataInputStream in) throws Exception {
        ElenchusRebuilt state = new ElenchusRebuilt(in.readInt());
        for (int place = 0; place < state.objects.length; place++) {
            state.make(in, place);
        }
        state.makeLambdas();
        for (Contents contents : state.contents) {
            if (contents != null) {
                contents.fill();
            }
        }
        for (Object object : state.objects) {
            settle(object);
        }
        ElenchusCounters.settle(state.objects);
        state.readStatics(in);
        state.readConstants(in);
        return state;
    }

    /**
     * Whether a static field holds something that held nothing before the recorded call, or a class was initialised that was not: this JVM
     * has run other calls. Classes with static fields that stay as the version sets them are initialised.
     */
    static boolean hasOtherStatics(DataInputStream in) throws Exception {
        boolean differs = false;
        for (int count = in.readInt(); count > 0; count--) {
            String name = text(in);
            Class<?> owner = initialised(name);
            boolean wasInitialised = in.readBoolean();
            differs |= owner != null && !wasInitialised;
            int fields = in.readInt();
            if (fields == 0 && wasInitialised) {
                U.ensureClassInitialized(find(name));
            }
            for (; fields > 0; fields--) {
                String field = text(in);
                differs = differs || owner != null && !holdsNothing(owner, field);
            }
        }
        return differs;
    }

    /** A class of the program that was initialised; null if it was not. */
    private static Class<?> initialised(String name) {
        Class<?> loaded = ClassLoader.getSystemClassLoader().findLoadedClass(name);
        return loaded == null || U.shouldBeInitialized(loaded) ? null : loaded;
    }

    private static boolean holdsNothing(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return isDefault(field.get(null));
        } catch (ReflectiveOperationException none) {
            return true;
        }
    }

    /** Whether a value is what a field holds before it is written. */
    private static boolean isDefault(Object value) {
        return value == null
                || value.equals(false)
                || value instanceof Character character && character == 0
                || value instanceof Number number && number.doubleValue() == 0;
    }

    private void make(DataInputStream in, int place) throws Exception {
        char kind = (char) in.readByte();
        switch (kind) {
            case 'O' -> object(in, place);
            case 'A' -> array(in, place);
            case 'T' -> objects[place] = ElenchusFactories.fromText(text(in), text(in));
            case 'X' -> objects[place] = plain((char) in.readByte(), in.readLong());
            case 'E' -> objects[place] = constant(find(text(in)), text(in));
            case 'C' -> objects[place] = find(text(in));
            case 'P' -> objects[place] = new Object();
            case 'F' -> lambda(in, place);
            default -> throw new ElenchusRerun.Refusal("the request is damaged");
        }
    }

    private void object(DataInputStream in, int place) throws Exception {
        Class<?> type = find(text(in));
        if (type.isHidden() || Modifier.isAbstract(type.getModifiers())) {
            throw new ElenchusRerun.Refusal("it involves a " + type.getName() + ", which cannot be made anew");
        }
        Object object = allocated(type);
        objects[place] = object;
        int count = in.readInt();
        Field[] fields = new Field[count];
        Later[] values = new Later[count];
        for (int field = 0; field < count; field++) {
            String owner = text(in);
            String name = text(in);
            values[field] = later(in);
            fields[field] = field(find(owner), name, values[field]);
        }
        contents[place] = new Contents(object, fields, values);
    }

    /**
     * An object whose fields hold nothing yet, but for those that nobody records: references know that nobody waits for them to be
     * cleared, readers and writers what they lock.
     */
    private static Object allocated(Class<?> type) throws InstantiationException {
        if (type == WeakReference.class) {
            return new WeakReference<>(null);
        }
        if (type == SoftReference.class) {
            return new SoftReference<>(null);
        }
        U.ensureClassInitialized(type);
        Object object = U.allocateInstance(type);
        if (object instanceof Reader) {
            U.putReference(object, U.objectFieldOffset(Reader.class, "lock"), object);
        } else if (object instanceof Writer) {
            U.putReference(object, U.objectFieldOffset(Writer.class, "lock"), object);
        }
        return object;
    }

    /** A field of that version. None is needed where it would hold what every field holds at first. */
    private static Field field(Class<?> owner, String name, Later value) throws ElenchusRerun.Refusal {
        for (Field field : FIELDS.get(owner)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        if (value.isDefault()) {
            return null;
        }
        throw new ElenchusRerun.Refusal("that version has no field " + owner.getSimpleName() + "." + name);
    }

    private void array(DataInputStream in, int place) throws Exception {
        Class<?> type = find(text(in));
        Class<?> element = type.getComponentType();
        int length = in.readInt();
        Object array = Array.newInstance(element, length);
        objects[place] = array;
        Later[] values = new Later[length];
        for (int index = 0; index < length; index++) {
            values[index] = later(in);
        }
        contents[place] = new Contents(array, null, values);
    }

    private void lambda(DataInputStream in, int place) throws Exception {
        String owner = text(in);
        String called = text(in);
        String wanted = text(in);
        Later[] captured = new Later[in.readInt()];
        for (int value = 0; value < captured.length; value++) {
            captured[value] = later(in);
        }
        lambdas[place] = new Lambda(find(owner), called, find(wanted), captured);
    }

    /** Makes the lambdas, those first that others have captured. */
    private void makeLambdas() throws Exception {
        boolean made = true;
        while (made) {
            made = false;
            for (int place = 0; place < lambdas.length; place++) {
                Lambda lambda = lambdas[place];
                if (lambda != null && lambda.canBeMade(lambdas)) {
                    objects[place] = lambda.make();
                    lambdas[place] = null;
                    made = true;
                }
            }
        }
    }

    private void readStatics(DataInputStream in) throws Exception {
        int count = in.readInt();
        statics = new Field[count];
        staticValues = new Object[count];
        for (int place = 0; place < count; place++) {
            String owner = text(in);
            String name = text(in);
            Later value = later(in);
            statics[place] = field(find(owner), name, value);
            staticValues[place] = value.get();
        }
    }

    private void readConstants(DataInputStream in) throws Exception {
        constants = new Contents[in.readInt()];
        for (int place = 0; place < constants.length; place++) {
            Object owner = constant(find(text(in)), text(in));
            Class<?> declaring = find(text(in));
            String name = text(in);
            Later value = later(in);
            Field field = field(declaring, name, value);
            constants[place] = new Contents(owner, new Field[] {field}, new Later[] {value});
        }
    }

    /**
     * Sets the static fields and those of constants, after all of their classes were initialised: an initialiser may write to another
     * class.
     */
    void setStatics() throws ElenchusRerun.Refusal {
        for (Field field : statics) {
            if (field != null) {
                U.ensureClassInitialized(field.getDeclaringClass());
            }
        }
        long strand = ElenchusStrand.current();
        for (int place = 0; place < statics.length; place++) {
            Field field = statics[place];
            if (field != null) {
                put(U.staticFieldBase(field), U.staticFieldOffset(field), field, staticValues[place]);
                ElenchusStatics.observe(strand, field, 0, 0);
            }
        }
        for (Contents constant : constants) {
            constant.fill();
        }
    }

    private static void put(Object base, long offset, Field field, Object value) throws ElenchusRerun.Refusal {
        Class<?> type = field.getType();
        if (!type.isPrimitive()) {
            if (value != null && !type.isInstance(value)) {
                throw misfit(field);
            }
            U.putReference(base, offset, value);
            return;
        }
        try {
            switch (type.descriptorString().charAt(0)) {
                case 'Z' -> U.putBoolean(base, offset, (Boolean) value);
                case 'B' -> U.putByte(base, offset, (Byte) value);
                case 'C' -> U.putChar(base, offset, (Character) value);
                case 'S' -> U.putShort(base, offset, (Short) value);
                case 'I' -> U.putInt(base, offset, (Integer) value);
                case 'J' -> U.putLong(base, offset, (Long) value);
                case 'F' -> U.putFloat(base, offset, (Float) value);
                default -> U.putDouble(base, offset, (Double) value);
            }
        } catch (ClassCastException | NullPointerException otherType) {
            throw misfit(field);
        }
    }

    private static ElenchusRerun.Refusal misfit(Field field) {
        String name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        return new ElenchusRerun.Refusal("in that version " + name + " has another type");
    }

    /**
     * Sees to it that a hash table finds its keys. Those that have a hash code by identity have another one now: the table is
     * filled anew. A key whose hash code differs for another reason cannot be helped.
     */
    private static void settle(Object object) throws Exception {
        if (object instanceof HashSet || object instanceof TreeSet) {
            Class<?> type = object instanceof HashSet ? HashSet.class : TreeSet.class;
            markPresent(object, type, type == HashSet.class ? "map" : "m");
        }
        if (!(object instanceof Map<?, ?> map) || !isHashed(object.getClass())) {
            return;
        }
        Object[] keys = map.keySet().toArray();
        Object[] values = new Object[keys.length];
        int place = 0;
        boolean moved = false;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            values[place++] = entry.getValue();
        }
        for (Object key : keys) {
            if (!map.containsKey(key)) {
                if (!hashesByIdentity(key)) {
                    throw new ElenchusRerun.Refusal("a key of a hash table in it has another hash code now");
                }
                moved = true;
            }
        }
        if (moved) {
            refill(map, keys, values);
        }
    }

    /** Sets of the JDK know their elements by one object that all of them share. */
    @SuppressWarnings("unchecked")
    private static void markPresent(Object set, Class<?> type, String field) throws NoSuchFieldException {
        Field shared = type.getDeclaredField("PRESENT");
        Object present = U.getReference(U.staticFieldBase(shared), U.staticFieldOffset(shared));
        Object map = U.getReference(set, U.objectFieldOffset(type, field));
        if (map != null) {
            for (Map.Entry<Object, Object> entry : ((Map<Object, Object>) map).entrySet()) {
                entry.setValue(present);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static void refill(Map<?, ?> map, Object[] keys, Object[] values) {
        Map<Object, Object> all = (Map<Object, Object>) map;
        all.clear();
        for (int place = 0; place < keys.length; place++) {
            all.put(keys[place], values[place]);
        }
    }

    private static boolean isHashed(Class<?> type) {
        return type == HashMap.class
                || type == LinkedHashMap.class
                || type == Hashtable.class
                || type == IdentityHashMap.class
                || type == ConcurrentHashMap.class;
    }

    private static boolean hashesByIdentity(Object key) throws NoSuchMethodException {
        Class<?> owner = key.getClass().getMethod("hashCode").getDeclaringClass();
        return owner == Object.class || owner == Enum.class;
    }

    // ---- Values.

    /** A value that may refer to an object that does not exist yet. */
    private final class Later {
        private final Object plain;
        private final int reference;

        Later(Object plain, int reference) {
            this.plain = plain;
            this.reference = reference;
        }

        Object get() {
            return reference < 0 ? plain : objects[reference];
        }

        /** Whether it is what a field holds before it is written. */
        boolean isDefault() {
            return reference < 0 && ElenchusRebuilt.isDefault(plain);
        }
    }

    private Later later(DataInputStream in) throws Exception {
        char kind = (char) in.readByte();
        return switch (kind) {
            case 'N' -> new Later(null, -1);
            case 'L' -> new Later(null, in.readInt());
            default -> new Later(plain(kind, in.readLong()), -1);
        };
    }

    /** A value whose objects all exist. */
    Object value(DataInputStream in) throws Exception {
        return later(in).get();
    }

    private static Object plain(char kind, long bits) throws ElenchusRerun.Refusal {
        return switch (kind) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'C' -> (char) bits;
            case 'S' -> (short) bits;
            case 'I' -> (int) bits;
            case 'J' -> bits;
            case 'F' -> Float.intBitsToFloat((int) bits);
            case 'D' -> Double.longBitsToDouble(bits);
            default -> throw new ElenchusRerun.Refusal("the request is damaged");
        };
    }

    static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Object constant(Class<?> type, String name) throws ElenchusRerun.Refusal {
        Object[] constants = type.getEnumConstants();
        for (int place = 0; constants != null && place < constants.length; place++) {
            if (((Enum<?>) constants[place]).name().equals(name)) {
                return constants[place];
            }
        }
        throw new ElenchusRerun.Refusal("that version has no " + type.getSimpleName() + "." + name);
    }

    /** A class by its name as it is written, {@code int[][]} included. */
    static Class<?> find(String name) throws ElenchusRerun.Refusal {
        if (name.endsWith("[]")) {
            return find(name.substring(0, name.length() - 2)).arrayType();
        }
        Class<?> primitive = primitive(name);
        if (primitive != null) {
            return primitive;
        }
        int place = name.hashCode() & FOUND.length - 1;
        if (FOUND[place] != null && FOUND[place].getName().equals(name)) {
            return FOUND[place];
        }
        try {
            FOUND[place] = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            return FOUND[place];
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new ElenchusRerun.Refusal("that version has no class " + name);
        }
    }

    private static Class<?> primitive(String name) {
        return switch (name) {
            case "boolean" -> boolean.class;
            case "byte" -> byte.class;
            case "char" -> char.class;
            case "short" -> short.class;
            case "int" -> int.class;
            case "long" -> long.class;
            case "float" -> float.class;
            case "double" -> double.class;
            case "void" -> void.class;
            default -> null;
        };
    }
}
