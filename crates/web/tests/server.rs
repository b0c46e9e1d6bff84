//! The server as any program on the machine meets it: what comes in, and what does not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use elenchus_inquiry::open::{Choices, Material, Symptom};
use elenchus_inquiry::{Ended, Inquiry};
use elenchus_web::{Options, Secrets, Server};
use serde_json::{Value, json};

/// main calls a and b, a calls c and d.
const TREE: &str = r#"{"parents": [-1, 0, 1, 1, 0], "labels": ["main", "a", "c", "d", "b"]}"#;

/// A page about a tree file.
struct Page {
    inquiry: Inquiry,
    server: Server,
    port: u16,
    cookie: String,
    _folder: tempfile::TempDir,
}

/// What came back.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn inquiry(path: &Path) -> Inquiry {
    let choices = Choices::default();
    let (material, _) = Material::open(path, &choices, &mut ()).unwrap();
    let Symptom::Start(start) = material.starts(&choices).unwrap() else {
        panic!("a tree file has one start");
    };
    let prepared = material.prepare(start, &choices, &mut ()).unwrap();
    Inquiry::start(prepared.setup).unwrap()
}

impl Page {
    fn open(tree: &str, read_only: bool) -> Page {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tree.json");
        std::fs::write(&path, tree).unwrap();
        let inquiry = inquiry(&path);
        let options = Options {
            port: 0,
            read_only,
            alone: true,
            resume: "elenchus serve tree.json".into(),
            secrets: Secrets::new().unwrap(),
        };
        let server = Server::start(&inquiry, options).unwrap();
        let rest = server.address().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, entry) = rest.split_once('/').unwrap();
        let port: u16 = port.parse().unwrap();
        let entered = send(
            port,
            &format!("GET /{entry} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"),
            "",
        );
        assert_eq!(entered.status, 303, "{entered:?}");
        let cookie = entered
            .head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.expect("the key gives a cookie");
        assert!(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
            "{cookie}"
        );
        assert!(entered.head.contains("location: /\r\n"), "{}", entered.head);
        Page {
            cookie: cookie.split(';').next().unwrap().to_owned(),
            inquiry,
            server,
            port,
            _folder: folder,
        }
    }

    fn get(&self, path: &str) -> Answer {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {}\r\n",
            self.port, self.cookie
        );
        send(self.port, &head, "")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let (port, cookie) = (self.port, &self.cookie);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\n"
        );
        send(port, &head, &body.to_string())
    }

    /// Listens to updates, as a page does.
    fn updates(&self) -> Updates {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let (port, cookie) = (self.port, &self.cookie);
        let head = format!(
            "GET /api/updates HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        Updates(BufReader::new(stream))
    }
}

struct Updates(BufReader<TcpStream>);

impl Updates {
    fn next(&mut self) -> Value {
        self.next_of().1
    }

    /// What is told next, and as which event: `past` when whoever connects again may know it.
    fn next_of(&mut self) -> (String, Value) {
        let mut event = String::new();
        loop {
            let mut line = String::new();
            assert!(
                self.0.read_line(&mut line).unwrap() > 0,
                "the updates ended"
            );
            if let Some(name) = line.strip_prefix("event: ") {
                event = name.trim_end().to_owned();
            }
            if let Some(update) = line.strip_prefix("data: ") {
                return (event, serde_json::from_str(update).unwrap());
            }
        }
    }

    /// The next state of this type.
    fn state(&mut self, view: &str) -> Value {
        loop {
            let update = self.next();
            if update["view"]["type"] == view {
                return update;
            }
        }
    }
}

/// Sends one request and reads the answer to its end.
fn send(port: u16, head: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let length = body.len();
    let request = format!("{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}");
    // A server that refuses may hang up before everything is written.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    Answer {
        status: head
            .get(9..12)
            .and_then(|status| status.parse().ok())
            .unwrap_or(0),
        head: format!("{head}\r\n"),
        body: body.to_owned(),
    }
}

