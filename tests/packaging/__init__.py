"""Tests of the scripts in `packaging/`, which are not part of the program."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "packaging"))
