// A header is read with one line too many; the lines that follow are read by innocent code.
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

public class BufferedLines {
    private final BufferedReader in;

    BufferedLines(String text) {
        in = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
    }

    int header() throws IOException {
        int count = Integer.parseInt(in.readLine());
        in.readLine();
        in.readLine(); // BUG
        return count;
    }

    String row() throws IOException {
        String line = in.readLine();
        return line == null ? "-" : line.trim();
    }

    String table() throws IOException {
        int count = header();
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < count; i++) {
            table.append(row()).append('|');
        }
        return table.toString();
    }

    public static void main(String[] args) throws IOException {
        System.out.println(new BufferedLines("3\n----\n one \n two \n three \n").table());
    }
}
