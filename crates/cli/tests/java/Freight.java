import java.util.*;

public class Freight {
    record Quote(String zone, int cents) {}

    static String zoneOf(String country) {
        return country.length() == 2 ? "eu" : "world";
    }

    static Quote quote(String country, int weight) {
        String zone = zoneOf(country);
        int cents = weight * 3;
        return new Quote(zone, cents);
    }

    static class Account {
        private int balance;
        Account(int balance) { this.balance = balance; }
        int balance() { return balance; }
        void add(int amount) { balance += amount; }
    }

    static class Bank {
        private final Map<String, Account> accounts = new HashMap<>();
        void open(String name, int start) { accounts.put(name, new Account(start)); }
        void transfer(String from, String to, int amount) {
            accounts.get(from).add(-amount);
            accounts.get(to).add(amount + 1);
        }
    }

    static int book(List<String> days) {
        int sum = 0;
        for (String day : days) {
            sum += price(day);
        }
        return sum;
    }

    static int price(String day) {
        return day.equals("sun") ? 2 : 1;
    }

    static List<String> days() {
        List<String> days = new ArrayList<>();
        days.add("mon");
        days.add("sum");
        days.add("tue");
        return days;
    }

    public static void main(String[] args) {
        Quote q = quote("us", 7);
        Bank bank = new Bank();
        bank.open("eve", 10);
        bank.open("bob", 5);
        bank.transfer("eve", "bob", 3);
        int total = book(days());
        System.out.println(q.zone() + " " + q.cents());
        System.out.println("total " + total);
        System.out.println("bob " + bank.accounts.get("bob").balance());
    }
}
