//! How unittest and pytest say what became of a test.
//!
//! A recorder for Python records these few calls of theirs, as functions of the modules or methods of the classes that define them; here it
//! is known what they mean and where they keep the exception and the name of the test.

use elenchus_recorded::heap::{Moment, Value};
use elenchus_recorded::language::{Says, Told};

/// What a call says.
pub fn says(class: &str, routine: &str) -> Option<Says> {
    Some(match (class, routine) {
        ("unittest.result.TestResult", "addError" | "addFailure" | "addSubTest")
        // It is told of every part of a test, with how it ended and what was made of that (an exception may have been expected).
        | ("_pytest.runner", "check_interactive_exception") => Says::Failed,
        ("unittest.result.TestResult", "startTest" | "addSuccess" | "addSkip" | "addExpectedFailure") => {
            Says::Something
        }
        _ => return None,
    })
}

/// What a call that may say that a test failed tells: `(test, error)` or `(test, part of it, error)` in unittest, `(call, report)` in
/// pytest. Without an exception none has failed.
pub fn told(moment: &dyn Moment, arguments: &[Value]) -> Told {
    let nothing = Told {
        exception: Value::Null,
        test: None,
    };
    let &[first, .., last] = arguments else {
        return nothing;
    };
    let text = |object, name| moment.text(moment.field(object, name)?);
    if let Some(outcome) = text(last, "outcome") {
        let raised = moment.field(first, "excinfo");
        let raised = raised.and_then(|information| moment.field(information, "_excinfo"));
        return match raised.filter(|_| outcome == "failed") {
            Some(raised) => Told {
                exception: value_of(moment, raised),
                test: text(last, "nodeid").and_then(|node| function_of(&node)),
            },
            None => nothing,
        };
    }
    Told {
        exception: value_of(moment, last),
        test: text(first, "_testMethodName"),
    }
}

/// The exception in `(type, value, traceback)`, as `sys.exc_info` gives it.
fn value_of(moment: &dyn Moment, information: Value) -> Value {
    match information {
        Value::Ref(tuple) => {
            let value = moment.elements(tuple, 1, 2);
            value.first().copied().unwrap_or(Value::Null)
        }
        _ => Value::Null,
    }
}

/// The function in `tests/test_shop.py::TestCart::test_total[3-4]`.
fn function_of(node: &str) -> Option<String> {
    let (node, _) = node.split_once('[').unwrap_or((node, ""));
    node.rsplit("::").next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_of_a_test_is_read_from_its_node() {
        for node in [
            "tests/test_shop.py::TestCart::test_total[a::b-1]",
            "test_shop.py::test_total",
        ] {
            assert_eq!(function_of(node).as_deref(), Some("test_total"), "{node}");
        }
    }
}
