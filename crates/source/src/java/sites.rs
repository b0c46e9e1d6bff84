//! The calls that a routine's own code can make, in the order in which they would be made.

use tree_sitter::Node;

use crate::file::SourceFile;
use crate::routine::{CallSite, Routine};
use crate::walk::{Step, walk};

/// The calls in a routine, without those in lambdas and classes inside it: what is called on, then the arguments, then the
/// call itself.
pub(super) fn call_sites(file: &SourceFile, routine: &Routine) -> Vec<CallSite> {
    let body = routine.body.unwrap_or(routine.span);
    let Some(node) = file.tree().and_then(|tree| {
        let root = tree.root_node();
        root.descendant_for_byte_range(body.start, body.end)
    }) else {
        return Vec::new();
    };
    let mut sites = Vec::new();
    walk(
        node.walk(),
        |inner, _| match inner.kind() {
            "lambda_expression" | "class_body" if inner.id() != node.id() => Step::Over,
            _ => Step::Into,
        },
        |left| sites.extend(site(file, left)),
    );
    sites
}

fn site(file: &SourceFile, node: Node<'_>) -> Option<CallSite> {
    let name = match node.kind() {
        "method_invocation" => node.child_by_field_name("name")?,
        "object_creation_expression" => class_name(node.child_by_field_name("type")?)?,
        _ => return None,
    };
    Some(CallSite {
        name: file.text().get(name.byte_range())?.to_owned(),
        line: file.line_of(name.start_byte()),
        begins: file.line_of(node.start_byte()),
    })
}

/// The name of a class without packages, classes around it and type arguments.
fn class_name(written: Node<'_>) -> Option<Node<'_>> {
    match written.kind() {
        "type_identifier" => Some(written),
        "generic_type" => class_name(written.named_child(0)?),
        "scoped_type_identifier" => {
            let mut cursor = written.walk();
            let last = written.named_children(&mut cursor).last()?;
            class_name(last)
        }
        _ => None,
    }
}
