// Settings from properties text with defaults, overridden by profile: the profile's value is read with its prefix.
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

public class Settings {
    private final Properties properties = new Properties();
    private final String profile;
    final UUID id;

    Settings(String text, String profile) {
        this.profile = profile;
        this.id = UUID.nameUUIDFromBytes(profile.getBytes());
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    Optional<String> text(String name) {
        String special = properties.getProperty(profile + "." + name);
        if (special != null) {
            return Optional.of(special);
        }
        return Optional.ofNullable(properties.getProperty(name));
    }

    int number(String name, int otherwise) {
        return text(name).map(Integer::parseInt).orElse(otherwise);
    }

    boolean flag(String name) {
        return text(name).map(value -> value.equals("true")).orElse(true); // BUG
        // GOOD: return text(name).map(value -> value.equals("true")).orElse(false);
    }

    public static void main(String[] args) {
        Settings settings = new Settings("port=8080\ntest.port=9090\nname=shop\n", "test");
        System.out.println(settings.number("port", 80) + " " + settings.text("name").orElse("?") + " "
                + settings.flag("verbose") + " " + settings.number("threads", 4));
    }
}
