//! The standard streams, thread starts, the exit code, and reflection on fields: what the natives of the JDK that do these
//! things (see [`super::watched`]) tell.

use std::sync::OnceLock;

use super::agent;
use super::ffi::{JNIEnv, Jni, guarded, jint, jobject};
use super::watched::{Watched, watched};
use crate::contract::ID_FIELD;

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

/// What is watched here.
pub static ALL: [&Watched; 7] = [
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
