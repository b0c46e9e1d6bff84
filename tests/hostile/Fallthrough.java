// A break is missing in a switch.
public class Fallthrough {
    static int days(int month) {
        int days = 31;
        switch (month) {
            case 2:
                days = 28; // BUG here
                // GOOD: break;
            case 4:
            case 6:
            case 9:
            case 11:
                days = 30;
                break;
            default:
                break;
        }
        return days;
    }

    static int until(int month) {
        int sum = 0;
        for (int m = 1; m < month; m++) {
            sum += days(m);
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(until(4));
    }
}
