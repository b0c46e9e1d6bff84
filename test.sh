#!/usr/bin/env bash
# Sets up what is missing and runs all tests; with arguments, those that `cargo test` chooses by them. ELENCHUS_LONG=1 makes those
# that draw at random draw far more.
set -euo pipefail
cd "$(dirname "$0")"

# The grammars of tree-sitter are C, the rewriter is tested on libraries that Maven fetches, the page in a browser, and the
# server for agents with a client that npm fetches.
missing=()
command -v cc >/dev/null || missing+=(build-essential)
command -v mvn >/dev/null || missing+=(maven)
command -v npm >/dev/null || missing+=(nodejs npm)
command -v chromium >/dev/null || missing+=(chromium)
if [ "${#missing[@]}" -gt 0 ]; then
    apt-get update -qq
    apt-get install -y -qq "${missing[@]}"
fi

if [ "$#" -gt 0 ]; then
    exec cargo test --workspace --locked "$@"
fi
# Most tests wait for programs that they started: as many at once as cores, in each of two binaries.
export RUST_TEST_THREADS="${RUST_TEST_THREADS:-$(nproc)}"
cargo test --workspace --locked --doc
built="$(mktemp)"
trap 'rm -f "$built"' EXIT
cargo test --workspace --locked --lib --bins --tests --no-run --message-format=json-render-diagnostics >"$built"
python3 tests/tools/two_at_a_time.py <"$built"
