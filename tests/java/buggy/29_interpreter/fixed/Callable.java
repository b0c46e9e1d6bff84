import java.util.List;

/** Something that can be called. */
interface Callable {
    String name();

    /** The number of arguments, or -1 if any number will do. */
    int arity();

    Object call(Interpreter interpreter, int line, List<Object> arguments);
}
