//! Class files of every version that a JVM loads: from 50 on in full, older ones calls and writes, subroutines included.

use std::fs;
use std::path::Path;

use crate::support::{Program, Run, jdks};

/// The versions of JDK 1.1 and of the first JDK whose class files have frames.
const OLDEST: u16 = 45;
const FIRST_WITH_FRAMES: u16 = 50;

/// Runs the classes it is given by name.
const DRIVER: &str = "public class Driver {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Class.forName(name).getMethod(\"main\", String[].class).invoke(null, (Object) null);
        }
    }
}";

/// Uses nothing that class files of the oldest version lack.
const PROGRAM: &str = "public class V {
    int level = 1;
    static int total;
    int[] cells = new int[2];
    int step(int by) {
        level = level + by;
        cells[by % 2] = by;
        total += level;
        return level;
    }
    void fail() {
        throw new IllegalStateException();
    }
    static synchronized int all(V v) {
        int sum = 0;
        for (int i = 1; i <= 2; i++) {
            sum += v.step(i);
        }
        try {
            v.fail();
        } catch (IllegalStateException e) {
            sum = -sum;
        }
        return sum;
    }
    public static void main(String[] args) {
        System.out.println(all(new V()));
    }
}";

const STORY: &str = "V.main(args=null)
  V.<init>()
    new V#
    this=V#
    V#.level = 1
    sight int[]# length 2 []
    V#.cells = int[]#
  = void lines 1 2 4
  V.all(v=V#)
    loop 16 (v=V#, sum=0, i=1)
      V.step(this=V#, by=1)
        V#.level = 2
        int[]#[1] = 1
        V.total = 2
      = 2 lines 6 7 8 9
      turn (sum=2, i=2) lines 16 17
      V.step(this=V#, by=2)
        V#.level = 4
        int[]#[0] = 2
        V.total = 6
      = 4 lines 6 7 8 9
      turn (sum=6, i=3) lines 16 17
    done (sum=6, i=3) lines 16
    V.fail(this=V#)
      sight IllegalStateException# {detailMessage=null, cause=IllegalStateException#}
    throws IllegalStateException# lines 12
  = -6 lines 15 16 20 21 22 24
= void lines 27 28
";

/// What the class of [`with_subroutines`] does: a `finally` that is left with a result and by an exception, and a loop that
/// calls a subroutine each time.
const SUBROUTINES_STORY: &str = "Old.main(=null)
  Old.work(=3)
    Old.n = 2
    Old.n = 4
  = 2 lines 
  Old.work(=0)
    Old.n = 8
    sight ArithmeticException# {detailMessage=\"/ by zero\", cause=ArithmeticException#}
  throws ArithmeticException# lines 
  Old.many(=2)
    Old.n = 9
    Old.n = 10
  = 2 lines 
= void lines 
";

/// The constants of a class file under construction.
#[derive(Default)]
struct Constants {
    bytes: Vec<u8>,
    count: u16,
}

impl Constants {
    fn add(&mut self, tag: u8, parts: &[u16]) -> u16 {
        self.bytes.push(tag);
        self.bytes
            .extend(parts.iter().flat_map(|part| part.to_be_bytes()));
        self.count += 1;
        self.count
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let index = self.add(1, &[text.len() as u16]);
        self.bytes.extend(text.bytes());
        index
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(7, &[name])
    }

    /// A field (tag 9) or a method (tag 10).
    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> [u8; 2] {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let both = self.add(12, &[name, descriptor]);
        self.add(tag, &[class, both]).to_be_bytes()
    }
}

/// A static method: its name, its descriptor, the sizes of stack and locals, its code and what its handler catches all of.
struct Method<'a> {
    name: &'a str,
    descriptor: &'a str,
    sizes: [u16; 2],
    code: Vec<u8>,
    handler: Option<[u16; 3]>,
}

/// The minor and the major number of a version. The first class files that were ever shipped have 45.3.
fn numbers(version: u16) -> [u8; 4] {
    let [high, low] = version.to_be_bytes();
    let minor = if version == OLDEST { 3 } else { 0 };
    [0, minor, high, low]
}

/// A class as compilers up to JDK 1.4 made them: what is in a `finally` is a subroutine (`jsr`, `ret`).
fn with_subroutines(class: &str, version: u16) -> Vec<u8> {
    let mut constants = Constants::default();
    let n = constants.member(9, class, "n", "I");
    let out = constants.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;");
    let print = constants.member(10, "java/io/PrintStream", "println", "(I)V");
    let work = constants.member(10, class, "work", "(I)I");
    let many = constants.member(10, class, "many", "(I)I");
    let [n0, n1] = n;
    // n += 6 / x; return n, with n *= 2 at the end in any case.
    let work_code = vec![
        0xb2, n0, n1, 0x10, 6, 0x1a, 0x6c, 0x60, 0xb3, n0, n1, // n = n + 6 / x
        0xb2, n0, n1, 0x3c, 0xa8, 0, 11, 0x1b, 0xac, // result = n; jsr 26; return result
        0x4d, 0xa8, 0, 5, 0x2c, 0xbf, // catch: jsr 26; throw
        0x4e, 0xb2, n0, n1, 0x05, 0x68, 0xb3, n0, n1, 0xa9, 3, // n = n * 2; ret
    ];
    // for (i = 0; i < x; i++) n++; return i.
    let many_code = vec![
        0x03, 0x3c, 0x1b, 0x1a, 0xa2, 0, 12, 0xa8, 0,
        11, // i = 0; 2: if (i >= x) goto 16; jsr 18
        0x84, 1, 1, 0xa7, 0xff, 0xf5, 0x1b, 0xac, // i++; goto 2; 16: return i
        0x4d, 0xb2, n0, n1, 0x04, 0x60, 0xb3, n0, n1, 0xa9, 2, // n = n + 1; ret
    ];
    let ([o0, o1], [p0, p1]) = (out, print);
    // print(work(3)); try { work(0) } catch { print(n) }; print(many(2)).
    let main_code = vec![
        0xb2, o0, o1, 0x06, 0xb8, work[0], work[1], 0xb6, p0, p1, // print(work(3))
        0x03, 0xb8, work[0], work[1], 0x57, 0xa7, 0, 13, // work(0); goto 28
        0x4c, 0xb2, o0, o1, 0xb2, n0, n1, 0xb6, p0, p1, // catch: print(n)
        0xb2, o0, o1, 0x05, 0xb8, many[0], many[1], 0xb6, p0, p1, 0xb1, // print(many(2))
    ];
    let methods = [
        Method {
            name: "main",
            descriptor: "([Ljava/lang/String;)V",
            sizes: [2, 2],
            code: main_code,
            handler: Some([10, 15, 18]),
        },
        Method {
            name: "work",
            descriptor: "(I)I",
            sizes: [3, 4],
            code: work_code,
            handler: Some([0, 15, 20]),
        },
        Method {
            name: "many",
            descriptor: "(I)I",
            sizes: [2, 3],
            code: many_code,
            handler: None,
        },
    ];
    let this_class = constants.class(class);
    let super_class = constants.class("java/lang/Object");
    let attribute = constants.utf8("Code");
    let mut rest = Vec::new();
    let shorts = |out: &mut Vec<u8>, values: &[u16]| {
        out.extend(values.iter().flat_map(|value| value.to_be_bytes()));
    };
    shorts(&mut rest, &[0x21, this_class, super_class, 0, 1]);
    let field = [constants.utf8("n"), constants.utf8("I")];
    shorts(&mut rest, &[8, field[0], field[1], 0, methods.len() as u16]);
    for method in methods {
        let (name, descriptor) = (
            constants.utf8(method.name),
            constants.utf8(method.descriptor),
        );
        shorts(&mut rest, &[9, name, descriptor, 1, attribute]);
        let mut code = Vec::new();
        shorts(&mut code, &method.sizes);
        code.extend((method.code.len() as u32).to_be_bytes());
        code.extend(method.code);
        shorts(&mut code, &[u16::from(method.handler.is_some())]);
        if let Some([from, to, target]) = method.handler {
            shorts(&mut code, &[from, to, target, 0]);
        }
        shorts(&mut code, &[0]);
        rest.extend((code.len() as u32).to_be_bytes());
        rest.extend(code);
    }
    shorts(&mut rest, &[0]);
    let mut bytes = 0xCAFE_BABEu32.to_be_bytes().to_vec();
    bytes.extend(numbers(version));
    shorts(&mut bytes, &[constants.count + 1]);
    bytes.extend(constants.bytes);
    bytes.extend(rest);
    bytes
}

/// What the main method of a class did: the class's name without its version, objects without their numbers.
fn story_of(lines: &[String], class: &str) -> String {
    let plain = class.trim_end_matches(|c: char| c.is_ascii_digit());
    let begins = format!("{class}.main(");
    let main = lines
        .iter()
        .position(|line| line.trim_start().starts_with(&begins));
    let main = main.unwrap_or_else(|| panic!("{class} was not recorded"));
    let margin = lines[main].len() - lines[main].trim_start().len();
    let mut story = String::new();
    for line in &lines[main..] {
        let text = line[margin..].replace(class, plain);
        let mut parts = text.split('#');
        story += parts.next().unwrap_or_default();
        for part in parts {
            story += "#";
            story += part.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        story += "\n";
        if line.starts_with(&format!("{}= ", " ".repeat(margin))) {
            break;
        }
    }
    story
}

/// The story without what only newer class files have: loops.
fn calls_and_writes(story: &str) -> Vec<&str> {
    let texts = story.lines().map(str::trim_start);
    texts
        .filter(|text| {
            !["loop ", "turn ", "done "]
                .iter()
                .any(|own| text.starts_with(own))
        })
        .collect()
}

fn newest(home: &Path) -> u16 {
    let release = fs::read_to_string(home.join("release")).expect("a JDK tells its version");
    let version = release.split("JAVA_VERSION=\"").nth(1).expect("it does");
    let digits = version.bytes().take_while(u8::is_ascii_digit).count();
    44 + version[..digits].parse::<u16>().expect("a number")
}

#[test]
fn class_files_of_all_versions_are_recorded() {
    for home in jdks() {
        let versions = OLDEST..=newest(&home);
        let sources: Vec<(String, String)> = versions
            .clone()
            .map(|version| {
                let class = format!("V{version}");
                let text = PROGRAM.replace("V ", &format!("{class} "));
                (
                    format!("{class}.java"),
                    text.replace("V()", &format!("{class}()")),
                )
            })
            .collect();
        let mut files = vec![("Driver.java", DRIVER)];
        files.extend(
            sources
                .iter()
                .map(|(name, text)| (name.as_str(), text.as_str())),
        );
        let program = Program::compile(&home, &files);
        let mut names = Vec::new();
        for version in versions.clone() {
            let file = program.classes().join(format!("V{version}.class"));
            let mut bytes = fs::read(&file).expect("it was compiled");
            bytes[4..8].copy_from_slice(&numbers(version));
            fs::write(&file, bytes).expect("it can be written");
            names.push(format!("V{version}"));
            if version < FIRST_WITH_FRAMES {
                let name = format!("Old{version}");
                let file = program.classes().join(format!("{name}.class"));
                fs::write(file, with_subroutines(&name, version)).expect("it can be written");
                names.push(name);
            }
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let run = Run {
            arguments: &names,
            ..Run::default()
        };
        let recording = program.record("Driver", &run);
        let old = names.iter().filter(|name| name.starts_with("Old"));
        let without_loops: Vec<String> = old.map(|name| format!("{name}.many(I)I")).collect();
        let expected: String = names
            .iter()
            .map(|name| match name.starts_with("Old") {
                true => "2\n8\n2\n",
                false => "-6\n",
            })
            .collect();
        assert_eq!(recording.stderr(), "", "on {}", home.display());
        assert_eq!(recording.stdout(), expected, "on {}", home.display());
        let decoded = recording.decoded();
        let skipped = decoded.definitions.skipped().iter();
        let named: Vec<&str> = skipped
            .filter(|def| def.reason.contains("not its loops"))
            .map(|def| def.name.as_str())
            .collect();
        assert_eq!(named, without_loops, "on {}", home.display());
        let lines = decoded.story();
        for name in names {
            let story = story_of(&lines, name);
            let at = format!("{name} on {}", home.display());
            if name.starts_with("Old") {
                assert_eq!(story, SUBROUTINES_STORY, "{at}");
            } else if name[1..].parse::<u16>().expect("a version") < FIRST_WITH_FRAMES {
                assert_eq!(calls_and_writes(&story), calls_and_writes(STORY), "{at}");
            } else {
                assert_eq!(story, STORY, "{at}");
            }
        }
    }
}
