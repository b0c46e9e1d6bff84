//! From a path to a bug, as any front goes: a tree file, a recording, and a folder in which several calls failed. No terminal is in sight.

use std::path::{Path, PathBuf};
use std::time::Duration;

use elenchus_inquiry::open::recording::Reading;
use elenchus_inquiry::open::{
    Choices, Failed, KnowledgeChoice, Material, Note, Observer, OpeningError, OracleName, Prepared,
    Start, Symptom,
};
use elenchus_inquiry::{End, Front, Inquiry, Outcome, Request, Role, Update, View};
use elenchus_session::{Answer, By, NodeNumber, Reply, RootIs};
use elenchus_trace::frame::{Codec, Stamp};
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::raw::tag;
use elenchus_trace::raw::write::RecordWriter;
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::{self, Plan, program};
use tempfile::TempDir;

/// main calls a and b, a calls c and d.
const TREE: &str = r#"{"parents": [-1, 0, 1, 1, 0], "labels": ["main", "a", "c", "d", "b"]}"#;

fn tree_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.json");
    std::fs::write(&path, TREE).unwrap();
    (folder, path)
}

fn sealer(folder: &Path) -> Sealer {
    let meta = Meta {
        recorder: "made up".into(),
        language: "java".into(),
        program: "made.Node".into(),
        ..Meta::default()
    };
    Sealer::open(folder, &meta, Codec::default()).unwrap()
}

/// A recording of a made-up program that made this many calls.
fn record(folder: &Path, calls: u64) {
    let sealer = sealer(folder);
    let plan = Plan {
        calls,
        ..Plan::default()
    };
    synthetic::record(plan, &sealer, &mut ()).unwrap();
    sealer.finish(Ending::Exit { code: 1 }).unwrap();
}

/// A recording in which two calls were made from outside, and an exception left each.
fn record_two_failures(folder: &Path) {
    let sealer = sealer(folder);
    for definition in program::definitions(1) {
        sealer.add_definition(definition).unwrap();
    }
    let mut out = RecordWriter::default();
    for routine in [2, 3] {
        let def = program::routine(routine);
        out.head(tag::ENTER, routine);
        if def.has_receiver() {
            out.word(0);
        }
        for parameter in &def.parameters {
            out.value(parameter.kind, 0);
        }
        let exception = 0x1000 + routine;
        out.head(tag::NEW, program::NODE).word(exception);
        out.head(tag::THROW, routine).word(exception);
        for _ in 0..def.block_words {
            out.word(1);
        }
    }
    let stamp = Stamp {
        ring: 1,
        sequence: 1,
        strand: 1,
        step: 0,
        depth: 0,
        turn: 1,
    };
    sealer.seal(stamp, &out.bytes).unwrap();
    sealer.finish(Ending::Exit { code: 1 }).unwrap();
}

/// Chooses nothing but to leave the user's own files alone.
fn choices() -> Choices {
    Choices {
        knowledge: KnowledgeChoice::None,
        ..Choices::default()
    }
}

/// Opens what has one start.
fn open(path: &Path, choices: &Choices) -> Prepared {
    let (material, _) = Material::open(path, choices, &mut ()).unwrap();
    let Symptom::Start(start) = material.starts(choices).unwrap() else {
        panic!("there is only one start");
    };
    material.prepare(start, choices, &mut ()).unwrap()
}

/// Gives the same answer to every question until something else is shown, which is returned with the number of answers.
fn answer_all(front: &Front, answer: Answer) -> (View, usize) {
    let mut answers = 0;
    loop {
        let update = front.next_within(Duration::from_secs(60)).unwrap();
        let Update::State(state) = update.expect("the session goes on") else {
            continue;
        };
        match &state.view {
            View::Asking(_) => {}
            View::Question { .. } => {
                let reply = Request::Answer(Reply::Answer(answer));
                front.request(state.number, reply).unwrap();
                answers += 1;
            }
            other => return (other.clone(), answers),
        }
    }
}

/// Answers everything with *wrong*, which ends at a bug. Returns the number of answers.
fn find_bug(prepared: Prepared) -> usize {
    let inquiry = Inquiry::start(prepared.setup).unwrap();
    let front = inquiry.attach(Role::Answers(By::Person)).unwrap();
    let (view, answers) = answer_all(&front, Answer::Wrong);
    assert!(matches!(view, View::Bug(_)), "{view:?}");
    drop(front);
    let end = inquiry.end().unwrap().end;
    assert!(matches!(end, Some(End::Left(Outcome::Found))), "{end:?}");
    answers
}

#[test]
fn a_tree_file_is_opened_answered_and_resumed() {
    let (_folder, path) = tree_file();
    let prepared = open(&path, &choices());
    assert!(prepared.notes.is_empty(), "{:?}", prepared.notes);
    assert_eq!(prepared.resume.input, path);
    assert_eq!(
        (prepared.resume.at, &prepared.resume.session_file),
        (None, &None)
    );
    let kept = prepared.session_file.clone();
    let answers = find_bug(prepared);
    assert!(answers > 0 && kept.exists());

    let again = open(&path, &choices());
    assert!(
        matches!(again.notes.as_slice(), [Note::Resumed { answers: kept }] if *kept == answers),
        "{:?}",
        again.notes
    );
    assert_eq!(find_bug(again), 0, "nothing is asked twice");

    let new = Choices {
        new: true,
        ..choices()
    };
    let over = open(&path, &new);
    assert!(matches!(over.notes.as_slice(), [Note::SetAside(old)] if old.exists()));
}

