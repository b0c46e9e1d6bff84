//! `elenchus info` about a recording.

use std::path::Path;

use elenchus_trace::meta::Ending;
use elenchus_trace::read::budget::Budget;
use elenchus_trace::read::info::{HowEnded, Info};
use serde_json::json;

use crate::recorded::open_run;
use crate::trouble::{Exit, Trouble, print};

/// Says what a trace holds.
pub fn run(path: &Path, as_json: bool) -> Result<Exit, Trouble> {
    let run = open_run(path, Budget::DEFAULT, &[])?;
    let info = run.trace().info();
    print(&if as_json {
        format!("{}\n", to_json(&info))
    } else {
        to_text(&info)
    })?;
    Ok(Exit::Done)
}

/// How it ended, in words.
fn how(info: &Info) -> String {
    match &info.ended {
        HowEnded::Running => "still running".to_owned(),
        HowEnded::Killed => "killed; everything committed before is there".to_owned(),
        HowEnded::Orderly(Ending::Exit { code }) => format!("with exit code {code}"),
        HowEnded::Orderly(Ending::Exception { text }) => format!("with an exception: {text}"),
        HowEnded::Orderly(Ending::Cut { reason }) => format!("recording cut: {reason}"),
    }
}

fn to_json(info: &Info) -> serde_json::Value {
    let skipped = info
        .skipped
        .iter()
        .map(|def| json!({"name": def.name, "reason": def.reason}));
    json!({
        "program": info.program,
        "command": info.command,
        "language": info.language,
        "recorder": info.recorder,
        "format": info.format,
        "scope": info.scope,
        "calls": info.calls,
        "nodes": info.nodes,
        "threads": info.strands,
        "bytes": info.frame_bytes,
        "raw_bytes": info.raw_bytes,
        "derived_bytes": info.derived_bytes,
        "bytes_a_call": info.bytes_a_call(),
        "seconds": info.time.as_secs_f64(),
        "ended": info.ended != HowEnded::Running,
        "how": how(info),
        "lost": info.lost,
        "skipped": skipped.collect::<Vec<_>>(),
        "damage": info.damage,
    })
}

/// The same for people.
fn to_text(info: &Info) -> String {
    let bytes = format!(
        "{} in frames, {:.1} a call; {} raw; {} derived",
        info.frame_bytes,
        info.bytes_a_call(),
        info.raw_bytes,
        info.derived_bytes
    );
    let mut rows = vec![
        ("program", info.program.clone()),
        ("command", info.command.join(" ")),
        ("scope", info.scope.join("; ")),
        (
            "recorder",
            format!("{}, trace format {}", info.recorder, info.format),
        ),
        ("calls", info.calls.to_string()),
        ("nodes", info.nodes.to_string()),
        ("threads", info.strands.to_string()),
        ("bytes", bytes),
        ("time", format!("{:.1} s", info.time.as_secs_f64())),
        ("ended", how(info)),
    ];
    if info.lost > 0 {
        rows.push((
            "lost",
            format!("{} events, as the recorder says", info.lost),
        ));
    }
    for def in &info.skipped {
        rows.push(("skipped", format!("{}: {}", def.name, def.reason)));
    }
    let lines = rows
        .iter()
        .map(|(name, value)| format!("{name:<12}{value}\n"));
    lines.collect()
}
