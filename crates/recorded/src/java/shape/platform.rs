//! Objects of the platform that are recorded by their fields, as programmers see them.
//!
//! What of them is no state, such as locks and caches, the recorder has left out.

use super::{Brackets, Heap, Object, Shape, Value, complete, decimal_format, memory};
use crate::java::literal::{quoted, simple_name};

/// Packages all of whose classes are recorded in this way, and beginnings of the names of further classes.
const LOOKED_AT: [&str; 16] = [
    "java.io.Buffered",
    "java.io.Data",
    "java.io.Filter",
    "java.io.InputStreamReader",
    "java.io.LineNumber",
    "java.io.OutputStreamWriter",
    "java.io.PrintStream",
    "java.io.Pushback",
    "java.lang.ThreadLocal",
    "java.nio.",
    "java.security.",
    "java.text.",
    "java.util.concurrent.CompletableFuture",
    "java.util.concurrent.FutureTask",
    "java.util.regex.",
    "sun.",
];

/// Whether objects of a class are recorded without their inner workings, so that they cannot be made anew from what is known of
/// them.
pub fn is_without_inner_workings(class: &str) -> bool {
    let of_utilities = |name: &str| {
        name == "Scanner"
            || name == "Formatter"
            || name.ends_with("Calendar")
            || name.ends_with("ResourceBundle")
    };
    LOOKED_AT.iter().any(|prefix| class.starts_with(prefix))
        || class.strip_prefix("java.util.").is_some_and(of_utilities)
}

/// The fields of an object that tell its state: of two of one name, that of the subclass does.
pub(super) fn state(class: &str, fields: Vec<(String, Value)>) -> Vec<(String, Value)> {
    if !class.starts_with("java.") {
        return fields;
    }
    let names: Vec<String> = fields.iter().map(|(name, _)| name.clone()).collect();
    let tells = |(place, (name, _)): &(usize, (String, Value))| !names[place + 1..].contains(name);
    let fields = fields.into_iter().enumerate().filter(tells);
    fields.map(|(_, field)| field).collect()
}

/// What a thread local holds, and what it begins with; nothing is known of one that several threads use.
fn thread_local<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let class = "ThreadLocal".to_owned();
    let value = object.value("value")?;
    if object.is_unknown(value) {
        return Some(Shape::Opaque { class });
    }
    let is_set = object.value("isSet")? == Value::Bool(true);
    let initial = object.value("supplier");
    Some(Shape::Row {
        class,
        brackets: Brackets::Named,
        items: is_set.then_some(value).into_iter().collect(),
        total: usize::from(is_set),
        own: initial.map(|supplier| vec![("initial".to_owned(), supplier)]),
    })
}

/// What programmers see in an object, where that is more than fields.
pub(super) fn known<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    match class {
        "java.util.GregorianCalendar" => calendar(object),
        "java.text.SimpleDateFormat" => date_format(object),
        "java.util.regex.Matcher" => Some(matcher(object)),
        "java.util.Scanner" => scanner(class, object),
        "java.text.DecimalFormat" => decimal_format::shape(class, object),
        "java.lang.ThreadLocal" | "java.lang.ThreadLocal$SuppliedThreadLocal" => {
            thread_local(object)
        }
        "java.net.URL" => url(object),
        "java.io.BufferedReader" | "java.io.LineNumberReader" => {
            ahead(class, object, ["cb", "nextChar", "nChars", "markedChar"])
        }
        "java.io.BufferedInputStream" => ahead(class, object, ["buf", "pos", "count", "markpos"]),
        "java.io.InputStreamReader" => coded(class, &object.follow("sd")?, "in"),
        "java.io.OutputStreamWriter" => coded(class, &object.follow("se")?, "out"),
        "java.io.BufferedWriter" => waiting(class, object, "cb", "nextChar"),
        "java.io.BufferedOutputStream" => waiting(class, object, "buf", "count"),
        _ => {
            let kind = class.strip_prefix("java.nio.Heap")?;
            buffer(kind.strip_suffix('R').unwrap_or(kind), object)
        }
    }
}

/// The fields of a calendar, in the order of their numbers.
const CALENDAR_FIELDS: [&str; 17] = [
    "ERA",
    "YEAR",
    "MONTH",
    "WEEK_OF_YEAR",
    "WEEK_OF_MONTH",
    "DAY_OF_MONTH",
    "DAY_OF_YEAR",
    "DAY_OF_WEEK",
    "DAY_OF_WEEK_IN_MONTH",
    "AM_PM",
    "HOUR",
    "HOUR_OF_DAY",
    "MINUTE",
    "SECOND",
    "MILLISECOND",
    "ZONE_OFFSET",
    "DST_OFFSET",
];

