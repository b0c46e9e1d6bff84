//! Constants that the compiler puts in the place of their names (JLS 4.12.4, 15.29).

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::mutate::{lines, statement};

/// The lines that name a constant which is declared by this statement, or one whose value depends on it; none when the
/// statement declares no constant.
pub fn uses(declaration: Node<'_>, file: Node<'_>, text: &str) -> BTreeSet<u64> {
    let mut used = BTreeSet::new();
    let mut known: Vec<String> = names(declaration, text);
    let mut next = 0;
    while let Some(name) = known.get(next).cloned() {
        next += 1;
        for place in mentions(&name, file, text) {
            let around = statement(place);
            used.extend(lines(around));
            for name in names(around, text) {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
        }
    }
    used
}

/// What a declaration of constants declares.
fn names(declaration: Node<'_>, text: &str) -> Vec<String> {
    let mut cursor = declaration.walk();
    let children: Vec<Node<'_>> = declaration.children(&mut cursor).collect();
    let is_final = match declaration.kind() {
        "constant_declaration" => true,
        "field_declaration" => children.iter().any(|child| {
            child.kind() == "modifiers"
                && text[child.byte_range()]
                    .split_whitespace()
                    .any(|word| word == "final")
        }),
        _ => false,
    };
    let kind = declaration.child_by_field_name("type");
    let is_plain = kind.is_some_and(|kind| {
        matches!(
            kind.kind(),
            "integral_type" | "floating_point_type" | "boolean_type"
        ) || &text[kind.byte_range()] == "String"
    });
    if !is_final || !is_plain {
        return Vec::new();
    }
    let declared = children
        .iter()
        .filter(|child| child.kind() == "variable_declarator");
    let constant = declared.filter(|declared| {
        let value = declared.child_by_field_name("value");
        value.is_some_and(|value| !computes(value))
    });
    let names = constant.filter_map(|declared| declared.child_by_field_name("name"));
    names
        .map(|name| text[name.byte_range()].to_owned())
        .collect()
}

/// Whether a value takes code to run, so that it is no constant.
fn computes(value: Node<'_>) -> bool {
    let mut open = vec![value];
    while let Some(node) = open.pop() {
        let computing = [
            "method_invocation",
            "object_creation_expression",
            "array_access",
            "instanceof_expression",
            "lambda_expression",
        ];
        if computing.contains(&node.kind()) {
            return true;
        }
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor));
    }
    false
}

/// Where a file mentions a name.
fn mentions<'t>(name: &str, file: Node<'t>, text: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut open = vec![file];
    while let Some(node) = open.pop() {
        if node.kind() == "identifier" && &text[node.byte_range()] == name {
            found.push(node);
        }
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor));
    }
    found
}