#[test]
fn a_session_is_held_by_requests_and_every_page_is_told() {
    let page = Page::open(TREE, false);
    let (mut one, mut other) = (page.updates(), page.updates());
    let mut state = one.state("question");
    assert_eq!(other.state("question"), state);
    for _ in 0..10 {
        if state["view"]["type"] != "question" {
            break;
        }
        let asked = json!({ "about": state["number"], "request": "answer", "answer": "right" });
        assert_eq!(
            page.post("/api/request", &asked).json(),
            json!({ "done": "changed" })
        );
        // What was about the state before comes too late.
        let late = page.post("/api/request", &asked);
        assert_eq!(
            (late.status, &late.json()["refused"]),
            (409, &json!("stale"))
        );
        state = loop {
            let update = one.next();
            assert_eq!(other.next(), update);
            if update["update"] == "state" && update["view"]["type"] != "asking" {
                break update;
            }
        };
    }
    assert_eq!(state["view"]["type"], "no-bug", "{state}");
    let undo = json!({ "about": state["number"], "request": "undo", "answers": 1 });
    assert_eq!(page.post("/api/request", &undo).status, 200);
    let state = one.state("question");

    let finish = json!({ "about": state["number"], "request": "silent" });
    assert_eq!(page.post("/api/request", &finish).status, 200);
    one.state("ended");
    let Page {
        inquiry, server, ..
    } = page;
    let Some(Ended { end: Some(_), .. }) = inquiry.end() else {
        panic!("the session has ended");
    };
    drop(server);
}

#[test]
fn looks_show_the_run_and_nothing_else() {
    let page = Page::open(TREE, false);
    page.updates().state("question");
    let parts = page.post(
        "/api/look",
        &json!({ "look": "parts", "of": 1, "from": 0, "count": 10 }),
    );
    let titles: Vec<Value> = parts.json()["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["title"].clone())
        .collect();
    assert_eq!(titles, ["c", "d"]);
    let unseen = page.post("/api/look", &json!({ "look": "node", "node": 77 }));
    assert_eq!(
        (unseen.status, unseen.json()),
        (404, json!({ "unseen": "no-such-node", "number": 77 }))
    );
    for nonsense in [
        json!({ "look": "file", "path": "/etc/passwd" }),
        json!([]),
        json!({}),
    ] {
        let refused = page.post("/api/look", &nonsense);
        assert!((400..500).contains(&refused.status), "{refused:?}");
    }
    for path in [
        "/page/../Cargo.toml",
        "/page/%2e%2e%2fCargo.toml",
        "/page/passwd",
        "/etc/passwd",
        "/page/wire.d.ts",
    ] {
        assert_eq!(page.get(path).status, 404, "{path}");
    }
}

#[test]
fn the_page_is_whole_and_well_guarded() {
    let page = Page::open(TREE, false);
    let index = page.get("/");
    assert_eq!(index.status, 200);
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self';",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "cache-control: no-store",
    ] {
        assert!(
            index.head.contains(header),
            "{header} is missing in {}",
            index.head
        );
    }
    assert!(
        !index.body.contains("style=") && !index.body.contains("<style"),
        "styles stand in their file"
    );
    let files = index
        .body
        .split('"')
        .filter(|text| text.starts_with("/page/"));
    for file in files.chain(["/api/hello"]) {
        assert_eq!(page.get(file).status, 200, "{file}");
    }
}

