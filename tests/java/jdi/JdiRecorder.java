import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.ArrayReference;
import com.sun.jdi.BooleanValue;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.ByteValue;
import com.sun.jdi.CharValue;
import com.sun.jdi.ClassObjectReference;
import com.sun.jdi.ClassType;
import com.sun.jdi.DoubleValue;
import com.sun.jdi.Field;
import com.sun.jdi.FloatValue;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.InternalException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.LongValue;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.VoidValue;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.ExceptionEvent;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.event.ModificationWatchpointEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodExitRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records the calls of a program through the Java Debug Interface and prints them as a tree.
 *
 * It shares no code with the agent, so that two recorders that agree are probably both right. See the README beside it
 * for the output format.
 *
 *     java JdiRecorder.java [--detail] [--exclude CLASS] -o TREE -cp FOLDER MainClass [ARGUMENT…]
 *     java JdiRecorder.java [--detail] [--exclude CLASS] --batch LIST
 *
 * LIST holds one run a line: tree file, class folder, main class and arguments, separated by tabs.
 */
public class JdiRecorder {
    /** One activation, or a thread at the top. */
    static final class Call {
        final Method method;
        final String head;
        String end = " ...";
        final List<Object> items = new ArrayList<>();

        Call(Method method, String head) {
            this.method = method;
            this.head = head;
        }
    }

    /** What one thread of the program has done so far. */
    static final class Activity {
        final Call root = new Call(null, "thread");
        final Deque<Call> open = new ArrayDeque<>();
        String thrown = "?";
        /** Whether an exception may have ended calls that are still in the list of open ones. */
        boolean unsettled;

        Call top() {
            return open.isEmpty() ? root : open.peek();
        }
    }

    private final boolean detail;
    private final String excluded;
    private final Map<Long, Activity> threads = new LinkedHashMap<>();
    private final Set<String> classes = new TreeSet<>();
    private final List<MethodExitRequest> exits = new ArrayList<>();
    private boolean careful;
    private long calls;

    JdiRecorder(boolean detail, String excluded) {
        this.detail = detail;
        this.careful = detail;
        this.excluded = excluded;
    }

    public static void main(String[] arguments) throws Exception {
        boolean detail = false;
        String excluded = "";
        String out = null;
        String classPath = ".";
        int at = 0;
        for (; at < arguments.length && arguments[at].startsWith("-"); at++) {
            switch (arguments[at]) {
                case "--detail" -> detail = true;
                case "--exclude" -> excluded = arguments[++at];
                case "-o" -> out = arguments[++at];
                case "-cp" -> classPath = arguments[++at];
                case "--batch" -> {
                    for (String line : Files.readAllLines(Path.of(arguments[++at]))) {
                        List<String> run = List.of(line.split("\t"));
                        new JdiRecorder(detail, excluded).record(run.get(0), run.get(1), run.subList(2, run.size()));
                    }
                    return;
                }
                default -> throw new IllegalArgumentException("unknown option " + arguments[at]);
            }
        }
        List<String> command = List.of(arguments).subList(at, arguments.length);
        if (out == null || command.isEmpty()) {
            throw new IllegalArgumentException("usage: JdiRecorder [--detail] [--exclude CLASS] -o TREE -cp FOLDER MainClass [ARGUMENT...]");
        }
        new JdiRecorder(detail, excluded).record(out, classPath, command);
    }

