//! Puts calls of the runtime around calls that methods of the JDK make.
//!
//! What is put there never stands between caller and called on the stack: a thread that somebody else looks at, by
//! `Thread.getAllStackTraces` or `jstack`, shows all frames, whatever is hidden in the traces of exceptions.

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::classfile::{ClassFile, Result};
use crate::rewrite::insert::{Insertions, insert};

/// The most that the steps of one place can have on the stack beyond what was there.
const MOST_STACK: usize = 4;

/// One instruction of what is put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// An instruction on what is on the stack.
    Op(u8),
    /// Loads one of the first four variables.
    Load(u8),
    /// Calls a static method of the runtime: name and descriptor.
    Call(&'static str, &'static str),
}

/// A call on an object, and what is put around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// The method that makes the call; empty for all of the class.
    pub within: &'static str,
    /// The name of the called method.
    pub called: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// Runs before the call, with its operands on the stack.
    pub before: &'static [Step],
    /// Runs after it, with its result on the stack.
    pub after: &'static [Step],
    /// Runs first in the handlers that an exception of the call comes to, with the exception on the stack.
    pub thrown: &'static [Step],
}

/// The class file with these steps, which are methods of the class `runtime`; none when there are no such calls.
pub fn surround(bytes: &[u8], arounds: &[Around], runtime: &str) -> Result<Option<Vec<u8>>> {
    if arounds.is_empty() {
        return Ok(None);
    }
    let mut class = ClassFile::parse(bytes)?;
    let mut changed = false;
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let name = class.pool.utf8(method.name)?;
        let place = method
            .attributes
            .iter()
            .position(|attribute| class.pool.utf8(attribute.name) == Ok(b"Code"));
        let Some(place) = place else { continue };
        let data = method.attributes[place].data.to_vec();
        let code = Code::parse(&data, &class.pool)?;
        let mut insertions = Insertions::default();
        for around in arounds {
            if around.within.is_empty() || around.within.as_bytes() == name {
                add(around, &code, &mut class.pool, runtime, &mut insertions)?;
            }
        }
        if !insertions.is_empty() {
            insertions.stack = MOST_STACK;
            let attribute = insert(&mut class, index, &code, &insertions)?;
            class.methods[index].attributes[place].data = attribute.into();
            changed = true;
        }
    }
    changed.then(|| class.write()).transpose()
}

/// Adds what is to be put around the calls of a method.
fn add(
    around: &Around,
    code: &Code<'_>,
    pool: &mut Pool<'_>,
    runtime: &str,
    insertions: &mut Insertions,
) -> Result<()> {
    for (at, insn) in code.insns.iter().enumerate() {
        if insn.op != op::INVOKEVIRTUAL && insn.op != op::INVOKEINTERFACE {
            continue;
        }
        let member = pool.member(code.constant(at))?;
        if member.name != around.called.as_bytes()
            || member.descriptor != around.descriptor.as_bytes()
        {
            continue;
        }
        let before = written(around.before, pool, runtime)?;
        insertions.before.entry(at).or_default().extend(before);
        let after = written(around.after, pool, runtime)?;
        insertions.after.entry(at).or_default().extend(after);
        if !around.thrown.is_empty() {
            let thrown = written(around.thrown, pool, runtime)?;
            for target in handlers(code, pool, at)? {
                insertions.before.insert(target, thrown.clone());
            }
        }
    }
    Ok(())
}

/// Where exceptions of an instruction may go: to the handlers that cover it, up to one that catches all.
fn handlers(code: &Code<'_>, pool: &Pool<'_>, at: usize) -> Result<Vec<usize>> {
    let mut targets = Vec::new();
    let covering = code.handlers.iter();
    for handler in covering.filter(|handler| (handler.start..handler.end).contains(&at)) {
        targets.push(handler.target);
        let catches = handler.catch_type;
        if catches == 0 || pool.class_name(catches)? == b"java/lang/Throwable" {
            break;
        }
    }
    Ok(targets)
}

fn written(steps: &[Step], pool: &mut Pool<'_>, runtime: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for step in steps {
        match *step {
            Step::Op(opcode) => bytes.push(opcode),
            Step::Load(variable) => bytes.push(op::ALOAD_0 + variable),
            Step::Call(name, descriptor) => {
                let method =
                    pool.add_method(runtime.as_bytes(), name.as_bytes(), descriptor.as_bytes())?;
                bytes.push(op::INVOKESTATIC);
                bytes.extend(method.to_be_bytes());
            }
        }
    }
    Ok(bytes)
}
