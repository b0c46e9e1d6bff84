//! `elenchus info` about a recording.

use std::path::Path;

use elenchus_guard::text::{printable, printable_json};
use elenchus_trace::meta::Ending;
use elenchus_trace::{Budget, HowEnded, Info};
use serde_json::json;

use crate::memory::Usage;
use crate::recorded::open_run;
use crate::trouble::{Exit, Trouble, print};

/// How many methods that could not be recorded are listed for people.
const MOST_SKIPPED: usize = 20;

/// Says what a trace holds.
pub fn run(path: &Path, as_json: bool) -> Result<Exit, Trouble> {
    let run = open_run(path, Budget::default(), &[])?;
    let info = run.trace().info();
    let memory = Usage::now();
    print(&if as_json {
        printable_json(&to_json(&info, memory).to_string()) + "\n"
    } else {
        to_text(&info, memory)
    })?;
    Ok(Exit::Done)
}

/// How it ended, in words.
fn how(info: &Info) -> String {
    match &info.ended {
        HowEnded::Running => "still running".to_owned(),
        HowEnded::Killed if !info.damage.is_empty() => {
            "in a way that cannot be told: the recording is damaged".to_owned()
        }
        HowEnded::Killed => "killed; everything committed before is there".to_owned(),
        HowEnded::Orderly(Ending::Exit { code }) => format!("with exit code {code}"),
        HowEnded::Orderly(Ending::Exception { text }) => format!("with an exception: {text}"),
        HowEnded::Orderly(Ending::Cut { reason }) => format!("recording cut: {reason}"),
    }
}

fn to_json(info: &Info, memory: Usage) -> serde_json::Value {
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
        "cut": cut(info),
        "lost": info.lost,
        "skipped": skipped.collect::<Vec<_>>(),
        "damage": info.damage,
        "memory": {"anonymous": memory.anonymous, "mapped": memory.mapped},
    })
}

/// Why the recording stopped before the program did, if it did.
fn cut(info: &Info) -> Option<&'static str> {
    Some(match info.cut? {
        1 => "the trace reached its largest size",
        2 => "the disk was full",
        3 => "the recorder ran out of numbers",
        4 => "it was asked to stop",
        _ => "the recorder does not say why",
    })
}

/// A number of bytes as people read it.
fn size(bytes: u64) -> String {
    match bytes {
        0..0x400 => format!("{bytes} B"),
        0x400..0x10_0000 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        0x10_0000..0x4000_0000 => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
        _ => format!("{:.2} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

/// The same for people.
fn to_text(info: &Info, memory: Usage) -> String {
    let bytes = format!(
        "{} in frames, {:.1} bytes a call; {} before sealing; {} derived",
        size(info.frame_bytes),
        info.bytes_a_call(),
        size(info.raw_bytes),
        size(info.derived_bytes)
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
        (
            "memory",
            format!(
                "{} to open it, and {} mapped that the system can take back",
                size(memory.anonymous),
                size(memory.mapped)
            ),
        ),
    ];
    if let Some(why) = cut(info) {
        rows.push(("cut", format!("{why}; the program went on unrecorded")));
    }
    if info.lost > 0 {
        rows.push((
            "lost",
            format!("{} events, as the recorder says", info.lost),
        ));
    }
    if info.skipped.is_empty() {
        rows.push(("skipped", "no methods".to_owned()));
    }
    for def in info.skipped.iter().take(MOST_SKIPPED) {
        rows.push(("skipped", format!("{}: {}", def.name, def.reason)));
    }
    if info.skipped.len() > MOST_SKIPPED {
        let more = info.skipped.len() - MOST_SKIPPED;
        rows.push(("skipped", format!("{more} more; --json lists them all")));
    }
    let lines = rows
        .iter()
        .map(|(name, value)| format!("{name:<12}{}\n", printable(value)));
    lines.collect()
}