/// A calendar by its moment, or by what was set since that was computed last, and what else decides about it. Which fields
/// were set, from the first to the last, decides what setting another one means.
fn calendar<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    const USUAL_CUTOVER: Value = Value::Long(-12_219_292_800_000);
    /// The stamps of fields that were never set, and of those that were computed; later ones were set by the program.
    const UNSET: i32 = 0;
    const COMPUTED: i32 = 1;
    if object.value("gregorianCutover")? != USUAL_CUTOVER {
        return None;
    }
    let numbers = |name: &str| -> Option<Vec<i32>> {
        let values = object.array(name, 0, CALENDAR_FIELDS.len())?.into_iter();
        let number = |value| match value {
            Value::Int(number) => Some(number),
            _ => None,
        };
        let numbers: Vec<i32> = values.map_while(number).collect();
        (numbers.len() == CALENDAR_FIELDS.len()).then_some(numbers)
    };
    let (fields, stamps) = (numbers("fields")?, numbers("stamp")?);
    let mut by_stamp: Vec<usize> = (0..stamps.len()).collect();
    by_stamp.sort_by_key(|&field| stamps[field]);
    let is_time_set = object.value("isTimeSet")? == Value::Bool(true);
    let mut parts = Vec::new();
    if is_time_set {
        let Value::Long(time) = object.value("time")? else {
            return None;
        };
        parts.push(memory::instant(time));
        let set = by_stamp.iter().filter(|&&field| stamps[field] > COMPUTED);
        let set: Vec<&str> = set.map(|&field| CALENDAR_FIELDS[field]).collect();
        if !set.is_empty() {
            parts.push(format!("set={}", set.join(" ")));
        }
    } else {
        for field in by_stamp {
            match stamps[field] {
                UNSET => {}
                COMPUTED => parts.push(format!(
                    "computed {}={}",
                    CALENDAR_FIELDS[field], fields[field]
                )),
                _ => parts.push(format!("{}={}", CALENDAR_FIELDS[field], fields[field])),
            }
        }
    }
    parts.push(format!("zone={}", quoted(&object.text("zone")?)));
    for name in ["firstDayOfWeek", "minimalDaysInFirstWeek"] {
        parts.push(format!("{name}={}", object.int(name)?));
    }
    if object.value("lenient")? != Value::Bool(true) {
        parts.push("lenient=false".to_owned());
    }
    Some(complete(format!("GregorianCalendar({})", parts.join(", "))))
}

/// A format of dates works with a calendar of its own, whose time means nothing between two calls.
fn date_format<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let calendar = object.follow("calendar")?;
    calendar.value("gregorianCutover")?;
    let own = |name: &str| Some((name.to_owned(), object.value(name)?));
    let of_calendar = |name: &str| Some((name.to_owned(), calendar.value(name)?));
    // The names of all months come last.
    let fields = vec![
        own("pattern")?,
        own("locale")?,
        of_calendar("zone")?,
        of_calendar("lenient")?,
        of_calendar("firstDayOfWeek")?,
        of_calendar("minimalDaysInFirstWeek")?,
        own("defaultCenturyStartYear")?,
        own("numberFormat")?,
        own("formatData")?,
    ];
    Some(Shape::Record {
        class: "SimpleDateFormat".to_owned(),
        fields,
        hidden: None,
    })
}

/// A matcher: what it looks for and where, and what it has found come first.
fn matcher<H: Heap>(object: &Object<'_, H>) -> Shape {
    let mut fields = state("java.util.regex.Matcher", object.fields.clone());
    let first = ["parentPattern", "text", "first", "last"];
    let rank = |name: &str| first.iter().position(|first| *first == name);
    fields.sort_by_key(|(name, _)| rank(name).unwrap_or(first.len()));
    if let Some((name, _)) = fields.first_mut().filter(|(name, _)| name == first[0]) {
        *name = "pattern".to_owned();
    }
    Shape::Record {
        class: "Matcher".to_owned(),
        fields,
        hidden: None,
    }
}

