"""Plain data as structs, and what is wrong with its shape in words for everybody."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

T = TypeVar("T")

_PLAINER = (
    (r"Expected `object`", "expected an object"),
    (r"Expected `array`", "expected a list"),
    (r"Expected `array` of length", "expected a list of length"),
    (r"Expected `str`", "expected a text"),
    (r"Expected `int`", "expected a whole number"),
    (r"Expected `bool`", "expected true or false"),
    (r"matching regex .*", "of another form"),
    (r"Expected", "expected"),
    (r"got `str`", "found a text"),
    (r"got `int`", "found a whole number"),
    (r"got `float`", "found a number with decimals"),
    (r"got `bool`", "found true or false"),
    (r"got `array`", "found a list"),
    (r"got `object`", "found an object"),
    (r"got `null`", "found nothing (null)"),
    (r"Object missing required field", "the object lacks the field"),
    (r"Object contains unknown field", "the object has an unknown field"),
    (r"Invalid enum value", "unknown value"),
)


class Misshapen(ValueError):
    """Plain data has not the shape that was asked for: its place ("`$.tiles[3].shape`") and the reason."""

    def __init__(self, message: str, prefix: str) -> None:
        message, _sep, place = message.partition(" - at `")
        place = place.rstrip("`").removeprefix("key` in `") or "$"
        for pattern, words in _PLAINER:
            message = re.sub(pattern, words, message)
        self.place, self.reason = f"`${prefix}{place[1:]}`", message[:1].lower() + message[1:] + "."
        super().__init__(f"{self.place}: {self.reason}")


def shaped(raw: object, shape: type[T], prefix: str = "") -> T:
    """Plain data as a struct; nothing is converted silently. Raises `Misshapen`; `prefix` goes before its place."""
    try:
        return msgspec.convert(raw, shape, strict=True)
    except msgspec.ValidationError as problem:
        raise Misshapen(str(problem), prefix) from None
