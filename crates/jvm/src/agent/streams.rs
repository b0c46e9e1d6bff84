//! Native methods of the JDK that the agent stands in front of: the standard streams, thread starts, the exit code.
//!
//! A native method is bound to its function the first time it is called; there the JVM asks which function to use. The
//! function given back notes what passes by and calls the original one.

use std::ffi::c_void;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use super::agent;
use super::ffi::{JNIEnv, Jni, guarded, jint, jmethodID, jobject, jvmtiEnv};

/// A native method of the JDK, and the function it was bound to before.
struct Watched {
    class: &'static str,
    method: &'static str,
    stand_in: *mut c_void,
    original: AtomicPtr<c_void>,
}

// SAFETY: the stand-in is the address of a function of this library.
unsafe impl Sync for Watched {}

macro_rules! watched {
    ($class:literal, $method:literal, $stand_in:ident) => {
        Watched {
            class: $class,
            method: $method,
            stand_in: $stand_in as *mut c_void,
            original: AtomicPtr::new(std::ptr::null_mut()),
        }
    };
}

static WRITE_BYTES: Watched = watched!("Ljava/io/FileOutputStream;", "writeBytes", write_bytes);
static WRITE: Watched = watched!("Ljava/io/FileOutputStream;", "write", write);
static READ_BYTES: Watched = watched!("Ljava/io/FileInputStream;", "readBytes", read_bytes);
static READ_BYTES_0: Watched = watched!("Ljava/io/FileInputStream;", "readBytes0", read_bytes_0);
static START: Watched = watched!("Ljava/lang/Thread;", "start0", start);
static HALT: Watched = watched!("Ljava/lang/Shutdown;", "halt0", halt);

static ALL: [&Watched; 6] = [
    &WRITE_BYTES,
    &WRITE,
    &READ_BYTES,
    &READ_BYTES_0,
    &START,
    &HALT,
];

/// The code the program has asked to exit with.
static EXIT_CODE: AtomicI32 = AtomicI32::new(0);

/// What `System.exit` or `halt` was given; 0 when the program just ended.
pub fn exit_code() -> i32 {
    EXIT_CODE.load(Ordering::Acquire)
}

/// The JVM is about to bind a native method.
pub unsafe extern "system" fn native_method_bind(
    _: *mut jvmtiEnv,
    _: *mut JNIEnv,
    _thread: jobject,
    method: jmethodID,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    guarded((), || {
        let Some((class, name)) = agent().jvmti.method_name(method) else {
            return;
        };
        if let Some(watched) = ALL
            .iter()
            .find(|watched| watched.method == name && watched.class == class)
        {
            watched.original.store(address, Ordering::Release);
            // SAFETY: the JVM passes a place for the function to use instead.
            unsafe { *new_address = watched.stand_in };
        }
    });
}

impl Watched {
    fn original(&self) -> *mut c_void {
        self.original.load(Ordering::Acquire)
    }
}

/// The number of the standard stream behind a `FileInputStream` or `FileOutputStream`, if it is one.
fn standard_stream(jni: &Jni, stream: jobject) -> Option<i32> {
    let number = jni.file_descriptor(stream)?;
    (0..=2).contains(&number).then_some(number)
}

fn note_stream(env: *mut JNIEnv, stream: jobject, bytes: jobject, offset: jint, length: jint) {
    guarded((), || {
        // SAFETY: the environment is that of the native call under way.
        let jni = unsafe { Jni::of_thread(env) };
        let (Some(jni), Some(runtime), Some(_)) = (jni, agent().runtime.get(), agent().live.get())
        else {
            return;
        };
        if let Some(number) = standard_stream(&jni, stream) {
            runtime.stream(&jni, number, bytes, offset, length);
        }
    });
}

extern "system" fn write_bytes(
    env: *mut JNIEnv,
    stream: jobject,
    bytes: jobject,
    offset: jint,
    length: jint,
    append: bool,
) {
    type Original = extern "system" fn(*mut JNIEnv, jobject, jobject, jint, jint, bool);
    note_stream(env, stream, bytes, offset, length);
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(WRITE_BYTES.original()) };
    original(env, stream, bytes, offset, length, append);
}

extern "system" fn write(env: *mut JNIEnv, stream: jobject, byte: jint, append: bool) {
    type Original = extern "system" fn(*mut JNIEnv, jobject, jint, bool);
    guarded((), || {
        // SAFETY: the environment is that of the native call under way.
        let jni = unsafe { Jni::of_thread(env) };
        if let Some(bytes) = jni.and_then(|jni| jni.byte_array(&[byte as u8])) {
            note_stream(env, stream, bytes, 0, 1);
        }
    });
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(WRITE.original()) };
    original(env, stream, byte, append);
}

extern "system" fn read_bytes(
    env: *mut JNIEnv,
    stream: jobject,
    bytes: jobject,
    offset: jint,
    length: jint,
) -> jint {
    read_with(&READ_BYTES, env, stream, bytes, offset, length)
}

extern "system" fn read_bytes_0(
    env: *mut JNIEnv,
    stream: jobject,
    bytes: jobject,
    offset: jint,
    length: jint,
) -> jint {
    read_with(&READ_BYTES_0, env, stream, bytes, offset, length)
}

fn read_with(
    watched: &Watched,
    env: *mut JNIEnv,
    stream: jobject,
    bytes: jobject,
    offset: jint,
    length: jint,
) -> jint {
    type Original = extern "system" fn(*mut JNIEnv, jobject, jobject, jint, jint) -> jint;
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(watched.original()) };
    let read = original(env, stream, bytes, offset, length);
    if read > 0 {
        note_stream(env, stream, bytes, offset, read);
    }
    read
}

extern "system" fn start(env: *mut JNIEnv, thread: jobject) {
    type Original = extern "system" fn(*mut JNIEnv, jobject);
    guarded((), || {
        // SAFETY: the environment is that of the native call under way.
        let jni = unsafe { Jni::of_thread(env) };
        if let (Some(jni), Some(runtime), Some(_)) =
            (jni, agent().runtime.get(), agent().live.get())
        {
            runtime.starting(&jni, thread);
        }
    });
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(START.original()) };
    original(env, thread);
}

extern "system" fn halt(env: *mut JNIEnv, class: jobject, status: jint) {
    type Original = extern "system" fn(*mut JNIEnv, jobject, jint);
    EXIT_CODE.store(status, Ordering::Release);
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(HALT.original()) };
    original(env, class, status);
}
