//! A runtime class that does nothing, made from the contract.

use std::fmt::Write as _;
use std::path::Path;

use elenchus_jvm::contract::{self, RUNTIME_CLASS, RuntimeMethod};

use crate::rewrite_support::{Jdk, write};

/// Compiles a runtime class that does nothing, with exactly the methods of the contract.
pub fn compile_stub(jdk: &Jdk, work: &Path, into: &Path) {
    let (package, class) = RUNTIME_CLASS.rsplit_once('/').expect("it is in a package");
    let mut source = format!(
        "package {};\npublic final class {class} {{\n",
        package.replace('/', ".")
    );
    for method in contract::all() {
        let (parameters, result) = java_signature(method);
        let body = match result {
            'V' => "",
            // Anything but 0, so that no iteration is passed over.
            _ => "return 1;",
        };
        let result = java_type(&result.to_string());
        writeln!(
            source,
            "  public static {result} {}({parameters}) {{ {body} }}",
            method.name
        )
        .expect("strings grow");
    }
    source.push_str("}\n");
    let file = work.join("stub").join(format!("{RUNTIME_CLASS}.java"));
    write(&file, source.as_bytes());
    let patch = format!("java.base={}", work.join("stub").display());
    jdk.compile(&["--patch-module", &patch], &[&file], into);
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
