//! Hashes of class files and of code.
//!
//! The hash of a method's code stays the same when the class is compiled again with other methods around it: constants
//! enter it spelled out instead of by index, jumps as distances in instructions, and debug tables not at all.

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;
use crate::classfile::pool::{Constant, Pool};
use crate::classfile::reader::Reader;
use crate::classfile::{ClassFile, Result};

/// FNV-1a with 64 bits: nobody attacks these hashes, they only have to tell versions of code apart.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.bytes(text);
    }
}

/// The hash of a whole file.
pub fn file(bytes: &[u8]) -> u64 {
    let mut hash = Fnv::new();
    hash.bytes(bytes);
    hash.0
}

/// The bootstrap methods of a class: for each its method handle and its arguments.
pub struct Bootstraps(Vec<Vec<u16>>);

impl Bootstraps {
    /// Reads the BootstrapMethods attribute, as far as it is sound.
    pub fn read(class: &ClassFile<'_>) -> Bootstraps {
        let mut rows = Vec::new();
        if let Some(data) = class.attribute(b"BootstrapMethods") {
            let mut reader = Reader::new(data);
            let mut read = || -> Result<()> {
                for _ in 0..reader.u2()? {
                    let mut row = vec![reader.u2()?];
                    for _ in 0..reader.u2()? {
                        row.push(reader.u2()?);
                    }
                    rows.push(row);
                }
                Ok(())
            };
            // Call sites of missing rows hash by name and type alone.
            let _ = read();
        }
        Bootstraps(rows)
    }

    /// The class of the method that links a call site.
    pub fn class<'p>(&self, pool: &'p Pool<'_>, call_site: u16) -> Option<&'p [u8]> {
        let Constant::Dynamic { bootstrap, .. } = pool.get(call_site)? else {
            return None;
        };
        let method = *self.0.get(usize::from(bootstrap))?.first()?;
        let Constant::MethodHandle { reference, .. } = pool.get(method)? else {
            return None;
        };
        Some(pool.member(reference).ok()?.class)
    }
}

/// The hash of a method's instructions.
pub fn code(code: &Code<'_>, pool: &Pool<'_>, bootstraps: &Bootstraps) -> u64 {
    let mut hash = Fnv::new();
    let distance = |from: usize, to: usize| to.wrapping_sub(from) as u64;
    for (index, insn) in code.insns.iter().enumerate() {
        let opcode = match insn.op {
            op::LDC_W => op::LDC,
            op::GOTO_W => op::GOTO,
            op::JSR_W => op::JSR,
            opcode => opcode,
        };
        hash.bytes(&[opcode]);
        if let Some(target) = code.branch_target(index) {
            hash.number(distance(index, target));
        } else if let Some(switch) = code.switch(index) {
            hash.number(distance(index, switch.default));
            for &key in &switch.keys {
                hash.number(key as u64);
            }
            for &target in &switch.targets {
                hash.number(distance(index, target));
            }
        } else if names_constant(opcode) {
            constant(&mut hash, pool, bootstraps, code.constant(index), 0);
            if opcode == op::MULTIANEWARRAY {
                hash.bytes(&code.raw(index)[3..]);
            }
        } else {
            hash.bytes(&code.raw(index)[1..]);
        }
    }
    for handler in &code.handlers {
        for place in [handler.start, handler.end, handler.target] {
            hash.number(place as u64);
        }
        constant(&mut hash, pool, bootstraps, handler.catch_type, 0);
    }
    hash.0
}

fn names_constant(opcode: u8) -> bool {
    matches!(
        opcode,
        op::LDC..=op::LDC2_W
            | op::GETSTATIC..=op::NEW
            | op::ANEWARRAY
            | op::CHECKCAST
            | op::INSTANCEOF
            | op::MULTIANEWARRAY
    )
}

/// Constants nest a few levels at most (call site, method handle, member, name); deeper is malformed and ignored.
const MAX_NESTING: u32 = 8;

fn constant(hash: &mut Fnv, pool: &Pool<'_>, bootstraps: &Bootstraps, index: u16, nesting: u32) {
    let Some(found) = pool.get(index).filter(|_| nesting < MAX_NESTING) else {
        return;
    };
    let inner = |hash: &mut Fnv, index| constant(hash, pool, bootstraps, index, nesting + 1);
    match found {
        Constant::Unusable => {}
        Constant::Utf8(text) => hash.text(text),
        Constant::Int(bits) | Constant::Float(bits) => hash.number(bits.into()),
        Constant::Long(bits) | Constant::Double(bits) => hash.number(bits),
        Constant::Class(name)
        | Constant::String(name)
        | Constant::MethodType(name)
        | Constant::Name(_, name) => inner(hash, name),
        Constant::Member {
            class,
            name_and_type,
            ..
        } => {
            inner(hash, class);
            inner(hash, name_and_type);
        }
        Constant::NameAndType { name, descriptor } => {
            inner(hash, name);
            inner(hash, descriptor);
        }
        Constant::MethodHandle { kind, reference } => {
            hash.bytes(&[kind]);
            inner(hash, reference);
        }
        Constant::Dynamic {
            bootstrap,
            name_and_type,
            ..
        } => {
            inner(hash, name_and_type);
            for &part in bootstraps
                .0
                .get(usize::from(bootstrap))
                .into_iter()
                .flatten()
            {
                inner(hash, part);
            }
        }
    }
}
