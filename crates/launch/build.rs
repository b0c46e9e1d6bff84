//! Builds the recorder's agent as a shared library and hands its path to the crate, which embeds it.
//!
//! A nested cargo run with a target folder of its own: the outer one holds a lock on its target
//! folder, and the agent is always an optimised build, whatever the profile of the tool. Set
//! `ELENCHUS_AGENT_PREBUILT` to embed a library built elsewhere (cross builds, packaging).

use std::env;
use std::fs;
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
    for name in parts_of(crates, "jvm") {
        let parts =
            ["src", "runtime", "build.rs", "Cargo.toml"].map(|part| crates.join(&name).join(part));
        for part in parts.iter().filter(|part| part.exists()) {
            println!("cargo::rerun-if-changed={}", part.display());
        }
    }
    let target = Path::new(&env::var_os("OUT_DIR").expect("cargo sets this")).join("agent");
    let status = Command::new(env::var_os("CARGO").expect("cargo sets this"))
        .args(["build", "--release", "--lib", "--manifest-path"])
        .arg(crates.join("jvm/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        // It is read and compared at every start: without tables of lines it has a tenth of the size.
        .args(["--config", "profile.release.debug=false"])
        .args(["--config", "profile.release.strip='debuginfo'"])
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

/// The folders of a crate and of all crates of the project that it is built from.
fn parts_of(crates: &Path, name: &str) -> Vec<String> {
    let mut parts = vec![name.to_owned()];
    let mut place = 0;
    while let Some(part) = parts.get(place) {
        let manifest = crates.join(part).join("Cargo.toml");
        let manifest = fs::read_to_string(&manifest).expect("every crate has a manifest");
        let names = manifest.lines().filter_map(|line| {
            let (library, _) = line.split_once([' ', '.', '='])?;
            Some(library.strip_prefix("elenchus-")?.to_owned())
        });
        for name in names {
            if !parts.contains(&name) {
                parts.push(name);
            }
        }
        place += 1;
    }
    parts
}
