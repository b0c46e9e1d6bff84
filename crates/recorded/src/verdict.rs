//! What a test framework said about the tests of a run.
//!
//! A test method that throws may have been expected to, and one that returns may have failed all the same (an expected
//! exception that did not come, a rule that checks afterwards). The recorder therefore records the few calls by which JUnit
//! says how a test ended (`elenchus_jvm::scope::VERDICTS`), and this page finds the call that each failure is about: the
//! one that threw the exception, else the one with the name of the test. Without such calls, whatever was called from
//! outside and threw has failed.

use std::collections::HashMap;

use elenchus_session::Program;
use elenchus_trace::definition::{Definitions, RoutineDef};
use elenchus_trace::read::node::{NodeKind, Outcome};
use elenchus_trace::value::Time;
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::heap::{Heap, Ref, Thing, Value};
use crate::literal::simple_name;
use crate::run::Run;

/// Something that went wrong, and the call to search in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The call.
    pub node: NodeId,
    /// The class of the exception, without its package.
    pub class: String,
    /// What the exception says.
    pub message: Option<String>,
    /// Whether it came from an assertion, and not from an error on the way to it.
    pub is_assertion: bool,
}

/// What a call of a test framework says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// A test failed with the exception that is the last argument.
    Failed,
    /// Anything else.
    Something,
}

/// The recorded routines by which frameworks speak.
pub(crate) fn routines(definitions: &Definitions) -> impl Iterator<Item = (&RoutineDef, Says)> {
    definitions.routines().filter_map(|def| {
        let class = definitions.class(def.class)?.name.as_str();
        let says = match (class, def.name.as_str()) {
            ("junit.framework.TestResult", "addError" | "addFailure")
            | ("org.junit.internal.runners.model.EachTestNotifier", "addFailure")
            | ("org.junit.platform.engine.TestExecutionResult", "failed") => Says::Failed,
            ("junit.framework.TestResult", "endTest")
            | ("org.junit.runner.JUnitCore", "<init>")
            | ("org.junit.internal.runners.model.EachTestNotifier", "fireTestFinished")
            | ("org.junit.platform.launcher.core.LauncherFactory", "create")
            | ("org.junit.platform.engine.TestExecutionResult", "successful") => Says::Something,
            _ => return None,
        };
        Some((def, says))
    })
}

/// Whether a framework takes part; known before the first test runs.
pub fn framework_speaks(definitions: &Definitions) -> bool {
    routines(definitions).next().is_some()
}

/// The failures of a run, in the order in which they happened.
pub(crate) fn failures(run: &Run) -> Vec<Failure> {
    let definitions = run.definitions();
    let verdicts: HashMap<RoutineId, Says> = routines(definitions)
        .map(|(def, says)| (RoutineId(def.id), says))
        .collect();
    if verdicts.is_empty() {
        let thrown = outermost(run).into_iter().filter_map(|node| {
            let (exception, after) = thrown_by(run, node)?;
            Some(failure(run, node, exception, after))
        });
        return thrown.collect();
    }
    let mut search = Search {
        run,
        verdicts,
        thrown: HashMap::new(),
    };
    search.all()
}

/// The calls by which recorded code was entered.
fn outermost(run: &Run) -> Vec<NodeId> {
    let is_call = |node| matches!(run.data(node).map(|d| d.kind), Some(NodeKind::Routine(_)));
    if is_call(NodeId::ROOT) {
        vec![NodeId::ROOT]
    } else {
        run.tree().children(NodeId::ROOT).collect()
    }
}

/// The exception that left a call, and when.
fn thrown_by(run: &Run, node: NodeId) -> Option<(Ref, Time)> {
    let data = run.data(node)?;
    match data.outcome {
        Outcome::Threw(Value::Ref(exception)) => Some((exception, data.after?)),
        _ => None,
    }
}

fn failure(run: &Run, node: NodeId, exception: Ref, time: Time) -> Failure {
    let trace = run.trace();
    let (class, fields) = match trace.thing(exception, time) {
        Thing::Object { class, fields, .. } => (class, fields),
        Thing::Opaque { class } => (class, Vec::new()),
        _ => ("an exception".to_owned(), Vec::new()),
    };
    let text = |name: &str| {
        let (_, value) = fields.iter().find(|(field, _)| field == name)?;
        text_of(run, *value, time)
    };
    // JUnit 4 composes the message of a comparison only when it is asked for.
    let compared = || {
        let (expected, actual) = (text("fExpected")?, text("fActual")?);
        let said = text("detailMessage").map_or_else(String::new, |said| format!("{said} "));
        Some(format!("{said}expected:<{expected}> but was:<{actual}>"))
    };
    Failure {
        node,
        message: compared().or_else(|| text("detailMessage")),
        is_assertion: is_assertion(run.definitions(), &class),
        class: simple_name(&class),
    }
}

