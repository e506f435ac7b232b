"""What makes the package of the program: the scripts of `packaging/`, which are no modules of the program's own."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "packaging"))
