//! A person at the prompt while another front answers: what happens elsewhere is shown at once, as long as no line is begun.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use elenchus_inquiry::open::{Choices, Material, Symptom};
use elenchus_inquiry::{Front, Inquiry, Request, Role, State, Update, View};
use elenchus_session::{Answer, By, Reply};
use elenchus_terminal::{Completions, Dialogue, Lines, Person, Room, Style, Text, Typed};

/// main calls a, b and c.
const TREE: &str = r#"{"parents": [-1, 0, 0, 0], "labels": ["main", "a", "b", "c"]}"#;

/// Nothing takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

fn inquiry() -> Inquiry {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.json");
    std::fs::write(&path, TREE).unwrap();
    let choices = Choices::default();
    let (material, _) = Material::open(&path, &choices, &mut ()).unwrap();
    let Symptom::Start(start) = material.starts(&choices).unwrap() else {
        panic!("a tree file has one start");
    };
    let mut prepared = material.prepare(start, &choices, &mut ()).unwrap();
    prepared.setup.keeper = Box::new(Forgetful);
    Inquiry::start(prepared.setup).unwrap()
}

/// Keeps nothing: the folder of the tree is gone.
struct Forgetful;

impl elenchus_inquiry::keep::Keeper for Forgetful {
    fn keep(&mut self, _: &[elenchus_session::Event]) -> io::Result<()> {
        Ok(())
    }
}

/// What a person does at the keyboard.
enum Action {
    /// Presses the first key of a line.
    Begin,
    /// Ends the line with the enter key.
    Line(&'static str),
}

/// Somebody at a line editor.
struct Typist {
    actions: Receiver<Action>,
    screen: Shared,
}

impl Person for Typist {
    fn has_prompt(&self) -> bool {
        true
    }

    fn is_typing(&mut self, prompt: &str, time: Duration) -> io::Result<bool> {
        if !self.screen.text().ends_with(prompt) {
            self.screen.write_all(prompt.as_bytes())?;
        }
        match self.actions.recv_timeout(time) {
            Ok(Action::Begin) => self.screen.write_all(b"<begun>").map(|()| true),
            Err(RecvTimeoutError::Disconnected) => Ok(true),
            Ok(Action::Line(line)) => panic!("{line} was not begun"),
            Err(RecvTimeoutError::Timeout) => Ok(false),
        }
    }

    fn withdraw(&mut self) -> io::Result<()> {
        self.screen.write_all(b"<withdrawn>\n")
    }

    fn read(&mut self, _: &str, _: &mut dyn FnMut(&str) -> Completions) -> io::Result<Typed> {
        match self.actions.recv() {
            Ok(Action::Line(line)) => Ok(Typed::Line(line.to_owned())),
            Ok(Action::Begin) | Err(_) => Ok(Typed::End),
        }
    }

    fn echoes(&self) -> bool {
        true
    }
}

/// A screen that others can look at.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.text().contains(text) {
            assert!(
                start.elapsed() < PATIENCE,
                "no {text:?} in:\n{}",
                self.text()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A dialogue on a thread of its own, its screen and its keyboard.
fn at_terminal(front: Front) -> (JoinHandle<()>, Shared, Sender<Action>) {
    let screen = Shared::default();
    let (keyboard, actions) = channel();
    let mut out = screen.clone();
    let mut person = Typist {
        actions,
        screen: screen.clone(),
    };
    let thread = std::thread::spawn(move || {
        let room = || Room::LEAST;
        let mut text = Text::new(&mut out, Style { colour: false }, &room);
        let lines = Lines::typed(Some(&mut person));
        Dialogue::new(front, lines, &mut text).hold().unwrap();
    });
    (thread, screen, keyboard)
}

/// The next open question that another front sees.
fn question(front: &Front) -> Arc<State> {
    loop {
        let update = front.next_within(PATIENCE).unwrap();
        match update.expect("the session goes on") {
            Update::State(state) if matches!(state.view, View::Question { .. }) => return state,
            _ => {}
        }
    }
}

fn say_right(front: &Front, state: &State) {
    let reply = Request::Answer(Reply::Answer(Answer::Right));
    front.request(state.number, reply).unwrap();
}

#[test]
fn an_answer_from_elsewhere_is_shown_at_once() {
    let inquiry = inquiry();
    let other = inquiry.attach(Role::Answers(By::Person)).unwrap();
    let front = inquiry.attach(Role::Answers(By::Person)).unwrap();
    let (thread, screen, keyboard) = at_terminal(front);
    screen.wait_for("right? ");
    say_right(&other, &question(&other));
    screen.wait_for("elsewhere: answered with right");
    screen.wait_for("Q2");
    let text = screen.text();
    let told = text.find("elsewhere: answered").unwrap();
    assert!(text[..told].trim_end().ends_with("<withdrawn>"), "{text}");

    // What is typed from now on is about the second question.
    keyboard.send(Action::Begin).unwrap();
    keyboard.send(Action::Line("y")).unwrap();
    screen.wait_for("Q3");
    assert!(!screen.text().contains("moved on"), "{}", screen.text());
    drop((keyboard, other));
    thread.join().unwrap();
}

#[test]
fn a_line_that_was_begun_is_no_answer_to_the_next_question() {
    let inquiry = inquiry();
    let other = inquiry.attach(Role::Answers(By::Person)).unwrap();
    let front = inquiry.attach(Role::Answers(By::Person)).unwrap();
    let (thread, screen, keyboard) = at_terminal(front);
    screen.wait_for("right? ");
    keyboard.send(Action::Begin).unwrap();
    screen.wait_for("<begun>");
    say_right(&other, &question(&other));
    question(&other);
    // Nothing is written into the line that was begun.
    assert!(!screen.text().contains("elsewhere"), "{}", screen.text());
    keyboard.send(Action::Line("n")).unwrap();
    screen.wait_for("the session has moved on meanwhile; what was typed does not count");
    screen.wait_for("Q2");
    drop((keyboard, other));
    thread.join().unwrap();
}
