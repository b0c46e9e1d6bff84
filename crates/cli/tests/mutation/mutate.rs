//! Single mistakes in a source file, as programmers make them: another comparison, another operator, another constant, a
//! condition turned round, a call left out, something else returned.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

use elenchus_source::{Java, SourceFile};
use tree_sitter::Node;

use crate::constant;

/// One mistake.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// What was done.
    pub operator: &'static str,
    /// Where: in a method, getter, constructor, or static or instance initialiser.
    pub place: &'static str,
    /// What stood there and what stands there now.
    pub change: String,
    /// The lines of the statement that it is in; of one that is gone, those of its neighbours, or of the head above it. A
    /// constant that is compiled into the code which names it does not run where it is declared: its lines are those, too.
    pub lines: BTreeSet<u64>,
    /// The whole file with the mistake.
    pub text: String,
}

/// The operator that leaves no code behind.
const REMOVED: &str = "removed call";

/// A piece of text that is replaced.
struct Edit {
    operator: &'static str,
    start: usize,
    end: usize,
    new: String,
}

/// All mutants of a file, in the order of the text.
pub fn mutants(path: &Path) -> Vec<Mutant> {
    let bytes = std::fs::read(path).unwrap();
    let file = SourceFile::from_bytes(path, &bytes, None).with_syntax(&Java);
    let Some(tree) = file.tree() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        if matches!(node.kind(), "marker_annotation" | "annotation") {
            continue;
        }
        if let Some(edit) = edit(node, file.text())
            && let Some(place) = place(node, file.text())
        {
            let statement = statement(node);
            let mut lines = lines_around(statement, edit.operator == REMOVED);
            lines.extend(constant::uses(statement, tree.root_node(), file.text()));
            let old = &file.text()[edit.start..edit.end];
            let shown = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            found.push((
                edit.start,
                Mutant {
                    operator: edit.operator,
                    place,
                    change: format!("{} → {}", shown(old), shown(&edit.new)),
                    lines,
                    text: [
                        &file.text()[..edit.start],
                        &edit.new,
                        &file.text()[edit.end..],
                    ]
                    .concat(),
                },
            ));
        }
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor));
    }
    found.sort_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, mutant)| mutant).collect()
}

/// The mistake that can be made at a node.
fn edit(node: Node<'_>, text: &str) -> Option<Edit> {
    let of = |node: Node<'_>| &text[node.byte_range()];
    let replaced = |operator, node: Node<'_>, new: String| Edit {
        operator,
        start: node.start_byte(),
        end: node.end_byte(),
        new,
    };
    match node.kind() {
        "binary_expression" => {
            let sign = node.child_by_field_name("operator")?;
            let (operator, new) = other_sign(of(sign))?;
            Some(replaced(operator, sign, new.to_owned()))
        }
        "update_expression" => {
            let mut cursor = node.walk();
            let sign = node.children(&mut cursor).find(|child| !child.is_named())?;
            let new = if of(sign) == "++" { "--" } else { "++" };
            Some(replaced("arithmetic", sign, new.to_owned()))
        }
        "decimal_integer_literal" => {
            let (digits, suffix) = match of(node).strip_suffix(['l', 'L']) {
                Some(digits) => (digits, "L"),
                None => (of(node), ""),
            };
            let value: i64 = digits.replace('_', "").parse().ok()?;
            let new = if value == 1 { 0 } else { value.checked_add(1)? };
            Some(replaced("constant", node, format!("{new}{suffix}")))
        }
        "true" => Some(replaced("constant", node, "false".to_owned())),
        "false" => Some(replaced("constant", node, "true".to_owned())),
        "if_statement" => {
            let condition = node.child_by_field_name("condition")?;
            let new = format!("(!{})", of(condition));
            Some(replaced("negated condition", condition, new))
        }
        "expression_statement" if node.named_child(0)?.kind() == "method_invocation" => {
            Some(replaced(REMOVED, node, ";".to_owned()))
        }
        "return_statement" => {
            let value = node.named_child(0)?;
            let new = other_value(result_type(node, text)?, of(value))?;
            Some(replaced("returned value", value, new))
        }
        _ => None,
    }
}