#[test]
fn strangers_get_nothing() {
    let page = Page::open(TREE, false);
    let (port, cookie) = (page.port, &page.cookie);
    let get = |path: &str, headers: &str| {
        send(port, &format!("GET {path} HTTP/1.1\r\n{headers}"), "").status
    };
    let here = format!("Host: 127.0.0.1:{port}\r\n");
    let known = format!("{here}Cookie: {cookie}\r\n");
    for path in [
        "/",
        "/page/main.js",
        "/api/hello",
        "/api/updates",
        "/nowhere",
    ] {
        assert_eq!(get(path, &here), 401, "{path} without the cookie");
        let forged = format!("{here}Cookie: elenchus-{port}={}\r\n", "0".repeat(64));
        assert_eq!(get(path, &forged), 401, "{path} with a wrong cookie");
        let rebound = format!("Host: evil.example:{port}\r\nCookie: {cookie}\r\n");
        assert_eq!(get(path, &rebound), 421, "{path} under another name");
        let foreign = format!("{known}Origin: http://evil.example\r\n");
        assert_eq!(get(path, &foreign), 403, "{path} from another page");
        let embedded = format!("{known}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n");
        assert_eq!(get(path, &embedded), 403, "{path} embedded elsewhere");
    }
    assert_eq!(get("/?key=0", &here), 401);
    let wrong_key = format!("/?key={}", "0".repeat(64));
    assert_eq!(get(&wrong_key, &here), 401);
    assert_eq!(get(&wrong_key, &known), 401);

    let body = json!({ "look": "node" }).to_string();
    let post = |headers: &str| {
        let head =
            format!("POST /api/look HTTP/1.1\r\nContent-Type: application/json\r\n{headers}");
        send(port, &head, &body).status
    };
    let own = format!("Origin: http://127.0.0.1:{port}\r\n");
    assert_eq!(post(&format!("{known}{own}")), 200);
    assert_eq!(post(&known), 403, "without an origin");
    assert_eq!(post(&format!("{here}{own}")), 401, "without the cookie");
    assert_eq!(post(&format!("{known}Origin: null\r\n")), 403);
    let text = format!("POST /api/look HTTP/1.1\r\nContent-Type: text/plain\r\n{known}{own}");
    assert_eq!(
        send(port, &text, &body).status,
        415,
        "as a form would send it"
    );
}

#[test]
fn a_page_that_only_shows_changes_nothing() {
    let page = Page::open(TREE, true);
    let state = page.updates().state("question");
    for request in [
        json!({ "request": "answer", "answer": "right" }),
        json!({ "request": "undo" }),
        json!({ "request": "jump", "to": "2" }),
        json!({ "request": "silent" }),
        json!({ "request": "leave" }),
        json!({ "request": "save", "name": "bug.md" }),
    ] {
        let mut asked = request.clone();
        asked["about"] = state["number"].clone();
        assert_eq!(page.post("/api/request", &asked).status, 403, "{request}");
    }
    let history = json!({ "about": state["number"], "request": "history" });
    assert_eq!(
        page.post("/api/request", &history).json()["answers"],
        json!([])
    );
    // A page that connects again is told where the session stands, as something that it may know.
    let (event, again) = page.updates().next_of();
    assert_eq!((event.as_str(), again), ("past", state));
}

#[test]
fn no_page_writes_files_and_long_requests_are_refused() {
    let page = Page::open(TREE, false);
    let state = page.updates().state("question");
    let save = json!({ "about": state["number"], "request": "save", "name": "bug.md" });
    assert_eq!(page.post("/api/request", &save).status, 403);
    let long = json!({ "look": "search", "by": "routine", "from": 0, "text": "x".repeat(1 << 20) });
    let refused = page.post("/api/look", &long);
    assert!([0, 413].contains(&refused.status), "{refused:?}");
}

#[test]
fn hostile_values_come_as_bounded_data() {
    let long = "x".repeat(10 << 20);
    let before = json!({ "script": "<script>alert(1)</script>" });
    let after = json!({ "script": "\u{0}\u{202e}evil", "long": long });
    let tree = json!({
        "parents": [-1, 0],
        "before": [null, before],
        "after": [null, after],
    });
    let tree = tree.to_string();
    let page = Page::open(&tree, false);
    let state = page.updates().state("question").to_string();
    assert!(state.len() < 100_000, "{} bytes", state.len());
    let piece = page.post("/api/look", &json!({ "look": "piece", "nodes": [1, 1] }));
    assert!(piece.body.len() < 100_000, "{} bytes", piece.body.len());
}
