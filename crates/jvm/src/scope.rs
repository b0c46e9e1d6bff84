//! Which code is recorded, which only has its writes logged, and which is left alone.
//!
//! The rules, first match wins: what must never be touched (the recorder itself and the packages it
//! stands on); the user's `exclude`, `writes` and `include` patterns; the collections of `java.util`
//! (writes-only); what tells how tests ended ([`VERDICTS`]); classes that come from a directory
//! (recorded); the rest (opaque).

/// How much of a class or method is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Runs untouched at full speed.
    Opaque,
    /// Its writes are logged, its calls are not.
    Writes,
    /// Everything is recorded.
    Recorded,
}

/// A pattern of packages, classes or methods: `org.shop`, `org.shop.*Cart`, `org.shop.Cart.add`,
/// `org.shop.Cart#add`. `*` stands for any run of characters; a package or class covers all below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
}

impl Pattern {
    /// A pattern from the text the user wrote. Every text is a pattern.
    pub fn new(text: &str) -> Self {
        Self {
            text: text.replace('/', "."),
        }
    }

    /// The text of the pattern.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the class (dotted name) lies below this pattern.
    fn covers_class(&self, class: &str) -> bool {
        let pattern = self.text.strip_suffix(".*").unwrap_or(&self.text);
        !pattern.contains('#')
            && (glob(pattern, class)
                || class
                    .match_indices(['.', '$'])
                    .any(|(end, _)| glob(pattern, &class[..end])))
    }

    fn covers_method(&self, class: &str, method: &str) -> bool {
        let split = self
            .text
            .rsplit_once('#')
            .or_else(|| self.text.rsplit_once('.'));
        split.is_some_and(|(owner, name)| glob(owner, class) && glob(name, method))
    }

    /// Whether this pattern might name a method of the class.
    fn may_name_methods_of(&self, class: &str) -> bool {
        let split = self
            .text
            .rsplit_once('#')
            .or_else(|| self.text.rsplit_once('.'));
        split.is_some_and(|(owner, _)| glob(owner, class))
    }
}

/// Matches `*` wildcards in linear time, without recursion.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut star = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) {
            p += 1;
            t += 1;
        } else if let Some((star_p, star_t)) = star {
            star = Some((star_p, star_t + 1));
            p = star_p + 1;
            t = star_t + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

/// Classes whose instrumentation would call back into the recorder or that the JVM treats specially.
const UNTOUCHABLE: &[&str] = &["java.lang", "jdk", "sun", "com.sun"];

/// The collections whose layouts are decoded into lists, sets and maps.
const COLLECTIONS: &[&str] = &[
    "AbstractCollection",
    "AbstractList",
    "AbstractMap",
    "AbstractQueue",
    "AbstractSequentialList",
    "AbstractSet",
    "ArrayDeque",
    "ArrayList",
    "Arrays$ArrayList",
    "BitSet",
    "Collections",
    "EnumMap",
    "HashMap",
    "HashSet",
    "Hashtable",
    "IdentityHashMap",
    "ImmutableCollections",
    "LinkedHashMap",
    "LinkedHashSet",
    "LinkedList",
    "PriorityQueue",
    "RegularEnumSet",
    "Stack",
    "TreeMap",
    "TreeSet",
    "Vector",
];

/// How test frameworks say what became of a test: classes, and those of their methods that are recorded as calls. What a
/// test method threw may have been expected; these calls are the framework's own word on it, and their last argument is
/// the exception. `elenchus_recorded::verdict` reads them. Of each framework one class is there before any test runs.
pub const VERDICTS: &[(&str, &[&str])] = &[
    (
        "junit.framework.TestResult",
        &["addError", "addFailure", "endTest"],
    ),
    ("org.junit.runner.JUnitCore", &["<init>"]),
    (
        "org.junit.internal.runners.model.EachTestNotifier",
        &["addFailure", "fireTestFinished"],
    ),
    (
        "org.junit.platform.launcher.core.LauncherFactory",
        &["create"],
    ),
    (
        "org.junit.platform.engine.TestExecutionResult",
        &["failed", "successful"],
    ),
];

/// The name of a test in JUnit 4; its contents are kept for whoever reads a verdict.
const TEST_NAME: &str = "org.junit.runner.Description";

/// The methods of a class that say what became of a test.
fn verdicts_of(class: &str) -> Option<&'static [&'static str]> {
    let found = VERDICTS.iter().find(|(name, _)| *name == class);
    found.map(|(_, methods)| *methods)
}

