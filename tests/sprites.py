"""The drawings in resources/sprites, as tests count them."""

from __future__ import annotations

from studio.documents.paths import resources_dir

FOLDER = resources_dir() / "sprites"
FILES = sorted(FOLDER.glob("*/*.svg"))
NAMES = [f"{file.parent.name}/{file.stem}" for file in FILES if not file.stem.endswith("@small")]
"""As games name them (`room/name`), small drawings left out."""
