//! The entry point of the agent and the events it listens to.

use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use elenchus_trace::frame::Codec;
use elenchus_trace::kind::Kind;
use elenchus_trace::meta::Meta;
use elenchus_trace::sealer::Sealer;
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_NATIVE_METHOD_BIND,
    JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VIRTUAL_THREAD_END, JVMTI_EVENT_VM_DEATH,
    JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_START,
};

use super::catalogue::Catalogue;
use super::facts::{internal_name, lineage};
use super::ffi::{
    JNIEnv, JavaVM, Jni, Jvmti, guarded, jclass, jint, jobject, jvmtiCapabilities, jvmtiEnv,
    jvmtiEventCallbacks,
};
use super::hook::Loading;
use super::runtime::Runtime;
use super::{AGENT, Agent, Live, agent, archives, hooks, native_writes, say, types, watched};
use crate::classfile;
use crate::options::Options;
use crate::scope::{self, Level, Origin, Scope};
use elenchus_recorder::Recorder;

thread_local! {
    /// Set while this thread sends loaded classes through the hook again.
    static RETRANSFORMING: Cell<bool> = const { Cell::new(false) };
}

/// Called by the JVM when it loads the agent. A failure here must not keep the program from running.
///
/// # Safety
/// Only the JVM calls this, with its own pointers.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(
    vm: *mut JavaVM,
    options: *mut c_char,
    _reserved: *mut c_void,
) -> jint {
    guarded(0, || {
        let line = if options.is_null() {
            String::new()
        } else {
            // SAFETY: the JVM passes a terminated string.
            unsafe { CStr::from_ptr(options) }
                .to_string_lossy()
                .into_owned()
        };
        // SAFETY: the pointer is the JVM's.
        if let Err(reason) = unsafe { load(vm, &line) } {
            say(&format!("failed to {reason}; the program is not recorded"));
        }
        0
    })
}

unsafe fn load(vm: *mut JavaVM, line: &str) -> Result<(), String> {
    let options = Options::decode(line).map_err(|error| error.to_string())?;
    if let Some(option) = archives::demanded() {
        return Err(format!(
            "record a JVM that must use or make an archive of classes ({option})"
        ));
    }
    if let Some(option) = archives::not_made() {
        say(&format!(
            "no archive of classes is made while a program is recorded ({option})"
        ));
    }
    // SAFETY: passed on from the entry point.
    let jvmti = unsafe { Jvmti::of_vm(vm) }.ok_or("get a JVMTI environment")?;
    let mut wanted = jvmtiCapabilities::default();
    wanted.set_can_generate_all_class_hook_events(true);
    wanted.set_can_retransform_classes(true);
    wanted.set_can_retransform_any_class(true);
    wanted.set_can_generate_native_method_bind_events(true);
    wanted.set_can_generate_early_class_hook_events(true);
    if !jvmti.add_capabilities(&wanted) {
        return Err("get the JVM's permission to rewrite classes".into());
    }
    let mut of_newer = jvmtiCapabilities::default();
    of_newer.set_can_support_virtual_threads(true);
    let has_virtual_threads = jvmti.add_capabilities(&of_newer);
    let scope = Scope::new(
        options.include.clone(),
        options.exclude.clone(),
        options.writes.clone(),
    )
    .with_jars(options.jars.clone());
    let agent = Agent {
        jvmti,
        options,
        scope,
        runtime: OnceLock::new(),
        live: OnceLock::new(),
        early: Mutex::default(),
    };
    if AGENT.set(agent).is_err() {
        return Err("load the agent twice".into());
    }
    let mut callbacks = jvmtiEventCallbacks::default();
    callbacks.VMStart = Some(vm_start);
    callbacks.VMInit = Some(vm_init);
    callbacks.VMDeath = Some(vm_death);
    callbacks.ClassFileLoadHook = Some(class_file_load_hook);
    callbacks.ClassPrepare = Some(class_prepare);
    callbacks.ThreadEnd = Some(thread_end);
    callbacks.VirtualThreadEnd = Some(virtual_thread_end);
    callbacks.NativeMethodBind = Some(watched::native_method_bind);
    let mut events = vec![
        JVMTI_EVENT_VM_START,
        JVMTI_EVENT_VM_INIT,
        JVMTI_EVENT_VM_DEATH,
        JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
        JVMTI_EVENT_CLASS_PREPARE,
        JVMTI_EVENT_THREAD_END,
        JVMTI_EVENT_NATIVE_METHOD_BIND,
    ];
    if has_virtual_threads {
        events.push(JVMTI_EVENT_VIRTUAL_THREAD_END);
    }
    if !jvmti.listen(&callbacks, &events) {
        return Err("listen to the JVM's events".into());
    }
    Ok(())
}

unsafe extern "system" fn vm_start(_: *mut jvmtiEnv, env: *mut JNIEnv) {
    guarded((), || {
        // SAFETY: the environment is this callback's.
        let Some(jni) = (unsafe { Jni::of_thread(env) }) else {
            return;
        };
        let reruns = agent().options.reruns;
        match Runtime::define(&jni, jni.version() >= 0x0015_0000, reruns) {
            Some(runtime) => {
                let _ = agent().runtime.set(runtime);
            }
            None => say("failed to define the recorder's classes; the program is not recorded"),
        }
    });
}

