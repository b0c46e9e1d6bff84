//! The tools: their names, what they are for and what they take. What they do stands in the modules of their own.

use std::sync::Arc;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::schema_for_output;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, ContentBlock, Implementation, ProgressNotificationParam, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Serialize;
use tokio::sync::mpsc::unbounded_channel;
use tokio_util::sync::CancellationToken;

use crate::asking::{self, AnswerArgs, QuestionArgs, ReportArgs};
use crate::budget::Budget;
use crate::call::{Call, Step, ToolError};
use crate::checking::{self, CheckArgs, Checked};
use crate::held::Sessions;
use crate::looking::{self, FrameArgs, OpenArgs, SearchArgs, SourceArgs};
use crate::recording::{self, FailuresArgs, RecordArgs};
use crate::redact::Redactor;
use crate::shown::{
    Asked, Failures, Found, Frame, Located, Opened, Recorded, Reported, Source, Writers,
};
use crate::writers::{self, WhoWroteArgs};

/// What a client is told about the server as a whole.
const INSTRUCTIONS: &str = "Finds a bug in a Java program by asking about pieces of one recorded run. `record` a failing \
    test or program, then `question` with its recording, then `answer` until `state` is `bug`: the lines marked `>` hold \
    it. Judge each piece by what it should do, not by whether the run failed. `open`, `frame`, `source`, `search` and \
    `who_wrote` show more. After a fix, `check` tells whether it is one. With a recording of a version that was right (`good`), `locate` may need no answers.";

/// Errors are cut to this many bytes.
const LONGEST_ERROR: usize = 2_000;

/// The server: sessions, and what is hidden from clients.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
    tool_router: ToolRouter<Server>,
}

/// What all calls share.
pub struct Shared {
    pub sessions: Sessions,
    pub redactor: Redactor,
    /// Cancelled when the client has gone.
    pub gone: CancellationToken,
}

impl Server {
    pub fn new(shared: Arc<Shared>) -> Server {
        Server {
            shared,
            tool_router: Server::tool_router(),
        }
    }

    /// Does the work of a call on a thread of its own, tells the client how far it has got, and makes the result fit.
    async fn run<T: Serialize + Send + 'static>(
        &self,
        context: RequestContext<RoleServer>,
        (wanted, usual): (Option<u64>, usize),
        work: impl FnOnce(&Shared, Budget, &mut Call) -> Result<T, ToolError> + Send + 'static,
    ) -> CallToolResult {
        let (tell, mut told) = unbounded_channel();
        let shared = self.shared.clone();
        let mut call = Call::new([context.ct.clone(), shared.gone.clone()], tell);
        let mut job = tokio::task::spawn_blocking(move || {
            let budget = Budget::new(wanted, usual)?;
            let result = work(&shared, budget, &mut call)?;
            let mut result = serde_json::to_value(result)
                .map_err(|error| ToolError::new(format!("failed to write the result: {error}")))?;
            shared.redactor.redact(&mut result);
            budget.fit(result)
        });
        let done = loop {
            tokio::select! {
                Some(step) = told.recv() => tell_client(&context, step).await,
                done = &mut job => break done,
            }
        };
        match done {
            Ok(Ok(result)) => CallToolResult::structured(result),
            Ok(Err(error)) => self.refused(&error.to_string()),
            Err(panic) => {
                tracing::error!(%panic, "a tool has failed");
                self.refused("the server has made a mistake; its log says more")
            }
        }
    }

    /// An error in words, without secrets and not too long.
    fn refused(&self, problem: &str) -> CallToolResult {
        let mut text = self.shared.redactor.text(problem);
        if text.len() > LONGEST_ERROR {
            let mut ends = (0..=LONGEST_ERROR).rev();
            let end = ends.find(|&end| text.is_char_boundary(end));
            text.truncate(end.unwrap_or(0));
            text.push('…');
        }
        CallToolResult::error(vec![ContentBlock::text(text)])
    }
}

/// Tells a client that wants to know how far a call has got.
async fn tell_client(context: &RequestContext<RoleServer>, step: Step) {
    if let Some(token) = context.meta.get_progress_token() {
        let progress = ProgressNotificationParam::new(token, step.done).with_message(step.message);
        // Whoever has gone need not be told.
        let _ = context.peer.notify_progress(progress).await;
    }
}

