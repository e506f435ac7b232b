#!/bin/sh
# Installs the system packages that are missing: system_packages.sh run|test|test-all|package
# Uses apt as root or through sudo; otherwise prints the command to run. Does nothing on systems without apt.
set -eu

purpose="${1:-run}"
command -v dpkg-query >/dev/null 2>&1 || exit 0

qt="libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1"
window="libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0
        libxcb-xinerama0 libxcb-xkb1 libxkbcommon-x11-0"
# The Debian package names the owner of each library that its binaries load, so these must be installed.
package="binutils chrpath g++ make patch libwayland-client0 libwayland-cursor0 libwayland-egl1"
case "$purpose" in
    run) wanted="python3-venv $qt $window" ;;
    test) wanted="python3-venv $qt $window xvfb xauth" ;;
    test-all) wanted="python3-venv $qt $window xvfb xauth tiled $package debootstrap lintian desktop-file-utils appstream
              flatpak-builder squashfs-tools zsh fish" ;;
    package) wanted="python3-venv $qt $window xvfb xauth $package" ;;
    *) echo "usage: system_packages.sh run|test|test-all|package" >&2; exit 2 ;;
esac

# Pythons that include venv (pyenv, conda, python.org) do not need python3-venv.
if "${PYTHON:-python3}" -c 'import ensurepip, venv' 2>/dev/null; then
    wanted=$(echo "$wanted" | sed 's/python3-venv//')
fi

# PyInstaller bundles libpython, which Debian's Python keeps in a separate package; building a C++ extension needs the
# headers of python3-dev.
if [ "$purpose" = package ] || [ "$purpose" = test-all ]; then
    library=$("${PYTHON:-python3}" -c 'import sys; print("libpython3.%d python3-dev" % sys.version_info[1] * (sys.base_prefix == "/usr"))')
    wanted="$wanted $library"
fi

missing=""
for package in $wanted; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] && continue
    # From Debian 13 and Ubuntu 24.04 on, some libraries carry the suffix t64.
    state=$(dpkg-query -W -f '${Status}' "${package}t64" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

line="apt-get update && apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    run=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    run="sudo"
else
    echo "Explorer Studio needs system packages that are not installed. Please run, then try again:" >&2
    echo "  sudo sh -c '$line'" >&2
    exit 1
fi
echo "Installing system packages:$missing"
$run env DEBIAN_FRONTEND=noninteractive apt-get update -qq
# shellcheck disable=SC2086 -- split into one word per package
$run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
