#!/bin/bash
# Records large programs of others with all of their code, and writes docs/measured/large-programs.md: whether they print what
# they print without the recorder, and whether every slot of the recording can be read.
#   crates/jvm/bench/large.sh ELENCHUS [PROGRAM...]
set -eu
elenchus=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../../../docs/measured/large-programs.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=(jetty spring hibernate kotlin h2)

# What is recorded besides the program itself, and what it prints that differs from run to run anyway.
declare -A about=(
    [jetty]='Jetty 12.0.16, 20 requests'
    [spring]='Spring Boot 3.3.7 with Tomcat, 10 requests'
    [hibernate]='Hibernate 6.6.4 over H2, 51 objects'
    [kotlin]="Kotlin's compiler 2.1.0, 13 lines"
    [h2]='H2 2.2.224, 500 rows')
declare -A include=(
    [jetty]='org.eclipse.jetty'
    [spring]='org.springframework org.apache.catalina org.apache.coyote org.apache.tomcat com.fasterxml'
    [hibernate]='org.hibernate org.h2'
    [kotlin]='org.jetbrains.kotlin'
    [h2]='org.h2')

# The line of one recording: how often it was called, its size, whether it printed the same, what `info` found damaged.
row() {
    local name=$1 home=$2 path=$work/$1/classes:$work/$1/jars/* patterns=() arguments=()
    for pattern in ${include[$name]}; do
        patterns+=(--include "$pattern")
    done
    [ "$name" = kotlin ] && arguments=("$(ls "$work"/kotlin/jars/kotlin-stdlib-2*.jar)")
    rm -rf "$work/trace"
    "$home/bin/java" -cp "$path" app.Main "${arguments[@]}" >"$work/plain" 2>"$work/errors" || true
    local same=no code=0
    JAVA_HOME=$home "$elenchus" record java -o "$work/trace" "${patterns[@]}" -- -cp "$path" app.Main "${arguments[@]}" \
        >"$work/recorded" 2>"$work/said" || code=$?
    # Logs tell the time and the process.
    diff -q <(grep -v ' \(INFO\|WARN\) ' "$work/plain") <(grep -v ' \(INFO\|WARN\) ' "$work/recorded") >/dev/null && same=yes
    "$elenchus" info --json "$work/trace" >"$work/info" 2>>"$work/said" || true
    python3 - "$work/info" "$work/trace" "${about[$name]}" "$("$home/bin/java" -version 2>&1 | head -1 | cut -d'"' -f2)" "$same" "$code" <<'ROW'
import json, pathlib, sys
info, trace, about, jdk, same, code = sys.argv[1:]
told = json.load(open(info))
size = sum(file.stat().st_size for file in pathlib.Path(trace).rglob("*") if file.is_file() and "derived" not in file.parts)
damage = told["damage"] or []
print(f"| {about} | {jdk} | {told['calls']:,} | {size / 2**20:.0f} MiB | {same} | {code} | {len(damage)} |", flush=True)
for note in damage:
    print(note, file=sys.stderr)
ROW
    cat "$work/said" >&2
}

{
    cat <<'HEAD'
# Large programs of others, recorded with all of their code

Written by `crates/jvm/bench/large.sh ELENCHUS`; not edited by hand. The programs are in `crates/jvm/bench/large`.

Each program is run plain and recorded with everything of its libraries (`--include`). *Prints the same* compares their standard
output without lines of logs; *damaged* counts what `elenchus info` finds lost or unreadable in the recording. This version of
Kotlin's compiler does not know JDK 25 and gives up there with exit code 2, recorded or not.

| program | JDK | calls | recording | prints the same | exit code | damaged |
|---|---|---:|---:|---|---:|---:|
HEAD
    for name in "${programs[@]}"; do
        if [ ! -d "$work/$name" ]; then
            mkdir -p "$work/$name/jars"
            mvn -q -B -f "$here/large/pom.xml" -P "$name" dependency:copy-dependencies -DoutputDirectory="$work/$name/jars" >&2
            javac -g -parameters -cp "$work/$name/jars/*" -d "$work/$name/classes" "$here/large/$name/Main.java" >&2
        fi
        for home in $(printf '%s\n' /usr/lib/jvm/*/bin/java | xargs -n1 realpath | sort -u | sed 's|/bin/java$||'); do
            row "$name" "$home"
        done
    done
} >"$work/page"
cp "$work/page" "$page"
