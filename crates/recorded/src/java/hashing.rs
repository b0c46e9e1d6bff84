//! How Java code comes to depend on hash codes that differ from run to run: those of objects whose class does not compute one from its
//! contents, and the order of tables that go by them.

use crate::language::Hashing;

/// See the page's top.
pub const HASHING: Hashing = Hashing {
    routine: ("hashCode", "()I"),
    takes: &["hashCode", "Objects.hash(", "Arrays.deepHashCode("],
    declares: "int hashCode(",
    nameless: &["new Object()"],
    tables: &[
        "HashMap",
        "HashSet",
        "Hashtable",
        "ConcurrentHashMap",
        "IdentityHashMap",
        "WeakHashMap",
        "newKeySet(",
        "toSet(",
        "toMap(",
        "groupingBy(",
    ],
    shuffled: &[
        "Set.of(",
        "Map.of(",
        "Set.copyOf(",
        "Map.copyOf(",
        "Map.ofEntries(",
        "toUnmodifiableSet(",
        "toUnmodifiableMap(",
    ],
    goes_through: &[
        ".forEach(",
        ".iterator()",
        "Iterator()",
        ".spliterator()",
        ".stream()",
        ".values()",
        ".keySet()",
        ".entrySet()",
        ".toArray(",
        "new ArrayList<",
        "addAll(",
        ".copyOf(",
        ".toString()",
        "String.valueOf(",
    ],
    for_each: ("for (", " : "),
    joins: &["\" + ", " + \""],
    entries: &[
        "java.util.HashMap$Node",
        "java.util.HashMap$TreeNode",
        "java.util.Hashtable$Entry",
        "java.util.WeakHashMap$Entry",
        "java.util.concurrent.ConcurrentHashMap$Node",
    ],
    unordered: &[
        "java.util.IdentityHashMap",
        "java.util.ImmutableCollections$Set12",
        "java.util.ImmutableCollections$SetN",
        "java.util.ImmutableCollections$MapN",
    ],
    by_contents: hashes_its_contents,
};

/// Whether a class of the platform computes its hash codes from what its objects hold. A class that is not known here does not.
fn hashes_its_contents(class: &str) -> bool {
    const ENDS: [&str; 8] = [
        "List", "Map", "Set", "Entry", "Node", "Date", "Buffer", "Stack",
    ];
    const WHOLE: [&str; 12] = [
        "java.lang.Record",
        "java.util.BitSet",
        "java.util.Currency",
        "java.util.Locale",
        "java.util.UUID",
        "java.util.Vector",
        "java.util.Properties",
        "java.util.Hashtable",
        "java.io.File",
        "java.net.URI",
        "java.net.URL",
        "java.net.InetSocketAddress",
    ];
    const BEGINNINGS: [&str; 6] = [
        "java.util.Optional",
        "java.util.ImmutableCollections$",
        "java.util.Collections$",
        "java.util.Arrays$",
        "java.time.",
        "java.math.",
    ];
    WHOLE.contains(&class)
        || BEGINNINGS.iter().any(|begin| class.starts_with(begin))
        || class.starts_with("java.") && ENDS.iter().any(|end| class.ends_with(end))
}
