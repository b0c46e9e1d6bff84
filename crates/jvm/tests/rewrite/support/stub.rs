//! Runtime classes for tests, made from the contract.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use elenchus_jvm::contract::{self, RUNTIME_CLASS, RuntimeMethod, WRITES_CLASS};

use crate::support::{Jdk, write};

/// The body of a method of the runtime class by its name; none for one that does nothing.
pub type Bodies<'b> = &'b dyn Fn(&str) -> Option<&'static str>;

/// Compiles runtime classes with these members and bodies besides. Parameters are called p0, p1 and so on.
pub fn compile_runtime(jdk: &Jdk, work: &Path, into: &Path, members: &str, bodies: Bodies<'_>) {
    let mut files = Vec::new();
    for name in [RUNTIME_CLASS, WRITES_CLASS] {
        let file = work.join("stub").join(format!("{name}.java"));
        write(&file, runtime_source(name, members, bodies).as_bytes());
        files.push(file);
    }
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let patch = format!("java.base={}", work.join("stub").display());
    jdk.compile(&["--patch-module", &patch], &files, into);
}

fn runtime_source(name: &str, members: &str, bodies: Bodies<'_>) -> String {
    let (package, class) = name.rsplit_once('/').expect("it is in a package");
    let package = package.replace('/', ".");
    let mut source = format!("package {package};\npublic final class {class} {{\n{members}\n");
    for method in contract::all() {
        let (parameters, result) = java_signature(method);
        let nothing = match result {
            'V' => "",
            // Anything but 0, so that no iteration is passed over.
            _ => "return 1;",
        };
        let body = bodies(method.name).unwrap_or(nothing);
        let result = java_type(&result.to_string());
        let header = format!("public static {result} {}({parameters})", method.name);
        writeln!(source, "  {header} {{ {body} }}").expect("strings grow");
    }
    source.push_str("}\n");
    source
}

/// The Java parameters and the result character of a method of the contract.
fn java_signature(method: RuntimeMethod) -> (String, char) {
    let (parameters, result) = method.descriptor[1..]
        .split_once(')')
        .expect("it is a method descriptor");
    let mut list: Vec<String> = Vec::new();
    let mut rest = parameters;
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let element = match rest[dimensions..].find(';') {
            Some(end) if rest[dimensions..].starts_with('L') => end + 1,
            _ => 1,
        };
        let (parameter, tail) = rest.split_at(dimensions + element);
        list.push(format!("{} p{}", java_type(parameter), list.len()));
        rest = tail;
    }
    (
        list.join(", "),
        result.chars().next().expect("it has a result"),
    )
}

fn java_type(descriptor: &str) -> String {
    match descriptor {
        "V" => "void".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "Z" => "boolean".to_owned(),
        _ => match descriptor.strip_prefix('[') {
            Some(element) => format!("{}[]", java_type(element)),
            None => descriptor[1..descriptor.len() - 1].replace('/', "."),
        },
    }
}
