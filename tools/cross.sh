#!/bin/sh
# What a build draws, knows and writes, a line each: the same on every machine.
#
#   tools/cross.sh BUILD short|full [EMULATOR]
#
# Exit status 1 when cross_check finds something wrong by itself.
set -eu
cd "$(dirname "$0")/.."
build=$1
set=$2
emulator=${3:-}
film=$build/cross.avi
picture=$build/cross.png
path=$build/cross-path.txt

exe=""
[ ! -f "$build/quakereel.exe" ] || exe=.exe

run() {
    program=$1
    shift
    $emulator "$build/$program$exe" "$@"
}

sum() {
    echo "$1 $(cksum)"
}

for demo in builtin:demo1 builtin:demo2 builtin:demo3 builtin:demo4; do
    run quakereel info --json $demo | sum "info $demo"
    run quakereel dump $demo | sum "dump $demo"
    run quakereel events --json --kinds all --places $demo | sum "events $demo"
done
for demo in builtin:demo1 builtin:demo3 builtin:demo5; do
    run quakereel stats --json $demo | sum "stats $demo"
    run quakereel map $demo -o - | sum "map $demo"
    run quakereel plot $demo -o - | sum "plot $demo"
    run quakereel report $demo --moments 3 -o - 2>/dev/null | sum "report $demo"
done
run quakereel timedemo builtin:demo2 --no-window --size 320x200 --threads 2 | sed -n 's/^hash/timedemo hash/p'
run quakereel shot builtin:demo3 --at 4.2 --size 640x480 --force -o "$picture" >/dev/null
sum shot < "$picture"
printf 'speed even\nkey 1 0 0 100 20 0\nkey 3 200 100 100 10 90\nkey 5 0 300 150 30 200 5 60\n' > "$path"
run quakereel shot builtin:demo1 --camera-path "$path" --at 2.7 --size 640x480 --force -o "$picture" >/dev/null
sum path < "$picture"
run quakereel sheet builtin:demo2 --per frag,pickup --count 4 --force -o "$picture" >/dev/null 2>&1
sum sheet < "$picture"
run quakereel play builtin:demo1 --start 1 --end 1.5 --force -o "$film" >/dev/null 2>&1
sum film < "$film"
run quakereel render builtin:demo5 --from 1 --to 1.3 --fps 10 --size 160x100 --force --quiet -o "$film" 2>/dev/null
sum "film with sound" < "$film"
for i in 1 2; do
    run quakereel render builtin:demo3 --from 4 --to 4.4 --fps 10 --size 160x100 --force --quiet --piece $i/2 \
        -o "$build/cross-$i.y4m" 2>/dev/null
done
run quakereel join "$build/cross-1.y4m" "$build/cross-2.y4m" --force -o "$build/cross.y4m" >/dev/null 2>&1
sum "film of pieces" < "$build/cross.y4m"
if [ "$set" = full ]; then
    run cross_check full
else
    run cross_check
fi
