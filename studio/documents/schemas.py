"""Which JSON Schema a file names: the house's own name for each, and what is no schema of such a file."""

from __future__ import annotations

import os
import re
from pathlib import Path

from studio.core.text import _

MATCH, TUTORIAL, PUZZLE = "match", "tutorial", "puzzle"
_OWN = "urn:explorer-studio:"
_ENDING = ".schema.json"


def layout_of(slug: str) -> str:
    """The schema of layouts of one game; of any game when the slug is ""."""
    return f"layout.{slug}" if slug else "layout"


def file_name(name: str) -> str:
    """What the file of a schema is called."""
    return name + _ENDING


def own(name: str) -> str:
    """What a file of ours calls its schema when nobody said otherwise: the schema's `$id`."""
    return _OWN + name


def is_relative(reference: str) -> bool:
    """Whether what a file calls its schema is a path that begins at the file's own folder."""
    path = reference.partition("#")[0]
    return bool(path) and not path.startswith(("/", "\\")) and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", path)


def moved(reference: str, old: Path, new: Path) -> str:
    """What a file at `new` calls the schema that a file at `old` calls so: a relative path leads from there to it.

    Addresses, absolute paths and the house's own names stay as they are.
    """
    path, mark, part = reference.partition("#")
    before, after = (Path(os.path.normpath(file.absolute())).parent for file in (old, new))
    if not is_relative(reference) or before == after:
        return reference
    there = os.path.normpath(before / path.replace("\\", "/"))
    try:
        there = os.path.relpath(there, after)
    except ValueError:  # on another drive no relative path leads there
        return Path(there).as_uri() + mark + part
    return Path(there).as_posix() + mark + part


def complaint(reference: str, name: str) -> str:
    """Why a file that has the schema `name` cannot refer to this one, as a sentence; "" when it can.

    Any path or address will do, and any schema of somebody's own; only another one of ours is a mistake.
    """
    last = reference.replace("\\", "/").rpartition("/")[2].removeprefix(_OWN).partition("#")[0]
    is_ours = last.endswith(_ENDING) or reference.startswith(_OWN)
    named = last.removesuffix(_ENDING)
    if not is_ours or named in (name, "layout" if name != MATCH else name):
        return ""
    if named.partition(".")[0] not in ("layout", MATCH):
        return ""
    words = _('this is the schema of other files; here "{own}" belongs.')
    return words.format(own=file_name(name))
