"""The project's addresses, ids and people: the only place of the project that has them is publication.json.

`files` is the address under which the files of a release are found, such as pictures.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Template
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PUBLICATION: dict[str, str] = json.loads((ROOT / "packaging" / "publication.json").read_text("utf-8"))
_RELATIVE_LINK = re.compile(r"(?<=\]\()(?!https?:|#)(?=[^)]+\))")  # where the target of a link begins in Markdown


def fill(text: str) -> str:
    """Replace `${app_id}`, `${homepage}` and the other names. Raises `KeyError` for an unknown one."""
    return Template(text).substitute(PUBLICATION)


def index_metadata() -> dict[str, Any]:
    """What a package index shows besides pyproject.toml: authors, addresses, and a README with absolute links."""
    readme = (ROOT / "README.md").read_text("utf-8")
    return {
        "authors": [{"name": PUBLICATION["author"], "email": PUBLICATION["email"]}],
        "urls": {
            "Homepage": PUBLICATION["homepage"],
            "Source": PUBLICATION["source"],
            "Issues": PUBLICATION["issues"],
            "Changelog": f"{PUBLICATION['files']}/CHANGELOG.md",
        },
        "readme": {"content-type": "text/markdown", "text": _RELATIVE_LINK.sub(f"{PUBLICATION['files']}/", readme)},
    }
