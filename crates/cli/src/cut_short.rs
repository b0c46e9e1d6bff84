//! Files of a recording are mapped into memory. When another program cuts one short, the system answers the next look at
//! it with a signal; this turns it into a message and an orderly exit. Checking lengths before each look would cost every
//! question and still leave a moment in between. Answers are on disk before the next question, so nothing is lost.

use signal_hook::consts::SIGBUS;

use crate::seat::restore_mode;
use crate::trouble::{Exit, Trouble};

const MESSAGE: &str = "\nerror: a file of the recording was cut short by another program while it was read\n \
                       help: the answers are kept; record the program again, or restore the recording, and resume\n";

/// From now on a file that is cut short ends the session with a message.
pub fn explain() -> Result<(), Trouble> {
    let said_and_gone = || {
        restore_mode();
        let _ = rustix::io::write(rustix::stdio::stderr(), MESSAGE.as_bytes());
        signal_hook::low_level::exit(Exit::Usage as i32);
    };
    // SAFETY: only plain system calls are made: setting the mode of the terminal, writing, and leaving at once.
    let watching = unsafe { signal_hook::low_level::register(SIGBUS, said_and_gone) };
    match watching {
        Ok(_) => Ok(()),
        Err(error) => Err(Trouble::usage(
            format!("failed to watch over mapped files: {error}"),
            "",
        )),
    }
}
