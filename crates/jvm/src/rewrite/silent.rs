//! Methods that leave nothing to record when only their writes are.
//!
//! Most methods of collections only read. They stay as they are, which saves their analysis, and the JVM the exchange of
//! their code: a short program spends much of its time on such things.

use crate::classfile::Result;
use crate::classfile::code::Code;
use crate::classfile::descriptor::MethodDescriptor;
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::contract;

use super::intercept;

/// Whether [`super::emit`] would copy every instruction without anything around it.
pub fn is_silent(code: &Code<'_>, pool: &Pool<'_>) -> Result<bool> {
    for (index, insn) in code.insns.iter().enumerate() {
        let is_recorded = match insn.op {
            op::PUTFIELD => {
                let field = pool.member(code.constant(index))?;
                !contract::is_change_counter(field.class, field.name)
            }
            op::PUTSTATIC | op::IASTORE..=op::SASTORE => true,
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                let method = pool.member(code.constant(index))?;
                let descriptor = MethodDescriptor::parse(method.descriptor)?;
                intercept::is_clone(insn.op, &method)
                    || intercept::written_array(&method, &descriptor).is_some()
            }
            _ => false,
        };
        if is_recorded {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(all(test, feature = "agent"))]
mod tests {
    use std::collections::HashMap;

    use super::super::method::Method;
    use super::super::{Rewriter, hash};
    use super::*;
    use crate::classfile::ClassFile;
    use crate::classfile::frames::TypeNames;
    use crate::contract::{ClassDef, Definitions, FieldDef, Level, LoopDef, RoutineDef};

    /// The classes of the Java runtime, which do about everything that classes do.
    const CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime_classes.rs"));

    struct Numbers;

    impl Definitions for Numbers {
        fn class(&mut self, _: &ClassDef) -> u32 {
            1
        }

        fn routine(&mut self, _: &RoutineDef) -> u32 {
            1
        }

        fn r#loop(&mut self, _: &LoopDef) -> u32 {
            1
        }

        fn field(&mut self, _: &FieldDef) -> u32 {
            1
        }
    }

    #[test]
    fn only_what_would_be_copied_stays() {
        let (mut silent, mut others) = (0, 0);
        for (_, bytes) in CLASSES {
            let mut class = ClassFile::parse(bytes).unwrap();
            let mut rewriter = Rewriter {
                class: 1,
                id_field: None,
                names: TypeNames::default(),
                fields: HashMap::new(),
                bootstraps: hash::Bootstraps::read(&class),
                declared: HashMap::new(),
                definitions: &mut Numbers,
            };
            for member in &std::mem::take(&mut class.methods) {
                let Some(data) = member.attribute(&class.pool, b"Code") else {
                    continue;
                };
                let method = Method::new(&class, member).unwrap();
                let code = Code::parse(data, &class.pool).unwrap();
                let is_silent = is_silent(&code, &class.pool).unwrap();
                let rewritten = rewriter.instrumented(
                    &method,
                    member,
                    &code,
                    &mut class.pool,
                    Level::WritesOnly,
                );
                let Ok(rewritten) = rewritten else {
                    panic!("a class of the runtime can be rewritten");
                };
                // After the sizes of stack and locals: the length of the instructions, and these.
                let instructions = &data[4..8 + code.bytes.len()];
                assert_eq!(is_silent, rewritten[4..].starts_with(instructions));
                *if is_silent { &mut silent } else { &mut others } += 1;
            }
        }
        assert!(silent > 50 && others > 20, "{silent} and {others}");
    }
}
