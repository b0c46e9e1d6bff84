#!/bin/bash
# Measures the trace and puts the tables into docs/measured/trace-bench.md, between its marks. On a quiet machine with two cores this takes
# about ten minutes, and 3 GB where temporary files go. The recordings are measured when the agent and the jars of kxml2,
# htmlcleaner and jdom2 are given; otherwise their table stays as it is.
#   [SIZES="100000 1000000"] crates/trace/bench/tables.sh [AGENT.so JAR:JAR:...]
set -eu
agent=${1:-}
jars=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
page=$root/docs/measured/trace-bench.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
cargo build --release -p elenchus-trace --example trace_bench
cargo build --release -p elenchus-recorded --example ahead_bench
examples=${CARGO_TARGET_DIR:-$root/target}/release/examples

# Runs the bench and keeps what it prints under a name. The first 26 characters of a line say what it tells.
bench() {
    local name=$1
    shift
    echo "$name" >&2
    "$examples/trace_bench" "$@" >"$work/$name"
}

# Prints a row of a table: what is measured, then a cell for each pattern. A pattern is the beginning of a line, then which of its
# numbers are shown, with a slash between them.
row() {
    local name=$1 title=$2
    shift 2
    awk -v title="$title" -v patterns="$(printf '%s|' "$@")" '
        { key = substr($0, 1, 26); sub(/ +$/, "", key); sub(/^ +/, "", key); rest[key] = substr($0, 27) }
        function short(number) { return number >= 100 ? sprintf("%.0f", number) : number >= 10 ? sprintf("%.1f", number) : number >= 1 ? sprintf("%.2f", number) : number >= 0.01 ? sprintf("%.2f", number) : sprintf("%.4f", number) }
        END {
            line = "| " title " |"
            cells = split(patterns, pattern, "|")
            for (cell = 1; cell < cells; cell++) {
                split(pattern[cell], part, "=")
                text = ""
                if (part[1] in rest) {
                    gsub(/[^0-9.]+/, " ", rest[part[1]])
                    split(rest[part[1]], number, " ")
                    count = split(part[2], wanted, "/")
                    for (nth = 1; nth <= count; nth++) text = text (nth > 1 ? " / " : "") short(number[wanted[nth]])
                }
                line = line " " (text == "" ? "–" : text) " |"
            }
            print line
        }' "$work/$name"
}

# Puts what is on the standard input between the marks of a table of the page.
into_page() {
    local table=$1
    cat >"$work/table"
    awk -v table="$table" -v file="$work/table" '
        $0 == "<!-- " table " -->" { print; while ((getline line < file) > 0) print line; inside = 1; next }
        $0 == "<!-- end -->" { inside = 0 }
        !inside { print }' "$page" >"$work/page"
    cp "$work/page" "$page"
}

rows=()
for profile in calls mixed writes; do
    for calls in ${SIZES:-100000 1000000 10000000 50000000 100000000}; do
        # The longest run of the third profile would tell nothing that the others do not.
        [ "$profile $calls" = "writes 100000000" ] || rows+=("$profile $calls")
    done
done
declare -A power=([100000]=10^5 [1000000]=10^6 [10000000]=10^7 [50000000]=5·10^7 [100000000]=10^8)
for run in "${rows[@]}"; do
    read -r profile calls <<<"$run"
    bench "$profile$calls" "$calls" "$profile"
