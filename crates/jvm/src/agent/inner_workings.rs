//! Fields of classes of the JDK that are no part of what their objects hold.

use crate::contract::is_change_counter;

/// Locks, and room for bytes and characters on their way.
const OF_STREAMS: &[&str] = &[
    "bytearr",
    "chararr",
    "closeLock",
    "lineBuffer",
    "lock",
    "readBuffer",
    "skipBuffer",
    "writeBuffer",
];

/// What a matcher keeps while it looks for something.
const OF_MATCHER: &[&str] = &[
    "acceptMode",
    "locals",
    "localsPos",
    "lookbehindTo",
    "namedGroups",
];

/// What follows from a scanner's locale, and what it found last: it is found again.
const OF_SCANNER: &[&str] = &[
    "SIMPLE_GROUP_INDEX",
    "decimalPattern",
    "decimalSeparator",
    "digits",
    "floatPattern",
    "groupSeparator",
    "hasNextPattern",
    "hasNextPosition",
    "hasNextResult",
    "infinityString",
    "integerPattern",
    "matcher",
    "nanString",
    "negativePrefix",
    "negativeSuffix",
    "non0Digit",
    "patternCache",
    "positivePrefix",
    "positiveSuffix",
    "savedScannerPosition",
    "typeCache",
];

/// What follows from the rest of a format, and digits on their way.
const OF_DECIMAL_FORMAT: &[&str] = &[
    "bigDecimalMultiplier",
    "bigIntegerMultiplier",
    "digitList",
    "fastPathCheckNeeded",
    "fastPathData",
    "isFastPath",
    "negPrefixPattern",
    "negSuffixPattern",
    "negativePrefixFieldPositions",
    "negativeSuffixFieldPositions",
    "posPrefixPattern",
    "posSuffixPattern",
    "positivePrefixFieldPositions",
    "positiveSuffixFieldPositions",
    "serialVersionOnStream",
];

/// Older forms of the same numbers, for streams of objects.
const OF_NUMBER_FORMAT: &[&str] = &[
    "maxFractionDigits",
    "maxIntegerDigits",
    "minFractionDigits",
    "minIntegerDigits",
    "serialVersionOnStream",
];

/// What a calendar has computed and computes again.
const OF_CALENDAR: &[&str] = &[
    "cachedFixedDate",
    "calsys",
    "cdate",
    "gdate",
    "nextStamp",
    "originalFields",
    "serialVersionOnStream",
    "sharedZone",
    "zoneOffsets",
];

const OF_SYMBOLS: &[&str] = &[
    "cachedHashCode",
    "currencyInitialized",
    "hashCode",
    "lastZoneIndex",
    "serialVersionOnStream",
];

/// How a print stream makes bytes of texts: they are on their way only while it prints.
const OF_PRINT_STREAM: &[&str] = &[
    "charOut",
    "charset",
    "closing",
    "formatter",
    "internalLock",
    "sharedSecrets",
    "textOut",
];

/// Whether a field of a class only serves its inner workings: two objects that differ in nothing else behave alike.
pub fn is_inner_working(class: &str, field: &str) -> bool {
    let inner: &[&str] = match class {
        "java/lang/Throwable" => return field != "detailMessage" && field != "cause",
        // How the collector finds what it has to clear.
        "java/lang/ThreadLocal" => return field == "threadLocalHashCode",
        "java/lang/ref/Reference" => return field != "referent",
        "java/lang/ref/SoftReference" => return true,
        "java/io/PrintStream" => OF_PRINT_STREAM,
        "java/util/regex/Matcher" => OF_MATCHER,
        "java/util/Scanner" => OF_SCANNER,
        "java/util/Formatter" => &["zero"],
        "java/text/DecimalFormat" => OF_DECIMAL_FORMAT,
        "java/text/NumberFormat" => OF_NUMBER_FORMAT,
        "java/text/DecimalFormatSymbols" | "java/text/DateFormatSymbols" => OF_SYMBOLS,
        "java/util/Calendar" | "java/util/GregorianCalendar" => OF_CALENDAR,
        // Who runs a task and who waits for it.
        "java/util/concurrent/FutureTask" => &["callable", "runner", "waiters"],
        "java/util/concurrent/CompletableFuture" => &["stack"],
        "java/util/ResourceBundle" => &["cacheKey", "expired", "keySet"],
        _ if class.starts_with("java/io/") => OF_STREAMS,
        _ if class.starts_with("sun/nio/cs/") || class.starts_with("java/nio/") => {
            &["address", "cachedDecoder", "lock", "segment", "sgp"]
        }
        _ if class.starts_with("sun/security/provider/") => &["W", "oneByte"],
        _ => return is_change_counter(class.as_bytes(), field.as_bytes()),
    };
    inner.contains(&field) || is_change_counter(class.as_bytes(), field.as_bytes())
}
