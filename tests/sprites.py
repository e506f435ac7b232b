"""The drawings in resources/sprites."""

from __future__ import annotations

from studio.documents.paths import resources_dir

FOLDER = resources_dir() / "sprites"
FILES = sorted(FOLDER.glob("*/*.svg"))
NAMES = [f"{file.parent.name}/{file.stem}" for file in FILES if not file.stem.endswith("@small")]
"""Their names as games use them (`folder/name`), without small variants."""
