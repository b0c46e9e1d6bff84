package till;

import java.util.HashMap;
import java.util.Map;

/** Rates of tax in percent. */
public class Rates {
    private static final Map<String, Integer> RATES = new HashMap<>();

    static {
        RATES.put("bread", 7);
        RATES.put("wine", 91);
    }

    public static int of(String article) {
        return RATES.getOrDefault(article, 19);
    }
}