#[test]
fn a_start_and_a_session_file_are_named_to_whoever_comes_back() {
    let (folder, path) = tree_file();
    let mine = folder.path().join("mine.session");
    let chosen = Choices {
        at: Some("a".into()),
        session_file: Some(mine.clone()),
        ..choices()
    };
    let prepared = open(&path, &chosen);
    assert_eq!(prepared.resume.at, Some(NodeNumber(1)));
    assert_eq!(prepared.resume.session_file.as_ref(), Some(&mine));
    find_bug(prepared);
    assert!(mine.exists());
}

#[test]
fn a_recording_is_opened_answered_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("made.elenchus");
    record(&recording, 1000);
    let prepared = open(&recording, &choices());
    assert!(prepared.session_file.starts_with(&recording));
    let answers = find_bug(prepared);
    assert!(answers > 0);
    let again = open(&recording, &choices());
    assert_eq!(find_bug(again), 0, "nothing is asked twice");
}

#[derive(Default)]
struct Watching {
    nodes: usize,
    read: usize,
}

impl Observer for Watching {
    fn reading(&mut self, reading: Reading<'_>) {
        assert!(reading.recording().exists());
        self.nodes = reading.nodes();
    }

    fn read(&mut self) {
        self.read += 1;
    }
}

#[test]
fn whoever_watches_is_told_how_far_the_reading_has_got() {
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("made.elenchus");
    record(&recording, 500_000);
    let mut watching = Watching::default();
    Material::open(&recording, &choices(), &mut watching).unwrap();
    assert!(watching.nodes > 0);
    assert_eq!(watching.read, 1);
}

/// The starts of a folder of runs.
fn failed(material: &Material, choices: &Choices) -> Vec<Failed> {
    match material.starts(choices).unwrap() {
        Symptom::Failed(failed) => failed,
        other => panic!("two calls failed, but {other:?}"),
    }
}

#[test]
fn a_front_picks_one_of_several_failures() {
    let folder = tempfile::tempdir().unwrap();
    record(&folder.path().join("passes"), 1000);
    record_two_failures(&folder.path().join("fails"));
    let (material, notes) = Material::open(folder.path(), &choices(), &mut ()).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    let failed = failed(&material, &choices());
    let [first, second] = failed.as_slice() else {
        panic!("{failed:?}");
    };
    assert_ne!(first.title, second.title);
    let address = material.address(second);
    let start = second.start(true);
    assert!(matches!(
        start,
        Start {
            root_is: RootIs::Known,
            picked: true,
            ..
        }
    ));

    // The same by name, as one who comes back says it.
    let named = Choices {
        at: Some(address),
        ..choices()
    };
    let Symptom::Start(by_name) = material.starts(&named).unwrap() else {
        panic!("one call was named");
    };
    assert_eq!((by_name.run, by_name.node), (start.run, start.node));

    let prepared = material.prepare(start, &choices(), &mut ()).unwrap();
    assert!(prepared.resume.at.is_some());
    assert!(prepared.resume.input.ends_with("fails"));
    find_bug(prepared);
}

#[test]
fn a_good_run_is_asked_first() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, good) = (folder.path().join("bad"), folder.path().join("good"));
    record(&bad, 1000);
    record(&good, 1000);
    let chosen = Choices {
        oracles: vec![OracleName::Trace(good)],
        ..choices()
    };
    let prepared = open(&bad, &chosen);
    let inquiry = Inquiry::start(prepared.setup).unwrap();
    let front = inquiry.attach(Role::Answers(By::Person)).unwrap();
    // Both runs did the same, so there is nothing to ask a person.
    let (view, answers) = answer_all(&front, Answer::Unknown);
    assert_eq!(answers, 0, "{view:?}");
}

#[test]
fn what_cannot_be_opened_is_told_as_data() {
    let (folder, path) = tree_file();
    let knows = Choices {
        knowledge: KnowledgeChoice::File(folder.path().join("known.txt")),
        ..choices()
    };
    let refused = Material::open(&path, &knows, &mut ());
    assert!(matches!(refused, Err(OpeningError::KnowledgeOfTree { .. })));
    let refused = Material::open(folder.path(), &choices(), &mut ());
    assert!(matches!(refused, Err(OpeningError::NoRecording { .. })));
    let nowhere = Choices {
        at: Some("nowhere".into()),
        ..choices()
    };
    let (material, _) = Material::open(&path, &nowhere, &mut ()).unwrap();
    let refused = material.starts(&nowhere);
    assert!(matches!(refused, Err(OpeningError::NoSuchNode(name)) if name == "nowhere"));

    let empty = folder.path().join("empty");
    sealer(&empty).finish(Ending::Exit { code: 0 }).unwrap();
    let refused = Material::open(&empty, &choices(), &mut ());
    assert!(matches!(refused, Err(OpeningError::NothingRecorded { .. })));

    // What was damaged is not taken for what was never there.
    std::fs::write(empty.join("definitions.eld"), [0xff; 300]).unwrap();
    let refused = Material::open(&empty, &choices(), &mut ());
    assert!(
        matches!(refused, Err(OpeningError::NothingReadable { .. })),
        "{refused:?}"
    );
}

#[test]
fn oracles_are_written_as_they_are_read() {
    for name in ["trace:runs/good", "exec:python3 judge.py"] {
        assert_eq!(name.parse::<OracleName>().unwrap().to_string(), name);
    }
    for wrong in ["", "trace:", "exec", "web:x"] {
        assert!(wrong.parse::<OracleName>().is_err(), "{wrong}");
    }
}
