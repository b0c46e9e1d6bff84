//! Classes of Java tokens, for highlighting, and which lines hold code.

use crate::highlight::TokenClass;
use tree_sitter::Node;

/// The class of a leaf of the syntax tree, given its parent; `None` for tokens that are printed plainly.
pub(crate) fn token_class(
    node: Node<'_>,
    parent: Option<Node<'_>>,
    text: &str,
) -> Option<TokenClass> {
    let kind = node.kind();
    let parent_kind = parent.map_or("", |parent| parent.kind());
    let class = match kind {
        "line_comment" | "block_comment" => TokenClass::Comment,
        "escape_sequence" => TokenClass::Escape,
        "string_fragment" | "multiline_string_fragment" | "character_literal" | "\"" | "\"\"\"" => {
            TokenClass::String
        }
        "null_literal" | "true" | "false" => TokenClass::Constant,
        "this" | "super" => TokenClass::Keyword,
        "type_identifier" | "boolean_type" | "void_type" => TokenClass::Type,
        "@" | "@interface" => TokenClass::Annotation,
        "identifier" => identifier_class(node, parent, text)?,
        _ if kind.ends_with("_literal") => TokenClass::Number,
        _ if matches!(parent_kind, "integral_type" | "floating_point_type") => TokenClass::Type,
        _ if !node.is_named() && kind.starts_with(|c: char| c.is_ascii_lowercase()) => {
            TokenClass::Keyword
        }
        _ if !node.is_named() && kind.starts_with(|c: char| "+-*/%=<>!&|^~?:".contains(c)) => {
            TokenClass::Operator
        }
        _ => return None,
    };
    Some(class)
}

fn identifier_class(node: Node<'_>, parent: Option<Node<'_>>, text: &str) -> Option<TokenClass> {
    let parent = parent?;
    let is_field = |field: &str| parent.child_by_field_name(field) == Some(node);
    let name = text.get(node.byte_range()).unwrap_or_default();
    match parent.kind() {
        "method_declaration" | "method_invocation" if is_field("name") => {
            Some(TokenClass::Function)
        }
        "constructor_declaration"
        | "compact_constructor_declaration"
        | "class_declaration"
        | "record_declaration"
        | "enum_declaration"
        | "interface_declaration"
        | "annotation_type_declaration"
            if is_field("name") =>
        {
            Some(TokenClass::Type)
        }
        "annotation" | "marker_annotation" => Some(TokenClass::Annotation),
        "labeled_statement" | "break_statement" | "continue_statement" => Some(TokenClass::Label),
        _ if is_constant_name(name) => Some(TokenClass::Constant),
        "field_access" | "method_invocation" | "method_reference" | "scoped_identifier"
            if name.starts_with(char::is_uppercase) =>
        {
            Some(TokenClass::Type)
        }
        _ => None,
    }
}

/// `MAX`, `MAX_VALUE`, `E1`: at least two characters, capitals first.
fn is_constant_name(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Whether a node is code that a compiler gives a line of its own: a statement or an initialised variable. Blocks,
/// declarations and empty statements are none.
pub(crate) fn is_code_line_start(node: Node<'_>) -> bool {
    match node.kind() {
        "labeled_statement" => false,
        "local_variable_declaration" | "field_declaration" => {
            let mut cursor = node.walk();
            node.children_by_field_name("declarator", &mut cursor)
                .any(|declarator| declarator.child_by_field_name("value").is_some())
        }
        "explicit_constructor_invocation" | "switch_expression" | "lambda_expression" => true,
        "try_statement" | "do_statement" => false,
        kind => kind.ends_with("_statement"),
    }
}
