"""A build of python-sat's solvers with none but those that the program asks for.

The library as it is published has twenty solvers in one file, and the licence of one, Lingeling, allows evaluation and
research alone. So what is packaged is made of the library's sources, of which `setup.py` lists the solvers.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path

LIBRARY, MODULE = "python-sat", "pysolvers"
KEPT = {"minicard": "MiniCARD"}
"""The solvers that are kept, as the sources call them, and as parts of the program are called."""
LIST = re.compile(r"^to_install = \[[^\]]*\]", re.MULTILINE)
"""Where the sources list their solvers."""


def reduce(library: Path, folder: Path) -> Path:
    """The same extension module in `folder`, made of the sources of the same version. Made once."""
    made = folder / library.name
    if not made.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = _sources(folder)
        words = (source / "setup.py").read_text("utf-8")
        if len(LIST.findall(words)) != 1:
            raise SystemExit(f"these are not sources of {LIBRARY} that this recipe knows")
        (source / "setup.py").write_text(LIST.sub(f"to_install = {[*KEPT]}", words), "utf-8")
        _pip("wheel", str(source), "--wheel-dir", str(folder))
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extract(library.name, folder)
    return made


def _sources(folder: Path) -> Path:
    """The sources of the version that is installed, unpacked."""
    _pip("download", f"{LIBRARY}=={version(LIBRARY)}", "--no-binary", LIBRARY, "--dest", str(folder))
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def _pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *words, "--no-deps"], check=True)
