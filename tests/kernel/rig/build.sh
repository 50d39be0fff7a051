#!/usr/bin/env bash
# Makes the guest's kernel parts once and prints the folder that holds them: vmlinuz, busybox, modules/NN-name.ko, and for a
# whole Debian lib/modules/RELEASE. Debian builds no gpio-sim and no dummy_hcd (a USB socket with nothing behind it), so
# they are compiled here from Debian's own source, gpio-sim with irq_sim inside the same module.
# The packages are only unpacked in the cache: this machine gets no kernel in /boot and no initramfs of its own.
# Status 77 means that this machine cannot have the rig; the last line on standard error says why.
set -euo pipefail

cache=${XDG_CACHE_HOME:-$HOME/.cache}/majordome-kernel
PATH=$PATH:/usr/sbin:/sbin  # where Debian keeps depmod, also for those who are not root
declare -A command_of=([qemu-system-x86]=qemu-system-x86_64 [make]=make [kmod]=depmod [xz-utils]=xz)

cannot() { echo "$*" >&2; exit 77; }

installed() { dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

refresh() {
    [ -e "$work/refreshed" ] || [ "$(id -u)" -ne 0 ] || apt-get update -qq >&2 ||
        cannot "apt-get could not update its lists"
    touch "$work/refreshed"
}

need() {
    local package missing=()
    for package; do
        { [ -n "${command_of[$package]:-}" ] && command -v "${command_of[$package]}"; } >/dev/null ||
            installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" -eq 0 ] || cannot "missing: ${missing[*]} (sudo apt install ${missing[*]})"
    refresh
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >&2 ||
        cannot "apt-get could not install ${missing[*]}"
}

depends_on() { apt-cache depends --important "$1" | awk '/^ *Depends:/ { print $2 }' | grep "$2" | head -n 1; }

download() { (cd "$work" && apt-get download -qq "$@" >&2) || cannot "apt-get could not download $*"; }

unpack_kernel() {
    local headers=linux-headers-$release kbuild
    kbuild=$(depends_on "$headers" linux-kbuild)
    download "linux-image-$release" "$headers" "${headers%-*}-common" "$kbuild" busybox-static
    local deb
    for deb in "$work"/*.deb; do dpkg-deb -x "$deb" "$work/root"; done
}

# tar stops at the last of the four files, and whoever feeds it then dies of the closed pipe: that is no failure.
unpack_source() {
    local source
    source=$(depends_on linux-source linux-source)
    download "$source"
    mkdir "$work/gpiosim"
    { dpkg-deb --fsys-tarfile "$work/$source"_*.deb | tar -xO "./usr/src/$source.tar.xz"; } 2>/dev/null |
        tar -xJ --occurrence=1 --strip-components=3 -C "$work/gpiosim" \
            "$source/drivers/gpio/gpio-sim.c" "$source/drivers/gpio/gpiolib.h" "$source/kernel/irq/irq_sim.c" \
            "$source/drivers/usb/gadget/udc/dummy_hcd.c" || true
    mv "$work/gpiosim/gadget/udc/dummy_hcd.c" "$work/gpiosim/"
    [ "$(find "$work/gpiosim" -name '*.[ch]' | wc -l)" -eq 4 ] || { echo "$source: no gpio-sim in it" >&2; exit 1; }
}

# irq_to_desc is not exported to modules; generic_handle_irq comes to the same and is.
compile_gpiosim() {
    local headers=$work/root/usr/src/linux-headers-$release
    need "$(grep -om1 'gcc-[0-9]*' "$headers/.kernelvariables")"
    sed -i "s#/usr/src/#$work/root/usr/src/#" "$headers/Makefile"
    sed -i 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq(\1);/' "$work/gpiosim/irq_sim.c"
    printf 'obj-m := gpiosim.o dummy_hcd.o\ngpiosim-y := gpio-sim.o irq_sim.o\n' >"$work/gpiosim/Kbuild"
    make -C "$headers" M="$work/gpiosim" modules >&2
    strip --strip-debug "$work/gpiosim/"*.ko
    cp "$work/gpiosim/"*.ko "$work/root/lib/modules/$release/"
}

# Numbered in the order in which insmod must load them, so that the guest needs no modprobe.
collect_modules() {
    local module path number=10
    depmod -b "$work/root" "$release"
    mkdir "$work/ready/modules"
    for module in virtio_pci 9pnet_virtio 9p gpiosim; do
        modprobe -d "$work/root" -S "$release" --show-depends "$module"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r path; do
        cp "$path" "$work/ready/modules/$((number++))-$(basename "$path")"
    done
}

# What a booted Debian loads by itself, when something is plugged in: in a tree of its own, for its own modprobe.
collect_for_a_debian() {
    local path module tree=$work/ready/lib/modules/$release
    mkdir -p "$tree"
    cp "$work/root/lib/modules/$release"/modules.{builtin,builtin.modinfo,order} "$tree/"
    for module in gpiosim dummy_hcd cdc_acm usb_f_acm libcomposite autofs4; do
        modprobe -d "$work/root" -S "$release" --show-depends "$module"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r path; do
        cp "$path" "$tree/"
    done
    depmod -b "$work/ready" "$release"
}

[ "$(uname -m)" = x86_64 ] || cannot "the rig boots an x86-64 kernel around this machine's own Python: not on $(uname -m)"
command -v apt-get >/dev/null || cannot "the rig takes its kernel from Debian packages: no apt-get here"
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9
work=$cache/work
rm -rf "$work"
mkdir -p "$work/ready"
need qemu-system-x86

if ! [ "$cache/current/vmlinuz" -nt "$0" ]; then
    need make kmod libelf1 xz-utils
    refresh
    release=$(depends_on linux-image-amd64 linux-image)
    release=${release#linux-image-}
    [ -n "$release" ] || cannot "apt knows no linux-image-amd64 (sudo apt update)"
    unpack_kernel
    unpack_source
    compile_gpiosim
    collect_modules
    collect_for_a_debian
    cp "$work/root/bin/busybox" "$work/ready/"
    cp "$work/root/boot/vmlinuz-$release" "$work/ready/vmlinuz"
    rm -rf "${cache:?}/$release"
    mv "$work/ready" "$cache/$release"
    ln -sfn "$release" "$cache/current"
fi
rm -rf "$work"
readlink -f "$cache/current"
