//! Class files: reading, the parts a rewriter changes, and writing.
//!
//! Invariants:
//! - Every read is checked; malformed input gives a [`ClassError`], never a panic.
//! - The constant pool only grows, so that every index in bytes that are copied stays valid.
//! - Whatever is not understood (attributes of classes, fields and methods) is copied byte for byte.

pub mod assemble;
pub mod code;
pub mod descriptor;
pub mod frames;
pub mod opcodes;
pub mod pool;
pub mod reader;

use std::borrow::Cow;

use pool::Pool;
use reader::Reader;

/// Why a class file cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClassError {
    /// The bytes end before the structure does.
    #[error("the class file ends too early (at byte {at})")]
    Truncated {
        /// Where more was expected.
        at: usize,
    },
    /// Some structure contradicts the specification.
    #[error("the class file is malformed: {0}")]
    Malformed(&'static str),
    /// An index into the constant pool does not name what it should.
    #[error("constant {index} of the class file is not a {expected}")]
    BadConstant {
        /// The index.
        index: u16,
        /// What was expected there.
        expected: &'static str,
    },
    /// No constant can be added any more.
    #[error("the constant pool is full")]
    PoolFull,
    /// A count or a length does not fit its field.
    #[error("{0} does not fit the class file format")]
    TooLarge(&'static str),
}

/// The result of reading or writing a part of a class file.
pub type Result<T> = std::result::Result<T, ClassError>;

/// Access flags used here.
pub mod access {
    /// `static`
    pub const STATIC: u16 = 0x0008;
    /// `private`
    pub const PRIVATE: u16 = 0x0002;
    /// `ACC_SYNCHRONIZED` of a method.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// `transient` (fields)
    pub const TRANSIENT: u16 = 0x0080;
    /// An interface.
    pub const INTERFACE: u16 = 0x0200;
    /// Not in the source.
    pub const SYNTHETIC: u16 = 0x1000;
    /// A bridge method.
    pub const BRIDGE: u16 = 0x0040;
    /// An enum class or constant.
    pub const ENUM: u16 = 0x4000;
    /// A module descriptor.
    pub const MODULE: u16 = 0x8000;
}

/// A class file in memory; attributes refer to the bytes it was read from.
pub struct ClassFile<'a> {
    /// Minor version.
    pub minor: u16,
    /// Major version.
    pub major: u16,
    /// The constant pool.
    pub pool: Pool<'a>,
    /// Access flags.
    pub access: u16,
    /// Constant of this class.
    pub this_class: u16,
    /// Constant of the superclass, or 0.
    pub super_class: u16,
    /// Constants of the direct interfaces.
    pub interfaces: Vec<u16>,
    /// The fields.
    pub fields: Vec<Member<'a>>,
    /// The methods.
    pub methods: Vec<Member<'a>>,
    /// Attributes of the class.
    pub attributes: Vec<Attribute<'a>>,
}

/// A field or method.
pub struct Member<'a> {
    /// Access flags.
    pub access: u16,
    /// Constant of its name.
    pub name: u16,
    /// Constant of its descriptor.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Vec<Attribute<'a>>,
}

/// An attribute with its bytes.
pub struct Attribute<'a> {
    /// Constant of its name.
    pub name: u16,
    /// Its contents.
    pub data: Cow<'a, [u8]>,
}

/// What comes before the interfaces of a class file.
struct Head<'a> {
    minor: u16,
    major: u16,
    pool: Pool<'a>,
    access: u16,
    this_class: u16,
    super_class: u16,
}

impl<'a> Head<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Head<'a>> {
        if reader.u4()? != 0xCAFE_BABE {
            return Err(ClassError::Malformed("it does not start with CAFEBABE"));
        }
        let minor = reader.u2()?;
        let major = reader.u2()?;
        let pool = Pool::parse(reader)?;
        let access = reader.u2()?;
        let this_class = reader.u2()?;
        pool.class_name(this_class)?;
        let super_class = reader.u2()?;
        if super_class != 0 {
            pool.class_name(super_class)?;
        }
        Ok(Head {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
        })
    }
}

/// The internal name of the superclass in a class file, empty if there is none.
pub fn super_name(bytes: &[u8]) -> Result<&[u8]> {
    let head = Head::read(&mut Reader::new(bytes))?;
    match head.super_class {
        0 => Ok(b""),
        constant => head.pool.class_name(constant),
    }
}

/// The name of a class.
pub fn this_name(bytes: &[u8]) -> Result<String> {
    let head = Head::read(&mut Reader::new(bytes))?;
    head.pool.class_name(head.this_class).map(descriptor::text)
}

/// Whether a class was made of a source file, and not by a library that writes class files.
pub fn has_source(bytes: &[u8]) -> bool {
    let Ok(class) = ClassFile::parse(bytes) else {
        return false;
    };
    let name = class.attribute(b"SourceFile").and_then(|data| {
        let constant = Reader::new(data).u2().ok()?;
        class.pool.utf8(constant).ok()
    });
    name.is_some_and(|name| !name.starts_with(b"<"))
}

