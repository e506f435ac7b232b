"""Old files are made new step by step, and files from the future are refused."""

from __future__ import annotations

from typing import Any

import pytest

from studio.documents import store
from studio.documents.store import NewerVersion, migrate


def _rename(raw: dict[str, Any]) -> dict[str, Any]:
    return {**{key: value for key, value in raw.items() if key != "old"}, "new": raw["old"]}


def _double(raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "new": raw["new"] * 2}


STEPS = {1: _rename, 2: _double}


def test_every_step_is_taken_in_order() -> None:
    assert migrate({"version": 1, "old": 4}, STEPS, 3) == {"version": 3, "new": 8}
    assert migrate({"version": 2, "new": 4}, STEPS, 3) == {"version": 3, "new": 8}


def test_the_newest_version_is_left_alone() -> None:
    raw = {"version": 3, "new": 1}
    assert migrate(raw, STEPS, 3) is raw


def test_migrating_does_not_change_its_input() -> None:
    raw = {"version": 1, "old": 4}
    migrate(raw, STEPS, 3)
    assert raw == {"version": 1, "old": 4}


def test_the_future_is_refused() -> None:
    with pytest.raises(NewerVersion, match="version 4"):
        migrate({"version": 4}, STEPS, 3)


@pytest.mark.parametrize("version", [None, "1", 1.0, True, 0, -1])
def test_what_is_no_version_is_refused(version: object) -> None:
    with pytest.raises(ValueError, match="whole number"):
        migrate({"version": version}, STEPS, 3)


def test_there_is_a_step_from_every_version() -> None:
    assert sorted(store.LAYOUT_STEPS) == list(range(1, store.LAYOUT_VERSION))
    assert sorted(store.RECORD_STEPS) == list(range(1, store.RECORD_VERSION))
