package elenchus;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** An object of a class of the program: a constructor or a factory, then steps that bring it to its state. */
final class Built extends Made {
    final Class<?> type;
    /** The constructor or static factory, as it is called in the world in which it was found. */
    Executable maker;
    /** The instance around it, for a class inside of another one's instances. */
    Made outer;
    List<Made> arguments = new ArrayList<>();
    List<Step> steps = new ArrayList<>();

    Built(Class<?> type) {
        this.type = type;
    }

    /** Something that is done with an object after it was made. */
    sealed interface Step permits Assign, Invoke {}

    /** A field is given a value; by reflection where the test may not touch it. */
    record Assign(Field field, Made value, boolean byReflection) implements Step {}

    record Invoke(Method method, List<Made> arguments) implements Step {}

    @Override
    Object make(Making making) throws Exception {
        if (maker == null) {
            throw new Cannot("it involves a " + type.getSimpleName() + " that leads to itself");
        }
        List<Made> given = new ArrayList<>(arguments);
        if (outer != null) {
            given.add(0, outer);
        }
        Object object = called(making, maker, null, making.all(given));
        making.begun(this, object);
        for (Step step : steps) {
            if (step instanceof Assign assign) {
                Field field = making.world.type(assign.field.getDeclaringClass().getName())
                        .getDeclaredField(assign.field.getName());
                field.setAccessible(true);
                field.set(object, making.of(assign.value));
            } else if (step instanceof Invoke invoke) {
                called(making, invoke.method, object, making.all(invoke.arguments));
            }
        }
        return object;
    }

    /** Calls a routine of another world that is called the same. */
    static Object called(Making making, Executable routine, Object receiver, Object[] arguments) throws Exception {
        Class<?> owner = making.world.type(routine.getDeclaringClass().getName());
        List<String> names = Types.names(routine.getParameterTypes());
        Class<?>[] types = new Class<?>[names.size()];
        for (int place = 0; place < types.length; place++) {
            types[place] = making.world.type(names.get(place));
        }
        if (routine instanceof Constructor) {
            Constructor<?> constructor = owner.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        }
        Method method = owner.getDeclaredMethod(routine.getName(), types);
        method.setAccessible(true);
        return method.invoke(receiver, arguments);
    }

    @Override
    boolean needsName() {
        return !steps.isEmpty();
    }

    @Override
    String write(Source source) {
        String given = "(" + source.list(arguments) + ")";
        source.mayThrow(maker);
        if (maker instanceof Method factory) {
            return source.type(factory.getDeclaringClass()) + "." + factory.getName() + given;
        }
        if (outer != null) {
            return source.written(outer) + ".new " + type.getSimpleName() + given;
        }
        return "new " + source.type(type) + (type.getTypeParameters().length > 0 ? "<>" : "") + given;
    }

    void writeSteps(String name, Source source) {
        for (Step step : steps) {
            if (step instanceof Assign assign) {
                String value = source.written(assign.value);
                String field = assign.field.getName();
                source.statement((assign.byReflection
                        ? source.setter(assign.field, name, value)
                        : name + "." + field + " = " + value) + ";");
            } else if (step instanceof Invoke invoke) {
                source.mayThrow(invoke.method);
                source.statement(name + "." + invoke.method.getName() + "(" + source.list(invoke.arguments) + ");");
            }
        }
    }

    @Override
    List<Made> parts() {
        List<Made> parts = new ArrayList<>(arguments);
        if (outer != null) {
            parts.add(outer);
        }
        for (Step step : steps) {
            if (step instanceof Assign assign) {
                parts.add(assign.value);
            } else if (step instanceof Invoke invoke) {
                parts.addAll(invoke.arguments);
            }
        }
        return parts;
    }

    @Override
    List<?> steps() {
        return steps;
    }
}
