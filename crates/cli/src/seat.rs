//! Where the person sits: on which terminal questions are asked, and from where answers come.
//!
//! Usually both are the standard streams. When the standard input is the program's own (`echo 3 |
//! elenchus java Prog.java`), the person is asked at the controlling terminal instead.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use elenchus_terminal::{Ascii, Completions, Editor, Person, Plain, Room, Style, Typed};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionread;
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetwinsize,
    tcsetattr,
};

use crate::args::{Colour, SessionArgs};

/// Whose the standard input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StandardInput {
    /// Answers are read from it.
    #[default]
    Answers,
    /// The program reads from it.
    Program,
}

/// Where a session is held.
pub struct Seat {
    /// Where everything is shown.
    pub out: Box<dyn Write>,
    /// Who answers; nobody when there is no terminal to ask at, or when nobody is to be asked.
    pub person: Option<Box<dyn Person>>,
    pub style: Style,
    /// The terminal that everything is shown on, unless it is a pipe or a file.
    terminal: Option<File>,
}

impl Seat {
    /// Finds out where the person sits.
    pub fn find(args: &SessionArgs, input: StandardInput) -> Seat {
        let typed = io::stdin().is_terminal();
        let shown = io::stdout().is_terminal();
        let asks = args.otherwise.answer().is_none();
        let draws = !args.plain && !args.json && can_draw();
        let elsewhere = input == StandardInput::Program && !typed;
        let controlling = if asks && elsewhere || shown {
            open_terminal()
        } else {
            None
        };
        remember_mode(controlling.as_ref());
        let person: Option<Box<dyn Person>> = match &controlling {
            _ if !asks => None,
            Some(tty) if elsewhere => tty
                .try_clone()
                .ok()
                .map(|tty| at_terminal(draws, tty, true)),
            None if elsewhere => None,
            Some(tty) if typed && shown => match tty.try_clone() {
                Ok(tty) => Some(at_terminal(draws, tty, false)),
                Err(_) => Some(plain(true)),
            },
            _ => Some(plain(typed && shown)),
        };
        // Questions go where the answers come from.
        let on_terminal = shown || (elsewhere && person.is_some());
        let terminal = controlling.filter(|_| on_terminal);
        let out: Box<dyn Write> = match terminal.as_ref().map(File::try_clone) {
            Some(Ok(tty)) if !shown => Box::new(tty),
            _ => Box::new(io::stdout()),
        };
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Seat {
            out: if args.plain {
                Box::new(Ascii::new(out))
            } else {
                out
            },
            person,
            style: Style {
                colour: match args.color {
                    Colour::Always => true,
                    Colour::Never => false,
                    Colour::Auto => on_terminal && can_draw() && !no_colour && !args.plain,
                },
            },
            terminal,
        }
    }

    /// How much there is room for where questions are shown, before anything is.
    pub fn window() -> Room {
        match io::stdout().is_terminal() {
            true => Seat::room(open_terminal().as_ref()),
            false => Room::LEAST,
        }
    }

    /// How much there is room for, now.
    pub fn room(terminal: Option<&File>) -> Room {
        let size = terminal.and_then(|tty| tcgetwinsize(tty).ok());
        match size {
            Some(size) if size.ws_col > 0 && size.ws_row > 0 => Room {
                width: usize::from(size.ws_col),
                height: Some(usize::from(size.ws_row)),
            },
            _ => Room::LEAST,
        }
    }

    /// The terminal that everything is shown on, unless it is a pipe or a file.
    pub fn terminal(&self) -> Option<File> {
        self.terminal.as_ref().and_then(|tty| tty.try_clone().ok())
    }
}

/// Somebody at the controlling terminal, with line editing where it can be drawn; else lines are read from the terminal itself when the
/// standard input is somebody `elsewhere`'s.
fn at_terminal(draws: bool, tty: File, elsewhere: bool) -> Box<dyn Person> {
    let editor = draws.then(|| Editor::new(history_file()));
    let person: Box<dyn Person> = match (editor, tty.try_clone()) {
        (Some(Ok(editor)), _) => Box::new(editor),
        (_, Ok(tty)) if elsewhere => Box::new(Plain::new(BufReader::new(tty), true)),
        _ => plain(true),
    };
    Box::new(AtTerminal {
        person,
        tty,
        awaited: None,
    })
}

/// Somebody whose keys wait in a terminal until they are read.
struct AtTerminal {
    person: Box<dyn Person>,
    tty: File,
    /// A prompt of the line editor at which nothing was typed so far.
    awaited: Option<Awaited>,
}

impl Person for AtTerminal {
    fn has_prompt(&self) -> bool {
        self.person.has_prompt()
    }

