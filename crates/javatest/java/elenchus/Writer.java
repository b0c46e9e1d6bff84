package elenchus;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Writes a test: the state, the call, and what should come out. */
final class Writer {
    /** Names of tests are not longer. */
    private static final int LONGEST_NAME = 60;
    /** Of what a call was given, no more is quoted. */
    private static final int LONGEST_TITLE = 100;

    private final Plan plan;
    private final Expectation.Outcomes outcomes;
    private final Framework framework;
    private final Recipes recipes;
    private final String title;
    private final List<String> parameters;
    private final Executable routine;
    private final Source source;
    private final String simpleName;

    Writer(
            Plan plan,
            Expectation.Outcomes outcomes,
            Framework framework,
            Recipes recipes,
            String title,
            List<String> parameters)
            throws Cannot {
        this.plan = plan;
        this.outcomes = outcomes;
        this.framework = framework;
        this.recipes = recipes;
        this.title = title;
        this.parameters = parameters;
        routine = plan.call.find(recipes.trial);
        String owner = routine.getDeclaringClass().getSimpleName();
        simpleName = capital(owner) + (plan.call.isConstructor() ? "" : capital(plain(plan.call.name()))) + "Test";
        source = new Source(recipes.fromPackage, simpleName);
    }

    /** The full name of the test's class. */
    String className() {
        return recipes.fromPackage.isEmpty() ? simpleName : recipes.fromPackage + "." + simpleName;
    }

    boolean usesReflection() {
        return source.usesReflection();
    }

    String write() throws Cannot {
        source.count(plan.roots());
        source.importClass(framework.test);
        source.mayThrow(routine);
        for (Plan.Set set : plan.statics) {
            set.write(source, recipes.fromPackage);
        }
        boolean isPrinted = outcomes.differences().stream().anyMatch(difference -> difference.root().equals("printed"));
        String receiver = receiver();
        List<String> arguments = arguments();
        if (isPrinted) {
            source.importClass("java.io.ByteArrayOutputStream");
            source.importClass("java.io.PrintStream");
            source.statement("PrintStream out = System.out;");
            source.statement("ByteArrayOutputStream printed = new ByteArrayOutputStream();");
            source.statement("System.setOut(new PrintStream(printed));");
        }
        callAndAssert(called(receiver, arguments), isPrinted);
        String modifier = framework.modifier;
        String about = title.length() > LONGEST_TITLE ? title.substring(0, LONGEST_TITLE) + "…" : title;
        // A backslash before a u would mean a character, also in a comment.
        about = about.replace("*/", "* /").replace("\\", "\\\\");
        return source.text(testName(), about, "@Test", modifier);
    }

    private boolean isAsserted(String root) {
        return outcomes.differences().stream().anyMatch(difference -> difference.root().equals(root));
    }

    private String receiver() {
        if (plan.receiver == null) {
            return null;
        }
        return isAsserted("this") ? source.named(plan.receiver, null) : source.written(plan.receiver);
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        for (int place = 0; place < plan.arguments.size(); place++) {
            Made argument = plan.arguments.get(place);
            arguments.add(isAsserted(String.valueOf(place))
                    ? source.named(argument, parameter(place))
                    : source.written(argument));
        }
        return arguments;
    }

    private String parameter(int place) {
        return place < parameters.size() && !parameters.get(place).isBlank() ? parameters.get(place) : "argument" + place;
    }

    /** The call as an expression. */
    private String called(String receiver, List<String> arguments) throws Cannot {
        Class<?> owner = routine.getDeclaringClass();
        boolean isVisible = Types.isVisible(routine, recipes.fromPackage);
        String given = "(" + String.join(", ", arguments) + ")";
        if (!(routine instanceof Method)) {
            if (!isVisible || Types.isInner(owner)) {
                throw new Cannot("a test cannot call that constructor");
            }
            return "new " + source.type(owner) + (owner.getTypeParameters().length > 0 ? "<>" : "") + given;
        }
        if (!isVisible) {
            return source.invoked(routine, receiver, arguments);
        }
        return (Modifier.isStatic(routine.getModifiers()) ? source.type(owner) : receiver) + "." + routine.getName() + given;
    }

