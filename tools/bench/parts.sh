#!/bin/sh
# The bench of what tools/bench/SPEED.md shows, in parts of at most some two minutes each, one JSON file a part:
#
#   PEER_TYRQUAKE=... PEER_UDT=... tools/bench/parts.sh DIR
#   make plots BENCH_JSON="DIR/*.json"
#
# Parts that are there already are not measured again. BENCH_RUN: a command each part is run by, such as one that waits
# for the machine to be idle. ROUNDS: pairs of runs of each demo and size, 3 unless told.
set -u
dir=${1:?where to?}
bench=${BENCH:-build/bench}
mkdir -p "$dir" || exit 1

part() {
    name=$1
    shift
    [ -s "$dir/$name.json" ] && return
    if ${BENCH_RUN:-} "$bench" --json "$dir/$name.new" "$@"; then
        mv "$dir/$name.new" "$dir/$name.json"
    else
        echo "$name failed" >&2
    fi
}

part kernels --only kernels
part phases --only phases --frames 300
part quake3 --only quake3 --udt "${PEER_UDT:-}"
for round in $(seq "${ROUNDS:-3}"); do
    for size in 320x200 640x480 1280x720 1920x1080; do
        for demo in demo1_lite r15_e0m4_qs r666_e1m1; do
            part "beside-$size-$demo-$round" --only beside --demo $demo --size $size --rounds 1 \
                --tyrquake "${PEER_TYRQUAKE:-}"
        done
    done
done
