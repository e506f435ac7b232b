"""The build time: that of the last commit, so that equal sources give equal packages."""

from __future__ import annotations

import os
import subprocess

from publication import ROOT


def moment() -> int:
    """Unix time; `SOURCE_DATE_EPOCH` overrides it. Exits with a message if there is neither."""
    if seconds := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(seconds)
    # In a container the checkout may belong to another user.
    command = ["git", "-c", f"safe.directory={ROOT}", "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit("The build time is unknown. Build in a git checkout, or set SOURCE_DATE_EPOCH.") from None
    return int(done.stdout)
