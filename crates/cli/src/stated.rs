//! What is said on the standard error around a dialogue. On a terminal its lines are broken where a reader would break them.

use std::io::{IsTerminal, stderr};

use elenchus_terminal::{Style, wrap};
use rustix::termios::tcgetwinsize;

/// Says one or more lines.
pub fn state(text: &str) {
    let width = match stderr().is_terminal() {
        true => tcgetwinsize(stderr()).ok().map(|size| size.ws_col),
        false => None,
    };
    for line in text.lines() {
        match width {
            Some(width @ 1..) => {
                for part in wrap(Style::default(), &[(None, line)], usize::from(width)) {
                    elenchus_guard::say!("{part}");
                }
            }
            _ => elenchus_guard::say!("{line}"),
        }
    }
}
