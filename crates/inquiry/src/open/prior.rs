//! What is suspected before anything is said: by lines, by the tests beside a failed one, or by a file of weights.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, PoisonError};
use std::{fmt, io};

use elenchus_recorded::prior::weights::Weights;
use elenchus_recorded::prior::{by_tests, by_weights};
use elenchus_recorded::run::Current;
use elenchus_session::Pattern;
use elenchus_tree::NodeId;
use thiserror::Error;

use super::note::Note;

/// Where suspicion comes from, as the user names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Prior {
    /// The lines of the code, or the priors of a tree file.
    #[default]
    Lines,
    /// The lines, mixed with what the tests beside a failed one say.
    Tests,
    /// The lines, mixed with the weights of this file.
    File(PathBuf),
}

impl FromStr for Prior {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Prior, Infallible> {
        Ok(match name {
            "lines" => Prior::Lines,
            "tests" => Prior::Tests,
            file => Prior::File(file.into()),
        })
    }
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prior::Lines => write!(f, "lines"),
            Prior::Tests => write!(f, "tests"),
            Prior::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Why a file of weights cannot be used.
#[derive(Debug, Error)]
pub enum WeightsError {
    #[error("failed to read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{}:{line}: `{text}` is not a pattern and a weight of 0 or more", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        text: String,
    },
    #[error("{}: {error}", path.display())]
    Json {
        path: PathBuf,
        error: serde_json::Error,
    },
    #[error("{}: the weight of `{pattern}` is not 0 or more", path.display())]
    Negative { path: PathBuf, pattern: String },
}

/// Lets the chosen prior have a say in what of the run is suspicious below `at`, for all who ask about it. A run that goes on is
/// left as it is: what its tests say is known when all have run.
pub(super) fn apply(
    prior: &Prior,
    current: &Current,
    at: NodeId,
    notes: &mut Vec<Note>,
) -> Result<(), WeightsError> {
    let run = current
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let opinion = match prior {
        Prior::Lines => return Ok(()),
        _ if !run.snapshot().over => {
            notes.push(Note::PriorLater);
            return Ok(());
        }
        Prior::Tests => match by_tests(&run, at) {
            Ok((opinion, found)) => {
                notes.push(Note::ByTests(found));
                opinion
            }
            Err(reason) => {
                notes.push(Note::NoTests(reason));
                return Ok(());
            }
        },
        Prior::File(path) => by_weights(&run, at, &read(path)?),
    };
    *current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(run.with_opinion(&opinion));
    Ok(())
}

/// Reads a file of weights: a JSON object of patterns and numbers, or a pattern and a number on each line.
pub fn read(path: &Path) -> Result<Weights, WeightsError> {
    let text = std::fs::read_to_string(path).map_err(|error| WeightsError::Unreadable {
        path: path.to_owned(),
        error,
    })?;
    let weights = match text.trim_start().starts_with('{') {
        true => from_json(path, &text)?,
        false => from_lines(path, &text)?,
    };
    Ok(Weights::new(weights))
}

fn from_json(path: &Path, text: &str) -> Result<Vec<(Pattern, f64)>, WeightsError> {
    let weights: BTreeMap<String, f64> =
        serde_json::from_str(text).map_err(|error| WeightsError::Json {
            path: path.to_owned(),
            error,
        })?;
    let weights = weights.into_iter().map(|(pattern, weight)| {
        if weight < 0.0 {
            let path = path.to_owned();
            return Err(WeightsError::Negative { path, pattern });
        }
        Ok((Pattern::new(&pattern), weight))
    });
    weights.collect()
}

fn from_lines(path: &Path, text: &str) -> Result<Vec<(Pattern, f64)>, WeightsError> {
    let lines = text
        .lines()
        .enumerate()
        .map(|(place, line)| (place, line.trim()));
    let said = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let weights = said.map(|(place, line)| {
        let words = line.rsplit_once(char::is_whitespace);
        let weight = words.and_then(|(pattern, weight)| {
            let weight: f64 = weight.parse().ok()?;
            let usable = weight.is_finite() && weight >= 0.0;
            usable.then(|| (Pattern::new(pattern.trim_end()), weight))
        });
        weight.ok_or_else(|| WeightsError::Line {
            path: path.to_owned(),
            line: place + 1,
            text: line.to_owned(),
        })
    });
    weights.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<Weights, WeightsError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn lines_and_json_say_the_same() {
        let lines = written("# what changed last week\nshop.Cart 5\n\nshop.Cart#add  0.5\n");
        let json = written(r#" {"shop.Cart": 5, "shop.Cart#add": 0.5} "#);
        for weights in [lines.unwrap(), json.unwrap()] {
            assert_eq!(weights.of("shop.Cart.total"), 5.0);
            assert_eq!(weights.of("shop.Cart.add"), 0.5);
            assert_eq!(weights.of("text.Words.count"), 1.0);
        }
    }

    #[test]
    fn what_is_no_weight_is_named_with_its_line() {
        for bad in ["shop.Cart", "shop.Cart x", "shop.Cart -1", "shop.Cart inf"] {
            let error = written(&format!("ok 1\n{bad}\n")).unwrap_err().to_string();
            assert!(error.contains(":2: "), "{error}");
        }
        for bad in [r#"{"a": -1}"#, r#"{"a": "much"}"#, "{"] {
            written(bad).unwrap_err();
        }
        assert!(read(Path::new("not there")).is_err());
    }

    #[test]
    fn a_prior_is_named_as_it_is_shown() {
        for name in ["lines", "tests", "./tests"] {
            let prior: Prior = name.parse().unwrap();
            assert_eq!(prior.to_string(), name);
        }
        assert_eq!("./tests".parse(), Ok(Prior::File(PathBuf::from("./tests"))));
    }
}
