// A file carries the wrong state from a writer to an innocent reader.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class FileState {
    static void save(Path file, int a, int b) throws IOException {
        Files.write(file, List.of("" + a, "" + (b + a))); // BUG
        // GOOD: Files.write(file, List.of("" + a, "" + b));
    }

    static int load(Path file) throws IOException {
        int sum = 0;
        for (String line : Files.readAllLines(file)) {
            sum += Integer.parseInt(line);
        }
        return sum;
    }

    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("state", ".txt");
        try {
            save(file, 3, 4);
            System.out.println(load(file));
        } finally {
            Files.delete(file);
        }
    }
}
