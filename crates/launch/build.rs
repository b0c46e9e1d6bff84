//! Builds the recorder's agent as a shared library and hands its path to the crate, which embeds it.
//!
//! A nested cargo run with a target folder of its own: the outer one holds a lock on its target
//! folder, and the agent is always an optimised build, whatever the profile of the tool. Set
//! `ELENCHUS_AGENT_PREBUILT` to embed a library built elsewhere (cross builds, packaging).

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=ELENCHUS_AGENT_PREBUILT");
    let library = match env::var_os("ELENCHUS_AGENT_PREBUILT") {
        Some(prebuilt) => PathBuf::from(prebuilt),
        None => build_agent(),
    };
    println!("cargo::rerun-if-changed={}", library.display());
    println!(
        "cargo::rustc-env=ELENCHUS_AGENT_LIBRARY={}",
        library.display()
    );
}

fn build_agent() -> PathBuf {
    let launch = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this"));
    let crates = launch.parent().expect("crates live in one folder");
    for part in [
        "jvm/src",
        "jvm/runtime",
        "jvm/build.rs",
        "jvm/Cargo.toml",
        "trace/src",
        "trace/Cargo.toml",
    ] {
        println!("cargo::rerun-if-changed={}", crates.join(part).display());
    }
    let target = Path::new(&env::var_os("OUT_DIR").expect("cargo sets this")).join("agent");
    let status = Command::new(env::var_os("CARGO").expect("cargo sets this"))
        .args(["build", "--release", "--lib", "--manifest-path"])
        .arg(crates.join("jvm/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        // Flags meant for the outer build (coverage, sanitizers) do not belong into the agent.
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .expect("failed to start cargo for the recorder's agent");
    assert!(status.success(), "failed to build the recorder's agent");
    target
        .join("release")
        .join(format!("libelenchus_jvm{}", env::consts::DLL_SUFFIX))
}
