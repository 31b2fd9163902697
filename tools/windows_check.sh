#!/bin/sh
# What only Windows has, through the program: names in UTF-8, drives and backslashes, streams that are not text.
#
#   tools/windows_check.sh PROGRAM.exe NATIVE EMULATOR
#
# NATIVE is this machine's program, whose output is expected. Prints what is wrong; exit status 1 if something is.
set -u
cd "$(dirname "$0")/.." || exit 1
program=$(realpath "$1") || exit 1
native=$2
emulator=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# expect WHAT A B: both files are there and equal.
expect() {
    if ! cmp -s "$2" "$3"; then
        echo "windows_check: $1" >&2
        failed=1
    fi
}

run() {
    $emulator "$program" "$@"
}

# $work as Windows has it: Wine's drive Z: is this machine's root.
drive="Z:$(echo "$work" | tr / '\\')"
name="dém☃ 1"

$native cut builtin:demo1 --from 1 --to 3 -o "$work/$name.dem" > /dev/null 2>&1
$native info --json "$work/$name.dem" | sed 's/"file":"[^"]*"//' > "$work/expected"
run info --json "$drive\\$name.dem" | sed 's/"file":"[^"]*"//' > "$work/got"
expect "a name in UTF-8 below a drive, with backslashes" "$work/expected" "$work/got"
(cd "$work" && $emulator "$program" info --json "$name.dem") | sed 's/"file":"[^"]*"//' > "$work/got"
expect "a name in UTF-8 in the current folder" "$work/expected" "$work/got"

$native shot builtin:demo3 --at 4 --size 160x100 -o "$work/expected.png" > /dev/null
mkdir "$work/sub ö"
run shot builtin:demo3 --at 4 --size 160x100 -o "$drive\\sub ö\\a.png" > /dev/null
expect "a picture in a folder named with backslashes" "$work/expected.png" "$work/sub ö/a.png"
run shot builtin:demo3 --at 4 --size 160x100 -o - | cat > "$work/got"
expect "a picture on standard output, into a pipe" "$work/expected.png" "$work/got"
run cut - --from 1 --to 2 -o - < "$work/$name.dem" > "$work/got"
$native cut - --from 1 --to 2 -o - < "$work/$name.dem" > "$work/expected"
expect "a demo from standard input to standard output" "$work/expected" "$work/got"

if run shot builtin:demo3 --at 4 --size 160x100 -o "$drive\\sub ö\\a.png" > /dev/null 2>&1; then
    echo "windows_check: a file was written over another unasked" >&2
    failed=1
fi
expect "a file that is there stays" "$work/expected.png" "$work/sub ö/a.png"
if run shot builtin:demo3 --at 4 --size 160x100 -o "$drive\\con.png" > /dev/null 2>&1; then
    echo "windows_check: a device was taken for a file" >&2
    failed=1
fi
[ "$(find "$work/sub ö" -type f | wc -l)" = 1 ] || { echo "windows_check: more than the picture is left" >&2 && failed=1; }
exit $failed
