"""What msgspec says about a wrong shape, in words for everybody."""

from __future__ import annotations

import re

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


def placed(message: str, prefix: str = "") -> tuple[str, str]:
    """A message of msgspec as place ("`$.tiles[3].shape`") and reason, in plain words."""
    message, _sep, place = message.partition(" - at `")
    place = place.rstrip("`").removeprefix("key` in `") or "$"
    for pattern, words in _PLAINER:
        message = re.sub(pattern, words, message)
    return f"`${prefix}{place[1:]}`", message[:1].lower() + message[1:] + "."
