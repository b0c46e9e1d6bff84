//! Assertions of tests, as far as their text tells which call they are about and what it had to return.
//!
//! The rules are strict, since what an assertion has confirmed is not asked about: an assertion counts only when it is a statement
//! of the method's body itself, so that it ran whenever the method came there, and when all calls of that name in the method stand
//! in such assertions, so that the n-th call is the n-th assertion's.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::file::SourceFile;
use crate::routine::Routine;
use crate::syntax::Assertion;
use crate::walk::{Step, walk};

/// The assertions of a method, in the order in which they run.
pub(super) fn assertions(file: &SourceFile, routine: &Routine) -> Vec<Assertion> {
    let (Some(body), Some(tree)) = (routine.body, file.tree()) else {
        return Vec::new();
    };
    let found = tree
        .root_node()
        .descendant_for_byte_range(body.start, body.end);
    let Some(block) = found.filter(|node| node.kind() == "block") else {
        return Vec::new();
    };
    let text = file.text();
    let mut asserted = HashSet::new();
    let mut found = Vec::new();
    for statement in named_children(block) {
        let invocation = named_children(statement).into_iter().next();
        let invocation = invocation.filter(|_| statement.kind() == "expression_statement");
        if let Some((call, expected)) = invocation.and_then(|node| about(node, text)) {
            asserted.insert(call.id());
            found.push(Assertion {
                line: file.line_of(statement.start_byte()),
                call: name_of(call, text).to_owned(),
                expected: expected.to_owned(),
            });
        }
    }
    // Of a routine that is also called elsewhere it is not known which call is which.
    let mut elsewhere = HashSet::new();
    walk(
        block.walk(),
        |node, _| {
            if node.kind() == "method_invocation" && !asserted.contains(&node.id()) {
                elsewhere.insert(name_of(node, text));
            }
            Step::Into
        },
        |_| {},
    );
    found.retain(|assertion| !elsewhere.contains(assertion.call.as_str()));
    found
}

/// The call that an assertion is about, and what it had to return.
fn about<'t>(invocation: Node<'t>, text: &'t str) -> Option<(Node<'t>, &'t str)> {
    if invocation.kind() != "method_invocation" {
        return None;
    }
    let given = arguments(invocation);
    let calls = || {
        given
            .iter()
            .filter(|node| node.kind() == "method_invocation")
    };
    let only_call = || (calls().count() == 1).then(|| calls().next().copied())?;
    match name_of(invocation, text) {
        "assertTrue" => Some((only_call()?, "true")),
        "assertFalse" => Some((only_call()?, "false")),
        "assertNull" => Some((only_call()?, "null")),
        "assertEquals" | "assertSame" => {
            let call = only_call()?;
            let is_text = |node: &Node<'_>| node.kind() == "string_literal";
            let expected = match given[..] {
                [expected, actual] | [actual, expected] if actual == call => expected,
                // What is said when it fails comes last or, in JUnit 4, first.
                [first, second, third] if third == call && is_text(&first) => second,
                [expected, actual, last] | [actual, expected, last]
                    if actual == call && is_text(&last) =>
                {
                    expected
                }
                _ => return None,
            };
            Some((call, literal(expected, text)?))
        }
        "isEqualTo" | "isTrue" | "isFalse" => {
            let asserting = invocation.child_by_field_name("object")?;
            let (name, subject) = (name_of(asserting, text), arguments(asserting));
            let ([call], "assertThat") = (&subject[..], name) else {
                return None;
            };
            let expected = match (name_of(invocation, text), &given[..]) {
                ("isEqualTo", [expected]) => literal(*expected, text)?,
                ("isTrue", []) => "true",
                ("isFalse", []) => "false",
                _ => return None,
            };
            (call.kind() == "method_invocation").then_some((*call, expected))
        }
        _ => None,
    }
}

fn arguments(invocation: Node<'_>) -> Vec<Node<'_>> {
    let list = invocation.child_by_field_name("arguments");
    list.map_or_else(Vec::new, named_children)
}

/// The parts of a node that mean something.
fn named_children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children.filter(|child| !child.is_extra()).collect()
}

fn name_of<'t>(invocation: Node<'_>, text: &'t str) -> &'t str {
    let name = invocation.child_by_field_name("name");
    name.map_or("", |name| &text[name.byte_range()])
}

/// The text of a number, a text, a character, a truth value or `null`.
fn literal<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let mut inside = node;
    if node.kind() == "unary_expression" {
        inside = node.child_by_field_name("operand")?;
    }
    let is_literal =
        inside.kind().ends_with("_literal") || matches!(inside.kind(), "true" | "false");
    is_literal.then(|| &text[node.byte_range()])
}
