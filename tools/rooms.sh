#!/bin/sh
# The rooms of the house: what each folder holds, and that includes keep to the rules.
#
#   tools/rooms.sh list    every folder with its page's first line, every file with its first sentence
#   tools/rooms.sh check   says where a rule is broken; exit status 1 then
#
# A folder of sources has a page, README.md, of ten lines at most, with one line
#     Includes: FOLDER FOLDER/ ...
# that names what its files may include besides the folder itself and its own subfolders; "FOLDER/" stands for the
# folder and all below it. Every header, and every source without a header of its name, begins with a comment.
set -u
cd "$(dirname "$0")/.." || exit 1

folders() {
    find formats assets render engine tests tools -name '*.[ch]' | sed 's,/[^/]*$,,' | sort -u
}

# The first sentence of the comment a file begins with.
sentence() {
    awk 'NR == 1 && !/^\/\*/ { exit }
         { gsub(/^\/\* ?|^ \* ?| *\*\/ *$/, ""); text = text (text == "" ? "" : " ") $0 }
         /^$/ || /\.( |$)/ { exit }
         END { if (match(text, /\.( |$)/)) text = substr(text, 1, RSTART); print text }' "$1"
}

# Files of a folder that a listing names: headers, and sources without one.
leaders() {
    for file in "$1"/*.[ch]; do
        [ -f "$file" ] || continue
        case $file in *.c) [ -f "${file%.c}.h" ] && continue ;; esac
        echo "$file"
    done
}

list() {
    for folder in $(folders); do
        echo
        echo "$folder/: $(sed -n '3p' "$folder/README.md" 2>/dev/null)"
        for file in $(leaders "$folder"); do
            name=${file##*/}
            [ "$name" != "${name%.h}" ] && [ -f "${file%.h}.c" ] && name="${name%.h}.c .h"
            printf '    %-28s %s\n' "$name" "$(sentence "$file")"
        done
    done
}

# Includes of a folder's files that its page does not allow.
forbidden() {
    allowed=$(sed -n 's/^Includes: *//p' "$1/README.md")
    grep -Ho '^#include "[^"]*"' "$1"/*.[ch] | sed 's/:#include "/ /; s/"$//' |
        awk -v here="$1" -v allowed="$allowed" '
            BEGIN { n = split(allowed, list, " ") }
            {
                to = $2
                if (!sub("/[^/]*$", "", to) || to == here || index(to, here "/") == 1) next
                for (i = 1; i <= n; i++) {
                    whole = sub("/$", "", list[i]) || keep[i]
                    keep[i] = whole
                    if (to == list[i] || (whole && index(to, list[i] "/") == 1)) next
                }
                print $1 ": includes " $2 ", which its page does not allow"
            }'
}

check() {
    for folder in $(folders); do
        page=$folder/README.md
        count=$(find "$folder" -maxdepth 1 -type f | wc -l)
        [ "$count" -gt 41 ] && echo "$folder: $count files, is it two folders?"
        for file in $(leaders "$folder"); do
            [ -n "$(sentence "$file")" ] || echo "$file: begins with no comment"
        done
        if [ ! -f "$page" ]; then
            echo "$folder: has no page (README.md)"
            continue
        fi
        [ "$(wc -l < "$page")" -le 10 ] || echo "$page: longer than ten lines"
        [ "$(grep -c '^Includes:' "$page")" = 1 ] || echo "$page: one line must begin with Includes:"
        forbidden "$folder"
    done
}

case ${1:-list} in
list) list ;;
check)
    broken=$(check)
    [ -z "$broken" ] || { echo "$broken"; exit 1; }
    ;;
*) echo "usage: tools/rooms.sh [list | check]" >&2; exit 2 ;;
esac
