//! The page at an address, on a thread of its own.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use elenchus_inquiry::{By, Inquiry, Refusal, Request, Role, Speaker};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::api::{self, Service};
use crate::gate::{Gate, Secrets};
use crate::hub::Hub;

/// How many requests are worked on at once; more wait.
const THREADS: usize = 8;

/// How long open pages may take to hear of the end.
const GOODBYE: Duration = Duration::from_millis(500);

/// How the page is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; any free one when it is 0.
    pub port: u16,
    /// Whether the page only shows.
    pub read_only: bool,
    /// Whether the page may end the session: it is the only front.
    pub alone: bool,
    /// The command that goes on with the session.
    pub resume: String,
    /// What lets a page in.
    pub secrets: Secrets,
}

/// Why the page cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen on port {port}: {error}")]
    Listen { port: u16, error: io::Error },
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
    #[error("the session has ended")]
    Ended,
}

/// The page at an address. Dropping the server is leaving the session.
#[derive(Debug)]
pub struct Server {
    port: u16,
    address: String,
    speaker: Speaker,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Attaches to a session and serves its page.
    pub fn start(inquiry: &Inquiry, options: Options) -> Result<Server, ServeError> {
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let listen = |error| ServeError::Listen {
            port: options.port,
            error,
        };
        let listener = TcpListener::bind(here).map_err(listen)?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let gate = Gate::new(port, options.secrets.clone());
        let address = gate.address();
        // A page that only shows keeps the session open all the same.
        let front = inquiry.attach(Role::Answers(By::Person));
        let front = front.map_err(|_: Refusal| ServeError::Ended)?;
        let speaker = front.speaker();
        let service = Arc::new(Service {
            gate,
            hub: Hub::listen(front)?,
            speaker: speaker.clone(),
            inquiry: inquiry.clone(),
            options,
        });
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(THREADS)
            .thread_name("web-request")
            .build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("web".into())
            .spawn(move || serve(&runtime, listener, service, stopped))?;
        Ok(Server {
            port,
            address,
            speaker,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where the page is, with the key that lets its reader in.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // At first silent, so that open pages are told of the end. A session that has ended needs no goodbye.
        for goodbye in [Request::Silent, Request::Leave] {
            let _ = self.speaker.request(0, goodbye);
        }
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(
    runtime: &Runtime,
    listener: TcpListener,
    service: Arc<Service>,
    stopped: oneshot::Receiver<()>,
) {
    runtime.block_on(async {
        let listener = match tokio::net::TcpListener::from_std(listener) {
            Ok(listener) => listener,
            Err(error) => {
                tracing::error!(%error, "the page cannot be served");
                return;
            }
        };
        let served = async {
            if let Err(error) = axum::serve(listener, api::routes(service)).await {
                tracing::error!(%error, "the page is served no longer");
            }
        };
        tokio::select! {
            () = served => {}
            // What was told last is still on its way.
            _ = stopped => tokio::time::sleep(GOODBYE).await,
        }
    });
}
