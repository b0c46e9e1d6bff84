//! Native methods of the JDK that the agent stands in front of: the standard streams, thread starts, the exit code, and
//! reflection on fields.
//!
//! A native method is bound to its function the first time it is called; there the JVM asks which function to use. The
//! function given back notes what passes by and calls the original one.

use std::ffi::{CStr, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::agent;
use super::ffi::{JNIEnv, Jni, guarded, jint, jmethodID, jobject, jvmtiEnv};
use crate::contract::ID_FIELD;

/// A native method of the JDK, and the function it was bound to before.
struct Watched {
    /// The symbol of that function. Methods that the JVM binds while it is still making itself have no names yet that
    /// could be asked for, so methods are told by their functions.
    symbol: &'static CStr,
    stand_in: *mut c_void,
    original: AtomicPtr<c_void>,
}

// SAFETY: the stand-in is the address of a function of this library.
unsafe impl Sync for Watched {}

macro_rules! watched {
    ($name:ident, $symbol:literal, $stand_in:ident) => {
        static $name: Watched = Watched {
            symbol: $symbol,
            stand_in: $stand_in as *mut c_void,
            original: AtomicPtr::new(std::ptr::null_mut()),
        };
    };
}

watched!(
    WRITE_BYTES,
    c"Java_java_io_FileOutputStream_writeBytes",
    write_bytes
);
watched!(WRITE, c"Java_java_io_FileOutputStream_write", write);
watched!(
    READ_BYTES,
    c"Java_java_io_FileInputStream_readBytes",
    read_bytes
);
watched!(READ, c"Java_java_io_FileInputStream_read0", read);
watched!(START, c"JVM_StartThread", start);
watched!(FIELDS, c"JVM_GetClassDeclaredFields", declared_fields);
watched!(HALT, c"Java_java_lang_Shutdown_halt0", halt);

static ALL: [&Watched; 7] = [
    &WRITE_BYTES,
    &WRITE,
    &READ_BYTES,
    &READ,
    &START,
    &FIELDS,
    &HALT,
];

/// The code the program has asked to exit with.
static EXIT_CODE: OnceLock<i32> = OnceLock::new();

/// What `System.exit` or `halt` was given, also by the JVM's handlers of signals; none when the program just ended.
pub fn exit_code() -> Option<i32> {
    EXIT_CODE.get().copied()
}

/// The JVM is about to bind a native method.
pub unsafe extern "system" fn native_method_bind(
    _: *mut jvmtiEnv,
    _: *mut JNIEnv,
    _thread: jobject,
    _method: jmethodID,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    guarded((), || {
        let Some(symbol) = symbol_at(address) else {
            return;
        };
        if let Some(watched) = ALL.iter().find(|watched| watched.symbol == symbol) {
            watched.original.store(address, Ordering::Release);
            // SAFETY: the JVM passes a place for the function to use instead.
            unsafe { *new_address = watched.stand_in };
        }
    });
}

/// The symbol that an address belongs to.
fn symbol_at(address: *mut c_void) -> Option<&'static CStr> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `dladdr` takes any address; the names it gives live as long as the library they are in.
    unsafe {
        let found = libc::dladdr(address, info.as_mut_ptr()) != 0;
        let info = info.assume_init();
        (found && info.dli_saddr == address && !info.dli_sname.is_null())
            .then(|| CStr::from_ptr(info.dli_sname))
    }
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

fn note_byte(env: *mut JNIEnv, stream: jobject, byte: u8) {
    guarded((), || {
        // SAFETY: the environment is that of the native call under way.
        let jni = unsafe { Jni::of_thread(env) };
        if let Some(bytes) = jni.and_then(|jni| jni.byte_array(&[byte])) {
            note_stream(env, stream, bytes, 0, 1);
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
    note_byte(env, stream, byte as u8);
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
    type Original = extern "system" fn(*mut JNIEnv, jobject, jobject, jint, jint) -> jint;
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(READ_BYTES.original()) };
    let read = original(env, stream, bytes, offset, length);
    if read > 0 {
        note_stream(env, stream, bytes, offset, read);
    }
    read
}

extern "system" fn read(env: *mut JNIEnv, stream: jobject) -> jint {
    type Original = extern "system" fn(*mut JNIEnv, jobject) -> jint;
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(READ.original()) };
    let byte = original(env, stream);
    if byte >= 0 {
        note_byte(env, stream, byte as u8);
    }
    byte
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
    // The first one counts: the JVM does not come back from it.
    let _ = EXIT_CODE.set(status);
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(HALT.original()) };
    original(env, class, status);
}

/// The fields of a class as reflection lists them, without the one the recorder has added.
extern "system" fn declared_fields(env: *mut JNIEnv, class: jobject, public_only: bool) -> jobject {
    type Original = extern "system" fn(*mut JNIEnv, jobject, bool) -> jobject;
    // SAFETY: the JVM bound this method to a function of this signature.
    let original: Original = unsafe { std::mem::transmute(FIELDS.original()) };
    let fields = original(env, class, public_only);
    if public_only || fields.is_null() {
        return fields;
    }
    guarded(fields, || {
        // SAFETY: the environment is that of the native call under way.
        let jni = unsafe { Jni::of_thread(env) };
        jni.and_then(|jni| jni.without_field(fields, ID_FIELD))
            .unwrap_or(fields)
    })
}
