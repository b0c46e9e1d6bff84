#!/usr/bin/env bash
# Measures the page on large runs and writes docs/measured/web.md. Takes 5 GB of disk while it runs; with the name of a folder, the runs
# are made there and kept for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release --bin elenchus
cargo build --release -p elenchus-trace --example trace_bench
folder=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$folder"' EXIT
[ -e "$folder/calls.elenchus/end.json" ] || "$target/release/examples/trace_bench" 100000000 mixed packed keep "$folder/calls.elenchus" build
node -e '
  const parts = 1e6;
  const tree = { parents: [-1, ...Array(parts).fill(0)], labels: ["main", ...Array(parts).fill("part")] };
  require("node:fs").writeFileSync(process.argv[1], JSON.stringify(tree));
' "$folder/wide.json"
[ -d tests/web/node_modules ] || npm ci --prefix tests/web --no-audit --no-fund
ELENCHUS=$(realpath "$target/release/elenchus") node tests/web/measure.mjs "10^8 calls=$folder/calls.elenchus" "10^6 parts=$folder/wide.json"
