//! The Java runtime: its classes, defined in packages of the JDK by the boot loader, and the methods the agent calls.

use std::ffi::CStr;
use std::ptr;

use super::ffi::{Jni, jclass, jmethodID, jobject, jvalue};

/// Internal names and class files, compiled by the build script.
const CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime_classes.rs"));

/// How the names of the classes begin that run a recorded call again.
const RERUN: [&str; 6] = [
    "java/lang/ElenchusRerun",
    "java/lang/ElenchusCaller",
    "java/lang/ElenchusRebuilt",
    "java/lang/ElenchusCounters",
    "java/lang/ElenchusFactories",
    "java/lang/ElenchusLambdas",
];

/// Whether a class is one of the recorder's own.
pub fn is_own(class: &str) -> bool {
    let (_, name) = class.rsplit_once('/').unwrap_or(("", class));
    name.starts_with("Elenchus") && CLASSES.iter().any(|(own, _)| *own == class)
}

/// The runtime as defined in this JVM.
#[derive(Debug)]
pub struct Runtime {
    agent: jclass,
    start: jmethodID,
    warm_up: jmethodID,
    location: jmethodID,
    class_path: jmethodID,
    ended: jmethodID,
    starting: jmethodID,
    stream: jmethodID,
    writes: jmethodID,
    sets: jmethodID,
    fingerprint: jmethodID,
    returned: jmethodID,
}

// SAFETY: the classes are global references, and method numbers are valid on every thread.
unsafe impl Send for Runtime {}
// SAFETY: as above.
unsafe impl Sync for Runtime {}

impl Runtime {
    /// Defines the classes; those that run a recorded call again only where that is wanted.
    pub fn define(jni: &Jni, has_carriers: bool, reruns: bool) -> Option<Self> {
        let mut agent = ptr::null_mut();
        for (name, bytes) in CLASSES {
            if !reruns && RERUN.iter().any(|prefix| name.starts_with(prefix)) {
                continue;
            }
            let defined = if *name == "java/lang/ElenchusCarrier" && has_carriers {
                jni.define_boot_class(
                    name,
                    &rename(bytes, "currentThread", "currentCarrierThread"),
                )?
            } else {
                jni.define_boot_class(name, bytes)?
            };
            if *name == "java/lang/ElenchusAgent" {
                agent = jni.global(defined);
            }
        }
        let method =
            |owner, name: &CStr, signature: &CStr| jni.static_method(owner, name, signature);
        Some(Self {
            start: method(agent, c"start", c"(JJJJZZ)V")?,
            warm_up: method(agent, c"warmUp", c"()V")?,
            location: method(
                agent,
                c"location",
                c"(Ljava/security/ProtectionDomain;)Ljava/lang/String;",
            )?,
            class_path: method(agent, c"classPath", c"()Ljava/lang/String;")?,
            ended: method(agent, c"ended", c"()V")?,
            starting: method(agent, c"starting", c"(Ljava/lang/Thread;I)V")?,
            stream: method(agent, c"stream", c"(I[BII)V")?,
            writes: method(agent, c"writes", c"(Ljava/lang/Object;II)V")?,
            fingerprint: method(agent, c"fingerprint", c"(Ljava/lang/Object;)J")?,
            returned: method(agent, c"returned", c"(Ljava/lang/Object;J)V")?,
            sets: method(agent, c"sets", c"(Ljava/lang/reflect/Field;)V")?,
            agent,
        })
    }

    /// Makes the recorder ready. It is told whether code of the JDK that it calls itself may be rewritten.
    pub fn start(
        &self,
        jni: &Jni,
        addresses: [u64; 4],
        all_iterations: bool,
        reaches_platform: bool,
    ) -> bool {
        let [table, ids, turns, full] = addresses.map(|address| jvalue { j: address as i64 });
        let [all, platform] =
            [all_iterations, reaches_platform].map(|flag| jvalue { z: u8::from(flag) });
        let arguments = [table, ids, turns, full, all, platform];
        jni.call_static_void(self.agent, self.start, &arguments)
    }

    /// Makes sure that the runtime never is the first to need a class of the JDK.
    pub fn warm_up(&self, jni: &Jni) {
        jni.call_static_void(self.agent, self.warm_up, &[]);
    }

