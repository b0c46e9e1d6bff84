import java.nio.file.Path;

/** Writes that native code makes; {@code native.c} says which. */
public class Native {
    static class Box {
        int number;
        long wide;
        String text = "";
        double real;
        boolean flag;
        byte small;
        short less;
        char letter = 'a';
        float half;
    }

    static class Counter {
        int count;
    }

    static int shared;
    static String named = "";
    static double exact;

    static native void setFields(Box box);

    static native void setStatics();

    static native void setElements(Object[] texts, int[] numbers);

    static native void setRegions(byte[] bytes, int[] numbers, double[] reals);

    static native void setReleased(long[] numbers, char[] letters, boolean[] given);

    static native void setCritical(int[] inner, byte[] outer, String text);

    static native void setThenThrow(Box box, int[] numbers);

    static native void callBack(Box box);

    static native void setInTurn(Box one, Box other, int times);

    static native void setMany(Counter[] counters);

    static void see(Object object) {}

    static void middle(Box box) {}

    public static void main(String[] args) throws Exception {
        System.load(Path.of(args[0]).toAbsolutePath().toString());
        Box box = new Box();
        setFields(box);
        see(box);
        setStatics();
        see(box);
        String[] texts = {"x", "y"};
        int[] numbers = {1, 2, 3, 4};
        setElements(texts, numbers);
        see(texts);
        byte[] bytes = new byte[6];
        double[] reals = {1, 2};
        see(bytes);
        see(reals);
        setRegions(bytes, numbers, reals);
        see(reals);
        long[] longs = {1, 2};
        char[] letters = {'a', 'b'};
        boolean[] given = {true, false};
        see(given);
        setReleased(longs, letters, given);
        see(letters);
        setCritical(numbers, bytes, "text");
        see(numbers);
        try {
            setThenThrow(box, numbers);
        } catch (IllegalStateException expected) {
            see(box);
        }
        callBack(box);
        see(box);
        Box other = new Box();
        see(other);
        setInTurn(box, other, 5000);
        see(box);
        Counter[] counters = new Counter[3000];
        for (int index = 0; index < counters.length; index++) {
            counters[index] = new Counter();
        }
        setMany(counters);
        see(counters[2999]);
        Thread thread = new Thread(() -> setFields(box));
        thread.start();
        thread.join();
        System.out.println(box.number + " " + other.number + " " + numbers[3] + " " + bytes[0] + " " + shared + named + exact);
    }
}
