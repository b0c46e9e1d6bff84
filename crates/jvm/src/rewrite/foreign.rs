//! Code that is not recorded and writes fields of other classes, which may be recorded ones.
//!
//! Libraries hardly ever do; classes that were excluded from a program often do. Which class is recorded is not known
//! before it is loaded, so all such writes are told, and the runtime leaves out what it does not know.

use crate::classfile::assemble::Unfinished;
use crate::classfile::code::Code;
use crate::classfile::descriptor::kind;
use crate::classfile::frames::{Frame, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::classfile::{ClassFile, Result};
use crate::contract::{
    ClassDef, Definitions, FOREIGN, FOREIGN_STATIC, FieldDef, Level, LoopDef, RoutineDef,
};

use super::emit::Emitter;
use super::lend::is_of_platform;
use super::{Options, rewrite};

/// The first version of class files in which a class can be a constant.
const FIRST_WITH_CLASS_CONSTANTS: u16 = 49;

/// Whether an instruction writes a field of a class that is neither of the platform nor in one source file with `class`.
fn is_foreign_put(code: &Code<'_>, index: usize, pool: &Pool<'_>, class: &[u8]) -> bool {
    let is_put = matches!(code.insns[index].op, op::PUTFIELD | op::PUTSTATIC);
    is_put
        && pool.member(code.constant(index)).is_ok_and(|field| {
            outermost(field.class) != outermost(class) && !is_of_platform(field.class)
        })
}

/// The name of the class that a class is nested in.
fn outermost(class: &[u8]) -> &[u8] {
    class.split(|&byte| byte == b'$').next().unwrap_or(class)
}

/// Whether the code of a method writes fields of other classes.
pub fn writes_foreign_fields(code: &Code<'_>, pool: &Pool<'_>, class: &[u8]) -> bool {
    (0..code.insns.len()).any(|index| is_foreign_put(code, index, pool, class))
}

/// Whether the methods of a class write fields of other classes.
fn class_writes_foreign_fields(class: &ClassFile<'_>) -> Result<bool> {
    let name = class.pool.class_name(class.this_class)?;
    for method in &class.methods {
        if let Some(code) = method.attribute(&class.pool, b"Code")
            && writes_foreign_fields(&Code::parse(code, &class.pool)?, &class.pool, name)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The class file of a class that is not recorded, with calls that tell what it writes into others; none when it does not.
pub fn tell_foreign_writes(bytes: &[u8]) -> Result<Option<Vec<u8>>> {
    if !class_writes_foreign_fields(&ClassFile::parse(bytes)?)? {
        return Ok(None);
    }
    let options = Options {
        level: Level::Foreign,
        id_field: false,
        method_level: None,
        zoom: None,
    };
    Ok(rewrite(bytes, &options, &mut Undefined)?.bytes)
}

/// Takes no definitions: nothing of such a class is recorded.
struct Undefined;

impl Definitions for Undefined {
    fn class(&mut self, _: &ClassDef) -> u32 {
        0
    }

    fn routine(&mut self, _: &RoutineDef) -> u32 {
        0
    }

    fn r#loop(&mut self, _: &LoopDef) -> u32 {
        0
    }

    fn field(&mut self, _: &FieldDef) -> u32 {
        0
    }
}

impl Emitter<'_, '_, '_> {
    /// Copies an instruction of a method of which only writes to other classes are told.
    pub(super) fn tell_foreign(
        &mut self,
        index: usize,
        frame: &Frame,
    ) -> std::result::Result<(), Unfinished> {
        let (code, method) = (self.source.code, self.source.method);
        if !is_foreign_put(code, index, self.sink.pool, method.class) {
            return self.copy(index, Some(frame));
        }
        let field = self.sink.pool.member(code.constant(index))?;
        let (class, kind) = (field.class, kind(field.descriptor)?);
        if code.insns[index].op == op::PUTSTATIC {
            self.copy(index, Some(frame))?;
            if method.version >= FIRST_WITH_CLASS_CONSTANTS {
                self.need(1);
                let class = self.sink.pool.add_class(class)?;
                self.asm.op_constant(op::LDC_W, class);
                self.asm.call(self.sink.pool, FOREIGN_STATIC)?;
            }
            return Ok(());
        }
        let object = frame.stack.len().checked_sub(2).map(|at| frame.stack[at]);
        if object.is_some_and(VType::is_reference) {
            self.need(2);
            match kind.is_wide() {
                true => {
                    let value = self.temporary(0, 2)?;
                    self.asm.store(kind, value);
                    self.asm.op(op::DUP);
                    self.asm.call(self.sink.pool, FOREIGN)?;
                    self.asm.load(kind, value);
                }
                false => {
                    self.asm.op(op::DUP2);
                    self.asm.op(op::POP);
                    self.asm.call(self.sink.pool, FOREIGN)?;
                }
            }
        }
        self.copy(index, Some(frame))
    }
}
