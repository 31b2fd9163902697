#!/bin/sh
# Checks the files of the packages against the rest of the project, called by `make check-packages` with APP_ID and
# VERSION of the Makefile:
#
# - the version stands in none of them, so that it has one place;
# - Debian's build dependencies are those that `make deps` installs;
# - names, addresses and the application's id are the metainfo's;
# - flatpak-builder, where it is installed, accepts the manifest; every file and folder that it names is here.
#
# Exit status 1 and a line for each thing that is not so.
set -u
cd "$(dirname "$0")/../.." || exit 1
here=tools/packaging
bad=0

complain() {
    echo "$1"
    bad=1
}

grep -rnF "$VERSION" $here && complain "the version stands in the Makefile alone"

control=$here/debian/control
for package in $(sed -n "s/^ *[a-z0-9]*) needs \('[^']*'\|[^ ]*\) .*/\1/p" tools/deps.sh | tr -d "'"); do
    grep -q "^ $package[ ,]" $control || complain "$control: build dependency $package of tools/deps.sh is missing"
done

metainfo=assets/desktop/$APP_ID.metainfo.xml
# of TAG: the metainfo's first element of that name.
of() {
    sed -n "s,.*<$1[^>]*>\([^<]*\)</.*,\1,p" "$metainfo" | head -n 1
}
for file in "$metainfo" "assets/desktop/$APP_ID.desktop" "assets/desktop/$APP_ID.xml"; do
    [ -f "$file" ] || complain "no $file"
done
[ "$(of id)" = "$APP_ID" ] || complain "$metainfo: the id is not $APP_ID"
homepage=$(of 'url type="homepage"')
for line in "Homepage: $homepage" "Maintainer: $(of developer_name) <"; do
    grep -qF "$line" $control || complain "$control: no '$line'"
done
for line in "Source: $homepage" "Copyright: $(of developer_name)" "License: $(of project_license)" \
    "License: $(of metadata_license)"; do
    grep -qxF "$line" $here/debian/copyright || complain "$here/debian/copyright: no '$line'"
done

manifest=$here/flatpak/$APP_ID.yml
for line in "id: $APP_ID" "command: $(of binary)"; do
    grep -qx "$line" "$manifest" || complain "$manifest: no '$line'"
done
for path in $(sed -n 's/^ *\(- \)\{0,1\}path: *//p' "$manifest"); do
    [ -e "$here/flatpak/$path" ] || complain "$manifest: no $path"
done
if command -v flatpak-builder > /dev/null; then
    # It leaves a folder where it runs.
    root=$PWD
    state=$(mktemp -d) || exit 1
    said=$(cd "$state" && flatpak-builder --show-manifest "$root/$manifest" 2>&1 > /dev/null) || complain "$said"
    rm -rf "$state"
fi
exit $bad
