//! The native methods of the Java runtime, found by the JVM by their names among the symbols of the agent.
//!
//! (Registering them by hand makes newer JVMs print a warning for classes of the boot loader.) None lets a panic through.

use std::ptr;

use elenchus_trace::definition::class_flag;
use elenchus_trace::kind::Kind;

use super::facts::{ClassFacts, internal_name, lineage};
use super::ffi::{JNIEnv, Jni, guarded, jclass, jint, jlong, jobject};
use super::types;
use super::{Agent, agent, say};
use crate::contract::{FieldDef, ID_FIELD};
use elenchus_recorder::Cut;
use elenchus_recorder::control::{self, Control};

/// The Java runtime only runs once the agent is live, so both are there; without them a native does nothing.
fn with<T>(fallback: T, body: impl FnOnce(&'static Agent, &'static super::Live) -> T) -> T {
    guarded(fallback, || {
        let agent = agent();
        body(
            agent,
            agent
                .live
                .get()
                .expect("natives are called after the start"),
        )
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_attach")]
pub extern "system" fn attach(
    env: *mut JNIEnv,
    _: jclass,
    tid: jlong,
    is_virtual: bool,
    name: jobject,
) -> jlong {
    with(0, |_, live| {
        // SAFETY: the environment is this call's.
        let jni = unsafe { Jni::of_thread(env) };
        let name = jni.and_then(|jni| jni.text(name)).unwrap_or_default();
        live.recorder.attach(tid, is_virtual, &name) as jlong
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_aside")]
pub extern "system" fn aside(_: *mut JNIEnv, _: jclass) -> jlong {
    with(0, |_, live| live.recorder.aside() as jlong)
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_nextSlot")]
pub extern "system" fn next_slot(_: *mut JNIEnv, _: jclass, owner: jlong, strand: jlong) {
    with((), |_, live| {
        // SAFETY: the runtime passes blocks it got from `attach`, the first of them its own thread's.
        unsafe {
            live.recorder
                .next_slot(owner as *mut Control, strand as *mut Control)
        }
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_becomeCarrier")]
pub extern "system" fn become_carrier(_: *mut JNIEnv, _: jclass, carrier: jlong) {
    // SAFETY: the runtime passes the block of its own thread.
    with((), |_, live| unsafe {
        live.recorder.become_carrier(carrier as *mut Control)
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_growNodes")]
pub extern "system" fn grow_nodes(_: *mut JNIEnv, _: jclass, strand: jlong) {
    // SAFETY: the runtime passes the block of its own strand.
    with((), |_, _| unsafe {
        (*(strand as *mut Control)).grow_nodes()
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_growWords")]
pub extern "system" fn grow_words(_: *mut JNIEnv, _: jclass, strand: jlong) {
    // SAFETY: the runtime passes the block of its own strand.
    with((), |_, _| unsafe {
        (*(strand as *mut Control)).grow_words()
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_promise")]
pub extern "system" fn promise(_: *mut JNIEnv, _: jclass, tid: jlong) -> jint {
    with(0, |_, live| live.recorder.promise(tid) as jint)
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_number")]
pub extern "system" fn number(_: *mut JNIEnv, _: jclass) -> jint {
    with(0, |_, live| live.recorder.number() as jint)
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_name")]
pub extern "system" fn name(env: *mut JNIEnv, _: jclass, number: jint, name: jobject) {
    with((), |_, live| {
        // SAFETY: the environment is this call's.
        let jni = unsafe { Jni::of_thread(env) };
        let name = jni.and_then(|jni| jni.text(name)).unwrap_or_default();
        live.recorder.name(number as u32, name);
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_find")]
pub extern "system" fn find(_: *mut JNIEnv, _: jclass, tid: jlong) -> jlong {
    with(0, |_, live| {
        let block = live.recorder.find(tid);
        block.map_or(0, |block| block as jlong)
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_detach")]
pub extern "system" fn detach(_: *mut JNIEnv, _: jclass, tid: jlong) {
    with((), |_, live| live.recorder.detach(tid));
}

/// What is on the stack when the runtime says that an exception leaves `main` and nobody has called it: `main` itself,
/// `exitThrow`, `thrown` and `leavesMain`.
const FRAMES_ABOVE_THE_LAUNCHER: jint = 4;

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_leavesMain")]
pub extern "system" fn leaves_main(env: *mut JNIEnv, _: jclass, class: jobject, message: jobject) {
    with((), |agent, live| {
        // Called by code that is not recorded, it may still be caught there.
        if agent.jvmti.frame_count() != Some(FRAMES_ABOVE_THE_LAUNCHER) {
            return;
        }
        // SAFETY: the environment is this call's.
        let Some(jni) = (unsafe { Jni::of_thread(env) }) else {
            return;
        };
        let class = jni.text(class).unwrap_or_default();
        let message = Some(message).filter(|message| !message.is_null());
        let text = match message.and_then(|message| jni.text(message)) {
            Some(message) => format!("{class}: {message}"),
            None => class,
        };
        live.set_uncaught(text);
    });
}

/// What is on the stack above a method that ends by a stack overflow: `exitThrow`, `overflowed` and `activations`.
const CALLS_ABOVE_THE_OVERFLOWN: usize = 3;

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_activations")]
pub extern "system" fn activations(_: *mut JNIEnv, _: jclass) -> jint {
    with(0, |agent, _| {
        let found = agent.jvmti.activations(CALLS_ABOVE_THE_OVERFLOWN);
        found.unwrap_or(0) as jint
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusStrand_cut")]
pub extern "system" fn cut(_: *mut JNIEnv, _: jclass, _reason: jint) {
    with((), |_, live| {
        live.recorder.cut(
            Cut::Ids,
            "the program made more objects than a trace can number",
        );
    });
}

#[unsafe(export_name = "Java_java_lang_ElenchusValues_map")]
pub extern "system" fn map(_: *mut JNIEnv, _: jclass, bytes: jlong) -> jlong {
    with(0, |_, _| {
        control::pages(bytes as usize).unwrap_or(0) as jlong
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusClass_layout")]
pub extern "system" fn layout(env: *mut JNIEnv, _: jclass, class: jclass, all: bool) -> jobject {
    with(ptr::null_mut(), |agent, live| {
        // SAFETY: the environment is this call's.
        let Some(jni) = (unsafe { Jni::of_thread(env) }) else {
            return ptr::null_mut();
        };
        let (facts, classes): (Vec<_>, Vec<_>) =
            lineage(agent.jvmti, &jni, class).into_iter().unzip();
        let mut rows = live.catalogue().layout(&facts, all);
        // The number fields come first, that of the most derived class before the others.
        let numbers = facts.iter().enumerate().filter_map(|(index, class)| {
            let field = class.fields.iter().find(|field| field.name == ID_FIELD)?;
            Some((index, ID_FIELD.to_string(), field.descriptor.clone()))
        });
        rows.splice(0..0, numbers);
        let mut items = Vec::with_capacity(3 * rows.len());
        for (index, name, descriptor) in rows {
            let (Some(name), Some(descriptor)) = (jni.string(&name), jni.string(&descriptor))
            else {
                return ptr::null_mut();
            };
            items.extend([classes[index], name, descriptor]);
        }
        jni.object_array(&items).unwrap_or(ptr::null_mut())
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusStatics_number")]
pub extern "system" fn number_of_static(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    name: jobject,
    descriptor: jobject,
) -> jint {
    with(0, |agent, live| {
        // SAFETY: the environment is this call's.
        let Some(jni) = (unsafe { Jni::of_thread(env) }) else {
            return 0;
        };
        let (Some(signature), Some(name), Some(descriptor)) = (
            agent.jvmti.signature(class),
            jni.text(name),
            jni.text(descriptor),
        ) else {
            return 0;
        };
        let loader = agent.jvmti.loader_key(agent.jvmti.loader_of(class));
        let field = FieldDef {
            owner: internal_name(&signature).to_string(),
            name,
            descriptor,
            is_static: true,
        };
        live.catalogue().static_field(&field, loader) as jint
    })
}

/// What a class is for the calls that name it; see `ElenchusPassed`.
const RECORDED: i8 = 1;
const LEFT_ALONE: i8 = 2;

#[unsafe(export_name = "Java_java_lang_ElenchusPassed_level")]
pub extern "system" fn level_of_callee(_: *mut JNIEnv, _: jclass, number: jint) -> i8 {
    with(0, |_, live| {
        match live.catalogue().is_callee_rewritten(number as u32) {
            None => 0,
            Some(true) => RECORDED,
            Some(false) => LEFT_ALONE,
        }
    })
}

/// The kinds of `ElenchusClass` that matter for a definition.
const ARRAY: jint = 3;
const STRING: jint = 4;
const BOX: jint = 5;
const TEXT: jint = 8;
const BUILDER: jint = 9;
const REREAD: jint = 10;
const PLATFORM: jint = 11;

#[unsafe(export_name = "Java_java_lang_ElenchusClass_nameUnprepared")]
pub extern "system" fn name_unprepared(_: *mut JNIEnv, _: jclass, class: jclass) -> jint {
    with(0, |agent, live| {
        if agent.jvmti.has_fields(class) {
            return 0;
        }
        let Some(signature) = agent.jvmti.signature(class) else {
            return 0;
        };
        let facts = ClassFacts {
            name: internal_name(&signature).to_string(),
            loader: agent.jvmti.loader_key(agent.jvmti.loader_of(class)),
            access: agent.jvmti.class_modifiers(class),
            fields: Vec::new(),
        };
        live.catalogue().name_class(facts) as jint
    })
}

#[unsafe(export_name = "Java_java_lang_ElenchusClass_define")]
pub extern "system" fn define(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    kind: jint,
    name: jobject,
    empty: jobject,
) -> jint {
    with(0, |agent, live| {
        // SAFETY: the environment is this call's.
        let Some(jni) = (unsafe { Jni::of_thread(env) }) else {
            return 0;
        };
        let mut facts: Vec<_> = lineage(agent.jvmti, &jni, class)
            .into_iter()
            .map(|(facts, _)| facts)
            .collect();
        let Some(own) = facts.first_mut() else {
            say("a class without a name is not recorded");
            return 0;
        };
        // Only what never changes gets another name, and all of its fields are recorded.
        let renamed = !name.is_null();
        if renamed && let Some(name) = jni.text(name) {
            own.name = name;
        }
        let (flags, element) = match kind {
            ARRAY => (class_flag::ARRAY, types::kind_of(&own.name[1..])),
            BOX => (class_flag::BOX, box_kind(&own.name)),
            STRING => (class_flag::TEXT | class_flag::SHARED_TEXT, Kind::Void),
            TEXT | BUILDER => (class_flag::TEXT, Kind::Void),
            _ => (0, Kind::Void),
        };
        let mut catalogue = live.catalogue();
        jni.set_int(empty, jint::from(catalogue.starts_empty(&facts)));
        let all = renamed || kind == REREAD || kind == PLATFORM;
        catalogue.define_class(&facts, all, flags, element) as jint
    })
}

fn box_kind(class: &str) -> Kind {
    match class {
        "java/lang/Boolean" => Kind::Bool,
        "java/lang/Byte" => Kind::Byte,
        "java/lang/Character" => Kind::Char,
        "java/lang/Short" => Kind::Short,
        "java/lang/Long" => Kind::Long,
        "java/lang/Float" => Kind::Float,
        "java/lang/Double" => Kind::Double,
        _ => Kind::Int,
    }
}
