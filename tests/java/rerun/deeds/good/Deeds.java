import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** The version that is run: what it does to the machine must not happen. */
public class Deeds {
    static int writesAFile(String folder) {
        try (FileWriter writer = new FileWriter(folder + "/written")) {
            writer.write("text");
        } catch (IOException refused) {
            return 2;
        }
        return 3;
    }

    static int makesAFolder(String folder) {
        return new File(folder, "made").mkdir() ? 3 : 2;
    }

    static int connects() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return 3;
        } catch (IOException refused) {
            return 2;
        }
    }

    static int startsAProgram(String folder) {
        try {
            new ProcessBuilder("touch", folder + "/touched").start().waitFor();
        } catch (IOException | InterruptedException refused) {
            return 2;
        }
        return 3;
    }

    static int exits() {
        System.exit(0);
        return 3;
    }

    static int halts() {
        Runtime.getRuntime().halt(0);
        return 3;
    }

    static int neverEnds() {
        int count = 0;
        while (true) {
            count++;
        }
    }

    static int takesAllMemory() {
        List<byte[]> all = new ArrayList<>();
        while (true) {
            all.add(new byte[64 << 20]);
        }
    }

    static int recursesDeeply(int depth) {
        return recursesDeeply(depth + 1) + 1;
    }

    public static void main(String[] arguments) {
        int sum = writesAFile(arguments[0]) + makesAFolder(arguments[0]) + connects() + startsAProgram(arguments[0]);
        sum += exits() + halts() + neverEnds() + takesAllMemory() + recursesDeeply(1);
        System.exit(sum);
    }
}
