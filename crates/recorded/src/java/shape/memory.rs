//! Streams, writers and readers in memory by what they hold or will still give, dates, properties and joiners.

use super::{Brackets, Heap, Object, Shape, Thing, Value, complete, entries_of, map, row};
use crate::java::literal::quoted;

/// What an object of `java.io` holds, by the name of its class in there.
pub(super) fn of_streams<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    match class.strip_prefix("java.io.")? {
        "ByteArrayOutputStream" | "CharArrayWriter" => {
            let count = object.int("count")?;
            elements(class, object, 0, count)
        }
        "ByteArrayInputStream" | "CharArrayReader" => {
            let (from, to) = (object.int("pos")?, object.int("count")?);
            elements(class, object, from, to)
        }
        // What it has passed on is all that it has.
        name @ ("PrintStream" | "PrintWriter") => {
            let out = object.value("out")?;
            Some(match object.is_unknown(out) {
                true => Shape::Opaque {
                    class: name.to_owned(),
                },
                false => Shape::Record {
                    class: name.to_owned(),
                    fields: vec![("out".to_owned(), out)],
                    hidden: None,
                },
            })
        }
        "StringWriter" => {
            let held = text(object, object.value("buf")?)?;
            Some(complete(format!("StringWriter({})", quoted(&held))))
        }
        "StringReader" => {
            // Since JDK 24 it leaves its work to another reader.
            let other = object.follow("r");
            let (reader, held) = match &other {
                Some(other) => (other, other.value("val$cs")?),
                None => (object, object.value("str")?),
            };
            let units: Vec<u16> = text(reader, held)?.encode_utf16().collect();
            let ahead = String::from_utf16_lossy(units.get(reader.int("next")?..)?);
            Some(complete(format!("StringReader({})", quoted(&ahead))))
        }
        _ => None,
    }
}

/// A text that is known in full.
fn text<H: Heap>(object: &Object<'_, H>, value: Value) -> Option<String> {
    let Value::Ref(reference) = value else {
        return None;
    };
    match object.heap.thing(reference, object.time) {
        Thing::Text {
            text,
            length,
            not_compared: false,
            ..
        } if text.encode_utf16().count() == length => Some(text),
        _ => None,
    }
}

/// What a joiner has joined so far.
fn joined<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let part = |name: &str| text(object, object.value(name)?);
    let size = object.int("size")?;
    let joined = match object.value("emptyValue")? {
        empty @ Value::Ref(_) if size == 0 => text(object, empty)?,
        _ => {
            let parts = match size {
                0 => Vec::new(),
                _ => object.array("elts", 0, size)?,
            };
            let parts = parts.into_iter().map(|value| text(object, value));
            let parts: Vec<String> = parts.collect::<Option<_>>()?;
            part("prefix")? + &parts.join(&part("delimiter")?) + &part("suffix")?
        }
    };
    Some(complete(format!("StringJoiner({})", quoted(&joined))))
}

/// The elements `from..to` of the array in the field `buf`.
fn elements<H: Heap>(class: &str, object: &Object<'_, H>, from: usize, to: usize) -> Option<Shape> {
    let total = to.saturating_sub(from);
    let items = match total {
        0 => Vec::new(),
        _ => object.array("buf", from, from + total.min(object.most))?,
    };
    Some(row(class, Brackets::Named, items, total))
}

/// A date, properties or a joiner, by the name of its class in `java.util`.
pub(super) fn of_utilities<H: Heap>(
    class: &str,
    name: &str,
    object: &Object<'_, H>,
) -> Option<Shape> {
    match name {
        // A date that was taken apart may not have been put together again.
        "Date" if object.value("cdate")? == Value::Null => match object.value("fastTime")? {
            Value::Long(time) => Some(complete(format!("Date({})", instant(time)))),
            _ => None,
        },
        "StringJoiner" => joined(object),
        "Properties" if object.value("defaults")? == Value::Null => {
            let (entries, total) = entries_of(object, "map", object.most)?;
            Some(map(class, entries, total))
        }
        _ => None,
    }
}

/// A moment in milliseconds since 1970, as `Instant` writes it.
pub(super) fn instant(milliseconds: i64) -> String {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let (year, month, day) = date(milliseconds.div_euclid(DAY));
    let of_day = milliseconds.rem_euclid(DAY);
    let seconds = of_day / 1000;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        10_000.. => format!("+{year}"),
        _ => format!("-{:04}", -year),
    };
    let fraction = match of_day % 1000 {
        0 => String::new(),
        fraction => format!(".{fraction:03}"),
    };
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

/// Year, month and day of a day since 1970. Years are counted from March on, so that a leap day is the last of its year;
/// the calendar repeats every 400 years.
fn date(day: i64) -> (i64, i64, i64) {
    const DAYS_IN_400_YEARS: i64 = 146_097;
    // From 1 March of the year 0 to 1970.
    let day = day + 719_468;
    let (era, day) = (
        day.div_euclid(DAYS_IN_400_YEARS),
        day.rem_euclid(DAYS_IN_400_YEARS),
    );
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    // Months from March on have 31, 30, 31, 30, 31 days in turn: 153 days in 5 months.
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, carried) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (400 * era + year + carried, month, of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_java_writes_instants() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (253_402_300_800_000, "+10000-01-01T00:00:00Z"),
            (-62_198_755_200_000, "-0001-01-01T00:00:00Z"),
        ] {
            assert_eq!(instant(milliseconds), text);
        }
    }
}
