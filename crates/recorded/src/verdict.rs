//! What a test framework said about the tests of a run.
//!
//! A test method that throws may have been expected to, and one that returns may have failed all the same (an expected
//! exception that did not come, a rule that checks afterwards). The recorder therefore records the few calls by which
//! frameworks say how a test ended ([`Language::verdict`]), and this page finds the call that each failure is about: the
//! one that threw the exception, else the one with the name of the test. Without such calls, whatever was called from
//! outside and threw has failed.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::iter::successors;

use elenchus_session::Program;
use elenchus_trace::definition::{Definitions, RoutineDef};
use elenchus_trace::value::Time;
use elenchus_trace::{NodeKind, Outcome};
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::heap::{At, Heap, Objects, Ref, Thing, Value};
use crate::language::{Language, Says, Told};
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
    /// The call by which a test framework said so, if one did.
    pub(crate) said: Option<NodeId>,
}

/// The recorded routines by which frameworks speak.
pub(crate) fn routines<'d>(
    language: &'d dyn Language,
    definitions: &'d Definitions,
) -> impl Iterator<Item = (&'d RoutineDef, Says)> {
    definitions.routines().filter_map(move |def| {
        let class = definitions.class(def.class)?;
        Some((def, language.verdict(&class.name, &def.name)?))
    })
}

/// Whether a framework takes part; known before the first test runs.
pub fn framework_speaks(language: &dyn Language, definitions: &Definitions) -> bool {
    routines(language, definitions).next().is_some()
}

/// The calls that a framework made for tests, by how the tests ended.
pub(crate) struct Tests {
    /// The calls in which failed tests failed.
    pub failed: Vec<NodeId>,
    /// The calls for tests that passed: the tests themselves, and what prepares them and cleans up after them.
    pub passed: Vec<NodeId>,
}

/// Which calls belong to tests. Without a framework that speaks, there are none.
pub(crate) fn tests(run: &Run) -> Tests {
    let mut search = Search::of(run);
    let failed = match search.verdicts.is_empty() {
        true => Vec::new(),
        false => search.all().iter().map(|failure| failure.node).collect(),
    };
    let passed = search.passed(&failed);
    Tests { failed, passed }
}

/// The failures of a run, in the order in which they happened.
pub(crate) fn failures(run: &Run) -> Vec<Failure> {
    let mut search = Search::of(run);
    if search.verdicts.is_empty() {
        let thrown = outermost(run).into_iter().filter_map(|node| {
            let (exception, after) = thrown_by(run, node)?;
            Some(failure(run, node, exception, after, None))
        });
        return thrown.collect();
    }
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

fn at(run: &Run, time: Time) -> At<'_, Objects> {
    let heap = run.objects();
    At { heap, time }
}

fn failure(run: &Run, node: NodeId, exception: Ref, time: Time, said: Option<NodeId>) -> Failure {
    let class = match run.objects().thing(exception, time) {
        Thing::Object { class, .. } | Thing::Opaque { class } => class,
        _ => "an exception".to_owned(),
    };
    Failure {
        node,
        message: run.language().message(&at(run, time), exception),
        is_assertion: is_assertion(run, &class),
        class: run.language().class_name(&class),
        said,
    }
}

/// The calls of the program where `said` was said, parted by what the framework said in between. The last ones are those that
/// `said` is about.
pub(crate) fn sections(run: &Run, said: NodeId) -> Vec<Vec<NodeId>> {
    let (search, tree) = (Search::of(run), run.tree());
    let mut sections = vec![Vec::new()];
    let calls = search.said_in(said).map(|place| tree.children(place));
    for call in calls.into_iter().flatten() {
        if tree.contains(call, said) {
            break;
        }
        match (search.says(call), sections.last_mut()) {
            (None, Some(section)) => section.push(call),
            _ => sections.push(Vec::new()),
        }
    }
    sections
}

/// Whether a class is a kind of assertion error.
fn is_assertion(run: &Run, class: &str) -> bool {
    let definitions = run.definitions();
    // A class that was named before the JVM knew it is defined twice, and only the second one has a parent.
    let mut named = definitions.classes().filter(|def| def.name == class);
    named.any(|def| {
        let lineage = successors(Some(def), |def| definitions.class(def.parent));
        // Lineages are short; a damaged one must not go round for ever.
        let mut lineage = lineage.take(100);
        lineage.any(|def| run.language().is_assertion(&def.name))
    })
}

/// Looks for the calls that verdicts are about.
struct Search<'r> {
    run: &'r Run,
    verdicts: HashMap<RoutineId, Says>,
    /// The exceptions that left the children of a node, for the nodes in which frameworks spoke.
    thrown: HashMap<NodeId, HashMap<Ref, NodeId>>,
}

