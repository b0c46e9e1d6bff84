//! Passing signals on to the program while we wait for it, and the signal that stops it.
//!
//! A terminal sends Ctrl-C to the whole group, the program included, so a signal from the kernel is only kept from ending
//! us; one sent by another process is handed on.

use std::fs;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

/// The process that gets the signals; 0 for none.
static CHILD: AtomicI32 = AtomicI32::new(0);

/// The last signal that was passed on, until somebody takes notice; 0 for none.
static PASSED: AtomicI32 = AtomicI32::new(0);

const PASSED_ON: [libc::c_int; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];

extern "C" fn pass_on(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    _context: *mut libc::c_void,
) {
    let child = CHILD.load(Ordering::Acquire);
    // SAFETY: the system passes a valid description; `kill` may be called from a handler.
    unsafe {
        if child > 0 && (*info).si_code <= 0 {
            libc::kill(child, signal);
        }
    }
    PASSED.store(signal, Ordering::Release);
}

/// Signals are passed on to a process as long as this lives.
pub struct Forwarding {
    before: Vec<(libc::c_int, libc::sigaction)>,
}

impl Forwarding {
    /// Starts passing signals on.
    pub fn to(process: u32) -> Self {
        CHILD.store(process as i32, Ordering::Release);
        let before = PASSED_ON
            .iter()
            .map(|&signal| {
                let mut before = MaybeUninit::<libc::sigaction>::zeroed();
                // SAFETY: both structures are valid for the call; zeroes are a valid `sigaction`.
                let before = unsafe {
                    let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
                    action.sa_sigaction = pass_on as *const () as usize;
                    action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
                    libc::sigaction(signal, &action, before.as_mut_ptr());
                    before.assume_init()
                };
                (signal, before)
            })
            .collect();
        Self { before }
    }

    /// The signal that came since this was asked last.
    pub fn take() -> Option<libc::c_int> {
        let signal = PASSED.swap(0, Ordering::AcqRel);
        (signal != 0).then_some(signal)
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        CHILD.store(0, Ordering::Release);
        for (signal, before) in &self.before {
            // SAFETY: puts back what was there.
            unsafe { libc::sigaction(*signal, before, ptr::null_mut()) };
        }
    }
}

/// Stops a process as Ctrl-C would. What is started in the background of a script ignores Ctrl-C, and so do its children:
/// those are told to end.
pub fn stop(process: u32) {
    let signal = match ignores(process, libc::SIGINT) {
        true => libc::SIGTERM,
        false => libc::SIGINT,
    };
    // SAFETY: plain system call; a process that has ended meanwhile gives an error.
    unsafe { libc::kill(process as i32, signal) };
}

/// Whether a process ignores a signal. Never on systems that do not tell.
fn ignores(process: u32, signal: libc::c_int) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << (signal - 1) != 0)
}
