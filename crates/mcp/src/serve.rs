//! The server's life: from its options to the end of its input.

use std::path::{PathBuf, absolute};
use std::sync::Arc;
use std::time::Duration;
use std::{env, io};

use elenchus_inquiry::open::{OracleName, Prior};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::io::stdio_pipes;
use thiserror::Error;
use tokio_util::sync::CancellationToken;

use crate::args::{McpArgs, McpCommand};
use crate::held::Sessions;
use crate::install;
use crate::places::Places;
use crate::redact::{NoPattern, Redactor};
use crate::server::{Server, Shared};

/// Work that is still going on when the client has gone may take this long to stop.
const GOODBYE: Duration = Duration::from_secs(20);

/// Why the server cannot be started or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("failed to open the folder {}: {error}", path.display())]
    Root { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Redact(#[from] NoPattern),
    #[error("failed to start the server: {0}")]
    Start(#[from] io::Error),
    #[error("failed to talk to the client: {0}")]
    Client(String),
}

/// Does what `elenchus mcp` says: serves until the input ends.
pub fn run(args: &McpArgs) -> Result<(), ServeError> {
    if let Some(McpCommand::Install { .. }) = &args.command {
        print!("{}", install::pages());
        return Ok(());
    }
    let places =
        Places::new(&args.roots).map_err(|(path, error)| ServeError::Root { path, error })?;
    let redactor = Redactor::new(&args.redact)?;
    let knowledge = args.knowledge.as_deref().map(absolute).transpose()?;
    let oracles = args.oracle.iter().map(|oracle| match oracle {
        OracleName::Trace(good) => absolute(good).map(OracleName::Trace),
        OracleName::Version(good) => absolute(good).map(OracleName::Version),
        OracleName::Exec(_) => Ok(oracle.clone()),
    });
    let oracles = oracles.collect::<io::Result<_>>()?;
    let prior = match &args.prior {
        Prior::File(file) => Prior::File(absolute(file)?),
        prior => prior.clone(),
    };
    // Programs are recorded, and sources found, as from a terminal in that folder.
    env::set_current_dir(places.home())?;
    let gone = CancellationToken::new();
    let server = Server::new(Arc::new(Shared {
        sessions: Sessions::new(places, oracles, prior, knowledge),
        redactor,
        gone: gone.clone(),
    }));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(serve(server));
    gone.cancel();
    runtime.shutdown_timeout(GOODBYE);
    served
}

async fn serve(server: Server) -> Result<(), ServeError> {
    let service = match server.serve(stdio_pipes()).await {
        Ok(service) => service,
        // Whoever says nothing wants nothing.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(ServeError::Client(error.to_string())),
    };
    let ended = service.waiting().await;
    ended
        .map(|_| ())
        .map_err(|error| ServeError::Client(error.to_string()))
}
