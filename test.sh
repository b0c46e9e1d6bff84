#!/usr/bin/env bash
# Runs all tests. ELENCHUS_LONG=1 makes those that draw at random draw far more.
set -euo pipefail
cd "$(dirname "$0")"
cargo test --workspace --locked --doc "$@"
exec cargo test --workspace --locked --lib --bins --tests "$@"
