//! Native code that writes into the program's objects: stand-ins for the functions of JNI that do it.
//!
//! The JVM lets an agent put functions of its own in the place of JNI's. Those here tell the Java runtime which object or
//! static field is about to be written, and call the function that was there before. What was written is looked at when
//! the thread makes its next record. Natives of the JDK come by here too, for instance when they fill a buffer.
//!
//! Invariants: an exception that is pending stays pending; nothing of Java runs while the thread holds an array that the
//! garbage collector must not move (a critical region), what was written there is told at its end; the agent's own calls
//! of JNI never come here, see [`Jni`].
//!
//! Arrays that native code takes in its hands as a whole are compared with what they were: most are only read.

#![allow(non_snake_case, reason = "stand-ins have the names of JNI's functions")]

use std::cell::{Cell, RefCell};
use std::ffi::c_void;

use jvmti_bindings::sys::jni::{
    JNINativeInterface_, jboolean, jbyte, jchar, jdouble, jfloat, jshort,
};

use super::ffi::{JNIEnv, Jni, Jvmti, guarded, jclass, jfieldID, jint, jlong, jobject};
use super::runtime::Runtime;
use super::{agent, ffi};

/// Of `Release…`: what was changed is given up.
const JNI_ABORT: jint = 2;
/// Of `Release…`: what was changed is taken over, but more may come.
const JNI_COMMIT: jint = 1;
/// Instead of a fingerprint: what the array held is not known.
const UNKNOWN: jlong = 0;
/// All elements of an array.
const WHOLE: (jint, jint) = (0, jint::MAX);
/// More arrays than this are not remembered while native code has them.
const MOST_LENT: usize = 64;

thread_local! {
    /// How many critical regions this thread is in.
    static CRITICAL: Cell<u32> = const { Cell::new(0) };
    /// Set while a write is told: whatever Java code does then is the recorder's own.
    static TELLING: Cell<bool> = const { Cell::new(false) };
    /// Arrays that native code has in its hands, each with the fingerprint of what it held.
    static LENT: RefCell<Vec<(jobject, jlong)>> = const { RefCell::new(Vec::new()) };
    /// Arrays that were given back in a critical region, in the same way.
    static RETURNED: RefCell<Vec<(jobject, jlong)>> = const { RefCell::new(Vec::new()) };
}

/// Puts the stand-ins into the table of JNI's functions; false when the JVM does not let it.
pub fn install(jvmti: Jvmti) -> bool {
    let (Some(original), Some(table)) = (jvmti.jni_functions(), jvmti.jni_functions()) else {
        return false;
    };
    ffi::keep_original(original);
    // SAFETY: the table is a fresh copy that nobody else knows.
    put_stand_ins(unsafe { &mut *table });
    jvmti.set_jni_functions(table)
}

/// Has the runtime told of something, unless nothing is recorded or the thread must not run Java code now.
fn tell(env: *mut JNIEnv, told: impl FnOnce(&Jni, &Runtime)) {
    guarded((), || {
        let agent = agent();
        let (Some(runtime), Some(live)) = (agent.runtime.get(), agent.live.get()) else {
            return;
        };
        // SAFETY: the environment is that of the native call under way.
        let Some(jni) = (unsafe { Jni::of_thread(env) }) else {
            return;
        };
        if live.recorder.is_cut() || CRITICAL.get() > 0 || TELLING.replace(true) {
            return;
        }
        let pending = jni.put_exception_aside();
        told(&jni, runtime);
        jni.throw_again(pending);
        TELLING.set(false);
    });
}

/// Native code is about to write into an object; of an array these elements.
pub fn tell_object(env: *mut JNIEnv, object: jobject, (from, to): (jint, jint)) {
    tell(env, |jni, runtime| runtime.writes(jni, object, from, to));
}

fn tell_static(env: *mut JNIEnv, class: jclass, field: jfieldID) {
    tell(env, |jni, runtime| {
        if let Some(field) = jni.reflected_static(class, field) {
            runtime.sets(jni, field);
            jni.forget(field);
        }
    });
}

