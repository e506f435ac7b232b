"""What the editor's palette and inspector show of a layout, as data: stamps to paint with, fields to fill in."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.picture import Picture


class Stamp(NamedTuple):
    """What one click paints: a key the game understands, and quarter turns (sixths on hexagons) clockwise."""

    key: str
    turn: int = 0


class StampItem(NamedTuple):
    """A stamp in the palette: its picture, name, tooltip, and how many are left (-1: as many as you like).

    `field` names the form field that holds the count, so that the palette can show − and + beside it; "" for none.
    `turns` is how many turns look different (1 when turning changes nothing). `turned` are the pictures of the
    turns after the first, when turning does more than turn the picture (trees go on standing upright); () for that.
    """

    stamp: Stamp
    name: str
    picture: Picture
    tip: str = ""
    left: int = -1
    field: str = ""
    turns: int = 1
    turned: tuple[Picture, ...] = ()


class StampGroup(NamedTuple):
    """A titled part of the palette. `on` says where its stamps go: "cells" or "edges"."""

    title: str
    items: tuple[StampItem, ...]
    on: str = "cells"


class Field(NamedTuple):
    """One value in a form. `kind` is "int", "text", "flag", "choice" (with `choices` as (value, words)) or "note".

    A note is read-only. `key` is what `set_field` understands; ints lie in `least` … `most`.
    """

    key: str
    label: str
    kind: str
    value: str | int | bool
    least: int = 0
    most: int = 999
    choices: tuple[tuple[str, str], ...] = ()
    tip: str = ""


class Section(NamedTuple):
    """A titled part of the inspector."""

    title: str
    fields: tuple[Field, ...]
    note: str = ""
