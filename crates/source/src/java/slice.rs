//! Which lines of a routine a value cannot depend on: a static backward slice that errs on the safe side.
//!
//! Within one routine, and without regard to order, a statement matters when it may write something that matters: the value
//! itself, a local variable that a statement that matters reads, or the heap once one of them reads it. So do the headers of
//! everything that decides whether such a statement runs. Calls may write any part of the heap; what leaves a block (`return`,
//! `break`, `throw`) always matters. Only lines on which nothing matters are given.

use crate::file::SourceFile;
use crate::routine::Routine;
use crate::span::{LineRange, LineSet, Span};
use crate::syntax::Wanted;
use crate::walk::{Step, span_of, walk};
use std::collections::HashSet;
use tree_sitter::Node;

/// One statement, or the header of one that contains others.
#[derive(Debug, Default)]
struct Item<'t> {
    lines: Option<LineRange>,
    /// The locals it may write.
    defines: HashSet<&'t str>,
    /// All names it mentions.
    mentions: HashSet<&'t str>,
    writes_heap: bool,
    reads_heap: bool,
    /// Whether it leaves a block.
    jumps: bool,
    /// The headers around it, by their places in the list of items.
    around: Vec<usize>,
}

/// The lines of a routine's body on which `wanted` does not depend, however the routine runs. None when the body cannot be
/// read without doubt.
pub fn independent_lines(file: &SourceFile, routine: &Routine, wanted: &Wanted) -> LineSet {
    let mut independent = LineSet::new();
    let Some(items) = items(file, routine) else {
        return independent;
    };
    let matters = what_matters(&items, wanted);
    let all = items.iter().zip(&matters);
    let needed: HashSet<u32> = all
        .clone()
        .filter(|&(_, &matters)| matters)
        .flat_map(|(item, _)| item.lines)
        .flat_map(LineRange::iter)
        .collect();
    for (item, _) in all.filter(|&(_, &matters)| !matters) {
        for line in item.lines.into_iter().flat_map(LineRange::iter) {
            if !needed.contains(&line) {
                independent.insert(line);
            }
        }
    }
    independent
}

/// Goes on until no further statement is found to matter.
fn what_matters(items: &[Item<'_>], wanted: &Wanted) -> Vec<bool> {
    let mut matters = vec![false; items.len()];
    let mut locals: HashSet<&str> = HashSet::new();
    let mut heap = wanted.heap;
    locals.extend(wanted.local.as_deref());
    let mut changed = true;
    while changed {
        changed = false;
        for (place, item) in items.iter().enumerate() {
            let needed = item.jumps
                || heap && item.writes_heap
                || item.defines.iter().any(|name| locals.contains(name));
            if matters[place] || !needed {
                continue;
            }
            changed = true;
            for place in item.around.iter().copied().chain([place]) {
                matters[place] = true;
                locals.extend(&items[place].mentions);
                heap |= items[place].reads_heap;
            }
        }
    }
    matters
}

/// The statements of a routine in source order, with the headers around them.
fn items<'t>(file: &'t SourceFile, routine: &Routine) -> Option<Vec<Item<'t>>> {
    let (tree, body) = (file.tree()?, routine.body?);
    let names = Names::of(file, routine)?;
    let mut items: Vec<Item<'t>> = Vec::new();
    // The headers that are open: their nodes, and their places in the list.
    let mut headers: Vec<(usize, usize)> = Vec::new();
    let mut doubtful = false;
    let mut enter = |node: Node<'t>, headers: &mut Vec<(usize, usize)>| {
        let span = span_of(node);
        if span.end <= body.start || body.end <= span.start {
            return Step::Over;
        }
        if !body.encloses(span) {
            return Step::Into;
        }
        doubtful |= node.has_error();
        while headers.last().is_some_and(|&(end, _)| end <= span.start) {
            headers.pop();
        }
        let around = headers.iter().map(|&(_, place)| place).collect();
        if let Some(header) = header_of(node) {
            let mut item = names.read(&header, around);
            item.lines = Some(header_lines(file, node, &header));
            headers.push((span.end, items.len()));
            items.push(item);
            return Step::Into;
        }
        match statement(node) {
            Statement::Simple { jumps } => {
                let mut item = names.read(&[node], around);
                item.lines = Some(file.lines_of(span));
                item.jumps |= jumps;
                items.push(item);
                Step::Over
            }
            Statement::Nested => Step::Into,
        }
    };
    walk(tree.walk(), |node, _| enter(node, &mut headers), |_| {});
    (!doubtful).then_some(items)
}

