//! Values as Java programmers write them, in one normal form.

use std::fmt::Write;

use elenchus_guard::text::is_deceptive;

use crate::heap::Value;

/// A value that is not a reference, as a literal. Longs and doubles carry no suffix: the parameter
/// or field beside them tells the type; floats do, because their digits differ from a double's.
pub fn literal(value: Value) -> String {
    match value {
        Value::Missing => "not assigned".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Char(unit) => character(unit),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(value) => decimal(
            f64::from(value),
            &format!("{value:?}"),
            &format!("{value:.1e}"),
            "f",
        ),
        Value::Double(value) => decimal(value, &format!("{value:?}"), &format!("{value:.1e}"), ""),
        Value::Ref(reference) => format!("object {}", reference.0),
    }
}

/// A floating-point number: Rust's shortest digits with Java's spelling of what is not a number. Where one digit would do
/// before an exponent, Java writes the nearest two: `4.9E-324`, `1.0E20`.
fn decimal(value: f64, shortest: &str, with_two_digits: &str, suffix: &str) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let digits = match shortest.split_once('e') {
        Some((digits, _)) if !digits.contains('.') => with_two_digits,
        _ => shortest,
    };
    format!("{}{suffix}", digits.replace('e', "E"))
}

/// A UTF-16 unit as a character literal.
fn character(unit: u16) -> String {
    let mut text = String::from("'");
    match char::from_u32(u32::from(unit)) {
        Some('\'') => text.push_str("\\'"),
        Some('"') => text.push('"'),
        Some(c) => escape_into(&mut text, c),
        None => {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text.push('\'');
    text
}

/// Characters side by side as a string literal, with the number of those behind it that nobody has written to yet; nothing
/// when others cannot be printed.
pub fn joined(items: &[Value]) -> Option<String> {
    let units: Option<Vec<u16>> = items
        .iter()
        .map(|item| match item {
            Value::Char(unit) => Some(*unit),
            _ => None,
        })
        .collect();
    let units = units?;
    let written = units.iter().rposition(|&unit| unit != 0)? + 1;
    let text = String::from_utf16(&units[..written]).ok()?;
    let is_printed = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    if !text.chars().all(is_printed) {
        return None;
    }
    let text = quoted(&text);
    Some(match units.len() - written {
        0 => text,
        unset => format!("{text} and {unset} × '\\0'"),
    })
}

/// A text as a string literal.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A text as it stands in a string literal, without the quotes around it.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        escape_into(&mut escaped, c);
    }
    escaped
}