unsafe extern "system" fn vm_init(_: *mut jvmtiEnv, env: *mut JNIEnv, _thread: jobject) {
    guarded((), || {
        // SAFETY: the environment is this callback's.
        let jni = unsafe { Jni::of_thread(env) };
        let (Some(jni), Some(runtime)) = (jni, agent().runtime.get()) else {
            return;
        };
        match open_trace(&agent().options) {
            Ok(live) => agent().go_live(&jni, runtime, live),
            Err(reason) => say(&format!("failed to {reason}; the program is not recorded")),
        }
    });
}

fn open_trace(options: &Options) -> Result<Live, String> {
    let folder: PathBuf = if options.each_jvm {
        options.trace.join(std::process::id().to_string())
    } else {
        options.trace.clone()
    };
    let rules = |title: &str, patterns: &[scope::Pattern]| -> Vec<String> {
        patterns
            .iter()
            .map(|pattern| format!("{title} {}", pattern.text()))
            .collect()
    };
    let mut scope = vec![
        "record classes of directories".to_string(),
        "log writes of java.util collections".to_string(),
        "note how JUnit says that tests ended".to_string(),
    ];
    scope.extend(rules("record", &options.include));
    scope.extend(rules("leave out", &options.exclude));
    scope.extend(rules("log writes of", &options.writes));
    let command = command_line();
    let meta = Meta {
        recorder: format!("elenchus-jvm {}", env!("CARGO_PKG_VERSION")),
        language: "java".into(),
        program: program_of(&command),
        command,
        process: std::process::id(),
        scope,
        ..Meta::default()
    };
    let sealer =
        Sealer::open(&folder, &meta, Codec::default()).map_err(|error| error.to_string())?;
    let sealer = match options.max_trace {
        Some(limit) => sealer.limited(limit),
        None => sealer,
    };
    let recorder = Recorder::start(sealer, say)
        .map_err(|error| format!("start the sealing thread: {error}"))?;
    Ok(Live {
        catalogue: Mutex::new(Catalogue::new(recorder.clone())),
        recorder,
        uncaught: OnceLock::new(),
    })
}

/// The command line of this process.
fn command_line() -> Vec<String> {
    let bytes = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    bytes
        .split(|&byte| byte == 0)
        .filter(|part| !part.is_empty())
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect()
}

/// The main class or jar of a `java` command line.
fn program_of(command: &[String]) -> String {
    let takes_value = [
        "-cp",
        "-classpath",
        "--class-path",
        "-p",
        "--module-path",
        "--add-modules",
    ];
    let mut parts = command.iter().skip(1);
    while let Some(part) = parts.next() {
        if takes_value.contains(&part.as_str()) {
            parts.next();
        } else if part == "-jar" || part == "-m" || part == "--module" {
            return parts.next().cloned().unwrap_or_default();
        } else if !part.starts_with('-') && !part.starts_with('@') {
            return part.clone();
        }
    }
    String::new()
}

impl Agent {
    fn go_live(&self, jni: &Jni, runtime: &Runtime, live: Live) {
        let addresses = live.recorder.shared_addresses();
        if self.live.set(live).is_err() {
            return;
        }
        let Some(live) = self.live.get() else {
            return;
        };
        for pattern in self.scope.beyond_reach() {
            let text = pattern.text();
            say(&format!(
                "{text} is not recorded: the recorder itself stands on this code"
            ));
        }
        let all = self.options.loops == elenchus_recorder::Loops::All;
        let reaches_platform = self.scope.may_reach_platform();
        if !runtime.start(jni, addresses, all, reaches_platform) {
            say("failed to start the recorder's runtime; the program is not recorded");
            return;
        }
        let mut collections: Vec<jclass> = Vec::new();
        let mut writing: Vec<jclass> = Vec::new();
        let mut hooked: Vec<jclass> = Vec::new();
        let mut too_early = 0;
        let loaded = self.jvmti.loaded_classes();
        jni.expect_references(loaded.len());
        for class in loaded {
            let signature = self.jvmti.signature(class).unwrap_or_default();
            let name = internal_name(&signature);
            if scope::is_logged(&name.replace('/', ".")) {
                collections.push(class);
                if self.take_up_early(live, name) {
                    writing.push(class);
                }
            } else if hooks::concerns(name) {
                hooked.push(class);
            } else if reaches_platform
                && self.scope.class(name, || Origin::Elsewhere) != Level::Opaque
            {
                too_early += 1;
            }
        }
        if too_early > 0 {
            say(&format!(
                "{too_early} classes of the JDK that are loaded before any program starts are not recorded"
            ));
        }
        // Preparation events during this are of half-made versions of classes without fields; see `class_prepare`.
        RETRANSFORMING.set(true);
        // One exchange of code is quicker than two, but fails as a whole.
        if !self.jvmti.retransform(&[&writing[..], &hooked].concat()) {
            if !self.jvmti.retransform(&writing) {
                say("writes of collections loaded before the program are not recorded");
            }
            if !self.jvmti.retransform(&hooked) {
                say("writes by reflection are not noticed");
            }
        }
        RETRANSFORMING.set(false);
        for class in collections {
            self.define_prepared(jni, class);
        }
        runtime.warm_up(jni);
        if !native_writes::install(self.jvmti) {
            say("writes by native code are not noticed");
        }
    }