impl<'r> Search<'r> {
    fn of(run: &'r Run) -> Search<'r> {
        let verdicts = routines(run.language(), run.definitions());
        Search {
            run,
            verdicts: verdicts
                .map(|(def, says)| (RoutineId(def.id), says))
                .collect(),
            thrown: HashMap::new(),
        }
    }

    /// The calls of the program between which frameworks spoke, and after which they did not say that a test failed.
    fn passed(&self, failed: &[NodeId]) -> Vec<NodeId> {
        let tree = self.run.tree();
        let spoke = tree.nodes().filter(|&node| self.says(node).is_some());
        let places: BTreeSet<NodeId> = spoke.filter_map(|node| self.said_in(node)).collect();
        let holds_verdicts = |call: NodeId| {
            let below = places.range(call..tree.end(call));
            below.count() > 0
        };
        let mut passed = Vec::new();
        for &place in &places {
            let mut since_verdict = Vec::new();
            for call in tree.children(place) {
                match self.says(call) {
                    Some(Says::Failed) => since_verdict.clear(),
                    Some(Says::Something) => passed.append(&mut since_verdict),
                    None if holds_verdicts(call) || failed.contains(&call) => {}
                    None => since_verdict.push(call),
                }
            }
        }
        passed
    }

    fn says(&self, node: NodeId) -> Option<Says> {
        let tree = self.run.tree();
        let is_call = tree.kind(node) == Kind::Routine;
        let says = is_call.then(|| self.verdicts.get(&tree.routine(node)));
        says.flatten().copied()
    }

    /// The call of the program in which something was said.
    fn said_in(&self, said: NodeId) -> Option<NodeId> {
        let mut around = self.run.tree().ancestors(said);
        around.find(|&node| self.says(node).is_none())
    }

    fn all(&mut self) -> Vec<Failure> {
        let nodes = self.run.tree().nodes();
        let failed: Vec<NodeId> = nodes
            .filter(|&node| self.says(node) == Some(Says::Failed))
            .collect();
        let (mut exceptions, mut calls) = (HashSet::new(), HashSet::new());
        let mut failures: Vec<Failure> = Vec::new();
        for node in failed {
            // One framework that runs under another says the same again, and so does one that wraps its results.
            if let Some(verdict) = self.verdict(node)
                && exceptions.insert(verdict.exception)
                && let call = self.about(&verdict)
                && calls.insert(call)
            {
                let (exception, time, said) = (verdict.exception, verdict.time, verdict.node);
                failures.push(failure(self.run, call, exception, time, Some(said)));
            }
        }
        failures.sort_by_key(|failure| failure.node);
        failures
    }

    /// What was said by a call that says that a test failed.
    fn verdict(&self, node: NodeId) -> Option<Verdict> {
        let run = self.run;
        let tree = run.tree();
        // A verdict on several exceptions contains one on each of them.
        let several = tree
            .children(node)
            .any(|child| self.says(child) == Some(Says::Failed));
        if several {
            return None;
        }
        let (told, time) = self.told(node)?;
        let Value::Ref(exception) = told.exception else {
            return None;
        };
        // Of two frameworks that speak, one inside the other, the outer one may know the name.
        let speaking = |&ancestor: &NodeId| self.says(ancestor).is_some();
        let mut around = tree.ancestors(node).take_while(speaking);
        let test = told
            .test
            .or_else(|| around.find_map(|outer| self.told(outer)?.0.test));
        Some(Verdict {
            node,
            said_in: self.said_in(node)?,
            time,
            exception,
            test,
        })
    }

    /// What a call by which a framework speaks tells, and when.
    fn told(&self, node: NodeId) -> Option<(Told, Time)> {
        let run = self.run;
        let data = run.data(node)?;
        let moment = at(run, data.before);
        let told = run.language().told(&moment, data.receiver, &data.arguments);
        Some((told, data.before))
    }

    /// The call to search in: the one that ended with the exception, else the test by its name, else where the most happened.
    fn about(&mut self, verdict: &Verdict) -> NodeId {
        self.who_threw(verdict.said_in, verdict.exception)
            .or_else(|| {
                let mut found = Candidates::of(verdict);
                self.before(verdict, &mut found);
                if found.by_name.is_none() {
                    self.in_other_threads(&mut found);
                }
                found.by_name.or(found.largest)
            })
            .unwrap_or(verdict.said_in)
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

    /// The calls before a verdict where it was said. Only the name counts beyond the verdict before it.
    fn before(&self, verdict: &Verdict, found: &mut Candidates) {
        for child in self.run.tree().children(verdict.said_in) {
            match self.says(child) {
                _ if self.run.tree().end(child) > verdict.node => break,
                Some(_) => found.largest = None,
                None => found.consider(self.run, child),
            }
        }
    }

    /// The first calls of threads: tests with a time limit run in one of their own, and are interrupted when it is exceeded,
    /// so that only the name tells of one that returned. (When calls of different threads happened is not known well
    /// enough to look only at those since the verdict before.)
    fn in_other_threads(&self, found: &mut Candidates) {
        for node in self.run.tree().children(NodeId::ROOT) {
            let outcome = self.run.data(node).map(|data| data.outcome);
            let before = found.largest;
            if self.says(node).is_none() {
                found.consider(self.run, node);
            }
            if matches!(outcome, Some(Outcome::Returned(_))) {
                found.largest = before;
            }
        }
    }
}

/// What a framework said about a failed test.
struct Verdict {
    /// The call that says it.
    node: NodeId,
    /// The call of the program in which it was said.
    said_in: NodeId,
    time: Time,
    exception: Ref,
    /// The name of the test's method, if the framework tells it.
    test: Option<String>,
}

/// Calls of which one may be the test that a verdict is about.
struct Candidates<'v> {
    test: Option<&'v str>,
    /// The last one with the name of the test.
    by_name: Option<NodeId>,
    /// The one in which the most happened.
    largest: Option<NodeId>,
}

impl<'v> Candidates<'v> {
    fn of(verdict: &'v Verdict) -> Self {
        Self {
            test: verdict.test.as_deref(),
            by_name: None,
            largest: None,
        }
    }

    fn consider(&mut self, run: &Run, node: NodeId) {
        let tree = run.tree();
        let Some(def) = run.definitions().routine(tree.routine(node).0) else {
            return;
        };
        if self.test == Some(&def.name) {
            self.by_name = Some(node);
        }
        let larger = |other| tree.size(node) >= tree.size(other);
        let runs_by_itself = def.is_constructor() || def.is_class_initialiser();
        if self.largest.is_none_or(larger) && !runs_by_itself {
            self.largest = Some(node);
        }
    }
}
