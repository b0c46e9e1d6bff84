//! A pseudo-terminal with the binary under test on it.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Nothing takes this long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal of 80×24 and a process on it.
pub struct Terminal {
    keyboard: File,
    shown: Receiver<Vec<u8>>,
    raw: Vec<u8>,
    /// How much of the output the last wait has seen.
    seen: usize,
    process: Child,
}

/// The binary under test, in a folder, with nothing of the person's own around it.
pub fn command(folder: &Path) -> Command {
    surrounded(Command::new(env!("CARGO_BIN_EXE_elenchus")), folder)
}

/// Takes the controlling terminal away from a command.
pub fn without_terminal(mut command: Command) -> Command {
    // SAFETY: the call may be made between fork and exec: it only makes a system call.
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            Ok(())
        });
    }
    command
}

fn surrounded(mut command: Command, folder: &Path) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_elenchus"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = std::iter::once(binary.parent().unwrap().to_owned());
    let path = std::env::join_paths(first.chain(std::env::split_paths(&path))).unwrap();
    command
        .current_dir(folder)
        .env("PATH", path)
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .env("XDG_STATE_HOME", folder.join("state"));
    command
}

impl Terminal {
    /// Starts the binary with these arguments.
    pub fn start(folder: &Path, arguments: &[&str]) -> Terminal {
        Terminal::start_after(folder, arguments, "")
    }

    /// Starts the binary at a terminal at which somebody has typed already.
    pub fn start_after(folder: &Path, arguments: &[&str], keys: &str) -> Terminal {
        let mut command = command(folder);
        command.args(arguments);
        Terminal::on(command, keys)
    }

    /// Starts a line of shell commands.
    pub fn shell(folder: &Path, line: &str) -> Terminal {
        let mut command = surrounded(Command::new("sh"), folder);
        command.args(["-c", line]);
        Terminal::on(command, "")
    }

    fn on(mut command: Command, keys: &str) -> Terminal {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keyboard).unwrap();
        unlockpt(&keyboard).unwrap();
        let name = ptsname(&keyboard, Vec::new()).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&keyboard, size).unwrap();
        let name = name.into_string().unwrap();
        let screen = File::options().read(true).write(true).open(name).unwrap();
        let end = |file: &File| Stdio::from(OwnedFd::from(file.try_clone().unwrap()));
        command
            .stdin(end(&screen))
            .stdout(end(&screen))
            .stderr(end(&screen));
        // SAFETY: both calls may be made between fork and exec: they only make system calls.
        unsafe {
            command.pre_exec(|| {
                rustix::process::setsid()?;
                rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
                Ok(())
            });
        }
        let mut keyboard = File::from(keyboard);
        keyboard.write_all(keys.as_bytes()).unwrap();
        let process = command.spawn().unwrap();
        drop((command, screen));
        let mut output = keyboard.try_clone().unwrap();
        let (send, shown) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                if send.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            keyboard,
            shown,
            raw: Vec::new(),
            seen: 0,
            process,
        }
    }

    /// Types.
    pub fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until a text appears after what the last wait has seen.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_for_either(text, text);
    }

    /// Waits for one of two texts, and says which came first.
    pub fn wait_for_either(&mut self, one: &str, other: &str) -> usize {
        let start = Instant::now();
        loop {
            let new = String::from_utf8_lossy(&self.raw[self.seen..]).into_owned();
            let found = [one, other].map(|text| new.find(text));
            let first = match found {
                [None, None] => None,
                [Some(a), Some(b)] if a <= b => Some((0, a + one.len())),
                [Some(a), None] => Some((0, a + one.len())),
                [_, Some(b)] => Some((1, b + other.len())),
            };
            if let Some((which, end)) = first {
                // Bytes that are no text would be counted otherwise; the screen holds none.
                self.seen += end;
                return which;
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.shown.recv_timeout(left) {
                Ok(bytes) => self.raw.extend(bytes),
                Err(_) => panic!("no {one:?} in:\n{}", self.raw()),
            }
        }
    }

    /// Everything that was written to the terminal so far.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Waits for the end, and returns the exit code.
    pub fn end(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            while let Ok(bytes) = self.shown.try_recv() {
                self.raw.extend(bytes);
            }
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.code().expect("not killed by a signal");
            }
            assert!(start.elapsed() < PATIENCE, "it goes on:\n{}", self.raw());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
