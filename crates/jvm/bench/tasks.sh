#!/bin/bash
# Cost of recording very many tasks: wall time and the most anonymous memory, plain and recorded, for a tenth of the tasks and
# for all of them. Memory must not follow their number. Virtual threads need a JDK that has them.
#   crates/jvm/bench/tasks.sh AGENT.so
set -eu
agent=$1
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$javac" -g -d "$work/classes" "$here/Tasks.java"
# Runs a command and prints what it does, and the most anonymous memory it had, in MiB.
measured() {
    "$@" >"$work/out" &
    local process=$! most=0 now
    while now=$(awk '/^RssAnon/ { print $2 }' "/proc/$process/status" 2>/dev/null) && [ -n "$now" ]; do
        [ "$now" -gt "$most" ] && most=$now
        sleep 0.05
    done
    wait "$process"
    echo "$(cat "$work/out") $((most >> 10))"
}
printf '%-8s %8s %10s %10s %10s %10s\n' kind tasks ms recorded MiB recorded
for tasks in "pool 100000" "pool 1000000" "virtual 10000" "virtual 100000"; do
    run=(-XX:+UseSerialGC -Xms64m -Xmx64m -cp "$work/classes" Tasks $tasks)
    read -r plain memory <<<"$(measured "$java" "${run[@]}")"
    rm -rf "$work/trace"
    read -r recorded more <<<"$(measured "$java" "-agentpath:$agent=trace=$work/trace" "${run[@]}")"
    read -r kind count <<<"$tasks"
    printf '%-8s %8d %10d %10d %10d %10d\n' "$kind" "$count" "$plain" "$recorded" "$memory" "$more"
done