fn text_of(run: &Run, value: Value, time: Time) -> Option<String> {
    let Value::Ref(reference) = value else {
        return None;
    };
    match run.trace().thing(reference, time) {
        Thing::Text { text, .. } => Some(text),
        _ => None,
    }
}

/// Whether a class is a kind of `AssertionError`.
fn is_assertion(definitions: &Definitions, class: &str) -> bool {
    let mut next = definitions.classes().find(|def| def.name == class);
    // Lineages are short; a damaged one must not go round for ever.
    for _ in 0..100 {
        match next {
            Some(def) if def.name == "java.lang.AssertionError" => return true,
            Some(def) => next = definitions.class(def.parent),
            None => return false,
        }
    }
    false
}

/// Looks for the calls that verdicts are about.
struct Search<'r> {
    run: &'r Run,
    verdicts: HashMap<RoutineId, Says>,
    /// The exceptions that left the children of a node, for the nodes in which frameworks spoke.
    thrown: HashMap<NodeId, HashMap<Ref, NodeId>>,
}

impl Search<'_> {
    fn says(&self, node: NodeId) -> Option<Says> {
        let tree = self.run.tree();
        let is_call = tree.kind(node) == Kind::Routine;
        let says = is_call.then(|| self.verdicts.get(&tree.routine(node)));
        says.flatten().copied()
    }

    fn all(&mut self) -> Vec<Failure> {
        let nodes = self.run.tree().nodes();
        let failed: Vec<NodeId> = nodes
            .filter(|&node| self.says(node) == Some(Says::Failed))
            .collect();
        let mut failures: Vec<Failure> = Vec::new();
        for verdict in failed {
            let found = self.about(verdict);
            // One framework that runs under another says the same again.
            if let Some(found) = found
                && !failures.iter().any(|failure| failure.node == found.node)
            {
                failures.push(found);
            }
        }
        failures.sort_by_key(|failure| failure.node);
        failures
    }

    /// The failure that a verdict is about.
    fn about(&mut self, verdict: NodeId) -> Option<Failure> {
        let data = self.run.data(verdict)?;
        let Some(&Value::Ref(exception)) = data.arguments.last() else {
            return None;
        };
        let tree = self.run.tree();
        // A verdict on several exceptions contains one on each of them.
        let several = tree
            .children(verdict)
            .any(|child| self.says(child) == Some(Says::Failed));
        if several {
            return None;
        }
        let said_in = tree
            .ancestors(verdict)
            .find(|&node| self.says(node).is_none())?;
        let node = match self.who_threw(said_in, exception) {
            Some(node) => node,
            None => self.named(verdict, said_in, &data).unwrap_or(said_in),
        };
        Some(failure(self.run, node, exception, data.before))
    }

    /// The call directly in `parent` that ended with this exception.
    fn who_threw(&mut self, parent: NodeId, exception: Ref) -> Option<NodeId> {
        let run = self.run;
        let thrown = self.thrown.entry(parent).or_insert_with(|| {
            let children = run.tree().children(parent);
            let thrown = children.filter_map(|child| Some((thrown_by(run, child)?.0, child)));
            thrown.collect()
        });
        thrown.get(&exception).copied()
    }

    /// The last call before a verdict that has the name of its test; for want of a name, the one since the verdict before
    /// it in which the most happened.
    fn named(
        &self,
        verdict: NodeId,
        said_in: NodeId,
        data: &elenchus_trace::read::node::NodeData,
    ) -> Option<NodeId> {
        let tree = self.run.tree();
        let name = data
            .receiver
            .and_then(|notifier| self.test_name(notifier, data.before));
        let (mut by_name, mut largest) = (None, None);
        for child in tree.children(said_in).take_while(|&node| node < verdict) {
            if self.says(child).is_some() {
                largest = None;
            } else if let Some(def) = self.run.definitions().routine(tree.routine(child).0) {
                if name.as_ref() == Some(&def.name) {
                    by_name = Some(child);
                }
                let larger = largest.is_none_or(|other| tree.size(child) >= tree.size(other));
                if larger && !def.name.starts_with('<') {
                    largest = Some(child);
                }
            }
        }
        by_name.or(largest)
    }

    /// The method in `method(package.Class)` or `method[3](package.Class)`, as JUnit 4 writes it.
    fn test_name(&self, notifier: Value, time: Time) -> Option<String> {
        let field = |value: Value, names: [&str; 2]| {
            let Value::Ref(object) = value else {
                return None;
            };
            let Thing::Object { fields, .. } = self.run.trace().thing(object, time) else {
                return None;
            };
            let mut fields = fields.into_iter();
            fields.find(|(name, _)| names.contains(&name.as_str()))
        };
        let (_, description) = field(notifier, ["description", "fDescription"])?;
        let (_, name) = field(description, ["fDisplayName", "displayName"])?;
        let text = text_of(self.run, name, time)?;
        let method = text.split(['(', '[']).next()?;
        Some(method.to_owned())
    }
}