#[tool_router]
impl Server {
    /// Run a command (a build tool, a test runner, `java …`, or FILE.java) and record every call of the project's own code.
    /// Returns the recording and what failed in it. Runs in the first root folder; compile first.
    #[tool(
        output_schema = schema_for_output::<Recorded>(),
        annotations(title = "Record a run", open_world_hint = true)
    )]
    async fn record(
        &self,
        Parameters(args): Parameters<RecordArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 800), move |shared, _, call| {
            recording::record(&shared.sessions, &args, call)
        })
        .await
    }

    /// List the failed tests or calls of a recording.
    #[tool(output_schema = schema_for_output::<Failures>(), annotations(read_only_hint = true))]
    async fn failures(
        &self,
        Parameters(args): Parameters<FailuresArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 600), move |shared, _, call| {
            recording::failures(&shared.sessions, &args, call)
        })
        .await
    }

    /// Open a debugging session about a recording, or see where an open one stands. Returns the session and one question:
    /// is what came out of this piece of the run right for what went in?
    #[tool(output_schema = schema_for_output::<Asked>())]
    async fn question(
        &self,
        Parameters(args): Parameters<QuestionArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let tokens = (args.max_tokens, 600);
        self.run(context, tokens, move |shared, budget, call| {
            asking::question(&shared.sessions, &args, budget, call)
        })
        .await
    }

    /// Answer the open question. Returns the next question, or the bug with its lines.
    #[tool(output_schema = schema_for_output::<Asked>())]
    async fn answer(
        &self,
        Parameters(args): Parameters<AnswerArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let tokens = (args.max_tokens, 600);
        self.run(context, tokens, move |shared, budget, call| {
            asking::answer(&shared.sessions, &args, budget, call)
        })
        .await
    }

    /// Open a value one level: its fields, elements or entries, before and after the piece of the run.
    #[tool(output_schema = schema_for_output::<Opened>(), annotations(read_only_hint = true))]
    async fn open(
        &self,
        Parameters(args): Parameters<OpenArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 400), move |shared, _, call| {
            looking::open(&shared.sessions, &args, call)
        })
        .await
    }

    /// Find out which call or iteration wrote a value last, and who wrote it before.
    #[tool(output_schema = schema_for_output::<Writers>(), annotations(read_only_hint = true))]
    async fn who_wrote(
        &self,
        Parameters(args): Parameters<WhoWroteArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 400), move |shared, _, call| {
            writers::who_wrote(&shared.sessions, &args, call)
        })
        .await
    }

    /// Show one activation: arguments, changes, result, lines that ran, caller and callees.
    #[tool(output_schema = schema_for_output::<Frame>(), annotations(read_only_hint = true))]
    async fn frame(
        &self,
        Parameters(args): Parameters<FrameArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let tokens = (args.max_tokens, 800);
        self.run(context, tokens, move |shared, budget, call| {
            looking::frame(&shared.sessions, &args, budget, call)
        })
        .await
    }

    /// Show the source of a routine as it was recorded, with the lines that ran.
    #[tool(output_schema = schema_for_output::<Source>(), annotations(read_only_hint = true))]
    async fn source(
        &self,
        Parameters(args): Parameters<SourceArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 1000), move |shared, _, call| {
            looking::source(&shared.sessions, &args, call)
        })
        .await
    }

    /// Find calls, loops and iterations by routine, by a value that went in or came out, or by a line that ran.
    #[tool(output_schema = schema_for_output::<Found>(), annotations(read_only_hint = true))]
    async fn search(
        &self,
        Parameters(args): Parameters<SearchArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 600), move |shared, _, call| {
            let shown = |name: &str, text: &str| shared.redactor.value(name, text);
            looking::search(&shared.sessions, &args, &shown, call)
        })
        .await
    }

    /// Report all bugs that were found, with their code and the answers that prove them.
    #[tool(output_schema = schema_for_output::<Reported>(), annotations(read_only_hint = true))]
    async fn report(
        &self,
        Parameters(args): Parameters<ReportArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 1500), move |shared, _, call| {
            asking::report(&shared.sessions, &args, call)
        })
        .await
    }

    /// Let all oracles answer (recordings of right versions in `good`, and those of the server), and return the lines with the
    /// bug, or the questions that are left, with what each answer would lead to.
    #[tool(output_schema = schema_for_output::<Located>())]
    async fn locate(
        &self,
        Parameters(args): Parameters<QuestionArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let tokens = (args.max_tokens, 800);
        self.run(context, tokens, move |shared, budget, call| {
            asking::locate(&shared.sessions, &args, budget, call)
        })
        .await
    }

    /// After a fix: run the blamed call and every answered one on the corrected code, from the recorded states. `verdict` is `fixed` only
    /// if the blamed call comes out as it should (as `answer` said by `should`, or as `good_versions` do) and nothing right has changed.
    #[tool(output_schema = schema_for_output::<Checked>(), annotations(read_only_hint = true))]
    async fn check(
        &self,
        Parameters(args): Parameters<CheckArgs>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        self.run(context, (args.max_tokens, 800), move |shared, _, call| {
            checking::check(&shared.sessions, &args, call)
        })
        .await
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("elenchus", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }
}
