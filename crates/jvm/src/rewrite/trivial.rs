//! Routines that nobody needs to be asked about, recognised by their few instructions.

use crate::classfile::access;
use crate::classfile::code::Code;
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::contract::Trivial;

use super::method::Method;

/// Why a routine is trivial, if it is.
pub fn classify(method: &Method<'_>, code: &Code<'_>, pool: &Pool<'_>) -> Option<Trivial> {
    let is_lambda = str::from_utf8(method.name).is_ok_and(is_lambda_body);
    if method.access & access::SYNTHETIC != 0 && !is_lambda
        || is_unwritten(code, pool)
        || is_generated(method, code, pool)
    {
        return Some(Trivial::Generated);
    }
    by_shape(method, code, pool)
}

/// Whether code has no lines although other code of its class has: compilers add such methods, as Groovy's does to every class.
fn is_unwritten(code: &Code<'_>, pool: &Pool<'_>) -> bool {
    let mut attributes = code.attributes.iter();
    pool.names_lines() && !attributes.any(|one| pool.utf8(one.name) == Ok(b"LineNumberTable"))
}

/// Whether a compiler has made a method of this name to hold the body of a lambda: `lambda$main$0` in Java, `main$lambda$0` in
/// Kotlin, `$anonfun$main$1` or `main$$anonfun$1` in Scala.
pub fn is_lambda_body(method: &str) -> bool {
    // Scala calls a body by another method that only casts.
    let is_adapter = method.ends_with("$adapted");
    let marks = ["$lambda$", "$anonfun$"];
    method.starts_with("lambda$") || !is_adapter && marks.iter().any(|mark| method.contains(mark))
}

fn is_generated(method: &Method<'_>, code: &Code<'_>, pool: &Pool<'_>) -> bool {
    let is_enum_method = method.class_access & access::ENUM != 0
        && method.is_static
        && (method.name == b"values" && method.parsed.parameters.is_empty()
            || method.name == b"valueOf" && method.descriptor.starts_with(b"(Ljava/lang/String;)"));
    let is_record_method = method.super_class == b"java/lang/Record"
        && matches!(method.name, b"toString" | b"hashCode" | b"equals")
        && code.insns.iter().enumerate().any(|(index, insn)| {
            insn.op == op::INVOKEDYNAMIC && pool.dynamic_descriptor(code.constant(index)).is_ok()
        });
    is_enum_method || is_record_method
}

fn by_shape(method: &Method<'_>, code: &Code<'_>, pool: &Pool<'_>) -> Option<Trivial> {
    let ops: Vec<u8> = code.insns.iter().map(|insn| insn.op).collect();
    let is_load = |index: usize| code.local(index).is_some_and(|(o, _)| o <= op::ALOAD);
    let is_this = |index: usize| {
        !method.is_static && !method.is_constructor && code.local(index) == Some((op::ALOAD, 0))
    };
    let first_slot = u16::from(!method.is_static);
    let is_argument = |index: usize| {
        is_load(index)
            && code
                .local(index)
                .is_some_and(|(_, slot)| slot == first_slot)
            && method.parsed.parameters.len() == 1
    };
    let is_own_field = |index: usize| {
        pool.member(code.constant(index))
            .is_ok_and(|f| f.class == method.class)
    };
    let (&last, body) = ops.split_last()?;
    if !op::is_return(last) {
        return None;
    }
    match *body {
        [] | [op::ACONST_NULL..=op::LDC2_W] => Some(Trivial::Empty),
        [op::ALOAD_0, op::INVOKESPECIAL] if method.is_constructor && last == op::RETURN => {
            Some(Trivial::Empty)
        }
        [_, op::GETFIELD] if is_this(0) => Some(Trivial::Getter),
        [op::GETSTATIC] if is_own_field(0) => Some(Trivial::Getter),
        [_, _, op::PUTFIELD] if is_this(0) && is_argument(1) => Some(Trivial::Setter),
        [_, _, op::PUTFIELD, _] if is_this(0) && is_argument(1) && is_this(3) => {
            Some(Trivial::Setter)
        }
        [_, op::PUTSTATIC] if is_argument(0) && is_own_field(1) => Some(Trivial::Setter),
        _ => forwards(code, body, is_load).then_some(Trivial::Forwarder),
    }
}

/// Whether the code only loads locals, makes one call and returns, with casts in between.
fn forwards(code: &Code<'_>, body: &[u8], is_load: impl Fn(usize) -> bool) -> bool {
    let is_call = |o: u8| matches!(o, op::INVOKEVIRTUAL..=op::INVOKEINTERFACE);
    body.iter().filter(|&&o| is_call(o)).count() == 1
        && code.handlers.is_empty()
        && body
            .iter()
            .enumerate()
            .all(|(index, &o)| is_load(index) || is_call(o) || o == op::CHECKCAST)
}
