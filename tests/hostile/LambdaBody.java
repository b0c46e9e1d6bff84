// The body of a lambda in a stream is wrong.
import java.util.List;
import java.util.stream.Collectors;

public class LambdaBody {
    static List<String> names(List<String> all) {
        return all.stream()
                .filter(name -> name.length() > 3)
                .map(name -> name.substring(0, 2).toUpperCase()) // BUG
                // GOOD: .map(name -> name.substring(0, 3).toUpperCase())
                .collect(Collectors.toList());
    }

    static String join(List<String> names) {
        return String.join("-", names);
    }

    public static void main(String[] args) {
        System.out.println(join(names(List.of("anna", "bob", "clara"))));
    }
}
