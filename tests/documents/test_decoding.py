"""Errors of bodies in files: in every language they name the place and say what to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from studio.core.text import use_language
from studio.documents.decoding import SchemaError
from studio.documents.files import DocumentError
from studio.documents.paths import resources_dir
from studio.games import load

INVALID: list[tuple[str, str, Any, str]] = [
    ("_template", "spaces", ["..."], "3 … 12 … 1"),
    ("_template", "spaces", ["...", "..", "..."], "2 … 3"),
    ("_template", "spaces", ["...", ".~.", "..."], "~ … ., #"),
    ("_template", "seeds", 3, ""),
    ("_template", "seeds", [1, 2, -1], ">= 0"),
    ("entdecker", "tiles.0.shape", "xx..", ""),
    ("entdecker", "tiles.0.name", "", ">= 1"),
    ("entdecker", "tiles.0.name", " x", "40"),
    ("entdecker", "tiles.0.picture", "data:image/png;base64,AAAA", "PNG … SVG"),
    ("entdecker", "units.fort", {"cost": 1}, "`count`"),
    ("entdecker", "weather", 1, "`weather`"),
    ("entdecker", "border.north", "wall", "wall"),
    ("entdecker", "chips", {"0": 1}, "0 … 1 … 99"),
    ("entdecker", "legend", {"#": {"tile": "sea"}}, "#"),
    ("entdecker", "edges", {"Z9 up": "coast"}, "Z9 up … A1 north"),
    ("neue_entdecker", "units.scout.count", {"2": 20}, "`3`"),
    ("goldland", "temple", "Z99", "Z99"),
    ("goldland", "spaces.0", "A9/7 . . . . . .", "A9"),
    ("columbus", "letters", {"ab": 1}, "ab … A, B"),
]


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    use_language(["en"], resources_dir() / "locale")


def refusal(slug: str, path: str, value: Any) -> SchemaError:
    game = load(slug)
    raw = part = game.body.to_plain(game.editing.blank())
    *steps, last = path.split(".")
    for step in steps:
        part = part[int(step) if isinstance(part, list) else step]
    part[int(last) if isinstance(part, list) else last] = value
    with pytest.raises(SchemaError) as caught:
        game.body.parse(raw)
    return caught.value


def test_errors_are_sentences_of_each_language_with_their_values(english_afterwards: None) -> None:
    reasons: dict[str, set[str]] = {}
    whole = []
    for language in ("en", "de", "fr"):
        use_language([language], resources_dir() / "locale")
        whole.append(str(DocumentError("a.json", "`$.x`", "?")))
        for slug, path, value, quoted in INVALID:
            problem = refusal(slug, path, value)
            assert problem.place.startswith("`$") and str(problem) == f"{problem.place}: {problem.reason}"
            assert problem.reason.endswith(".") and "{" not in problem.reason
            assert all(part in problem.reason for part in quoted.split(" … ")), problem
            reasons.setdefault(f"{slug} {path} {value}", set()).add(problem.reason)
    assert whole == ["a.json, at `$.x`: ?", "a.json, bei `$.x`: ?", "a.json, à `$.x`\u00a0: ?"]
    assert [case for case, translations in reasons.items() if len(translations) < 3] == []
