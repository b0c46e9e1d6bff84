//! How Java code asks for what no recording holds.
//!
//! Not in the list is `hashCode()`: most classes compute it from their contents, and where one does not, this cannot be told from the call.

/// Texts in the source of such code.
pub const TEXTS: [&str; 45] = [
    // Clocks.
    "System.currentTimeMillis",
    "System.nanoTime",
    ".now(",
    "new Date()",
    "new GregorianCalendar()",
    "Calendar.getInstance",
    "Clock.system",
    ".millis()",
    ".instant()",
    // Chance.
    "Math.random",
    "new Random()",
    "new SplittableRandom()",
    "ThreadLocalRandom",
    "SecureRandom",
    "randomUUID",
    "Collections.shuffle",
    "createTempFile",
    "createTempDirectory",
    // Addresses of objects.
    "identityHashCode",
    // The environment.
    "System.getenv",
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
