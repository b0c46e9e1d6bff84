package java.lang;

import java.lang.invoke.ElenchusHandles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/** Static fields that code that is not recorded has written: by reflection, or through handles. */
final class ElenchusStatics {
    private static final Unsafe U = ElenchusStrand.U;

    private ElenchusStatics() {}

    /** Records what was written holds now: an object (elements of an array), a static field, the one of a handle, or all of a class. */
    @Hidden
    static void observe(long strand, Object written, int first, int end) {
        if (written instanceof Field field) {
            observe(strand, field);
        } else if (written instanceof VarHandle handle) {
            observeAll(strand, handle);
        } else if (written instanceof Class<?> owner) {
            observeAll(strand, owner);
        } else if (written instanceof MethodHandle handle) {
            Field field = ElenchusHandles.fieldOf(handle);
            if (field != null) {
                observe(strand, field);
            }
        } else {
            ElenchusValues.observe(strand, written, first, end);
        }
    }

    @Hidden
    private static void observe(long strand, Field field) {
        String descriptor = field.getType().descriptorString();
        int number = number(field.getDeclaringClass(), field.getName(), descriptor);
        if (number == 0) {
            return;
        }
        Object base = U.staticFieldBase(field);
        long offset = U.staticFieldOffset(field);
        byte kind = (byte) (descriptor.charAt(0) == '[' ? 'L' : descriptor.charAt(0));
        long value = kind == 'L'
                ? ElenchusValues.word(strand, U.getReference(base, offset))
                : ElenchusValues.bits(base, offset, kind);
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, number << 8 | ElenchusTag.OBSERVE_STATIC);
        U.putLong(b + 4, value);
        ElenchusStrand.commit(b + (kind == 'J' || kind == 'D' ? 12 : 8));
    }

    /** A handle does not tell its field, but where the statics of its class are: in the class. */
    @Hidden
    private static void observeAll(long strand, VarHandle handle) {
        for (Class<?> type = handle.getClass(); type != VarHandle.class; type = type.getSuperclass()) {
            for (Field inside : type.getDeclaredFields()) {
                boolean isBase = inside.getName().equals("base") && !Modifier.isStatic(inside.getModifiers());
                if (isBase && U.getReference(handle, U.objectFieldOffset(inside)) instanceof Class<?> owner) {
                    observeAll(strand, owner);
                    return;
                }
            }
        }
    }

    @Hidden
    private static void observeAll(long strand, Class<?> owner) {
        for (Field field : owner.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                observe(strand, field);
            }
        }
    }

    /** The number of a static field, or 0 when its class is not recorded. */
    private static native int number(Class<?> owner, String name, String descriptor);
}
