//! The libraries: where they come from, and how they are built with their own tests.

use std::fs;
use std::path::{Path, PathBuf};

use elenchus_corpora::jdk::javac;

use crate::central::{fetched, run, unpacked};

/// A library with its own tests.
pub struct Library {
    /// `GROUP:NAME:VERSION` in Maven Central.
    pub artifact: &'static str,
    /// What it and its tests need, each by `GROUP:NAME:VERSION`, with the classifier behind it if there is one.
    pub needs: &'static [&'static str],
    /// The package of its classes.
    pub package: &'static str,
    /// The classes that get mutants. Each has a test of its name with `Test` behind it.
    pub classes: &'static [&'static str],
}

/// What makes a JVM that lives for seconds cheap.
pub const QUICK_JVM: [&str; 2] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/// What runs the tests, and what they need.
const TESTING: [&str; 6] = [
    "org.junit.platform:junit-platform-console-standalone:1.10.2",
    "junit:junit:4.13.2",
    "org.hamcrest:hamcrest:2.2",
    "org.assertj:assertj-core:3.24.2",
    "org.apache.commons:commons-lang3:3.12.0",
    "commons-io:commons-io:2.11.0",
];

/// All libraries.
pub const LIBRARIES: [Library; 10] = [
    Library {
        artifact: "commons-cli:commons-cli:1.5.0",
        needs: &[],
        package: "org.apache.commons.cli",
        classes: &[
            "Options",
            "Option",
            "CommandLine",
            "OptionGroup",
            "HelpFormatter",
            "OptionBuilder",
            "GnuParser",
            "PosixParser",
            "Util",
            "DefaultParser",
        ],
    },
    Library {
        artifact: "commons-codec:commons-codec:1.15",
        needs: &[],
        package: "org.apache.commons.codec",
        classes: &[
            "language.Soundex",
            "language.Metaphone",
            "language.ColognePhonetic",
            "net.URLCodec",
            "net.QCodec",
            "digest.UnixCrypt",
            "digest.XXHash32",
            "digest.MurmurHash2",
            "StringEncoderComparator",
            "binary.CharSequenceUtils",
        ],
    },
    Library {
        artifact: "org.apache.commons:commons-lang3:3.12.0",
        needs: &[],
        package: "org.apache.commons.lang3",
        classes: &[
            "Range",
            "mutable.MutableInt",
            "EnumUtils",
            "text.StrTokenizer",
            "builder.StandardToStringStyle",
            "tuple.Triple",
            "text.FormattableUtils",
            "CharSequenceUtils",
            "exception.DefaultExceptionContext",
            "compare.ObjectToStringComparator",
        ],
    },
    Library {
        artifact: "commons-validator:commons-validator:1.7",
        needs: &[
            "commons-beanutils:commons-beanutils:1.9.4",
            "commons-digester:commons-digester:2.1",
            "commons-logging:commons-logging:1.2",
            "commons-collections:commons-collections:3.2.2",
        ],
        package: "org.apache.commons.validator",
        classes: &[
            "routines.checkdigit.ISBN10CheckDigit",
            "routines.checkdigit.IBANCheckDigit",
            "routines.checkdigit.VerhoeffCheckDigit",
            "routines.InetAddressValidator",
            "routines.CodeValidator",
            "routines.LongValidator",
            "routines.RegexValidator",
            "routines.ISSNValidator",
            "util.Flags",
            "routines.EmailValidator",
        ],
    },
    Library {
        artifact: "org.apache.commons:commons-collections4:4.4",
        needs: &[],
        package: "org.apache.commons.collections4",
        classes: &[
            "sequence.SequencesComparator",
            "iterators.PermutationIterator",
            "keyvalue.TiedMapEntry",
            "keyvalue.DefaultMapEntry",
            "functors.EqualPredicate",
            "FluentIterable",
            "iterators.SingletonIterator",
            "comparators.BooleanComparator",
            "keyvalue.AbstractMapEntry",
            "functors.NullPredicate",
        ],
    },
    Library {
        artifact: "org.apache.commons:commons-math3:3.6.1",
        needs: &[],
        package: "org.apache.commons.math3",
        classes: &[
            "util.IntegerSequence",
            "stat.descriptive.rank.Min",
            "geometry.partitioning.utilities.AVLTree",
            "special.Erf",
            "distribution.ConstantRealDistribution",
            "optim.SimpleValueChecker",
            "ml.neuralnet.Neuron",
            "geometry.euclidean.threed.RotationOrder",
            "analysis.solvers.SecantSolver",
            "genetics.BinaryChromosome",
        ],
    },
    Library {
        artifact: "commons-io:commons-io:2.11.0",
        needs: &[],
        package: "org.apache.commons.io",
        classes: &[
            "EndianUtils",
            "output.CountingOutputStream",
            "input.BoundedReader",
            "input.CharSequenceReader",
            "file.Counters",
            "output.ProxyWriter",
            "input.NullInputStream",
            "input.WindowsLineEndingInputStream",
            "output.ChunkedWriter",
            "serialization.FullClassNameMatcher",
        ],
    },
    Library {
        artifact: "org.apache.commons:commons-text:1.10.0",
        needs: &[],
        package: "org.apache.commons.text",
        classes: &[
            "similarity.LevenshteinDistance",
            "similarity.JaroWinklerSimilarity",
            "similarity.LongestCommonSubsequence",
            "WordUtils",
            "CaseUtils",
            "translate.OctalUnescaper",
            "translate.LookupTranslator",
            "similarity.JaccardSimilarity",
            "StrMatcher",
            "CompositeFormat",
        ],
    },
    Library {
        artifact: "org.apache.commons:commons-csv:1.10.0",
        needs: &[],
        package: "org.apache.commons.csv",
        classes: &[
            "Lexer",
            "CSVRecord",
            "ExtendedBufferedReader",
            "CSVFormat",
            "IOUtils",
        ],
    },
    Library {
        artifact: "org.apache.commons:commons-numbers-fraction:1.1",
        needs: &[
            "org.apache.commons:commons-numbers-core:1.1",
            "org.apache.commons:commons-numbers-core:1.1:tests",
        ],
        package: "org.apache.commons.numbers.fraction",
        classes: &[
            "Fraction",
            "BigFraction",
            "ContinuedFraction",
            "GeneralizedContinuedFraction",
        ],
    },
];