    /// Defines a class that is prepared.
    fn define_prepared(&self, jni: &Jni, class: jclass) {
        let (facts, _): (Vec<_>, Vec<_>) = lineage(self.jvmti, jni, class).into_iter().unzip();
        if let (Some(live), false) = (self.live.get(), facts.is_empty()) {
            live.catalogue().define_class(&facts, false, 0, Kind::Void);
        }
    }
}

unsafe extern "system" fn vm_death(_: *mut jvmtiEnv, env: *mut JNIEnv) {
    guarded((), || {
        if let Some(live) = agent().live.get() {
            // SAFETY: the environment is this callback's.
            let jni = unsafe { Jni::of_thread(env) };
            let runtime = agent().runtime.get();
            if let Some(path) = jni.and_then(|jni| runtime?.class_path(&jni)) {
                live.recorder.keep_class_path(&path);
            }
            live.recorder.finish(live.ending());
        }
    });
}

#[allow(clippy::too_many_arguments, reason = "the signature is JVMTI's")]
unsafe extern "system" fn class_file_load_hook(
    _: *mut jvmtiEnv,
    env: *mut JNIEnv,
    again: jclass,
    loader: jobject,
    name: *const c_char,
    domain: jobject,
    length: jint,
    bytes: *const u8,
    new_length: *mut jint,
    new_bytes: *mut *mut u8,
) {
    guarded((), || {
        // SAFETY: the JVM passes a terminated name or null, that many bytes, and the environment of this thread or null.
        let (name, bytes, jni) = unsafe {
            (
                (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy()),
                std::slice::from_raw_parts(bytes, length as usize),
                Jni::of_thread(env),
            )
        };
        // Who defines a class may leave it to the class file to name it.
        let Some(name) = name.or_else(|| classfile::this_name(bytes).ok().map(Cow::Owned)) else {
            return;
        };
        let class = Loading {
            name: &name,
            bytes,
            loader,
            domain,
            again: !again.is_null(),
        };
        let rewritten = agent().rewrite(jni.as_ref(), &class);
        let copy = rewritten.and_then(|bytes| Some((agent().jvmti.copy_out(&bytes)?, bytes.len())));
        if let Some((copy, length)) = copy {
            // SAFETY: the JVM expects its own memory and the length there.
            unsafe {
                *new_length = length as jint;
                *new_bytes = copy;
            }
        }
    });
}

/// Why a hidden class is not recorded.
const HIDDEN: &str = "it is a hidden class, which the JVM does not show to recorders";
const ACC_SYNTHETIC: u32 = 0x1000;

/// Whether a class is hidden: what makes the name of such a class unique stands behind a dot, which other names do not have here.
fn is_hidden(signature: &str) -> bool {
    signature.contains('.')
}

unsafe extern "system" fn class_prepare(
    _: *mut jvmtiEnv,
    env: *mut JNIEnv,
    _thread: jobject,
    class: jclass,
) {
    guarded((), || {
        let agent = agent();
        let Some(live) = agent.live.get() else {
            return;
        };
        // SAFETY: the environment is this callback's.
        let (Some(jni), Some(signature)) =
            (unsafe { Jni::of_thread(env) }, agent.jvmti.signature(class))
        else {
            return;
        };
        if is_hidden(&signature) && !agent.jvmti.loader_of(class).is_null() {
            let is_made_by_jvm = agent.jvmti.class_modifiers(class) & ACC_SYNTHETIC != 0
                || signature.contains("$$InjectedInvoker");
            if !is_made_by_jvm {
                let name = types::class_name(internal_name(&signature));
                live.catalogue().skip(name, HIDDEN.to_string());
            }
            return;
        }
        let expected = live.catalogue().expects(internal_name(&signature));
        if expected && !RETRANSFORMING.get() {
            agent.define_prepared(&jni, class);
        }
    });
}

unsafe extern "system" fn thread_end(_: *mut jvmtiEnv, env: *mut JNIEnv, _thread: jobject) {
    ended(env);
}

unsafe extern "system" fn virtual_thread_end(_: *mut jvmtiEnv, env: *mut JNIEnv, _thread: jobject) {
    ended(env);
}

/// The thread of this environment, or the virtual thread that it carries, ends.
fn ended(env: *mut JNIEnv) {
    guarded((), || {
        // SAFETY: the environment is this callback's.
        let jni = unsafe { Jni::of_thread(env) };
        if let (Some(jni), Some(runtime), Some(_)) =
            (jni, agent().runtime.get(), agent().live.get())
        {
            runtime.ended(&jni);
        }
    });
}
