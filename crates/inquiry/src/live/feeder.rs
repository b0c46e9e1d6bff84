//! The program's standard input while we hold the terminal.
//!
//! There is one keyboard for the program and for the answers. Elenchus reads it: while a question is
//! open, what is typed is an answer; while the program waits for input and nothing is asked, what is
//! typed goes to the program. So the two never read the same terminal at once.

use std::fs::File;
use std::io::{self, PipeWriter, Write};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Passes lines on to a program.
#[derive(Debug, Default)]
pub struct Feeder {
    /// Closed when there is no more, or when nobody reads it any more.
    program: Option<PipeWriter>,
}

impl Feeder {
    /// What the program reads from, and the feeder that writes to it.
    pub fn new() -> io::Result<(File, Feeder)> {
        let (read, write) = io::pipe()?;
        let program = Some(write);
        Ok((File::from(OwnedFd::from(read)), Feeder { program }))
    }

    /// Whether it can still give the program something.
    pub fn is_open(&self) -> bool {
        self.program.is_some()
    }

    /// Gives the program a line. `false` when it takes none.
    pub fn give(&mut self, line: &str) -> bool {
        self.write(format!("{line}\n").as_bytes())
    }

    /// Waits for so long; what is typed meanwhile goes to the program.
    pub fn pass_on(&mut self, time: Duration) {
        let stdin = io::stdin();
        let limit = Timespec::try_from(time).ok();
        let mut typed = [PollFd::new(&stdin, PollFlags::IN)];
        if !self.is_open() {
            return std::thread::sleep(time);
        }
        if !matches!(poll(&mut typed, limit.as_ref()), Ok(1..)) {
            return;
        }
        let mut line = [0; 4096];
        match rustix::io::read(&stdin, &mut line) {
            // Ctrl-D: the program sees the end of its input.
            Ok(0) => self.program = None,
            Ok(length) => {
                self.write(&line[..length]);
            }
            Err(_) => std::thread::sleep(time),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        let Some(program) = &mut self.program else {
            return false;
        };
        let written = program.write_all(bytes).is_ok();
        if !written {
            self.program = None;
        }
        written
    }
}

/// The number of the system call that reads.
const READ: Option<&str> = match () {
    () if cfg!(target_arch = "x86_64") => Some("0"),
    () if cfg!(target_arch = "aarch64") => Some("63"),
    () => None,
};

/// Whether a thread of the process waits for the standard input, as far as the system tells.
pub fn waits_for_input(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    threads.into_iter().flatten().flatten().any(|thread| {
        let call = std::fs::read_to_string(thread.path().join("syscall"));
        let call = call.unwrap_or_default();
        let mut words = call.split_whitespace();
        let number = words.next();
        number.is_some() && number == READ && words.next() == Some("0x0")
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn lines_reach_the_program_and_its_end_is_noticed() {
        let (read, mut feeder) = Feeder::new().unwrap();
        let mut cat = Command::new("cat")
            .stdin(read)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut waiting = waits_for_input(cat.id());
        for _ in 0..500 {
            if waiting {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
            waiting = waits_for_input(cat.id());
        }
        assert!(waiting || READ.is_none(), "cat waits for its input");
        assert!(feeder.give("hello"));
        drop(feeder);
        let mut said = String::new();
        cat.stdout
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        assert_eq!(said, "hello\n");
        cat.wait().unwrap();
    }
}
