//! What the JVM knows about a prepared class: its name, ancestors and fields. No code of the class is run.

use super::ffi::{Jni, Jvmti, jclass};
use crate::contract::ID_FIELD;

/// A declared field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFacts {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub access: u32,
}

impl FieldFacts {
    /// Whether it belongs to objects and was not injected by the recorder.
    pub fn is_contents(&self) -> bool {
        self.access & ACC_STATIC == 0 && self.name != ID_FIELD
    }
}

/// A class and what it declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFacts {
    /// Internal name; a descriptor for arrays.
    pub name: String,
    /// Tells loaders apart.
    pub loader: i32,
    /// Its access flags.
    pub access: u32,
    /// What it declares, in order.
    pub fields: Vec<FieldFacts>,
}

/// `static`
pub const ACC_STATIC: u32 = 0x0008;
/// An enum class or constant.
pub const ACC_ENUM: u32 = 0x4000;

/// The internal name of a class from its signature.
pub fn internal_name(signature: &str) -> &str {
    signature
        .strip_prefix('L')
        .and_then(|name| name.strip_suffix(';'))
        .unwrap_or(signature)
}

/// What thread locals hold, which the Java runtime (`ElenchusThreadLocals`) tells as if it were fields of theirs.
fn of_thread_locals() -> [FieldFacts; 2] {
    [("isSet", "Z"), ("value", "Ljava/lang/Object;")].map(|(name, descriptor)| FieldFacts {
        name: name.to_string(),
        descriptor: descriptor.to_string(),
        access: 0,
    })
}

/// A class and its superclasses, itself first, with the references that belong to them.
pub fn lineage(jvmti: Jvmti, jni: &Jni, class: jclass) -> Vec<(ClassFacts, jclass)> {
    let mut found = Vec::new();
    let mut next = class;
    while !next.is_null() {
        let Some(signature) = jvmti.signature(next) else {
            break;
        };
        let declared = jvmti.fields(next).into_iter();
        let mut fields: Vec<FieldFacts> = declared
            .map(|(name, descriptor, access)| FieldFacts {
                name,
                descriptor,
                access,
            })
            .collect();
        let name = internal_name(&signature).to_string();
        if name == "java/lang/ThreadLocal" {
            fields.extend(of_thread_locals());
        }
        let facts = ClassFacts {
            name,
            loader: jvmti.loader_key(jvmti.loader_of(next)),
            access: jvmti.class_modifiers(next),
            fields,
        };
        found.push((facts, next));
        next = jni.superclass(next);
    }
    found
}
