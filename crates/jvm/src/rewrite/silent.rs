//! What leaves nothing to record when only writes are.
//!
//! Most methods of collections only read. They stay as they are, which saves their analysis, and the JVM the exchange of
//! their code: a short program spends much of its time on such things. Nor do writes matter by which a constructor fills an
//! object that nobody has seen yet: its contents are recorded when somebody does.

use crate::classfile::Result;
use crate::classfile::code::Code;
use crate::classfile::descriptor::MethodDescriptor;
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::contract;

use super::intercept;
use super::method::Method;

/// Whether [`super::emit`] would copy every instruction without anything around it.
pub fn is_silent(method: &Method<'_>, code: &Code<'_>, pool: &Pool<'_>) -> Result<bool> {
    let unseen = unseen_until(method, code, pool)?;
    let changes_others = intercept::keeps_state_in_others(method.class);
    for (index, insn) in code.insns.iter().enumerate() {
        let is_recorded = match insn.op {
            op::PUTFIELD if index < unseen && fills_receiver(code, index) => false,
            op::PUTFIELD => {
                let field = pool.member(code.constant(index))?;
                !contract::is_change_counter(field.class, field.name)
            }
            op::PUTSTATIC | op::IASTORE..=op::SASTORE => true,
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                let method = pool.member(code.constant(index))?;
                let descriptor = MethodDescriptor::parse(method.descriptor)?;
                let changed = || intercept::changed_receiver(insn.op, &method, &descriptor);
                intercept::is_clone(insn.op, &method)
                    || intercept::written_array(&method, &descriptor).is_some()
                    || changes_others && changed().is_some()
            }
            _ => false,
        };
        if is_recorded {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The instruction up to which nobody but the constructor itself can know the object that it makes: none of another method.
///
/// There are no jumps before it and no calls but that of the constructor of `Object`, and slot 0 holds the receiver.
pub fn unseen_until(method: &Method<'_>, code: &Code<'_>, pool: &Pool<'_>) -> Result<usize> {
    if !method.is_constructor || method.super_class != b"java/lang/Object" {
        return Ok(0);
    }
    for (index, insn) in code.insns.iter().enumerate() {
        let goes_on = match insn.op {
            op::INVOKESPECIAL => {
                let called = pool.member(code.constant(index))?;
                called.class == method.super_class && called.name == b"<init>"
            }
            op::INVOKEVIRTUAL..=op::INVOKEDYNAMIC => false,
            op::ISTORE..=op::ASTORE_3 => code.local(index).is_some_and(|(_, slot)| slot != 0),
            _ => op::falls_through(insn.op) && code.branch_target(index).is_none(),
        };
        if !goes_on {
            return Ok(index);
        }
    }
    Ok(code.insns.len())
}

/// Whether a `putfield` stores a variable or a constant into a field of what slot 0 holds.
pub fn fills_receiver(code: &Code<'_>, index: usize) -> bool {
    let Some(object) = index.checked_sub(2) else {
        return false;
    };
    let is_simple = matches!(
        code.insns[index - 1].op,
        op::ACONST_NULL..=op::DCONST_1 | op::BIPUSH..=op::ALOAD_3
    );
    is_simple && code.local(object) == Some((op::ALOAD, 0))
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
                leaves_out_loops: false,
                zoom: None,
                declared: HashMap::new(),
                definitions: &mut Numbers,
            };
            for member in &std::mem::take(&mut class.methods) {
                let Some(data) = member.attribute(&class.pool, b"Code") else {
                    continue;
                };
                let method = Method::new(&class, member).unwrap();
                let code = Code::parse(data, &class.pool).unwrap();
                let is_silent = is_silent(&method, &code, &class.pool).unwrap();
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
