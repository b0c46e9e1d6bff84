//! Classes that get their number field before anything can be recorded.
//!
//! A field cannot be added to a class once it is loaded, and some collections are loaded before the recorder is ready. They
//! are numbered at once, and their methods are rewritten later if there is anything to record in them.

use crate::classfile::code::Code;
use crate::classfile::{ClassFile, Member, Result, access};
use crate::contract::{ClassDef, ID_FIELD, Level};

use super::class_definition;
use super::method::Method;
use super::silent::is_silent;

/// A class that was numbered.
#[derive(Debug)]
pub struct Numbered {
    /// The new class file; none when the class stays as it is.
    pub bytes: Option<Vec<u8>>,
    /// What is known of it.
    pub class: ClassDef,
    /// Whether none of its methods writes anything, so that it need not be rewritten.
    pub is_silent: bool,
}

/// Gives a class of level [`Level::WritesOnly`] its number field if it is to have one of its own.
pub fn number(bytes: &[u8], id_field: bool) -> Result<Numbered> {
    let mut class = ClassFile::parse(bytes)?;
    let id_field = id_field && can_be_numbered(&class);
    let definition = class_definition(&class, bytes, Level::WritesOnly, id_field)?;
    // What cannot be read is left to the rewriter, which says why.
    let is_silent = class
        .methods
        .iter()
        .all(|method| is_silent_in(&class, method) == Ok(true));
    if id_field {
        add_number(&mut class)?;
    }
    Ok(Numbered {
        bytes: id_field.then(|| class.write()).transpose()?,
        class: definition,
        is_silent,
    })
}

fn is_silent_in(class: &ClassFile<'_>, member: &Member<'_>) -> Result<bool> {
    let Some(data) = member.attribute(&class.pool, b"Code") else {
        return Ok(true);
    };
    let code = Code::parse(data, &class.pool)?;
    is_silent(&Method::new(class, member)?, &code, &class.pool)
}

/// Whether objects of a class have fields of their own, and one more does no harm.
pub(super) fn can_be_numbered(class: &ClassFile<'_>) -> bool {
    class.access & (access::INTERFACE | access::MODULE) == 0 && !is_mirror(class)
}

/// Whether a class looks like `java.lang.reflect.AccessibleObject`. Libraries (Byte Buddy, Lombok and others) make such classes to find out
/// where that has its field `override`, and write there through `Unsafe`: another field would move it.
fn is_mirror(class: &ClassFile<'_>) -> bool {
    let is_override = |field: &Member<'_>| {
        class.pool.utf8(field.name) == Ok(b"override")
            && class.pool.utf8(field.descriptor) == Ok(b"Z")
    };
    class.fields.iter().any(is_override)
}

/// Adds the field.
pub(super) fn add_number(class: &mut ClassFile<'_>) -> Result<()> {
    class.fields.push(Member {
        access: access::PRIVATE | access::TRANSIENT | access::SYNTHETIC,
        name: class.pool.add_utf8(ID_FIELD.as_bytes())?,
        descriptor: class.pool.add_utf8(b"I")?,
        attributes: Vec::new(),
    });
    Ok(())
}
