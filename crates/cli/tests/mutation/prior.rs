//! How many questions a search takes when the tests beside the failed one have a say in what is suspected.
//!
//! The recording of a mutant holds all tests of its class, of which at least one fails. Searches are played in it with the bug in
//! each of some calls and iterations that ran the mutated statement, without those that did what the unchanged version does.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use elenchus_recorded::comparing::remembered::situation;
use elenchus_recorded::java::Java;
use elenchus_recorded::prior::{Opinion, by_tests};
use elenchus_recorded::run::Run;
use elenchus_session::{
    Answer, By, Program, Reply, RootIs, Session, Settings, Shown, Step, Subject,
};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::{NodeId, RoutineId, Tree};

use crate::library::{Built, Library};
use crate::mutate::Mutant;
use crate::search::{killed_mutants, record, spread};

/// How many places of one bug are tried.
const PLACES: usize = 8;

/// Failed tests with more calls and iterations take most of the time, and say the same.
const MOST_NODES: usize = 20_000;

/// Of this many runs of the mutated code in the unchanged version it is known what they did.
const MOST_RIGHT: usize = 1_000;

/// How many times an opinion is shuffled.
const SHUFFLES: usize = 4;

/// The shares of suspicion that an opinion is tried with.
pub const SHARES: [f64; 3] = [0.1, 0.15, 0.2];

/// What searches take with an opinion that has a share.
#[derive(Clone, Copy, Default)]
pub struct Questions {
    /// With what the tests say.
    pub tests: f64,
    /// With what the tests say, of other nodes than they say it of.
    pub shuffled: f64,
    /// With the opinion that the bug is the only place that is not suspicious.
    pub against: f64,
}

/// What the searches for one mutant took, on average over the places of the bug.
pub struct Counted {
    pub library: &'static str,
    /// Calls and iterations of the failed test.
    pub nodes: usize,
    /// How many calls of it did the same in a test that passed.
    pub seen: usize,
    /// How long it took to ask the tests, in seconds.
    pub took: f64,
    /// Questions by lines alone.
    pub lines: f64,
    /// Questions for each of [`SHARES`].
    pub mixed: [Questions; SHARES.len()],
}

/// Plays searches for some mutants of a class.
pub fn count_class(
    library: &Library,
    built: &Built,
    class: &str,
    most: usize,
    work: &Path,
) -> Vec<Counted> {
    let class = library.class(class);
    let (killed, _) = killed_mutants(built, &class, 3 * most, work);
    let killed = spread(killed, most);
    let good = work.join("good");
    fs::create_dir_all(&good).unwrap();
    if killed.is_empty() || !record(built, &class, None, &good) {
        return Vec::new();
    }
    let good = opened(&good.join("trace"), built);
    let counted = killed.into_iter().filter_map(|(mutant, folder)| {
        if !record(built, &class, Some(&folder.join("classes")), &folder) {
            return None;
        }
        let run = opened(&folder.join("trace"), built);
        let counted = count(library, &class, &mutant, run, &good);
        // Recordings are large.
        fs::remove_dir_all(&folder).unwrap();
        counted
    });
    counted.collect()
}

fn opened(trace: &Path, built: &Built) -> Run {
    let trace = Trace::open(trace, Budget::default()).unwrap();
    Run::new(Arc::new(trace), &Java, [built.sources.clone()]).with_line_priors()
}

fn count(library: &Library, class: &str, mutant: &Mutant, run: Run, good: &Run) -> Option<Counted> {
    let at = run.failures().first()?.node;
    let nodes = run.tree().size(at);
    let bugs = spread(bugs(&run, at, class, mutant, good), PLACES);
    if bugs.is_empty() || nodes > MOST_NODES {
        return None;
    }
    let begun = Instant::now();
    let (opinion, found) = by_tests(&run, at).ok()?;
    let took = begun.elapsed().as_secs_f64();
    let run = Arc::new(run);
    let plain = run.tree();
    let mean = |tree: &Arc<Tree>, bugs: &[NodeId]| {
        let start = started(&run, tree.clone(), at);
        let asked = bugs.iter().map(|&bug| questions(start.clone(), bug));
        asked.sum::<usize>() as f64 / bugs.len() as f64
    };
    let mixed = SHARES.map(|share| {
        let with = |opinion: &Opinion, bugs: &[NodeId]| {
            let mut tree = plain.as_ref().clone();
            tree.set_masses(opinion.mixed_in(plain, share));
            mean(&Arc::new(tree), bugs)
        };
        let shuffles = (0..SHUFFLES).map(|seed| with(&shuffled(&opinion, plain, seed), &bugs));
        let against = bugs
            .iter()
            .map(|&bug| with(&against(plain, at, bug), &[bug]));
        Questions {
            tests: with(&opinion, &bugs),
            shuffled: shuffles.sum::<f64>() / SHUFFLES as f64,
            against: against.sum::<f64>() / bugs.len() as f64,
        }
    });
    Some(Counted {
        library: library.name(),
        nodes,
        seen: found.seen,
        took,
        lines: mean(plain, &bugs),
        mixed,
    })
}

