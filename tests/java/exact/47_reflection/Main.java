import java.lang.reflect.Field;
import java.lang.reflect.Method;

public class Main {
    private int hidden = 1;

    private int twice() {
        return hidden * 2;
    }

    int seen() {
        return hidden;
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Field field = Main.class.getDeclaredField("hidden");
        field.setInt(main, 21);
        Method method = Main.class.getDeclaredMethod("twice");
        Object result = method.invoke(main);
        System.out.println(result + " " + main.seen());
    }
}