/// Runs a native whose writes are told by others.
pub fn quietly<T>(native: impl FnOnce() -> T) -> T {
    let before = TELLING.replace(true);
    let result = native();
    TELLING.set(before);
    result
}

/// An array is about to be lent to native code as a whole.
fn tell_lent(env: *mut JNIEnv, array: jobject) {
    tell(env, |jni, runtime| {
        let fingerprint = runtime.fingerprint(jni, array);
        LENT.with_borrow_mut(|lent| {
            if lent.len() < MOST_LENT {
                lent.push((array, fingerprint));
            }
        });
    });
}

/// An array that was lent is given back.
fn tell_returned(env: *mut JNIEnv, array: jobject, mode: jint) {
    let fingerprint = LENT.with_borrow_mut(|lent| {
        let at = lent.iter().rposition(|(lent, _)| *lent == array);
        // What was lent in a critical region could not be looked at.
        at.map_or(UNKNOWN, |at| match mode {
            JNI_COMMIT => lent[at].1,
            _ => lent.swap_remove(at).1,
        })
    });
    if mode == JNI_ABORT {
        return;
    }
    if CRITICAL.get() > 0 {
        RETURNED.with_borrow_mut(|returned| {
            if returned.len() < MOST_LENT {
                returned.push((array, fingerprint));
            }
        });
    } else {
        tell(env, |jni, runtime| {
            runtime.returned(jni, array, fingerprint)
        });
    }
}

/// The thread has left a critical region; what was written in it is told when it was the outermost.
fn left_critical(env: *mut JNIEnv) {
    let left = CRITICAL.get().saturating_sub(1);
    CRITICAL.set(left);
    if left == 0 {
        for (array, fingerprint) in RETURNED.take() {
            tell(env, |jni, runtime| {
                runtime.returned(jni, array, fingerprint)
            });
        }
    }
}

/// Defines the stand-ins by the names of what they stand in for, and the function that puts them in place.
macro_rules! stand_ins {
    (
        fields { $($field:ident: $field_value:ty,)* }
        statics { $($static:ident: $static_value:ty,)* }
        regions { $($region:ident: $region_value:ty,)* }
        arrays { $($get:ident, $release:ident: $release_value:ty,)* }
    ) => {
        $(unsafe extern "system" fn $field(
            env: *mut JNIEnv,
            object: jobject,
            field: jfieldID,
            value: $field_value,
        ) {
            tell_object(env, object, WHOLE);
            // SAFETY: the arguments are those of the caller.
            unsafe { (Jni::original().$field)(env, object, field, value) }
        })*

        $(unsafe extern "system" fn $static(
            env: *mut JNIEnv,
            class: jclass,
            field: jfieldID,
            value: $static_value,
        ) {
            tell_static(env, class, field);
            // SAFETY: the arguments are those of the caller.
            unsafe { (Jni::original().$static)(env, class, field, value) }
        })*

        $(unsafe extern "system" fn $region(
            env: *mut JNIEnv,
            array: jobject,
            start: jint,
            length: jint,
            values: *const $region_value,
        ) {
            tell_object(env, array, (start, start.saturating_add(length)));
            // SAFETY: the arguments are those of the caller.
            unsafe { (Jni::original().$region)(env, array, start, length, values) }
        })*

        $(unsafe extern "system" fn $get(
            env: *mut JNIEnv,
            array: jobject,
            is_copy: *mut jboolean,
        ) -> *mut $release_value {
            tell_lent(env, array);
            // SAFETY: the arguments are those of the caller.
            unsafe { (Jni::original().$get)(env, array, is_copy) }
        }

        unsafe extern "system" fn $release(
            env: *mut JNIEnv,
            array: jobject,
            elements: *mut $release_value,
            mode: jint,
        ) {
            // SAFETY: the arguments are those of the caller.
            unsafe { (Jni::original().$release)(env, array, elements, mode) };
            tell_returned(env, array, mode);
        })*

        fn put_stand_ins(table: &mut JNINativeInterface_) {
            $(table.$field = $field;)*
            $(table.$static = $static;)*
            $(table.$region = $region;)*
            $(table.$get = $get;)*
            $(table.$release = $release;)*
            table.SetObjectArrayElement = SetObjectArrayElement;
            table.GetPrimitiveArrayCritical = GetPrimitiveArrayCritical;
            table.ReleasePrimitiveArrayCritical = ReleasePrimitiveArrayCritical;
            table.GetStringCritical = GetStringCritical;
            table.ReleaseStringCritical = ReleaseStringCritical;
        }
    };
}

