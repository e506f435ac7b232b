"""Files spoilt at random: an error in one sentence or a document, never anything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.game import LayoutNotPlayable
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.documents.store import DocumentError, Layout
from studio.games import known
from studio.services.loading import parse_layout, playable_board, replay_record, to_layout

SAMPLES = Path(__file__).parents[1] / "documents" / "samples"
FIRST = [shipped_layouts(slug)[0] for slug in known()]
OTHERS = [*(path for slug in known() for path in shipped_layouts(slug)[1:]), *sorted(SAMPLES.glob("*.json"))]

odd_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.sampled_from([10**30, -(2**63), 1.5, 1e300])
    | st.text(max_size=5)
    | st.sampled_from(["..", "#.", "wheel", "human", "coast", "A1 north", "sea", "aa..", "\ud7ff"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    found = [way]
    if isinstance(value, dict):
        for key, part in value.items():
            found += places(part, (*way, key))
    elif isinstance(value, list):
        for number, part in enumerate(value[:30]):
            found += places(part, (*way, number))
    return found


def tried(data: bytes) -> bool:
    """Whether a document in these bytes could be used; otherwise it was refused in one sentence."""
    try:
        document = store.parse(data, "x.json")
        if isinstance(document, Layout):
            layout = parse_layout(document)
            assert parse_layout(to_layout(layout)).body == layout.body
            for problem in layout.game.checks.check(layout.body):
                assert problem.message.endswith(".")
            playable_board(layout)
        else:
            replay_record(document, "x.json")
    except DocumentError as problem:
        sentence = str(problem)
        assert sentence.endswith(".") and sentence.isprintable() and "Traceback" not in sentence
        return False
    except LayoutNotPlayable as problem:
        assert problem.problems
    return True


@pytest.mark.parametrize(
    "path",
    [*FIRST, *(pytest.param(path, marks=pytest.mark.long) for path in OTHERS)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
@given(data=st.data())
def test_a_value_changed_at_random_does_no_harm(path: Path, data: st.DataObject) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    assert tried(json.dumps(raw).encode())
    way = data.draw(st.sampled_from(places(raw)[1:]))
    part = raw
    for step in way[:-1]:
        part = part[step]
    what = data.draw(st.sampled_from(["change", "drop", "add"]))
    if what == "drop":
        del part[way[-1]]
    elif what == "add" and isinstance(part, dict):
        part[data.draw(st.text(max_size=4))] = data.draw(odd_values)
    else:
        part[way[-1]] = data.draw(odd_values)
    tried(json.dumps(raw).encode())


@pytest.mark.parametrize("path", FIRST[:1] + OTHERS[-1:], ids=lambda path: path.stem)
@given(data=st.data())
def test_a_cut_or_scratched_file_does_no_harm(path: Path, data: st.DataObject) -> None:
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content) - 3))
    assert not tried(content[:cut])
    tried(content[:cut] + data.draw(st.binary(max_size=3)) + content[cut + data.draw(st.integers(0, 3)) :])


@given(st.binary(max_size=60))
def test_any_bytes_do_no_harm(data: bytes) -> None:
    assert not tried(data)
