package java.lang;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Pattern;

/** Objects that are known by their text, made from it by their own factories. */
final class ElenchusFactories {
    private ElenchusFactories() {}

    static Object fromText(String type, String text) throws ElenchusRerun.Refusal {
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
            case "java.time.MonthDay" -> MonthDay.parse(text);
            case "java.time.OffsetDateTime" -> OffsetDateTime.parse(text);
            case "java.time.OffsetTime" -> OffsetTime.parse(text);
            case "java.time.Period" -> Period.parse(text);
            case "java.time.Year" -> Year.parse(text);
            case "java.time.YearMonth" -> YearMonth.parse(text);
            case "java.time.ZonedDateTime" -> ZonedDateTime.parse(text);
            case "java.time.ZoneOffset" -> ZoneOffset.of(text);
            case "java.time.ZoneRegion" -> ZoneId.of(text);
            case "java.util.Currency" -> Currency.getInstance(text);
            case "java.util.Locale" -> locale(text);
            case "java.util.UUID" -> UUID.fromString(text);
            case "java.util.regex.Pattern" -> pattern(text);
            case "java.net.URI" -> URI.create(text);
            case "java.io.File" -> new File(text);
            case "sun.nio.fs.UnixPath" -> Path.of(text);
            case "jdk.internal.loader.ClassLoaders$AppClassLoader" -> ClassLoader.getSystemClassLoader();
            case "jdk.internal.loader.ClassLoaders$PlatformClassLoader" -> ClassLoader.getPlatformClassLoader();
            case "sun.util.calendar.ZoneInfo", "java.util.TimeZone" -> TimeZone.getTimeZone(text);
            default -> {
                if (type.startsWith("sun.nio.cs.")) {
                    yield Charset.forName(text);
                }
                throw new ElenchusRerun.Refusal("it involves a " + type + ", which cannot be made from its text");
            }
        };
    }

    /** Only locales that say all of themselves by language, country and variant. */
    private static Locale locale(String text) throws ElenchusRerun.Refusal {
        String[] parts = text.split("_", 3);
        Locale locale = new Locale(parts[0], parts.length > 1 ? parts[1] : "", parts.length > 2 ? parts[2] : "");
        if (!locale.toString().equals(text)) {
            throw new ElenchusRerun.Refusal("it involves the locale " + text + ", which cannot be made from its text");
        }
        return locale;
    }

    /** A pattern as the recorder writes it: between slashes, then its flags in the order of their bits. */
    private static Pattern pattern(String text) {
        int end = text.lastIndexOf('/');
        int flags = 0;
        for (char letter : text.substring(end + 1).toCharArray()) {
            flags |= 1 << "dixmlsucU".indexOf(letter);
        }
        return Pattern.compile(text.substring(1, end), flags);
    }
}