/// The scope of one recording.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
    writes: Vec<Pattern>,
}

impl Scope {
    /// The default scope changed by the user's patterns.
    pub fn new(include: Vec<Pattern>, exclude: Vec<Pattern>, writes: Vec<Pattern>) -> Self {
        Self {
            include,
            exclude,
            writes,
        }
    }

    /// The level of a class (`org/shop/Cart`), given whether it was loaded from a directory.
    pub fn class(&self, internal_name: &str, from_directory: impl FnOnce() -> bool) -> Level {
        let class = internal_name.replace('/', ".");
        let below = |root: &str| {
            class
                .strip_prefix(root)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        if UNTOUCHABLE.iter().any(|root| below(root)) {
            return Level::Opaque;
        }
        let named = |patterns: &[Pattern]| patterns.iter().any(|p| p.covers_class(&class));
        if named(&self.exclude) {
            Level::Opaque
        } else if named(&self.writes) {
            Level::Writes
        } else if named(&self.include) || self.include.iter().any(|p| p.may_name_methods_of(&class))
        {
            Level::Recorded
        } else if is_logged(&class) || class == TEST_NAME {
            Level::Writes
        } else if verdicts_of(&class).is_some()
            || (!below("java") && !below("javax") && from_directory())
        {
            Level::Recorded
        } else {
            Level::Opaque
        }
    }

    /// The level of one method of a class of the given level.
    pub fn method(&self, internal_name: &str, method: &str, class_level: Level) -> Level {
        let class = internal_name.replace('/', ".");
        let named = |patterns: &[Pattern]| patterns.iter().any(|p| p.covers_method(&class, method));
        if named(&self.exclude) {
            return Level::Opaque;
        }
        if named(&self.writes) {
            return Level::Writes;
        }
        let included = self.include.iter().any(|p| p.covers_class(&class));
        let by_methods = !included && self.include.iter().any(|p| p.may_name_methods_of(&class));
        let silent =
            !included && verdicts_of(&class).is_some_and(|spoken| !spoken.contains(&method));
        if class_level == Level::Recorded && (by_methods || silent) && !named(&self.include) {
            // Only some methods of this class were asked for; the others still have their writes
            // logged, so that the state of its objects stays known.
            return Level::Writes;
        }
        class_level
    }
}

/// Whether the writes of this class of the platform are logged by default.
pub fn is_logged(class: &str) -> bool {
    is_collection(class) || is_reader_of_text(class)
}

/// Whether the dotted name is a reader of a string: what it will read next is a part of the program's state. (Newer JDKs
/// keep it in a class nested in `Reader`.)
fn is_reader_of_text(class: &str) -> bool {
    class == "java.io.StringReader" || class.starts_with("java.io.Reader$")
}

/// Whether the dotted name is one of the collections of `java.util`, or nested in one.
fn is_collection(class: &str) -> bool {
    class.strip_prefix("java.util.").is_some_and(|name| {
        COLLECTIONS.iter().any(|known| {
            name.strip_prefix(known)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(texts: &[&str]) -> Vec<Pattern> {
        texts.iter().map(|text| Pattern::new(text)).collect()
    }

    #[test]
    fn the_default_scope_is_directories_and_collections() {
        let scope = Scope::default();
        let directory = |name: &str| scope.class(name, || true);
        let jar = |name: &str| scope.class(name, || false);
        assert_eq!(directory("org/shop/Cart"), Level::Recorded);
        assert_eq!(directory("Main"), Level::Recorded);
        assert_eq!(jar("org/shop/Cart"), Level::Opaque);
        assert_eq!(jar("java/util/ArrayList"), Level::Writes);
        assert_eq!(jar("java/util/HashMap$Node"), Level::Writes);
        assert_eq!(jar("java/util/Scanner"), Level::Opaque);
        assert_eq!(jar("java/io/StringReader"), Level::Writes);
        assert_eq!(jar("java/io/InputStreamReader"), Level::Opaque);
        assert_eq!(jar("java/util/ArrayListish"), Level::Opaque);
        assert_eq!(directory("java/lang/String"), Level::Opaque);
    }

    #[test]
    fn the_verdicts_of_test_frameworks_are_recorded_and_nothing_else_of_them() {
        let scope = Scope::default();
        let result = "org/junit/platform/engine/TestExecutionResult";
        let level = scope.class(result, || false);
        assert_eq!(level, Level::Recorded);
        assert_eq!(scope.method(result, "failed", level), Level::Recorded);
        assert_eq!(scope.method(result, "getStatus", level), Level::Writes);
        let name = scope.class("org/junit/runner/Description", || false);
        assert_eq!(name, Level::Writes);
        let left_out = Scope::new(vec![], patterns(&["org.junit"]), vec![]);
        assert_eq!(left_out.class(result, || false), Level::Opaque);
        let included = Scope::new(patterns(&["org.junit"]), vec![], vec![]);
        assert_eq!(included.method(result, "getStatus", level), Level::Recorded);
    }

    #[test]
    fn patterns_reach_packages_classes_and_methods() {
        let scope = Scope::new(
            patterns(&["org.kxml2.*", "net.Tool.run", "net.Other#go"]),
            patterns(&["org.kxml2.io", "app.*Test", "app.Main.helper"]),
            patterns(&["lib"]),
        );
        let level = |name: &str| scope.class(name, || name.starts_with("app"));
        assert_eq!(level("org/kxml2/kdom/Node"), Level::Recorded);
        assert_eq!(level("org/kxml2/io/KXmlParser"), Level::Opaque);
        assert_eq!(level("app/CartTest"), Level::Opaque);
        assert_eq!(level("app/CartTest$Inner"), Level::Opaque);
        assert_eq!(level("app/Main"), Level::Recorded);
        assert_eq!(level("lib/x/Y"), Level::Writes);
        assert_eq!(level("library/Y"), Level::Opaque);
        assert_eq!(level("net/Tool"), Level::Recorded);
        let method = |class: &str, name| scope.method(class, name, level(class));
        assert_eq!(method("net/Tool", "run"), Level::Recorded);
        assert_eq!(method("net/Tool", "walk"), Level::Writes);
        assert_eq!(method("net/Other", "go"), Level::Recorded);
        assert_eq!(method("app/Main", "helper"), Level::Opaque);
        assert_eq!(method("app/Main", "main"), Level::Recorded);
    }

    #[test]
    fn wildcards_match_like_the_textbook_definition() {
        fn slow(p: &[u8], t: &[u8]) -> bool {
            match p {
                [] => t.is_empty(),
                [b'*', rest @ ..] => (0..=t.len()).any(|n| slow(rest, &t[n..])),
                [c, rest @ ..] => t.first() == Some(c) && slow(rest, &t[1..]),
            }
        }
        let alphabet = [b'a', b'b', b'*'];
        let words = |length: u32| {
            (0..3usize.pow(length)).map(move |n| {
                (0..length)
                    .map(|digit| alphabet[n / 3usize.pow(digit) % 3])
                    .collect::<Vec<u8>>()
            })
        };
        for pattern in (0..=4).flat_map(words) {
            for text in (0..=4).flat_map(words).filter(|t| !t.contains(&b'*')) {
                let (p, t) = (
                    std::str::from_utf8(&pattern).unwrap(),
                    std::str::from_utf8(&text).unwrap(),
                );
                assert_eq!(glob(p, t), slow(&pattern, &text), "{p} {t}");
            }
        }
    }
}