    private void callAndAssert(String call, boolean isPrinted) throws Cannot {
        Throwable wanted = outcomes.there().threw();
        if (wanted != null) {
            if (!Types.isVisible(wanted.getClass(), recipes.fromPackage)) {
                throw new Cannot("a test cannot name the class " + wanted.getClass().getName());
            }
            source.importStatic(framework.assertions + ".assertThrows");
            String thrown = "assertThrows(" + source.type(wanted.getClass()) + ".class, () -> " + call + ")";
            Throwable actual = outcomes.here().threw();
            boolean onlySaysOtherwise = actual != null && actual.getClass().getName().equals(wanted.getClass().getName());
            if (onlySaysOtherwise) {
                source.importStatic(framework.assertions + ".assertEquals");
                thrown = "assertEquals(" + Literals.of(wanted.getMessage()) + ", " + thrown + ".getMessage())";
            }
            source.statement(thrown + ";");
            return;
        }
        Assertions assertions = new Assertions(source, framework, recipes, plan.arguments);
        List<Difference> differences = new ArrayList<>(outcomes.differences());
        Class<?> type = routine instanceof Method method ? method.getReturnType() : routine.getDeclaringClass();
        boolean isByReflection = routine instanceof Method && !Types.isVisible(routine, recipes.fromPackage);
        if (isByReflection) {
            type = Object.class;
        }
        if (differences.isEmpty() && outcomes.there().returned() != null && recipes.expected(outcomes.there().returned()) != null) {
            // It threw; what it should return says more than that it should not.
            differences.add(new Difference("returned", List.of(), null, outcomes.there().returned()));
        }
        long about = differences.stream().filter(difference -> difference.root().equals("returned")).count();
        String returned = call;
        if (about > 1 || about == 1 && differences.size() > 1) {
            returned = source.free(plan.call.isConstructor() ? "made" : "returned");
            source.statement("var " + returned + " = " + call + ";");
        } else if (about == 0) {
            source.statement(call + ";");
        }
        if (isPrinted) {
            source.statement("System.setOut(out);");
        }
        for (Difference difference : differences) {
            switch (difference.root()) {
                case "returned" -> assertions.add(difference, returned, type);
                case "printed" -> assertions.add(difference, "printed.toString()", String.class);
                case "this" -> assertions.add(difference, source.named(plan.receiver, null), typeOf(plan.receiver, difference));
                default -> {
                    Made argument = plan.arguments.get(Integer.parseInt(difference.root()));
                    assertions.add(difference, source.named(argument, null), typeOf(argument, difference));
                }
            }
        }
        assertions.written().forEach(source::statement);
        if (assertions.written().isEmpty() && outcomes.here().threw() == null) {
            throw new Cannot("a test cannot reach what differs");
        }
    }

    private static Class<?> typeOf(Made made, Difference difference) {
        if (made instanceof Built built) {
            return built.type;
        }
        Object first = difference.path().isEmpty() ? difference.here() : difference.path().get(0).here();
        return first == null ? Object.class : first.getClass();
    }

    /** A name that says what is called with what, and what should come out if that is short. */
    private String testName() {
        StringBuilder name = new StringBuilder(plan.call.isConstructor() ? "makes" : plain(plan.call.name()));
        String joint = plan.call.isConstructor() ? "Of" : "Of";
        for (Made argument : plan.arguments) {
            if (argument instanceof Plain.Literal literal && literal.value != null) {
                String text = inName(literal.value);
                if (!text.isEmpty() && name.length() + text.length() < LONGEST_NAME / 2) {
                    name.append(joint).append(text);
                    joint = "And";
                }
            }
        }
        Throwable threw = outcomes.there().threw();
        if (threw != null) {
            name.append("Throws").append(threw.getClass().getSimpleName());
        } else if (outcomes.differences().size() == 1) {
            Difference only = outcomes.differences().get(0);
            String text = only.there() == null ? "Null" : Types.isPlain(only.there().getClass()) ? inName(only.there()) : "";
            if (only.root().equals("returned") && only.path().isEmpty() && !text.isEmpty()) {
                name.append("Returns").append(text);
            }
        }
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name.toString();
    }

    /** A value as a part of a name; empty when it would say nothing. */
    private static String inName(Object value) {
        String text = String.valueOf(value).replace("-", "Minus").replace('.', '_');
        text = plain(text);
        return text.length() > 20 ? "" : capital(text);
    }

    /** A text without what cannot stand in a name. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        boolean begins = false;
        for (char unit : text.toCharArray()) {
            boolean stays = Character.isLetterOrDigit(unit) && unit < 128 || unit == '_';
            if (stays) {
                plain.append(begins ? Character.toUpperCase(unit) : unit);
            }
            begins = !stays;
        }
        return plain.toString();
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
