#!/bin/sh
# Tests on a processor with AVX-512 where there is none: Bochs plays an Ice Lake, which boots Debian's kernel with the
# tests in a memory disk and has a serial port for what they say. A test takes some hundred times as long there.
#
#   tools/avx512.sh BUILD PATTERN        those whose suite/name fits the pattern of Criterion's
#
# Works in BUILD/bochs; nothing of the machine's own system is changed. Exit status 1 when a test failed, or when the
# machine stopped before they ended.
set -eu
cd "$(dirname "$0")/.."
build=$1
pattern=$2
work=$build/bochs
root=$work/root
disc=$work/disc
serial=$work/serial.txt

# What Bochs 2.7 does not do as an Ice Lake does: the sizes of what XSAVES keeps, protection keys, the clocks APERF and
# MPERF; with the last three the kernel does not get beyond its start.
absent=xsaves,xsavec,pku,aperfmperf,rdpid,umip,fsrm

rm -rf "$root" "$disc" "$serial"
mkdir -p "$root/bin" "$root/w/tests" "$root/w/$build/tests" "$disc/isolinux" "$work/kernel"

# The kernel is downloaded, not installed.
if [ ! -e "$work/kernel/boot" ]; then
    package=$(apt-cache depends --important linux-image-cloud-amd64 | awk '/Depends: linux-image/ { print $2; exit }')
    (cd "$work/kernel" && apt-get download -qq "$package" && dpkg -x ./*.deb . && rm ./*.deb)
fi
cp "$work"/kernel/boot/vmlinuz-* "$disc/vmlinuz"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$disc/isolinux"
cat > "$disc/isolinux/isolinux.cfg" <<END
default quakereel
label quakereel
kernel /vmlinuz
initrd /root.cpio
append console=ttyS0 quiet loglevel=3 mitigations=off nokaslr clearcpuid=$absent
END

cp /bin/busybox "$root/bin"
cp tests/golden.txt "$root/w/tests"
cp "$build/tests/run" "$root/w/$build/tests"
strip "$root/w/$build/tests/run"
ldd "$build/tests/run" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
cat > "$root/init" <<END
#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /tmp
mount -t proc proc /proc
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
exec > /dev/ttyS0 2>&1
cd /w
grep -m 1 'model name' /proc/cpuinfo
grep -o 'avx512[^ ]*' /proc/cpuinfo | xargs
QUAKEREEL_DATA=/nowhere $build/tests/run --jobs 1 --timeout 1000000 --filter '$pattern'
echo "status \$?"
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet) > "$disc/root.cpio"
xorriso -as mkisofs -quiet -o "$work/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
    -boot-load-size 4 -boot-info-table "$disc"

cat > "$work/bochsrc" <<END
cpu: model=corei7_icelake_u
memory: guest=1024, host=1024
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
boot: cdrom
ata0: enabled=1
ata0-master: type=cdrom, path=$work/disc.iso, status=inserted
com1: enabled=1, mode=file, dev=$serial
display_library: rfb, options="timeout=0"
log: $work/bochs.log
END
# Debian's Bochs has a debugger, which waits to be told to continue.
touch "$serial"
tail -f "$serial" &
echo continue | bochs -q -f "$work/bochsrc" > "$work/bochs.txt" 2>&1 || true
kill $!
grep -q '^status 0' "$serial"
