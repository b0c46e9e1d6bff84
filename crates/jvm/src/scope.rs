//! Which code is recorded, which only has its writes logged, and which is left alone.
//!
//! The rules, first match wins: what must never be touched (the recorder itself and the packages it
//! stands on); the user's `exclude`, `writes` and (but for collections) `include` patterns; the collections of `java.util`
//! (writes-only); what tells how tests ended ([`VERDICTS`]); classes that come from a directory or
//! from a jar of the program (recorded); the rest (opaque).

use std::path::{Path, PathBuf};

pub use elenchus_pattern::Pattern;

/// How much of a class or method is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Runs untouched at full speed.
    Opaque,
    /// Its writes are logged, its calls are not.
    Writes,
    /// The methods that were asked for are recorded, and the writes of the others are logged.
    Methods,
    /// Everything is recorded.
    Recorded,
}

/// Packages whose instrumentation would call back into the recorder or that the JVM treats specially.
const UNTOUCHABLE: &[&str] = &["java.lang", "jdk.internal", "sun"];

/// What is known about a class is kept in one of these.
const MAP_OF_THE_RECORDER: &str = "java.util.WeakHashMap";

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
    "EnumSet",
    "HashMap",
    "HashSet",
    "Hashtable",
    "IdentityHashMap",
    "ImmutableCollections",
    "JumboEnumSet",
    "LinkedHashMap",
    "LinkedHashSet",
    "LinkedList",
    "PriorityQueue",
    "Properties",
    "RegularEnumSet",
    "ReverseOrderDequeView",
    "ReverseOrderListView",
    "Stack",
    "TreeMap",
    "TreeSet",
    "Vector",
];

/// What else of the platform is mutable, lies in memory and is a part of the program's state.
const IN_MEMORY: &[&str] = &[
    "java.io.ByteArrayInputStream",
    "java.io.ByteArrayOutputStream",
    "java.io.CharArrayReader",
    "java.io.CharArrayWriter",
    "java.io.StringWriter",
    "java.util.Date",
    "java.util.Random",
    "java.util.StringJoiner",
    "java.util.StringTokenizer",
];

/// Values of the standard libraries of Kotlin and Scala that their programs are made of as Java's are of collections: pairs,
/// options, lists of cells, what is made on first use, and local variables that lambdas change.
const OF_OTHER_LANGUAGES: &[&str] = &[
    "kotlin.InitializedLazyImpl",
    "kotlin.Pair",
    "kotlin.SynchronizedLazyImpl",
    "kotlin.Triple",
    "kotlin.UnsafeLazyImpl",
    "kotlin.collections.IndexedValue",
    "kotlin.ranges.CharProgression",
    "kotlin.ranges.CharRange",
    "kotlin.ranges.IntProgression",
    "kotlin.ranges.IntRange",
    "kotlin.ranges.LongProgression",
    "kotlin.ranges.LongRange",
    "scala.None$",
    "scala.Some",
    "scala.Tuple1",
    "scala.Tuple2",
    "scala.Tuple3",
    "scala.Tuple4",
    "scala.Tuple5",
    "scala.collection.immutable.$colon$colon",
    "scala.collection.immutable.Nil$",
    "scala.math.BigDecimal",
    "scala.runtime.BooleanRef",
    "scala.runtime.DoubleRef",
    "scala.runtime.IntRef",
    "scala.runtime.LongRef",
    "scala.runtime.ObjectRef",
    "scala.util.Failure",
    "scala.util.Left",
    "scala.util.Right",
    "scala.util.Success",
];

