//! Leads calls in methods of the JDK to static methods of the runtime, which make the call themselves.
//!
//! A static call that takes the receiver as its first argument finds everything where the call before it did, and is not
//! longer: nothing in the code has to move.

use std::borrow::Cow;

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;
use crate::classfile::{ClassFile, Result};

/// Where the instructions lie in a Code attribute: behind the sizes of stack and locals and the length.
const INSTRUCTIONS: usize = 8;

/// A call on an object, and what takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redirect {
    /// The method that makes the call; empty for all of the class.
    pub within: &'static str,
    /// The name of the called method.
    pub called: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// The type of the object, as the static method takes it for its first argument.
    pub receiver: &'static str,
    /// Internal name of the class of the static method.
    pub class: &'static str,
    /// Its name.
    pub name: &'static str,
}

impl Redirect {
    /// The descriptor of the static method.
    fn with_receiver(&self) -> String {
        format!("({}{}", self.receiver, &self.descriptor[1..])
    }
}

/// The class file with its calls redirected; none when there are no such calls.
pub fn redirect(bytes: &[u8], redirects: &[Redirect]) -> Result<Option<Vec<u8>>> {
    if redirects.is_empty() {
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
        let mut patched = data.clone();
        let code = Code::parse(&data, &class.pool)?;
        for redirect in redirects {
            if !redirect.within.is_empty() && redirect.within.as_bytes() != name {
                continue;
            }
            for at in calls_of(&code, &class, redirect)? {
                let target = class.pool.add_method(
                    redirect.class.as_bytes(),
                    redirect.name.as_bytes(),
                    redirect.with_receiver().as_bytes(),
                )?;
                let insn = code.insns[at];
                let (from, length) = (INSTRUCTIONS + insn.pc as usize, insn.length as usize);
                patched[from] = op::INVOKESTATIC;
                patched[from + 1..from + 3].copy_from_slice(&target.to_be_bytes());
                patched[from + 3..from + length].fill(op::NOP);
                changed = true;
            }
        }
        drop(code);
        class.methods[index].attributes[place].data = Cow::Owned(patched);
    }
    changed.then(|| class.write()).transpose()
}

/// The indices of the instructions that make the call.
fn calls_of(code: &Code<'_>, class: &ClassFile<'_>, redirect: &Redirect) -> Result<Vec<usize>> {
    let mut found = Vec::new();
    for (at, insn) in code.insns.iter().enumerate() {
        if insn.op != op::INVOKEVIRTUAL && insn.op != op::INVOKEINTERFACE {
            continue;
        }
        let member = class.pool.member(code.constant(at))?;
        if member.name == redirect.called.as_bytes()
            && member.descriptor == redirect.descriptor.as_bytes()
        {
            found.push(at);
        }
    }
    Ok(found)
}
