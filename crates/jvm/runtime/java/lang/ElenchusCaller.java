package java.lang;

import java.io.DataInputStream;
import java.lang.invoke.ElenchusHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;

/** Makes one call that a request asks for, in whichever way that routine can be called from outside. */
final class ElenchusCaller {
    private static final Unsafe U = Unsafe.getUnsafe();

    private ElenchusCaller() {}

    /** Makes the call. How it ends is the recorder's to see; only that the JVM has run out of something is passed on. */
    static void call(DataInputStream in, ElenchusRebuilt state) throws Exception {
        Class<?> owner = ElenchusRebuilt.find(ElenchusRebuilt.text(in));
        String name = ElenchusRebuilt.text(in);
        String descriptor = ElenchusRebuilt.text(in);
        Object receiver = state.value(in);
        Object[] arguments = new Object[in.readInt()];
        for (int place = 0; place < arguments.length; place++) {
            arguments[place] = state.value(in);
        }
        try {
            if (name.equals("<clinit>")) {
                initialise(owner);
            } else if (name.equals("<init>")) {
                construct((Constructor<?>) routine(owner, name, descriptor), receiver, arguments);
            } else {
                invoke((Method) routine(owner, name, descriptor), receiver, arguments);
            }
        } catch (ElenchusRerun.Refusal | VirtualMachineError refusal) {
            throw refusal;
        } catch (InvocationTargetException | ExceptionInInitializerError ended) {
            if (ended.getCause() instanceof VirtualMachineError exhausted) {
                throw exhausted;
            }
        } catch (Throwable ended) {
            return;
        }
    }

    private static void initialise(Class<?> owner) throws ElenchusRerun.Refusal {
        if (!U.shouldBeInitialized(owner)) {
            throw new ElenchusRerun.Refusal("it sets up a class, which is needed to rebuild the state before it");
        }
        U.ensureClassInitialized(owner);
    }

    /** Makes an object, or goes on making one whose class is a subclass. */
    private static void construct(Constructor<?> constructor, Object begun, Object[] arguments) throws Exception {
        constructor.setAccessible(true);
        if (begun == null) {
            constructor.newInstance(arguments);
            return;
        }
        Object[] references = new Object[arguments.length];
        long[] bits = new long[arguments.length];
        Class<?>[] types = constructor.getParameterTypes();
        for (int place = 0; place < arguments.length; place++) {
            if (types[place].isPrimitive()) {
                bits[place] = bits(arguments[place]);
            } else {
                references[place] = arguments[place];
            }
        }
        construct(begun, constructor.getDeclaringClass(), constructor, references, bits);
    }

    private static long bits(Object plain) {
        if (plain instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (plain instanceof Character character) {
            return character;
        }
        if (plain instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        if (plain instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return ((Number) plain).longValue();
    }

    private static void invoke(Method method, Object receiver, Object[] arguments) throws Throwable {
        method.setAccessible(true);
        Class<?> owner = method.getDeclaringClass();
        if (receiver == null || runsIn(receiver.getClass(), owner, method.getName(), descriptor(method))) {
            method.invoke(receiver, arguments);
            return;
        }
        // It was called through super, or it is an interface's own: a call by name might run the routine of another class.
        Object[] all = new Object[arguments.length + 1];
        all[0] = receiver;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        ElenchusHandles.inside(owner)
                .unreflectSpecial(method, owner)
                .asFixedArity()
                .invokeWithArguments(all);
    }

    private static Executable routine(Class<?> owner, String name, String descriptor) throws ElenchusRerun.Refusal {
        Executable[] all = name.equals("<init>") ? owner.getDeclaredConstructors() : owner.getDeclaredMethods();
        for (Executable routine : all) {
            if ((routine instanceof Constructor || routine.getName().equals(name)) && descriptor.equals(descriptor(routine))) {
                return routine;
            }
        }
        throw new ElenchusRerun.Refusal("that version has no " + owner.getSimpleName() + "." + name + " with these parameters");
    }

    private static boolean declares(Class<?> owner, String name, String descriptor) {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && descriptor.equals(descriptor(method))) {
                return true;
            }
        }
        return false;
    }

    private static String descriptor(Executable routine) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : routine.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        Class<?> result = routine instanceof Method method ? method.getReturnType() : void.class;
        return text.append(')').append(result.descriptorString()).toString();
    }

    /** Whether a call on an object of this class is known to run the routine of its ancestor, or of itself. */
    private static boolean runsIn(Class<?> type, Class<?> owner, String name, String descriptor) {
        Class<?> runs = type;
        while (runs != null && runs != owner && !declares(runs, name, descriptor)) {
            runs = runs.getSuperclass();
        }
        return runs == owner;
    }

    /** Runs a constructor on an object that exists. Each argument is a reference, or where that is null the bits of a number. */
    private static native void construct(
            Object begun, Class<?> owner, Object constructor, Object[] references, long[] bits);
}
