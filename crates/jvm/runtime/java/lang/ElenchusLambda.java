package java.lang;

import jdk.internal.reflect.ConstantPool;

/**
 * The method behind a lambda or method reference.
 *
 * <p>The class that the JVM makes for one has a name that differs from run to run. What stays the same is the method that
 * it calls, which stands in its constant pool.
 */
final class ElenchusLambda {
    private ElenchusLambda() {}

    /**
     * The called method as {@code Owner::name}, or null when the class is not a lambda's or the method cannot be told for
     * certain.
     */
    static String called(Class<?> type) {
        if (!type.isHidden() || !type.isSynthetic() || !type.getName().contains("$$Lambda")) {
            return null;
        }
        try {
            return called(type.getConstantPool());
        } catch (RuntimeException | LinkageError unreadable) {
            return null;
        }
    }

    private static String called(ConstantPool pool) {
        String called = null;
        for (int index = 1; index < pool.getSize(); index++) {
            ConstantPool.Tag tag = pool.getTagAt(index);
            if (tag != ConstantPool.Tag.METHODREF && tag != ConstantPool.Tag.INTERFACEMETHODREF) {
                continue;
            }
            String[] method = pool.getMemberRefInfoAt(index);
            String owner = method[0].replace('/', '.');
            if (isGlue(owner, method[1])) {
                continue;
            }
            if (called != null) {
                return null;
            }
            called = owner + "::" + (method[1].equals("<init>") ? "new" : method[1]);
        }
        return called;
    }

    /** Whether this is how every lambda is made, or a conversion between a number and its box. */
    private static boolean isGlue(String owner, String name) {
        if (owner.equals("java.lang.Object")) {
            return name.equals("<init>");
        }
        return owner.startsWith("java.lang.") && (name.equals("valueOf") || name.endsWith("Value"));
    }
}
