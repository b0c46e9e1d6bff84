//! The verifier's view of a method: the types of locals and stack before every instruction.
//!
//! With a StackMapTable one pass in code order is enough, because every place where paths join has its frame. Older
//! code is inferred: states are merged until nothing changes. The inferred classes are coarse (two different ones merge
//! to `Object`), which is fine because such code gets no frames written.

use std::collections::BTreeMap;

use crate::classfile::code::Code;
use crate::classfile::descriptor::MethodDescriptor;
use crate::classfile::frames::{Frame, TypeNames, VType};
use crate::classfile::opcodes as op;
use crate::classfile::pool::{Constant, Pool};
use crate::classfile::{ClassError, Result};

use super::method::Method;

const UNDERFLOW: ClassError = ClassError::Malformed("the operand stack of a method underflows");

/// What the simulation needs to know of the class around the code.
pub struct Context<'c, 'a> {
    /// The code.
    pub code: &'c Code<'c>,
    /// The constants it names.
    pub pool: &'c Pool<'a>,
    /// Internal name of the class.
    pub class: &'c [u8],
}

/// The frame a method starts with.
pub fn initial_frame(method: &Method<'_>, names: &mut TypeNames) -> Frame {
    let mut frame = Frame::default();
    let mut slot = 0;
    if !method.is_static {
        let receiver = match method.is_constructor && method.class != b"java/lang/Object" {
            true => VType::UninitThis,
            false => VType::Object(names.id(method.class)),
        };
        frame.set_local(0, receiver);
        slot = 1;
    }
    for parameter in &method.parsed.parameters {
        let value = names.of_descriptor(parameter);
        frame.set_local(slot, value);
        slot += 1 + u16::from(value.is_wide());
    }
    frame
}

/// Infers the frames at all jump targets, handlers and returns from subroutines of code without a StackMapTable.
pub fn infer(
    context: &Context<'_, '_>,
    names: &mut TypeNames,
    initial: &Frame,
) -> Result<BTreeMap<usize, Frame>> {
    let code = context.code;
    let after_subroutines: Vec<usize> = (0..code.insns.len())
        .filter(|&i| op::is_jsr(code.insns[i].op) && i + 1 < code.insns.len())
        .map(|i| i + 1)
        .collect();
    let mut is_join = vec![false; code.insns.len()];
    for index in 0..code.insns.len() {
        let falls = op::falls_through(code.insns[index].op);
        for successor in code.successors(index).into_iter().skip(usize::from(falls)) {
            is_join[successor] = true;
        }
    }
    for target in code
        .handlers
        .iter()
        .map(|h| h.target)
        .chain(after_subroutines.iter().copied())
    {
        is_join[target] = true;
    }
    let mut known = BTreeMap::new();
    known.insert(0, initial.clone());
    let mut work = vec![0];
    while let Some(start) = work.pop() {
        let Some(mut frame) = known.get(&start).cloned() else {
            continue;
        };
        let mut index = start;
        loop {
            let caught = code
                .handlers
                .iter()
                .filter(|h| (h.start..h.end).contains(&index));
            for handler in caught {
                let class = match handler.catch_type {
                    0 => b"java/lang/Throwable",
                    constant => context.pool.class_name(constant)?,
                };
                let thrown = VType::Object(names.id(class));
                let at_handler = Frame {
                    locals: frame.locals.clone(),
                    stack: vec![thrown],
                };
                merge_into(&mut known, &mut work, names, handler.target, &at_handler)?;
            }
            step(context, names, index, &mut frame)?;
            let opcode = code.insns[index].op;
            let mut successors = code.successors(index);
            if opcode == op::RET {
                successors.extend(&after_subroutines);
            }
            let falls = op::falls_through(opcode);
            for &successor in successors.iter().skip(usize::from(falls)) {
                merge_into(&mut known, &mut work, names, successor, &frame)?;
            }
            index += 1;
            if !falls || index >= code.insns.len() {
                break;
            }
            if is_join[index] {
                merge_into(&mut known, &mut work, names, index, &frame)?;
                break;
            }
        }
    }
    Ok(known)
}

