// A subclass of an unrecorded class with state: what it reads next is not in its own fields.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

public class SubclassOfReader {
    static class Peeking extends BufferedReader {
        private int lines;

        Peeking(Reader in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int c = super.read();
            if (c == '\n') {
                lines++;
            }
            return c;
        }

        int peek() throws IOException {
            mark(2);
            int c = super.read();
            reset();
            return c;
        }
    }

    static int number(Peeking in) throws IOException {
        int value = 0;
        while (Character.isDigit(in.peek())) {
            value = value * 10 + in.read() - '0';
        }
        return value;
    }

    static void skip(Peeking in) throws IOException {
        in.read();
        in.read(); // BUG
        // GOOD: while (in.peek() == ' ') { in.read(); }
    }

    static int sum(Peeking in) throws IOException {
        int sum = number(in);
        while (in.peek() != -1) {
            skip(in);
            sum += number(in);
        }
        return sum;
    }

    public static void main(String[] args) throws IOException {
        System.out.println(sum(new Peeking(new StringReader("12  34 56"))));
    }
}
