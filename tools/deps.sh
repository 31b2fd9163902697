#!/bin/sh
# Installs what the build lacks, called by make deps, deps-cross and deps-avx512.
#
#   tools/deps.sh headers NEED...      of sdl2, sqlite, stb, zlib, simde, criterion: by compiling a line with each one's header
#   tools/deps.sh packages PACKAGE...  Debian packages by name
#
# $CC and $PKG_CONFIG are the build's. With apt-get, and as root or with sudo, it installs what is missing. Otherwise it
# names the packages and exits 1.
set -u
kind=$1
shift
missing=""
apt=""
dnf=""
pacman=""
brew=""

# compiles LINE [FLAGS...]: the compiler accepts the line.
compiles() {
    line=$1
    shift
    # shellcheck disable=SC2086 # $CC may be more than one word
    printf '%s\nint main(void) { return 0; }\n' "$line" | ${CC:-cc} "$@" -x c -c -o /dev/null - 2> /dev/null
}

# shellcheck disable=SC2046 # flags are words
has() {
    case $1 in
        sdl2) compiles '#include <SDL.h>' $(${PKG_CONFIG:-pkg-config} --cflags sdl2 2> /dev/null) &&
            ${PKG_CONFIG:-pkg-config} --exists sdl2 2> /dev/null ;;
        sqlite) compiles '#include <sqlite3.h>' ;;
        stb) compiles '#include <stb/stb_image.h>' ;;
        zlib) compiles '#include <zlib.h>' ;;
        simde) compiles '#include <simde/x86/sse4.1.h>' ;;
        criterion) compiles '#include <criterion/criterion.h>' ;;
        *) echo "deps.sh: unknown need '$1'" >&2 && exit 2 ;;
    esac
}

# needs APT DNF PACMAN BREW: what the package managers call it.
needs() {
    apt="$apt $1"
    dnf="$dnf $2"
    pacman="$pacman $3"
    brew="$brew $4"
}

if [ "$kind" = packages ]; then
    for package; do
        dpkg-query -W -f='${Status}' "$package" 2> /dev/null | grep -q 'install ok installed' || apt="$apt $package"
    done
    missing=$apt
else
    if ! compiles ''; then
        echo "deps: '${CC:-cc}' compiles nothing; install a C compiler or name one with CC=" >&2
        exit 1
    fi
    for need; do
        has "$need" && continue
        missing="$missing $need"
        case $need in
            sdl2) needs 'libsdl2-dev pkg-config' 'SDL2-devel pkgconf-pkg-config' 'sdl2 pkgconf' 'sdl2 pkgconf' ;;
            sqlite) needs libsqlite3-dev sqlite-devel sqlite sqlite ;;
            stb) needs libstb-dev stb-devel stb '' ;;
            zlib) needs zlib1g-dev zlib-devel zlib zlib ;;
            simde) needs libsimde-dev simde-devel simde simde ;;
            criterion) needs libcriterion-dev criterion-devel criterion criterion ;;
        esac
    done
fi
[ -n "$missing" ] || exit 0

sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
if command -v apt-get > /dev/null && command -v dpkg-query > /dev/null && { [ -z "$sudo" ] || command -v sudo > /dev/null; }; then
    echo "installing$apt"
    # shellcheck disable=SC2086 # package names are words
    $sudo apt-get update -qq && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $apt
    exit
fi
if [ "$kind" = packages ]; then
    echo "deps: missing Debian packages:$apt" >&2
    exit 1
fi
{
    echo "deps: missing:$missing. Install, as root:"
    echo "  apt-get install$apt"
    echo "  dnf install$dnf"
    echo "  pacman -S$pacman"
    echo "or  brew install$brew"
    case $missing in *stb*) echo "brew has no stb: copy its headers (https://github.com/nothings/stb) to a folder stb/ in the include path" ;; esac
    case $missing in *sqlite*) echo "WITHOUT_SQLITE=1 builds without SQLite: no library, everything else" ;; esac
    case $missing in *sdl2*) echo "HEADLESS=1 builds without SDL: no window, everything else" ;; esac
} >&2
exit 1
