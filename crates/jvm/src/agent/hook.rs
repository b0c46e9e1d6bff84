//! The class file hook: decides how much of a class is recorded and rewrites it.
//!
//! Whatever goes wrong here leaves the class as it is, with one warning: the program never fails because of the recorder.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::ffi::{Jni, jobject, jvalue};
use super::{Agent, hooks, runtime, say};
use crate::contract::{self, Definitions};
use crate::rewrite;
use crate::scope::{self, Level, Origin};

thread_local! {
    /// Set while the hook itself asks Java something, which may load classes.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// A class as the hook gets it.
pub struct Loading<'a> {
    /// Internal name.
    pub name: &'a str,
    /// The class file.
    pub bytes: &'a [u8],
    /// Its loader; null for the boot loader.
    pub loader: jobject,
    /// Where it comes from, or null.
    pub domain: jobject,
    /// Whether the class is loaded already and is sent through the hook again.
    pub again: bool,
}

impl Agent {
    /// The new class file, or none when the class stays as it is.
    pub fn rewrite(&self, jni: Option<&Jni>, class: &Loading) -> Option<Vec<u8>> {
        if runtime::is_own(class.name) || ASKING.get() {
            return None;
        }
        let Some(live) = self.live.get() else {
            return self.number_early(class);
        };
        if live.recorder.is_cut() {
            return None;
        }
        if class.loader.is_null() && hooks::concerns(class.name) {
            return hooks::insert(class.name, class.bytes);
        }
        let level = self.scope.class(class.name, || {
            jni.map_or(Origin::Elsewhere, |jni| self.origin(jni, class))
        });
        if level == Level::Opaque {
            return None;
        }
        let loader = self.jvmti.loader_key(class.loader);
        let method_level = |name: &str, _descriptor: &str| {
            contract_level(self.scope.method(class.name, name, level))
        };
        let mut catalogue = live.catalogue();
        catalogue.set_loader(loader);
        let options = rewrite::Options {
            level: contract_level(level),
            // A class that comes again, for another agent's sake, has to have the fields it had.
            id_field: !class.again
                || catalogue.has_number_field(class.name, loader)
                || lock(&self.numbered_early).contains(class.name),
            method_level: Some(&method_level),
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let definitions: &mut dyn Definitions = &mut *catalogue;
            rewrite::rewrite(class.bytes, &options, definitions)
        }));
        let reason = match outcome {
            Ok(Ok(rewritten)) => {
                for method in rewritten.skipped {
                    let name = format!(
                        "{}.{}{}",
                        class.name.replace('/', "."),
                        method.name,
                        method.descriptor
                    );
                    catalogue.skip(name, method.reason);
                }
                return rewritten.bytes;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "of an internal problem".to_string(),
        };
        let name = class.name.replace('/', ".");
        say(&format!("class {name} is not recorded: {reason}"));
        catalogue.skip(name, reason);
        None
    }

    /// Collections that the JVM loads before the recorder is ready only get their number field: it cannot be added later.
    fn number_early(&self, class: &Loading) -> Option<Vec<u8>> {
        if class.again || !scope::is_logged(&class.name.replace('/', ".")) {
            return None;
        }
        let options = rewrite::Options {
            level: contract::Level::WritesOnly,
            id_field: true,
            method_level: Some(&|_, _| contract::Level::Opaque),
        };
        let rewritten = rewrite::rewrite(class.bytes, &options, &mut Undefined).ok()?;
        if rewritten.bytes.is_some() {
            lock(&self.numbered_early).insert(class.name.to_string());
        }
        rewritten.bytes
    }

    /// Where the class file lies.
    fn origin(&self, jni: &Jni, class: &Loading) -> Origin {
        let Some(runtime) = self.runtime.get() else {
            return Origin::Elsewhere;
        };
        if class.loader.is_null() || class.domain.is_null() {
            return Origin::Elsewhere;
        }
        ASKING.set(true);
        let location = runtime
            .location(jni, jvalue { l: class.domain })
            .and_then(|string| jni.text(string));
        ASKING.set(false);
        location.map_or(Origin::Elsewhere, |path| {
            self.scope.origin(Path::new(&decode(&path)))
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes no definitions, for classes that are numbered only; what they hold is defined when they are rewritten.
struct Undefined;

impl Definitions for Undefined {
    fn class(&mut self, _: &contract::ClassDef) -> u32 {
        0
    }

    fn routine(&mut self, _: &contract::RoutineDef) -> u32 {
        0
    }

    fn r#loop(&mut self, _: &contract::LoopDef) -> u32 {
        0
    }

    fn field(&mut self, _: &contract::FieldDef) -> u32 {
        0
    }
}

fn contract_level(level: scope::Level) -> contract::Level {
    match level {
        Level::Opaque => contract::Level::Opaque,
        Level::Writes => contract::Level::WritesOnly,
        Level::Recorded => contract::Level::Recorded,
    }
}

/// Undoes the percent-encoding of a URL's path.
fn decode(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn urls_become_paths() {
        assert_eq!(decode("/a%20b/%C3%A9"), "/a b/é");
        assert_eq!(decode("/100%/x%zz%4"), "/100%/x%zz%4");
    }
}