/// The collections of `java.util.concurrent` that are decoded in the same way.
const CONCURRENT_COLLECTIONS: &[&str] = &[
    "ArrayBlockingQueue",
    "ConcurrentHashMap",
    "ConcurrentLinkedDeque",
    "ConcurrentLinkedQueue",
    "ConcurrentSkipListMap",
    "ConcurrentSkipListSet",
    "CopyOnWriteArrayList",
    "CopyOnWriteArraySet",
    "DelayQueue",
    "LinkedBlockingDeque",
    "LinkedBlockingQueue",
    "LinkedTransferQueue",
    "PriorityBlockingQueue",
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
    ("org.testng.TestRunner", &["addFailedTest", "addPassedTest"]),
    (
        "org.testng.TestRunner$ConfigurationListener",
        &["onConfigurationFailure"],
    ),
];

/// The name of a test in JUnit 4 and the result of one in TestNG; their contents are kept for whoever reads a verdict.
const TOLD_WITH_VERDICTS: &[&str] = &[
    "org.junit.runner.Description",
    "org.testng.internal.TestResult",
];

/// What runs tests and is often packed into one jar with its own main class: never the program itself.
const FRAMEWORKS: &[&str] = &[
    "junit",
    "org.apiguardian",
    "org.hamcrest",
    "org.junit",
    "org.opentest4j",
    "org.testng",
];

/// Where a class file lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// In a directory.
    Directory,
    /// In a jar of the program.
    ProgramJar,
    /// In another jar, or in the JDK.
    Elsewhere,
    /// Its loader does not say.
    Unknown,
}

/// Whether a build tool has put this jar where it puts what it makes of a project: `target` of Maven, `build/libs` of
/// Gradle. In a build of several modules, tests of one run with jars of the others.
fn is_built_here(jar: &Path) -> bool {
    let mut folders = jar.ancestors().skip(1).filter_map(Path::file_name);
    let folder = folders.next();
    folder.is_some_and(|name| name == "target")
        || folder.is_some_and(|name| name == "libs")
            && folders.next().is_some_and(|name| name == "build")
}

/// The methods of a class that say what became of a test.
fn verdicts_of(class: &str) -> Option<&'static [&'static str]> {
    let found = VERDICTS.iter().find(|(name, _)| *name == class);
    found.map(|(_, methods)| *methods)
}

/// The scope of one recording.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    jars: Vec<PathBuf>,
    include: Vec<Pattern>,
    exclude: Vec<Pattern>,
    writes: Vec<Pattern>,
}

impl Scope {
    /// The default scope changed by the user's patterns.
    pub fn new(include: Vec<Pattern>, exclude: Vec<Pattern>, writes: Vec<Pattern>) -> Self {
        Self {
            jars: Vec::new(),
            include,
            exclude,
            writes,
        }
    }

    /// The same with jars that hold the program itself, by their canonical paths.
    pub fn with_jars(self, jars: Vec<PathBuf>) -> Self {
        Self { jars, ..self }
    }

    /// The patterns that ask for what cannot be recorded at all.
    pub fn beyond_reach(&self) -> impl Iterator<Item = &Pattern> {
        let asked = self.include.iter().chain(&self.writes);
        asked.filter(|pattern| {
            let covers = |root: &&str| *root == pattern.text() || is_below(root, pattern.text());
            UNTOUCHABLE.iter().any(covers)
        })
    }

    /// Whether the patterns may ask for code of the JDK, which the recorder itself calls in places.
    pub fn may_reach_platform(&self) -> bool {
        let mut asked = self.include.iter().chain(&self.writes);
        asked.any(|pattern| {
            let text = pattern.text();
            let (fixed, _) = text.split_once('*').unwrap_or((text, ""));
            fixed.starts_with("java") || "java".starts_with(fixed)
        })
    }

    /// What a place says about the classes in it.
    pub fn origin(&self, path: &Path) -> Origin {
        if path.is_dir() {
            Origin::Directory
        } else if is_built_here(path) || self.is_program_jar(path) {
            Origin::ProgramJar
        } else {
            Origin::Elsewhere
        }
    }

    fn is_program_jar(&self, path: &Path) -> bool {
        !self.jars.is_empty()
            && path
                .canonicalize()
                .is_ok_and(|path| self.jars.contains(&path))
    }

