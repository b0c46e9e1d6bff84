//! Reads one loop statement of the syntax tree.

use crate::file::SourceFile;
use crate::routine::{Loop, LoopKind, LoopPart};
use crate::span::Span;
use crate::walk::span_of;
use tree_sitter::Node;

/// Reads a loop statement; `None` if it is too broken to have a body.
pub(super) fn read_loop(
    file: &SourceFile,
    node: Node<'_>,
    index: usize,
    parent: Option<usize>,
    source_label: Option<String>,
    method: &str,
) -> Option<Loop> {
    let (kind, fields): (_, &[(&str, LoopPart)]) = match node.kind() {
        "for_statement" => (
            LoopKind::For,
            &[
                ("init", LoopPart::Initialiser),
                ("condition", LoopPart::Condition),
                ("update", LoopPart::Update),
            ],
        ),
        "enhanced_for_statement" => (LoopKind::ForEach, &[("value", LoopPart::Bounds)]),
        "while_statement" => (LoopKind::While, &[("condition", LoopPart::Condition)]),
        _ => (LoopKind::Do, &[("condition", LoopPart::Condition)]),
    };
    let span = span_of(node);
    let body_node = node.child_by_field_name("body")?;
    let body = span_of(body_node);
    let parts: Vec<(LoopPart, Span)> = fields
        .iter()
        .filter_map(|&(field, part)| Some((part, part_span(file, node, field)?)))
        .collect();
    let header = match kind {
        LoopKind::Do => {
            let mut cursor = node.walk();
            let keyword = node
                .children(&mut cursor)
                .find(|child| child.kind() == "while")
                .map_or(body.end, |keyword| keyword.start_byte());
            Span::new(keyword, span.end)
        }
        _ => Span::new(
            span.start,
            span.start
                + file
                    .fragment(Span::new(span.start, body.start))
                    .trim_end()
                    .len(),
        ),
    };
    let mut header_lines = vec![file.line_of(span.start)];
    header_lines.extend(parts.iter().map(|(_, part)| file.line_of(part.start)));
    header_lines.push(first_code_line(file, body_node));
    Some(Loop {
        index,
        parent,
        is_labelled: source_label.is_some(),
        label: source_label.unwrap_or_else(|| format!("{method}_loop{}", index + 1)),
        kind,
        span,
        lines: file.lines_of(span),
        header,
        variables: declared_variables(file, node, kind),
        parts,
        body,
        body_lines: file.lines_of(body),
        header_lines,
    })
}

/// The span of all children in a field, without enclosing parentheses and without the `;` of a declaration.
fn part_span(file: &SourceFile, node: Node<'_>, field: &str) -> Option<Span> {
    let mut cursor = node.walk();
    let mut children = node.children_by_field_name(field, &mut cursor);
    let first = children.next()?;
    let last = children.last().unwrap_or(first);
    let span = Span::new(first.start_byte(), last.end_byte());
    let inner = match first.kind() {
        "parenthesized_expression" => {
            let text = file.fragment(span);
            let inside = text.strip_prefix('(').unwrap_or(text);
            let inside = inside.strip_suffix(')').unwrap_or(inside);
            let start = span.start + text.find(inside).unwrap_or(0);
            let lead = inside.len() - inside.trim_start().len();
            Span::new(start + lead, start + lead + inside.trim().len())
        }
        _ => {
            let text = file.fragment(span).trim_end().trim_end_matches(';');
            Span::new(span.start, span.start + text.trim_end().len())
        }
    };
    (!inner.is_empty()).then_some(inner)
}

/// The line of the first statement in a body: where a loop begins whose header produces no code (`while (true)`).
fn first_code_line(file: &SourceFile, body: Node<'_>) -> u32 {
    let mut node = body;
    while node.kind() == "block" {
        let mut cursor = node.walk();
        let first = node
            .named_children(&mut cursor)
            .find(|child| !child.is_extra());
        match first {
            Some(first) => node = first,
            None => break,
        }
    }
    file.line_of(node.start_byte())
}

fn declared_variables(file: &SourceFile, node: Node<'_>, kind: LoopKind) -> Vec<String> {
    let name = |node: Node<'_>| {
        let name = node.child_by_field_name("name")?;
        Some(file.fragment(span_of(name)).to_owned())
    };
    match kind {
        LoopKind::ForEach => name(node).into_iter().collect(),
        LoopKind::For => {
            let Some(init) = node.child_by_field_name("init") else {
                return Vec::new();
            };
            let mut cursor = init.walk();
            init.children_by_field_name("declarator", &mut cursor)
                .filter_map(name)
                .collect()
        }
        LoopKind::While | LoopKind::Do => Vec::new(),
    }
}
