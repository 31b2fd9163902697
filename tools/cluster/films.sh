# What parallel.sh and slurm.sh share; they read it in. Which films are to be made of which pieces,
# which pieces are lost, and how they become films.
#
# The pieces of OUT lie in OUT.pieces until the films are whole: a run that ended early goes on
# where it was. OUT.pieces/list has a line a piece, with tabs between: its file, I/N, the demo, the
# film.

cluster=$(cd "$(dirname "$0")" && pwd)
# The program: the one that is named, the one built here, the one installed.
if [ -n "${QUAKEREEL:-}" ]; then
    program=$(command -v "$QUAKEREEL" || true)
else
    program=$(command -v "$cluster/../../build/quakereel" || command -v quakereel || true)
fi

say() {
    echo "$(basename "$0"): $*" >&2
}

die() {
    say "$@"
    exit 1
}

# The words in quotes that a shell takes off again, with spaces between.
quote() {
    between=
    for word; do
        printf "%s'%s'" "$between" "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")"
        between=' '
    done
}

absolute() {
    case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s/%s\n' "$PWD" "$1" ;;
    esac
}

# Options of both recipes, then DEMO; what is behind it is for `quakereel render`.
read_arguments() {
    out= count=8 retries=3 keep= force= ending=avi
    read_own_default
    while [ $# -gt 0 ]; do
        case $1 in
        -o | -n | -r | -e)
            [ $# -gt 1 ] || usage
            case $1 in -o) out=$2 ;; -n) count=$2 ;; -r) retries=$2 ;; -e) ending=$2 ;; esac
            shift 2
            ;;
        -k | -f)
            case $1 in -k) keep=1 ;; -f) force=1 ;; esac
            shift
            ;;
        -*)
            read_own "$@" || usage
            shift "$taken"
            ;;
        *) break ;;
        esac
    done
    [ -n "$out" ] && [ $# -gt 0 ] || usage
    case $count$retries in *[!0-9]*) usage ;; esac
    [ "$count" -ge 1 ] || usage
    out=$(absolute "${out%/}")
    demo=$1
    shift
    work=$out.pieces
    [ -n "$program" ] || die "no program ${QUAKEREEL:-quakereel}: build it, install it, or let \$QUAKEREEL name it"
    program=$(absolute "$program")
    words=$(quote "$@")
}

# The demos of a folder, or the one that was named, and the film of each.
list_films() {
    if [ ! -d "$demo" ]; then
        [ ! -e "$demo" ] || demo=$(absolute "$demo")
        printf '%s\t%s\n' "$demo" "$out"
        return
    fi
    find "$(absolute "$demo")" -maxdepth 1 -type f \( -name '*.dem' -o -name '*.qwd' -o \
        -name '*.mvd' -o -name '*.dm_*' -o -name '*.dm3' \) | LC_ALL=C sort | while read -r one; do
        printf '%s\t%s\n' "$one" "$out/$(basename "$one").$ending"
    done
}

list_pieces() {
    list_films | while IFS='	' read -r one film; do
        i=1
        while [ "$i" -le "$count" ]; do
            printf '%s/%s/%05d.%s\t%d/%d\t%s\t%s\n' "$work" "$(basename "$film")" "$i" \
                "${film##*.}" "$i" "$count" "$one" "$film"
            i=$((i + 1))
        done
    done
}

# Makes OUT.pieces, or goes on with what is there.
begin() {
    case $out in
    *.avi | *.y4m | *.wav) [ ! -d "$demo" ] || die "$demo is a folder, so OUT is one, too" ;;
    *) [ -d "$demo" ] || die "$out: pieces make .avi, .y4m and .wav; ffmpeg turns these into others" ;;
    esac
    [ -n "$force" ] || [ ! -e "$out" ] || [ -d "$demo" ] || die "$out is there already; -f replaces it"
    mkdir -p "$work"
    [ ! -d "$demo" ] || mkdir -p "$out"
    list_pieces > "$work/list.new"
    printf '%s\n' "$words" >> "$work/list.new"
    if [ -e "$work/begun" ] && ! cmp -s "$work/begun" "$work/list.new"; then
        rm "$work/list.new"
        die "$work holds pieces of another film; remove it"
    fi
    mv "$work/list.new" "$work/begun"
    sed '$d' "$work/begun" > "$work/list"
    [ -s "$work/list" ] || die "$demo: no demos"
}

# The numbers of lines whose pieces are missing or damaged.
lost_pieces() {
    number=0
    while IFS='	' read -r file rest; do
        number=$((number + 1))
        sh "$cluster/piece.sh" check "$file" || echo $number
    done < "$work/list"
}

# All films out of all pieces; their checksums go to standard output.
join_films() {
    cut -f 4 "$work/list" | uniq | while read -r film; do
        pieces=$(awk -F '\t' -v film="$film" '$4 == film { print $1 }' "$work/list")
        (
            IFS='
'
            set -f
            # shellcheck disable=SC2086
            "$program" join $pieces -o "$film.part" --force >&2
        ) || exit 1
        mv -f "$film.part" "$film"
        sha256sum "$film"
    done || return 1
    [ -n "$keep" ] || rm -r "$work"
}
