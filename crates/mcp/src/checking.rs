//! `check`: whether corrected code does what was said.

use elenchus_inquiry::check::check as check_kept;
use elenchus_inquiry::open::OracleName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::{Call, ToolError};
use crate::held::{Handle, Sessions, Wanted, Watching};
use crate::shown::Cut;

/// What `check` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CheckArgs {
    pub session: String,
    /// The corrected version: a folder of classes, a jar, a checkout that was built, or sources.
    pub with: String,
    /// Versions that were right, which say what should come out.
    #[serde(default)]
    pub good_versions: Vec<String>,
    /// How long the result may be (800).
    pub max_tokens: Option<u64>,
}

/// What became of a bug and of the answers of a session.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    #[serde(flatten)]
    pub checked: elenchus_wire::Checked,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Runs what a session blames, and all that was answered in it, on a corrected version.
pub fn check(sessions: &Sessions, args: &CheckArgs, call: &mut Call) -> Result<Checked, ToolError> {
    let handle = Handle::parse(&args.session);
    let recording = sessions.places.inside(&handle.recording)?;
    let with = sessions.places.inside(&args.with)?;
    let mut choices = sessions.choices(&handle, &Wanted::default())?;
    for good in &args.good_versions {
        let good = sessions.places.inside(good)?;
        choices.oracles.push(OracleName::Version(good));
    }
    let checked = check_kept(&recording, &with, None, &choices, &mut Watching(call));
    call.go_on()?;
    let mut checked = checked.map_err(|error| ToolError::new(error.to_string()))?;
    checked.with = sessions.places.called(&with);
    // What stays as it was is told by its absence.
    checked
        .answered
        .retain(|piece| !matches!(piece.now, elenchus_wire::Now::StillRight));
    Ok(Checked { checked, cut: None })
}
