#!/usr/bin/env bash
# Cuts or overwrites a demo, a pak and a pk3 while a command has them open, at several moments of its run, and checks
# that the command is not ended by a signal, that its exit status is 0 or 1, and that it prints a few lines at most,
# which name a file where the status is 1. Prints a table of commands and kinds of file.
#
#   tools/truncate_check.sh BUILD [MOMENTS [DATA]]
#
# MOMENTS: per command and kind of file (20). DATA: a folder of real game data ($QUAKEREEL_DATA has its form), instead of
# the built-in packs. The window is tested where Xvfb is installed; with xdotool it also seeks and opens the demo again.
# Exit status 1 when a run fails.
set -u
build=$(realpath "$1")
moments=${2:-20}
data=${3:-}
program=$build/quakereel
LINES_MAX=6   # what a run may print more than an undisturbed one
SECONDS_MAX=60

work=$(mktemp -d /tmp/quakereel-truncate-XXXXXX)
display=
main=$BASHPID
finish() {
    [ $BASHPID = "$main" ] || return # a child that is ended
    [ -z "$display" ] || kill "$display"
    rm -rf "$work"
}
trap finish EXIT
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state SDL_AUDIODRIVER=dummy

# u32 FILE OFFSET: a number of the file, low byte first.
u32() {
    set -- $(od -An -tu1 -j"$2" -N4 "$1")
    echo $(($1 + ($2 << 8) + ($3 << 16) + ($4 << 24)))
}

# extract PAK NAME FILE: writes a member of a PAK to a file.
extract() {
    local directory size at
    directory=$(u32 "$1" 4)
    size=$(u32 "$1" 8)
    for ((at = directory; at < directory + size; at += 64)); do
        if [ "$(tail -c +$((at + 1)) "$1" | head -c 56 | tr -d '\0')" = "$2" ]; then
            tail -c +$(($(u32 "$1" $((at + 56))) + 1)) "$1" | head -c "$(u32 "$1" $((at + 60)))" > "$3"
        fi
    done
}

mkdir -p "$work/good" "$work/base/id1" "$work/base/baseq3" "$work/base/baseoa"
if [ -n "$data" ]; then
    cp "$data/librequake/id1/pak0.pak" "$work/good/pak"
    cp "$data/quake3/baseoa/oa_small.pk3" "$work/good/pk3"
    cp "$data/netquake/demo2.dem" "$work/good/dem"
    cp "$data/quake3/recorded/oa_dm1_ffa_spec.dm_68" "$work/good/dm_68"
    pk3=$work/base/baseoa/pak0.pk3
else
    cp build/host/builtin.pak "$work/good/pak"
    cp build/host/builtin.pk3 "$work/good/pk3"
    extract "$work/good/pak" demo1.dem "$work/good/dem"
    "$program" cut builtin:demo5 -o "$work/good/q3.dm_68" > /dev/null
    mv "$work/good/q3.dm_68" "$work/good/dm_68"
    pk3=$work/base/baseq3/pak0.pk3
fi
pak=$work/base/id1/pak0.pak
declare -A target=([demo]=$work/own.dem [pak]=$pak [pk3]=$pk3)

# renew: all files as they were.
renew() {
    rm -rf "$work/out" "$work/own.dem" "$work/own.dm_68" "$pak" "$pk3"
    mkdir "$work/out"
    cp "$work/good/dem" "$work/own.dem"
    cp "$work/good/dm_68" "$work/own.dm_68"
    cp "$work/good/pak" "$pak"
    cp "$work/good/pk3" "$pk3"
}

# change FILE HOW: what another program does to it.
change() {
    case $2 in
    0) truncate -s $(($(stat -c %s "$1") / 2)) "$1" ;;
    1) truncate -s 4096 "$1" ;;
    2) : > "$1" ;;
    3) dd if=/dev/zero of="$1" bs=65536 count=$(($(stat -c %s "$1") / 65536)) conv=notrunc status=none ;;
    esac
}

