//! The constant pool: read once, then only appended to.

use std::collections::HashMap;

use super::reader::Reader;
use super::{ClassError, Result};

/// A constant, as far as the rewriter looks into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constant<'a> {
    /// Index 0, or the second half of a long or double.
    Unusable,
    /// Modified UTF-8.
    Utf8(&'a [u8]),
    /// An `int`, by its bits.
    Int(u32),
    /// A `float`, by its bits.
    Float(u32),
    /// A `long`, by its bits.
    Long(u64),
    /// A `double`, by its bits.
    Double(u64),
    /// A class by the constant of its name.
    Class(u16),
    /// A string by the constant of its text.
    String(u16),
    /// A field (tag 9), method (10) or interface method (11).
    Member {
        /// The tag.
        tag: u8,
        /// Constant of the class.
        class: u16,
        /// Constant of the name and type.
        name_and_type: u16,
    },
    /// A name with a descriptor.
    NameAndType {
        /// Constant of the name.
        name: u16,
        /// Constant of the descriptor.
        descriptor: u16,
    },
    /// A method handle.
    MethodHandle {
        /// The kind of the reference.
        kind: u8,
        /// The constant it refers to.
        reference: u16,
    },
    /// A method type by the constant of its descriptor.
    MethodType(u16),
    /// A dynamic constant (tag 17) or an invokedynamic call site (18).
    Dynamic {
        /// The tag.
        tag: u8,
        /// Index of the bootstrap method.
        bootstrap: u16,
        /// Constant of the name and type.
        name_and_type: u16,
    },
    /// A module (tag 19) or package (20).
    Name(u8, u16),
}

/// A field or method named by an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRef<'p> {
    /// Internal name of the class (an array descriptor for methods of arrays).
    pub class: &'p [u8],
    /// Its name.
    pub name: &'p [u8],
    /// Its descriptor.
    pub descriptor: &'p [u8],
}

/// The tags of fields and methods.
const FIELD: u8 = 9;
const METHOD: u8 = 10;

/// A constant that was added.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Added {
    Utf8(Vec<u8>),
    Int(i32),
    Long(i64),
    Class(u16),
    NameAndType(u16, u16),
    Member(u8, u16, u16),
}

/// The constant pool of one class.
pub struct Pool<'a> {
    constants: Vec<Constant<'a>>,
    original: &'a [u8],
    appended: Vec<u8>,
    /// Number of constants including the unusable ones and those appended.
    count: u16,
    added: HashMap<Added, u16>,
    names_lines: bool,
}

impl<'a> Pool<'a> {
    /// Reads the pool with its leading count.
    pub fn parse(reader: &mut Reader<'a>) -> Result<Pool<'a>> {
        let count = reader.u2()?;
        if count == 0 {
            return Err(ClassError::Malformed("its constant pool has no size"));
        }
        let start = reader.position();
        let mut constants = Vec::with_capacity(usize::from(count));
        constants.push(Constant::Unusable);
        while constants.len() < usize::from(count) {
            let constant = read_constant(reader)?;
            constants.push(constant);
            if matches!(constant, Constant::Long(_) | Constant::Double(_)) {
                constants.push(Constant::Unusable);
            }
        }
        if constants.len() != usize::from(count) {
            return Err(ClassError::Malformed(
                "a long constant exceeds its constant pool",
            ));
        }
        let is_name = |constant: &Constant<'_>| *constant == Constant::Utf8(b"LineNumberTable");
        Ok(Pool {
            names_lines: constants.iter().any(is_name),
            constants,
            original: reader.since(start),
            appended: Vec::new(),
            count,
            added: HashMap::new(),
        })
    }

    /// Whether it holds the name of the table of lines, so that code of its class has one.
    pub fn names_lines(&self) -> bool {
        self.names_lines
    }

    /// Writes count and constants.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.count.to_be_bytes());
        out.extend_from_slice(self.original);
        out.extend_from_slice(&self.appended);
    }