    /// The level of a class (`org/shop/Cart`), given where it was loaded from.
    pub fn class(&self, internal_name: &str, origin: impl FnOnce() -> Origin) -> Level {
        let class = internal_name.replace('/', ".");
        let below = |root: &str| is_below(root, &class);
        if UNTOUCHABLE.iter().any(|root| below(root)) || is_or_in(MAP_OF_THE_RECORDER, &class) {
            return Level::Opaque;
        }
        let named = |patterns: &[Pattern]| patterns.iter().any(|p| p.covers_class(&class));
        // The JVM and the recorder use collections themselves: recorded calls of these would lead back here.
        let is_collection = is_collection(&class);
        let methods_named = || self.include.iter().any(|p| p.may_name_methods_of(&class));
        let is_program = || {
            !below("java")
                && !below("javax")
                && match origin() {
                    Origin::Directory => true,
                    Origin::ProgramJar => !FRAMEWORKS.iter().any(|root| below(root)),
                    Origin::Elsewhere | Origin::Unknown => false,
                }
        };
        if named(&self.exclude) {
            Level::Opaque
        } else if named(&self.writes) {
            Level::Writes
        } else if !is_collection && named(&self.include) {
            Level::Recorded
        } else if !is_collection && methods_named() {
            // What is recorded anyway is not recorded less because some of it is named.
            match verdicts_of(&class).is_some() || is_program() {
                true => Level::Recorded,
                false => Level::Methods,
            }
        } else if is_logged(&class)
            || is_of_other_language(&class)
            || TOLD_WITH_VERDICTS.contains(&class.as_str())
        {
            Level::Writes
        } else if verdicts_of(&class).is_some() || is_program() {
            Level::Recorded
        } else {
            Level::Opaque
        }
    }

    /// The patterns that leave out a class, or one of its methods.
    pub fn leaving_out(
        &self,
        internal_name: &str,
        method: Option<&str>,
    ) -> impl Iterator<Item = &Pattern> {
        let class = internal_name.replace('/', ".");
        let method = method.map(str::to_owned);
        self.exclude.iter().filter(move |pattern| match &method {
            Some(method) => pattern.covers_method(&class, method),
            None => pattern.covers_class(&class),
        })
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
        if named(&self.include) && class_level == Level::Methods {
            return Level::Recorded;
        }
        let included = self.include.iter().any(|p| p.covers_class(&class));
        let silent =
            !included && verdicts_of(&class).is_some_and(|spoken| !spoken.contains(&method));
        let silent = silent && !named(&self.include);
        // The writes of what is not recorded are logged, so that the state of its objects stays known.
        match class_level {
            Level::Methods => Level::Writes,
            Level::Recorded if silent => Level::Writes,
            other => other,
        }
    }
}

