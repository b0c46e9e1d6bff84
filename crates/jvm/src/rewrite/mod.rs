//! Instrumentation of class files for recording.
//!
//! [`rewrite`] turns a class file into one that records itself by calling the runtime class of the
//! [contract](crate::contract). Per method: parse ([`crate::classfile`]), find the types at every instruction
//! ([`simulate`]), the loops ([`flow`]) and the units ([`units`]), plan ids and new locals ([`plan`]), write the new code
//! ([`emit`], with [`events`] for calls, loops and lines and [`writes`] for stores), and put the attribute together
//! ([`finish`]).
//!
//! Invariants:
//! - Any input gives a result or an error, never a panic.
//! - A method that cannot be instrumented is left exactly as it is and reported; the others are not affected.
//! - Instructions of the program stay the ones that fail: nothing they do is replaced, so exceptions keep their class,
//!   message and place.

mod debug;
mod dominators;
mod emit;
mod events;
mod finish;
mod flow;
#[cfg(test)]
mod flow_tests;
mod foreign;
mod hash;
pub mod insert;
mod intercept;
mod lend;
mod loop_plan;
mod loops;
mod method;
mod number;
mod own;
mod plan;
mod silent;
mod simulate;
mod trivial;
mod units;
mod writes;
mod zoom;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use crate::classfile::assemble::Unfinished;
use crate::classfile::code::Code;
use crate::classfile::descriptor::text;
use crate::classfile::frames::{Frame, TypeNames, read_table};
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::classfile::reader::Reader;
use crate::classfile::{ClassError, ClassFile, Member, Result};
use crate::contract::{ClassDef, DeclaredField, Definitions, ID_FIELD, Level};

pub use foreign::tell_foreign_writes;
pub use number::{Numbered, number};
pub use trivial::is_lambda_body;

use debug::{Lines, statements};
use emit::{Emitter, Sink, Source};
use flow::Flow;
use loops::Clues;
use method::Method;
use plan::{Analysed, Plan};
use simulate::Context;
use zoom::Probes;

/// What to do with a class.
pub struct Options<'a> {
    /// The level of the class.
    pub level: Level,
    /// Whether to add [`ID_FIELD`]. Must be off when a loaded class is retransformed.
    pub id_field: bool,
    /// Lowers the level of single methods, by name and descriptor; none leaves all at the level of the class.
    pub method_level: Option<&'a MethodLevel<'a>>,
    /// Says by name and descriptor which methods are looked at closely: their local variables are recorded at every
    /// statement.
    pub zoom: Option<&'a IsZoomed<'a>>,
}

/// Whether a method is looked at closely, by its name and descriptor.
pub type IsZoomed<'a> = dyn Fn(&str, &str) -> bool + 'a;

/// The level of a method by its name and descriptor.
pub type MethodLevel<'a> = dyn Fn(&str, &str) -> Level + 'a;

/// Methods by name and descriptor, each with whether its writes are recorded.
type Declared = HashMap<(Vec<u8>, Vec<u8>), bool>;

/// The outcome for one class.
#[derive(Debug)]
pub struct Rewritten {
    /// The new class file; none when nothing had to change.
    pub bytes: Option<Vec<u8>>,
    /// The id of the class.
    pub class: u32,
    /// How many methods have code.
    pub methods: usize,
    /// Methods of which less is recorded than their level asks for.
    pub skipped: Vec<Skipped>,
}

/// A method that could not be instrumented, or not in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its id, if it was defined before it was given up.
    pub routine: Option<u32>,
    /// Why, as a fragment: "its code would exceed 65535 bytes".
    pub reason: String,
}

/// Versions of the class file format that are understood. Older minor versions of 45 have another layout.
const OLDEST: (u16, u16) = (45, 3);
/// The class whose call sites choose the case of a `switch` over patterns.
const SWITCHES: &[u8] = b"java/lang/runtime/SwitchBootstraps";
/// Why less is recorded of a method with subroutines: where they return to is not known before the code runs, so neither is which
/// instructions form a loop.
const WITHOUT_LOOPS: &str =
    "its calls and writes are recorded but not its loops: it was compiled for Java 1.4 or older";
