// An overriding method forgets what its parent does.
public class SuperCall {
    static class Base {
        protected int opened;

        void open() {
            opened++;
        }
    }

    static class Logged extends Base {
        String log = "";

        @Override
        void open() {
            log += "open "; // BUG here
            // GOOD: super.open();
        }
    }

    static String use(Logged door) {
        door.open();
        door.open();
        return door.log + door.opened;
    }

    public static void main(String[] args) {
        System.out.println(use(new Logged()));
    }
}
