#!/bin/sh
# Unpacks Debian's zlib1g-dev of another architecture into a folder: zlib.h, zconf.h and libz.a.
#
#   tools/cross_zlib.sh ARCHITECTURE FOLDER
#
# apt's lists and the package stay in FOLDER: the system's architectures and packages do not change, and no root is needed.
set -eu
architecture=$1
folder=$2
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial"
folder=$(cd "$folder" && pwd)
get() {
    apt-get -qq -o Dir::State="$folder/apt" -o Dir::State::status=/dev/null -o Dir::Cache="$folder/apt" \
        -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" -o APT::Sandbox::User="$(id -un)" \
        -o Acquire::Languages=none "$@"
}
get update
(cd "$folder/apt" && get download zlib1g-dev && mv zlib1g-dev_*.deb zlib1g-dev.deb)
dpkg-deb -x "$folder/apt/zlib1g-dev.deb" "$folder/unpacked"
mkdir -p "$folder/include" "$folder/lib"
find "$folder/unpacked/usr/include" -name 'z*.h' -exec cp {} "$folder/include" ';'
find "$folder/unpacked/usr/lib" -name libz.a -exec cp {} "$folder/lib" ';'
rm -rf "$folder/apt" "$folder/unpacked"
test -f "$folder/lib/libz.a" && test -f "$folder/include/zconf.h"
