#!/bin/sh
# What desktops are told of the program, checked with their own tools where those are installed: the entry and the types
# are accepted, real demos (those of $QUAKEREEL_DATA) are known by name and by content; and install writes below DESTDIR
# what uninstall takes away, all of it and nothing else.
#
# Exit status 1 and a line for each thing that is not so.
set -u
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MAKEOVERRIDES MAKELEVEL
root=$(mktemp -d) || exit 1
trap 'rm -rf "$root"' EXIT
bad=0
id=io.github.quakereel.quakereel

complain() {
    echo "$1"
    bad=1
}

make --no-print-directory install DESTDIR="$root" PREFIX=/usr > "$root.log" 2>&1 || complain "install: $(cat "$root.log")"
rm -f "$root.log"
share=$root/usr/share
for file in bin/quakereel share/man/man6/quakereel.6 share/applications/$id.desktop share/mime/packages/$id.xml \
    share/metainfo/$id.metainfo.xml share/icons/hicolor/scalable/apps/$id.svg share/icons/hicolor/64x64/apps/$id.png \
    share/bash-completion/completions/quakereel share/zsh/site-functions/_quakereel \
    share/fish/vendor_completions.d/quakereel.fish; do
    [ -f "$root/usr/$file" ] || complain "install: no $file"
done
find "$root" -name '*cache*' -o -name 'mime.cache' | grep -q . && complain "install wrote caches"

if command -v desktop-file-validate > /dev/null; then
    said=$(desktop-file-validate "$share/applications/$id.desktop" 2>&1)
    [ -z "$said" ] || complain "$said"
fi
if command -v appstreamcli > /dev/null; then
    said=$(appstreamcli validate --pedantic --no-net "$share/metainfo/$id.metainfo.xml" 2>&1) || complain "$said"
    case $said in *[WEIP]:*) complain "$said" ;; esac
fi
grep -rn '@VERSION@\|@DATE@\|@[a-z]*\.roff@' "$root/usr/share" && complain "install left a placeholder"
tools/check_completion.sh "$share/bash-completion/completions/quakereel" || bad=1
for type in $(sed -n 's/.*mime-type type="\([^"]*\)".*/\1/p' "$share/mime/packages/$id.xml"); do
    grep -q "<mediatype>$type</mediatype>" "$share/metainfo/$id.metainfo.xml" || complain "the metainfo lacks $type"
done
grep -q '^Exec=.*%F$' "$share/applications/$id.desktop" || complain "the entry takes no files"
for type in $(sed -n 's/.*mime-type type="\([^"]*\)".*/\1/p' "$share/mime/packages/$id.xml"); do
    grep -q "^MimeType=.*$type;" "$share/applications/$id.desktop" || complain "the entry lacks $type"
done

# known FILE TYPE: the desktop takes the file for that.
known() {
    found=$(XDG_DATA_DIRS="$root/types" XDG_DATA_HOME="$root/none" gio info -a standard::content-type "$1" |
        sed -n 's/.*standard::content-type: //p')
    [ "$found" = "$2" ] || complain "$1 is taken for $found, not $2"
}

if command -v update-mime-database > /dev/null; then
    types=$root/types/mime
    mkdir -p "$types/packages"
    cp "$share/mime/packages/$id.xml" "$types/packages"
    [ -f /usr/share/mime/packages/freedesktop.org.xml ] && cp /usr/share/mime/packages/freedesktop.org.xml "$types/packages"
    said=$(XDG_DATA_DIRS="$root/types" update-mime-database "$types" 2>&1) || complain "update-mime-database: $said"
    [ -z "$said" ] || complain "update-mime-database: $said"
    data=${QUAKEREEL_DATA:-../shared/data}
    if command -v gio > /dev/null; then
        for case in dem:application/x-quake-demo qwd:application/x-quakeworld-demo mvd:application/x-quakeworld-mvd \
            dm_68:application/x-quake3-demo dm3:application/x-quake3-demo; do
            printf "\\001\\002\\003" > "$root/a.${case%%:*}"
            known "$root/a.${case%%:*}" "${case#*:}"
            printf "\\001\\002\\003" > "$root/a.${case%%:*}.gz"
            known "$root/a.${case%%:*}.gz" "${case#*:}"
        done
        count=0
        for file in "$data"/netquake/r*.dem "$data"/netquake/demo*.dem "$data"/quakeworld/*/*.qwd "$data"/quakeworld/*/*.mvd; do
            [ -f "$file" ] || continue
            case $file in *.dem) type=application/x-quake-demo ;; *.qwd) type=application/x-quakeworld-demo ;;
                *) type=application/x-quakeworld-mvd ;; esac
            head -c 4096 "$file" > "$root/nameless"
            known "$root/nameless" $type
            count=$((count + 1))
        done
        echo "demos known by their content: $count"
    fi
fi

rm -rf "$root/types" "$root/nameless" "$root"/a.*
make --no-print-directory uninstall DESTDIR="$root" PREFIX=/usr > /dev/null || complain "uninstall failed"
left=$(find "$root" -type f)
[ -z "$left" ] || complain "uninstall left $left"
exit $bad
