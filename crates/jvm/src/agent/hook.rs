//! The class file hook: decides how much of a class is recorded and rewrites it.
//!
//! Whatever goes wrong here leaves the class as it is, with one warning: the program never fails because of the recorder.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::facts::internal_name;
use super::ffi::{Jni, jobject, jvalue};
use super::{Agent, Live, hooks, runtime, say};
use crate::classfile::{self, ClassFile};
use crate::contract::{self, ClassDef, Definitions};
use crate::rewrite::{self, Numbered};
use crate::scope::{self, Level, Origin};

thread_local! {
    /// Set while the hook itself asks Java something, which may load classes.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Why a class is not recorded of which nobody says where it comes from.
const OF_UNKNOWN_ORIGIN: &str =
    "its loader does not say where it comes from; --include with its name records it";

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

/// A collection that was loaded before the recorder was ready.
#[derive(Debug)]
pub struct Early {
    /// What is known of it.
    definition: ClassDef,
    /// Whether it writes nothing, so that there is nothing to rewrite unless its calls are to be recorded.
    is_silent: bool,
    /// Its class file.
    original: Vec<u8>,
}

impl Early {
    /// The class file to rewrite, given the one that the JVM has put together from a loaded class. The JVM does not keep the
    /// frames of classes that it has not verified, and without them no code can be added to methods that branch.
    fn with_frames<'a>(&'a self, given: &'a [u8]) -> &'a [u8] {
        let has_frames = |bytes| ClassFile::parse(bytes).is_ok_and(|class| class.has_frames());
        if has_frames(given) || !has_frames(&self.original) {
            given
        } else {
            &self.original
        }
    }
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
        let mut origin = Origin::Elsewhere;
        let level = self.scope.class(class.name, || {
            origin = jni.map_or(origin, |jni| self.origin(jni, live, class));
            origin
        });
        for pattern in self.scope.leaving_out(class.name, None) {
            live.catalogue().leave_out(pattern.text());
        }
        if level == Level::Opaque {
            if class.loader.is_null() {
                return None;
            }
            let mut catalogue = live.catalogue();
            catalogue.callees.leave_alone(class.name);
            if origin == Origin::Unknown && classfile::has_source(class.bytes) {
                catalogue.skip(class.name.replace('/', "."), OF_UNKNOWN_ORIGIN.to_string());
            }
            drop(catalogue);
            let told = || rewrite::tell_foreign_writes(class.bytes);
            return catch_unwind(AssertUnwindSafe(told)).ok()?.ok()?;
        }
        let loader = self.jvmti.loader_key(class.loader);
        let left_out = RefCell::new(Vec::new());
        let method_level = |name: &str, _descriptor: &str| {
            let patterns = self.scope.leaving_out(class.name, Some(name));
            left_out.borrow_mut().extend(patterns);
            contract_level(self.scope.method(class.name, name, level))
        };
        let early = lock(&self.early);
        let early = early
            .get(class.name)
            .filter(|_| class.again && class.loader.is_null());
        let bytes = early.map_or(class.bytes, |early| early.with_frames(class.bytes));
        let mut catalogue = live.catalogue();
        catalogue.set_loader(loader);
        let is_zoomed = |name: &str, descriptor: &str| {
            let routine = format!("{}.{name}{descriptor}", class.name.replace('/', "."));
            self.options.zoom.as_ref() == Some(&routine)
        };
        let options = rewrite::Options {
            level: contract_level(level),
            // A class that comes again, for another agent's sake, has to have the fields it had.
            id_field: match (class.again, early) {
                (true, Some(early)) => early.definition.has_id_field,
                (true, None) => catalogue.has_number_field(class.name, loader),
                (false, _) => !inherits_number(class),
            },
            method_level: Some(&method_level),
            zoom: self.options.zoom.is_some().then_some(&is_zoomed),
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let definitions: &mut dyn Definitions = &mut *catalogue;
            rewrite::rewrite(bytes, &options, definitions)
        }));
        for pattern in left_out.take() {
            catalogue.leave_out(pattern.text());
        }
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
        if class.again || !is_logged(class.name) {
            return None;
        }
        let Numbered {
            bytes,
            class: definition,
            is_silent,
        } = rewrite::number(class.bytes, !inherits_number(class)).ok()?;
        let early = Early {
            definition,
            is_silent,
            original: class.bytes.to_vec(),
        };
        lock(&self.early).insert(class.name.to_string(), early);
        bytes
    }

    /// Takes up a collection that was loaded before the recorder was ready. Says whether it has anything to be rewritten.
    pub fn take_up_early(&self, live: &Live, name: &str) -> bool {
        let early = lock(&self.early);
        let Some(silent) = early.get(name).filter(|early| early.is_silent) else {
            return true;
        };
        if self.scope.class(name, || Origin::Elsewhere) != Level::Writes {
            return true;
        }
        let mut catalogue = live.catalogue();
        catalogue.set_loader(self.jvmti.loader_key(ptr::null_mut()));
        catalogue.class(&silent.definition);
        false
    }

    /// Where the class file lies. What a loader of the program makes without saying from where is the program's.
    fn origin(&self, jni: &Jni, live: &Live, class: &Loading) -> Origin {
        let Some(runtime) = self.runtime.get() else {
            return Origin::Elsewhere;
        };
        if class.loader.is_null() {
            return Origin::Elsewhere;
        }
        ASKING.set(true);
        let location = runtime
            .location(jni, jvalue { l: class.domain })
            .and_then(|string| jni.text(string));
        ASKING.set(false);
        if let Some(url) = location {
            return match url.strip_prefix("file:") {
                Some(path) => match self.scope.origin(Path::new(&decode(path))) {
                    Origin::Directory | Origin::ProgramJar
                        if is_made_by_library(Path::new(&decode(path)), class) =>
                    {
                        Origin::Elsewhere
                    }
                    origin => origin,
                },
                None => Origin::Elsewhere,
            };
        }
        let signature = self.jvmti.signature(jni.class_of(class.loader));
        let is_of_program = |signature: String| {
            let loader = internal_name(&signature);
            live.catalogue().is_name_rewritten(loader)
        };
        match signature.is_some_and(is_of_program) {
            true => Origin::Directory,
            false => Origin::Unknown,
        }
    }
}

