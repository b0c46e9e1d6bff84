//! How Java code asks for what no recording holds.
//!
//! Not in the list is `hashCode()`: most classes compute it from their contents ([`super::hashing`]).

/// Texts in the source of such code, without packages and what can be imported.
pub const TEXTS: [&str; 45] = [
    // Clocks.
    "currentTimeMillis(",
    "nanoTime(",
    ".now(",
    "Date()",
    "GregorianCalendar()",
    "Calendar.getInstance",
    "Clock.system",
    ".millis()",
    ".instant()",
    // Chance.
    "random()",
    "Random()",
    "SplittableRandom()",
    "ThreadLocalRandom",
    "SecureRandom",
    "randomUUID",
    "Collections.shuffle",
    "createTempFile",
    "createTempDirectory",
    // Addresses of objects.
    "identityHashCode",
    // The environment.
    "getenv(",
    "System.getProperty",
    "System.getProperties",
    "System.console",
    "Integer.getInteger",
    "Long.getLong",
    "Boolean.getBoolean",
    "Runtime.getRuntime",
    "ProcessHandle",
    "ProcessBuilder",
    "ManagementFactory",
    "InetAddress",
    "Locale.getDefault",
    "TimeZone.getDefault",
    "ZoneId.systemDefault",
    // Files and connections.
    "Files.",
    "FileInputStream",
    "FileReader",
    "RandomAccessFile",
    "FileChannel",
    ".exists()",
    ".listFiles(",
    ".lastModified()",
    ".openStream()",
    "Socket(",
    "HttpClient",
];
