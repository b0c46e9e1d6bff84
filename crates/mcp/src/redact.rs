//! Values that look like secrets are hidden before anything leaves the server; that there is one, and how long it is, stays.
//!
//! A value is a secret by its name (`password`, `apiKey`, …), or by how it reads (tokens of well-known services, private keys).
//! Names are looked for in paths, and in front of `=` and `:` inside of texts. In source code only literals are hidden, since
//! code that handles passwords may be what has to be read.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex_lite::{Captures, Regex};
use serde_json::Value;
use thiserror::Error;

/// Words in names that say that the value is a secret.
const SECRET_WORDS: &str = "passw(?:or)?d|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|\
    signing[_-]?key|credential|(?:access|auth|refresh|session|bearer|id|csrf|api)[_-]?token|authorization";

/// Texts that are secrets wherever they stand.
const SECRET_TEXTS: &str = concat!(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}",
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bsk-[A-Za-z0-9_-]{16,}|\bAIza[0-9A-Za-z_-]{30,}",
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    r"|(?i:\bbearer )[A-Za-z0-9._~+/-]{12,}=*",
    r"|(?:://)[^\s/:@]+:[^\s/@]+@",
);

/// A literal: a text in quotes.
const LITERAL: &str = r#""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"#;

static SECRET_NAME: LazyLock<Regex> = LazyLock::new(|| regex(&format!("(?i){SECRET_WORDS}")));
static SECRET_TEXT: LazyLock<Regex> = LazyLock::new(|| regex(SECRET_TEXTS));

/// A secret name in a written value, with what it holds: a literal, a list, an object or a word.
static NAMED_IN_DATA: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r#"(?i)\b[\w.$-]*(?:{SECRET_WORDS})\w*["']?\]?\s*[=:]\s*(?P<value>{LITERAL}|\[[^\]]*\]|[^\s,;(){{}}\[\]"']+\([^)]*\)|[^\s,;(){{}}\[\]"']+)"#
    ))
});

/// A secret name in source code with a literal.
static NAMED_IN_CODE: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r#"(?i)\b[\w.$-]*(?:{SECRET_WORDS})\w*["']?\]?\s*(?:[=:,(]|==)\s*(?P<value>{LITERAL})"#
    ))
});