/// The nodes below `at` that ran the mutated statement and may have done something else than the unchanged version.
fn bugs(run: &Run, at: NodeId, class: &str, mutant: &Mutant, good: &Run) -> Vec<NodeId> {
    let ran_mutant = |run: &Run, node: NodeId| {
        let data = run.data(node)?;
        let routine = data.kind.routine(run.definitions())?;
        let of = &run.definitions().class(routine.class)?.name;
        let same_class = of
            .strip_prefix(class)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
        let ran = data
            .lines
            .iter()
            .any(|&line| mutant.lines.contains(&u64::from(line)));
        (same_class && ran).then_some(node)
    };
    let below = (at.index()..run.tree().end(at).index()).map(NodeId::new);
    let ran: Vec<NodeId> = below.filter_map(|node| ran_mutant(run, node)).collect();
    let in_good = good.tree().nodes();
    let right: HashSet<_> = in_good
        .filter_map(|node| ran_mutant(good, node))
        .take(MOST_RIGHT)
        .filter_map(|node| situation(good, Subject::node(node)).ok())
        .collect();
    let (innocent, guilty): (Vec<_>, Vec<_>) = ran.into_iter().partition(|&node| {
        situation(run, Subject::node(node)).is_ok_and(|did| right.contains(&did))
    });
    match guilty.is_empty() {
        true => innocent,
        false => guilty,
    }
}

/// A run with other masses.
#[derive(Clone)]
struct Weighed {
    run: Arc<Run>,
    tree: Arc<Tree>,
}

impl Program for Weighed {
    fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn show(&self, subject: Subject) -> Shown {
        self.run.heading(subject)
    }

    fn is_trivial(&self, routine: RoutineId) -> bool {
        self.run.is_trivial(routine)
    }

    fn is_right_by_looks(&self, routine: RoutineId) -> bool {
        self.run.is_right_by_looks(routine)
    }
}

/// A search that has not begun.
fn started(run: &Arc<Run>, tree: Arc<Tree>, at: NodeId) -> Session<Weighed> {
    let program = Weighed {
        run: run.clone(),
        tree,
    };
    let settings = Settings {
        easier_questions: false,
        root_is: RootIs::Known,
        at,
        ..Settings::default()
    };
    let mut session = Session::new(program, settings);
    // What the first question takes is needed by all copies.
    session.next();
    session
}

/// The questions until the bug is found, or until nothing more is asked.
fn questions(mut session: Session<Weighed>, bug: NodeId) -> usize {
    let mut asked = 0;
    while let Step::Ask(question) = session.next() {
        let (start, end) = question.subject.span(session.program().tree());
        let answer = match start <= bug && bug < end {
            true => Answer::Wrong,
            false => Answer::Right,
        };
        asked += 1;
        let reply = Reply::Answer(answer);
        session.answer(reply, By::Person).unwrap();
    }
    asked
}

/// The opinion, in which each node is as many times as suspicious as by lines as another one should be.
fn shuffled(opinion: &Opinion, tree: &Tree, seed: usize) -> Opinion {
    let lines = |place: usize| tree.own_mass(NodeId::new(opinion.at.index() + place)) as f64;
    // Nodes without code have no opinion to exchange.
    let coded: Vec<usize> = (0..opinion.suspicion.len())
        .filter(|&place| lines(place) > 0.0)
        .collect();
    let mut others = coded.clone();
    let mut random = seed as u64;
    for place in (1..others.len()).rev() {
        random = random
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x9E37_79B9_7F4A_7C15);
        others.swap(place, (random >> 33) as usize % (place + 1));
    }
    let mut suspicion = opinion.suspicion.clone();
    for (place, other) in coded.into_iter().zip(others) {
        suspicion[place] = lines(place) * opinion.suspicion[other] / lines(other);
    }
    Opinion {
        suspicion,
        ..*opinion
    }
}

/// The opinion that everything below `at` is suspicious but the bug.
fn against(tree: &Tree, at: NodeId, bug: NodeId) -> Opinion {
    let below = (at.index()..tree.end(at).index()).map(NodeId::new);
    let suspicion = below.map(|node| match node == bug {
        true => 0.0,
        false => tree.own_mass(node) as f64,
    });
    let suspicion = suspicion.collect();
    Opinion { at, suspicion }
}
