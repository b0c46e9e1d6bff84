// Money with Currency and Locale; the statement is written into a StringWriter: the cross rate is the wrong way round.
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

public class Currencies {
    record Money(BigDecimal amount, Currency currency) {
        static Money of(String amount, String code) {
            return new Money(new BigDecimal(amount), Currency.getInstance(code));
        }

        Money plus(Money other) {
            return new Money(amount.add(other.amount), currency);
        }
    }

    static class Rates {
        private final Map<Currency, BigDecimal> perEuro = new HashMap<>();

        Rates set(String code, String rate) {
            perEuro.put(Currency.getInstance(code), new BigDecimal(rate));
            return this;
        }

        BigDecimal rate(Currency from, Currency to) {
            return perEuro.get(from).divide(perEuro.get(to), 6, RoundingMode.HALF_EVEN); // BUG
            // GOOD: return perEuro.get(to).divide(perEuro.get(from), 6, RoundingMode.HALF_EVEN);
        }

        Money convert(Money money, Currency to) {
            if (money.currency().equals(to)) {
                return money;
            }
            BigDecimal amount = money.amount().multiply(rate(money.currency(), to));
            return new Money(amount.setScale(to.getDefaultFractionDigits(), RoundingMode.HALF_EVEN), to);
        }
    }

    static String statement(Rates rates, Locale locale, Money... moneys) {
        Currency home = Currency.getInstance("EUR");
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        Money total = Money.of("0.00", "EUR");
        for (Money money : moneys) {
            Money own = rates.convert(money, home);
            out.printf(locale, "%10s %s%n", money.amount(), money.currency());
            total = total.plus(own);
        }
        out.printf(locale, "%10s %s%n", total.amount(), total.currency());
        out.flush();
        return text.toString();
    }

    public static void main(String[] args) {
        Rates rates = new Rates().set("EUR", "1").set("USD", "1.25").set("JPY", "160");
        System.out.print(statement(rates, Locale.ROOT, Money.of("20.00", "EUR"), Money.of("50.00", "USD"), Money.of("4000", "JPY")));
    }
}
