//! `elenchus info` about a recording.

use std::path::Path;

use elenchus_trace::meta::Ending;
use elenchus_trace::read::info::{HowEnded, Info};
use serde_json::json;

use crate::recorded::open_run;
use crate::trouble::{Exit, Trouble};

use elenchus_trace::read::budget::Budget;

/// Says what a trace holds.
pub fn run(path: &Path, as_json: bool) -> Result<Exit, Trouble> {
    let run = open_run(path, Budget::DEFAULT)?;
    let info = run.trace().info();
    if as_json {
        println!("{}", to_json(&info));
    } else {
        print(&info);
    }
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

fn print(info: &Info) {
    println!("program     {}", info.program);
    println!("command     {}", info.command.join(" "));
    println!("scope       {}", info.scope.join("; "));
    println!(
        "recorder    {}, trace format {}",
        info.recorder, info.format
    );
    println!("calls       {}", info.calls);
    println!("nodes       {}", info.nodes);
    println!("threads     {}", info.strands);
    println!(
        "bytes       {} in frames, {:.1} a call; {} raw; {} derived",
        info.frame_bytes,
        info.bytes_a_call(),
        info.raw_bytes,
        info.derived_bytes
    );
    println!("time        {:.1} s", info.time.as_secs_f64());
    println!("ended       {}", how(info));
    if info.lost > 0 {
        println!("lost        {} events, as the recorder says", info.lost);
    }
    for def in &info.skipped {
        println!("skipped     {}: {}", def.name, def.reason);
    }
}
