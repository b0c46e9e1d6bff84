//! Native code that writes into the program's objects: stand-ins for the functions of JNI that do it.
//!
//! The JVM lets an agent put functions of its own in the place of JNI's. Those here tell the Java runtime which object or
//! static field is about to be written, and call the function that was there before. What was written is looked at when
//! the thread makes its next record. Natives of the JDK come by here too, for instance when they fill a buffer.
//!
//! Invariants: an exception that is pending stays pending; nothing of Java runs while the thread holds an array that the
//! garbage collector must not move (a critical region), what was written there is told at its end; the agent's own calls
//! of JNI never come here, see [`Jni`].

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
/// All elements of an array.
const WHOLE: (jint, jint) = (0, jint::MAX);
/// More arrays than this are not kept in one critical region; natives of the JDK have two.
const MOST_KEPT: usize = 64;

thread_local! {
    /// How many critical regions this thread is in.
    static CRITICAL: Cell<u32> = const { Cell::new(0) };
    /// Set while a write is told: whatever Java code does then is the recorder's own.
    static TELLING: Cell<bool> = const { Cell::new(false) };
    /// Arrays that were written in the critical region.
    static KEPT: RefCell<Vec<jobject>> = const { RefCell::new(Vec::new()) };
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

/// Has the runtime told of a write, unless nothing is recorded or the thread must not run Java code now.
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

fn tell_object(env: *mut JNIEnv, object: jobject, (from, to): (jint, jint)) {
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

/// An array that native code had in its hands is given back.
fn tell_released(env: *mut JNIEnv, array: jobject, mode: jint) {
    if mode == JNI_ABORT {
        return;
    }
    if CRITICAL.get() == 0 {
        tell_object(env, array, WHOLE);
        return;
    }
    KEPT.with_borrow_mut(|kept| {
        if kept.len() < MOST_KEPT {
            kept.push(array);
        }
    });
}

/// The thread has left a critical region; what was written in it is told when it was the outermost.
fn left_critical(env: *mut JNIEnv) {
    let left = CRITICAL.get().saturating_sub(1);
    CRITICAL.set(left);
    if left == 0 {
        for array in KEPT.take() {
            tell_object(env, array, WHOLE);
        }
    }
}

/// Defines the stand-ins by the names of what they stand in for, and the function that puts them in place.
macro_rules! stand_ins {
    (
        fields { $($field:ident: $field_value:ty,)* }
        statics { $($static:ident: $static_value:ty,)* }
        regions { $($region:ident: $region_value:ty,)* }
        releases { $($release:ident: $release_value:ty,)* }
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

        $(unsafe extern "system" fn $release(
            env: *mut JNIEnv,
            array: jobject,
            elements: *mut $release_value,
            mode: jint,
        ) {
            tell_released(env, array, mode);
            // SAFETY: the arguments are those of the caller.
            unsafe { (Jni::original().$release)(env, array, elements, mode) }
        })*

        fn put_stand_ins(table: &mut JNINativeInterface_) {
            $(table.$field = $field;)*
            $(table.$static = $static;)*
            $(table.$region = $region;)*
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
    releases {
        ReleaseBooleanArrayElements: jboolean,
        ReleaseByteArrayElements: jbyte,
        ReleaseCharArrayElements: jchar,
        ReleaseShortArrayElements: jshort,
        ReleaseIntArrayElements: jint,
        ReleaseLongArrayElements: jlong,
        ReleaseFloatArrayElements: jfloat,
        ReleaseDoubleArrayElements: jdouble,
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
    tell_released(env, array, mode);
    // SAFETY: the arguments are those of the caller.
    unsafe { (Jni::original().ReleasePrimitiveArrayCritical)(env, array, elements, mode) };
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
