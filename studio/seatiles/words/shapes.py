"""What shapes of tiles are called, and what their edges are in words (T1, T2)."""

from __future__ import annotations

from studio.core.text import _
from studio.seatiles.rules.shape import class_of, edges_of, has_isthmus
from studio.seatiles.words.places import class_edges, class_name


def shape_name(shape: str) -> str:
    """What a pattern is called, one of `patterns.SHAPES`: by its lands, clockwise; others by their class."""
    return {
        "ab..": _("two capes"),
        "aab.": _("bend and cape"),
        "abb.": _("cape and bend"),
        "abc.": _("three capes"),
        "aaab": _("cove and cape"),
        "aabb": _("two bends"),
        "aabc": _("bend and two capes"),
        "abcd": _("four capes"),
    }.get(shape) or class_name(class_of(edges_of(shape)))


def shape_words(shape: str) -> str:
    """A shape in words: its class, and how its land edges are split when they are."""
    words = _("class {cls}: {edges}").format(
        cls=class_of(edges_of(shape)), edges=class_edges(class_of(edges_of(shape)))
    )
    lands = len(set(shape) - {"."})
    if lands > 1:
        words += _(", {lands} lands ({shape})").format(lands=lands, shape=shape)
    if has_isthmus(shape):
        words += _(", an isthmus")
    return words
