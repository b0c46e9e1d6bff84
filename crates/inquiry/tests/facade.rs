//! A session driven through its surface alone: without a terminal, with several fronts, and with a
//! disk that fails.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

use elenchus_inquiry::keep::store::{Named, Store};
use elenchus_inquiry::keep::{Keeper, Reports};
use elenchus_inquiry::open::tree_program::TreeProgram;
use elenchus_inquiry::{
    Done, End, Front, Inquiry, Notice, Outcome, Refusal, Request, Role, Setup, SharedProgram,
    State, Update, View, ZoomChoice,
};
use elenchus_session::{Answer, By, Chain, Event, Reply, Session, Settings};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use elenchus_treefile::TreeFile;

/// main calls a and b, a calls c and d.
const TREE: &str = r#"{"parents": [-1, 0, 1, 1, 0], "labels": ["main", "a", "c", "d", "b"]}"#;

fn program() -> SharedProgram {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.json");
    std::fs::write(&path, TREE).unwrap();
    let (file, warnings) = TreeFile::read(&path).unwrap();
    assert!(warnings.is_empty());
    Arc::new(TreeProgram::new(file))
}

/// Keeps events in memory, and fails as often as it is told to.
#[derive(Clone, Default)]
struct Memory {
    kept: Arc<Mutex<Vec<Event>>>,
    /// On which thread something was kept last.
    thread: Arc<Mutex<Option<ThreadId>>>,
    failures: Arc<Mutex<usize>>,
}

impl Memory {
    fn kept(&self) -> Vec<Event> {
        self.kept.lock().unwrap().clone()
    }

    fn is_kept_here(&self) -> bool {
        *self.thread.lock().unwrap() == Some(std::thread::current().id())
    }

    fn fail(&self, times: usize) {
        *self.failures.lock().unwrap() = times;
    }
}