fn escape_into(text: &mut String, c: char) {
    match c {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        '\\' => text.push_str("\\\\"),
        '"' => text.push_str("\\\""),
        c if is_deceptive(c) => {
            let mut units = [0u16; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
        c => text.push(c),
    }
}

/// The class name a reader knows: without its package, nested classes with a dot. Lambdas and method
/// references are named by the method that they call.
pub fn simple_name(class: &str) -> String {
    if let Some((owner, method)) = class.split_once("::") {
        return called(&simple_name(owner), method);
    }
    // What the JVM calls a lambda changes from run to run.
    if let Some((host, _)) = class.split_once("$$Lambda") {
        return format!("lambda of {}", simple_name(host));
    }
    if let Some((word, class)) = stands_in(class) {
        return format!("{word} {}", simple_name(class))
            .trim_end()
            .to_owned();
    }
    let (element, brackets) = match class.find('[') {
        Some(at) => class.split_at(at),
        None => (class, ""),
    };
    let name = element.rsplit('.').next().unwrap_or(element);
    // Anonymous and local classes have a number after the dollar sign, which is their only name.
    let name = with_dots(name.trim_start_matches('$'));
    format!("{name}{brackets}")
}

/// How the names of classes go on that libraries make to stand in for others.
const STAND_INS: [(&str, &str); 6] = [
    ("$MockitoMock$", "mock"),
    ("$$SpringCGLIB$$", "proxy"),
    ("$$EnhancerBy", "proxy"),
    ("$HibernateProxy$", "proxy"),
    ("$ByteBuddy$", "proxy"),
    ("$$_jvst", "proxy"),
];

/// What a class made by a library is, and the class that it stands in for. What the JVM makes for interfaces does not tell
/// which these are.
pub fn stands_in(class: &str) -> Option<(&'static str, &str)> {
    if let Some((package, number)) = class.rsplit_once("$Proxy") {
        let is_made_by_jvm = package.ends_with('.') && package.contains("proxy");
        if is_made_by_jvm && number.bytes().all(|digit| digit.is_ascii_digit()) {
            return Some(("proxy", ""));
        }
    }
    STAND_INS.iter().find_map(|(mark, word)| {
        let (class, _) = class.split_once(mark)?;
        // What stands in for a class of the platform lies in a package of Mockito's own.
        Some((*word, class.strip_prefix("codegen.").unwrap_or(class)))
    })
}

/// A binary name with a dot for each dollar sign that stands between two names. Compilers of other languages and makers
/// of classes also put them at the end and in rows (`Main$`, `Cart$$Proxy`), where they are part of the name.
fn with_dots(name: &str) -> String {
    let is_single = |at: usize| {
        let (before, after) = (&name[..at], &name[at + 1..]);
        !after.is_empty() && !before.ends_with('$') && !after.starts_with('$')
    };
    let dotted = name.char_indices().map(|(at, c)| match c {
        '$' if is_single(at) => '.',
        other => other,
    });
    dotted.collect()
}

/// The name of a nested class without the classes around it, as code near it would write it. What has no name of its own
/// (`Main.1`, lambdas, method references) stays as it is.
pub fn own_name(simple: &str) -> &str {
    if simple.contains([':', ' ']) {
        return simple;
    }
    let last = simple.rsplit('.').next().unwrap_or(simple);
    // A local class has a number before its name.
    let name = last.trim_start_matches(|c: char| c.is_ascii_digit());
    let named = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if named { name } else { simple }
}

/// The method around a lambda, by the name of the method that a compiler has made of its body: `lambda$main$0` in Java,
/// `main$lambda$0` in Kotlin, `$anonfun$main$1` or `main$$anonfun$1` in Scala.
pub fn around_lambda(method: &str) -> &str {
    let mut names = method.split('$').filter(|name| {
        let is_mark = matches!(*name, "" | "lambda" | "anonfun");
        !is_mark && !name.bytes().all(|digit| digit.is_ascii_digit())
    });
    let name = names.next().unwrap_or(method);
    // Kotlin makes a property by a lambda under the name of what keeps it.
    name.strip_suffix("_delegate").unwrap_or(name)
}

/// A lambda as the place it stands at, a method reference as it is written.
fn called(owner: &str, method: &str) -> String {
    // `lambda$main$0` is the compiler's name for a lambda in `main`.
    let lambda = method.strip_prefix("lambda$");
    match lambda.and_then(|rest| rest.rsplit_once('$')) {
        Some((around, number)) => format!("lambda${number} in {owner}.{around}"),
        None => format!("{owner}::{method}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_java_writes_them() {
        assert_eq!(literal(Value::Double(1.0)), "1.0");
        assert_eq!(literal(Value::Double(1e300)), "1.0E300");
        assert_eq!(literal(Value::Double(-1.25e300)), "-1.25E300");
        assert_eq!(literal(Value::Double(f64::from_bits(1))), "4.9E-324");
        assert_eq!(literal(Value::Float(f32::from_bits(1))), "1.4E-45f");
        assert_eq!(literal(Value::Double(f64::NAN)), "NaN");
        assert_eq!(literal(Value::Float(0.1)), "0.1f");
        assert_eq!(literal(Value::Float(f32::NEG_INFINITY)), "-Infinity");
        assert_eq!(literal(Value::Long(-5)), "-5");
    }

    #[test]
    fn characters_and_strings_are_quoted_and_hide_nothing() {
        assert_eq!(literal(Value::Char(b'a'.into())), "'a'");
        let row = |text: &str| -> Vec<Value> { text.encode_utf16().map(Value::Char).collect() };
        assert_eq!(joined(&row("ab\n")).as_deref(), Some("\"ab\\n\""));
        assert_eq!(
            joined(&row("ab\0\0")).as_deref(),
            Some("\"ab\" and 2 × '\\0'")
        );
        assert_eq!(joined(&row("a\0b")), None);
        assert_eq!(joined(&row("\0\0")), None);
        assert_eq!(joined(&[Value::Char(0xd800)]), None);
        assert_eq!(joined(&[Value::Int(1)]), None);
        assert_eq!(joined(&[]), None);
        assert_eq!(literal(Value::Char(b'\''.into())), "'\\''");
        assert_eq!(literal(Value::Char(b'"'.into())), "'\"'");
        assert_eq!(literal(Value::Char(0xd800)), "'\\ud800'");
        assert_eq!(quoted("a\"b\\\n\u{202e}é"), "\"a\\\"b\\\\\\n\\u202eé\"");
    }

    #[test]
    fn lambdas_are_known_by_what_is_around_them_in_every_language() {
        for (method, around) in [
            ("lambda$main$0", "main"),
            ("main$lambda$1", "main"),
            ("main$lambda$1$lambda$0", "main"),
            ("members_delegate$lambda$0", "members"),
            ("$anonfun$main$1", "main"),
            ("main$$anonfun$1", "main"),
            ("$anonfun$1", "$anonfun$1"),
        ] {
            assert_eq!(around_lambda(method), around);
        }
    }

    #[test]
    fn class_names_lose_their_package() {
        assert_eq!(simple_name("java.util.Map$Entry"), "Map.Entry");
        assert_eq!(simple_name("org.chess.Position[][]"), "Position[][]");
        assert_eq!(simple_name("Main$1"), "Main.1");
        assert_eq!(
            simple_name("shop.Repository$MockitoMock$182"),
            "mock Repository"
        );
        assert_eq!(simple_name("shop.Orders$$SpringCGLIB$$0"), "proxy Orders");
        assert_eq!(simple_name("jdk.proxy2.$Proxy12"), "proxy");
        assert_eq!(simple_name("shop.Main$"), "Main$");
        assert_eq!(simple_name("Main$Cart$$Proxy$$0"), "Main.Cart$$Proxy$$0");
        assert_eq!(
            simple_name("org.chess.Main::lambda$main$0"),
            "lambda$0 in Main.main"
        );
        assert_eq!(simple_name("java.lang.String::length"), "String::length");
        for (class, own) in [
            ("Map.Entry", "Entry"),
            ("Main.1", "Main.1"),
            ("Main.1[]", "Main.1[]"),
            ("Main.1Local[]", "Local[]"),
            ("String::length", "String::length"),
            ("lambda of Main.Inner", "lambda of Main.Inner"),
            ("Position", "Position"),
        ] {
            assert_eq!(own_name(class), own);
        }
        assert_eq!(
            simple_name("org.Main$$Lambda$14.0x0000000800000c58"),
            "lambda of Main"
        );
    }
}
