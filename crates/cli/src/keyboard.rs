//! What is typed for the program, while it waits for input and nothing is asked.
//!
//! There is one keyboard for the program and for the answers. Elenchus reads it: while a question is
//! open, what is typed is an answer; while the program waits for input and nothing is asked, what is
//! typed goes to the program. So the two never read the same terminal at once.

use std::io;
use std::time::Duration;

use elenchus_inquiry::Input;
use elenchus_terminal::Keys;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The standard input, when it is a terminal.
#[derive(Debug, Default)]
pub struct Keyboard {
    /// Whether it was said that the program waits for input.
    told: bool,
}

impl Keys for Keyboard {
    fn typed(&mut self, time: Duration) -> Option<Input> {
        if !std::mem::replace(&mut self.told, true) {
            elenchus_guard::say!(
                "the program waits for input: type it here; Ctrl-C stops the program and asks"
            );
        }
        let stdin = io::stdin();
        let limit = Timespec::try_from(time).ok();
        let mut typed = [PollFd::new(&stdin, PollFlags::IN)];
        if !matches!(poll(&mut typed, limit.as_ref()), Ok(1..)) {
            return None;
        }
        let mut line = [0; 4096];
        match rustix::io::read(&stdin, &mut line) {
            // Ctrl-D: the program sees the end of its input.
            Ok(0) => Some(Input::End),
            Ok(length) => Some(Input::Bytes(line[..length].to_vec())),
            Err(_) => {
                std::thread::sleep(time);
                None
            }
        }
    }
}
