// A stage of a completable future is wrong.
import java.util.concurrent.CompletableFuture;

public class Futures {
    static int price(String article) {
        return article.length() * 10;
    }

    static int discount(int price) {
        return price - price / 5; // BUG
        // GOOD: return price - price / 10;
    }

    static CompletableFuture<Integer> offer(String article) {
        return CompletableFuture.supplyAsync(() -> price(article)).thenApply(Futures::discount);
    }

    public static void main(String[] args) throws Exception {
        int total = 0;
        for (String article : new String[] {"saw", "hammer"}) {
            total += offer(article).get();
        }
        System.out.println(total);
    }
}
