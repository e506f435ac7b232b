"""Old files made new: one pure function per version step, on plain dicts.

A step takes the file as version n and returns it as version n + 1. Steps may look at `game` and change the body of
that game. Steps are kept for ever, and the tests keep one sample file per version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from studio.core.game import Json

Plain = dict[str, Json]
Step = Callable[[Plain], Plain]

LAYOUT_STEPS: Mapping[int, Step] = {}
RECORD_STEPS: Mapping[int, Step] = {}

LAYOUT_VERSION = 1 + len(LAYOUT_STEPS)
RECORD_VERSION = 1 + len(RECORD_STEPS)


class NewerVersion(ValueError):
    """The file was written by a later version of the program."""


def migrated(raw: Plain, steps: Mapping[int, Step], newest: int) -> Plain:
    """`raw` as a file of version `newest`, step by step; the input is left alone.

    Raises `NewerVersion` for versions from the future, `ValueError` for what is no version at all.
    """
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError("the version must be a whole number from 1")
    if version > newest:
        raise NewerVersion(f"it has version {version}, and this program reads versions up to {newest}")
    while version < newest:
        raw = {**steps[version](raw), "version": version + 1}
        version += 1
    return raw
