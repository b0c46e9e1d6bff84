//! Threads that can change nothing outside their process, for calls that are run again.
//!
//! A filter of system calls (seccomp) keeps the thread, and every thread and process that it starts, from opening files for
//! writing, changing folders, opening sockets, starting programs and sending signals. A call that tries gets an error, as on
//! a system that forbids it, and what it tried is remembered: its outcome says nothing then. (Libraries start processes with
//! all signals blocked; the kernel then ends the whole process, and how it ended says why.) The recorder's own threads and those
//! of the JVM run on as before.
//!
//! One folder is free: below it files and folders can be made and removed. The kernel cannot see paths, so a system call that
//! is refused comes to a handler, which looks at a copy of the path and makes the call itself, with a secret number in a place that
//! such calls do not use. The filter lets calls with that number pass.

use std::io;
use std::mem;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use libc::{c_int, c_long, c_void, siginfo_t, sock_filter, sock_fprog, ucontext_t};

use super::agent;
use super::ffi::{JNIEnv, Jni, guarded, jclass, jint, jobject};

/// The number of the last system call that was refused; -1 while there is none.
static REFUSED: AtomicI64 = AtomicI64::new(-1);

/// Whether something was changed in the folder that is free.
static USED_FREE: AtomicBool = AtomicBool::new(false);

/// What all confined threads share.
struct Freedom {
    /// The folder that is free, with a slash behind it.
    folder: Vec<u8>,
    /// The number that lets a system call pass.
    secret: u64,
}

static FREEDOM: OnceLock<Freedom> = OnceLock::new();

