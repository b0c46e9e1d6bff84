//! Results under a number of tokens that the client can set.
//!
//! How many tokens a text is depends on the model; four bytes a token is what most come close to for JSON in English. A result
//! that is too long loses the ends of its longest texts and lists first, and says how much it lost.

use serde::Serialize;
use serde_json::{Value, json};

use crate::call::ToolError;

/// This many bytes count as one token.
const BYTES_A_TOKEN: usize = 4;

/// With less than this not even the frame of a result fits.
const LEAST: u64 = 200;

/// Clients cut results at about 25,000 tokens by themselves, without counting what is lost.
const MOST: u64 = 20_000;

/// Texts and lists are cut to these lengths at first; then to three quarters of that, again and again.
const LONGEST_TEXT: usize = 4_000;
const LONGEST_LIST: usize = 200;

/// Texts by which the client goes on are never cut: a shortened handle would name nothing.
const KEPT: &[&str] = &["session", "recording", "state", "at", "ended"];

/// How many tokens a result may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget(usize);

/// How many tokens a text is.
pub fn tokens(text: &str) -> usize {
    text.len().div_ceil(BYTES_A_TOKEN)
}

impl Budget {
    /// As much as the client wants, else what is usual for the tool.
    pub fn new(wanted: Option<u64>, usual: usize) -> Result<Budget, ToolError> {
        match wanted {
            None => Ok(Budget(usual)),
            Some(wanted @ LEAST..=MOST) => Ok(Budget(wanted as usize)),
            Some(_) => Err(ToolError::new(format!(
                "max_tokens goes from {LEAST} to {MOST}"
            ))),
        }
    }

    /// How many characters one value may have so that a handful of them fits.
    pub fn characters(self) -> usize {
        self.0 * BYTES_A_TOKEN / 6
    }

    /// Whether it fits as it is.
    pub fn holds(self, result: &impl Serialize) -> bool {
        serde_json::to_string(result).is_ok_and(|text| tokens(&text) <= self.0)
    }

    /// The same result, shortened until it fits; what was cut is counted in its field `cut`.
    pub fn fit(self, result: Value) -> Result<Value, ToolError> {
        if self.holds(&result) {
            return Ok(result);
        }
        let (mut text, mut items) = (LONGEST_TEXT, LONGEST_LIST);
        loop {
            let shortened = shorten_to(&result, text, items);
            if self.holds(&shortened) {
                return Ok(shortened);
            }
            if (text, items) == (0, 0) {
                return Err(ToolError::new(format!(
                    "the result does not fit into {} tokens; ask with a larger max_tokens",
                    self.0
                )));
            }
            (text, items) = (text * 3 / 4, items * 3 / 4);
        }
    }
}

/// The result with every text and list cut to these lengths.
fn shorten_to(result: &Value, text: usize, items: usize) -> Value {
    let mut cut = Cut {
        text,
        items,
        bytes_lost: 0,
        items_lost: 0,
    };
    let mut shortened = cut.shorten(result);
    if let Value::Object(fields) = &mut shortened {
        let lost = json!({"bytes": cut.bytes_lost, "items": cut.items_lost});
        fields.insert("cut".to_owned(), lost);
    }
    shortened
}

/// Shortens a result and counts what it loses.
struct Cut {
    text: usize,
    items: usize,
    bytes_lost: usize,
    items_lost: usize,
}

impl Cut {
    fn shorten(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.shorten_text(text)),
            Value::Array(list) => {
                let kept = list.len().min(self.items);
                self.items_lost += list.len() - kept;
                list[..kept].iter().map(|item| self.shorten(item)).collect()
            }
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| {
                    let value = match KEPT.contains(&name.as_str()) {
                        true => value.clone(),
                        false => self.shorten(value),
                    };
                    (name.clone(), value)
                });
                Value::Object(fields.collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    fn shorten_text(&mut self, text: &str) -> String {
        if text.len() <= self.text {
            return text.to_owned();
        }
        let mut ends = (0..=self.text).rev();
        let end = ends.find(|&end| text.is_char_boundary(end));
        let end = end.unwrap_or(0);
        self.bytes_lost += text.len() - end;
        format!("{}…", &text[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_budget_has_limits() {
        assert_eq!(Budget::new(None, 600).unwrap(), Budget(600));
        assert_eq!(Budget::new(Some(1000), 600).unwrap(), Budget(1000));
        for wrong in [0, 1, LEAST - 1, MOST + 1, u64::MAX] {
            assert!(Budget::new(Some(wrong), 600).is_err());
        }
    }

    #[test]
    fn what_fits_is_left_alone() {
        let small = json!({"title": "f(1)", "values": [1, 2]});
        assert_eq!(Budget(600).fit(small.clone()).unwrap(), small);
    }

    #[test]
    fn what_is_cut_is_counted_and_handles_stay() {
        let session = "a".repeat(100);
        let long =
            json!({"session": session, "title": "x".repeat(9_000), "values": vec!["v"; 900]});
        let fitted = Budget(200).fit(long).unwrap();
        assert_eq!(fitted["session"], session);
        let (title, values) = (&fitted["title"], fitted["values"].as_array().unwrap());
        let kept = title.as_str().unwrap().trim_end_matches('…').len();
        assert_eq!(fitted["cut"]["bytes"], 9_000 - kept);
        assert_eq!(fitted["cut"]["items"], 900 - values.len());
        assert!(kept > 0 && !values.is_empty());
    }

    /// Anything that a tool could return: a few fields at the top, anything below.
    fn result() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<i64>().prop_map(Value::from),
            "[ -~äé\\n\"…]{0,300}".prop_map(Value::from),
        ];
        let inner = leaf.prop_recursive(4, 200, 20, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..20).prop_map(Value::from),
                prop::collection::vec(inner, 0..4).prop_map(fields),
            ]
        });
        prop::collection::vec(
            prop::collection::vec(inner, 0..30).prop_map(Value::from),
            1..8,
        )
        .prop_map(fields)
    }

    fn fields(values: Vec<Value>) -> Value {
        let named = values.into_iter().zip('a'..);
        Value::Object(
            named
                .map(|(value, name)| (name.to_string(), value))
                .collect(),
        )
    }

    proptest! {
        #[test]
        fn every_result_fits(result in result(), budget in LEAST as usize..2_000) {
            let fitted = Budget(budget).fit(result).unwrap();
            prop_assert!(tokens(&fitted.to_string()) <= budget);
        }
    }
}