fn other_sign(sign: &str) -> Option<(&'static str, &'static str)> {
    Some(match sign {
        "<" => ("relation", "<="),
        "<=" => ("relation", "<"),
        ">" => ("relation", ">="),
        ">=" => ("relation", ">"),
        "==" => ("relation", "!="),
        "!=" => ("relation", "=="),
        "&&" => ("logic", "||"),
        "||" => ("logic", "&&"),
        "+" => ("arithmetic", "-"),
        "-" => ("arithmetic", "+"),
        "*" => ("arithmetic", "/"),
        "/" => ("arithmetic", "*"),
        "%" => ("arithmetic", "*"),
        "<<" => ("arithmetic", ">>"),
        ">>" | ">>>" => ("arithmetic", "<<"),
        "&" => ("arithmetic", "|"),
        "|" => ("arithmetic", "&"),
        _ => return None,
    })
}

/// Something else of the same type.
fn other_value(type_name: &str, value: &str) -> Option<String> {
    match type_name {
        "boolean" => Some(format!("!({value})")),
        "int" | "long" | "double" | "float" => Some(format!("({value}) + 1")),
        "void" | "char" | "byte" | "short" => None,
        _ if value == "null" => None,
        _ => Some("null".to_owned()),
    }
}

/// What the method around a node returns.
fn result_type<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let mut next = node.parent();
    while let Some(around) = next {
        match around.kind() {
            "lambda_expression" => return None,
            "method_declaration" => {
                return Some(&text[around.child_by_field_name("type")?.byte_range()]);
            }
            _ => next = around.parent(),
        }
    }
    None
}

/// Where a node is, if code runs there.
fn place(node: Node<'_>, text: &str) -> Option<&'static str> {
    let mut next = Some(node);
    while let Some(around) = next {
        match around.kind() {
            "method_declaration" => {
                let body = around.child_by_field_name("body")?;
                let parameters = around.child_by_field_name("parameters")?;
                let is_getter = body.named_child_count() == 1
                    && parameters.named_child_count() == 0
                    && body.named_child(0)?.kind() == "return_statement";
                return Some(if is_getter { "getter" } else { "method" });
            }
            "constructor_declaration" => return Some("constructor"),
            "static_initializer" | "enum_constant" => return Some("static initialiser"),
            "field_declaration" => {
                // No code reads this constant.
                let declared = around.child_by_field_name("declarator")?;
                let name = declared.child_by_field_name("name")?;
                if &text[name.byte_range()] == "serialVersionUID" {
                    return None;
                }
                let mut cursor = around.walk();
                let mut children = around.children(&mut cursor);
                let is_static = children
                    .find(|child| child.kind() == "modifiers")
                    .is_some_and(|modifiers| {
                        let mut cursor = modifiers.walk();
                        modifiers
                            .children(&mut cursor)
                            .any(|word| word.kind() == "static")
                    });
                return Some(if is_static {
                    "static initialiser"
                } else {
                    "initialiser"
                });
            }
            "constant_declaration" => return Some("static initialiser"),
            _ => next = around.parent(),
        }
    }
    None
}

/// The statement that a node is in; of one that holds others only its head.
pub fn statement(node: Node<'_>) -> Node<'_> {
    let mut statement = node;
    if node.kind() == "if_statement" {
        return node.child_by_field_name("condition").unwrap_or(node);
    }
    while let Some(around) = statement.parent() {
        let holds_statements = matches!(
            around.kind(),
            "block"
                | "constructor_body"
                | "class_body"
                | "enum_body"
                | "enum_body_declarations"
                | "interface_body"
                | "program"
                | "if_statement"
                | "while_statement"
                | "do_statement"
                | "for_statement"
                | "enhanced_for_statement"
                | "switch_block_statement_group"
                | "switch_rule"
                | "switch_expression"
                | "try_statement"
                | "labeled_statement"
                | "synchronized_statement"
                | "lambda_expression"
        );
        if holds_statements {
            break;
        }
        statement = around;
    }
    statement
}

/// The lines that a node stands on.
pub fn lines(node: Node<'_>) -> RangeInclusive<u64> {
    let (from, to) = (node.start_position(), node.end_position());
    from.row as u64 + 1..=to.row as u64 + 1
}

/// The lines of a statement, or those next to it when it `is_gone`.
fn lines_around(statement: Node<'_>, is_gone: bool) -> BTreeSet<u64> {
    if !is_gone {
        return lines(statement).collect();
    }
    let beside = [
        statement.prev_named_sibling(),
        statement.next_named_sibling(),
    ];
    let mut around: BTreeSet<u64> = beside.into_iter().flatten().flat_map(lines).collect();
    around.extend(lines(statement));
    let head = statement
        .parent()
        .and_then(|block| block.prev_named_sibling());
    around.extend(head.into_iter().flat_map(lines));
    // Alone in a method: where that ends.
    let end = statement
        .parent()
        .map(|block| block.end_position().row as u64 + 1);
    around.extend(end);
    around
}
