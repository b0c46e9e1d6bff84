//! Routines too simple to ask about, recognised by their syntax.
//!
//! The rules are strict on purpose: a trusted routine is never asked about, so a planted bug must not fit through. A getter
//! must return the field its name says, a setter must assign it, and a constructor must use every parameter, either for
//! the field of the same name or in its place among the arguments that it passes on.

use crate::routine::{Parameter, Trivial};
use tree_sitter::Node;

/// Classifies a method by its body.
pub(super) fn of_method(
    name: &str,
    parameters: &[Parameter],
    body: Node<'_>,
    text: &str,
) -> Option<Trivial> {
    let statements = statements(body);
    match (parameters, statements.as_slice()) {
        ([], [only]) => {
            let value = returned(*only)?;
            match field_name(value, text) {
                Some(field) if names_field(name, &["get", "is"], field) => Some(Trivial::Getter),
                Some(_) => Some(Trivial::Accessor),
                None => (value.kind() == "this").then_some(Trivial::Accessor),
            }
        }
        ([parameter], [assign, rest @ ..]) => {
            let (field, value) = field_assignment(*assign, text)?;
            let sets = value == parameter.name && names_field(name, &["set", "with"], field);
            let ends = match rest {
                [] => true,
                [last] => returned(*last).is_some_and(|value| value.kind() == "this"),
                _ => false,
            };
            (sets && ends).then_some(Trivial::Setter)
        }
        _ => None,
    }
}

/// Classifies a constructor by its body.
pub(super) fn of_constructor(
    parameters: &[Parameter],
    body: Node<'_>,
    text: &str,
) -> Option<Trivial> {
    let mut used = Vec::new();
    for statement in statements(body) {
        match statement.kind() {
            "explicit_constructor_invocation" => {
                used.extend(passed_on(statement, parameters, text)?);
            }
            _ => {
                let (field, value) = field_assignment(statement, text)?;
                if field != value {
                    return None;
                }
                used.push(value);
            }
        }
    }
    // A parameter that goes nowhere was probably forgotten, and a name that is no parameter comes from elsewhere.
    used.sort_unstable();
    let mut names: Vec<&str> = parameters
        .iter()
        .map(|parameter| parameter.name.as_str())
        .collect();
    names.sort_unstable();
    (used == names).then_some(Trivial::DelegatingConstructor)
}

/// The statements of a body; comments do not count, broken code does (and fits no rule).
fn statements(body: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .filter(|node| !node.is_extra() || node.is_error())
        .collect()
}

/// The value of `return value;`.
fn returned(statement: Node<'_>) -> Option<Node<'_>> {
    (statement.kind() == "return_statement" && !statement.has_error())
        .then(|| statement.named_child(0))
        .flatten()
}

/// The field that `x` or `this.x` stands for. The caller makes sure that no parameter or local hides it.
fn field_name<'t>(expression: Node<'_>, text: &'t str) -> Option<&'t str> {
    let name = match expression.kind() {
        "identifier" => expression,
        "field_access" if expression.child_by_field_name("object")?.kind() == "this" => {
            expression.child_by_field_name("field")?
        }
        _ => return None,
    };
    text.get(name.byte_range())
}

/// Field and value of `this.x = value;` or `x = value;` where the value is a plain name.
fn field_assignment<'t>(statement: Node<'_>, text: &'t str) -> Option<(&'t str, &'t str)> {
    if statement.kind() != "expression_statement" || statement.has_error() {
        return None;
    }
    let assignment = statement.named_child(0)?;
    if assignment.kind() != "assignment_expression"
        || assignment.child_by_field_name("operator")?.kind() != "="
    {
        return None;
    }
    let left = assignment.child_by_field_name("left")?;
    let right = assignment.child_by_field_name("right")?;
    let field = field_name(left, text)?;
    let value = text.get(right.byte_range())?;
    // `x = x` assigns the parameter to itself, a classic bug and certainly not trivial.
    let hidden = left.kind() == "identifier" && field == value;
    (right.kind() == "identifier" && !hidden).then_some((field, value))
}

/// Whether `name` is `x`, or a prefix followed by `X`, for the field `x`.
fn names_field(name: &str, prefixes: &[&str], field: &str) -> bool {
    let capitalised_field = |rest: &str| {
        let mut field_chars = field.chars();
        let first = field_chars.next().map(|c| c.to_uppercase().to_string());
        first.is_some_and(|first| rest.strip_prefix(&first) == Some(field_chars.as_str()))
    };
    name == field
        || prefixes
            .iter()
            .filter_map(|prefix| name.strip_prefix(prefix))
            .any(capitalised_field)
}

/// The arguments of `this(…)` or `super(…)`, if they are nothing but parameters in the order of their declaration.
fn passed_on<'t>(
    invocation: Node<'_>,
    parameters: &[Parameter],
    text: &'t str,
) -> Option<Vec<&'t str>> {
    let arguments = invocation.child_by_field_name("arguments")?;
    if invocation.has_error() {
        return None;
    }
    let mut remaining = parameters.iter();
    let mut cursor = arguments.walk();
    arguments
        .named_children(&mut cursor)
        .filter(|argument| !argument.is_extra())
        .map(|argument| {
            let name = text.get(argument.byte_range())?;
            remaining
                .any(|parameter| parameter.name == name)
                .then_some(name)
        })
        .collect()
}
