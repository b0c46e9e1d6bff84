#!/bin/bash
# Calls a second of the recorder through JDI (tests/java/jdi) and of the agent, with arguments and results, on the same
# program. JDI stops the program at every call, so it gets a smaller number of them; the agent's rate includes the start of the
# virtual machine and the sealing of the trace. Both machines of JDI share a core, where it is fastest.
#   crates/jvm/bench/jdi.sh AGENT.so
set -eu
agent=$1
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$javac" -g -d "$work/classes" "$here/Cost.java"
taskset -c 0 "$java" "$here/../../../tests/java/jdi/JdiRecorder.java" -o "$work/tree" -cp "$work/classes" Cost fib 19 2 2>"$work/jdi" >/dev/null
read -r calls _ _ seconds _ rate _ <"$work/jdi"
echo "JDI: $calls calls in $seconds s: $rate calls/s"
begin=$(date +%s%N)
"$java" "-agentpath:$agent=trace=$work/trace" -cp "$work/classes" Cost fib 32 10 >/dev/null
nanos=$(($(date +%s%N) - begin))
read -r calls _ < <(od -An -t u8 -w24 -N 24 "$work/trace/progress")
awk -v c="$calls" -v n="$nanos" -v jdi="$rate" 'BEGIN {
    r = c / n * 1e9; printf "agent: %d calls in %.2f s: %.0f calls/s, %.0f times as many\n", c, n / 1e9, r, r / jdi }'