enum Statement {
    Simple { jumps: bool },
    Nested,
}

fn statement(node: Node<'_>) -> Statement {
    match node.kind() {
        "expression_statement" | "local_variable_declaration" => Statement::Simple { jumps: false },
        // Whatever else stands among statements is taken to matter.
        "return_statement"
        | "throw_statement"
        | "break_statement"
        | "continue_statement"
        | "yield_statement"
        | "assert_statement"
        | "explicit_constructor_invocation"
        | "resource"
        | "class_declaration"
        | "record_declaration"
        | "enum_declaration"
        | "interface_declaration" => Statement::Simple { jumps: true },
        // The body of a lambda may be a lone expression.
        kind if kind.ends_with("_expression") && is_whole_body(node) => {
            Statement::Simple { jumps: true }
        }
        _ => Statement::Nested,
    }
}

/// Whether a name stands behind a dot.
fn is_field_of_another(name: Node<'_>) -> bool {
    name.parent().is_some_and(|parent| {
        parent.kind() == "field_access" && parent.child_by_field_name("field") == Some(name)
    })
}

fn is_whole_body(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|parent| parent.kind() == "lambda_expression")
}

/// The parts of a statement that decide whether what it contains runs; `None` when it decides nothing.
fn header_of(node: Node<'_>) -> Option<Vec<Node<'_>>> {
    let fields: &[&str] = match node.kind() {
        "if_statement" | "while_statement" | "do_statement" => &["condition"],
        "for_statement" => &["condition", "update"],
        "enhanced_for_statement" => &["name", "value"],
        "switch_expression" | "switch_statement" => &["condition"],
        _ => return None,
    };
    let mut cursor = node.walk();
    let mut parts = Vec::new();
    for field in fields {
        parts.extend(node.children_by_field_name(field, &mut cursor));
    }
    Some(parts)
}

fn header_lines(file: &SourceFile, node: Node<'_>, parts: &[Node<'_>]) -> LineRange {
    let end = parts.iter().map(|part| part.end_byte()).max();
    let end = end.unwrap_or(node.start_byte() + 1);
    // The condition of `do` stands behind its body.
    let start = match node.kind() {
        "do_statement" => parts.first().map_or(node.start_byte(), |p| p.start_byte()),
        _ => node.start_byte(),
    };
    file.lines_of(Span::new(start, end.max(start)))
}

/// What bare names in a routine can mean.
struct Names<'t> {
    file: &'t SourceFile,
    /// Names of parameters and of variables declared anywhere in the routine.
    locals: HashSet<&'t str>,
    /// Names of fields declared anywhere in the file.
    fields: HashSet<&'t str>,
}

