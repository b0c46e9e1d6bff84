/** Harmless here. In the other version each of these does something that running it again must not do. */
public class Deeds {
    static int writesAFile(String folder) {
        return 1;
    }

    static int makesAFolder(String folder) {
        return 1;
    }

    static int connects() {
        return 1;
    }

    static int startsAProgram(String folder) {
        return 1;
    }

    static int exits() {
        return 1;
    }

    static int halts() {
        return 1;
    }

    static int neverEnds() {
        return 1;
    }

    static int takesAllMemory() {
        return 1;
    }

    static int recursesDeeply(int depth) {
        return 1;
    }

    public static void main(String[] arguments) {
        int sum = writesAFile(arguments[0]) + makesAFolder(arguments[0]) + connects() + startsAProgram(arguments[0]);
        sum += exits() + halts() + neverEnds() + takesAllMemory() + recursesDeeply(1);
        System.exit(sum);
    }
}