/// A name that many harmless things have, too; then the value decides.
static DOUBTFUL_NAME: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?i)(?:^|[.\["'])(?:token|key|signature|salt)["'\]]*$"#));
static RANDOM_TEXT: LazyLock<Regex> = LazyLock::new(|| regex(r#"^"[A-Za-z0-9+/_=.-]{16,}"$"#));

/// The patterns above are constants, so that a wrong one shows in the first test.
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid pattern")
}

/// Hides what looks like a secret.
#[derive(Debug, Default)]
pub struct Redactor {
    /// What the user wants hidden, too.
    own: Vec<Regex>,
}

/// What should be hidden cannot be told.
#[derive(Debug, Error)]
#[error("`{pattern}` is no regular expression: {error}")]
pub struct NoPattern {
    pattern: String,
    error: Box<regex_lite::Error>,
}

impl Redactor {
    /// Hides the usual secrets and whatever matches these patterns.
    pub fn new(own: &[String]) -> Result<Redactor, NoPattern> {
        let own = own.iter().map(|pattern| {
            Regex::new(pattern).map_err(|error| NoPattern {
                pattern: pattern.clone(),
                error: Box::new(error),
            })
        });
        Ok(Redactor {
            own: own.collect::<Result<_, _>>()?,
        })
    }

    /// Hides secrets in everything that a tool returns.
    pub fn redact(&self, result: &mut Value) {
        self.walk(result, false);
    }

    /// A text without the secrets in it.
    pub fn text(&self, text: &str) -> String {
        self.within(text, &NAMED_IN_DATA)
    }

    /// A value of this name as the client sees it.
    pub fn value(&self, name: &str, text: &str) -> String {
        match self.is_secret(name, text) {
            true => hidden(text),
            false => self.text(text),
        }
    }

    fn walk(&self, value: &mut Value, inside_secret: bool) {
        match value {
            Value::String(text) => {
                *text = match inside_secret {
                    true => hidden(text),
                    false => self.text(text),
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.walk(item, inside_secret);
                }
            }
            Value::Object(fields) => {
                let called = ["path", "name"]
                    .into_iter()
                    .find_map(|key| fields.get(key)?.as_str())
                    .unwrap_or_default()
                    .to_owned();
                for (key, value) in fields {
                    match (key.as_str(), value) {
                        // What things are called is no secret.
                        ("name" | "path" | "session" | "recording" | "state" | "at", _) => {}
                        ("code", Value::Array(lines)) => lines.iter_mut().for_each(|line| {
                            if let Value::String(line) = line {
                                *line = self.within(line, &NAMED_IN_CODE);
                            }
                        }),
                        ("before" | "after", value) => {
                            let text = value.as_str().unwrap_or_default();
                            let secret = inside_secret || self.is_secret(&called, text);
                            self.walk(value, secret);
                        }
                        ("parts", value) => {
                            let secret = inside_secret || self.is_secret(&called, "");
                            self.walk(value, secret);
                        }
                        (_, value) => self.walk(value, false),
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether a value is a secret because of what it is called.
    fn is_secret(&self, name: &str, text: &str) -> bool {
        let has = |c: fn(char) -> bool| text.chars().any(c);
        SECRET_NAME.is_match(name)
            || self.own.iter().any(|own| own.is_match(name))
            || DOUBTFUL_NAME.is_match(name)
                && RANDOM_TEXT.is_match(text)
                && has(|c| c.is_ascii_digit())
                && has(|c| c.is_ascii_alphabetic())
    }

    /// A text without secrets; `named` finds those that stand behind their name.
    fn within(&self, text: &str, named: &Regex) -> String {
        let text = replaced(text, named, |found| {
            found.name("value").expect("every match has one").range()
        });
        let text = replaced(&text, &SECRET_TEXT, whole);
        let mut text = text.into_owned();
        for own in &self.own {
            text = replaced(&text, own, whole).into_owned();
        }
        text
    }
}

fn whole(found: &Captures<'_>) -> Range<usize> {
    found
        .get(0)
        .expect("the whole match is always there")
        .range()
}

/// A text with a part of every match hidden.
fn replaced<'t>(
    text: &'t str,
    pattern: &Regex,
    part: impl Fn(&Captures<'_>) -> Range<usize>,
) -> Cow<'t, str> {
    pattern.replace_all(text, |found: &Captures<'_>| {
        let all = whole(found);
        let secret = part(found);
        let (before, after) = (&text[all.start..secret.start], &text[secret.end..all.end]);
        format!("{before}{}{after}", hidden(&text[secret]))
    })
}

/// What is shown in place of a secret: what kind of thing it is, and how long. Nothing and an empty text are no secrets, and often
/// the bug.
fn hidden(secret: &str) -> String {
    let inside = |open: char, close: char| {
        let rest = secret.strip_prefix(open)?;
        rest.strip_suffix(close)
    };
    let is_nothing = matches!(secret, "null" | "true" | "false" | "None" | "" | "[]");
    if is_nothing || secret.contains("‹redacted") {
        return secret.to_owned();
    }
    for quote in ['"', '\''] {
        match inside(quote, quote) {
            Some("") => return secret.to_owned(),
            Some(text) => {
                let length = text.chars().count();
                return format!("{quote}‹redacted, {length} characters›{quote}");
            }
            None => {}
        }
    }
    if let Some(list) = inside('[', ']') {
        return format!("[‹redacted, {} elements›]", list.split(',').count());
    }
    format!("‹redacted, {} characters›", secret.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn hides(text: &str, shown: &str) {
        assert_eq!(Redactor::default().text(text), shown);
    }

    #[test]
    fn secrets_are_hidden_by_their_names() {
        hides(
            r#"login(user = "ann", password = "hunter2")"#,
            r#"login(user = "ann", password = "‹redacted, 7 characters›")"#,
        );
        hides(
            r#"{"apiKey": "x1y2"}"#,
            r#"{"apiKey": "‹redacted, 4 characters›"}"#,
        );
        hides(
            "db.password=abc,n=1",
            "db.password=‹redacted, 3 characters›,n=1",
        );
        hides(
            "Config(secret=['a', 'b', 'c'], n=1)",
            "Config(secret=[‹redacted, 3 elements›], n=1)",
        );
        hides(
            r#"User(credentials=Secret(value="x"), n=1)"#,
            "User(credentials=‹redacted, 17 characters›, n=1)",
        );
    }

    #[test]
    fn nothing_is_no_secret() {
        for text in ["password = null", r#"password = """#, "token = ID", "n = 5"] {
            hides(text, text);
        }
    }

    #[test]
    fn secrets_are_hidden_by_how_they_read() {
        hides(
            "uses AKIAABCDEFGHIJKLMNOP here",
            "uses ‹redacted, 20 characters› here",
        );
        hides(
            "jdbc:x://root:pw@host/db",
            "jdbc:x‹redacted, 11 characters›host/db",
        );
        hides(
            "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
            "‹redacted, 65 characters›",
        );
        hides(
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
            "‹redacted, 40 characters›",
        );
    }

    #[test]
    fn values_are_hidden_by_the_names_beside_them() {
        let mut result = json!({
            "values": [
                {"name": "user", "before": "\"ann\"", "after": "\"bob\""},
                {"name": "this.password", "before": "null", "after": "\"hunter2\""},
                {"name": "token", "after": "\"IDENT\""},
                {"name": "token", "after": "\"a8Fh2kQ9z7Lm3pXw\""},
            ],
        });
        Redactor::default().redact(&mut result);
        let values = &result["values"];
        assert_eq!(values[0]["after"], "\"bob\"");
        assert_eq!(values[1]["before"], "null");
        assert_eq!(values[1]["after"], "\"‹redacted, 7 characters›\"");
        assert_eq!(values[2]["after"], "\"IDENT\"");
        assert_eq!(values[3]["after"], "\"‹redacted, 16 characters›\"");
    }

    #[test]
    fn parts_of_a_secret_are_secret() {
        let mut result = json!({
            "path": "user.password",
            "parts": [{"name": "[0]", "after": "'h'"}, {"name": "[1]", "after": "'u'"}],
        });
        Redactor::default().redact(&mut result);
        assert_eq!(result["parts"][0]["after"], "'‹redacted, 1 characters›'");
        assert_eq!(result["parts"][0]["name"], "[0]");
    }

    #[test]
    fn code_keeps_everything_but_literals() {
        let mut result = json!({"code": [
            "12> String password = read(\"password\");",
            "13> if (password == \"hunter2\") token = next();",
        ]});
        Redactor::default().redact(&mut result);
        assert_eq!(
            result["code"][0],
            "12> String password = read(\"password\");"
        );
        assert_eq!(
            result["code"][1],
            "13> if (password == \"‹redacted, 7 characters›\") token = next();"
        );
    }

    #[test]
    fn users_add_patterns() {
        let redactor = Redactor::new(&["(?i)iban".to_owned(), "DE[0-9]{20}".to_owned()]).unwrap();
        let mut result = json!({"values": [
            {"name": "iban", "after": "\"x\""},
            {"name": "text", "after": "\"to DE12345678901234567890\""},
        ]});
        redactor.redact(&mut result);
        assert_eq!(result["values"][0]["after"], "\"‹redacted, 1 characters›\"");
        assert_eq!(
            result["values"][1]["after"],
            "\"to ‹redacted, 22 characters›\""
        );
        assert!(Redactor::new(&["(".to_owned()]).is_err());
    }
}