/// Whether the dotted name lies in this package, or in one below it.
fn is_below(package: &str, name: &str) -> bool {
    name.strip_prefix(package)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// Whether the dotted name is this class, or nested in it.
fn is_or_in(class: &str, name: &str) -> bool {
    name.strip_prefix(class)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// Whether the writes of this class of the platform are logged by default.
pub fn is_logged(class: &str) -> bool {
    is_collection(class) || is_reader_of_text(class) || IN_MEMORY.contains(&class)
}

/// Whether the dotted name is a value of the standard library of another language. Objects beside such classes, which keep what
/// is shared by all values, are none.
fn is_of_other_language(class: &str) -> bool {
    OF_OTHER_LANGUAGES.contains(&class) || class.starts_with("kotlin.jvm.internal.Ref$")
}

/// Whether the dotted name is a reader of a string: what it will read next is a part of the program's state. (Newer JDKs
/// keep it in a class nested in `Reader`.)
fn is_reader_of_text(class: &str) -> bool {
    class == "java.io.StringReader" || class.starts_with("java.io.Reader$")
}

/// Whether the dotted name is one of the collections of `java.util`, or nested in one.
fn is_collection(class: &str) -> bool {
    let Some(name) = class.strip_prefix("java.util.") else {
        return false;
    };
    let (names, name) = match name.strip_prefix("concurrent.") {
        Some(name) => (CONCURRENT_COLLECTIONS, name),
        None => (COLLECTIONS, name),
    };
    names.iter().any(|known| is_or_in(known, name))
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
        let directory = |name: &str| scope.class(name, || Origin::Directory);
        let jar = |name: &str| scope.class(name, || Origin::Elsewhere);
        assert_eq!(directory("org/shop/Cart"), Level::Recorded);
        assert_eq!(directory("Main"), Level::Recorded);
        assert_eq!(jar("org/shop/Cart"), Level::Opaque);
        assert_eq!(jar("java/util/ArrayList"), Level::Writes);
        assert_eq!(jar("java/util/HashMap$Node"), Level::Writes);
        assert_eq!(jar("java/util/Scanner"), Level::Opaque);
        let map = "java/util/concurrent/ConcurrentHashMap$Node";
        assert_eq!(jar(map), Level::Writes);
        let list = "java/util/concurrent/ConcurrentSkipListMap$Index";
        assert_eq!(jar(list), Level::Writes);
        assert_eq!(jar("java/util/concurrent/Phaser"), Level::Opaque);
        assert_eq!(jar("java/io/StringReader"), Level::Writes);
        assert_eq!(jar("java/io/StringWriter"), Level::Writes);
        assert_eq!(jar("java/io/InputStreamReader"), Level::Opaque);
        assert_eq!(jar("java/util/ArrayListish"), Level::Opaque);
        assert_eq!(jar("kotlin/jvm/internal/Ref$IntRef"), Level::Writes);
        assert_eq!(jar("scala/None$"), Level::Writes);
        assert_eq!(jar("scala/math/BigDecimal"), Level::Writes);
        assert_eq!(jar("scala/math/BigDecimal$"), Level::Opaque);
        assert_eq!(jar("scala/collection/mutable/HashMap"), Level::Opaque);
        assert_eq!(directory("java/lang/String"), Level::Opaque);
    }

    #[test]
    fn jars_of_the_program_are_recorded_but_for_test_frameworks() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let jar = folder.join("shop.jar");
        std::fs::write(&jar, b"").unwrap();
        let scope = Scope::default().with_jars(vec![jar.clone()]);
        let program = |name: &str| scope.class(name, || Origin::ProgramJar);
        assert_eq!(program("org/shop/Cart"), Level::Recorded);
        assert_eq!(program("org/junitish/Cart"), Level::Recorded);
        assert_eq!(program("org/junit/jupiter/api/Assertions"), Level::Opaque);
        assert_eq!(program("javax/shop/Cart"), Level::Opaque);
        for (path, origin) in [
            (jar.to_str().unwrap(), Origin::ProgramJar),
            ("/shop/base/target/base-1.jar", Origin::ProgramJar),
            ("/shop/base/build/libs/base.jar", Origin::ProgramJar),
            ("/shop/libs/base.jar", Origin::Elsewhere),
            ("/shop/target/lib/commons.jar", Origin::Elsewhere),
            ("/home/repository/base-1.jar", Origin::Elsewhere),
            ("/", Origin::Directory),
        ] {
            assert_eq!(scope.origin(Path::new(path)), origin, "{path}");
        }
    }

    #[test]
    fn the_verdicts_of_test_frameworks_are_recorded_and_nothing_else_of_them() {
        let scope = Scope::default();
        let result = "org/junit/platform/engine/TestExecutionResult";
        let level = scope.class(result, || Origin::Elsewhere);
        assert_eq!(level, Level::Recorded);
        assert_eq!(scope.method(result, "failed", level), Level::Recorded);
        assert_eq!(scope.method(result, "getStatus", level), Level::Writes);
        let name = scope.class("org/junit/runner/Description", || Origin::Elsewhere);
        assert_eq!(name, Level::Writes);
        let left_out = Scope::new(vec![], patterns(&["org.junit"]), vec![]);
        assert_eq!(left_out.class(result, || Origin::Elsewhere), Level::Opaque);
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
        let level = |name: &str| {
            scope.class(name, || match name.starts_with("app") {
                true => Origin::Directory,
                false => Origin::Elsewhere,
            })
        };
        assert_eq!(level("org/kxml2/kdom/Node"), Level::Recorded);
        assert_eq!(level("org/kxml2/io/KXmlParser"), Level::Opaque);
        assert_eq!(level("app/CartTest"), Level::Opaque);
        assert_eq!(level("app/CartTest$Inner"), Level::Opaque);
        assert_eq!(level("app/Main"), Level::Recorded);
        assert_eq!(level("lib/x/Y"), Level::Writes);
        assert_eq!(level("library/Y"), Level::Opaque);
        assert_eq!(level("net/Tool"), Level::Methods);
        let method = |class: &str, name| scope.method(class, name, level(class));
        assert_eq!(method("net/Tool", "run"), Level::Recorded);
        assert_eq!(method("net/Tool", "walk"), Level::Writes);
        assert_eq!(method("net/Other", "go"), Level::Recorded);
        assert_eq!(method("app/Main", "helper"), Level::Opaque);
        assert_eq!(method("app/Main", "main"), Level::Recorded);
    }

    #[test]
    fn naming_a_method_takes_nothing_away_from_a_class_that_is_recorded_anyway() {
        let scope = Scope::new(patterns(&["app.Main.run", "*.Cart"]), vec![], vec![]);
        let level = |name: &str| scope.class(name, || Origin::Directory);
        for class in ["app/Main", "app/Other"] {
            let level = level(class);
            assert_eq!(level, Level::Recorded, "{class}");
            assert_eq!(scope.method(class, "rest", level), Level::Recorded);
        }
    }

    #[test]
    fn the_jdk_is_recorded_where_that_is_asked_for_and_the_recorder_does_not_stand_on_it() {
        let scope = Scope::new(patterns(&["*"]), vec![], vec![]);
        let level = |name: &str| scope.class(name, || Origin::Elsewhere);
        for reached in [
            "com/sun/tools/javac/Main",
            "java/time/Year",
            "jdk/jshell/Snippet",
        ] {
            assert_eq!(level(reached), Level::Recorded, "{reached}");
        }
        for beyond in [
            "java/lang/Thread",
            "jdk/internal/misc/Unsafe",
            "sun/misc/Unsafe",
        ] {
            assert_eq!(level(beyond), Level::Opaque, "{beyond}");
        }
        for collection in [
            "java/util/HashMap$Node",
            "java/util/concurrent/ConcurrentHashMap",
        ] {
            assert_eq!(level(collection), Level::Writes, "{collection}");
        }
        assert_eq!(level("java/util/WeakHashMap$Entry"), Level::Opaque);
        let user = Scope::default().class("com/sun/shop/Cart", || Origin::Directory);
        assert_eq!(user, Level::Recorded);
    }

    #[test]
    fn patterns_that_cannot_be_fulfilled_are_told() {
        let asked = [
            "java.lang",
            "java.lang.String",
            "java.language",
            "sun.misc.*",
            "java.*",
        ];
        let scope = Scope::new(patterns(&asked), vec![], patterns(&["jdk.internal"]));
        let told: Vec<&str> = scope.beyond_reach().map(Pattern::text).collect();
        assert_eq!(
            told,
            [
                "java.lang",
                "java.lang.String",
                "sun.misc.*",
                "jdk.internal"
            ]
        );
        let reaches = |text| Scope::new(patterns(&[text]), vec![], vec![]).may_reach_platform();
        for text in ["java.time", "*", "ja*", "javax.sql", "*.Cart"] {
            assert!(reaches(text), "{text}");
        }
        for text in ["org.shop", "com.sun.tools.javac", "o*"] {
            assert!(!reaches(text), "{text}");
        }
    }
}
