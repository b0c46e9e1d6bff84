#!/bin/bash
# What looking at objects of the platform costs: writes that section of docs/measured/recorder-cost.md anew, from what it measures.
#   crates/jvm/bench/platform.sh AGENT.so
set -eu
agent=$1
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../../../docs/measured/recorder-cost.md
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$javac" -g -d "$work/classes" "$here/Cost.java"

# The least CPU of a round in milliseconds, of three starts.
least() {
    for _ in 1 2 3; do
        rm -rf "$work/trace"
        "$java" "$@" | cut -d' ' -f1
    done | sort -g | head -1
}

# One row: what is done, the workload, and how often a round does it.
row() {
    local plain recorded
    plain=$(least -cp "$work/classes" Cost $2)
    recorded=$(least "-agentpath:$agent=trace=$work/trace" -cp "$work/classes" Cost $2)
    awk -v what="$1" -v p="$plain" -v r="$recorded" -v n="$3" 'BEGIN {
        printf "| %s | %.3f | %.3f |\n", what, 1000 * p / n, 1000 * r / n }'
}

{
    cat <<'HEAD'
## Objects of the platform that are looked at

Written by `crates/jvm/bench/platform.sh AGENT.so`; not edited by hand.

Matchers, readers, writers, formats and the like are not rewritten but read again after calls of their methods ([recording.md](../guide/recording.md)). Here 100,000 characters are read and written one by one through two
buffers, and 20,000 matches found, each in a recorded call; what a recorded call costs without such an object stands below. CPU of the program's thread in µs, the least of three starts:

| | plain | recorded |
|---|---:|---:|
HEAD
    row "\`reader\`, a character" "reader 100000 10" 100000
    row "\`writer\`, a character" "writer 100000 10" 100000
    row "\`matcher\`, a match" "matcher 20000 10" 20000
    # Each number takes a call for itself and those below it: 2 fib(n + 1) - 1.
    row "\`fib\`, a call" "fib 30 10" 2692537
    printf '\n'
    "$java" -version 2>&1 | awk -F'"' 'NR == 1 { printf "JDK %s.\n", $2 }'
    printf '\n'
} >"$work/section"
awk -v section="$work/section" '
    /^## / { inside = ($0 == "## Objects of the platform that are looked at") }
    inside && !done { while ((getline line < section) > 0) print line; done = 1 }
    !inside' "$page" >"$work/page"
cp "$work/page" "$page"
