//! What is known of a method before its code is looked at.

use crate::classfile::descriptor::MethodDescriptor;
use crate::classfile::pool::Pool;
use crate::classfile::{ClassFile, Member, Result, access};

/// A method and its class, by name.
pub struct Method<'a> {
    /// Internal name of its class.
    pub class: &'a [u8],
    /// Major version of the class file.
    pub version: u16,
    /// Access flags of its class.
    pub class_access: u16,
    /// Internal name of the superclass, empty if there is none.
    pub super_class: &'a [u8],
    /// Its name.
    pub name: &'a [u8],
    /// Its descriptor.
    pub descriptor: &'a [u8],
    /// Its descriptor, split.
    pub parsed: MethodDescriptor<'a>,
    /// Its access flags.
    pub access: u16,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether it is `<init>`.
    pub is_constructor: bool,
}

impl<'a> Method<'a> {
    /// Looks up names.
    pub fn new(class: &ClassFile<'a>, member: &Member<'a>) -> Result<Method<'a>> {
        let pool: &Pool<'a> = &class.pool;
        let name = pool.utf8(member.name)?;
        let descriptor = pool.utf8(member.descriptor)?;
        Ok(Method {
            class: pool.class_name(class.this_class)?,
            version: class.major,
            class_access: class.access,
            super_class: match class.super_class {
                0 => b"",
                constant => pool.class_name(constant)?,
            },
            name,
            descriptor,
            parsed: MethodDescriptor::parse(descriptor)?,
            access: member.access,
            is_static: member.access & access::STATIC != 0,
            is_constructor: name == b"<init>",
        })
    }
}
