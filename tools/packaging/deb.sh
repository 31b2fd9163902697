#!/bin/sh
# Makes Debian's source package and binary packages: tools/packaging/deb.sh VERSION DATE BUILD unpacks the tarball of
# `make dist`, adds the folder debian/ and writes what dpkg-buildpackage makes to BUILD/deb. Called by `make deb`.
#
# DEB_BUILD_OPTIONS and DEB_BUILD_PROFILES are dpkg-buildpackage's: "parallel=2 nocheck", "nocheck".
set -eu
cd "$(dirname "$0")/../.."
version=$1
date=$2
out=$3/deb
source=$out/quakereel-$version
umask 022
unset MAKEFLAGS MAKEOVERRIDES MAKELEVEL
rm -rf "$out"
mkdir -p "$out"
cp "$3/quakereel-$version.tar.gz" "$out/quakereel_$version.orig.tar.gz"
tar -xzf "$out/quakereel_$version.orig.tar.gz" -C "$out"
cp -R "$source/tools/packaging/debian" "$source/debian"
sed "s/@VERSION@/$version/g; s/@DATE@/$(LC_ALL=C date -u -R -d "$date")/" "$source/debian/changelog.in" \
    > "$source/debian/changelog"
rm "$source/debian/changelog.in"
(cd "$source" && dpkg-buildpackage -us -uc)
rm -rf "$source"
ls -l "$out"