/// Whether a library has made a class while the program runs and only claims that it comes from this place, where the class
/// lies that it stands in for: mocks, proxies and their helpers. No compiler made it of a source file, and no such file is there.
fn is_made_by_library(place: &Path, class: &Loading) -> bool {
    let is_there = match place.is_dir() {
        true => place.join(format!("{}.class", class.name)).exists(),
        // To look into a jar would take long; compilers leave such names alone.
        false => !["$$", "$MockitoMock$", "$HibernateProxy$", "$ByteBuddy$"]
            .iter()
            .any(|mark| class.name.contains(mark)),
    };
    !is_there && !classfile::has_source(class.bytes)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the class is one of the platform whose writes are logged.
fn is_logged(name: &str) -> bool {
    scope::is_logged(&name.replace('/', "."))
}

/// Whether the number of an object of this class is kept in a field of a superclass. The collections build on each other, and
/// their methods do not read the field, so that those need it only which do not extend another one.
fn inherits_number(class: &Loading) -> bool {
    class.loader.is_null()
        && is_logged(class.name)
        && classfile::super_name(class.bytes)
            .is_ok_and(|name| str::from_utf8(name).is_ok_and(is_logged))
}

fn contract_level(level: scope::Level) -> contract::Level {
    match level {
        Level::Opaque => contract::Level::Opaque,
        Level::Writes => contract::Level::WritesOnly,
        Level::Methods | Level::Recorded => contract::Level::Recorded,
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
