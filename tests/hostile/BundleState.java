// A word in a resource bundle is wrong; who looks words up is innocent.
import java.util.ListResourceBundle;
import java.util.ResourceBundle;

public class BundleState {
    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] { // BUG here
                {"hello", "Hallo"},
                {"bye", "Servus"}, // BUG
                // GOOD: {"bye", "Auf Wiedersehen"},
            };
        }
    }

    static String said(ResourceBundle words, String key) {
        return words.getString(key) + "!";
    }

    public static void main(String[] args) {
        ResourceBundle words = new Words();
        System.out.println(said(words, "hello") + said(words, "bye"));
    }
}
