#!/bin/sh
# Keeps what fuzzing found as seeds in the repository, in tests/fuzz/corpus/TARGET.tar.xz: few of each target's
# inputs in FOLDER/corpus, which with the seeds of FOLDER/unpak reach all that the inputs reach that are no longer
# than LONGEST bytes. `make fuzz-seeds` unpacks them.
#
#   tools/fuzz_keep.sh FOLDER TARGET...     (FOLDER has the built targets)
set -eu
folder=$1
shift
longest=${LONGEST:-16384}
rm -rf "$folder/kept"
mkdir -p "$folder/kept" tests/fuzz/corpus
"$folder/unpak" "$folder/kept"
for target in "$@"; do
    inputs=$folder/corpus/$target
    kept=$folder/kept/$target
    [ -d "$inputs" ] || continue
    mkdir -p "$kept"
    find "$kept" -type f > "$folder/$target.seeds"
    "$folder/$target" -set_cover_merge=1 -max_len="$longest" -rss_limit_mb=2048 -timeout=30 "$kept" "$inputs" \
        > "$folder/$target.merge.log" 2>&1 || {
        tail -n 20 "$folder/$target.merge.log"
        exit 1
    }
    xargs -r rm < "$folder/$target.seeds"
    number=1000
    for input in "$kept"/*; do # short names: those that are checksums would be a third of the archive
        [ -f "$input" ] || continue
        number=$((number + 1))
        mv "$input" "$kept/kept$number"
    done
    [ "$number" -gt 1000 ] || continue
    archive=tests/fuzz/corpus/$target.tar.xz
    (cd "$kept" && tar --create --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 -- *) |
        xz -9e > "$archive"
    echo "$target: $((number - 1000)) inputs, $(stat -c %s "$archive") bytes"
done
