// Bytes are taken from a stream in the wrong order.
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

public class InputStreamState {
    static int readShort(InputStream in) throws IOException {
        int low = in.read(); // BUG
        // GOOD: int high = in.read();
        int high = in.read(); // BUG
        // GOOD: int low = in.read();
        return high << 8 | low;
    }

    static String readText(InputStream in) throws IOException {
        int length = in.read();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) in.read());
        }
        return text.toString();
    }

    public static void main(String[] args) throws IOException {
        InputStream in = new ByteArrayInputStream(new byte[] {2, 'o', 'k', 1, 2});
        String text = readText(in);
        System.out.println(text + readShort(in));
    }
}
