package elenchus;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** What came out of a call. */
record Outcome(Object returned, Throwable threw, Object receiver, Object[] arguments, String printed) {
    static Outcome of(Object receiver, Object[] arguments, Callable<Object> call) throws Cannot {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Object returned = null;
        Throwable threw = null;
        try {
            returned = call.call();
        } catch (InvocationTargetException ended) {
            threw = ended.getCause();
        } catch (Exception strange) {
            throw new Cannot("the call cannot be made: " + strange);
        } finally {
            System.setOut(before);
        }
        if (threw instanceof VirtualMachineError) {
            throw new Cannot("it runs out of memory or stack");
        }
        return new Outcome(returned, threw, receiver, arguments, printed.toString(StandardCharsets.UTF_8));
    }
}