stand_ins! {
    fields {
        SetObjectField: jobject,
        SetBooleanField: jboolean,
        SetByteField: jbyte,
        SetCharField: jchar,
        SetShortField: jshort,
        SetIntField: jint,
        SetLongField: jlong,
        SetFloatField: jfloat,
        SetDoubleField: jdouble,
    }
    statics {
        SetStaticObjectField: jobject,
        SetStaticBooleanField: jboolean,
        SetStaticByteField: jbyte,
        SetStaticCharField: jchar,
        SetStaticShortField: jshort,
        SetStaticIntField: jint,
        SetStaticLongField: jlong,
        SetStaticFloatField: jfloat,
        SetStaticDoubleField: jdouble,
    }
    regions {
        SetBooleanArrayRegion: jboolean,
        SetByteArrayRegion: jbyte,
        SetCharArrayRegion: jchar,
        SetShortArrayRegion: jshort,
        SetIntArrayRegion: jint,
        SetLongArrayRegion: jlong,
        SetFloatArrayRegion: jfloat,
        SetDoubleArrayRegion: jdouble,
    }
    arrays {
        GetBooleanArrayElements, ReleaseBooleanArrayElements: jboolean,
        GetByteArrayElements, ReleaseByteArrayElements: jbyte,
        GetCharArrayElements, ReleaseCharArrayElements: jchar,
        GetShortArrayElements, ReleaseShortArrayElements: jshort,
        GetIntArrayElements, ReleaseIntArrayElements: jint,
        GetLongArrayElements, ReleaseLongArrayElements: jlong,
        GetFloatArrayElements, ReleaseFloatArrayElements: jfloat,
        GetDoubleArrayElements, ReleaseDoubleArrayElements: jdouble,
    }
}

unsafe extern "system" fn SetObjectArrayElement(
    env: *mut JNIEnv,
    array: jobject,
    index: jint,
    value: jobject,
) {
    tell_object(env, array, (index, index.saturating_add(1)));
    // SAFETY: the arguments are those of the caller.
    unsafe { (Jni::original().SetObjectArrayElement)(env, array, index, value) }
}

unsafe extern "system" fn GetPrimitiveArrayCritical(
    env: *mut JNIEnv,
    array: jobject,
    is_copy: *mut jboolean,
) -> *mut c_void {
    tell_lent(env, array);
    // SAFETY: the arguments are those of the caller.
    let elements = unsafe { (Jni::original().GetPrimitiveArrayCritical)(env, array, is_copy) };
    CRITICAL.set(CRITICAL.get() + u32::from(!elements.is_null()));
    elements
}

unsafe extern "system" fn ReleasePrimitiveArrayCritical(
    env: *mut JNIEnv,
    array: jobject,
    elements: *mut c_void,
    mode: jint,
) {
    // SAFETY: the arguments are those of the caller.
    unsafe { (Jni::original().ReleasePrimitiveArrayCritical)(env, array, elements, mode) };
    tell_returned(env, array, mode);
    left_critical(env);
}

unsafe extern "system" fn GetStringCritical(
    env: *mut JNIEnv,
    string: jobject,
    is_copy: *mut jboolean,
) -> *const jchar {
    // SAFETY: the arguments are those of the caller.
    let characters = unsafe { (Jni::original().GetStringCritical)(env, string, is_copy) };
    CRITICAL.set(CRITICAL.get() + u32::from(!characters.is_null()));
    characters
}

unsafe extern "system" fn ReleaseStringCritical(
    env: *mut JNIEnv,
    string: jobject,
    characters: *const jchar,
) {
    // SAFETY: the arguments are those of the caller.
    unsafe { (Jni::original().ReleaseStringCritical)(env, string, characters) };
    left_critical(env);
}
