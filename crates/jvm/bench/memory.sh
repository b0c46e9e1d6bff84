#!/bin/bash
# Memory of recording: the largest amount of anonymous memory of the JVM, plain and recorded, on a long run. The heap has a
# fixed size and is touched beforehand, so that what differs is the agent's (rings are files and not counted).
#   crates/jvm/bench/memory.sh AGENT.so [JAR:JAR:...]
set -eu
agent=$1
jars=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=("$here/Cost.java")
workloads=("fib 30 20" "collections 100000 30")
if [ -n "$jars" ]; then
    sources+=("$here/Libraries.java")
    workloads+=("kxml2 1000 150" "htmlcleaner 200 60")
fi
"$javac" -g -cp "$jars" -d "$work/classes" "${sources[@]}"
heap=(-XX:+UseSerialGC -Xms256m -Xmx256m -XX:+AlwaysPreTouch)
# Runs a command and prints the most anonymous memory it had, in KiB.
most() {
    "$@" >/dev/null &
    local process=$! most=0 now
    while now=$(awk '/^RssAnon/ { print $2 }' "/proc/$process/status" 2>/dev/null) && [ -n "$now" ]; do
        [ "$now" -gt "$most" ] && most=$now
        sleep 0.1
    done
    wait "$process"
    echo "$most"
}
printf '%-12s %10s %10s %10s\n' workload plain recorded more
for workload in "${workloads[@]}"; do
    read -r name _ <<<"$workload"
    run=(-cp "$work/classes:$jars" Cost $workload)
    plain=$(most "$java" "${heap[@]}" "${run[@]}")
    rm -rf "$work/trace"
    options=trace=$work/trace,include=org.kxml2,include=org.htmlcleaner
    recorded=$(most "$java" "-agentpath:$agent=$options" "${heap[@]}" "${run[@]}")
    awk -v n="$name" -v p="$plain" -v r="$recorded" 'BEGIN {
        printf "%-12s %6.1f MiB %6.1f MiB %6.1f MiB\n", n, p / 1024, r / 1024, (r - p) / 1024 }'
done