/// Merges a state into the one known at an instruction, and queues the instruction if that changed anything.
fn merge_into(
    known: &mut BTreeMap<usize, Frame>,
    work: &mut Vec<usize>,
    names: &mut TypeNames,
    index: usize,
    state: &Frame,
) -> Result<()> {
    let Some(frame) = known.get_mut(&index) else {
        known.insert(index, state.clone());
        work.push(index);
        return Ok(());
    };
    if frame.stack.len() != state.stack.len() {
        return Err(ClassError::Malformed("paths join with different stacks"));
    }
    let mut changed = frame.locals.len() > state.locals.len();
    frame.locals.truncate(state.locals.len());
    let pairs = frame.locals.iter_mut().zip(&state.locals);
    for (old, &new) in pairs.chain(frame.stack.iter_mut().zip(&state.stack)) {
        let merged = merge(names, *old, new);
        changed |= merged != *old;
        *old = merged;
    }
    if changed {
        work.push(index);
    }
    Ok(())
}

fn merge(names: &mut TypeNames, old: VType, new: VType) -> VType {
    match (old, new) {
        _ if old == new => old,
        (VType::Null, VType::Object(_)) => new,
        (VType::Object(_), VType::Null) => old,
        (VType::Object(_), VType::Object(_)) => VType::Object(names.id(b"java/lang/Object")),
        _ => VType::Top,
    }
}

fn pop(frame: &mut Frame) -> Result<VType> {
    frame.stack.pop().ok_or(UNDERFLOW)
}

fn pop_values(frame: &mut Frame, n: usize) -> Result<()> {
    let kept = frame.stack.len().checked_sub(n).ok_or(UNDERFLOW)?;
    frame.stack.truncate(kept);
    Ok(())
}

/// Takes values from the top of the stack that fill exactly this many slots, bottom first.
fn pop_slots(frame: &mut Frame, slots: usize) -> Result<Vec<VType>> {
    let mut at = frame.stack.len();
    let mut found = 0;
    while found < slots {
        at = at.checked_sub(1).ok_or(UNDERFLOW)?;
        found += 1 + usize::from(frame.stack[at].is_wide());
    }
    if found > slots {
        return Err(ClassError::Malformed("an instruction splits a wide value"));
    }
    Ok(frame.stack.split_off(at))
}

/// `dup` and its kin: copies the top `slots` to below the `under` slots beneath them.
fn duplicate(frame: &mut Frame, slots: usize, under: usize) -> Result<()> {
    let top = pop_slots(frame, slots)?;
    let beneath = pop_slots(frame, under)?;
    frame.stack.extend(&top);
    frame.stack.extend(beneath);
    frame.stack.extend(&top);
    Ok(())
}

