"""Findings that a layout asks not to count: kept in its file, told apart, and never errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.cli import main
from studio.core.grid import SquareGrid
from studio.core.problems import Problem, Severity
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.documents.store import DocumentError, Ignored, layout_text, parse
from studio.games import slugs
from studio.services.loading import filter_ignored, is_ignored, make_ignore_entry, move_entries

GRID = SquareGrid(6, 4)
ODD = Problem("odd", Severity.WARNING, "It is odd.", (0, 1))
ELSEWHERE = Problem("odd", Severity.WARNING, "It is odd.", (8,))
RIM = Problem("rim", Severity.INFO, "At the rim.", edges=((2, 0),))
COUNT = Problem("count", Severity.WARNING, "Too few.", field="tiles: round")
WHOLE = Problem("whole", Severity.INFO, "As a whole.")
WRONG = Problem("wrong", Severity.ERROR, "Cannot be played.", (3,))
ALL = [ODD, ELSEWHERE, RIM, COUNT, WHOLE, WRONG]


def test_places_are_ignored_where_they_are_and_nowhere_else() -> None:
    found = filter_ignored(ALL, [Ignored("odd", "as drawn", "A1 B1 C1")], GRID)
    assert [problem for problem, _entry in found.ignored] == [ODD]
    assert found.active == [ELSEWHERE, RIM, COUNT, WHOLE, WRONG]
    assert (found.unused, found.rejected) == ([], [])


def test_a_finding_that_has_grown_beyond_its_places_counts_again() -> None:
    entry = make_ignore_entry([ODD], GRID, "as drawn")
    assert entry == Ignored("odd", "as drawn", "A1 B1")
    assert is_ignored(ODD, [entry], GRID)
    assert not is_ignored(Problem("odd", Severity.WARNING, "It is odd.", (0, 1, 2)), [entry], GRID)


def test_a_code_is_ignored_everywhere() -> None:
    found = filter_ignored(ALL, [Ignored("odd", "a habit")], GRID)
    assert [problem for problem, _entry in found.ignored] == [ODD, ELSEWHERE]


@pytest.mark.parametrize(
    ("problem", "entry"),
    [
        (RIM, Ignored("rim", "x", "C1")),
        (COUNT, Ignored("count", "x", fields=("tiles: round",))),
        (WHOLE, Ignored("whole", "x")),
    ],
)
def test_edges_fields_and_the_whole_layout_have_places_too(problem: Problem, entry: Ignored) -> None:
    assert make_ignore_entry([problem], GRID, "x") == entry
    assert [found for found, _entry in filter_ignored(ALL, [entry], GRID).ignored] == [problem]


def test_errors_cannot_be_ignored() -> None:
    entry = Ignored("wrong", "who cares")
    found = filter_ignored(ALL, [entry], GRID)
    assert found.active == ALL and found.ignored == [] and found.rejected == [entry]
    assert not is_ignored(WRONG, [entry], GRID)


def test_what_ignores_nothing_is_told() -> None:
    gone = Ignored("odd", "was odd", "F4")
    strange = Ignored("newer.code", "from another program")
    assert filter_ignored(ALL, [gone, strange], GRID).unused == [gone, strange]


def test_what_only_matches_find_is_not_missed_where_none_were_played() -> None:
    found = filter_ignored(ALL, [Ignored("lab.unfair", "it is meant to be so")], GRID)
    assert found.unused == [] and found.active == ALL


def test_places_move_along_with_the_board() -> None:
    entries = [Ignored("odd", "a", "A1 F4"), Ignored("odd", "b", "F1"), Ignored("odd", "c"),
               Ignored("count", "d", fields=("x",))]  # fmt: skip
    kept = move_entries(entries, GRID, SquareGrid(4, 6), 1, 2)
    assert kept == (Ignored("odd", "a", "B3"), Ignored("odd", "c"), Ignored("count", "d", fields=("x",)))


def with_entries(slug: str, entries: object) -> bytes:
    raw = json.loads(shipped_layouts(slug)[0].read_text("utf-8"))
    return json.dumps({**raw, "ignored": entries}).encode()


@pytest.mark.parametrize("slug", slugs())
def test_what_is_ignored_is_kept_in_the_file_and_only_when_there_is_any(slug: str) -> None:
    shipped = store.read_layout(shipped_layouts(slug)[0])
    assert '"ignored"' not in layout_text(shipped)
    entries = [{"code": "from.tomorrow", "reason": "“so”"}, {"code": "gap", "reason": "x", "spaces": "A1 B2"}]
    layout = parse(with_entries(slug, entries))
    text = store.document_text(layout)
    assert json.loads(text)["ignored"] == entries
    assert parse(text.encode()) == layout


@pytest.mark.parametrize(
    "entries",
    [7, ["gap"], [{"code": "gap"}], [{"code": "", "reason": "x"}], [{"code": "gap", "reason": ""}],
     [{"code": "gap", "reason": "x", "spaces": "a1"}], [{"code": "gap", "reason": "x", "spaces": ["A1"]}],
     [{"code": "gap", "reason": "x" * 501}]],
)  # fmt: skip
def test_damaged_entries_are_refused_in_words(entries: object) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(with_entries(slugs()[0], entries))
    assert "ignored" in caught.value.place


# on the command line


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A sea that can be played, with findings that are no errors."""
    raw = json.loads(shipped_layouts("columbus")[0].read_text("utf-8"))
    raw["from_tomorrow"] = 1  # told as a warning
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


