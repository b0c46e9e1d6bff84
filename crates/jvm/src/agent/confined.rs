//! Threads that can change nothing outside their process, for calls that are run again.
//!
//! A filter of system calls (seccomp) keeps the thread, and every thread and process that it starts, from opening files for
//! writing, changing folders, opening sockets, starting programs and sending signals. A call that tries gets an error, as on
//! a system that forbids it, and what it tried is remembered: its outcome says nothing then. (Libraries start processes with
//! all signals blocked; the kernel then ends the whole process, and how it ended says why.) The recorder's own threads and those
//! of the JVM run on as before.

use std::io;
use std::mem;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicI64, Ordering};

use libc::{c_int, c_long, c_void, siginfo_t, sock_filter, sock_fprog, ucontext_t};

use super::agent;
use super::ffi::{JNIEnv, Jni, guarded, jclass, jint, jobject};

/// The number of the last system call that was refused; -1 while there is none.
static REFUSED: AtomicI64 = AtomicI64::new(-1);

#[unsafe(export_name = "Java_java_lang_ElenchusRerun_confine")]
pub extern "system" fn confine(_: *mut JNIEnv, _: jclass) -> bool {
    guarded(false, || {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(handle_refusals);
        install(&filter()).is_ok()
    })
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

/// The flags of opening that let a file be changed.
const WRITING: c_int =
    libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_APPEND;

/// Where the kernel puts the number of a system call, and its arguments.
const NUMBER: u32 = mem::offset_of!(libc::seccomp_data, nr) as u32;
const ARGUMENTS: u32 = mem::offset_of!(libc::seccomp_data, args) as u32;

/// The program that the kernel runs for every system call of the thread.
fn filter() -> Vec<sock_filter> {
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
    let mut program = vec![step(LOAD, NUMBER, 0, 0)];
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

/// Notes what was refused, and lets the system call return "not permitted".
extern "C" fn on_refusal(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes the registers of the interrupted thread, in which the call's number and result have their places.
    unsafe {
        let registers = &mut (*context.cast::<ucontext_t>()).uc_mcontext;
        #[cfg(target_arch = "x86_64")]
        {
            let result = &mut registers.gregs[libc::REG_RAX as usize];
            REFUSED.store(*result, Ordering::Release);
            *result = -i64::from(libc::EPERM);
        }
        #[cfg(target_arch = "aarch64")]
        {
            REFUSED.store(registers.regs[8] as i64, Ordering::Release);
            registers.regs[0] = -i64::from(libc::EPERM) as u64;
        }
    }
}
