/** A sound class; the test breaks it by making {@code number} return its argument as an int. */
public final class Sound {
    static Object number(Object any) {
        return any;
    }
}
