#!/bin/sh
# Makes a folder that runs wherever it is unpacked: tools/packaging/tarball.sh NAME BUILD installs the program below
# BUILD/NAME and adds the licence and a README that says what it needs of the system. Called by `make tarball`, which packs
# the folder.
set -eu
cd "$(dirname "$0")/../.."
build=$2
root=$build/$1
umask 022
unset MAKEFLAGS MAKEOVERRIDES MAKELEVEL
rm -rf "$root"
make --no-print-directory install BUILD="$build" DESTDIR="$root" PREFIX= > /dev/null
cp LICENSE "$root"

# The libraries that the program names, and the newest version that it asks of glibc.
program=$root/bin/quakereel
libraries=$(LC_ALL=C objdump -p "$program" | sed -n 's/^ *NEEDED */    /p' | LC_ALL=C sort)
glibc=$(LC_ALL=C objdump -p "$program" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1 | tr _ ' ')
while IFS= read -r line; do
    case $line in
        @LIBRARIES@) printf '%s\n' "$libraries" ;;
        *@GLIBC@*) printf '%s%s%s\n' "${line%@GLIBC@*}" "${glibc:-the C library}" "${line#*@GLIBC@}" ;;
        *) printf '%s\n' "$line" ;;
    esac
done < tools/packaging/tarball.txt > "$root/README"
