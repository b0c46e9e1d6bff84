#!/bin/bash
# Cost of recording: plain and recorded in turn, as ratios, with bytes a call. Needs the agent and, for the last two
# workloads, the jars of kxml2, htmlcleaner and jdom2.
#   crates/jvm/bench/cost.sh AGENT.so [JAR:JAR:...]
set -eu
agent=$1
jars=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=("$here/Cost.java")
workloads=("fib 30 10" "loop 3000000 10" "sieve 200000 10" "matrix 80 20" "collections 100000 10"
    "reader 100000 10" "writer 100000 10" "matcher 20000 10")
if [ -n "$jars" ]; then
    sources+=("$here/Libraries.java")
    workloads+=("kxml2 1000 60" "htmlcleaner 200 30")
fi
"$javac" -g -cp "$jars" -d "$work/classes" "${sources[@]}"
path=$work/classes:$jars
printf '%-12s %9s %9s %9s %9s %7s %7s %12s %8s %8s\n' workload cpu recorded wall recorded 'cpu x' 'wall x' calls 'raw B' 'sealed B'
for workload in "${workloads[@]}"; do
    read -r name _ <<<"$workload"
    read -r cpu wall _ <<<"$("$java" -cp "$path" Cost $workload)"
    rm -rf "$work/trace"
    options=trace=$work/trace,include=org.kxml2,include=org.htmlcleaner
    # What it prints is read when it has ended: only then is the trace whole.
    read -r rcpu rwall _ <<<"$("$java" "-agentpath:$agent=$options" -cp "$path" Cost $workload)"
    read -r calls raw sealed < <(od -An -t u8 -w24 -N 24 "$work/trace/progress")
    awk -v n="$name" -v c="$cpu" -v rc="$rcpu" -v w="$wall" -v rw="$rwall" -v k="$calls" -v r="$raw" -v s="$sealed" 'BEGIN {
        printf "%-12s %9.2f %9.2f %9.2f %9.2f %7.1f %7.1f %12d %8.1f %8.2f\n", n, c, rc, w, rw, rc / c, rw / w, k, r / k, s / k }'
done
# The best of twenty, plain and recorded in turn.
cold() { local begin=$(date +%s%N); "$@" >/dev/null; echo $(( ($(date +%s%N) - begin) / 10000 )); }
plain=999999
recorded=999999
for _ in {1..20}; do
    once=$(cold "$java" -cp "$path" Cost collections 2000 1)
    plain=$((once < plain ? once : plain))
    rm -rf "$work/trace"
    once=$(cold "$java" "-agentpath:$agent=trace=$work/trace" -cp "$path" Cost collections 2000 1)
    recorded=$((once < recorded ? once : recorded))
done
awk -v p="$plain" -v r="$recorded" 'BEGIN {
    printf "a short cold program, whole process: %.1f ms plain, %.1f ms recorded, %.2f x\n", p / 100, r / 100, r / p }'
