package java.lang;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * The main class of a JVM that runs one recorded call again: reads the state before it, sets the static fields, and calls.
 *
 * <p>The recorder sees the call as it sees any other; whether the state before was rebuilt rightly is told by what it
 * recorded, not here. What cannot be done is written to a file in a few words, and nothing is called then. The call is
 * made on a thread that can then change nothing outside the process.
 */
public final class ElenchusRerun {
    /** What the launching side needs to know, when something stood in the way. */
    private static String reasonFile;

    private ElenchusRerun() {}

    /** Something that stands in the way of running the call again. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String reason) {
            super(reason, null, false, false);
        }
    }

    /** The request's file, and the one for the reason. */
    public static void main(String[] arguments) throws InterruptedException {
        reasonFile = arguments[1];
        Caller caller = new Caller(arguments[0]);
        caller.start();
        caller.join();
        end(caller.reason);
    }

    /** Ends the JVM, whatever else runs in it. */
    private static void end(String reason) {
        if (reason != null) {
            try (FileOutputStream out = new FileOutputStream(reasonFile)) {
                out.write(reason.getBytes(StandardCharsets.UTF_8));
            } catch (IOException lost) {
                Runtime.getRuntime().exit(3);
            }
        }
        Runtime.getRuntime().exit(reason == null ? 0 : 2);
    }

    private static Executable routine(Class<?> owner, String name, String descriptor) throws Refusal {
        Executable[] all = name.equals("<init>") ? owner.getDeclaredConstructors() : owner.getDeclaredMethods();
        for (Executable routine : all) {
            if ((routine instanceof Constructor || routine.getName().equals(name)) && descriptor.equals(descriptor(routine))) {
                return routine;
            }
        }
        throw new Refusal("that version has no " + owner.getSimpleName() + "." + name + " with these parameters");
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

    /**
     * The thread that rebuilds the state and makes the call, both on one strand of the recording. Before any code of the
     * program runs it is confined: it, and all threads that it starts, can change nothing outside the process.
     */
    private static final class Caller extends Thread {
        private final String request;
        String reason;

        Caller(String request) {
            super(null, null, "main", 0, false);
            this.request = request;
        }

        @Override
        public void run() {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(request)))) {
                // The ring of the thread is a file, which it could not make later.
                ElenchusStrand.current();
                if (!confine()) {
                    throw new Refusal("this system cannot keep a call from changing files");
                }
                ElenchusRebuilt state = ElenchusRebuilt.read(in);
                state.setStatics();
                reason = call(in, state);
            } catch (Refusal refusal) {
                reason = refusal.getMessage();
            } catch (Throwable failure) {
                reason = "the state before could not be rebuilt: " + failure;
            }
        }

        private static String call(DataInputStream in, ElenchusRebuilt state) throws Exception {
            Class<?> owner = ElenchusRebuilt.find(ElenchusRebuilt.text(in));
            String name = ElenchusRebuilt.text(in);
            String descriptor = ElenchusRebuilt.text(in);
            Object receiver = state.value(in);
            Object[] arguments = new Object[in.readInt()];
            for (int place = 0; place < arguments.length; place++) {
                arguments[place] = state.value(in);
            }
            Executable routine = routine(owner, name, descriptor);
            if (receiver != null && !runsIn(receiver.getClass(), owner, name, descriptor)) {
                throw new Refusal("it was called through super, which cannot be done from outside");
            }
            routine.setAccessible(true);
            try {
                if (routine instanceof Method method) {
                    method.invoke(receiver, arguments);
                } else {
                    ((Constructor<?>) routine).newInstance(arguments);
                }
            } catch (InvocationTargetException ended) {
                // How much of both a program has differs from JVM to JVM.
                if (ended.getCause() instanceof VirtualMachineError) {
                    return "it ran out of the memory or the stack of a rerun";
                }
            }
            String refused = refused();
            return refused == null ? null : "it would have " + refused;
        }
    }

    /** Whether a call on an object of this class runs the routine of its ancestor, or of itself. */
    private static boolean runsIn(Class<?> type, Class<?> owner, String name, String descriptor) {
        Class<?> runs = type;
        while (runs != null && runs != owner && !declares(runs, name, descriptor)) {
            runs = runs.getSuperclass();
        }
        // The routine of an interface runs where no class has one.
        return runs == owner || runs == null && owner.isInterface();
    }

    /** From now on the running thread can change nothing outside the process. False where the system has no way to see to that. */
    private static native boolean confine();

    /** What a confined thread has tried to do and was kept from; null if nothing. */
    private static native String refused();
}
