package elenchus;

import java.util.Map;

/** How tests are written for a framework, and what stands in for it where it is not on the class path. */
enum Framework {
    JUNIT4("org.junit.Test", "org.junit.Assert", "public "),
    JUNIT5("org.junit.jupiter.api.Test", "org.junit.jupiter.api.Assertions", "");

    final String test;
    final String assertions;
    /** What classes and methods of tests must say. */
    final String modifier;

    Framework(String test, String assertions, String modifier) {
        this.test = test;
        this.assertions = assertions;
        this.modifier = modifier;
    }

    boolean isIn(World world) {
        return world.has(test) && world.has(assertions);
    }

    /** The few assertions that tests use, with the meaning that they have in the framework. */
    Map<String, String> standIn() {
        String assertions = """
                public class %s {
                    public interface Body { void execute() throws Throwable; }
                    private static void fail(Object expected, Object actual) {
                        throw new AssertionError("expected: <" + expected + "> but was: <" + actual + ">");
                    }
                    public static void assertEquals(Object expected, Object actual) {
                        if (!java.util.Objects.equals(expected, actual)) fail(expected, actual);
                    }
                    public static void assertEquals(long expected, long actual) { if (expected != actual) fail(expected, actual); }
                    public static void assertEquals(double expected, double actual) {
                        if (Double.compare(expected, actual) != 0) fail(expected, actual);
                    }
                    public static void assertEquals(double expected, double actual, double delta) { assertEquals(expected, actual); }
                    public static void assertTrue(boolean actual) { if (!actual) fail(true, false); }
                    public static void assertFalse(boolean actual) { if (actual) fail(false, true); }
                    public static void assertNull(Object actual) { if (actual != null) fail(null, actual); }
                    public static void assertNotNull(Object actual) { if (actual == null) fail("not null", null); }
                    %s
                    public static <T extends Throwable> T assertThrows(Class<T> type, Body body) {
                        try {
                            body.execute();
                        } catch (Throwable thrown) {
                            if (type.isInstance(thrown)) return type.cast(thrown);
                            fail(type, thrown);
                        }
                        fail(type, "nothing");
                        return null;
                    }
                }
                """;
        StringBuilder arrays = new StringBuilder();
        for (Class<?> element : Types.PRIMITIVES) {
            if (element != void.class) {
                arrays.append(arrays(element.getName()));
            }
        }
        arrays.append(arrays("Object"));
        String simple = this.assertions.substring(this.assertions.lastIndexOf('.') + 1);
        String home = test.substring(0, test.lastIndexOf('.'));
        String annotation = "package " + home + ";\n"
                + "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\npublic @interface Test {}\n";
        String all = "package " + home + ";\n" + assertions.formatted(simple, arrays);
        return Map.of(test, annotation, this.assertions, all);
    }

    private static String arrays(String element) {
        String compare = element.equals("Object") ? "deepEquals" : "equals";
        String delta = element.equals("double") || element.equals("float")
                ? "public static void assertArrayEquals(E[] expected, E[] actual, E delta) { assertArrayEquals(expected, actual); }\n"
                : "";
        String text = "public static void assertArrayEquals(E[] expected, E[] actual) { if (!java.util.Arrays." + compare
                + "(expected, actual)) fail(java.util.Arrays.toString(expected), java.util.Arrays.toString(actual)); }\n" + delta;
        return text.replace("E[]", element + "[]").replace("E delta", element + " delta");
    }
}
