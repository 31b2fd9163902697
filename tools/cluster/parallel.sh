#!/bin/sh
# A film, or films of all demos of a folder, made in pieces by GNU parallel: on the cores of this
# machine, or on many machines.
#
#   parallel.sh -o OUT [-n PIECES] [-j JOBS] [-S LOGINS] [-c] [-r RETRIES] [-k] [-f] DEMO [OPTION...]
#
#   -o OUT       the film (.avi, .y4m, .wav), or the folder of the films where DEMO is a folder
#   -e ENDING    of films in a folder (avi)
#   -n PIECES    of each film (8); some for each worker, so that one that is lost costs little
#   -j JOBS      at a time on each machine (one a core)
#   -S LOGINS    parallel's --sshlogin: "a,b,4/c,:" (: is this machine, 4/ at most four jobs there)
#   -c           machines share no folder: pieces come back by rsync. This machine takes part when
#                LOGINS name it (localhost); : does not go with it
#   -r RETRIES   of a piece that is lost (3)
#   -k           keep OUT.pieces
#   -f           replace a film that is there
#   OPTION...    of quakereel render: --from, --size, --fps ...
#
# Program, demo and game data have the same paths on all machines. The program is $QUAKEREEL, or the
# one built here, or the one installed. Every piece has a checksum beside it. Started anew after
# whatever went wrong, it makes the pieces that are missing.
set -eu
. "$(dirname "$0")/films.sh"

usage() {
    sed -n 's/^# \{0,1\}//p' "$0" | sed -n '4,17p' >&2
    exit 2
}

read_own_default() {
    jobs=100% logins= copy=
}

# What read_arguments does not know; taken: so many words.
read_own() {
    taken=2
    case $1 in
    -j) jobs=$2 ;;
    -S) logins=$2 ;;
    -c) copy=1 taken=1 ;;
    *) return 1 ;;
    esac
}

# Those lines of the list, by workers. Files are named as seen from OUT.pieces, so that what comes
# back from a machine's own folder lies in the right place.
render_pieces() {
    set -- --colsep '\t' --jobs "$jobs" --retries "$retries" --joblog "$work/log" --line-buffer
    [ -z "$logins" ] || set -- "$@" --sshlogin "$logins"
    if [ -n "$copy" ]; then
        set -- "$@" --workdir ... --return '{1}' --return '{1}.sum' --cleanup
    elif [ -n "$logins" ]; then
        set -- "$@" --workdir "$work"
    fi
    sed "s|^.*/\([^/]*/[^/]*\)\t\([0-9]*/[0-9]*\t\)|\1\t\2|" |
        (cd "$work" && eval "parallel \"\$@\" -q env QUAKEREEL=\"\$program\" \
            sh \"\$cluster/piece.sh\" render '{1}' '{2}' '{3}' --threads 1 $words")
}

read_arguments "$@"
# parallel itself tries again what fails; the second round is for what did not come back whole.
command -v parallel > /dev/null || die "GNU parallel is missing; apt-get install parallel"
case ,$copy$logins, in
*:,*) [ -z "$copy" ] || die "-c: this machine is localhost, not :" ;;
esac
begin
round=0
while lost=$(lost_pieces) && [ -n "$lost" ]; do
    [ "$round" -lt 2 ] || die "$(echo "$lost" | wc -l) pieces are lost; see $work/log"
    # shellcheck disable=SC2086
    awk -v lost="$(echo $lost)" 'BEGIN { split(lost, n, " "); for (i in n) is[n[i]] = 1 } NR in is' \
        "$work/list" > "$work/lost"
    render_pieces < "$work/lost" || say "pieces were lost; trying them again"
    round=$((round + 1))
done
join_films
