package elenchus;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What a test does: the state that it makes, and the call. */
final class Plan {
    final Call call;
    final Made receiver;
    final List<Made> arguments;
    final List<Set> statics = new ArrayList<>();

    /** A static field that is given a value first; a collection that cannot be replaced is filled. */
    record Set(Field field, Made value) {
        boolean fills() {
            return Modifier.isFinal(field.getModifiers());
        }

        @SuppressWarnings("unchecked")
        void apply(Made.Making making) throws Exception {
            Field there = making.world.type(field.getDeclaringClass().getName()).getDeclaredField(field.getName());
            there.setAccessible(true);
            Object made = making.of(value);
            if (!fills()) {
                there.set(null, made);
            } else if (made instanceof Map<?, ?> map) {
                ((Map<Object, Object>) there.get(null)).putAll(map);
            } else {
                ((Collection<Object>) there.get(null)).addAll((Collection<?>) made);
            }
        }

        void write(Source source, String fromPackage) {
            boolean isVisible = Types.isVisible(field, fromPackage);
            String made = source.written(value);
            String owner = source.type(field.getDeclaringClass());
            String name = owner + "." + field.getName();
            if (fills()) {
                boolean isMap = Map.class.isAssignableFrom(field.getType());
                Class<?> type = isMap ? Map.class : Collection.class;
                String held = isVisible ? name : "((" + source.type(type) + ") " + source.getter(field, "null") + ")";
                source.statement(held + (isMap ? ".putAll(" : ".addAll(") + made + ");");
            } else {
                source.statement((isVisible ? name + " = " + made : source.setter(field, "null", made)) + ";");
            }
        }
    }

    Plan(Call call, Made receiver, List<Made> arguments) {
        this.call = call;
        this.receiver = receiver;
        this.arguments = arguments;
    }

    List<Made> roots() {
        List<Made> roots = new ArrayList<>(arguments);
        if (receiver != null) {
            roots.add(receiver);
        }
        statics.forEach(set -> roots.add(set.value));
        return roots;
    }

    /** Makes the state in a world and calls. */
    Outcome run(World world) throws Cannot {
        Made.Making making = new Made.Making(world);
        try {
            for (Set set : statics) {
                set.apply(making);
            }
            Object on = receiver == null ? null : making.of(receiver);
            return call.run(world, on, making.all(arguments));
        } catch (Cannot cannot) {
            throw cannot;
        } catch (Exception | LinkageError failed) {
            throw new Cannot("the state cannot be made: " + failed);
        }
    }

    /** Adds the static fields that do not hold what they held when the call was recorded. */
    void addStatics(State state, Recipes recipes) {
        for (State.Static held : state.statics) {
            try {
                Field there = recipes.trial.type(held.field().getDeclaringClass().getName())
                        .getDeclaredField(held.field().getName());
                Class.forName(there.getDeclaringClass().getName(), true, recipes.trial);
                Object now = State.held(null, there);
                boolean isFinal = Modifier.isFinal(there.getModifiers());
                boolean isEmpty = now instanceof Collection<?> row && row.isEmpty() || now instanceof Map<?, ?> map && map.isEmpty();
                if (!Alike.are(held.value(), now) && (!isFinal || isEmpty)) {
                    statics.add(new Set(held.field(), recipes.of(held.value())));
                }
            } catch (Cannot | ReflectiveOperationException | LinkageError cannot) {
                // Perhaps it does not matter: the test is tried without it.
                continue;
            }
        }
    }
}