    /** Runs the program to its end and writes its tree. */
    private void record(String out, String classPath, List<String> command) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> settings = connector.defaultArguments();
        settings.get("main").setValue(String.join(" ", command));
        settings.get("options").setValue("-cp \"" + classPath + "\"");
        VirtualMachine machine = connector.launch(settings);
        Thread stdout = pump(machine.process().getInputStream(), System.out);
        Thread stderr = pump(machine.process().getErrorStream(), OutputStream.nullOutputStream());
        classes.addAll(classesIn(Path.of(classPath)));
        classes.removeIf(name -> name.equals(excluded) || name.startsWith(excluded + "$"));
        request(machine.eventRequestManager());
        long start = System.nanoTime();
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove();
                if (events.size() == 1) {
                    handle(events.iterator().next());
                } else {
                    events.stream().sorted(Comparator.comparingInt(JdiRecorder::order)).forEach(this::handle);
                }
                if (events.suspendPolicy() != EventRequest.SUSPEND_NONE) {
                    events.resume();
                }
            }
        } catch (VMDisconnectedException end) {
            // The program has ended; whatever is still open never returned.
        } finally {
            // Without its recorder the program would stand still for ever.
            machine.process().destroy();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        stdout.join();
        stderr.join();
        try (PrintStream tree = new PrintStream(out, StandardCharsets.UTF_8)) {
            for (Activity thread : threads.values()) {
                print(tree, thread.root);
            }
        }
        System.err.printf("%d calls in %.2f s: %.0f calls/s%n", calls, seconds, calls / seconds);
    }

    private static List<String> classesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toList());
        }
    }

    private void request(EventRequestManager requests) {
        for (String name : classes) {
            var entry = requests.createMethodEntryRequest();
            entry.addClassFilter(name);
            entry.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            entry.enable();
            var exit = requests.createMethodExitRequest();
            exit.addClassFilter(name);
            // The result travels with the event, so the thread need not stand still unless one has to look.
            int policy = careful ? EventRequest.SUSPEND_EVENT_THREAD : EventRequest.SUSPEND_NONE;
            exit.setSuspendPolicy(policy);
            exit.enable();
            exits.add(exit);
            if (detail) {
                var prepare = requests.createClassPrepareRequest();
                prepare.addClassFilter(name);
                prepare.enable();
            }
        }
        var thrown = requests.createExceptionRequest(null, true, true);
        thrown.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        thrown.enable();
    }

    /** Events at one place arrive in one set; an entry comes before the first line, a line before an exit. */
    private static int order(Event event) {
        if (event instanceof MethodEntryEvent) {
            return 0;
        }
        return event instanceof MethodExitEvent ? 2 : 1;
    }

    private void handle(Event event) {
        try {
            if (event instanceof MethodEntryEvent entry) {
                enter(entry);
            } else if (event instanceof MethodExitEvent exit) {
                exit(exit);
            } else if (event instanceof ExceptionEvent exception) {
                thrown(exception);
            } else if (event instanceof ClassPrepareEvent prepared) {
                watch(prepared.referenceType());
            } else if (event instanceof BreakpointEvent line) {
                line(line);
            } else if (event instanceof ModificationWatchpointEvent write) {
                write(write);
            }
        } catch (IncompatibleThreadStateException | AbsentInformationException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private Activity of(ThreadReference thread) {
        return threads.computeIfAbsent(thread.uniqueID(), id -> new Activity());
    }

    private void enter(MethodEntryEvent event) throws IncompatibleThreadStateException {
        calls++;
        Activity thread = of(event.thread());
        settle(thread, event.thread(), 1);
        StackFrame frame = event.thread().frame(0);
        Method method = event.method();
        List<String> arguments = new ArrayList<>();
        // Before super() has returned nobody may look at the object.
        if (!method.isStatic() && !method.isConstructor()) {
            arguments.add("this=" + value(frame.thisObject()));
        }
        arguments.addAll(arguments(frame, method));
        String head = simple(method.declaringType().name()) + "." + method.name() + "(" + String.join(", ", arguments) + ")";
        Call call = new Call(method, head);
        thread.top().items.add(call);
        thread.open.push(call);
    }

    private static List<String> arguments(StackFrame frame, Method method) {
        List<String> arguments = new ArrayList<>();
        try {
            List<Value> values = frame.getArgumentValues();
            List<String> names = names(method);
            if (names.isEmpty() || names.size() == values.size()) {
                for (int i = 0; i < values.size(); i++) {
                    arguments.add((names.isEmpty() ? "?" : names.get(i)) + "=" + value(values.get(i)));
                }
                return arguments;
            }
        } catch (InternalException unnamed) {
            // The interface stumbles over parameters that the compiler added; those with names can still be had.
        }
        for (LocalVariable local : visible(frame)) {
            if (local.isArgument()) {
                arguments.add(local.name() + "=" + value(frame.getValue(local)));
            }
        }
        return arguments;
    }

    private static List<LocalVariable> visible(StackFrame frame) {
        try {
            return frame.visibleVariables();
        } catch (AbsentInformationException none) {
            return List.of();
        }
    }

    private static List<String> names(Method method) {
        try {
            return method.arguments().stream().map(LocalVariable::name).collect(Collectors.toList());
        } catch (AbsentInformationException none) {
            return List.of();
        }
    }

    private void exit(MethodExitEvent event) throws IncompatibleThreadStateException {
        Activity thread = of(event.thread());
        if (careful) {
            settle(thread, event.thread(), 0);
        }
        while (!thread.open.isEmpty() && !thread.open.peek().method.equals(event.method())) {
            unwind(thread);
        }
        if (!thread.open.isEmpty()) {
            Value result = event.returnValue();
            thread.open.pop().end = result instanceof VoidValue ? "" : " -> " + value(result);
        }
    }

    private static void unwind(Activity thread) {
        thread.open.pop().end = " !! " + thread.thrown;
    }

    /** Asks for the lines and field writes of a class. */
    private void watch(ReferenceType type) throws AbsentInformationException {
        EventRequestManager requests = type.virtualMachine().eventRequestManager();
        for (Method method : type.methods()) {
            if (method.isAbstract() || method.isNative()) {
                continue;
            }
            for (Location location : method.allLineLocations()) {
                BreakpointRequest line = requests.createBreakpointRequest(location);
                line.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                line.enable();
            }
        }
        for (Field field : type.fields()) {
            var write = requests.createModificationWatchpointRequest(field);
            write.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            write.enable();
        }
    }

    private void line(BreakpointEvent event) throws IncompatibleThreadStateException {
        Activity thread = of(event.thread());
        settle(thread, event.thread(), 0);
        StackFrame frame = event.thread().frame(0);
        StringBuilder text = new StringBuilder("@").append(event.location().lineNumber());
        for (LocalVariable local : visible(frame)) {
            text.append(' ').append(local.name()).append('=').append(value(frame.getValue(local)));
        }
        thread.top().items.add(text.toString());
    }

    private void write(ModificationWatchpointEvent event) throws IncompatibleThreadStateException {
        Activity thread = of(event.thread());
        settle(thread, event.thread(), 0);
        Field field = event.field();
        String owner = field.isStatic() ? field.declaringType().name() : value(event.object());
        String change = value(event.valueCurrent()) + " -> " + value(event.valueToBe());
        thread.top().items.add("~ " + owner + "." + field.name() + " " + change);
    }

    private void thrown(ExceptionEvent event) throws IncompatibleThreadStateException {
        beCareful(event.virtualMachine());
        Activity activity = of(event.thread());
        // Calls that the previous exception has ended must get that one, not this.
        settle(activity, event.thread(), 0);
        activity.unsettled = true;
        activity.thrown = value(event.exception());
    }

    /**
     * Stops threads at exits from now on. Calls that an exception ends have no exit event; in a recursive routine the next
     * exit could then be taken for theirs, unless one looks at the stack.
     */
    private void beCareful(VirtualMachine machine) {
        if (careful) {
            return;
        }
        careful = true;
        machine.suspend();
        for (MethodExitRequest exit : exits) {
            exit.disable();
            exit.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            exit.enable();
        }
        machine.resume();
    }

    /** Closes the calls that an exception has ended: those without a frame. `entering` frames are not listed yet. */
    private void settle(Activity activity, ThreadReference thread, int entering) throws IncompatibleThreadStateException {
        if (!activity.unsettled) {
            return;
        }
        activity.unsettled = false;
        long live = thread.frames().stream()
                .filter(frame -> classes.contains(frame.location().declaringType().name()))
                .count();
        while (activity.open.size() > live - entering) {
            unwind(activity);
        }
    }

    /** A value as Java programmers write it; objects by class and identity. */
    private static String value(Value value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof CharValue || value instanceof StringReference) {
            return quote(value);
        }
        if (value instanceof LongValue) {
            return value + "L";
        }
        if (value instanceof FloatValue) {
            return value + "f";
        }
        if (!(value instanceof ObjectReference object)) {
            return value.toString();
        }
        ReferenceType type = object.referenceType();
        if (object instanceof ClassObjectReference reflected) {
            return reflected.reflectedType().name() + ".class";
        }
        if (object instanceof ArrayReference) {
            return simple(type.name()) + "#" + object.uniqueID();
        }
        String box = type.name();
        if (box.startsWith("java.lang.") && type.fieldByName("value") != null && isBox(box)) {
            return value(object.getValue(type.fieldByName("value")));
        }
        if (type instanceof ClassType enumeration && isEnum(enumeration)) {
            Value name = object.getValue(type.fieldByName("name"));
            ClassType declared = enumeration.isEnum() ? enumeration : enumeration.superclass();
            return simple(declared.name()) + "." + ((StringReference) name).value();
        }
        return (box.contains("$$Lambda") ? "Lambda" : simple(box)) + "#" + object.uniqueID();
    }

    private static boolean isBox(String name) {
        return List.of("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Double", "Float")
                .contains(simple(name));
    }

    private static boolean isEnum(ClassType type) {
        return type.isEnum() || (type.superclass() != null && type.superclass().isEnum());
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String quote(Value value) {
        boolean isChar = value instanceof CharValue;
        String text = isChar ? String.valueOf(((CharValue) value).value()) : ((StringReference) value).value();
        StringBuilder quoted = new StringBuilder();
        char mark = isChar ? '\'' : '"';
        quoted.append(mark);
        for (char c : text.toCharArray()) {
            switch (c) {
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (c == mark) {
                        quoted.append('\\').append(c);
                    } else if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append(mark).toString();
    }

    /** Prints a tree without recursion, because programs under test recurse deeper than this one could. */
    private static void print(PrintStream out, Call root) {
        record Entry(Object item, int level) {}
        Deque<Entry> rest = new ArrayDeque<>();
        rest.push(new Entry(root, 0));
        while (!rest.isEmpty()) {
            Entry entry = rest.pop();
            String indent = "  ".repeat(entry.level);
            if (entry.item instanceof Call call) {
                out.println(indent + call.head + (call.method == null ? "" : call.end));
                for (int i = call.items.size() - 1; i >= 0; i--) {
                    rest.push(new Entry(call.items.get(i), entry.level + 1));
                }
            } else {
                out.println(indent + entry.item);
            }
        }
    }

    private static Thread pump(InputStream from, OutputStream to) {
        Thread thread = new Thread(() -> {
            try (from) {
                from.transferTo(to);
            } catch (IOException closed) {
                // The program is gone, and its output with it.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
