#!/bin/sh
# Debian's zlib for another machine in a folder: zlib.h, zconf.h and libz.a.
#
#   tools/cross_zlib.sh ARCHITECTURE FOLDER   unpacks zlib1g-dev of that Debian architecture
#   tools/cross_zlib.sh source FOLDER         compiles Debian's source package by $CC and $AR
#
# apt's lists and the package stay in FOLDER: the system's architectures and packages do not change, and no root is needed.
set -eu
architecture=$1
folder=$2
rm -rf "$folder/apt" # of a run that failed
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/apt/sources" "$folder/include" "$folder/lib"
folder=$(cd "$folder" && pwd)

get() {
    apt-get -qq -o Dir::State="$folder/apt" -o Dir::State::status=/dev/null -o Dir::Cache="$folder/apt" \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@"
}

get_package() {
    get -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" "$@"
}

get_source() {
    get -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/apt/sources" "$@"
}

if [ "$architecture" = source ]; then
    # Debian's sources are where its packages are.
    find /etc/apt/sources.list /etc/apt/sources.list.d -type f -exec grep -lE '^(URIs:|deb ).*debian' {} + 2> /dev/null |
        while read -r list; do
            sed 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' "$list" > "$folder/apt/sources/${list##*/}"
        done
    get_source update
    (cd "$folder/apt" && get_source source zlib > /dev/null)
    cd "$folder"/apt/zlib-*/
    rm gz*.c # the program reads no files by zlib
    $CC -O3 -c ./*.c
    $AR rcs "$folder/lib/libz.a" ./*.o
    cp zlib.h zconf.h "$folder/include"
else
    get_package update
    (cd "$folder/apt" && get_package download zlib1g-dev && mv zlib1g-dev_*.deb zlib1g-dev.deb)
    dpkg-deb -x "$folder/apt/zlib1g-dev.deb" "$folder/unpacked"
    find "$folder/unpacked/usr/include" -name 'z*.h' -exec cp {} "$folder/include" ';'
    find "$folder/unpacked/usr/lib" -name libz.a -exec cp {} "$folder/lib" ';'
fi
rm -rf "$folder/apt" "$folder/unpacked"
test -f "$folder/lib/libz.a" && test -f "$folder/include/zconf.h"
