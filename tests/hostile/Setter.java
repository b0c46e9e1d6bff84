// A setter that writes the wrong field.
public class Setter {
    private int width = 1;
    private int height = 2;

    void setWidth(int width) {
        this.height = width; // BUG
        // GOOD: this.width = width;
    }

    void setHeight(int height) {
        this.height = height;
    }

    int area() {
        return width * height;
    }

    public static void main(String[] args) {
        Setter box = new Setter();
        box.setWidth(5);
        box.setHeight(7);
        System.out.println(box.area());
    }
}