/// Applies one instruction to a state.
pub fn step(
    context: &Context<'_, '_>,
    names: &mut TypeNames,
    index: usize,
    frame: &mut Frame,
) -> Result<()> {
    use VType::{Double, Float, Int, Long, Null};
    let code = context.code;
    let opcode = code.insns[index].op;
    // Most instructions pop some values and push at most one of a fixed type.
    let (pops, push) = match opcode {
        op::NOP | op::IINC | op::GOTO | op::GOTO_W | op::RET | op::RETURN => (0, None),
        op::ACONST_NULL => (0, Some(Null)),
        op::ICONST_M1..=op::ICONST_5 | op::BIPUSH | op::SIPUSH => (0, Some(Int)),
        op::LCONST_0..=op::LCONST_1 => (0, Some(Long)),
        op::FCONST_0..=op::FCONST_2 => (0, Some(Float)),
        op::DCONST_0..=op::DCONST_1 => (0, Some(Double)),
        op::LDC..=op::LDC2_W => (0, Some(loaded_constant(context, names, index)?)),
        op::ILOAD..=op::ALOAD_3 | op::ISTORE..=op::ASTORE_3 => {
            return step_local(code, index, frame);
        }
        op::IALOAD | op::BALOAD | op::CALOAD | op::SALOAD => (2, Some(Int)),
        op::LALOAD => (2, Some(Long)),
        op::FALOAD => (2, Some(Float)),
        op::DALOAD => (2, Some(Double)),
        op::AALOAD => {
            pop(frame)?;
            let array = pop(frame)?;
            (0, Some(names.element(array)))
        }
        op::IASTORE..=op::SASTORE => (3, None),
        op::POP => return pop_slots(frame, 1).map(drop),
        op::POP2 => return pop_slots(frame, 2).map(drop),
        op::DUP => return duplicate(frame, 1, 0),
        op::DUP_X1 => return duplicate(frame, 1, 1),
        op::DUP_X2 => return duplicate(frame, 1, 2),
        op::DUP2 => return duplicate(frame, 2, 0),
        op::DUP2_X1 => return duplicate(frame, 2, 1),
        op::DUP2_X2 => return duplicate(frame, 2, 2),
        op::SWAP => {
            let (top, beneath) = (pop(frame)?, pop(frame)?);
            frame.stack.extend([top, beneath]);
            return Ok(());
        }
        op::IADD
        | op::ISUB
        | op::IMUL
        | op::IDIV
        | op::IREM
        | op::ISHL
        | op::ISHR
        | op::IUSHR
        | op::IAND
        | op::IOR
        | op::IXOR => (2, Some(Int)),
        op::LADD
        | op::LSUB
        | op::LMUL
        | op::LDIV
        | op::LREM
        | op::LSHL
        | op::LSHR
        | op::LUSHR
        | op::LAND
        | op::LOR
        | op::LXOR => (2, Some(Long)),
        op::FADD | op::FSUB | op::FMUL | op::FDIV | op::FREM => (2, Some(Float)),
        op::DADD | op::DSUB | op::DMUL | op::DDIV | op::DREM => (2, Some(Double)),
        op::INEG | op::L2I | op::F2I | op::D2I | op::I2B..=op::I2S => (1, Some(Int)),
        op::LNEG | op::I2L | op::F2L | op::D2L => (1, Some(Long)),
        op::FNEG | op::I2F | op::L2F | op::D2F => (1, Some(Float)),
        op::DNEG | op::I2D | op::L2D | op::F2D => (1, Some(Double)),
        op::LCMP..=op::DCMPG => (2, Some(Int)),
        op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => (1, None),
        op::IF_ICMPEQ..=op::IF_ACMPNE => (2, None),
        op::JSR | op::JSR_W => (0, Some(VType::ReturnAddress)),
        op::TABLESWITCH | op::LOOKUPSWITCH => (1, None),
        op::IRETURN..=op::ARETURN | op::ATHROW | op::MONITORENTER | op::MONITOREXIT => (1, None),
        op::GETSTATIC | op::GETFIELD => {
            let field = context.pool.member(code.constant(index))?;
            let pops = usize::from(opcode == op::GETFIELD);
            (pops, Some(names.of_descriptor(field.descriptor)))
        }
        op::PUTSTATIC => (1, None),
        op::PUTFIELD => (2, None),
        op::INVOKEVIRTUAL..=op::INVOKEDYNAMIC => return step_call(context, names, index, frame),
        op::NEW => (0, Some(VType::Uninit(index as u32))),
        op::NEWARRAY => (
            1,
            Some(names.of_descriptor(primitive_array(code.raw(index))?)),
        ),
        op::ANEWARRAY => {
            let element = context.pool.class_name(code.constant(index))?;
            (1, Some(names.array_of(element)))
        }
        op::ARRAYLENGTH | op::INSTANCEOF => (1, Some(Int)),
        op::CHECKCAST => {
            let class = context.pool.class_name(code.constant(index))?;
            (1, Some(VType::Object(names.id(class))))
        }
        op::MULTIANEWARRAY => {
            let class = context.pool.class_name(code.constant(index))?;
            let dimensions = code.raw(index).get(3).copied().unwrap_or(0);
            (
                usize::from(dimensions),
                Some(VType::Object(names.id(class))),
            )
        }
        _ => return Err(ClassError::Malformed("an opcode is unknown")),
    };
    pop_values(frame, pops)?;
    frame.stack.extend(push);
    Ok(())
}