    /// The place of a protection domain, as a Java string.
    pub fn location(&self, jni: &Jni, domain: jvalue) -> Option<jobject> {
        jni.call_static_object(self.agent, self.location, &[domain])
    }

    /// The class path, as the program says it.
    pub fn class_path(&self, jni: &Jni) -> Option<String> {
        let text = jni.call_static_object(self.agent, self.class_path, &[])?;
        jni.text(text)
    }

    /// The calling thread ends.
    pub fn ended(&self, jni: &Jni) {
        jni.call_static_void(self.agent, self.ended, &[]);
    }

    /// The calling thread starts another.
    pub fn starting(&self, jni: &Jni, thread: jobject) {
        let arguments = [jvalue { l: thread }, jvalue { i: 0 }];
        jni.call_static_void(self.agent, self.starting, &arguments);
    }

    /// The calling thread wrote to or read from a standard stream.
    pub fn stream(&self, jni: &Jni, number: i32, bytes: jobject, offset: i32, length: i32) {
        let arguments = [
            jvalue { i: number },
            jvalue { l: bytes },
            jvalue { i: offset },
            jvalue { i: length },
        ];
        jni.call_static_void(self.agent, self.stream, &arguments);
    }

    /// The calling thread is about to write into an object; of an array these elements.
    pub fn writes(&self, jni: &Jni, object: jobject, from: i32, to: i32) {
        let arguments = [jvalue { l: object }, jvalue { i: from }, jvalue { i: to }];
        jni.call_static_void(self.agent, self.writes, &arguments);
    }

    /// The fingerprint of what an array holds; 0 when no recorded code knows it.
    pub fn fingerprint(&self, jni: &Jni, array: jobject) -> i64 {
        jni.call_static_long(self.agent, self.fingerprint, &[jvalue { l: array }])
    }

    /// Native code has had an array in its hands that had this fingerprint before, if it is not 0.
    pub fn returned(&self, jni: &Jni, array: jobject, fingerprint: i64) {
        let arguments = [jvalue { l: array }, jvalue { j: fingerprint }];
        jni.call_static_void(self.agent, self.returned, &arguments);
    }

    /// The calling thread is about to write a static field.
    pub fn sets(&self, jni: &Jni, field: jobject) {
        jni.call_static_void(self.agent, self.sets, &[jvalue { l: field }]);
    }
}

/// Changes a string in the constant pool of a class file.
fn rename(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let entry = |text: &str| {
        let mut entry = vec![1u8];
        entry.extend((text.len() as u16).to_be_bytes());
        entry.extend(text.as_bytes());
        entry
    };
    let (from, to) = (entry(from), entry(to));
    match bytes.windows(from.len()).position(|window| window == from) {
        Some(at) => [&bytes[..at], &to, &bytes[at + from.len()..]].concat(),
        None => bytes.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_method_that_finds_the_carrier_can_be_renamed() {
        let (_, bytes) = CLASSES
            .iter()
            .find(|(name, _)| name.ends_with("ElenchusCarrier"))
            .unwrap();
        let renamed = rename(bytes, "currentThread", "currentCarrierThread");
        assert_eq!(
            renamed.len(),
            bytes.len() + "currentCarrierThread".len() - "currentThread".len()
        );
    }

    #[test]
    fn the_runtime_has_every_method_of_the_contract() {
        let names = ["java/lang/ElenchusRecorder", "java/lang/ElenchusPlaces"];
        let classes: Vec<_> = CLASSES
            .iter()
            .filter(|(name, _)| names.contains(name))
            .map(|(_, bytes)| crate::classfile::ClassFile::parse(bytes).unwrap())
            .collect();
        assert_eq!(classes.len(), names.len());
        for method in crate::contract::all() {
            let is_in = |class: &crate::classfile::ClassFile| {
                class.methods.iter().any(|found| {
                    class.pool.utf8(found.name).ok() == Some(method.name.as_bytes())
                        && class.pool.utf8(found.descriptor).ok()
                            == Some(method.descriptor.as_bytes())
                })
            };
            let found = classes.iter().any(is_in);
            assert!(found, "{}{}", method.name, method.descriptor);
        }
    }
}
