"""Transcripts and node counts that were read and approved: any change of rules or words shows as a diff.

When a change is meant, `python -m tests.contract.regenerate` writes them anew.
"""

from __future__ import annotations

import json

import pytest

from studio.games import slugs
from tests.contract import regenerate
from tests.contract.cases import Case

STORIES = regenerate.stories()
FEWEST = 2
"""Seats on every layout in the short run."""


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_match_reads_as_it_was_approved(name: str) -> None:
    approved = (regenerate.HERE / "playthroughs" / name).read_text(encoding="utf-8")
    told = regenerate.transcript(*STORIES[name])
    for number, (line, other) in enumerate(zip(told.splitlines(), approved.splitlines(), strict=False), 1):
        assert line == other, f"line {number}"
    assert told == approved


def test_no_transcript_is_left_over() -> None:
    files = {path.name for path in (regenerate.HERE / "playthroughs").glob("*.txt")}
    assert files == set(STORIES)
    assert all(any(name.startswith(slug) for name in STORIES) for slug in slugs())


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case.seats == FEWEST else pytest.mark.long) for case in regenerate.counted()],
    ids=str,
)
def test_nodes_to_depth_three_are_as_many_as_were_approved(case: Case) -> None:
    approved = json.loads(regenerate.COUNTS.read_text(encoding="utf-8"))
    assert regenerate.node_counts(case) == approved[str(case)]


def test_no_node_count_is_left_over() -> None:
    approved = json.loads(regenerate.COUNTS.read_text(encoding="utf-8"))
    assert set(approved) == {str(case) for case in regenerate.counted()}