# start COMMAND DEMO: starts it in the background.
start() {
    local how=()
    case $1 in
    info) how=(info "$2") ;;
    sound) how=(sound "$2" --to 8 -o "$work/out/o.wav") ;;
    shot) how=(shot "$2" --at 90%,5%,60%,30%,75% --size 320x200 -o "$work/out/%d.png") ;;
    render) how=(render "$2" --from 1 --to 4 --size 320x200 --fps 10 -o "$work/out/o.avi") ;;
    play) how=(play "$2" --size 320x200 --speed 4) ;;
    esac
    timeout -s KILL $SECONDS_MAX "$program" "${how[@]}" --basedir "$work/base" > "$work/stdout" 2> "$work/stderr" &
    pid=$!
    [ "$1" != play ] || watch_window "$pid" &
}

# watch_window PID: seeks, opens the next demo of the list, which is the same again, and ends.
watch_window() {
    local key
    sleep 0.7
    for key in 9 ctrl+2 ctrl+5 shift+n 0; do
        [ -z "$(command -v xdotool)" ] || xdotool key "$key" 2> /dev/null
        sleep 0.2
    done
    kill -TERM "$1" 2> /dev/null
}

now() {
    echo $(($(date +%s%N) / 1000))
}

# pause MICROSECONDS
pause() {
    sleep "$(printf '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000)))"
}

failed=0
complain() {
    echo "$1, $2, moment $3 of $moments, change $4: $5" >&2
    sed 's/^/    /' "$work/stderr" | head -20 >&2
    failed=$((failed + 1))
}

# check_runs COMMAND KIND: all moments; prints the cell of the table.
check_runs() {
    local demo=$work/own.dem file=${target[$2]} moment how begin length good=0 bad=0 most=0 lines
    [ "$2" != pk3 ] || demo=$work/own.dm_68
    renew
    begin=$(now)
    start "$1" "$demo"
    wait $pid
    status=$?
    length=$(($(now) - begin))
    cp "$work/stderr" "$work/undisturbed"
    if [ $status != 0 ]; then
        complain "$1" "$2" 0 - "undisturbed, exit status $status"
    fi
    for ((moment = 0; moment < moments; moment++)); do
        how=$((moment % 4))
        renew
        start "$1" "$demo"
        # Half of the moments are in the first quarter, where files are opened.
        pause $((length * moment / moments * moment / moments))
        change "$file" $how
        wait $pid
        status=$?
        lines=$(grep -vcxFf "$work/undisturbed" "$work/stderr")
        [ -s "$work/undisturbed" ] || lines=$(wc -l < "$work/stderr")
        most=$((lines > most ? lines : most))
        case $status in
        0) good=$((good + 1)) ;;
        1) bad=$((bad + 1)) ;;
        *) complain "$1" "$2" $moment $how "exit status $status" ;;
        esac
        if [ $status = 1 ] && ! grep -qF -e "$(basename "$file")" -e "$(basename "$demo")" "$work/stderr"; then
            complain "$1" "$2" $moment $how "no line names the file"
        fi
        if [ "$lines" -gt $LINES_MAX ]; then
            complain "$1" "$2" $moment $how "$lines lines"
        fi
    done
    printf '  %-6s  %-4s  %4d  %6d  %6d  %12d\n' "$1" "$2" "$moments" $good $bad $most
}

commands="info sound shot render"
if [ -n "$(command -v Xvfb)" ]; then
    Xvfb -displayfd 3 -screen 0 640x480x24 3> "$work/display" > /dev/null 2>&1 &
    display=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -s "$work/display" ] || sleep 0.2
    done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
    commands="$commands play"
fi

printf '  %-6s  %-4s  %4s  %6s  %6s  %12s\n' command file runs exit-0 exit-1 lines-most
for command in $commands; do
    for kind in demo pak pk3; do
        check_runs $command $kind
    done
done
[ $failed = 0 ] || { echo "truncate_check: $failed complaints" >&2; exit 1; }