/// The first version whose methods have a StackMapTable.
const FIRST_WITH_FRAMES: u16 = 50;

/// Rewrites a class file.
///
/// The class is defined in any case; at [`Level::Opaque`] nothing else happens.
pub fn rewrite(
    bytes: &[u8],
    options: &Options<'_>,
    definitions: &mut dyn Definitions,
) -> Result<Rewritten> {
    let mut class = ClassFile::parse(bytes)?;
    if (class.major, class.minor) < OLDEST {
        return Err(ClassError::Malformed("its version is older than 45.3"));
    }
    let bootstraps = hash::Bootstraps::read(&class);
    let has_numbers = !matches!(options.level, Level::Opaque | Level::Foreign);
    let adds_id = options.id_field && has_numbers && number::can_be_numbered(&class);
    let id = definitions.class(&class_definition(&class, bytes, options.level, adds_id)?);
    let mut rewriter = Rewriter {
        class: id,
        // Only recorded code reads the field.
        id_field: match adds_id && options.level == Level::Recorded {
            true => Some(
                class
                    .pool
                    .add_field(class.this_class, ID_FIELD.as_bytes(), b"I")?,
            ),
            false => None,
        },
        names: TypeNames::default(),
        fields: HashMap::new(),
        bootstraps,
        declared: declared(&class, options)?,
        leaves_out_loops: false,
        zoom: options.zoom,
        definitions,
    };
    let mut methods = std::mem::take(&mut class.methods);
    let mut outcome = Rewritten {
        bytes: None,
        class: id,
        methods: 0,
        skipped: Vec::new(),
    };
    let mut has_changed = false;
    for member in &mut methods {
        let Some(position) = member
            .attributes
            .iter()
            .position(|a| class.pool.utf8(a.name) == Ok(b"Code"))
        else {
            continue;
        };
        outcome.methods += 1;
        let method = Method::new(&class, member)?;
        let level = match options.method_level {
            Some(level) => level(&text(method.name), &text(method.descriptor)),
            None => options.level,
        };
        if level == Level::Opaque || options.level == Level::Opaque {
            continue;
        }
        let level = match options.level {
            Level::Recorded => level,
            of_class => of_class,
        };
        let pool = &mut class.pool;
        let mut code = rewriter.method(&method, member, position, pool, level);
        if let Err(failure) = code {
            outcome.skipped.push(Skipped {
                name: text(method.name),
                descriptor: text(method.descriptor),
                routine: failure.routine,
                reason: failure.reason,
            });
            // What it writes takes less room; objects then hold what they should in the calls around it.
            code = match level {
                Level::Recorded => {
                    rewriter.method(&method, member, position, pool, Level::WritesOnly)
                }
                _ => Ok(None),
            };
        }
        if level == Level::Recorded && code.is_ok() && rewriter.leaves_out_loops {
            outcome.skipped.push(Skipped {
                name: text(method.name),
                descriptor: text(method.descriptor),
                routine: None,
                reason: WITHOUT_LOOPS.to_owned(),
            });
        }
        if let Ok(Some(code)) = code {
            member.attributes[position].data = Cow::Owned(code);
            has_changed = true;
        }
    }
    class.methods = methods;
    if adds_id {
        number::add_number(&mut class)?;
        has_changed = true;
    }
    if has_changed {
        outcome.bytes = Some(class.write()?);
    }
    Ok(outcome)
}

/// The methods that a class declares, by name and descriptor, each with whether its writes are recorded.
fn declared(class: &ClassFile<'_>, options: &Options<'_>) -> Result<Declared> {
    let methods = class.methods.iter().map(|method| {
        let (name, descriptor) = (
            class.pool.utf8(method.name)?,
            class.pool.utf8(method.descriptor)?,
        );
        let level = options
            .method_level
            .map_or(options.level, |level| level(&text(name), &text(descriptor)));
        let key = (name.to_vec(), descriptor.to_vec());
        Ok((key, level != Level::Opaque))
    });
    methods.collect()
}

