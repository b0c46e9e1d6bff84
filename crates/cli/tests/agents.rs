//! The example of `examples/agents`: a model behind a local address answers, and may err.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// A server that speaks as much of a model's protocol as the example needs. What it was asked comes out of the channel.
fn fake_model(answer: impl Fn(&str) -> String + Send + 'static) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let (told, heard) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let Some(body) = body_of(&mut stream) else {
                continue;
            };
            let content = answer(&body);
            let _ = told.send(body);
            let said =
                serde_json::json!({"choices": [{"message": {"content": content}}]}).to_string();
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{said}",
                said.len()
            );
        }
    });
    (address, heard)
}

fn body_of(stream: &mut TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    String::from_utf8(body).ok()
}

/// A session on an example tree with the script as the oracle, and these answers typed.
fn ask(tree: &str, address: &str, typed: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(tree);
    std::fs::copy(root.join("examples/trees").join(tree), &file).unwrap();
    let script = root.join("examples/agents/model_oracle.py");
    let mut child = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .arg("ask")
        .arg(&file)
        .arg(format!("--oracle=exec:python3 '{}'", script.display()))
        .args(["--error", "0.1,0.1"])
        .env("MODEL_URL", address)
        .env("MODEL_NAME", "fake")
        .env("MODEL_KEY", "secret")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(typed.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_model_leads_to_the_bug_although_it_errs_once() {
    // The castling is the bug; all steps are right. The model gets one of the first questions wrong.
    let (address, heard) = fake_model(|body| {
        let is_mistaken = body.contains("k.left()") && body.contains("this.x: 5 → 4");
        let answer = if is_mistaken { "wrong" } else { "right" };
        format!(
            "I think so.\n{{\"answer\": \"{answer}\", \"confidence\": 0.9, \"why\": \"it moves by one\"}}"
        )
    });
    let output = ask("castling.json", &address, "y\ny\ny\ny\ny\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("BUG  p.castling(t, k)"), "{text}");
    assert!(text.contains("probably right (exec:python3"), "{text}");
    let first = heard.recv().unwrap();
    assert!(
        first.contains("\"model\": \"fake\"")
            && first.contains("castling") | first.contains("right()"),
        "{first}"
    );
}

#[test]
fn a_model_that_cannot_be_reached_leaves_the_questions_to_the_person() {
    let output = ask("castling.json", "http://127.0.0.1:9/v1", "y\ny\ny\ny\n");
    let (text, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(text.contains("BUG  p.castling(t, k)"), "{text}");
    assert!(errors.contains("model_oracle: URLError"), "{errors}");
}
