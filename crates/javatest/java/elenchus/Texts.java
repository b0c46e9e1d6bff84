package elenchus;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** Classes whose objects are known by their text: how they are made from it, and how that is written. */
final class Texts {
    private Texts() {}

    static Object make(String type, String text) throws Cannot {
        return switch (type) {
            case "java.lang.String" -> text;
            case "java.lang.StringBuilder" -> new StringBuilder(text);
            case "java.lang.StringBuffer" -> new StringBuffer(text);
            case "java.math.BigInteger" -> new BigInteger(text);
            case "java.math.BigDecimal" -> new BigDecimal(text);
            case "java.time.Duration" -> Duration.parse(text);
            case "java.time.Instant" -> Instant.parse(text);
            case "java.time.LocalDate" -> LocalDate.parse(text);
            case "java.time.LocalDateTime" -> LocalDateTime.parse(text);
            case "java.time.LocalTime" -> LocalTime.parse(text);
            case "java.time.Period" -> Period.parse(text);
            case "java.time.Year" -> Year.parse(text);
            case "java.time.YearMonth" -> YearMonth.parse(text);
            case "java.util.UUID" -> UUID.fromString(text);
            case "java.net.URI" -> URI.create(text);
            case "java.io.File" -> new File(text);
            case "java.util.Locale" -> Locale.forLanguageTag(text.replace('_', '-'));
            case "java.util.regex.Pattern" -> Pattern.compile(text.substring(1, text.lastIndexOf('/')));
            default -> throw new Cannot("it involves a " + type);
        };
    }

    /** How an object is made from its text in a test; nothing for those that are not known by it. */
    static String written(Object value, Source source) {
        String text = value instanceof Locale locale ? locale.toLanguageTag() : value.toString();
        String type = source.type(value.getClass());
        String quoted = Literals.quoted(text);
        if (value instanceof BigDecimal
                || value instanceof BigInteger
                || value instanceof StringBuilder
                || value instanceof StringBuffer
                || value instanceof File) {
            return text.isEmpty() ? "new " + type + "()" : "new " + type + "(" + quoted + ")";
        }
        if (value instanceof UUID) {
            return type + ".fromString(" + quoted + ")";
        }
        if (value instanceof URI) {
            return type + ".create(" + quoted + ")";
        }
        if (value instanceof Locale) {
            return type + ".forLanguageTag(" + quoted + ")";
        }
        if (value instanceof Pattern pattern && pattern.flags() == 0) {
            return type + ".compile(" + Literals.quoted(pattern.pattern()) + ")";
        }
        return value.getClass().getPackageName().equals("java.time") ? type + ".parse(" + quoted + ")" : null;
    }

    static boolean isKnown(Object value) {
        return value instanceof BigDecimal
                || value instanceof BigInteger
                || value instanceof CharSequence
                || value instanceof File
                || value instanceof UUID
                || value instanceof URI
                || value instanceof Locale
                || value instanceof Pattern
                || value.getClass().getPackageName().equals("java.time") && !(value instanceof Enum);
    }
}