fn step_local(code: &Code<'_>, index: usize, frame: &mut Frame) -> Result<()> {
    let (opcode, slot) = code
        .local(index)
        .ok_or(ClassError::Malformed("a local has no slot"))?;
    let kind = match (opcode - op::ILOAD) % (op::ISTORE - op::ILOAD) {
        0 => Some(VType::Int),
        1 => Some(VType::Long),
        2 => Some(VType::Float),
        3 => Some(VType::Double),
        _ => None,
    };
    if opcode < op::ISTORE {
        let value = kind.unwrap_or_else(|| frame.local(slot));
        frame.stack.push(value);
    } else {
        let value = pop(frame)?;
        let end = u32::from(slot) + 1 + u32::from(value.is_wide());
        if end > u32::from(code.max_locals) {
            return Err(ClassError::Malformed("a local is out of bounds"));
        }
        frame.set_local(slot, value);
    }
    Ok(())
}

fn step_call(
    context: &Context<'_, '_>,
    names: &mut TypeNames,
    index: usize,
    frame: &mut Frame,
) -> Result<()> {
    let opcode = context.code.insns[index].op;
    let constant = context.code.constant(index);
    let (name, descriptor): (&[u8], &[u8]) = if opcode == op::INVOKEDYNAMIC {
        (b"", context.pool.dynamic_descriptor(constant)?)
    } else {
        let method = context.pool.member(constant)?;
        (method.name, method.descriptor)
    };
    let descriptor = MethodDescriptor::parse(descriptor)?;
    pop_values(frame, descriptor.parameters.len())?;
    if !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC) {
        let receiver = pop(frame)?;
        if opcode == op::INVOKESPECIAL && name == b"<init>" {
            let class = match receiver {
                VType::UninitThis => context.class,
                VType::Uninit(new) => context
                    .pool
                    .class_name(context.code.constant(new as usize))?,
                _ => {
                    return Err(ClassError::Malformed(
                        "a constructor is called on no new object",
                    ));
                }
            };
            let initialised = VType::Object(names.id(class));
            for value in frame.locals.iter_mut().chain(&mut frame.stack) {
                if *value == receiver {
                    *value = initialised;
                }
            }
        }
    }
    if let Some(result) = descriptor.result {
        frame.stack.push(names.of_descriptor(result));
    }
    Ok(())
}

fn loaded_constant(
    context: &Context<'_, '_>,
    names: &mut TypeNames,
    index: usize,
) -> Result<VType> {
    let constant = context.code.constant(index);
    let class: &[u8] = match context.pool.get(constant) {
        Some(Constant::Int(_)) => return Ok(VType::Int),
        Some(Constant::Float(_)) => return Ok(VType::Float),
        Some(Constant::Long(_)) => return Ok(VType::Long),
        Some(Constant::Double(_)) => return Ok(VType::Double),
        Some(Constant::String(_)) => b"java/lang/String",
        Some(Constant::Class(_)) => b"java/lang/Class",
        Some(Constant::MethodHandle { .. }) => b"java/lang/invoke/MethodHandle",
        Some(Constant::MethodType(_)) => b"java/lang/invoke/MethodType",
        Some(Constant::Dynamic { .. }) => {
            let descriptor = context.pool.dynamic_descriptor(constant)?;
            return Ok(names.of_descriptor(descriptor));
        }
        _ => {
            return Err(ClassError::BadConstant {
                index: constant,
                expected: "loadable constant",
            });
        }
    };
    Ok(VType::Object(names.id(class)))
}

/// The array class that a `newarray` instruction makes.
fn primitive_array(raw: &[u8]) -> Result<&'static [u8]> {
    Ok(match raw.get(1) {
        Some(4) => b"[Z",
        Some(5) => b"[C",
        Some(6) => b"[F",
        Some(7) => b"[D",
        Some(8) => b"[B",
        Some(9) => b"[S",
        Some(10) => b"[I",
        Some(11) => b"[J",
        _ => return Err(ClassError::Malformed("newarray names no primitive type")),
    })
}
