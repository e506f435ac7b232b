"""Plain data of files as structs, and checks of it, with errors that name their place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence, Sized
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from studio.core.own_picture import MAX_BYTES, PATTERN, check_picture
from studio.core.text import _, join_or
from studio.documents.files import DocumentError

T = TypeVar("T")
PictureText = Annotated[str, Meta(max_length=MAX_BYTES * 4 // 3 + 40, pattern=PATTERN)]
"""A person's own picture of a piece, "" for none; `check_pictures` checks the content."""


class SchemaError(ValueError):
    """Plain data that is not as required: its place, such as "`$.tiles[3].shape`", and the reason as a sentence."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"`{place}`: {reason}")
        self.place, self.reason = f"`{place}`", reason


def decode(raw: object, shape: type[T], prefix: str = "") -> T:
    """Plain data as a struct, strictly. Raises `SchemaError`; `prefix` precedes its place."""
    try:
        return msgspec.convert(raw, shape, strict=True)
    except msgspec.ValidationError as problem:
        message, _at, place = str(problem).partition(" - at `")
        place = place.rstrip("`").removeprefix("key` in `") or "$"
        raise SchemaError(f"${prefix}{place[1:]}", _translated(message)) from None


def decode_file(raw: object, shape: type[T], path: str | Path, prefix: str = "") -> T:
    """Plain data of a file as a struct, strictly. Raises `DocumentError`."""
    try:
        return decode(raw, shape, prefix)
    except SchemaError as problem:
        raise DocumentError(path, problem.place, problem.reason) from None


_EXPECTED = re.compile(
    r"Expected `(?P<types>.+?)`( of length (?P<length>.+?)| matching regex (?P<regex>.+)| (?P<limit>.+?))?"
    r"(, got `?(?P<found>.+?)`?)?"
)
_FIELD = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<name>.*)`")


def _translated(message: str) -> str:
    """An error of msgspec in the current language."""
    if field := _FIELD.fullmatch(message):
        if field["what"] == "contains unknown":
            text = _("the object has an unknown field `{name}`. Remove it or correct its name.")
            return text.format(name=field["name"])
        return missing_field_text(field["name"])
    expected = _EXPECTED.fullmatch(message)
    if expected is None:
        value = message.removeprefix("Invalid enum value ")
        return _("unknown value {value}. Check its spelling.").format(value=value)
    types = {
        "object": _("an object"),
        "array": _("a list"),
        "str": _("a text"),
        "int": _("a whole number"),
        "float": _("a number with decimals"),
        "bool": _("true or false"),
        "null": _("nothing (null)"),
    }
    wanted = join_or([types.get(name, name) for name in expected["types"].split(" | ")])
    if expected["length"]:
        wanted = _("{type} of length {length}").format(type=wanted, length=expected["length"])
    elif expected["regex"]:
        wanted = _("{type} of another form").format(type=wanted)
    elif expected["limit"]:
        wanted = f"{wanted} {expected['limit']}"
    if not expected["found"]:
        return _("expected {wanted}.").format(wanted=wanted)
    found = types.get(expected["found"], expected["found"])
    return _("expected {wanted}, found {found}.").format(wanted=wanted, found=found)


def wrong_format_text(required: str) -> str:
    return _("an object with the format “{name}” is required here.").format(name=required)


def missing_field_text(name: str) -> str:
    return _("the object lacks the field `{name}`. Add it.").format(name=name)


# Checks that types do not express. All raise `SchemaError`.


def check_count(place: str, entries: Sized, least: int, most: int) -> None:
    """Check the number of entries of a list or object."""
    if not least <= len(entries) <= most:
        text = _("the number of entries must be {least} to {most}, not {count}.")
        raise SchemaError(place, text.format(least=least, most=most, count=len(entries)))


def check_board(rows: Sequence[Sized], least: int, most_columns: int, most_rows: int) -> None:
    """Check the size of a board, given by the spaces in each row of `$.spaces`."""
    check_count("$.spaces", rows, least, most_rows)
    check_count("$.spaces[0]", rows[0], least, most_columns)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            text = _("this row has {count} spaces, but the first has {first}. Make all rows equally long.")
            raise SchemaError(f"$.spaces[{number}]", text.format(count=len(row), first=len(rows[0])))


def check_known(place: str, names: Iterable[str], known: Collection[str]) -> None:
    """Check that all names are known ones."""
    for name in names:
        if name not in known:
            text = _("Unknown value “{name}”; available: {known}.")
            raise SchemaError(place, text.format(name=name, known=", ".join(known)))


def check_pictures(pictures: Sequence[str], field: str) -> None:
    """Check the own pictures of the pieces in a field of a layout."""
    for index, picture in enumerate(pictures):
        try:
            check_picture(picture, pictures[:index])
        except ValueError as problem:
            raise SchemaError(f"$.{field}[{index}].picture", str(problem)) from None