done
# Made up by one process and read by another, whose memory is only what reading takes.
threads=(10000000 mixed default keep "$work/threads.trace" build strands=5000)
bench made "${threads[@]}"
rm -rf "$work/threads.trace/derived"
bench threads "${threads[@]}"
grep -E '^(frame|sealing)' "$work/made" >>"$work/threads"
rm -rf "$work/threads.trace"
{
    echo "| run | frames, B/call | derived, B/call | sealing, MB raw/s | tree, M calls/s | object index, M calls/s | both on one processor | both, by the clock | opening again, ms | the same, cold (median) | memory of its own after the questions, MiB |"
    echo "|---|---|---|---|---|---|---|---|---|---|---|"
    columns=("frame bytes a call=1" "derived bytes a call=1" "sealing, MB raw a second=1" "building the tree=1" "indexing beside it=1" "both, derived data kept=1" "both, derived data kept=2" "opening, ms=1" "opening, cold=1" "memory, peak MiB=2")
    for run in "${rows[@]}"; do
        read -r profile calls <<<"$run"
        row "$profile$calls" "$profile, ${power[$calls]}" "${columns[@]}"
    done
    row threads "mixed, 10^7, 5,000 threads" "${columns[@]}"
} | into_page runs
questions=("node=1/2" "state_at=1/2" "last_writer=1/2" "effects, one screen=1/2" "effects of the root=1" "state_at, cold=1/2" "last_writer, cold=1/2")
{
    echo "| run | parent and size, µs | node in full | state_at | last_writer | effects, one screen | effects of the root | state_at, cold | last_writer, cold |"
    echo "|---|---|---|---|---|---|---|---|---|"
    for run in "${rows[@]}"; do
        read -r profile calls <<<"$run"
        row "$profile$calls" "$profile, ${power[$calls]}" "parent and size, µs=1" "${questions[@]}"
    done
} | into_page questions
{
    echo "| codec | calls: MB/s | B/call | mixed: MB/s | B/call | writes: MB/s | B/call |"
    echo "|---|---|---|---|---|---|---|"
    for codec in lz4 zstd packed packedzstd; do
        for profile in calls mixed writes; do
            bench "$codec$profile" 1000000 "$profile" "$codec" keep "$work/codec.trace" build
            rm -rf "$work/codec.trace"
            # All three in one file, told apart by what their lines begin with.
            sed "s/^frame bytes a call    /frames $profile/; s/^sealing, MB raw a second  /sealing $profile/" "$work/$codec$profile" |
                awk '/^(frames|sealing)/ { printf "%-26s%s\n", $1 " " $2, $3 }' >>"$work/codec$codec"
        done
        declare -A codecs=([lz4]="LZ4" [zstd]="Zstandard 1" [packed]="words packed, then LZ4" [packedzstd]="**words packed, then Zstandard 1**")
        row "codec$codec" "${codecs[$codec]}" "sealing calls=1" "frames calls=1" "sealing mixed=1" "frames mixed=1" "sealing writes=1" "frames writes=1"
    done
} | into_page codecs
bench ahead 10000000 mixed default keep "$work/ahead.trace" build
"$examples/ahead_bench" "$work/ahead.trace" >"$work/ahead"
rm -rf "$work/ahead.trace"
{
    echo "| | median, ms | 90 % | at most |"
    echo "|---|---|---|---|"
    awk '/^looking ahead: / { ahead = $3 }
        /^next question/ { printf "| next question%s | %s | %s | %s |\n", ahead == "true" ? ", when it was worked out while the person thought" : "", $3, $6, $10 }
        /^looking ahead takes/ && ahead == "true" { printf "| working it out, for both answers | %s | %s | %s |\n", $4, $7, $11 }' "$work/ahead"
} | into_page ahead
if [ -n "$agent" ]; then
    java=${JAVA_HOME:+$JAVA_HOME/bin/}java
    javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
    "$javac" -g -cp "$jars" -d "$work/classes" "$root"/crates/jvm/bench/{Cost,Libraries}.java
    {
        echo "| recording | calls, M | raw, B/call | frames, B/call | derived, B/call | tree, M calls/s | object index, M calls/s | node in full | state_at | last_writer | effects, one screen | effects of the root | state_at, cold | last_writer, cold |"
        echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
        for workload in "kxml2 1000 100" "htmlcleaner 200 14"; do
            read -r name _ <<<"$workload"
            options=trace=$work/$name.trace,include=org.kxml2,include=org.htmlcleaner
            "$java" "-agentpath:$agent=$options" -cp "$work/classes:$jars" Cost $workload >/dev/null
            bench "$name" 0 mixed default keep "$work/$name.trace"
            sed -i 's/^calls, raw and framed *\([0-9]*\)\([0-9]\{6\}\) /calls, raw and framed     \1.\2 /' "$work/$name"
            row "$name" "$name" "calls, raw and framed=1" "calls, raw and framed=2" "calls, raw and framed=3" "derived bytes a call=1" "building the tree=1" "indexing beside it=1" "${questions[@]}"
            rm -rf "$work/$name.trace"
        done
    } | into_page recordings
fi