/// A library that was built as it came.
pub struct Built {
    /// Its sources, and those of its tests.
    pub sources: PathBuf,
    /// The class path with the unchanged classes first.
    pub class_path: String,
    /// The unchanged classes.
    pub classes: PathBuf,
    /// What runs tests.
    pub runner: PathBuf,
}

impl Library {
    /// The name without group and version.
    pub fn name(&self) -> &'static str {
        self.artifact.split(':').nth(1).unwrap()
    }

    /// The full name of a class.
    pub fn class(&self, class: &str) -> String {
        format!("{}.{class}", self.package)
    }

    /// Builds the classes that get mutants and their tests, with whatever of the library they need.
    pub fn build(&self, classes: &[&str], to: &Path) -> Built {
        let sources = unpacked(self.artifact, "sources");
        let tests = unpacked(self.artifact, "test-sources");
        let compiled = to.join("classes");
        fs::create_dir_all(&compiled).unwrap();
        let jars: Vec<PathBuf> = TESTING
            .iter()
            .chain(self.needs)
            .map(|artifact| fetched(artifact, artifact.split(':').nth(3)))
            .collect();
        let path = |parts: &[&PathBuf]| {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| part.display().to_string())
                .collect();
            parts.join(":")
        };
        let jars_path = path(&jars.iter().collect::<Vec<_>>());
        let files = classes.iter().map(|class| file_of(&self.class(class)));
        let files = files.flat_map(|file| {
            [
                sources.join(format!("{file}.java")),
                tests.join(format!("{file}Test.java")),
            ]
        });
        run(javac()
            .args([
                "-g",
                "-nowarn",
                "-proc:none",
                "-encoding",
                "UTF-8",
                "-implicit:class",
            ])
            .arg("-sourcepath")
            .arg(path(&[&sources, &tests]))
            .args(["-cp", &jars_path, "-d"])
            .arg(&compiled)
            .args(files));
        let class_path = format!("{}:{jars_path}", path(&[&compiled, &sources, &tests]));
        Built {
            sources,
            class_path,
            classes: compiled,
            runner: jars[0].clone(),
        }
    }
}

/// The path of a class's file without its ending.
pub fn file_of(class: &str) -> String {
    class.replace('.', "/")
}
