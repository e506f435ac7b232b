"""The shipped layouts of every game: canonical, without errors or warnings, with words worth reading, drawn as rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.core.cancellation import CancelToken
from studio.core.problems import Severity
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.documents.store import Layout
from studio.games import known
from studio.services.loading import find_problems, load_layout, parse_layout, to_layout

SHIPPED = [path for slug in known() for path in shipped_layouts(slug)]
each_file = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")


@each_file
def test_a_shipped_file_is_canonical(path: Path) -> None:
    assert store.layout_text(to_layout(load_layout(path))) == path.read_text(encoding="utf-8")


@each_file
def test_fields_of_a_newer_program_are_warned_of_and_kept(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    raw["mood"] = "calm"
    raw["body"]["weather"] = {"wind": [1, 2]}
    tiles = raw["body"].get("tiles")
    if isinstance(tiles, list):
        tiles[-1]["glow"] = True
    layout = store.parse(json.dumps(raw).encode())
    assert isinstance(layout, Layout)
    newer = parse_layout(layout)
    remark = find_problems(newer)[-1]
    assert remark.severity is Severity.WARNING and remark.code == "file.unknown"
    assert "$.mood" in remark.message and "$.body.weather" in remark.message
    assert json.loads(store.layout_text(to_layout(newer))) == raw


@each_file
def test_a_shipped_layout_has_neither_errors_nor_warnings(path: Path) -> None:
    opened = load_layout(path)
    problems = [*find_problems(opened), *opened.game.checks.verify(opened.body, CancelToken(60))]
    assert [problem for problem in problems if problem.severity is not Severity.INFO] == []


@each_file
def test_a_shipped_layout_serves_every_number_of_seats(path: Path) -> None:
    opened = load_layout(path)
    assert opened.game.seats(opened.body) == opened.game.info.seats


@each_file
def test_a_shipped_layout_has_words_worth_reading(path: Path) -> None:
    layout = load_layout(path).layout
    assert layout.name and layout.author and len(layout.notes) > 200


@each_file
def test_a_map_reads_as_rows_in_its_file(path: Path) -> None:
    opened = load_layout(path)
    lines = [line.strip().rstrip(",") for line in path.read_text(encoding="utf-8").splitlines()]
    for row in opened.game.body.to_plain(opened.body)["spaces"]:
        assert json.dumps(row, ensure_ascii=False) in lines
