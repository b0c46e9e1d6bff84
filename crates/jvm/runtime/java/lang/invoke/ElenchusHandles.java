package java.lang.invoke;

import java.lang.reflect.Field;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * What the code behind getters and setters made with {@link MethodHandles} calls, whoever uses them; see
 * {@code agent/hooks.rs}.
 *
 * <p>Such code first asks the handle for the place of the field and then looks at the object. Only the handle tells whether it
 * is a setter, so that is kept from the one call to the other.
 */
public final class ElenchusHandles {
    private ElenchusHandles() {}

    /** The handle is about to read or write its field of an object that is told next. */
    @ForceInline
    @Hidden
    public static void place(Object handle) {
        if (isSetter(handle)) {
            ElenchusHooks.setter();
        }
    }

    /** The object. */
    @ForceInline
    @Hidden
    public static void object(Object object) {
        ElenchusHooks.sets(object);
    }

    /** The handle is about to read or write its static field. */
    @ForceInline
    @Hidden
    public static void staticPlace(Object handle) {
        if (isSetter(handle)) {
            ElenchusHooks.setsStatic(handle);
        }
    }

    @ForceInline
    @Hidden
    private static boolean isSetter(Object handle) {
        return ((DirectMethodHandle) handle).member.isSetter();
    }

    /** Whether the handle is one of this static field. */
    @Hidden
    public static boolean isOf(MethodHandle handle, Field field) {
        MemberName member = ((DirectMethodHandle) handle).member;
        return member.getDeclaringClass() == field.getDeclaringClass() && member.getName().equals(field.getName());
    }

    /** A look at everything that the code of a class can see. */
    public static MethodHandles.Lookup inside(Class<?> owner) {
        return MethodHandles.Lookup.IMPL_LOOKUP.in(owner);
    }

    /** The static field that a handle writes; null when reflection does not show it. */
    @Hidden
    public static Field fieldOf(MethodHandle handle) {
        MemberName member = ((DirectMethodHandle) handle).member;
        try {
            return member.getDeclaringClass().getDeclaredField(member.getName());
        } catch (NoSuchFieldException hidden) {
            return null;
        }
    }
}
