//! Collects the routines of a Java file in one walk over its syntax tree.
//!
//! The walk keeps a stack of open classes and a stack of open routines; a loop belongs to the innermost open routine.

use super::loops::read_loop;
use super::trivial;
use crate::file::SourceFile;
use crate::outline::Outline;
use crate::routine::{Parameter, Routine, RoutineKind, Trivial};
use crate::span::Span;
use crate::walk::{Step, span_of, walk};
use std::cell::RefCell;
use std::collections::HashMap;
use tree_sitter::{Node, Tree};

/// Collects the outline of a parsed file.
pub(crate) fn build(file: &SourceFile, tree: &Tree) -> Outline {
    let builder = RefCell::new(Builder::new(file));
    walk(
        tree.walk(),
        |node, ancestors| builder.borrow_mut().enter(node, ancestors.last().copied()),
        |node| builder.borrow_mut().leave(node),
    );
    let mut outline = builder.into_inner().outline;
    outline
        .routines
        .sort_by_key(|routine| (routine.span.start, routine.kind == RoutineKind::Implicit));
    outline
}

/// A class whose body is being walked.
struct OpenClass<'tree> {
    node: Node<'tree>,
    name: String,
    /// Where the class's own routines begin in the outline.
    first_routine: usize,
    anonymous: usize,
    local: HashMap<String, usize>,
    has_constructor: bool,
    runs_initialisers: bool,
    runs_static_initialisers: bool,
}

/// A routine whose body is being walked, with the loops that are open in it.
struct OpenRoutine<'tree> {
    node: Node<'tree>,
    index: usize,
    loops: Vec<(Node<'tree>, usize)>,
}

struct Builder<'f, 'tree> {
    file: &'f SourceFile,
    outline: Outline,
    classes: Vec<OpenClass<'tree>>,
    routines: Vec<OpenRoutine<'tree>>,
}

impl<'f, 'tree> Builder<'f, 'tree> {
    fn new(file: &'f SourceFile) -> Self {
        Builder {
            file,
            outline: Outline::default(),
            classes: Vec::new(),
            routines: Vec::new(),
        }
    }

