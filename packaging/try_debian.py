"""Tries the Debian package in a clean Debian: installs it, opens files by their type, removes it, looks for leftovers.

    python packaging/try_debian.py [dist/explorer-studio_….deb]

It needs root (for `chroot`), debootstrap and a mirror (`DEBIAN_MIRROR`; the packages that were fetched are kept in
build/debian). Every command runs in namespaces of its own, so no mount and no process is left behind.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "debian"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
NAME, PROGRAM = "explorer-studio", "Explorer Studio"
GEAR = (
    *("xvfb", "xauth", "x11-utils", "xdg-utils", "libfile-mimeinfo-perl"),
    *("libglib2.0-bin", "shared-mime-info", "desktop-file-utils"),
)
"""Packages of a desktop."""
KINDS = {"layout": ("gio open", "Narrow Strait"), "match": ("xdg-open", "a")}
"""File types: command that opens one, and the window title then expected."""
MAY_LACK = ("libwayland", "libcups")  # libraries of optional plugins
WITHOUT = ("dev", "proc", "sys", "tmp", "run", "home", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log")
"""Folders of the system's own logs and caches."""
INSIDE = """
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --bind "$1" "$0/var/cache/apt/archives" || exit 125
root=$0; shift; exec chroot "$root" "$@"
"""
OPENED = """
{opener} "$1" &
for second in $(seq 90); do
    title=$(xwininfo -root -tree | grep -F "$2") && break
    sleep 1
done
[ -n "$title" ] && echo "$title" && ! grep -q '^Traceback' "$HOME/errors"
"""


class Bare:
    """A separate Debian below a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, user: str = "root", **more: str) -> str:
        """The output of a command in it, which must succeed."""
        home = "/root" if user == "root" else f"/home/{user}"
        environment = {"HOME": home, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", **more}
        inside = ["runuser", "-u", user, "--", *command] if user != "root" else list(command)
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", INSIDE, str(self.root),
             str(WORK / "archives"), *inside],
            env=environment, text=True, capture_output=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"failed ({done.returncode}): {' '.join(command)}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def install(self, *packages: str) -> None:
        """Install packages or a file with their dependencies."""
        self.run(
            "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, DEBIAN_FRONTEND="noninteractive"
        )

    def purge(self) -> None:
        """Remove the program with its dependencies."""
        self.run("apt-get", "purge", "-y", "-qq", "--autoremove", NAME, DEBIAN_FRONTEND="noninteractive")

    def files(self) -> set[str]:
        """All files and folders except the system's logs and caches."""
        below = self.root
        skipped = {below / name for name in WITHOUT}
        found: set[str] = set()
        for folder, folders, names in os.walk(below):
            here = Path(folder)
            folders[:] = [name for name in folders if here / name not in skipped]
            found |= {(here / name).relative_to(below).as_posix() for name in (*folders, *names)}
        return found


def prepared(root: Path) -> Bare:
    """A clean system, unpacked from a cached one after the first time."""
    (WORK / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    saved = WORK / "clean.tar"
    if not saved.exists():
        suite = next(
            line.partition("=")[2].strip('"') for line in Path("/etc/os-release").read_text().splitlines()
            if line.startswith("VERSION_CODENAME=")
        )  # fmt: skip
        subprocess.run(
            ["debootstrap", "--variant=minbase", suite, str(root), MIRROR], check=True, stdout=subprocess.DEVNULL
        )
        subprocess.run(["tar", "-cf", str(saved) + ".new", "-C", str(root), "."], check=True)
        Path(str(saved) + ".new").rename(saved)
    else:
        subprocess.run(["tar", "-xf", str(saved), "-C", str(root)], check=True)
    root.chmod(0o755)  # root of all
    shutil.copyfile("/etc/resolv.conf", root / "etc" / "resolv.conf")
    bare = Bare(root)
    bare.run("apt-get", "update", "-qq")
    bare.run("useradd", "--create-home", "somebody")
    return bare


def try_bare(bare: Bare, package: Path) -> None:
    """Install the package on a minimal system, run its self-test, and remove it without a trace."""
    before = bare.files()
    shutil.copy(package, bare.root / "tmp")
    bare.install(f"/tmp/{package.name}")
    home = f"/usr/lib/{NAME}/_internal"  # where the loader expects them
    listed = bare.run("sh", "-c", f"find {home} -name '*.so*' -type f -exec ldd {{}} +", LD_LIBRARY_PATH=home)
    missing = {line.split()[0] for line in listed.splitlines() if "not found" in line}
    wrong = sorted(name for name in missing if not name.startswith(MAY_LACK))
    if wrong:
        raise SystemExit(f"libraries are missing: {' '.join(wrong)}")
    print("installed with its dependencies alone:", len(bare.files() - before), "files and folders")
    print(bare.run(NAME, "--smoke-test", user="somebody", QT_QPA_PLATFORM="offscreen").strip())
    bare.purge()
    left = sorted(bare.files() - before)
    if left:
        raise SystemExit("left behind:\n" + "\n".join(left))
    print("removed: nothing is left")


def try_desktop(bare: Bare, package: Path) -> None:
    """Open files by type on a virtual screen, as a file manager does."""
    bare.install(*GEAR)
    bare.install(f"/tmp/{package.name}")
    home = bare.root / "home" / "somebody"
    shutil.copyfile(ROOT / "layouts" / "columbus" / "strait.json", home / "a.layout.json")
    play = [
        NAME,
        "play",
        "a.layout.json",
        "--seats",
        "2",
        "--bots",
        "random",
        "--seed",
        "1",
        "-o",
        "a.match.json",
    ]
    bare.run("sh", "-c", f"chown somebody ~somebody/a.* && cd ~somebody && runuser -u somebody -- {' '.join(play)}")
    for kind, (opener, name) in KINDS.items():
        file, wanted = f"/home/somebody/a.{kind}.json", f"application/x-{NAME}-{kind}+json"
        found = bare.run("xdg-mime", "query", "filetype", file, user="somebody").strip()
        default = bare.run("xdg-mime", "query", "default", wanted, user="somebody").strip()
        if (found, default) != (wanted, f"{NAME}.desktop"):
            raise SystemExit(f"{file} is taken for {found}, and {wanted} is opened by {default or 'nobody'}")
        script = f"exec 2> $HOME/errors\n{OPENED.format(opener=opener)}"
        title = bare.run(
            "xvfb-run",
            "-a",
            "-s",
            "-screen 0 1280x720x24",
            "sh",
            "-c",
            script,
            "sh",
            file,
            f"{PROGRAM} – {name}",
            user="somebody",
        )
        print(f"{opener} a.{kind}.json: {found}, {default}:", title.strip().splitlines()[0].strip())
    bare.purge()
    if (bare.root / "usr" / "share" / "applications" / f"{NAME}.desktop").exists() or NAME in (
        bare.root / "usr" / "share" / "mime" / "globs2"
    ).read_text("utf-8"):
        raise SystemExit("the desktop still knows the program")
    print("removed: the desktop has forgotten its files' types")


def main() -> None:
    """Test the given package, or the one in dist."""
    packages = [Path(word) for word in sys.argv[1:]] or sorted((ROOT / "dist").glob("*.deb"))
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        raise SystemExit("This needs root and debootstrap: sudo python packaging/try_debian.py")
    if len(packages) != 1 or not packages[0].is_file():
        raise SystemExit("There is no package to try: make package")
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-debian-") as folder:
        bare = prepared(Path(folder))
        try_bare(bare, packages[0])
        try_desktop(bare, packages[0])


if __name__ == "__main__":
    main()