impl<'t> Names<'t> {
    fn of(file: &'t SourceFile, routine: &Routine) -> Option<Names<'t>> {
        let mut names = Names {
            file,
            locals: HashSet::new(),
            fields: HashSet::new(),
        };
        walk(
            file.tree()?.walk(),
            |node, ancestors| {
                let declares = matches!(
                    node.kind(),
                    "variable_declarator"
                        | "formal_parameter"
                        | "catch_formal_parameter"
                        | "enhanced_for_statement"
                        | "resource"
                );
                if let Some(name) = node.child_by_field_name("name").filter(|_| declares) {
                    let around = ancestors.last().map(Node::kind);
                    if around == Some("field_declaration") {
                        names.fields.insert(names.text(name));
                    } else if routine.span.encloses(span_of(name)) {
                        names.locals.insert(names.text(name));
                    }
                }
                Step::Into
            },
            |_| {},
        );
        Some(names)
    }

    fn text(&self, node: Node<'t>) -> &'t str {
        self.file.fragment(span_of(node))
    }

    fn may_be_field(&self, name: &str) -> bool {
        !self.locals.contains(name) || self.fields.contains(name)
    }

    /// What some pieces of one statement write and read.
    fn read(&self, parts: &[Node<'t>], around: Vec<usize>) -> Item<'t> {
        let mut item = Item {
            around,
            ..Item::default()
        };
        for part in parts {
            if part.kind() == "identifier" {
                // The variable of a for-each loop is written by its header.
                item.defines.insert(self.text(*part));
            }
            walk(
                part.walk(),
                |node, _| {
                    self.look_at(node, &mut item);
                    Step::Into
                },
                |_| {},
            );
        }
        item
    }

    fn look_at(&self, node: Node<'t>, item: &mut Item<'t>) {
        match node.kind() {
            "identifier" => {
                let name = self.text(node);
                item.mentions.insert(name);
                // How long an array is never changes.
                let is_length = name == "length" && is_field_of_another(node);
                item.reads_heap |= !is_length && self.may_be_field(name);
            }
            "variable_declarator" => {
                let name = node.child_by_field_name("name");
                item.defines.extend(name.map(|name| self.text(name)));
            }
            "assignment_expression" => self.write(node.child_by_field_name("left"), item),
            "update_expression" => self.write(node.named_child(0), item),
            "array_access" => item.reads_heap = true,
            "method_invocation"
            | "object_creation_expression"
            | "method_reference"
            | "explicit_constructor_invocation"
            | "lambda_expression"
            | "class_body" => {
                item.reads_heap = true;
                item.writes_heap = true;
            }
            // Patterns write variables of their own.
            "instanceof_expression" | "type_pattern" | "record_pattern" => item.jumps = true,
            _ => {}
        }
    }

    /// Takes in that a place is written. A bare name may be a local variable or a field.
    fn write(&self, place: Option<Node<'t>>, item: &mut Item<'t>) {
        match place.filter(|place| place.kind() == "identifier") {
            Some(name) => {
                let name = self.text(name);
                item.defines.insert(name);
                item.writes_heap |= self.may_be_field(name);
            }
            None => item.writes_heap = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Checks which lines of the routine `f` do not matter, counted from its first line.
    #[track_caller]
    fn check(body: &str, wanted: Wanted, expected: &[u32]) {
        let text = format!("class A {{ int field; int[] cells;\nint f(int p) {{\n{body}\n}} }}");
        let file = SourceFile::from_bytes(Path::new("A.java"), text.as_bytes(), None)
            .with_syntax(&super::super::Java);
        let outline = file.outline();
        let routine = outline.routines.iter().find(|routine| routine.name == "f");
        let lines = independent_lines(&file, routine.expect("f is there"), &wanted);
        // The body starts on the third line of the file.
        let lines: Vec<u32> = lines.iter().map(|line| line - 2).collect();
        assert_eq!(lines, expected, "{body}");
    }

    fn result() -> Wanted {
        Wanted::default()
    }

    fn local(name: &str) -> Wanted {
        Wanted {
            local: Some(name.to_owned()),
            heap: false,
        }
    }

    fn heap() -> Wanted {
        Wanted {
            local: None,
            heap: true,
        }
    }

    #[test]
    fn locals_that_nothing_needs_do_not_matter() {
        let body = "int a = p;\nint b = 2 * p;\nb += 1;\na++;\nreturn a;";
        check(body, result(), &[2, 3]);
        let both = "int a = p;\nint b = 2 * p;\na = b;\nreturn a;";
        check(both, result(), &[]);
    }

    #[test]
    fn what_decides_whether_something_runs_matters_with_it() {
        let body = "int a = 0;\nint n = 0;\nint c = p;\nif (c > 0) {\na = 1;\n}\nfor (int i = 0; i < p; i++) {\nn += i;\n}\nreturn a;";
        check(body, result(), &[2, 7, 8]);
        check(body, local("n"), &[]);
    }

    #[test]
    fn calls_matter_once_the_heap_does() {
        let body = "int a = p;\nSystem.out.println(p);\nreturn a;";
        check(body, result(), &[2]);
        check(body, heap(), &[]);
        let reads = "int a = field;\nSystem.out.println(p);\nreturn a;";
        check(reads, result(), &[]);
        let counts = "int n = cells.length;\nreturn n;";
        check(counts, result(), &[]);
    }

    #[test]
    fn writes_to_the_heap_do_not_matter_to_locals() {
        let body = "int a = p + 1;\nfield = p;\ncells[0] = a;\nreturn a;";
        check(body, result(), &[2, 3]);
        check(body, heap(), &[]);
        let length = "int[] own = new int[p];\nint n = own.length;\nfield = n;\nreturn n;";
        check(length, result(), &[3]);
    }

    #[test]
    fn a_line_with_anything_that_matters_matters() {
        check("int a = p; int b = 1;\nreturn a;", result(), &[]);
    }

    #[test]
    fn what_cannot_be_read_is_not_judged() {
        check("int a = ;\nint b = 1;\nreturn a", result(), &[]);
    }
}
