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
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Classes whose objects are known by their text: how they are made from it, and how that is written. */
final class Texts {
    private Texts() {}

    /** Classes with a constructor that takes their text, and with a method {@code parse} that does. */
    private static final Set<Class<?>> CONSTRUCTED =
            Set.of(StringBuilder.class, StringBuffer.class, BigInteger.class, BigDecimal.class, File.class);

    private static final Set<Class<?>> PARSED = Set.of(
            Duration.class, Instant.class, LocalDate.class, LocalDateTime.class, LocalTime.class, Period.class,
            Year.class, YearMonth.class);

    static Object make(String type, String text) throws Cannot {
        try {
            Class<?> wanted = Class.forName(type);
            if (CONSTRUCTED.contains(wanted)) {
                return wanted.getConstructor(String.class).newInstance(text);
            }
            if (PARSED.contains(wanted)) {
                return wanted.getMethod("parse", CharSequence.class).invoke(null, text);
            }
        } catch (ReflectiveOperationException unknown) {
            throw new Cannot("it involves a " + type);
        }
        return switch (type) {
            case "java.lang.String" -> text;
            case "java.util.UUID" -> UUID.fromString(text);
            case "java.net.URI" -> URI.create(text);
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
