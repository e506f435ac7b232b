"""JSON Schemas: the name that a file gives its schema, and fields that its schema does not know."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from studio.core.game import Json
from studio.core.text import _

MATCH, TUTORIAL, PUZZLE = "match", "tutorial", "puzzle"
_ID_PREFIX = "urn:explorer-studio:"
_ENDING = ".schema.json"


def layout_schema_name(slug: str) -> str:
    """The schema of layouts of a game; of any game for the slug ""."""
    return f"layout.{slug}" if slug else "layout"


def file_name(name: str) -> str:
    return name + _ENDING


def schema_id(name: str) -> str:
    """The `$id` of a schema, which files have by default."""
    return _ID_PREFIX + name


def is_relative(reference: str) -> bool:
    """Whether a reference is a path relative to the file's folder."""
    path = reference.partition("#")[0]
    return bool(path) and not path.startswith(("/", "\\")) and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", path)


def relocate_reference(reference: str, old: Path, new: Path) -> str:
    """The reference of a file moved from `old` to `new`: a relative path still leads to the same schema."""
    path, mark, part = reference.partition("#")
    before, after = (Path(os.path.normpath(file.absolute())).parent for file in (old, new))
    if not is_relative(reference) or before == after:
        return reference
    there = os.path.normpath(before / path.replace("\\", "/"))
    try:
        there = os.path.relpath(there, after)
    except ValueError:  # on another drive
        return Path(there).as_uri() + mark + part
    return Path(there).as_posix() + mark + part


def reference_error(reference: str, name: str) -> str:
    """Why a file of the schema `name` cannot refer to this one; "" if it can.

    Only another schema of ours is an error.
    """
    last = reference.replace("\\", "/").rpartition("/")[2].removeprefix(_ID_PREFIX).partition("#")[0]
    is_ours = last.endswith(_ENDING) or reference.startswith(_ID_PREFIX)
    named = last.removesuffix(_ENDING)
    if not is_ours or named in (name, "layout" if name != MATCH else name):
        return ""
    if named.partition(".")[0] not in ("layout", MATCH):
        return ""
    text = _('this is the schema of other files; "{own}" is required here.')
    return text.format(own=file_name(name))


# Unknown fields are preserved: taken out for reading and put back for writing. Their object is found again by its keys,
# an entry of a list by its name if it has one, so that it may move.


class Named(NamedTuple):
    """A step to the list entry with this name."""

    name: str


Step = str | int | Named


class Unknown(NamedTuple):
    """A field that a schema does not know: steps to its object, key and value."""

    place: tuple[Step, ...]
    key: str
    value: Json


def split_unknown(raw: Json, schema: Json) -> tuple[Json, tuple[Unknown, ...]]:
    """Separate plain data from the fields that its schema (as msgspec writes it) does not know.

    Data of another shape is left as it is; `raw` is not changed.
    """
    found: list[Unknown] = []
    return _split(raw, schema, schema.get("$defs", {}), (), found), tuple(found)


def _split(value: Json, schema: Json, defs: Json, place: tuple[Step, ...], found: list[Unknown]) -> Json:
    while "$ref" in schema:
        schema = defs[schema["$ref"].rpartition("/")[2]]
    if isinstance(value, dict):
        known, further = schema.get("properties", {}), schema.get("additionalProperties", True)
        saved = {}
        for key, part in value.items():
            if key in known:
                saved[key] = _split(part, known[key], defs, (*place, key), found)
            elif further is False:
                found.append(Unknown(place, key, part))
            else:
                saved[key] = _split(part, further, defs, (*place, key), found) if isinstance(further, dict) else part
        return saved
    inner = schema.get("items")
    if isinstance(value, list) and isinstance(inner, dict) and ("$ref" in inner or "items" in inner):
        names = [_name(part) for part in value]
        counts = Counter(names)
        return [
            _split(part, inner, defs, (*place, Named(name) if name and counts[name] == 1 else number), found)
            for number, (part, name) in enumerate(zip(value, names, strict=True))
        ]
    return value


def _name(value: Json) -> str:
    """The name of a list entry; "" if it has none."""
    name = value.get("name") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""


def closest_field(field: Unknown, schema: Json) -> str:
    """The known field at that place with the most similar name; "" if none is."""
    from difflib import get_close_matches

    defs, here = schema.get("$defs", {}), schema
    for step in (*field.place, None):
        while "$ref" in here:
            here = defs[here["$ref"].rpartition("/")[2]]
        if step is not None:
            inner = here.get("properties", {}).get(step) or here.get("additionalProperties")
            here = inner if isinstance(step, str) else here.get("items")
            if not isinstance(here, dict):
                return ""
    known = {name.casefold(): name for name in here.get("properties", {})}
    found = get_close_matches(field.key.casefold(), known, n=1, cutoff=0.7)
    return known[found[0]] if found else ""


def merge_unknown(plain: Json, unknown: Sequence[Unknown]) -> Json:
    """Plain data with the unknown fields put back; those of removed objects are dropped.

    `plain` is not changed. A field that exists by now keeps its value.
    """
    if not unknown:
        return plain
    plain = _copy(plain)
    numbers_by_list: dict[int, dict[str, int]] = {}
    for field in unknown:
        value = plain
        for step in field.place:
            if isinstance(step, str):
                value = value.get(step) if isinstance(value, dict) else None
            elif isinstance(value, list):
                number: int | None = step if isinstance(step, int) else None
                if isinstance(step, Named):
                    if id(value) not in numbers_by_list:  # the first entry of a name counts
                        names = [_name(part) for part in value]
                        numbers_by_list[id(value)] = dict(
                            zip(reversed(names), reversed(range(len(names))), strict=True)
                        )
                    number = numbers_by_list[id(value)].get(step.name)
                value = value[number] if number is not None and number < len(value) else None
            else:
                value = None
        if isinstance(value, dict):
            value.setdefault(field.key, field.value)
    return plain


def _copy(value: Json) -> Json:
    """A copy of all objects and lists."""
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    return [_copy(part) for part in value] if isinstance(value, (list, tuple)) else value


def json_path(field: Unknown, prefix: str = "$") -> str:
    """The place of a field in messages: "$.tiles[3].glow", "$.tiles[bend].glow"."""
    steps = (f".{step}" if isinstance(step, str) else f"[{step.name if isinstance(step, Named) else step}]"
             for step in field.place)  # fmt: skip
    return f"{prefix}{''.join(steps)}.{field.key}"