/// What a scanner has read and not given yet, and where it goes on after that.
fn scanner<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let buffer = object.follow("buf")?;
    let from = buffer.int("offset")?;
    let (next, end) = (object.int("position")?, buffer.int("limit")?);
    let mut own = state(class, object.fields.clone());
    own.retain(|(name, _)| name != "buf" && name != "position");
    held(class, &buffer, "hb", (from + next, from + end), own)
}

fn url<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let part = |name: &str| match object.value(name)? {
        Value::Null => Some(String::new()),
        _ => object.text(name),
    };
    let prefixed = |prefix: &str, text: String| match text.is_empty() {
        true => text,
        false => format!("{prefix}{text}"),
    };
    let text = format!(
        "{}:{}{}{}",
        part("protocol")?,
        prefixed("//", part("authority")?),
        part("file")?,
        prefixed("#", part("ref")?),
    );
    Some(complete(format!("URL({})", quoted(&text))))
}

/// What a buffered reader or stream has read ahead, and where it goes on after that. With a mark, from there on.
fn ahead<H: Heap>(
    class: &str,
    object: &Object<'_, H>,
    [array, next, end, mark]: [&str; 4],
) -> Option<Shape> {
    let (next, end) = (object.int(next)?, object.int(end)?);
    let from = object.int(mark).map_or(next, |mark| mark.min(next));
    let of_buffer = [
        array,
        "count",
        "initialSize",
        "markedChar",
        "marklimit",
        "markpos",
        "nChars",
        "nextChar",
        "pos",
        "readAheadLimit",
    ];
    let mut own = state(class, object.fields.clone());
    own.retain(|(name, _)| !of_buffer.contains(&name.as_str()));
    let since_mark = i32::try_from(next - from).ok()?;
    own.push(("sinceMark".to_owned(), Value::Int(since_mark)));
    held(class, object, array, (from, end), own)
}

/// What a buffered writer or stream has not passed on yet, and to whom it will.
fn waiting<H: Heap>(
    class: &str,
    object: &Object<'_, H>,
    array: &str,
    count: &str,
) -> Option<Shape> {
    let own = vec![("out".to_owned(), object.value("out")?)];
    held(class, object, array, (0, object.int(count)?), own)
}

/// A reader or writer between characters and bytes, by what it has read ahead or not passed on. What else its coder was told
/// is left to its fields.
fn coded<H: Heap>(class: &str, coder: &Object<'_, H>, end: &str) -> Option<Shape> {
    let bytes = coder.follow("bb")?;
    let (from, place) = (bytes.int("offset")?, bytes.int("position")?);
    let (rules, range) = match end {
        "in" => ("decoder", (from + place, from + bytes.int("limit")?)),
        _ => ("encoder", (from, from + place)),
    };
    let rules = coder.follow(rules)?;
    for action in ["malformedInputAction", "unmappableCharacterAction"] {
        if rules.follow(action)?.text("name")? != "REPLACE" {
            return None;
        }
    }
    let left_over = match coder.value("haveLeftoverChar")? {
        Value::Bool(true) => coder.value("leftoverChar")?,
        _ => Value::Null,
    };
    let own = vec![
        (end.to_owned(), coder.value(end)?),
        ("charset".to_owned(), coder.value("cs")?),
        ("leftOver".to_owned(), left_over),
        ("closed".to_owned(), coder.value("closed")?),
    ];
    held(class, &bytes, "hb", range, own)
}

/// A buffer of `java.nio` over an array.
fn buffer<H: Heap>(kind: &str, object: &Object<'_, H>) -> Option<Shape> {
    let from = object.int("offset")?;
    let to = from + object.int("capacity")?;
    let names = ["position", "limit", "mark", "isReadOnly", "bigEndian"];
    let own = names.into_iter().filter_map(|name| {
        let value = object.value(name)?;
        Some((name.to_owned(), value))
    });
    held(kind, object, "hb", (from, to), own.collect())
}

/// The elements of an array from one place to another, and what else there is.
fn held<H: Heap>(
    class: &str,
    object: &Object<'_, H>,
    array: &str,
    (from, to): (usize, usize),
    own: Vec<(String, Value)>,
) -> Option<Shape> {
    let total = to.saturating_sub(from);
    let items = match total {
        0 => Vec::new(),
        _ => object.array(array, from, from + total.min(object.most))?,
    };
    Some(Shape::Row {
        class: simple_name(class),
        brackets: Brackets::Named,
        items,
        total,
        own: Some(own),
    })
}
