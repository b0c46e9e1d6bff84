//! Natives of the JDK that write into arrays in ways of their own, or only read what they take as if to write.
//!
//! `java.lang.reflect.Array` writes without the functions of JNI that [`super::native_writes`] knows. The natives of
//! `java.util.zip` take their input, which may be large and is read in many small steps, with the same function as their
//! output: only the output is told.

use super::ffi::{JNIEnv, jint, jlong, jobject};
use super::native_writes::{quietly, tell_object};
use super::watched::{Watched, watched};

/// `Array.set…` for each kind of value.
macro_rules! setters {
    ($($name:ident: $symbol:literal, $stand_in:ident($value:ty);)*) => {
        $(
            watched!($name, $symbol, $stand_in);

            extern "system" fn $stand_in(
                env: *mut JNIEnv,
                class: jobject,
                array: jobject,
                index: jint,
                value: $value,
            ) {
                type Original = extern "system" fn(*mut JNIEnv, jobject, jobject, jint, $value);
                tell_object(env, array, (index, index.saturating_add(1)));
                // SAFETY: the JVM bound this method to a function of this signature.
                let original: Original = unsafe { std::mem::transmute($name.original()) };
                original(env, class, array, index, value);
            }
        )*
    };
}

setters! {
    SET: c"Java_java_lang_reflect_Array_set", set(jobject);
    SET_BOOLEAN: c"Java_java_lang_reflect_Array_setBoolean", set_boolean(u8);
    SET_BYTE: c"Java_java_lang_reflect_Array_setByte", set_byte(i8);
    SET_CHAR: c"Java_java_lang_reflect_Array_setChar", set_char(u16);
    SET_SHORT: c"Java_java_lang_reflect_Array_setShort", set_short(i16);
    SET_INT: c"Java_java_lang_reflect_Array_setInt", set_int(jint);
    SET_LONG: c"Java_java_lang_reflect_Array_setLong", set_long(jlong);
    SET_FLOAT: c"Java_java_lang_reflect_Array_setFloat", set_float(f32);
    SET_DOUBLE: c"Java_java_lang_reflect_Array_setDouble", set_double(f64);
}

watched!(
    INFLATE,
    c"Java_java_util_zip_Inflater_inflateBytesBytes",
    inflate
);
watched!(
    INFLATE_TO_BUFFER,
    c"Java_java_util_zip_Inflater_inflateBytesBuffer",
    inflate_to_buffer
);
watched!(
    DEFLATE,
    c"Java_java_util_zip_Deflater_deflateBytesBytes",
    deflate
);
watched!(
    DEFLATE_TO_BUFFER,
    c"Java_java_util_zip_Deflater_deflateBytesBuffer",
    deflate_to_buffer
);
watched!(CRC32, c"Java_java_util_zip_CRC32_updateBytes0", crc32);
watched!(ADLER32, c"Java_java_util_zip_Adler32_updateBytes", adler32);

/// What is watched here.
pub static ALL: [&Watched; 15] = [
    &SET,
    &SET_BOOLEAN,
    &SET_BYTE,
    &SET_CHAR,
    &SET_SHORT,
    &SET_INT,
    &SET_LONG,
    &SET_FLOAT,
    &SET_DOUBLE,
    &INFLATE,
    &INFLATE_TO_BUFFER,
    &DEFLATE,
    &DEFLATE_TO_BUFFER,
    &CRC32,
    &ADLER32,
];

/// A part of an array, as these natives get it: the array, where the part begins, how long it is.
type Part = (jobject, jint, jint);

fn tell_output(env: *mut JNIEnv, (array, from, length): Part) {
    tell_object(env, array, (from, from.saturating_add(length)));
}

/// Stand-ins that tell what is written, if anything is, and pass all arguments on.
macro_rules! stand_ins {
    ($($watched:ident: fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty $(, writes $output:expr)?;)*) => {
        $(
            #[allow(clippy::too_many_arguments, reason = "the signature is the JDK's")]
            extern "system" fn $name(env: *mut JNIEnv, $($argument: $kind),*) -> $result {
                type Original = extern "system" fn(*mut JNIEnv, $($kind),*) -> $result;
                $(tell_output(env, $output);)?
                // SAFETY: the JVM bound this method to a function of this signature.
                let original: Original = unsafe { std::mem::transmute($watched.original()) };
                quietly(|| original(env, $($argument),*))
            }
        )*
    };
}

stand_ins! {
    INFLATE: fn inflate(
        inflater: jobject, address: jlong, input: jobject, input_from: jint, input_length: jint, output: jobject,
        from: jint, length: jint
    ) -> jlong, writes (output, from, length);
    INFLATE_TO_BUFFER: fn inflate_to_buffer(
        inflater: jobject, address: jlong, input: jobject, from: jint, length: jint, output: jlong, room: jint
    ) -> jlong;
    DEFLATE: fn deflate(
        deflater: jobject, address: jlong, input: jobject, input_from: jint, input_length: jint, output: jobject,
        from: jint, length: jint, flush: jint, settings: jint
    ) -> jlong, writes (output, from, length);
    DEFLATE_TO_BUFFER: fn deflate_to_buffer(
        deflater: jobject, address: jlong, input: jobject, from: jint, length: jint, output: jlong, room: jint,
        flush: jint, settings: jint
    ) -> jlong;
    CRC32: fn crc32(class: jobject, sum: jint, bytes: jobject, from: jint, length: jint) -> jint;
    ADLER32: fn adler32(class: jobject, sum: jint, bytes: jobject, from: jint, length: jint) -> jint;
}
