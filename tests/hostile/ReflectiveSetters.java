// Fields are set by reflection from a list of settings; one name is mapped to another field.
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;

public class ReflectiveSetters {
    private int width = 1;
    private int height = 1;
    private static int made;

    static String fieldName(String setting) {
        return setting.startsWith("w") || setting.endsWith("t") ? "width" : "height"; // BUG
        // GOOD: return setting.startsWith("w") ? "width" : "height";
    }

    static void apply(Object target, String setting, int value) throws Exception {
        Field field = ReflectiveSetters.class.getDeclaredField(fieldName(setting));
        field.setInt(target, value);
        Field counter = ReflectiveSetters.class.getDeclaredField("made");
        counter.set(null, (int) counter.get(null) + 1);
    }

    int area() {
        return width * height;
    }

    public static void main(String[] args) throws Exception {
        Map<String, Integer> settings = new LinkedHashMap<>();
        settings.put("w", 3);
        settings.put("height", 5);
        ReflectiveSetters box = new ReflectiveSetters();
        for (Map.Entry<String, Integer> setting : settings.entrySet()) {
            apply(box, setting.getKey(), setting.getValue());
        }
        System.out.println(box.area() + " " + made);
    }
}
