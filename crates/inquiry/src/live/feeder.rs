//! The program's standard input while somebody else holds the terminal.

use std::fs::File;
use std::io::{self, PipeWriter, Write};
use std::os::fd::OwnedFd;

use crate::request::Input;

/// Passes input on to a program.
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

    /// Gives the program something to read. `false` when it takes nothing.
    pub fn give(&mut self, input: &Input) -> bool {
        match input {
            Input::Bytes(bytes) => self.write(bytes),
            Input::End => self.program.take().is_some(),
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
    use std::time::Duration;

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
        assert!(feeder.give(&Input::Bytes(b"hello\n".to_vec())));
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