impl Keeper for Memory {
    fn keep(&mut self, events: &[Event]) -> io::Result<()> {
        let mut failures = self.failures.lock().unwrap();
        if *failures > 0 {
            *failures -= 1;
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.kept.lock().unwrap().extend_from_slice(events);
        *self.thread.lock().unwrap() = Some(std::thread::current().id());
        Ok(())
    }
}

/// Writes no report.
struct NoReports;

impl Reports for NoReports {
    fn found(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn save(&mut self, _: Option<&str>, _: &str) -> io::Result<String> {
        Err(io::Error::from(io::ErrorKind::PermissionDenied))
    }
}

fn start(keeper: impl Keeper + Send + 'static, otherwise: Option<Answer>) -> Inquiry {
    let setup = Setup {
        otherwise,
        ..setup(keeper)
    };
    Inquiry::start(setup).unwrap()
}

fn setup(keeper: impl Keeper + Send + 'static) -> Setup {
    let settings = Settings {
        strategy: StrategyName::TopDown,
        plan: Plan::new(&[TransformName::None]).unwrap(),
        ..Settings::default()
    };
    Setup {
        session: Session::new(program(), settings),
        chain: Chain::default(),
        otherwise: None,
        asks_last: false,
        keeper: Box::new(keeper),
        reports: Box::new(NoReports),
        growth: None,
        zoom: None,
        zoom_choice: ZoomChoice::Ask,
        looks_ahead: false,
    }
}

fn person(inquiry: &Inquiry) -> Front {
    inquiry.attach(Role::Answers(By::Person)).unwrap()
}

fn next(front: &Front) -> Update {
    let update = front.next_within(Duration::from_secs(20)).unwrap();
    update.expect("the session goes on")
}

/// The next state that is no preparation, and the notices before it.
fn state(front: &Front) -> (Arc<State>, Vec<Notice>) {
    let mut notices = Vec::new();
    loop {
        match next(front) {
            Update::State(state) if matches!(state.view, View::Asking(_)) => {}
            Update::State(state) => return (state, notices),
            Update::Notice { notice, .. } => notices.push(notice),
        }
    }
}

fn title(state: &State) -> &str {
    &state.view.question().expect("a question").shown.title
}

fn say(front: &Front, state: &State, answer: Answer) -> Result<Done, Refusal> {
    front.request(state.number, Request::Answer(Reply::Answer(answer)))
}

#[test]
fn a_whole_session_needs_no_terminal() {
    let memory = Memory::default();
    let inquiry = start(memory.clone(), None);
    let front = person(&inquiry);
    let (asked, _) = state(&front);
    assert_eq!(title(&asked), "a");
    assert_eq!(say(&front, &asked, Answer::Wrong).unwrap(), Done::Changed);

    let (asked, notices) = state(&front);
    assert!(matches!(notices.as_slice(), [Notice::Answered { .. }]));
    assert_eq!(title(&asked), "c");
    let Done::History(history) = front.request(asked.number, Request::History).unwrap() else {
        panic!("the history was asked for");
    };
    assert_eq!(history.len(), 1);
    let save = front.request(asked.number, Request::Save(None));
    assert!(matches!(save, Err(Refusal::NoBug)));
    let jump = front.request(asked.number, Request::Jump("nowhere".into()));
    assert!(matches!(jump, Err(Refusal::NoSuchNode(name)) if name == "nowhere"));
    say(&front, &asked, Answer::Right).unwrap();

    let (asked, _) = state(&front);
    assert_eq!(title(&asked), "d");
    front.request(asked.number, Request::Undo(Some(1))).unwrap();
    let (asked, notices) = state(&front);
    assert!(matches!(notices.as_slice(), [Notice::Undone(1)]));
    assert_eq!(title(&asked), "c");
    say(&front, &asked, Answer::Wrong).unwrap();

    let (bug, _) = state(&front);
    let View::Bug(reports) = &bug.view else {
        panic!("{bug:?}");
    };
    assert_eq!(reports.last().unwrap().shown.title, "c");
    let answer = say(&front, &bug, Answer::Right);
    assert!(matches!(answer, Err(Refusal::NoQuestion)));
    front.request(bug.number, Request::Leave).unwrap();
    let ended = inquiry.clone().end().unwrap();
    assert!(matches!(ended.end, Some(End::Left(Outcome::Found))));
    assert_eq!(memory.kept().len(), 4);
    assert!(matches!(inquiry.attach(Role::Watches), Err(Refusal::Ended)));
}

#[test]
fn two_fronts_see_the_same_session_and_the_slower_one_is_told() {
    let inquiry = start(Memory::default(), None);
    let (one, two) = (person(&inquiry), person(&inquiry));
    assert_ne!(one.id(), two.id());
    let (seen_by_one, _) = state(&one);
    let (seen_by_two, _) = state(&two);
    assert_eq!(seen_by_one.number, seen_by_two.number);

    say(&one, &seen_by_one, Answer::Wrong).unwrap();
    // The other front answers what is no longer asked.
    let Err(Refusal::Stale(now)) = say(&two, &seen_by_two, Answer::Right) else {
        panic!("an answer to an old question must not count");
    };
    assert!(now.number > seen_by_two.number);
    let Update::Notice { from, notice } = next(&two) else {
        panic!("the answer of the other front comes first");
    };
    assert_eq!(from, Some(one.id()));
    assert!(matches!(notice, Notice::Answered { .. }));
    let (now, _) = state(&two);
    assert_eq!(title(&now), "c");

    // Whoever stays can go on alone.
    drop(one);
    say(&two, &now, Answer::Wrong).unwrap();
    let (bug, _) = state(&two);
    assert!(matches!(bug.view, View::Bug(_)));
    two.request(bug.number, Request::Silent).unwrap();
    let (ended, _) = state(&two);
    assert!(matches!(ended.view, View::Ended(End::Left(Outcome::Found))));
    assert!(two.next().is_none());
}

#[test]
fn a_front_that_comes_later_sees_where_the_session_stands() {
    let inquiry = start(Memory::default(), None);
    let one = person(&inquiry);
    let (asked, _) = state(&one);
    say(&one, &asked, Answer::Wrong).unwrap();
    let (asked, _) = state(&one);
    let two = inquiry.attach(Role::Watches).unwrap();
    let (seen, notices) = state(&two);
    assert!(notices.is_empty());
    assert_eq!((seen.number, title(&seen)), (asked.number, "c"));
}

#[test]
fn the_only_front_drives_until_the_session_has_to_go_on_by_itself() {
    let memory = Memory::default();
    let inquiry = start(memory.clone(), None);
    let front = person(&inquiry);
    let (asked, _) = state(&front);
    say(&front, &asked, Answer::Wrong).unwrap();
    assert!(memory.is_kept_here());
    let (asked, _) = state(&front);

    // A second front is told what the first one does, whatever that one waits for.
    let watcher = inquiry.attach(Role::Watches).unwrap();
    let (seen, _) = state(&watcher);
    assert_eq!(seen.number, asked.number);
    say(&front, &asked, Answer::Right).unwrap();
    assert!(!memory.is_kept_here());
    let (seen, _) = state(&watcher);
    assert_eq!(title(&seen), "d");
}

#[test]
fn a_front_speaks_on_another_thread_while_it_waits() {
    let memory = Memory::default();
    let inquiry = start(memory.clone(), None);
    let front = person(&inquiry);
    let (asked, _) = state(&front);
    let speaker = front.speaker();
    let number = asked.number;
    let answer = Request::Answer(Reply::Answer(Answer::Wrong));
    let speaking = std::thread::spawn(move || speaker.request(number, answer));
    let (asked, _) = state(&front);
    assert_eq!(title(&asked), "c");
    assert_eq!(speaking.join().unwrap().unwrap(), Done::Changed);
    drop(front);
    let ended = inquiry.end().unwrap();
    assert!(matches!(ended.end, Some(End::Left(Outcome::Undecided))));
}

#[test]
fn whoever_waits_for_the_end_is_in_nobodys_way() {
    let inquiry = start(Memory::default(), None);
    let front = person(&inquiry);
    let speaker = front.speaker();
    let waiting = std::thread::spawn(|| inquiry.end());
    let (asked, _) = state(&front);
    // Time enough to begin to wait.
    std::thread::sleep(Duration::from_millis(50));
    let history = speaker.request(asked.number, Request::History);
    assert!(matches!(history, Ok(Done::History(_))), "{history:?}");
    drop(front);
    assert!(waiting.join().unwrap().unwrap().end.is_some());
}

#[test]
fn an_answer_that_cannot_be_kept_does_not_count_and_the_question_stays_open() {
    let memory = Memory::default();
    let inquiry = start(memory.clone(), None);
    let (front, watcher) = (person(&inquiry), inquiry.attach(Role::Watches).unwrap());
    let (asked, _) = state(&front);
    let (seen, _) = state(&watcher);
    assert_eq!(asked.number, seen.number);
    memory.fail(1);
    let refused = say(&front, &asked, Answer::Wrong);
    assert!(matches!(refused, Err(Refusal::NotKept(_))), "{refused:?}");
    assert!(memory.kept().is_empty());
    let Done::History(history) = front.request(asked.number, Request::History).unwrap() else {
        panic!("the history was asked for");
    };
    assert!(history.is_empty(), "{history:?}");

    // The same question takes the same answer when the disk is well again.
    say(&front, &asked, Answer::Wrong).unwrap();
    assert_eq!(memory.kept().len(), 1);
    // Nobody was told of the first attempt.
    let (asked, notices) = state(&watcher);
    assert!(matches!(notices.as_slice(), [Notice::Answered { .. }]));
    assert_eq!(title(&asked), "c");
}

#[test]
fn a_place_that_vanishes_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("sessions");
    std::fs::create_dir(&place).unwrap();
    let path = place.join("a.session");
    let named = Named::Tree(program().tree().clone());
    let (store, events) = Store::open(path.clone(), named).unwrap();
    assert!(events.is_empty());
    let inquiry = start(store, None);
    let front = person(&inquiry);
    let (asked, _) = state(&front);
    std::fs::remove_dir(&place).unwrap();
    let refused = say(&front, &asked, Answer::Wrong);
    assert!(matches!(refused, Err(Refusal::NotKept(_))), "{refused:?}");
    std::fs::create_dir(&place).unwrap();
    say(&front, &asked, Answer::Wrong).unwrap();
    let (asked, _) = state(&front);
    front.request(asked.number, Request::Leave).unwrap();
    inquiry.end();
    let named = Named::Tree(program().tree().clone());
    let (_, events) = Store::open(path, named).unwrap();
    assert_eq!(events.len(), 1, "{events:?}");
}

#[test]
fn what_nobody_answers_is_answered_by_rule_when_the_last_front_falls_silent() {
    let memory = Memory::default();
    let inquiry = start(memory.clone(), Some(Answer::Right));
    let front = person(&inquiry);
    let (asked, _) = state(&front);
    say(&front, &asked, Answer::Wrong).unwrap();
    front.request(0, Request::Silent).unwrap();
    let mut by_rule = 0;
    let end = loop {
        match front.next().expect("the end is told") {
            Update::State(state) => {
                if let View::Ended(End::Left(outcome)) = state.view {
                    break outcome;
                }
            }
            Update::Notice { notice, .. } => {
                if let Notice::Answered { by, .. } = notice {
                    by_rule += usize::from(by == By::Otherwise);
                }
            }
        }
    };
    assert_eq!((end, by_rule), (Outcome::Found, 2));
    assert_eq!(memory.kept().len(), 3);
}

#[test]
fn a_rule_whose_answers_cannot_be_kept_ends_the_session_and_says_why() {
    let memory = Memory::default();
    memory.fail(usize::MAX);
    let inquiry = start(memory, Some(Answer::Right));
    let front = inquiry.attach(Role::Watches).unwrap();
    let (mut last, _) = state(&front);
    while !matches!(last.view, View::Ended(_)) {
        (last, _) = state(&front);
    }
    assert!(
        matches!(&last.view, View::Ended(End::NotKept(_))),
        "{last:?}"
    );
}

#[test]
fn what_no_oracle_knows_is_asked_last_and_then_for_good() {
    let memory = Memory::default();
    let setup = Setup {
        asks_last: true,
        ..setup(memory.clone())
    };
    let inquiry = Inquiry::start(setup).unwrap();
    let front = person(&inquiry);
    let (mut asked, notices) = state(&front);
    let (last, left) = notices.split_last().expect("questions were left");
    let is_left = |notice: &&Notice| matches!(notice, Notice::Answered { by: By::Later, .. });
    assert_eq!(left.iter().filter(is_left).count(), left.len());
    assert!(matches!(last, Notice::AfterAll(count) if *count == left.len()));
    // As if nothing had been left before.
    let fresh = start(Memory::default(), None);
    let (first, _) = state(&person(&fresh));
    assert_eq!(title(&asked), title(&first));
    let mut answers = 0;
    while let View::Question { .. } = &asked.view {
        say(&front, &asked, Answer::Wrong).unwrap();
        answers += 1;
        let notices;
        (asked, notices) = state(&front);
        assert_eq!(notices.iter().filter(is_left).count(), 0);
    }
    assert!(matches!(asked.view, View::Bug(_)), "{:?}", asked.view);
    assert!(answers > 0 && memory.kept().len() > answers);
}