    fn read(
        &mut self,
        prompt: &str,
        complete: &mut dyn FnMut(&str) -> Completions,
    ) -> io::Result<Typed> {
        // The mode stays until the line is read: keys that come in between are not shown twice.
        let mut awaited = self.awaited.take();
        if let Some(awaited) = &mut awaited {
            awaited.erase()?;
        }
        self.person.read(prompt, complete)
    }

    fn is_typing(&mut self, prompt: &str, time: Duration) -> io::Result<bool> {
        if self.awaited.is_none() && self.person.has_prompt() {
            self.awaited = Some(Awaited::begin(&self.tty, prompt)?);
        }
        let limit = Timespec::try_from(time).ok();
        let mut typed = [PollFd::new(&self.tty, PollFlags::IN)];
        Ok(matches!(poll(&mut typed, limit.as_ref()), Ok(1..)))
    }

    fn withdraw(&mut self) -> io::Result<()> {
        let awaited = self.awaited.take();
        awaited.map_or(Ok(()), |mut awaited| awaited.erase())
    }

    fn echoes(&self) -> bool {
        self.person.echoes()
    }

    fn forget(&mut self) -> bool {
        discard(&self.tty).unwrap_or(false)
    }
}

/// A prompt at which the first key is awaited. As long as it lives, the terminal passes on each key as it comes, without
/// showing it, as line editors want it.
struct Awaited {
    tty: File,
    /// The mode of the terminal before.
    mode: Termios,
    /// How many columns the prompt takes.
    width: usize,
}

impl Awaited {
    fn begin(tty: &File, prompt: &str) -> io::Result<Awaited> {
        let mode = tcgetattr(tty)?;
        let mut by_keys = mode.clone();
        let by_lines =
            LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        by_keys.local_modes.remove(by_lines);
        tcsetattr(tty, OptionalActions::Now, &by_keys)?;
        let mut awaited = Awaited {
            tty: tty.try_clone()?,
            mode,
            width: prompt.chars().count(),
        };
        awaited.tty.write_all(prompt.as_bytes())?;
        Ok(awaited)
    }

    /// Erases the prompt, so that it or something else can be written in its place.
    fn erase(&mut self) -> io::Result<()> {
        let columns = Seat::room(Some(&self.tty)).width;
        let rows_above = self.width.saturating_sub(1) / columns;
        if rows_above > 0 {
            write!(self.tty, "\x1b[{rows_above}A")?;
        }
        self.tty.write_all(b"\r\x1b[J")
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        let _ = tcsetattr(&self.tty, OptionalActions::Now, &self.mode);
    }
}

/// Throws away what was typed and not read; tells whether there was anything.
fn discard(tty: &File) -> rustix::io::Result<bool> {
    let mode = tcgetattr(tty)?;
    // Half a line is only counted when the terminal does not wait for the rest of it.
    let mut by_keys = mode.clone();
    by_keys.local_modes.remove(LocalModes::ICANON);
    tcsetattr(tty, OptionalActions::Now, &by_keys)?;
    let typed = ioctl_fionread(tty);
    let discarded = tcflush(tty, QueueSelector::IFlush);
    tcsetattr(tty, OptionalActions::Now, &mode)?;
    discarded?;
    Ok(typed? > 0)
}

/// Lines from the standard input as they come.
fn plain(echoes: bool) -> Box<dyn Person> {
    Box::new(Plain::new(BufReader::new(io::stdin()), echoes))
}

fn open_terminal() -> Option<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/tty")
        .ok()
}

/// Whether the terminal understands more than lines of text.
fn can_draw() -> bool {
    !matches!(std::env::var("TERM").as_deref(), Err(_) | Ok("" | "dumb"))
}

/// Where lines typed in earlier sessions are kept, in a folder that is made if need be. They may hold values of a program, so nobody else can read
/// them.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty());
    let state = folder("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(folder("HOME")?).join(".local/state"));
    let folder = state.or_else(home)?.join("elenchus");
    elenchus_guard::files::private_folder(&folder).ok()?;
    Some(folder.join("history"))
}

/// The mode of the terminal before a line editor changed it.
static MODE: OnceLock<(File, Termios)> = OnceLock::new();

fn remember_mode(terminal: Option<&File>) {
    if let Some(tty) = terminal.and_then(|tty| tty.try_clone().ok())
        && let Ok(mode) = tcgetattr(&tty)
    {
        let _ = MODE.set((tty, mode));
    }
}

/// Gives the terminal back as it was, when the process ends in the middle of a line.
pub fn restore_mode() {
    if let Some((tty, mode)) = MODE.get() {
        let _ = tcsetattr(tty, OptionalActions::Now, mode);
    }
}