fn class_definition(
    class: &ClassFile<'_>,
    bytes: &[u8],
    level: Level,
    has_id_field: bool,
) -> Result<ClassDef> {
    let pool = &class.pool;
    let source_file = class.attribute(b"SourceFile").and_then(|data| {
        let constant = Reader::new(data).u2().ok()?;
        pool.utf8(constant).ok().map(text)
    });
    Ok(ClassDef {
        name: text(pool.class_name(class.this_class)?),
        super_name: match class.super_class {
            0 => None,
            constant => Some(text(pool.class_name(constant)?)),
        },
        interfaces: class
            .interfaces
            .iter()
            .map(|&constant| pool.class_name(constant).map(text))
            .collect::<Result<_>>()?,
        access: class.access,
        version: class.major,
        source_file,
        file_hash: hash::file(bytes),
        level,
        has_id_field,
        fields: class
            .fields
            .iter()
            .map(|field| {
                Ok(DeclaredField {
                    name: text(pool.utf8(field.name)?),
                    descriptor: text(pool.utf8(field.descriptor)?),
                    access: field.access,
                })
            })
            .collect::<Result<_>>()?,
    })
}

/// Why a method was given up.
struct Failure {
    routine: Option<u32>,
    reason: String,
}

impl From<ClassError> for Failure {
    fn from(error: ClassError) -> Failure {
        Failure {
            routine: None,
            reason: error.to_string(),
        }
    }
}

/// What the methods of one class share.
struct Rewriter<'d> {
    class: u32,
    /// The constant that names its field [`ID_FIELD`], if it gets one.
    id_field: Option<u16>,
    names: TypeNames,
    fields: HashMap<(u16, bool), u32>,
    bootstraps: hash::Bootstraps,
    /// The methods it declares.
    declared: Declared,
    /// Whether the method rewritten last may have loops that are not recorded.
    leaves_out_loops: bool,
    /// Which methods are looked at closely.
    zoom: Option<&'d IsZoomed<'d>>,
    definitions: &'d mut dyn Definitions,
}

