/** A builder that grows far beyond what is stored of it, and is changed in other ways at times. */
public class Growing {
    static void see(StringBuilder text) {}

    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append(i).append("----------------------------------------;");
            if (i == 40) {
                text.setCharAt(3, '!');
            } else if (i == 110) {
                text.insert(0, "\u0444");
            } else if (i == 120) {
                text.setLength(50);
            } else if (i == 130) {
                text.setLength(0);
                text.append("again");
            }
            see(text);
        }
        Thread other = new Thread(() -> {
            text.append("by another thread");
            see(text);
        });
        other.start();
        other.join();
        text.append(", and back");
        see(text);
        System.out.println(text);
    }
}
