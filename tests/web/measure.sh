#!/usr/bin/env bash
# Measures the page on large runs and writes docs/measured/web.md. Takes 2 GB of disk while it runs; with the name of a folder, the runs
# are made there and kept for the next time. ELENCHUS names a binary that was built before.
set -euo pipefail
cd "$(dirname "$0")"
if [ -z "${ELENCHUS:-}" ]; then
  cargo build --release --bin elenchus
  ELENCHUS=$(realpath "${CARGO_TARGET_DIR:-../../target}/release/elenchus")
fi
export ELENCHUS
folder=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$folder"' EXIT
if [ ! -e "$folder/calls.elenchus/end.json" ]; then
  javac -g -d "$folder" Many.java
  "$ELENCHUS" record java -o "$folder/calls.elenchus" -- -cp "$folder" Many
fi
node -e '
  const parts = 1e6;
  const tree = { parents: [-1, ...Array(parts).fill(0)], labels: ["main", ...Array(parts).fill("part")] };
  require("node:fs").writeFileSync(process.argv[1], JSON.stringify(tree));
' "$folder/wide.json"
[ -d node_modules ] || npm ci --no-audit --no-fund
node measure.mjs "Java, 10^8 calls=$folder/calls.elenchus" "tree file, 10^6 parts=$folder/wide.json"
