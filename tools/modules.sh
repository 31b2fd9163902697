#!/bin/sh
# Modules: lists every folder and file, and checks the include rules.
#
#   tools/modules.sh list    each folder with its purpose, each file with the first sentence of its comment
#   tools/modules.sh check   prints each broken rule; exit status 1 if there is one
#
# The rules are the table of modules in engine/HACKING.md, a row a module:
#     | module | purpose | may include |
# A module is a folder of C files; "FOLDER/" stands for the folder and all folders below it. A file may include headers
# of its own folder, of folders below that, and of the folders in the third column. Every header, and every source
# without a header of its name, begins with a comment. A folder has at most 40 files.
set -u
cd "$(dirname "$0")/.." || exit 1
table=engine/HACKING.md

folders() {
    find formats assets render engine tests tools -name '*.[ch]' | sed 's,/[^/]*$,,' | sort -u
}

# Prints column $2 (3 = purpose, 4 = may include) of folder $1's row: its own row, else the longest "FOLDER/" it lies in.
# Exit status 1: no row.
column() {
    awk -F ' *[|] *' -v folder="$1" -v column="$2" '
        $2 == folder || ($2 ~ /\/$/ && index(folder "/", $2) == 1) {
            if (length($2) > length(best) || $2 == folder) { best = $2; text = $column }
            if ($2 == folder) exit
        }
        END { print text; exit best == "" }' "$table"
}

# The first sentence of the comment at the head of a file.
sentence() {
    awk 'NR == 1 && !/^\/\*/ { exit }
         { gsub(/^\/\* ?|^ \* ?| *\*\/ *$/, ""); text = text (text == "" ? "" : " ") $0 }
         /^$/ || /\.( |$)/ { exit }
         END { if (match(text, /\.( |$)/)) text = substr(text, 1, RSTART); print text }' "$1"
}

# Headers of a folder, and its sources without a header.
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
        echo "$folder/: $(column "$folder" 3)"
        for file in $(leaders "$folder"); do
            name=${file##*/}
            [ "$name" != "${name%.h}" ] && [ -f "${file%.h}.c" ] && name="${name%.h}.c .h"
            printf '    %-28s %s\n' "$name" "$(sentence "$file")"
        done
    done
}

# Prints the includes of folder $1 that its row ($2) does not allow.
forbidden() {
    grep -Ho '^#include "[^"]*"' "$1"/*.[ch] | sed 's/:#include "/ /; s/"$//' |
        awk -v here="$1" -v allowed="$2" '
            BEGIN { n = split(allowed, list, " ") }
            {
                to = $2
                if (!sub("/[^/]*$", "", to) || to == here || index(to, here "/") == 1) next
                for (i = 1; i <= n; i++) {
                    if (to "/" == list[i] || to == list[i] ||
                        (list[i] ~ /\/$/ && index(to, list[i]) == 1)) next
                }
                print $1 ": includes " $2 ", which the table of modules does not allow"
            }'
}

# Prints rows of the table whose folder has no C file.
empty_rows() {
    awk -F ' *[|] *' '$2 ~ /^(formats|assets|render|engine|tests|tools)(\/|$)/ { print $2 }' "$table" |
        while read -r row; do
            [ -n "$(find "${row%/}" -name '*.[ch]' 2>/dev/null | head -n 1)" ] || echo "$table: no C files in $row"
        done
}

check() {
    for folder in $(folders); do
        count=$(find "$folder" -maxdepth 1 -type f | wc -l)
        [ "$count" -gt 40 ] && echo "$folder: $count files; make it two folders"
        for file in $(leaders "$folder"); do
            [ -n "$(sentence "$file")" ] || echo "$file: does not begin with a comment"
        done
        if allowed=$(column "$folder" 4); then
            forbidden "$folder" "$allowed"
        else
            echo "$folder: no row in the table of modules ($table)"
        fi
    done
    empty_rows
}

case ${1:-list} in
list) list ;;
check)
    broken=$(check)
    [ -z "$broken" ] || { echo "$broken"; exit 1; }
    ;;
*) echo "usage: tools/modules.sh [list | check]" >&2; exit 2 ;;
esac
