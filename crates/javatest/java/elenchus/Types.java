package elenchus;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is to be known about classes: their fields, and what a test in their package may touch. */
final class Types {
    static final Class<?>[] PRIMITIVES = {
        boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, void.class
    };

    private static final Set<String> PLAIN = Set.of(
            "java.lang.String", "java.lang.Boolean", "java.lang.Byte", "java.lang.Character", "java.lang.Short",
            "java.lang.Integer", "java.lang.Long", "java.lang.Float", "java.lang.Double");

    private Types() {}

    /** Whether values of this class are written as literals. */
    static boolean isPlain(Class<?> type) {
        return type.isPrimitive() || PLAIN.contains(type.getName());
    }

    /** Whether a class belongs to the platform. */
    static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** The fields of an object, those of its ancestors first. */
    static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        if (type.getSuperclass() != null) {
            fields.addAll(fields(type.getSuperclass()));
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                fields.add(field);
            }
        }
        return fields;
    }

    static boolean isInner(Class<?> type) {
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    /** Whether code of a package can name a class. */
    static boolean isVisible(Class<?> type, String fromPackage) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (element.isPrimitive()) {
            return true;
        }
        if (element.isAnonymousClass() || element.isLocalClass() || element.isHidden()) {
            return false;
        }
        Class<?> around = element.getEnclosingClass();
        return permits(element.getModifiers(), element, fromPackage) && (around == null || isVisible(around, fromPackage));
    }

    /** Whether code of a package can use a member. */
    static boolean isVisible(Member member, String fromPackage) {
        Class<?> owner = member.getDeclaringClass();
        return !member.isSynthetic() && isVisible(owner, fromPackage) && permits(member.getModifiers(), owner, fromPackage);
    }

    private static boolean permits(int modifiers, Class<?> owner, String fromPackage) {
        return Modifier.isPublic(modifiers) || !Modifier.isPrivate(modifiers) && owner.getPackageName().equals(fromPackage);
    }

    static Class<?> boxed(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).wrap().returnType();
    }

    /** The names of some classes, which mean the same in every world. */
    static List<String> names(Class<?>[] types) {
        List<String> names = new ArrayList<>();
        for (Class<?> type : types) {
            names.add(name(type));
        }
        return names;
    }

    static String name(Class<?> type) {
        return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
    }
}
