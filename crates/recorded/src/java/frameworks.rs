//! How JUnit and TestNG say what became of a test.
//!
//! The recorder records a few of their own calls (`elenchus_jvm::scope::VERDICTS`); here it is known what these mean and where they keep
//! the exception and the name of the test.

use crate::heap::{Moment, Ref, Value};
use crate::language::{Says, Told};
use crate::shape::{Shape, shape};

/// What a call says.
pub fn says(class: &str, routine: &str) -> Option<Says> {
    Some(match (class, routine) {
        ("junit.framework.TestResult", "addError" | "addFailure")
        | ("org.junit.internal.runners.model.EachTestNotifier", "addFailure")
        | ("org.junit.platform.engine.TestExecutionResult", "failed")
        | ("org.testng.TestRunner", "addFailedTest")
        | ("org.testng.TestRunner$ConfigurationListener", "onConfigurationFailure") => Says::Failed,
        ("junit.framework.TestResult", "endTest")
        | ("org.junit.runner.JUnitCore", "<init>")
        | ("org.junit.internal.runners.model.EachTestNotifier", "fireTestFinished")
        | ("org.junit.platform.launcher.core.LauncherFactory", "create")
        | ("org.junit.platform.engine.TestExecutionResult", "successful")
        | ("org.testng.TestRunner", "addPassedTest") => Says::Something,
        _ => return None,
    })
}

/// What a call that says that a test failed tells. Its last argument is the exception or holds it.
pub fn told(moment: &dyn Moment, receiver: Option<Value>, arguments: &[Value]) -> Told {
    let said = arguments.last().copied().unwrap_or(Value::Null);
    let (exception, test) = match moment.field(said, "m_throwable") {
        Some(exception) => (exception, moment.field(said, "m_name")),
        None => (
            said,
            receiver.and_then(|notifier| described(moment, notifier)),
        ),
    };
    let test = test.and_then(|name| method_of(&moment.text(name)?));
    Told { exception, test }
}

/// The name of a test that a notifier of JUnit 4 speaks about.
fn described(moment: &dyn Moment, notifier: Value) -> Option<Value> {
    let either = |object: Value, names: [&str; 2]| {
        let mut names = names.into_iter();
        names.find_map(|name| moment.field(object, name))
    };
    let description = either(notifier, ["description", "fDescription"])?;
    either(description, ["fDisplayName", "displayName"])
}

/// The method in `method(package.Class)` or `method[3](package.Class)`, as JUnit 4 writes it, or in its bare name.
fn method_of(test: &str) -> Option<String> {
    let method = test.split(['(', '[']).next()?;
    Some(method.to_owned())
}

/// What an exception says. The classes that compose their message only when they are asked for it are known by their
/// fields: comparisons of JUnit 4, and the collected failures of `assertAll`.
pub fn message(moment: &dyn Moment, exception: Ref) -> Option<String> {
    let field = |name: &str| moment.field(Value::Ref(exception), name);
    let text = |name: &str| moment.text(field(name)?);
    if let (Some(expected), Some(actual)) = (text("fExpected"), text("fActual")) {
        let said = text("detailMessage").map_or_else(String::new, |said| format!("{said} "));
        return Some(format!("{said}expected:<{expected}> but was:<{actual}>"));
    }
    let said = text("detailMessage").filter(|said| !said.trim().is_empty());
    said.or_else(|| {
        let (first, total) = first_of(moment, field("failures")?)?;
        let first = message(moment, first).unwrap_or_default();
        let heading = text("heading").unwrap_or_else(|| "several assertions".to_owned());
        Some(format!("{heading} ({total} failures): {first}"))
    })
}

/// The value that an assertion found, in the words of JUnit, TestNG, Hamcrest, AssertJ and Truth.
pub fn actual(message: &str) -> Option<&str> {
    const BEFORE: [&str; 6] = [
        "but was: ",
        "but was:",
        "but found ",
        "but: was ",
        "but was  : ",
        "but was ",
    ];
    let mut found = BEFORE
        .iter()
        .filter_map(|before| message.rsplit_once(before));
    let (_, actual) = found.next()?;
    let actual = actual.trim().trim_end_matches('.');
    let inside = |open, close| actual.strip_prefix(open)?.strip_suffix(close);
    let inside = inside('<', '>').or_else(|| inside('[', ']'));
    // Comparisons of texts mark in brackets what differs.
    Some(inside.unwrap_or(actual))
}

/// The first element of a list, and how many there are.
fn first_of(moment: &dyn Moment, mut list: Value) -> Option<(Ref, usize)> {
    while let Value::Ref(reference) = list {
        match shape(&moment, reference, ()) {
            Shape::Wrapped(inside) => list = inside,
            Shape::Row { items, total, .. } => match items.first()? {
                Value::Ref(first) => return Some((*first, total)),
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::actual;

    #[test]
    fn the_actual_value_is_found_in_the_words_of_each_framework() {
        for (message, expected) in [
            ("expected: <3> but was: <4>", Some("4")),
            ("total ==> expected: <a> but was: <b c>", Some("b c")),
            ("expected:<3> but was:<4>", Some("4")),
            ("expected [3] but found [4]", Some("4")),
            ("\nExpected: is <3>\n     but: was <4>", Some("4")),
            ("\nexpected: 3\n but was: 4", Some("4")),
            ("no such order", None),
        ] {
            assert_eq!(actual(message), expected, "{message}");
        }
    }
}
