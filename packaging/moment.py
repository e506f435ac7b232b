"""The build time: that of the last commit, so that equal sources give equal packages."""

from __future__ import annotations

import os
import subprocess

from contents import ROOT


def moment() -> int:
    """Unix time; `SOURCE_DATE_EPOCH` overrides it."""
    if seconds := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(seconds)
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int((ROOT / "LICENSE").stat().st_mtime)
