package java.lang;

import java.lang.invoke.ElenchusHandles;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Lambdas and method references, made anew as the compiler has them made. */
final class ElenchusLambdas {
    private ElenchusLambdas() {}

    /**
     * The lambda that calls a method of {@code owner}, for an interface.
     *
     * @param called the name of the method, {@code new} for a constructor
     */
    static Object make(Class<?> owner, String called, Class<?> wanted, Object[] captured) throws Throwable {
        Method shape = shape(wanted);
        MethodHandles.Lookup lookup = ElenchusHandles.inside(owner);
        MethodHandle body = body(lookup, owner, called, captured.length + shape.getParameterCount());
        MethodType type = MethodType.methodType(shape.getReturnType(), shape.getParameterTypes());
        MethodType given = body.type().dropParameterTypes(0, captured.length);
        for (int place = 0; place < given.parameterCount(); place++) {
            given = given.changeParameterType(place, fitting(given.parameterType(place), type.parameterType(place)));
        }
        given = given.changeReturnType(fitting(given.returnType(), type.returnType()));
        Class<?>[] kept = body.type().parameterList().subList(0, captured.length).toArray(new Class<?>[0]);
        MethodType factory = MethodType.methodType(wanted, kept);
        return LambdaMetafactory.metafactory(lookup, shape.getName(), factory, type, body, given)
                .getTarget()
                .invokeWithArguments(captured);
    }

    /** A type as the interface's own, generic method has it: a number in its box where that has an object. */
    private static Class<?> fitting(Class<?> type, Class<?> inInterface) {
        if (inInterface.isPrimitive()) {
            return inInterface;
        }
        return MethodType.methodType(type).wrap().returnType();
    }

    /** The one method of a functional interface. */
    private static Method shape(Class<?> wanted) throws ElenchusRerun.Refusal {
        Method shape = null;
        for (Method method : wanted.getMethods()) {
            if (!wanted.isInterface() || !Modifier.isAbstract(method.getModifiers()) || isOfEveryObject(method)) {
                continue;
            }
            if (shape != null && !shape.getName().equals(method.getName())) {
                throw hindered(wanted.getName());
            }
            shape = method;
        }
        if (shape == null) {
            throw hindered(wanted.getName());
        }
        return shape;
    }

    private static boolean isOfEveryObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException own) {
            return false;
        }
    }

    /** The method that it calls. Its name must say which: the recording does not know its parameters. */
    private static MethodHandle body(MethodHandles.Lookup lookup, Class<?> owner, String called, int parameters)
            throws ReflectiveOperationException, ElenchusRerun.Refusal {
        MethodHandle body = null;
        for (Method method : owner.getDeclaredMethods()) {
            int taken = method.getParameterCount() + (Modifier.isStatic(method.getModifiers()) ? 0 : 1);
            if (method.getName().equals(called) && taken == parameters && !method.isBridge()) {
                if (body != null) {
                    throw hindered(called);
                }
                body = lookup.unreflect(method);
            }
        }
        for (Constructor<?> constructor : called.equals("new") ? owner.getDeclaredConstructors() : new Constructor<?>[0]) {
            if (constructor.getParameterCount() == parameters) {
                if (body != null) {
                    throw hindered(owner.getName());
                }
                body = lookup.unreflectConstructor(constructor);
            }
        }
        if (body == null) {
            throw hindered(called);
        }
        return body;
    }

    private static ElenchusRerun.Refusal hindered(String what) {
        return new ElenchusRerun.Refusal("it involves the lambda " + what + ", which cannot be made anew");
    }
}