def put(path: Path, *entries: dict[str, str]) -> None:
    raw = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**raw, "ignored": entries}), encoding="utf-8")


def test_validate_tells_ignored_findings_apart(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(odd)]) == 0
    assert main(["validate", "--strict", str(odd)]) == 1, "a warning counts when one is strict"
    capsys.readouterr()
    put(odd, {"code": "file.unknown", "reason": "a friend's field"}, {"code": "gone", "reason": "once", "spaces": "A1"})
    assert main(["validate", "--strict", str(odd)]) == 0
    out = capsys.readouterr().out
    assert "ignored 1)" in out and "ignored: warning file.unknown" in out and "Reason: a friend's field" in out
    assert "gone [A1] (once): ignored, but not found any more." in out
    assert main(["validate", "--json", str(odd)]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert [problem["code"] for problem in told["ignored"]] == ["file.unknown"]
    assert told["ignored"][0]["reason"] == "a friend's field"
    assert "file.unknown" not in [problem["code"] for problem in told["problems"]]
    assert told["not_found"] == [{"code": "gone", "reason": "once", "spaces": ["A1"], "fields": []}]


def test_what_was_not_looked_for_is_not_said_to_be_gone(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(odd, {"code": "gone", "reason": "once"})
    assert main(["validate", "--no-proof", str(odd)]) == 0
    assert "not found any more" not in capsys.readouterr().out
    assert main(["validate", "--no-proof", "--json", str(odd)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["not_found"] is None


def test_an_error_stays_an_error_whatever_the_file_says(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = json.loads(odd.read_text("utf-8"))
    raw["body"]["tiles"] = {}  # nothing to fill a rack with
    odd.write_text(json.dumps(raw), encoding="utf-8")
    assert main(["validate", "--json", str(odd)]) == 1
    codes = {p["code"] for p in json.loads(capsys.readouterr().out)[0]["problems"] if p["severity"] == "error"}
    put(odd, *({"code": code, "reason": "never mind"} for code in codes))
    assert main(["validate", str(odd)]) == 1
    assert "errors cannot be ignored, for nobody could play with them" in capsys.readouterr().out


def test_fix_leaves_ignored_findings_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rich.json"
    raw = json.loads(shipped_layouts("entdecker")[0].read_text("utf-8"))
    raw["body"]["gold"] = {"start": 9, "cap": 8}
    path.write_text(json.dumps(raw), encoding="utf-8")
    put(path, {"code": "gold.over_cap", "reason": "as drawn"})
    assert main(["fix", str(path)]) == 0 == main(["fix", str(path), "--code", "gold.over_cap"])
    said = capsys.readouterr()
    assert 'the findings "gold.over_cap" are ignored by the layout and stay as they are' in said.err
    assert ", 1 ignored" in said.out
    assert json.loads(path.read_text("utf-8"))["body"]["gold"]["start"] == 9
    put(path)
    assert main(["fix", str(path), "--code", "gold.over_cap"]) == 0
    assert "1 repair made" in capsys.readouterr().out
    assert json.loads(path.read_text("utf-8"))["body"]["gold"]["start"] == 8
