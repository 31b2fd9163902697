#!/bin/sh
# Which small changes of a file its module's own suites find. `make mutants` calls it, with:
#
#   FILE      C files, or folders of them. They are never changed: mutants are written below $BUILD/mutants.
#   SEED, COUNT  try COUNT mutants chosen at random by SEED (default 1); without COUNT all of them
#   TESTS     a Criterion pattern in place of the suites found from the folder that mirrors the file's,
#             tests/FOLDER/test_*.c, and from tests named test_FILE*.c anywhere below tests/
#   BUILD, CC, TEST_LINK, TEST_OBJECTS, LIBRARY  how the test program is made
#
# Objects, and the headers that the files include, are copied at the start: the tree may be edited meanwhile.
# A mutant whose object is the same as the file's own is no change ("same code"). One whose tests fail, crash or
# run longer than three times as long as the file's own and five seconds is killed.
# Prints each survivor, then the counts. Exit status 1 when the suites fail without any change, 2 for a bad call.
set -u
work=$BUILD/mutants/$$
mutate=build/host/mutate
pid=
trap 'status=$?; trap - EXIT; [ -z "$pid" ] || kill "$pid" 2>/dev/null; rm -rf "$work"; exit $status' EXIT
trap 'exit 130' INT TERM HUP

fail() {
    echo "mutants: $1" >&2
    exit "${2:-2}"
}

# Runs a command that a signal to this shell may interrupt.
run() {
    "$@" &
    pid=$!
    wait "$pid"
    status=$?
    pid=
    return $status
}

# The C files of FILE, sorted.
files() {
    for name in $FILE; do
        if [ -d "$name" ]; then
            find "$name" -maxdepth 1 -name '*.c' | sort
        else
            echo "$name"
        fi
    done
}

# Tests of a file: those of the folder that mirrors its folder, and those that bear its name.
tests_of() {
    stem=${1##*/}
    {
        find "tests/${1%/*}" -maxdepth 1 -name 'test_*.c' 2>/dev/null
        find tests -name "test_${stem%.c}.c" -o -name "test_${stem%.c}_*.c"
    } | sort -u
}

# The suites of test files as one pattern of Criterion's.
suites_of() {
    sed -n 's/^\(Parameterized\)\{0,1\}Test(\([A-Za-z0-9_]*\),.*/\2/p; s/^TestSuite(\([A-Za-z0-9_]*\).*/\1/p' "$@" |
        sort -u | awk '{ list = list (NR > 1 ? "|" : "") $0 } END { print "@(" list ")/*" }'
}

# The compiler's call for a file without its output, with the copied headers in place of the tree's.
compile_line() {
    make -n -W "$1" BUILD="$BUILD" "$BUILD/${1%.c}.o" 2>/dev/null | grep -- " -c $1 " | tail -1 |
        sed "s| -I\. | -I$work/tree |; s| -MMD | |; s| -MP | |; s| -Werror[^ ]* | |g; s| -g[0-9]* | |g; s| -c $1 .*| -w|"
}

copy_headers() {
    object=$BUILD/${1%.c}.o
    sed 's/\\$//' "${object%.o}.d" | tr ' ' '\n' | sed 's/:$//' | grep '\.[ch]$' | grep -v '^/' | sort -u |
        while read -r header; do
            mkdir -p "$work/tree/${header%/*}"
            cp "$header" "$work/tree/$header"
        done
}

compile() {
    # shellcheck disable=SC2086
    (cd . && run $(cat "$work/compile") -c "$1" -o "$2") 2>/dev/null
}

link() {
    # The mutated object comes before the library, whose member of that name is then left out.
    # shellcheck disable=SC2086
    run $CC "$1" $(cat "$work/first") -Wl,--start-group "$work/tests.a" "$work/library.a" -Wl,--end-group $TEST_LINK -o "$work/run"
}

run_tests() {
    run timeout -k 2 "$1" "$work/run" --quiet --fail-fast --timeout "$1" --jobs "$(nproc)" --filter "$pattern" \
        > "$work/out" 2>&1
}

# Prepares the test program of one file: $work/compile, $work/first, $pattern and the time limit.
prepare() {
    file=$1
    if [ -n "${TESTS:-}" ]; then
        pattern=$TESTS
        tests=$(grep -l '^\(Parameterized\)\{0,1\}Test(' $(find tests -name '*.c'))
    else
        tests=$(tests_of "$file")
        [ -n "$tests" ] || fail "$file: no tests in tests/${file%/*}; name them with TESTS="
        # shellcheck disable=SC2086
        pattern=$(suites_of $tests)
    fi
    for test in $tests; do
        case " $TEST_OBJECTS " in *" $BUILD/${test%.c}.o "*) echo "$work/objects/$BUILD/${test%.c}.o" ;; esac
    done > "$work/first"
    copy_headers "$file"
    compile_line "$file" > "$work/compile"
    [ -s "$work/compile" ] || fail "$file: make has no rule that compiles it"
    compile "$work/tree/$file" "$work/own.o" || fail "$file: does not compile" 1
    link "$work/own.o" || fail "$file: its tests do not link" 1
    start=$(date +%s)
    run_tests 600 || { tail -5 "$work/out"; fail "$file: its tests fail without any change ($pattern)" 1; }
    limit=$((3 * ($(date +%s) - start) + 5))
    cp "$work/tree/$file" "$work/source"
}

try() {
    index=$1
    "$mutate" write "$work/source" "$index" > "$work/tree/$file"
    if ! compile "$work/tree/$file" "$work/mutant.o"; then
        broken=$((broken + 1))
    elif cmp -s "$work/own.o" "$work/mutant.o"; then
        same=$((same + 1))
    elif ! link "$work/mutant.o" 2>/dev/null; then
        broken=$((broken + 1))
    elif run_tests "$limit"; then
        survived=$((survived + 1))
        echo "$2"
    else
        killed=$((killed + 1))
    fi
}

[ -n "${FILE:-}" ] || fail "usage: make mutants FILE=path/file.c [SEED=1 COUNT=60] [TESTS='suite/*']"
for name in $FILE; do
    [ -e "$name" ] || fail "$name: is not there"
done
mkdir -p "$work/objects" "$work/tree"
# shellcheck disable=SC2086
cp --parents $TEST_OBJECTS "$work/objects" && cp "$LIBRARY" "$work/library.a" &&
    ar rcs "$work/tests.a" $(for object in $TEST_OBJECTS; do echo "$work/objects/$object"; done) || exit 1

killed=0 survived=0 broken=0 same=0 file=
# shellcheck disable=SC2046
"$mutate" list --seed "${SEED:-1}" ${COUNT:+--count "$COUNT"} $(files) > "$work/list" || exit 1
while read -r index mutant <&3; do
    [ "${mutant%%:*}" = "$file" ] || prepare "${mutant%%:*}"
    try "$index" "$mutant"
done 3< "$work/list"
echo "killed $killed, survived $survived, did not compile $broken, same code $same"