impl Rewriter<'_> {
    /// The new Code attribute of a method, or none when it has to stay as it is.
    fn method<'a>(
        &mut self,
        method: &Method<'a>,
        member: &Member<'a>,
        position: usize,
        pool: &mut Pool<'a>,
        level: Level,
    ) -> std::result::Result<Option<Vec<u8>>, Failure> {
        let code = Code::parse(&member.attributes[position].data, pool)?;
        self.leaves_out_loops = code.has_subroutines() && code.leads_back();
        let stays = match level {
            Level::Recorded => false,
            Level::Foreign => !foreign::writes_foreign_fields(&code, pool, method.class),
            _ => silent::is_silent(method, &code, pool)?,
        };
        if stays {
            return Ok(None);
        }
        self.instrumented(method, member, &code, pool, level)
            .map(Some)
    }

    /// The new Code attribute of a method.
    fn instrumented<'a>(
        &mut self,
        method: &Method<'a>,
        member: &Member<'a>,
        code: &Code<'_>,
        pool: &mut Pool<'a>,
        level: Level,
    ) -> std::result::Result<Vec<u8>, Failure> {
        let mut lines = Lines::read(code, pool);
        let names = &mut self.names;
        let initial = simulate::initial_frame(method, names);
        let (known, has_table) = known_frames(method, code, pool, names, &initial)?;
        let flow;
        let mut probes = None;
        let plan = if level == Level::Recorded {
            flow = Flow::new(
                code,
                &Clues {
                    starts_line: &|insn| lines.starts_at(insn),
                    statements: &statements(code, pool),
                    chooses_pattern: &|insn| {
                        code.insns[insn].op == op::INVOKEDYNAMIC
                            && self.bootstraps.class(pool, code.constant(insn)) == Some(SWITCHES)
                    },
                },
            );
            lines.settle(&flow);
            let analysed = Analysed {
                method,
                code,
                flow: &flow,
                lines: &lines,
                known: &known,
                class: self.class,
                code_hash: hash::code(code, pool, &self.bootstraps),
                parameter_names: parameter_names(method, member, pool),
            };
            let plan = Plan::new(&analysed, pool, names, self.definitions)?;
            let is_zoomed =
                |zoom: &IsZoomed<'_>| zoom(&text(method.name), &text(method.descriptor));
            if self.zoom.is_some_and(is_zoomed) {
                let definitions = &mut *self.definitions;
                probes = Some(Probes::new(&analysed, &initial, pool, names, definitions)?);
            }
            Some(plan)
        } else {
            None
        };
        let routine = plan.as_ref().map(|plan| plan.routine);
        let source = Source {
            class: self.class,
            method,
            code,
            initial: &initial,
            known: &known,
            has_table,
            id_field: self.id_field,
            declared: &self.declared,
            only_foreign: level == Level::Foreign,
            unseen: match level {
                Level::WritesOnly => silent::unseen_until(method, code, pool)?,
                _ => 0,
            },
            plan: plan.as_ref(),
            probes: probes.as_ref(),
        };
        let mut sink = Sink {
            pool,
            names,
            definitions: self.definitions,
            fields: &mut self.fields,
        };
        let emitted = match Emitter::new(&source, &mut sink, false).run() {
            Err(Unfinished::NeedsWideJumps) => Emitter::new(&source, &mut sink, true).run(),
            emitted => emitted,
        };
        let attribute = emitted.and_then(|emitted| {
            Ok(finish::code_attribute(
                &emitted, code, &lines, &initial, sink.pool, sink.names,
            )?)
        });
        attribute.map_err(|unfinished| Failure {
            routine,
            reason: match unfinished {
                Unfinished::Error(error) => error.to_string(),
                Unfinished::TooLong | Unfinished::NeedsWideJumps => {
                    "its code would exceed 65535 bytes".to_owned()
                }
            },
        })
    }
}

/// The frames where paths join, and whether they come from a StackMapTable.
///
/// Version 50 may go without a table: the JVM then falls back to inferring types, and so do we.
fn known_frames(
    method: &Method<'_>,
    code: &Code<'_>,
    pool: &Pool<'_>,
    names: &mut TypeNames,
    initial: &Frame,
) -> Result<(BTreeMap<usize, Frame>, bool)> {
    let context = Context {
        code,
        pool,
        class: method.class,
    };
    let table = code.attribute(pool, b"StackMapTable");
    let needs_inference = method.version < FIRST_WITH_FRAMES
        || method.version == FIRST_WITH_FRAMES && table.is_none();
    if needs_inference {
        return Ok((simulate::infer(&context, names, initial)?, false));
    }
    let frames = match table {
        Some(data) => read_table(data, code, pool, names, initial)?,
        None => Vec::new(),
    };
    let known: BTreeMap<usize, Frame> = frames.into_iter().collect();
    let has_frame = |index: usize| {
        let mut targets = code.branch_target(index).into_iter();
        targets.all(|target| known.contains_key(&target))
    };
    if !(0..code.insns.len()).all(has_frame) {
        return Err(ClassError::Malformed("a jump target has no frame"));
    }
    Ok((known, true))
}

/// Names from the MethodParameters attribute, if it describes all parameters.
fn parameter_names(
    method: &Method<'_>,
    member: &Member<'_>,
    pool: &Pool<'_>,
) -> Vec<Option<String>> {
    let read = || -> Option<Vec<Option<String>>> {
        let mut reader = Reader::new(member.attribute(pool, b"MethodParameters")?);
        let names: Result<Vec<_>> = (0..reader.u1().ok()?)
            .map(|_| {
                let name = reader.u2()?;
                reader.u2()?;
                Ok(pool.utf8(name).ok().map(text))
            })
            .collect();
        names
            .ok()
            .filter(|names| names.len() == method.parsed.parameters.len())
    };
    read().unwrap_or_default()
}
