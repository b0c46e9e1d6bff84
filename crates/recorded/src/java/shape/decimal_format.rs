//! Formats of numbers by their pattern and by what is unusual about them: of the forty fields that they have, hardly any says
//! something.
//!
//! Two formats are written alike only if they are alike: whatever is neither in the pattern nor as usual is named.

use super::{Heap, Object, Shape, Thing, Value, complete};
use crate::java::literal::{literal, quoted};

/// More digits than this are told by their number, not in a pattern.
const MOST_DIGITS: usize = 20;

/// Fields that the pattern tells.
const IN_PATTERN: [&str; 8] = [
    "decimalSeparatorAlwaysShown",
    "groupingSize",
    "groupingUsed",
    "maximumFractionDigits",
    "minExponentDigits",
    "minimumFractionDigits",
    "minimumIntegerDigits",
    "useExponentialNotation",
];

/// The other fields of a format as they usually are, as they are written.
const USUAL: [(&str, &str); 11] = [
    ("isCurrencyFormat", "false"),
    ("maximumIntegerDigits", "2147483647"),
    ("multiplier", "1"),
    ("negativePrefix", "\"-\""),
    ("negativeSuffix", "\"\""),
    ("parseBigDecimal", "false"),
    ("parseIntegerOnly", "false"),
    ("parseStrict", "false"),
    ("positivePrefix", "\"\""),
    ("positiveSuffix", "\"\""),
    ("roundingMode", "HALF_EVEN"),
];

/// Sizes that are not in use.
const UNUSED: [(&str, &str); 2] = [("groupingSize", "0"), ("minExponentDigits", "0")];

/// The symbols of a format as they usually are.
const USUAL_SYMBOLS: [(&str, &str); 21] = [
    ("NaN", "\"NaN\""),
    ("currency", "null"),
    ("currencySymbol", "null"),
    ("decimalSeparator", "'.'"),
    ("digit", "'#'"),
    ("exponential", "'E'"),
    ("exponentialSeparator", "\"E\""),
    ("groupingSeparator", "','"),
    ("infinity", "\"∞\""),
    ("intlCurrencySymbol", "null"),
    ("minusSign", "'-'"),
    ("minusSignText", "\"-\""),
    ("monetaryGroupingSeparator", "','"),
    ("monetarySeparator", "'.'"),
    ("patternSeparator", "';'"),
    ("perMill", "'‰'"),
    ("perMillText", "\"‰\""),
    ("percent", "'%'"),
    ("percentText", "\"%\""),
    ("zeroDigit", "'0'"),
    // How much of the rest is known already.
    ("initialized", "true"),
];

/// A format of numbers; nothing if it has something that cannot be told here.
pub(super) fn shape<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let fields = super::platform::state(class, object.fields.clone());
    let told = Object {
        fields,
        heap: object.heap,
        time: object.time,
        most: object.most,
    };
    let mut parts = vec![quoted(&pattern(&told)?)];
    for (name, value) in &told.fields {
        match name.as_str() {
            "symbols" => {}
            name if IN_PATTERN.contains(&name) => {}
            name => parts.extend(unusual(&told, name, *value, &USUAL)?),
        }
    }
    // What is not in use yet may come into use.
    for (switch, size) in [
        ("groupingUsed", "groupingSize"),
        ("useExponentialNotation", "minExponentDigits"),
    ] {
        if told.value(switch)? == Value::Bool(false) {
            parts.extend(unusual(&told, size, told.value(size)?, &UNUSED)?);
        }
    }
    let symbols = told.follow("symbols")?;
    for (name, value) in &symbols.fields {
        parts.extend(match name.as_str() {
            "locale" => Some(format!("locale={}", quoted(&symbols.text(name)?))),
            name => unusual(&symbols, name, *value, &USUAL_SYMBOLS)?,
        });
    }
    Some(complete(format!("DecimalFormat({})", parts.join(", "))))
}

/// A field with its value, unless that is as usual; the outer `None` where it cannot be written.
fn unusual<H: Heap>(
    object: &Object<'_, H>,
    name: &str,
    value: Value,
    usual: &[(&str, &str)],
) -> Option<Option<String>> {
    let text = match value {
        Value::Ref(reference) => match object.heap.thing(reference, object.time) {
            Thing::Text {
                text,
                not_compared: false,
                ..
            } => quoted(&text),
            Thing::Enum { constant, .. } => constant,
            _ => return None,
        },
        plain => literal(plain),
    };
    let is_usual = usual.contains(&(name, text.as_str()));
    Some((!is_usual).then(|| format!("{name}={text}")))
}

/// The digits as a pattern writes them.
fn pattern<H: Heap>(object: &Object<'_, H>) -> Option<String> {
    let is = |name: &str| match object.value(name)? {
        Value::Bool(is) => Some(is),
        _ => None,
    };
    let small = |name: &str| match object.value(name)? {
        Value::Byte(number) => usize::try_from(number).ok(),
        Value::Int(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let whole = small("minimumIntegerDigits")?;
    let group = match is("groupingUsed")? {
        true => small("groupingSize")?,
        false => 0,
    };
    let [least, most] = ["minimumFractionDigits", "maximumFractionDigits"].map(small);
    let (least, most) = (least?, most?);
    if [whole, group, most]
        .iter()
        .any(|&digits| digits > MOST_DIGITS)
    {
        return None;
    }
    let shown = whole.max(group) + 1;
    let mut text = String::new();
    for place in (1..=shown).rev() {
        text.push(if place <= whole { '0' } else { '#' });
        if group > 0 && place > 1 && (place - 1) % group == 0 {
            text.push(',');
        }
    }
    if most > 0 || is("decimalSeparatorAlwaysShown")? {
        text.push('.');
    }
    text.extend((0..most).map(|place| if place < least { '0' } else { '#' }));
    if is("useExponentialNotation")? {
        text.push('E');
        text.extend((0..small("minExponentDigits")?).map(|_| '0'));
    }
    Some(text)
}
