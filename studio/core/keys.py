"""What the keys of a keyboard are called: "Ctrl+Del" is "Strg+Entf" on a German one."""

from __future__ import annotations

from functools import cache

from studio.core.text import in_context


@cache
def _names() -> dict[str, str]:
    """Keys by the names that settings and texts of the program use. Where Qt names a key, too, it is the same name."""
    return {
        "Ctrl": in_context("a key", "Ctrl"),
        "Shift": in_context("a key", "Shift"),
        "Alt": in_context("a key", "Alt"),
        "Space": in_context("a key", "Space"),
        "Enter": in_context("a key", "Enter"),
        "Return": in_context("a key", "Return"),
        "Tab": in_context("a key", "Tab"),
        "Esc": in_context("a key", "Esc"),
        "Del": in_context("a key", "Del"),
        "Backspace": in_context("a key", "Backspace"),
        "Home": in_context("a key", "Home"),
        "End": in_context("a key", "End"),
        "PgUp": in_context("a key", "PgUp"),
        "PgDown": in_context("a key", "PgDown"),
        "Left": in_context("a key", "Left"),
        "Right": in_context("a key", "Right"),
        "Up": in_context("a key", "Up"),
        "Down": in_context("a key", "Down"),
        "Click": in_context("a key", "Click"),
    }


def key_words(keys: str) -> str:
    """Keys that are pressed together, as people find them on their keyboard; those without a name as they are."""
    names = _names()
    return "+".join(names.get(part, part) for part in keys.split("+"))
