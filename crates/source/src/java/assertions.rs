//! Assertions of tests, as far as their text tells which call they are about and what it had to return.
//!
//! The rules are strict, since what an assertion has confirmed is not asked about: an assertion counts only when it is a statement
//! of the method's body itself, so that it ran whenever the method came there. It may be about a local variable that was made by a call
//! and is never written again.

use std::collections::HashMap;

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
    let kept = kept_results(block, text);
    let mut found = Vec::new();
    for statement in named_children(block) {
        let invocation = named_children(statement).into_iter().next();
        let invocation = invocation.filter(|_| statement.kind() == "expression_statement");
        if let Some(about) = invocation.and_then(|node| about(node, text, &kept))
            && let Some(name) = about.call.child_by_field_name("name")
        {
            found.push(Assertion {
                line: file.line_of(statement.start_byte()),
                ends: file.line_of(statement.end_byte()),
                call: text[name.byte_range()].to_owned(),
                call_line: file.line_of(name.start_byte()),
                expected: about.expected.to_owned(),
                within: about.within.map(str::to_owned),
            });
        }
    }
    found
}

/// The calls whose results local variables of a body keep, by the names of the variables.
fn kept_results<'t>(block: Node<'t>, text: &'t str) -> HashMap<&'t str, Node<'t>> {
    let declared = named_children(block)
        .into_iter()
        .filter(|statement| statement.kind() == "local_variable_declaration")
        .flat_map(named_children)
        .filter(|part| part.kind() == "variable_declarator");
    let mut kept: HashMap<&str, Node<'_>> = declared
        .filter_map(|declarator| {
            let name = declarator.child_by_field_name("name")?;
            let call = declarator.child_by_field_name("value")?;
            (call.kind() == "method_invocation").then(|| (&text[name.byte_range()], call))
        })
        .collect();
    walk(
        block.walk(),
        |node, _| {
            let written = match node.kind() {
                "assignment_expression" => node.child_by_field_name("left"),
                "update_expression" => named_children(node).into_iter().next(),
                _ => None,
            };
            if let Some(written) = written {
                kept.remove(&text[written.byte_range()]);
            }
            Step::Into
        },
        |_| {},
    );
    kept
}

/// What an assertion says of a call.
struct About<'t> {
    call: Node<'t>,
    expected: &'t str,
    within: Option<&'t str>,
}

/// The call that an assertion is about, and what it had to return.
fn about<'t>(
    invocation: Node<'t>,
    text: &'t str,
    kept: &HashMap<&str, Node<'t>>,
) -> Option<About<'t>> {
    if invocation.kind() != "method_invocation" {
        return None;
    }
    let given = arguments(invocation);
    let call_of = |node: Node<'t>| match node.kind() {
        "method_invocation" => Some(node),
        "identifier" => kept.get(&text[node.byte_range()]).copied(),
        _ => None,
    };
    let exactly = |call, expected| About {
        call,
        expected,
        within: None,
    };
    let only_call = || {
        let mut calls = given.iter().filter_map(|&node| call_of(node));
        calls.next().filter(|_| calls.next().is_none())
    };
    let name = name_of(invocation, text);
    match name {
        "assertTrue" => Some(exactly(only_call()?, "true")),
        "assertFalse" => Some(exactly(only_call()?, "false")),
        "assertNull" => Some(exactly(only_call()?, "null")),
        "assertEquals" | "assertSame" => {
            let call = only_call()?;
            let is_text = |node: &Node<'_>| node.kind() == "string_literal";
            let is_call = |node: &Node<'t>| call_of(*node) == Some(call);
            // What is said when it fails comes last or, in JUnit 4, first.
            let compared = match given[..] {
                [first, ref rest @ ..]
                    if rest.len() > 1 && is_text(&first) && !is_text(&rest[0]) =>
                {
                    rest
                }
                [ref rest @ .., last] if rest.len() > 1 && is_text(&last) => rest,
                ref all => all,
            };
            let (expected, within) = match *compared {
                [expected, actual] | [actual, expected] if is_call(&actual) => (expected, None),
                [expected, actual, within] | [actual, expected, within] if is_call(&actual) => {
                    (expected, Some(literal(within, text)?))
                }
                _ => return None,
            };
            Some(About {
                call,
                expected: literal(expected, text)?,
                within,
            })
        }
        "isEqualTo" | "isTrue" | "isFalse" => {
            let asserting = invocation.child_by_field_name("object")?;
            let subject = arguments(asserting);
            let ([subject], "assertThat") = (&subject[..], name_of(asserting, text)) else {
                return None;
            };
            let expected = match (name, &given[..]) {
                ("isEqualTo", [expected]) => literal(*expected, text)?,
                ("isTrue", []) => "true",
                ("isFalse", []) => "false",
                _ => return None,
            };
            Some(exactly(call_of(*subject)?, expected))
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

/// The text of a number, a text, a character, a truth value or `null`. Decimal numbers are made of their text.
fn literal<'t>(node: Node<'_>, text: &'t str) -> Option<&'t str> {
    let mut inside = node;
    if node.kind() == "unary_expression" {
        inside = node.child_by_field_name("operand")?;
    }
    if node.kind() == "object_creation_expression" {
        let class = node.child_by_field_name("type")?;
        let is_decimal = matches!(&text[class.byte_range()], "BigDecimal" | "BigInteger");
        return match &arguments(node)[..] {
            [number] if is_decimal && number.kind() == "string_literal" => literal(*number, text),
            _ => None,
        };
    }
    let is_literal =
        inside.kind().ends_with("_literal") || matches!(inside.kind(), "true" | "false");
    is_literal.then(|| &text[node.byte_range()])
}
