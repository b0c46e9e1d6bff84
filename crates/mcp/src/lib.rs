//! The front for coding agents: a debugging session as tools of the Model Context Protocol, over standard input and output.
//!
//! An agent starts `elenchus mcp`, records a failing test, and answers small questions about that run until the lines with
//! the bug are known; it can look at any value, call and source line on the way.
//!
//! | module | holds |
//! |---|---|
//! | [`args`] | the command line of `elenchus mcp` |
//! | [`serve`] | the server's life, from the first message to the end of the input |
//! | `server` | the tools: names, descriptions, arguments |
//! | `call` | one call of a tool: progress, cancellation, errors |
//! | `recording` | `record` and `failures` |
//! | `asking` | `question`, `answer`, `report` and `locate` |
//! | `checking` | `check` |
//! | `looking` | `open`, `frame`, `source` and `search` |
//! | `writers` | `who_wrote` |
//! | `held` | one open session, and the table of all of them |
//! | `shown` | what tools return, as types with a schema |
//! | `budget` | results cut to a number of tokens |
//! | `redact` | values that look like secrets |
//! | `places` | the folders that may be touched |
//! | `install` | what `elenchus mcp install --print` prints |
//!
//! Invariants:
//!
//! * There is no state of the protocol: a session is named by a handle that says where its recording is and where the search
//!   begins. A server that was started again goes on with it, since the answers are kept in the recording.
//! * Nothing outside the folders that were named at the start is opened or recorded into.
//! * Every result and every error fits its budget, and what was cut is counted.
//! * Whatever a client sends, the answer is a result or an error; the server goes on.

pub mod args;
mod asking;
mod budget;
mod call;
mod checking;
mod held;
mod install;
mod looking;
mod places;
mod recording;
mod redact;
pub mod serve;
mod server;
mod shown;
mod writers;

pub use args::McpArgs;
pub use serve::{ServeError, run};
