#!/bin/sh
# Makes a Debian package of the program, to try it: tools/deb.sh VERSION DATE BUILD writes BUILD/quakereel_VERSION_ARCH.deb.
# Installed below /usr, with the program in /usr/games. Called by `make deb`.
set -eu
cd "$(dirname "$0")/.."
version=$1
date=$2
build=$3
arch=$(dpkg --print-architecture)
root=$build/deb
by="The quakereel developers <quakereel@users.noreply.github.com>"
umask 022
unset MAKEFLAGS MAKEOVERRIDES MAKELEVEL
rm -rf "$root"
make --no-print-directory install BUILD="$build" DESTDIR="$root" PREFIX=/usr BINDIR=/usr/games > /dev/null

doc=$root/usr/share/doc/quakereel
mkdir -p "$doc" "$root/DEBIAN"
gzip -n -9 "$root/usr/share/man/man6/quakereel.6"
printf 'quakereel (%s) unstable; urgency=medium\n\n  * Release %s; the metainfo has its notes.\n\n -- %s  %s\n' \
    "$version" "$version" "$by" "$(LC_ALL=C date -u -R -d "$date")" | gzip -n -9 > "$doc/changelog.gz"
cat > "$doc/copyright" << END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: quakereel
Source: https://github.com/quakereel/quakereel

Files: *
Copyright: The quakereel developers
License: GPL-2.0-or-later
 On Debian systems the text of version 2 of the GNU General Public License is in
 /usr/share/common-licenses/GPL-2.
Comment:
 The program contains stb_image and stb_vorbis by Sean Barrett and contributors, which are in the
 public domain or, as you choose, under the MIT licence.
END

# Which packages the libraries belong to that the program is linked with.
mkdir -p "$build/debian"
printf 'Source: quakereel\n\nPackage: quakereel\nArchitecture: any\nDescription: x\n' > "$build/debian/control"
depends=$(cd "$build" && dpkg-shlibdeps -O "deb/usr/games/quakereel" 2> /dev/null | sed -n 's/^shlibs:Depends=//p')
rm -r "$build/debian"
cat > "$root/DEBIAN/control" << END
Package: quakereel
Version: $version
Architecture: $arch
Maintainer: $by
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends
Suggests: ffmpeg
Section: games
Priority: optional
Homepage: https://github.com/quakereel/quakereel
Description: player for demos of Quake, QuakeWorld and Quake III
 quakereel plays the recorded games (demos) of the Quake family and draws
 every pixel on the CPU. It seeks to any time at once, plays backward, renders
 films and measures how fast the machine draws.
 .
 Levels and models come from an installation of the game. Two small levels with
 demos are built in.
END
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
deb=$build/quakereel_${version}_$arch.deb
dpkg-deb --root-owner-group -b "$root" "$deb" > /dev/null
rm -rf "$root"
echo "$deb"
