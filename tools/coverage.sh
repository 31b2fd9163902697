#!/usr/bin/env bash
# Runs the tests of a build made with --coverage, and says which share of the lines of engine/ they run: by module, or
# with `files` by file. Children the tests start count as well. Needs gcov (it comes with gcc).
# usage: tools/coverage.sh BUILD [files]
set -eu
cd "$(dirname "$0")/.."
build=$1
by=${2:-modules}

find "$build" -name '*.gcda' -delete
status=0
QUAKEREEL_PROGRAM=$build/quakereel "$build/tests/run" > "$build/tests.log" 2>&1 || status=$?
tail -n 2 "$build/tests.log"

find "$build/engine" -name '*.gcno' | sort | while read -r notes; do
    gcov -n "$notes" 2> /dev/null || true
done | awk -v by="$by" '
    function add(name) { ran[name] += hit; lines[name] += count }
    /^File / { split($0, part, "\047"); file = part[2] }
    /^Lines executed/ && file ~ /^engine\/.*\.c$/ { # headers count in many files: left out
        split($0, part, /[:% ]+/)
        count = part[5]
        hit = part[3] * count / 100
        depth = split(file, path, "/")
        add(by == "files" ? file : depth > 2 ? path[1] "/" path[2] : "engine/main.c")
        add("engine/")
    }
    /^Lines executed/ { file = "" }
    END {
        for (name in lines) {
            printf "%-36s %5.1f %% of %5d lines\n", name, 100 * ran[name] / lines[name], lines[name]
        }
    }' | sort
exit "$status"
