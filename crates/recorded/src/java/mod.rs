//! Java: its words, the layouts of its collections, its test frameworks.
//!
//! * [`literal`] – values and names as Java programmers write them;
//! * [`shape`](mod@shape) – recorded objects as lists, maps, sets;
//! * `hashing` – how its code depends on hash codes;
//! * `unseen` – how it asks clocks, chance, files and the environment;
//! * [`frameworks`] – what JUnit and TestNG say about tests.

pub mod frameworks;
pub(crate) mod hashing;
pub mod literal;
pub mod shape;
mod unseen;

pub use shape::is_without_inner_workings;

use elenchus_source::Syntax;
use elenchus_trace::definition::RoutineDef;
use elenchus_trace::kind::Kind;

use crate::heap::{Moment, Ref, Value};
use crate::language::{Hashing, Language, RowStyle, Says, Told};
use crate::shape::{Brackets, Shape};

/// What Java's build tools put at the top of a project.
const PROJECT_MARKS: &[&str] = &["pom.xml", "build.gradle", "build.gradle.kts", "build.xml"];

/// Java, and what else runs on the JVM.
#[derive(Debug)]
pub struct Java;

impl Language for Java {
    fn name(&self) -> &'static str {
        "java"
    }

    fn syntax(&self) -> &'static dyn Syntax {
        &elenchus_source::Java
    }

    fn project_marks(&self) -> &'static [&'static str] {
        PROJECT_MARKS
    }

    fn literal(&self, value: Value) -> String {
        literal::literal(value)
    }

    fn quoted(&self, text: &str) -> String {
        literal::quoted(text)
    }

    fn escaped(&self, text: &str) -> String {
        literal::escaped(text)
    }

    fn debug_option(&self) -> Option<&'static str> {
        Some("javac -g (in Ant, debug=\"true\")")
    }

    fn class_name(&self, class: &str) -> String {
        literal::simple_name(class)
    }

    fn own_name<'n>(&self, class_name: &'n str) -> &'n str {
        literal::own_name(class_name)
    }

    fn routine_name(&self, class: &str, def: &RoutineDef) -> String {
        let class = literal::simple_name(class);
        if def.is_constructor() {
            return format!("new {class}");
        }
        if def.is_class_initialiser() {
            return format!("static initialiser of {class}");
        }
        if def.is_lambda() {
            return format!("lambda in {class}.{}", literal::around_lambda(&def.name));
        }
        format!("{class}.{}", def.name)
    }

    fn receiver(&self) -> &'static str {
        "this"
    }

    fn argument(&self, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn threw(&self) -> &'static str {
        "threw"
    }

    /// Locals without a name are the compiler's: iterators, array copies, lengths.
    fn is_hidden_local(&self, name: &str) -> bool {
        name.is_empty() || name.contains('$') || name == "this"
    }

    fn unwritten(&self, kind: Kind) -> Value {
        match kind {
            Kind::Bool => Value::Bool(false),
            Kind::Byte => Value::Byte(0),
            Kind::Char => Value::Char(0),
            Kind::Short => Value::Short(0),
            Kind::Int => Value::Int(0),
            Kind::Long => Value::Long(0),
            Kind::Float => Value::Float(0.0),
            Kind::Double => Value::Double(0.0),
            Kind::Ref => Value::Null,
            Kind::Void => Value::Missing,
        }
    }

    fn is_small(&self, type_name: &str) -> bool {
        let lower = |c: char| c.is_ascii_lowercase();
        let is_primitive = type_name.chars().all(lower);
        is_primitive || type_name.starts_with("java.lang.") && !type_name.ends_with("[]")
    }

    /// The constructor that a record has by itself: a few assignments on the line of its header. One that is written so is told apart by the source.
    fn is_made(&self, parent: &str, def: &RoutineDef) -> bool {
        parent == "java.lang.Record"
            && def.is_constructor()
            && def.first_line == def.last_line
            && def.blocks.len() <= 1
    }

    fn is_hash(&self, def: &RoutineDef) -> bool {
        def.name == "hashCode" && def.descriptor == "()I"
    }

    fn unseen(&self) -> &'static [&'static str] {
        &unseen::TEXTS
    }

    fn hashing(&self) -> Option<&'static Hashing> {
        Some(&hashing::HASHING)
    }

    fn is_root(&self, class: &str) -> bool {
        ["java.lang.Object", "java.lang.Record", "java.lang.Enum"].contains(&class)
    }

    fn shape(&self, moment: &dyn Moment, reference: Ref, most: usize) -> Shape {
        shape::java_shape(&moment, reference, (), most)
    }

    fn storage(&self, moment: &dyn Moment, row: Ref) -> Option<Ref> {
        shape::storage(moment, row)
    }

    fn row_style(&self, brackets: Brackets, _: usize) -> RowStyle {
        let (open, close) = match brackets {
            Brackets::Braces => ('{', "}"),
            Brackets::Square | Brackets::Set | Brackets::Named => ('[', "]"),
            Brackets::Round => ('(', ")"),
        };
        RowStyle {
            is_named: matches!(brackets, Brackets::Set | Brackets::Named),
            open,
            close,
        }
    }

    fn joined(&self, items: &[Value]) -> Option<String> {
        literal::joined(items)
    }

    fn between_key_and_value(&self) -> &'static str {
        "="
    }

    fn has_places(&self, class_name: &str) -> bool {
        !matches!(class_name, "PriorityQueue" | "PriorityBlockingQueue")
    }

    fn keeps_order(&self, class_name: &str) -> bool {
        class_name.starts_with("Linked") || class_name.starts_with("Tree")
    }

    fn is_private(&self, class: &str) -> bool {
        class.starts_with("java.util.")
    }

    fn verdict(&self, class: &str, routine: &str) -> Option<Says> {
        frameworks::says(class, routine)
    }

    fn told(&self, moment: &dyn Moment, receiver: Option<Value>, arguments: &[Value]) -> Told {
        frameworks::told(moment, receiver, arguments)
    }

    fn is_assertion(&self, class: &str) -> bool {
        class == "java.lang.AssertionError"
    }

    fn message(&self, moment: &dyn Moment, exception: Ref) -> Option<String> {
        frameworks::message(moment, exception)
    }

    fn actual<'m>(&self, message: &'m str) -> Option<&'m str> {
        frameworks::actual(message)
    }
}
