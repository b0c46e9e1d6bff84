//! The front in a browser: a page that the binary serves by itself, on the same session as every other
//! front.
//!
//! * [`Server`] – the page at an address; it goes when the server is dropped;
//! * `gate` – who may come in: the key, the cookie, hosts and origins, the headers of every answer;
//! * `hub` – what the session tells, passed on to every open page;
//! * `api` – requests, looks, updates;
//! * `cut` – long texts shortened to what a page can show;
//! * `assets` – the files of the page, which are part of the binary.
//!
//! Invariants:
//!
//! * Everything goes through `inquiry`: the server answers looks and passes requests on, and knows no tree.
//! * Nobody gets anything but a remark without the cookie, which only the printed address gives. The
//!   server listens on this machine only.
//! * No file is read or written on behalf of a page. Recorded values are data, never markup.
//! * Every answer is bounded, whatever was recorded.

mod api;
mod assets;
mod cut;
mod gate;
mod hub;
mod server;

pub use gate::Secrets;
pub use server::{Options, ServeError, Server};