    fn text(&self, node: Node<'_>) -> &'f str {
        self.file.fragment(span_of(node))
    }

    fn field_text(&self, node: Node<'_>, field: &str) -> Option<&'f str> {
        Some(self.text(node.child_by_field_name(field)?))
    }

    fn enter(&mut self, node: Node<'tree>, parent: Option<Node<'tree>>) -> Step {
        match node.kind() {
            "package_declaration" => {
                let mut cursor = node.walk();
                let name = node
                    .named_children(&mut cursor)
                    .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"));
                self.outline.package = name.map(|name| self.file.one_line(span_of(name)));
            }
            "class_declaration"
            | "record_declaration"
            | "enum_declaration"
            | "interface_declaration"
            | "annotation_type_declaration" => self.open_named_class(node),
            "class_body" if parent.is_some_and(|parent| is_anonymous_class(parent)) => {
                self.open_anonymous_class(node);
            }
            "method_declaration" => self.open_method(node),
            "constructor_declaration" | "compact_constructor_declaration" => {
                self.open_constructor(node);
            }
            "static_initializer" => {
                self.open_block(node, "<clinit>", RoutineKind::StaticInitialiser);
            }
            "block" if parent.is_some_and(|parent| is_class_body(parent)) => {
                self.open_block(node, "<init>", RoutineKind::InstanceInitialiser);
            }
            "lambda_expression" => self.open_lambda(node),
            "field_declaration" => self.note_field(node),
            "for_statement" | "enhanced_for_statement" | "while_statement" | "do_statement" => {
                self.open_loop(node, parent);
            }
            _ => {}
        }
        Step::Into
    }

    fn leave(&mut self, node: Node<'tree>) {
        if let Some(open) = self.routines.last_mut() {
            if open
                .loops
                .last()
                .is_some_and(|(looping, _)| *looping == node)
            {
                open.loops.pop();
            }
            if open.node == node {
                self.routines.pop();
            }
        }
        if self.classes.last().is_some_and(|open| open.node == node)
            && let Some(class) = self.classes.pop()
        {
            if class.runs_initialisers {
                self.distrust_constructors(&class);
            }
            self.add_implicit(&class);
        }
    }

    fn open_named_class(&mut self, node: Node<'tree>) {
        let simple = self.field_text(node, "name").unwrap_or_default();
        let inside_routine = self.routines.last().is_some_and(|open| {
            self.classes
                .last()
                .is_none_or(|class| class.node.start_byte() < open.node.start_byte())
        });
        let name = match self.classes.last_mut() {
            None => simple.to_owned(),
            Some(outer) if inside_routine => {
                let count = outer.local.entry(simple.to_owned()).or_insert(0);
                *count += 1;
                format!("{}${count}{simple}", outer.name)
            }
            Some(outer) => format!("{}${simple}", outer.name),
        };
        self.push_class(node, name);
    }

    fn open_anonymous_class(&mut self, node: Node<'tree>) {
        let name = match self.classes.last_mut() {
            None => "$1".to_owned(),
            Some(outer) => {
                outer.anonymous += 1;
                format!("{}${}", outer.name, outer.anonymous)
            }
        };
        self.push_class(node, name);
    }

    fn push_class(&mut self, node: Node<'tree>, name: String) {
        self.classes.push(OpenClass {
            node,
            name,
            first_routine: self.outline.routines.len(),
            anonymous: 0,
            local: HashMap::new(),
            has_constructor: false,
            runs_initialisers: false,
            runs_static_initialisers: node.kind() == "enum_declaration",
        });
    }

    fn open_method(&mut self, node: Node<'tree>) {
        let name = self.field_text(node, "name").unwrap_or_default();
        let parameters = self.parameters(node);
        let body = node.child_by_field_name("body");
        let trivial =
            body.and_then(|body| trivial::of_method(name, &parameters, body, self.file.text()));
        self.push_routine(node, name, RoutineKind::Method, parameters, body, trivial);
    }

    fn open_constructor(&mut self, node: Node<'tree>) {
        let parameters = match self.classes.last() {
            Some(class) if node.kind() == "compact_constructor_declaration" => {
                self.parameters(class.node)
            }
            _ => self.parameters(node),
        };
        if let Some(class) = self.classes.last_mut() {
            class.has_constructor = true;
        }
        let body = node.child_by_field_name("body");
        let trivial =
            body.and_then(|body| trivial::of_constructor(&parameters, body, self.file.text()));
        self.push_routine(
            node,
            "<init>",
            RoutineKind::Constructor,
            parameters,
            body,
            trivial,
        );
    }

    fn open_block(&mut self, node: Node<'tree>, name: &str, kind: RoutineKind) {
        if let Some(class) = self.classes.last_mut() {
            match kind {
                RoutineKind::StaticInitialiser => class.runs_static_initialisers = true,
                _ => class.runs_initialisers = true,
            }
        }
        self.push_routine(node, name, kind, Vec::new(), Some(node), None);
    }

    fn open_lambda(&mut self, node: Node<'tree>) {
        let parameters = self.parameters(node);
        let body = node.child_by_field_name("body");
        self.push_routine(node, "lambda", RoutineKind::Lambda, parameters, body, None);
    }

    fn note_field(&mut self, node: Node<'tree>) {
        let mut cursor = node.walk();
        let has_value = node
            .children_by_field_name("declarator", &mut cursor)
            .any(|declarator| declarator.child_by_field_name("value").is_some());
        let is_static = has_modifier(node, "static");
        if let Some(class) = self.classes.last_mut()
            && has_value
        {
            class.runs_static_initialisers |= is_static;
            class.runs_initialisers |= !is_static;
        }
    }

    fn push_routine(
        &mut self,
        node: Node<'tree>,
        name: &str,
        kind: RoutineKind,
        parameters: Vec<Parameter>,
        body: Option<Node<'tree>>,
        trivial: Option<Trivial>,
    ) {
        let span = span_of(node);
        let header_end = body.map_or(span.end, |body| body.start_byte());
        self.routines.push(OpenRoutine {
            node,
            index: self.outline.routines.len(),
            loops: Vec::new(),
        });
        self.outline.routines.push(Routine {
            name: name.to_owned(),
            class: self.class_name(),
            kind,
            parameters,
            span,
            header: Span::new(span.start, header_end),
            body: body.map(span_of),
            lines: self.file.lines_of(span),
            loops: Vec::new(),
            trivial,
        });
    }

    fn class_name(&self) -> String {
        self.classes
            .last()
            .map(|class| class.name.clone())
            .unwrap_or_default()
    }

    /// The parameters in a node's `parameters` field: declared ones, inferred ones, or a lambda's single name.
    fn parameters(&self, node: Node<'tree>) -> Vec<Parameter> {
        let Some(list) = node.child_by_field_name("parameters") else {
            return Vec::new();
        };
        let untyped = |name: &str| Parameter {
            name: name.to_owned(),
            type_name: String::new(),
        };
        if list.kind() == "identifier" {
            return vec![untyped(self.text(list))];
        }
        let mut cursor = list.walk();
        list.named_children(&mut cursor)
            .filter_map(|child| match child.kind() {
                "identifier" => Some(untyped(self.text(child))),
                "formal_parameter" | "spread_parameter" => self.parameter(child),
                _ => None,
            })
            .collect()
    }

    fn parameter(&self, node: Node<'tree>) -> Option<Parameter> {
        if node.kind() == "formal_parameter" {
            let kind = node.child_by_field_name("type")?;
            let dimensions = self.field_text(node, "dimensions").unwrap_or_default();
            return Some(Parameter {
                name: self.field_text(node, "name")?.to_owned(),
                type_name: self.file.one_line(span_of(kind)) + dimensions,
            });
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        let declarator = children
            .iter()
            .find(|child| child.kind() == "variable_declarator")?;
        let kind = children
            .iter()
            .find(|child| !matches!(child.kind(), "modifiers" | "variable_declarator"))?;
        Some(Parameter {
            name: self.field_text(*declarator, "name")?.to_owned(),
            type_name: self.file.one_line(span_of(*kind)) + "...",
        })
    }

    fn open_loop(&mut self, node: Node<'tree>, parent: Option<Node<'tree>>) {
        let file = self.file;
        let Some(open) = self.routines.last_mut() else {
            return;
        };
        let Some(routine) = self.outline.routines.get_mut(open.index) else {
            return;
        };
        let index = routine.loops.len();
        let label = parent
            .filter(|parent| parent.kind() == "labeled_statement")
            .and_then(|parent| parent.named_child(0))
            .filter(|name| name.kind() == "identifier")
            .map(|name| file.fragment(span_of(name)).to_owned());
        let Some(found) = read_loop(
            file,
            node,
            index,
            open.loops.last().map(|&(_, at)| at),
            label,
            name_before_loops(routine),
        ) else {
            return;
        };
        routine.loops.push(found);
        open.loops.push((node, index));
    }

    /// Initialisers are compiled into the constructors, so that a constructor does more than its own text says.
    fn distrust_constructors(&mut self, class: &OpenClass<'tree>) {
        self.outline.routines[class.first_routine..]
            .iter_mut()
            .filter(|routine| {
                routine.kind == RoutineKind::Constructor && routine.class == class.name
            })
            .for_each(|routine| routine.trivial = None);
    }

    /// Adds the routines that the compiler writes for a class.
    fn add_implicit(&mut self, class: &OpenClass<'tree>) {
        let kind = class.node.kind();
        let is_record = kind == "record_declaration";
        if is_record {
            self.add_record_accessors(class);
        }
        if kind == "enum_declaration" {
            self.push_implicit(class, "values", Vec::new(), Some(Trivial::Generated));
            let name = Parameter {
                name: "name".to_owned(),
                type_name: "String".to_owned(),
            };
            self.push_implicit(class, "valueOf", vec![name], Some(Trivial::Generated));
        }
        let can_be_made = !matches!(
            kind,
            "interface_declaration" | "annotation_type_declaration"
        );
        if can_be_made && !class.has_constructor {
            let parameters = if is_record {
                self.parameters(class.node)
            } else {
                Vec::new()
            };
            let trivial = (!class.runs_initialisers).then_some(Trivial::Generated);
            self.push_implicit(class, "<init>", parameters, trivial);
        }
        if class.runs_static_initialisers {
            self.push_implicit(class, "<clinit>", Vec::new(), None);
        }
    }

    fn add_record_accessors(&mut self, class: &OpenClass<'tree>) {
        for component in self.parameters(class.node) {
            let inside = &self.outline.routines[class.first_routine..];
            let declared = inside.iter().any(|routine| {
                routine.class == class.name
                    && routine.name == component.name
                    && routine.parameters.is_empty()
            });
            if !declared {
                self.push_implicit(class, &component.name, Vec::new(), Some(Trivial::Generated));
            }
        }
    }

    fn push_implicit(
        &mut self,
        class: &OpenClass<'tree>,
        name: &str,
        parameters: Vec<Parameter>,
        trivial: Option<Trivial>,
    ) {
        let span = span_of(class.node);
        let body_start = class
            .node
            .child_by_field_name("body")
            .map_or(span.start, |body| body.start_byte());
        self.outline.routines.push(Routine {
            name: name.to_owned(),
            class: class.name.clone(),
            kind: RoutineKind::Implicit,
            parameters,
            span,
            header: Span::new(span.start, body_start),
            body: None,
            lines: self.file.lines_of(span),
            loops: Vec::new(),
            trivial,
        });
    }
}

fn is_anonymous_class(parent: Node<'_>) -> bool {
    matches!(
        parent.kind(),
        "object_creation_expression" | "enum_constant"
    )
}

fn is_class_body(node: Node<'_>) -> bool {
    matches!(node.kind(), "class_body" | "enum_body_declarations")
}

fn has_modifier(node: Node<'_>, wanted: &str) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| child.kind() == "modifiers")
        .any(|modifiers| {
            let mut cursor = modifiers.walk();
            modifiers
                .children(&mut cursor)
                .any(|modifier| modifier.kind() == wanted)
        })
}

/// How a routine is called in the names of its loops: constructors like their class.
fn name_before_loops(routine: &Routine) -> &str {
    match routine.kind {
        RoutineKind::InstanceInitialiser => "initialiser",
        RoutineKind::StaticInitialiser => "static",
        RoutineKind::Constructor => routine.class.rsplit('$').next().unwrap_or(&routine.class),
        _ => &routine.name,
    }
}