    /// The constant at an index of the original pool.
    pub fn get(&self, index: u16) -> Option<Constant<'a>> {
        self.constants.get(usize::from(index)).copied()
    }

    /// The bytes of a Utf8 constant.
    pub fn utf8(&self, index: u16) -> Result<&'a [u8]> {
        match self.get(index) {
            Some(Constant::Utf8(bytes)) => Ok(bytes),
            _ => Err(ClassError::BadConstant {
                index,
                expected: "text",
            }),
        }
    }

    /// The internal name of a Class constant.
    pub fn class_name(&self, index: u16) -> Result<&'a [u8]> {
        match self.get(index) {
            Some(Constant::Class(name)) => self.utf8(name),
            _ => Err(ClassError::BadConstant {
                index,
                expected: "class",
            }),
        }
    }

    /// Name and descriptor of a NameAndType constant.
    pub fn name_and_type(&self, index: u16) -> Result<(&'a [u8], &'a [u8])> {
        match self.get(index) {
            Some(Constant::NameAndType { name, descriptor }) => {
                Ok((self.utf8(name)?, self.utf8(descriptor)?))
            }
            _ => Err(ClassError::BadConstant {
                index,
                expected: "name and type",
            }),
        }
    }

    /// The field or method of a reference constant.
    pub fn member(&self, index: u16) -> Result<MemberRef<'a>> {
        match self.get(index) {
            Some(Constant::Member {
                class,
                name_and_type,
                ..
            }) => {
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                Ok(MemberRef {
                    class: self.class_name(class)?,
                    name,
                    descriptor,
                })
            }
            _ => Err(ClassError::BadConstant {
                index,
                expected: "field or method",
            }),
        }
    }

    /// The descriptor of a dynamic constant or call site.
    pub fn dynamic_descriptor(&self, index: u16) -> Result<&'a [u8]> {
        match self.get(index) {
            Some(Constant::Dynamic { name_and_type, .. }) => {
                Ok(self.name_and_type(name_and_type)?.1)
            }
            _ => Err(ClassError::BadConstant {
                index,
                expected: "dynamic constant",
            }),
        }
    }

    /// The index of a text, added if it was not added before.
    pub fn add_utf8(&mut self, text: &[u8]) -> Result<u16> {
        let length = super::count(text.len(), "a name")?;
        self.add(Added::Utf8(text.to_vec()), 1, |out| {
            out.push(1);
            out.extend(length);
            out.extend_from_slice(text);
        })
    }

    /// The index of an `int`.
    pub fn add_int(&mut self, value: i32) -> Result<u16> {
        self.add(Added::Int(value), 1, |out| {
            out.push(3);
            out.extend(value.to_be_bytes());
        })
    }

    /// The index of a `long`.
    pub fn add_long(&mut self, value: i64) -> Result<u16> {
        self.add(Added::Long(value), 2, |out| {
            out.push(5);
            out.extend(value.to_be_bytes());
        })
    }

    /// The index of a class by its internal name.
    pub fn add_class(&mut self, name: &[u8]) -> Result<u16> {
        let name = self.add_utf8(name)?;
        self.add(Added::Class(name), 1, |out| {
            out.push(7);
            out.extend(name.to_be_bytes());
        })
    }

    /// The index of a method of a class.
    pub fn add_method(&mut self, class: &[u8], name: &[u8], descriptor: &[u8]) -> Result<u16> {
        let class = self.add_class(class)?;
        self.add_member(METHOD, class, name, descriptor)
    }

    /// The index of a field of the class with that index.
    pub fn add_field(&mut self, class: u16, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        self.add_member(FIELD, class, name, descriptor)
    }

    fn add_member(&mut self, tag: u8, class: u16, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        let name = self.add_utf8(name)?;
        let descriptor = self.add_utf8(descriptor)?;
        let name_and_type = self.add(Added::NameAndType(name, descriptor), 1, |out| {
            out.push(12);
            out.extend(name.to_be_bytes());
            out.extend(descriptor.to_be_bytes());
        })?;
        self.add(Added::Member(tag, class, name_and_type), 1, |out| {
            out.push(tag);
            out.extend(class.to_be_bytes());
            out.extend(name_and_type.to_be_bytes());
        })
    }

    fn add(&mut self, key: Added, slots: u16, write: impl FnOnce(&mut Vec<u8>)) -> Result<u16> {
        if let Some(&index) = self.added.get(&key) {
            return Ok(index);
        }
        let index = self.count;
        self.count = self.count.checked_add(slots).ok_or(ClassError::PoolFull)?;
        write(&mut self.appended);
        self.added.insert(key, index);
        Ok(index)
    }
}

fn read_constant<'a>(reader: &mut Reader<'a>) -> Result<Constant<'a>> {
    Ok(match reader.u1()? {
        1 => {
            let length = usize::from(reader.u2()?);
            Constant::Utf8(reader.take(length)?)
        }
        3 => Constant::Int(reader.u4()?),
        4 => Constant::Float(reader.u4()?),
        5 => Constant::Long(read_u8(reader)?),
        6 => Constant::Double(read_u8(reader)?),
        7 => Constant::Class(reader.u2()?),
        8 => Constant::String(reader.u2()?),
        tag @ 9..=11 => Constant::Member {
            tag,
            class: reader.u2()?,
            name_and_type: reader.u2()?,
        },
        12 => Constant::NameAndType {
            name: reader.u2()?,
            descriptor: reader.u2()?,
        },
        15 => Constant::MethodHandle {
            kind: reader.u1()?,
            reference: reader.u2()?,
        },
        16 => Constant::MethodType(reader.u2()?),
        tag @ 17..=18 => Constant::Dynamic {
            tag,
            bootstrap: reader.u2()?,
            name_and_type: reader.u2()?,
        },
        tag @ 19..=20 => Constant::Name(tag, reader.u2()?),
        _ => return Err(ClassError::Malformed("a constant has an unknown tag")),
    })
}

fn read_u8(reader: &mut Reader<'_>) -> Result<u64> {
    Ok(u64::from(reader.u4()?) << 32 | u64::from(reader.u4()?))
}