#[unsafe(export_name = "Java_java_lang_ElenchusRerun_confine")]
pub extern "system" fn confine(env: *mut JNIEnv, _: jclass, folder: jobject) -> bool {
    guarded(false, || {
        // SAFETY: the environment is this call's.
        let folder = unsafe { Jni::of_thread(env) }.and_then(|jni| jni.text(folder));
        let Some(folder) = folder else {
            return false;
        };
        let freedom = FREEDOM.get_or_init(|| {
            handle_refusals();
            Freedom {
                folder: format!("{folder}/").into_bytes(),
                secret: secret(),
            }
        });
        // Without a number that nobody can guess, nothing is confined.
        freedom.secret != 0 && install(&filter(freedom.secret)).is_ok()
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusRerun_wroteFiles")]
pub extern "system" fn wrote_files(_: *mut JNIEnv, _: jclass) -> bool {
    USED_FREE.load(Ordering::Acquire)
}

/// A number that nobody can guess; 0 where the system has none.
fn secret() -> u64 {
    let mut bytes = [0; 8];
    // SAFETY: the kernel writes at most as many bytes as there is room for.
    let count = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    match count {
        8 => u64::from_ne_bytes(bytes),
        _ => 0,
    }
}

#[unsafe(export_name = "Java_java_lang_ElenchusRerun_refused")]
pub extern "system" fn refused(env: *mut JNIEnv, _: jclass) -> jobject {
    guarded(ptr::null_mut(), || {
        let number = REFUSED.load(Ordering::Acquire);
        if number < 0 {
            return ptr::null_mut();
        }
        // SAFETY: the environment is this call's.
        let jni = unsafe { Jni::of_thread(env) };
        jni.and_then(|jni| jni.string(deed(number)))
            .unwrap_or(ptr::null_mut())
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusRerun_spareRings")]
pub extern "system" fn spare_rings(_: *mut JNIEnv, _: jclass, count: jint) {
    guarded((), || {
        if let Some(live) = agent().live.get() {
            live.recorder.spare_rings(count as usize);
        }
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusCaller_construct")]
pub extern "system" fn construct(
    env: *mut JNIEnv,
    _: jclass,
    object: jobject,
    owner: jclass,
    constructor: jobject,
    references: jobject,
    bits: jobject,
) {
    guarded((), || {
        // SAFETY: the environment is this call's, and the runtime passes what belongs together.
        unsafe {
            if let Some(jni) = Jni::of_thread(env) {
                jni.construct((object, owner), constructor, (references, bits));
            }
        }
    });
}

/// What a refused system call would have done, in the words of a sentence that begins "it would have".
fn deed(number: c_long) -> &'static str {
    if STARTING.contains(&number) || number == libc::SYS_clone {
        "started another program"
    } else if CONNECTING.contains(&number) {
        "opened a connection"
    } else if number == libc::SYS_kill {
        "sent a signal to a process"
    } else {
        "changed a file or a folder, or started many threads"
    }
}

/// A process that is started has no handler, so what it tries would go unnoticed: it is not even made.
#[cfg(target_arch = "x86_64")]
const STARTING: &[c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_fork,
    libc::SYS_vfork,
];
#[cfg(not(target_arch = "x86_64"))]
const STARTING: &[c_long] = &[libc::SYS_execve, libc::SYS_execveat];

const CONNECTING: &[c_long] = &[libc::SYS_socket];

/// System calls that change files or folders whatever their arguments are.
const CHANGING: &[c_long] = &[
    libc::SYS_openat2,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_mknodat,
    libc::SYS_fchmodat,
    libc::SYS_fchownat,
    libc::SYS_truncate,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_removexattr,
];

/// Those that only older systems have.
#[cfg(target_arch = "x86_64")]
const CHANGING_LONG_AGO: &[c_long] = &[
    libc::SYS_creat,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_mknod,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const CHANGING_LONG_AGO: &[c_long] = &[];

/// System calls that open a file, with the place of their flags among their arguments.
#[cfg(target_arch = "x86_64")]
const OPENING: &[(c_long, u32)] = &[(libc::SYS_openat, 2), (libc::SYS_open, 1)];
#[cfg(not(target_arch = "x86_64"))]
const OPENING: &[(c_long, u32)] = &[(libc::SYS_openat, 2)];

/// System calls that may change something below the folder that is free, with the place of their path among their arguments.
#[cfg(target_arch = "x86_64")]
const FREE: &[(c_long, usize)] = &[
    (libc::SYS_openat, 1),
    (libc::SYS_unlinkat, 1),
    (libc::SYS_mkdirat, 1),
    (libc::SYS_open, 0),
    (libc::SYS_unlink, 0),
    (libc::SYS_mkdir, 0),
    (libc::SYS_rmdir, 0),
];
#[cfg(not(target_arch = "x86_64"))]
const FREE: &[(c_long, usize)] = &[
    (libc::SYS_openat, 1),
    (libc::SYS_unlinkat, 1),
    (libc::SYS_mkdirat, 1),
];

/// The flags of opening that let a file be changed.
const WRITING: c_int =
    libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_APPEND;

/// Where the kernel puts the number of a system call, and its arguments.
const NUMBER: u32 = mem::offset_of!(libc::seccomp_data, nr) as u32;
const ARGUMENTS: u32 = mem::offset_of!(libc::seccomp_data, args) as u32;

/// The place of the secret number among the arguments of a system call.
const SECRET: u32 = 5;

/// The program that the kernel runs for every system call of the thread.
fn filter(secret: u64) -> Vec<sock_filter> {
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const EQUALS: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const HAS_ONE_OF: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    let step = |code: u32, k: u32, jt: u8, jf: u8| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let refuse = step(RETURN, libc::SECCOMP_RET_TRAP, 0, 0);
    let allow = step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0);
    let at = ARGUMENTS + 8 * SECRET;
    let [low, high] = [secret as u32, (secret >> 32) as u32];
    let mut program = vec![
        step(LOAD, at, 0, 0),
        step(EQUALS, low, 0, 3),
        step(LOAD, at + 4, 0, 0),
        step(EQUALS, high, 0, 1),
        allow,
        step(LOAD, NUMBER, 0, 0),
    ];
    for &(number, flags) in OPENING {
        program.extend([
            step(EQUALS, number as u32, 0, 4),
            step(LOAD, ARGUMENTS + 8 * flags, 0, 0),
            step(HAS_ONE_OF, WRITING as u32, 0, 1),
            refuse,
            allow,
        ]);
    }
    program.extend([
        // Threads are made as ever; a kernel without the newer call makes libraries use this one, whose flags can be seen.
        step(EQUALS, libc::SYS_clone3 as u32, 0, 1),
        step(RETURN, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32, 0, 0),
        step(EQUALS, libc::SYS_clone as u32, 0, 4),
        step(LOAD, ARGUMENTS, 0, 0),
        step(HAS_ONE_OF, libc::CLONE_THREAD as u32, 1, 0),
        refuse,
        allow,
    ]);
    let always = [
        STARTING,
        CONNECTING,
        CHANGING,
        CHANGING_LONG_AGO,
        &[libc::SYS_kill],
    ];
    for &number in always.into_iter().flatten() {
        program.extend([step(EQUALS, number as u32, 0, 1), refuse]);
    }
    program.push(allow);
    program
}

/// Puts the filter on the calling thread.
fn install(filter: &[sock_filter]) -> io::Result<()> {
    let program = sock_fprog {
        len: filter.len() as u16,
        filter: filter.as_ptr().cast_mut(),
    };
    let done = |result: c_int| match result {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    };
    let no_core = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: plain system calls; the kernel copies what they point to before they return.
    unsafe {
        // A system call that is refused while signals are blocked ends the process, which must leave nothing behind.
        done(libc::setrlimit(libc::RLIMIT_CORE, &raw const no_core))?;
        done(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
        done(libc::prctl(
            libc::PR_SET_SECCOMP,
            libc::SECCOMP_MODE_FILTER,
            &raw const program,
        ))
    }
}

/// Lets refused system calls return an error.
fn handle_refusals() {
    // SAFETY: an all-zero action is a valid one; the handler does only what handlers may.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = on_refusal as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER;
        libc::sigaction(libc::SIGSYS, &raw const action, ptr::null_mut());
    }
}

/// Makes a refused system call where that is free; else notes it, and lets it return "not permitted".
extern "C" fn on_refusal(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes the registers of the interrupted thread, in which the call's number, arguments and result have their
    // places.
    unsafe {
        let registers = &mut (*context.cast::<ucontext_t>()).uc_mcontext;
        #[cfg(target_arch = "x86_64")]
        {
            let at = |register: c_int| registers.gregs[register as usize];
            let number = at(libc::REG_RAX);
            let arguments = [libc::REG_RDI, libc::REG_RSI, libc::REG_RDX, libc::REG_R10].map(at);
            registers.gregs[libc::REG_RAX as usize] = outcome(number, arguments);
        }
        #[cfg(target_arch = "aarch64")]
        {
            let at = |register: usize| registers.regs[register] as i64;
            let (number, arguments) = (at(8), [at(0), at(1), at(2), at(3)]);
            registers.regs[0] = outcome(number, arguments) as u64;
        }
    }
}

/// What a refused system call returns.
///
/// # Safety
/// The arguments must be those of a system call that the calling thread has made.
unsafe fn outcome(number: i64, arguments: [i64; 4]) -> i64 {
    // SAFETY: the caller's promise.
    if let Some(result) = unsafe { made_freely(number, arguments) } {
        USED_FREE.store(true, Ordering::Release);
        return result;
    }
    REFUSED.store(number, Ordering::Release);
    -i64::from(libc::EPERM)
}

/// Makes a system call on a path below the folder that is free, and gives what it returned.
///
/// # Safety
/// As for [`outcome`].
unsafe fn made_freely(number: i64, mut arguments: [i64; 4]) -> Option<i64> {
    let freedom = FREEDOM.get()?;
    let (_, place) = FREE.iter().find(|(free, _)| *free == number)?;
    let mut path = [0u8; libc::PATH_MAX as usize];
    let given = arguments[*place] as *const u8;
    // SAFETY: the argument is a terminated text, or the program would have crashed without us, too. Another thread may change it
    // meanwhile, so that only the copy is looked at and used.
    let length = unsafe {
        let length = libc::strnlen(given.cast(), path.len() - 1);
        ptr::copy_nonoverlapping(given, path.as_mut_ptr(), length);
        length
    };
    if !is_below(&freedom.folder, &path[..length]) {
        return None;
    }
    arguments[*place] = path.as_ptr() as i64;
    let [a, b, c, d] = arguments;
    // SAFETY: the program's own call with a copy of its path; it is free to make it there.
    unsafe {
        match libc::syscall(number, a, b, c, d, 0, freedom.secret) {
            -1 => Some(-i64::from(*libc::__errno_location())),
            result => Some(result),
        }
    }
}

/// Whether a path leads below a folder, which ends with a slash. Links cannot be made there.
fn is_below(folder: &[u8], path: &[u8]) -> bool {
    let inside = path.strip_prefix(folder);
    inside.is_some_and(|inside| inside.split(|&byte| byte == b'/').all(|part| part != b".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_below_the_folder_is_free() {
        let below = |path: &[u8]| is_below(b"/tmp/x/", path);
        assert!(below(b"/tmp/x/a") && below(b"/tmp/x/a/..b"));
        assert!(!below(b"/tmp/x") && !below(b"/tmp/xy/a") && !below(b"a"));
        assert!(!below(b"/tmp/x/../y") && !below(b"/tmp/x/a/.."));
    }
}
