//! Descriptors and internal names in the words of Java programmers.

use elenchus_trace::definition::class_flag;
use elenchus_trace::kind::Kind;

/// `java.util.Map$Entry` from `java/util/Map$Entry`; `int[]` from `[I`.
pub fn class_name(internal: &str) -> String {
    if internal.starts_with('[') {
        type_name(internal)
    } else {
        internal.replace('/', ".")
    }
}

/// `java.lang.String[]` from `[Ljava/lang/String;`.
pub fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match element {
        "Z" => "boolean".to_string(),
        "B" => "byte".to_string(),
        "C" => "char".to_string(),
        "S" => "short".to_string(),
        "I" => "int".to_string(),
        "J" => "long".to_string(),
        "F" => "float".to_string(),
        "D" => "double".to_string(),
        "V" => "void".to_string(),
        object => object
            .strip_prefix('L')
            .unwrap_or(object)
            .trim_end_matches(';')
            .replace('/', "."),
    };
    name + &"[]".repeat(dimensions)
}

/// The kind of values of a type.
pub fn kind_of(descriptor: &str) -> Kind {
    match descriptor.as_bytes().first() {
        Some(b'[') => Kind::Ref,
        Some(&letter) => Kind::from_code(letter).unwrap_or(Kind::Ref),
        None => Kind::Ref,
    }
}

/// The descriptor of the result of a method.
pub fn result_of(descriptor: &str) -> &str {
    descriptor
        .rsplit_once(')')
        .map_or("V", |(_, result)| result)
}

/// What the trace notes about a class, from its access flags and its ancestors (itself first).
pub fn class_flags<'a>(access: u32, ancestors: impl Iterator<Item = &'a str>) -> u32 {
    let mut flags = 0;
    for (bit, flag) in [
        (0x0200, class_flag::INTERFACE),
        (0x1000, class_flag::SYNTHETIC),
    ] {
        if access & bit != 0 {
            flags |= flag;
        }
    }
    for ancestor in ancestors {
        flags |= match ancestor {
            "java/lang/Throwable" => class_flag::EXCEPTION,
            "java/lang/Record" => class_flag::RECORD,
            "java/lang/Enum" => class_flag::ENUM,
            _ => 0,
        };
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_spelled_as_in_source() {
        for (descriptor, name, kind) in [
            ("I", "int", Kind::Int),
            ("[[J", "long[][]", Kind::Ref),
            ("Ljava/util/Map$Entry;", "java.util.Map$Entry", Kind::Ref),
            ("[Ljava/lang/String;", "java.lang.String[]", Kind::Ref),
            ("V", "void", Kind::Void),
        ] {
            assert_eq!(type_name(descriptor), name);
            assert_eq!(kind_of(descriptor), kind);
        }
        assert_eq!(result_of("(I[J)[[B"), "[[B");
        assert_eq!(class_name("a/B$C"), "a.B$C");
        assert_eq!(class_name("[La/B;"), "a.B[]");
    }

    #[test]
    fn flags_come_from_access_and_ancestors() {
        let ancestors = [
            "app/Bad",
            "java/lang/RuntimeException",
            "java/lang/Throwable",
        ];
        assert_eq!(class_flags(0, ancestors.into_iter()), class_flag::EXCEPTION);
        assert_eq!(class_flags(0x0200, [].into_iter()), class_flag::INTERFACE);
    }
}