impl<'a> ClassFile<'a> {
    /// Reads a class file.
    pub fn parse(bytes: &'a [u8]) -> Result<ClassFile<'a>> {
        let mut reader = Reader::new(bytes);
        let Head {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
        } = Head::read(&mut reader)?;
        let interfaces = (0..reader.u2()?)
            .map(|_| reader.u2())
            .collect::<Result<_>>()?;
        let fields = members(&mut reader, &pool)?;
        let methods = members(&mut reader, &pool)?;
        let attributes = attributes(&mut reader, &pool)?;
        if !reader.is_at_end() {
            return Err(ClassError::Malformed("bytes follow its end"));
        }
        Ok(ClassFile {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// Writes the class file.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        out.extend(0xCAFE_BABEu32.to_be_bytes());
        out.extend(self.minor.to_be_bytes());
        out.extend(self.major.to_be_bytes());
        self.pool.write(&mut out);
        out.extend(self.access.to_be_bytes());
        out.extend(self.this_class.to_be_bytes());
        out.extend(self.super_class.to_be_bytes());
        out.extend(count(self.interfaces.len(), "the number of interfaces")?);
        for interface in &self.interfaces {
            out.extend(interface.to_be_bytes());
        }
        write_members(&self.fields, &mut out)?;
        write_members(&self.methods, &mut out)?;
        write_attributes(&self.attributes, &mut out)?;
        Ok(out)
    }

    /// Whether any of its methods has a StackMapTable.
    pub fn has_frames(&self) -> bool {
        self.methods.iter().any(|method| {
            let code = method.attribute(&self.pool, b"Code");
            code.is_some_and(|data| code::has_frames(data, &self.pool).unwrap_or(false))
        })
    }

    /// The contents of the class attribute of that name.
    pub fn attribute(&self, name: &[u8]) -> Option<&[u8]> {
        find_attribute(&self.attributes, &self.pool, name)
    }
}

impl Member<'_> {
    /// The contents of the attribute of that name.
    pub fn attribute(&self, pool: &Pool<'_>, name: &[u8]) -> Option<&[u8]> {
        find_attribute(&self.attributes, pool, name)
    }
}

fn find_attribute<'b>(
    attributes: &'b [Attribute<'_>],
    pool: &Pool<'_>,
    name: &[u8],
) -> Option<&'b [u8]> {
    attributes
        .iter()
        .find(|a| pool.utf8(a.name) == Ok(name))
        .map(|a| &*a.data)
}

fn members<'a>(reader: &mut Reader<'a>, pool: &Pool<'a>) -> Result<Vec<Member<'a>>> {
    (0..reader.u2()?)
        .map(|_| {
            let access = reader.u2()?;
            let name = reader.u2()?;
            pool.utf8(name)?;
            let descriptor = reader.u2()?;
            pool.utf8(descriptor)?;
            Ok(Member {
                access,
                name,
                descriptor,
                attributes: attributes(reader, pool)?,
            })
        })
        .collect()
}

/// Reads an attribute table.
pub fn attributes<'a>(reader: &mut Reader<'a>, pool: &Pool<'_>) -> Result<Vec<Attribute<'a>>> {
    (0..reader.u2()?)
        .map(|_| {
            let name = reader.u2()?;
            pool.utf8(name)?;
            let length = reader.u4()? as usize;
            Ok(Attribute {
                name,
                data: Cow::Borrowed(reader.take(length)?),
            })
        })
        .collect()
}

fn write_members(members: &[Member<'_>], out: &mut Vec<u8>) -> Result<()> {
    out.extend(count(members.len(), "the number of members")?);
    for member in members {
        out.extend(member.access.to_be_bytes());
        out.extend(member.name.to_be_bytes());
        out.extend(member.descriptor.to_be_bytes());
        write_attributes(&member.attributes, out)?;
    }
    Ok(())
}

/// Writes an attribute table.
pub fn write_attributes(attributes: &[Attribute<'_>], out: &mut Vec<u8>) -> Result<()> {
    out.extend(count(attributes.len(), "the number of attributes")?);
    for attribute in attributes {
        let length = u32::try_from(attribute.data.len())
            .map_err(|_| ClassError::TooLarge("the length of an attribute"))?;
        out.extend(attribute.name.to_be_bytes());
        out.extend(length.to_be_bytes());
        out.extend_from_slice(&attribute.data);
    }
    Ok(())
}

/// A count as the two bytes of the format.
pub fn count(n: usize, what: &'static str) -> Result<[u8; 2]> {
    u16::try_from(n)
        .map(u16::to_be_bytes)
        .map_err(|_| ClassError::TooLarge(what))
}
