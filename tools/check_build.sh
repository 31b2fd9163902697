#!/bin/sh
# What make builds anew: an object when what it is compiled with has changed, and only then; and the generator of the
# built-in pack by the compiler of this machine, whatever the program is built for. With SQLite, and without it.
#
# Exit status 1 and a line for each thing that is not so.
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MAKEOVERRIDES MAKELEVEL
build=build/check-build
source=formats/base/error.c
bad=0

# expect TIMES WHAT OBJECT [make's arguments]: so often the file is compiled.
expect() {
    times=$1
    what=$2
    object=$3
    shift 3
    said=$(make --no-print-directory HEADLESS=1 BUILD=$build HOST=$build/host "$@" $build/$object 2>&1) ||
        { echo "$what: $said"; bad=1; return; }
    compiled=$(echo "$said" | grep -c -- "-c $source" || true)
    if [ "$compiled" != "$times" ]; then
        echo "$what: compiled $compiled times, not $times"
        bad=1
    fi
}

rm -rf $build
for object in formats/base/error.o host/formats/base/error.o; do
    expect 1 "$object at first" $object
    expect 0 "$object once more" $object
done
expect 0 "a file with flags of its own" engine/main.o
expect 0 "after a file with flags of its own" formats/base/error.o
expect 1 "another flag" formats/base/error.o CFLAGS=-DANOTHER
expect 0 "the same flag" formats/base/error.o CFLAGS=-DANOTHER
expect 1 "without it again" formats/base/error.o
expect 1 "another optimisation" formats/base/error.o OPTIMISE=-O0
expect 1 "another compiler" formats/base/error.o OPTIMISE=-O0 CC="env cc"
expect 0 "the generator for another machine" host/formats/base/error.o CC=false CFLAGS=-DANOTHER OPTIMISE=-O0
expect 1 "the generator by another compiler" host/formats/base/error.o CC=false HOST_CC="env cc"

# links WANTED ARGUMENTS: whether the program is linked with SQLite.
links() {
    wanted=$1
    shift
    said=$(make --no-print-directory -n HEADLESS=1 BUILD=$build HOST=$build/host "$@" $build/quakereel 2>&1) ||
        { echo "$*: $said"; bad=1; return; }
    if echo "$said" | grep -q -e '-lsqlite3'; then linked=yes; else linked=no; fi
    if echo "$said" | grep -q 'engine/library/library_db.c'; then compiled=yes; else compiled=no; fi
    [ "$linked $compiled" = "$wanted $wanted" ] || { echo "SQLite ${*:-}: linked $linked, compiled $compiled"; bad=1; }
}

links yes
links no WITHOUT_SQLITE=1
rm -rf $build
exit $bad
