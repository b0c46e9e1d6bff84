//! What the server answers: the files of the page, requests, looks, and updates as they happen.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request as HttpRequest, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use elenchus_inquiry::wire::types;
use elenchus_inquiry::wire::types::look::{Look, Seen, Unseen};
use elenchus_inquiry::{Inquiry, Request, Speaker};
use futures_util::stream::{self, Stream, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::spawn_blocking;

use crate::assets::Asset;
use crate::cut;
use crate::gate::{Denied, Gate, HEADERS};
use crate::hub::Hub;
use crate::server::Options;

/// The longest request, in bytes.
const LONGEST_REQUEST: usize = 64 << 10;

/// What the answers are made from.
#[derive(Debug)]
pub struct Service {
    pub gate: Gate,
    pub hub: Hub,
    pub speaker: Speaker,
    pub inquiry: Inquiry,
    pub options: Options,
}

/// What a page has to know before anything else.
#[derive(Debug, Serialize)]
struct Hello<'a> {
    version: &'static str,
    read_only: bool,
    /// Whether the page may end the session.
    alone: bool,
    /// The command that goes on with the session.
    resume: &'a str,
}

/// What may stand behind the address.
#[derive(Debug, Deserialize)]
struct Entry {
    key: Option<String>,
}

/// Everything the server answers.
pub fn routes(service: Arc<Service>) -> Router {
    Router::new()
        .route("/page/{name}", get(asset))
        .route("/api/hello", get(hello))
        .route("/api/updates", get(updates))
        .route("/api/request", post(request))
        .route("/api/look", post(look))
        .layer(middleware::from_fn_with_state(service.clone(), with_cookie))
        .route("/", get(page))
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .layer(middleware::from_fn_with_state(service.clone(), on_the_way))
        .with_state(service)
}

/// Lets only in who comes the right way, and gives every answer its headers.
async fn on_the_way(
    State(service): State<Arc<Service>>,
    request: HttpRequest,
    next: Next,
) -> Response {
    let checked = service.gate.check_way(request.method(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(denied) => refuse(denied),
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets only in who brings the cookie.
async fn with_cookie(
    State(service): State<Arc<Service>>,
    request: HttpRequest,
    next: Next,
) -> Response {
    match service.gate.check_cookie(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(denied) => refuse(denied),
    }
}

fn refuse(denied: Denied) -> Response {
    (denied.status(), denied.words()).into_response()
}

/// The page, for whoever has the cookie; whoever brings the key gets it.
async fn page(
    State(service): State<Arc<Service>>,
    Query(entry): Query<Entry>,
    request: HttpRequest,
) -> Response {
    match (entry.key, service.gate.check_cookie(request.headers())) {
        (Some(key), _) if service.gate.is_key(&key) => {
            // The key is out of the address, and of the history, at once.
            let headers = [
                (header::SET_COOKIE, service.gate.cookie()),
                (header::LOCATION, "/".to_owned()),
            ];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        (None, Ok(())) => file("index.html"),
        _ => refuse(Denied::Key),
    }
}

async fn asset(Path(name): Path<String>) -> Response {
    file(&name)
}

fn file(name: &str) -> Response {
    match Asset::named(name) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.content_type())], asset.text).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

async fn hello(State(service): State<Arc<Service>>) -> Response {
    let options = &service.options;
    Json(Hello {
        version: env!("CARGO_PKG_VERSION"),
        read_only: options.read_only,
        alone: options.alone,
        resume: &options.resume,
    })
    .into_response()
}

/// Has something done about the session.
async fn request(
    State(service): State<Arc<Service>>,
    asked: Result<Json<types::Asked>, JsonRejection>,
) -> Response {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejection) => return rejection.into_response(),
    };
    let request = match Request::try_from(asked.request) {
        Ok(request) => request,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    if !may(&request, &service.options) {
        return (StatusCode::FORBIDDEN, "This page may not do that.\n").into_response();
    }
    let speaker = service.speaker.clone();
    let done = spawn_blocking(move || speaker.request(asked.about, request)).await;
    match done {
        Ok(Ok(done)) => Json(types::Done::from(&done)).into_response(),
        Ok(Err(refusal)) => {
            let refusal = types::Refusal::from(&refusal);
            (StatusCode::CONFLICT, Json(refusal)).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Whether a page may ask for this. Nothing is written to files that it names, and only the last front
/// ends a session.
fn may(request: &Request, options: &Options) -> bool {
    match request {
        Request::Settings
        | Request::List
        | Request::Leads
        | Request::History
        | Request::Routines => true,
        Request::Save(_) | Request::Leave => false,
        Request::Silent => options.alone && !options.read_only,
        _ => !options.read_only,
    }
}

/// Shows something of the run.
async fn look(
    State(service): State<Arc<Service>>,
    look: Result<Json<Look>, JsonRejection>,
) -> Response {
    let Json(look) = match look {
        Ok(look) => look,
        Err(rejection) => return rejection.into_response(),
    };
    let scene = service.inquiry.scene();
    let seen = spawn_blocking(move || scene.ok_or(Unseen::NotBegun)?.look(&look)).await;
    match seen {
        Ok(Ok(mut seen)) => {
            shorten(&mut seen);
            Json(seen).into_response()
        }
        Ok(Err(unseen)) => (StatusCode::NOT_FOUND, Json(unseen)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn shorten(seen: &mut Seen) {
    match seen {
        Seen::Piece { shown, .. } => cut::shown(shown),
        Seen::Stop(stop) => cut::shown(&mut stop.shown),
        Seen::Opened(opened) => {
            cut::values(std::slice::from_mut(&mut opened.whole));
            cut::values(&mut opened.parts);
        }
        _ => {}
    }
}

/// Updates as they happen; at first, where the session stands.
async fn updates(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let (first, rest) = service.hub.join();
    let first = first.into_iter().rev().collect();
    let hub = service.hub.clone();
    let stream = stream::unfold((hub, first, rest), next_update);
    Sse::new(events(stream)).keep_alive(KeepAlive::default())
}

/// What is still to be told, and where more comes from.
type Telling = (Hub, Vec<Arc<str>>, Receiver<Arc<str>>);

/// What a page is told.
enum Told {
    /// Something that happened earlier. A page that connects anew may know it already.
    Past(Arc<str>),
    New(Arc<str>),
}

async fn next_update((hub, mut first, mut rest): Telling) -> Option<(Told, Telling)> {
    loop {
        if let Some(update) = first.pop() {
            return Some((Told::Past(update), (hub, first, rest)));
        }
        match rest.recv().await {
            Ok(update) => return Some((Told::New(update), (hub, first, rest))),
            Err(RecvError::Lagged(_)) => {
                (first, rest) = hub.join();
                first.reverse();
            }
            Err(RecvError::Closed) => return None,
        }
    }
}

fn events(updates: impl Stream<Item = Told>) -> impl Stream<Item = Result<Event, Infallible>> {
    updates.map(|update| {
        Ok(match update {
            Told::Past(update) => Event::default().event("past").data(&*update),
            Told::New(update) => Event::default().data(&*update),
        })
    })
}
