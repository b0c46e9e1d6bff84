//! What can be seen to be wrong before anything is asked, as programs read it.

use elenchus_session as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that came out of what is searched and can be pointed at without a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Lead {
    /// What it is called.
    pub path: String,
    pub kind: LeadKind,
    /// What it says.
    pub text: String,
}

/// What a lead is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeadKind {
    /// What a failed assertion found.
    Actual,
    /// The exception that came out.
    Exception,
    /// A line that was printed.
    Printed,
}

impl From<&domain::Lead> for Lead {
    fn from(lead: &domain::Lead) -> Lead {
        Lead {
            path: lead.path.clone(),
            kind: match lead.kind {
                domain::LeadKind::Actual => LeadKind::Actual,
                domain::LeadKind::Exception => LeadKind::Exception,
                domain::LeadKind::Printed => LeadKind::Printed,
            },
            text: lead.text.clone(),
        }
    }
}
