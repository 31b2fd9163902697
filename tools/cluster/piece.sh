#!/bin/sh
# One piece of a film, as a worker of tools/cluster makes it.
#
#   piece.sh render FILE I/N DEMO [OPTION...]   FILE is there afterwards, and FILE.sum, its checksum
#   piece.sh check FILE                         exit status 0: it is there, and whole
#
# A piece that is there and whole is left alone. FILE takes its name when all of it is written, so a
# worker that is killed leaves none; and two that make the same piece do each other no harm.
# $QUAKEREEL is the program (quakereel).
set -eu

check() {
    [ -f "$1" ] && [ -f "$1.sum" ] && [ "$(sha256sum < "$1")" = "$(cat "$1.sum")" ]
}

render() {
    file=$1 piece=$2 demo=$3
    shift 3
    check "$file" && return 0
    part=${file%.*}.$(hostname)-$$.part.${file##*.}
    trap 'rm -f "$part" "$part.part" "$part.sum"' EXIT
    mkdir -p "$(dirname "$file")"
    rm -f "$file.sum"
    # A piece takes the name it was given when it is whole, and only then (--resume). Its exit status
    # also tells of a damaged demo, whose good part makes a film.
    status=0
    "${QUAKEREEL:-quakereel}" render "$demo" --piece "$piece" -o "$part" --resume --quiet "$@" ||
        status=$?
    [ -f "$part" ] || exit $status
    sha256sum < "$part" > "$part.sum"
    mv -f "$part" "$file"
    mv -f "$part.sum" "$file.sum"
}

verb=$1
shift
case $verb in
render) render "$@" ;;
check) check "$@" ;;
*)
    echo "piece.sh: render or check, not $verb" >&2
    exit 2
    ;;
esac
