package elenchus;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;

/** The call that a test is about, by its names. */
record Call(String owner, String name, String descriptor) {
    boolean isConstructor() {
        return name.equals("<init>");
    }

    Executable find(World world) throws Cannot {
        Class<?> type = world.type(owner);
        Executable[] all = isConstructor() ? type.getDeclaredConstructors() : type.getDeclaredMethods();
        for (Executable routine : all) {
            if ((isConstructor() || routine.getName().equals(name)) && descriptor(routine).equals(descriptor)) {
                routine.setAccessible(true);
                return routine;
            }
        }
        throw new Cannot("there is no " + type.getSimpleName() + "." + name + " with these parameters");
    }

    private static String descriptor(Executable routine) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : routine.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        Class<?> result = routine instanceof Method method ? method.getReturnType() : void.class;
        return text.append(')').append(result.descriptorString()).toString();
    }

    /** Makes the call. */
    Outcome run(World world, Object receiver, Object[] arguments) throws Cannot {
        Executable routine = find(world);
        return Outcome.of(receiver, arguments, () -> routine instanceof Method method
                ? method.invoke(receiver, arguments)
                : ((Constructor<?>) routine).newInstance(arguments));
    }
}
