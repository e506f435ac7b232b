"""Unknown fields are taken out for reading and put back where they were."""

from __future__ import annotations

from collections import Counter

import pytest

from studio.documents import schema
from studio.documents.schema import closest_field, json_path, merge_unknown, split_unknown

SCHEMA = {
    "$ref": "#/$defs/Body",
    "$defs": {
        "Body": {
            "properties": {
                "rows": {"type": "array", "items": {"type": "string"}},
                "tiles": {"type": "array", "items": {"$ref": "#/$defs/Tile"}},
                "legend": {"additionalProperties": {"$ref": "#/$defs/Tile"}},
                "counts": {"additionalProperties": {"type": "integer"}},
            },
            "additionalProperties": False,
        },
        "Tile": {"properties": {"name": {}, "shape": {}}, "additionalProperties": False},
    },
}
KNOWN = {"rows": ["..", "##"], "tiles": [{"name": "a"}, {"name": "b"}, {"shape": "x"}], "legend": {"q": {"name": "a"}}}
NEWER = {
    "rows": ["..", "##"],
    "wind": [1, {"from": "west"}],
    "tiles": [{"name": "a", "glow": 1}, {"name": "b", "glow": {"by": "night"}}, {"shape": "x", "glow": None}],
    "legend": {"q": {"name": "a", "tint": 3}},
}


def test_unknown_fields_are_taken_out_and_put_back() -> None:
    known, unknown = split_unknown(NEWER, SCHEMA)
    assert known == KNOWN
    assert merge_unknown(known, unknown) == NEWER
    assert sorted(json_path(field) for field in unknown) == [
        "$.legend.q.tint", "$.tiles[2].glow", "$.tiles[a].glow", "$.tiles[b].glow", "$.wind",
    ]  # fmt: skip


def test_entries_with_names_are_found_where_they_went() -> None:
    _known, unknown = split_unknown(NEWER, SCHEMA)
    moved = merge_unknown({"tiles": [{"name": "b"}, {"name": "new"}, {"shape": "x"}], "legend": {}}, unknown)
    assert moved == {
        "tiles": [{"name": "b", "glow": {"by": "night"}}, {"name": "new"}, {"shape": "x", "glow": None}],
        "legend": {},
        "wind": [1, {"from": "west"}],
    }


def test_what_has_become_something_else_is_left_alone() -> None:
    _known, unknown = split_unknown(NEWER, SCHEMA)
    assert merge_unknown({"wind": 5, "tiles": "none", "legend": []}, unknown) == {
        "wind": 5,
        "tiles": "none",
        "legend": [],
    }


def test_what_all_is_known_is_all_there() -> None:
    assert split_unknown(KNOWN, SCHEMA) == (KNOWN, ())
    assert split_unknown({**KNOWN, "tiles": 3}, SCHEMA) == ({**KNOWN, "tiles": 3}, ())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ({"rowz": []}, "rows"),
        ({"Tiles": []}, "tiles"),
        ({"wind": 1}, ""),
        ({"tiles": [{"nmae": "a"}]}, "name"),
        ({"tiles": [{"name": "a", "shap": "x"}]}, "shape"),
        ({"legend": {"q": {"shapes": "x"}}}, "shape"),
        ({"legend": {"q": {"glow": "x"}}}, ""),
    ],
)
def test_the_most_similar_field_is_found(typed: object, meant: str) -> None:
    _known, (field,) = split_unknown(typed, SCHEMA)
    assert closest_field(field, SCHEMA) == meant
    assert closest_field(field._replace(place=("elsewhere", *field.place)), SCHEMA) == ""


def test_many_unknown_fields_take_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each entry and each object is looked at a few times, however many fields there are."""
    counts: Counter[str] = Counter()

    def count(name: str) -> None:
        real = getattr(schema, name)

        def counted(value: object) -> object:
            counts[name] += 1
            return real(value)

        monkeypatch.setattr(schema, name, counted)

    count("_name")
    count("_copy")
    entries = 500
    given = {"tiles": [{"name": f"t{n}", "glow": n} for n in range(entries)], **{f"x{n}": n for n in range(entries)}}
    known, unknown = split_unknown(given, SCHEMA)
    assert len(unknown) == 2 * entries and merge_unknown(known, unknown) == given
    assert counts["_name"] <= 2 * entries and counts["_copy"] <= 3 * entries
