/** Ends in the way its argument names, in the middle of calls. */
public class Endings {
    static int depth;

    static void down(int n, String how) {
        if (n > 0) { down(n - 1, how); return; }
        switch (how) {
            case "exit": System.exit(3);
            case "halt": Runtime.getRuntime().halt(4);
            case "throw": throw new IllegalStateException("uncaught");
            case "memory": { Object[] chain = null; while (true) { chain = new Object[] {chain, new long[1 << 20]}; } }
            case "overflow": try { forever(); } catch (StackOverflowError overflow) { after(1); } break;
            case "dive": try { dive(0); } catch (StackOverflowError overflow) { after(1); } break;
            case "turns": try { even(0); } catch (StackOverflowError overflow) { after(1); } break;
            case "wait": System.out.println("waiting"); while (true) { after(depth++); }
            default: break;
        }
    }

    static int forever() { try { return forever() + 1; } finally { depth++; } }

    static int dive(int n) { return dive(n + 1) + 1; }

    static int even(int n) { return odd(n + 1) + 1; }

    static int odd(int n) { return even(n + 1) + 1; }

    static int after(int x) { return x + 1; }

    public static void main(String[] args) {
        down(5, args[0]);
        System.out.println("end");
    }
}
