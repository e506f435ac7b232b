"""A build of python-sat with only the solvers that the program uses.

The published library contains twenty, one of which (Lingeling) may be used for evaluation and research only. The
package builds its own from the library's sources, whose `setup.py` lists the solvers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

LIBRARY, MODULE = "python-sat", "pysolvers"
KEPT = {"minicard": "MiniCARD"}  # the kept solvers: name in the sources, name as a component
LIST = re.compile(r"^to_install = \[[^\]]*\]", re.MULTILINE)  # where the sources list their solvers


def reduce(library: Path, folder: Path) -> Path:
    """Build the same extension module in `folder` from the sources of the same version, once."""
    made = folder / library.name
    if not made.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = _sources(folder)
        text = (source / "setup.py").read_text("utf-8")
        if len(LIST.findall(text)) != 1:
            raise SystemExit(f"these are not sources of {LIBRARY} that this recipe knows")
        (source / "setup.py").write_text(LIST.sub(f"to_install = {[*KEPT]}", text), "utf-8")
        _pip("wheel", str(source), "--wheel-dir", str(folder))
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extract(library.name, folder)
    return made


def _sources(folder: Path) -> Path:
    """The unpacked sources of the installed version."""
    _pip("download", f"{LIBRARY}=={version(LIBRARY)}", "--no-binary", LIBRARY, "--dest", str(folder))
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        # Python 3.11.4 introduced filters; Debian 12 has 3.11.2.
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _folder: member)
        packed.extractall(folder)
    return folder / archive.name.removesuffix(".tar.gz")


def _pip(*words: str) -> None:
    # Older versions of pip need the option where the package "wheel" is not installed, newer ones do not have it.
    environment = {**os.environ, "PIP_USE_PEP517": "1"}
    if sys.platform.startswith("linux"):  # equal sources give equal files, in whatever folder they are built
        environment["CFLAGS"] = f"-ffile-prefix-map={tempfile.gettempdir()}=."
        environment["LDFLAGS"] = "-Wl,--build-id=none"
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *words, "--no-deps"], check=True, env=environment)
