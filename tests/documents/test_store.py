"""Reading, writing and migration of documents, and backups."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from studio.core.text import _
from studio.documents import files, store
from studio.documents.files import write_text
from studio.documents.paths import data_dir, shipped_layouts
from studio.documents.schema import merge_unknown, split_unknown
from studio.documents.store import (
    DocumentError,
    Ignored,
    Layout,
    Record,
    SeatEntry,
    list_backups,
    make_backup,
    migrate,
)
from tests.helpers import write_layout, write_record

pytestmark = pytest.mark.usefixtures("data_folder")

SAMPLES = Path(__file__).parent / "samples"
LAYOUT = Layout(game="chess", name="Näme", author="A", notes="two\nlines", body={"rows": ["..", ".#"], "n": 1})
RECORD = Record(layout=LAYOUT, seats=(SeatEntry("Ada"), SeatEntry("Bo", "random")), log=(((1, 2), ((3,),)), ((4,), ())))
GOOD: dict[str, Any] = json.loads(store.layout_text(LAYOUT))
GOOD_RECORD: dict[str, Any] = json.loads(store.record_text(RECORD))


def complaint(content: bytes | str | dict[str, Any] | list[Any], tmp_path: Path) -> DocumentError:
    path = tmp_path / "bad.json"
    if isinstance(content, (dict, list)):
        content = json.dumps(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(DocumentError) as caught:
        store.read(path)
    sentence = str(caught.value)
    assert sentence.startswith(str(path)) and sentence.endswith(".") and "\n" not in sentence
    return caught.value


def test_documents_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    write_layout(path, LAYOUT)
    assert store.read(path) == LAYOUT == store.read_layout(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert store.read(path) == LAYOUT, "a byte order mark does no harm"
    write_record(path, RECORD)
    assert store.read(path) == RECORD == store.read_record(path)


def test_translated_texts_are_written_as_plain_ones() -> None:
    name = _("{n} moves").format(n=2)
    layout = replace(LAYOUT, name=name, ignored=(Ignored("code", name),))
    text = store.record_text(replace(RECORD, layout=layout, seats=(SeatEntry(name), SeatEntry("Bo", "random"))))
    assert text.count('"2 moves"') == 3


def test_a_layout_is_no_record_and_a_record_no_layout(tmp_path: Path) -> None:
    layout, record = tmp_path / "l.json", tmp_path / "r.json"
    write_layout(layout, LAYOUT)
    write_record(record, RECORD)
    with pytest.raises(DocumentError, match="match record is required"):
        store.read_record(layout)
    with pytest.raises(DocumentError, match="layout is required"):
        store.read_layout(record)


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        (b"", "", "empty"),
        (b"   \n", "", "empty"),
        (b"{", "", "not valid JSON"),
        (b'{"format": "studio.lay', "", "ends too early"),
        (b"hello", "", "not valid JSON"),
        (b"\xff\xfe{}", "byte 0", "not UTF-8"),
        (b"[]", "`$`", "JSON object"),
        (b"3", "`$`", "JSON object"),
        (b"[" * 100_000, "", "nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "", "nested too deeply"),
        (b'{"a":' * 60 + b"1" + b"}" * 60, "", "nested too deeply"),
        (b"{}", "`$.format`", "format is missing"),
        (b'{"format": "png"}', "`$.format`", "neither a layout nor a match record"),
        (b'{"format": 7}', "`$.format`", "neither a layout nor a match record"),
        (b'{"format": "studio.puzzle"}', "`$.format`", "a tutorial or a puzzle; a layout or a match record"),
        (b'{"format": "studio.tutorial"}', "`$.format`", "a tutorial or a puzzle; a layout or a match record"),
    ],
)
def test_files_that_are_no_documents_are_rejected(content: bytes, place: str, reason: str, tmp_path: Path) -> None:
    problem = complaint(content, tmp_path)
    assert problem.place == place
    assert reason in problem.reason


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        ({"version": None}, "`$.version`", "whole number"),
        ({"version": "1"}, "`$.version`", "whole number"),
        ({"version": True}, "`$.version`", "whole number"),
        ({"version": 0}, "`$.version`", "whole number"),
        ({"version": 99}, "", "newer"),
        ({"game": 5}, "`$.game`", "expected a text, found a whole number"),
        ({"game": "../x"}, "`$.game`", "form"),
        ({"name": ["x"]}, "`$.name`", "expected a text, found a list"),
        ({"body": []}, "`$.body`", "expected an object, found a list"),
        ({"body": None}, "`$.body`", "expected an object"),
        ({"$schema": 3}, "`$.$schema`", "expected a text, found a whole number"),
        ({"$schema": "schemas/layout.checkers.schema.json"}, "`$.$schema`", '"layout.chess.schema.json"'),
        ({"$schema": "urn:explorer-studio:match"}, "`$.$schema`", '"layout.chess.schema.json"'),
    ],
)
def test_a_layout_of_the_wrong_shape_is_rejected_with_its_place(
    change: dict[str, Any], place: str, reason: str, tmp_path: Path
) -> None:
    problem = complaint({**GOOD, **change}, tmp_path)
    assert problem.place == place
    assert reason in problem.reason


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    problem = complaint({key: value for key, value in GOOD.items() if key != "body"}, tmp_path)
    assert "lacks the field `body`" in problem.reason


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"version": 99}, ""),
        ({"layout": 3}, "`$.layout`"),
        ({"layout": {**GOOD, "version": 99}}, ""),
        ({"layout": {**GOOD, "name": 3}}, "`$.layout.name`"),
        ({"seats": []}, "`$.seats`"),
        ({"seats": [{"kind": "human"}]}, "`$.seats[0]`"),
        ({"log": [[["1"], []]]}, "`$.log[0][0][0]`"),
        ({"log": [[[1.5], []]]}, "`$.log[0][0][0]`"),
        ({"log": [[[2**40], []]]}, "`$.log[0][0][0]`"),
        ({"log": [[[1]]]}, "`$.log[0]`"),
        ({"log": {}}, "`$.log`"),
        ({"options": {"a": None}}, "`$.options[...]`"),
        ({"options": {"x" * 61: 1}}, "`$.options`"),
        ({"opening": [3]}, "`$.opening[0]`"),
        ({"rules": "today"}, "`$.rules`"),
        ({"rules": 20261124}, "`$.rules`"),
    ],
)
def test_a_record_of_the_wrong_shape_is_rejected_with_its_place(
    change: dict[str, Any], place: str, tmp_path: Path
) -> None:
    assert complaint({**GOOD_RECORD, **change}, tmp_path).place == place


def ignored(**changes: object) -> list[dict[str, object]]:
    return [{"code": "c", "reason": "r", **changes}]


LAYOUT_LIMITS: list[tuple[str, Any, Any]] = [
    ("game", "a" * 40, "a" * 41),
    ("game", "_a0", ""),
    ("name", "x" * 120, "x" * 121),
    ("author", "x" * 120, "x" * 121),
    ("notes", "x" * 20_000, "x" * 20_001),
    ("$schema", "x" * 2_000, "x" * 2_001),
    ("pins", {"ZZZ999 NE": "x" * 500}, {"ZZZ999 NE": "x" * 501}),
    ("pins", {"A1": "x"}, {"A1": ""}),
    ("pins", {f"A{n}": "x" for n in range(1, 501)}, {f"A{n}": "x" for n in range(1, 502)}),
    ("ignored", ignored(code="c" * 80), ignored(code="c" * 81)),
    ("ignored", ignored(), ignored(code="")),
    ("ignored", ignored(reason="r" * 500), ignored(reason="r" * 501)),
    ("ignored", ignored(spaces="A1 " * 33_333), ignored(spaces="A1 " * 33_334)),
    ("ignored", ignored(fields=["f" * 200] * 200), ignored(fields=["f"] * 201)),
    ("ignored", ignored(fields=["f"]), ignored(fields=["f" * 201])),
    ("ignored", ignored(fields=["f"]), ignored(fields=[""])),
    ("ignored", ignored() * 2_000, ignored() * 2_001),
]
SEAT = {"name": "Ada", "kind": "human"}
RECORD_LIMITS: list[tuple[str, Any, Any]] = [
    ("seats", [SEAT] * 12, [SEAT] * 13),
    ("seats", [SEAT], []),
    ("seats", [{**SEAT, "name": "x" * 60}], [{**SEAT, "name": "x" * 61}]),
    ("seats", [{**SEAT, "kind": "x" * 60}], [{**SEAT, "kind": "x" * 61}]),
    ("seats", [SEAT], [{**SEAT, "kind": ""}]),
    ("seats", [{**SEAT, "color": "x" * 20}], [{**SEAT, "color": "x" * 21}]),
    ("seats", [{**SEAT, "notes": "x" * 20_000}], [{**SEAT, "notes": "x" * 20_001}]),
    ("bookmarks", [{"place": 0, "note": "x" * 400}], [{"place": 0, "note": "x" * 401}]),
    ("bookmarks", [{"place": 2**31 - 1}], [{"place": 2**31}]),
    ("bookmarks", [{"place": 0}], [{"place": -1}]),
    ("bookmarks", [{"place": 0}] * 1_000, [{"place": 0}] * 1_001),
    ("log", [[[2**31 - 1], []]], [[[2**31], []]]),
    ("log", [[[-(2**31)], []]], [[[-(2**31) - 1], []]]),
    ("options", {"x" * 60: "y" * 120}, {"x" * 60: "y" * 121}),
]


@pytest.mark.parametrize(
    ("whole", "field", "fine", "wrong"),
    [(GOOD, *limit) for limit in LAYOUT_LIMITS] + [(GOOD_RECORD, *limit) for limit in RECORD_LIMITS],
    ids=lambda value: value if isinstance(value, str) and len(value) < 10 else "",
)
def test_fields_may_be_as_long_as_their_limits(
    whole: dict[str, Any], field: str, fine: Any, wrong: Any, tmp_path: Path
) -> None:
    whole = {key: value for key, value in whole.items() if key != "$schema"}  # which would name another game's
    store.parse(json.dumps({**whole, field: fine}).encode())
    assert complaint({**whole, field: wrong}, tmp_path).place.startswith(f"`$.{field}"), "not another field"


def test_texts_of_a_shipped_layout_are_translated_line_by_line() -> None:
    raw = json.loads(shipped_layouts("goldland")[0].read_text("utf-8"))
    lines = raw["notes"].split("\n")
    assert len(lines) > 1 and "" not in lines
    assert list(store.messages(shipped_layouts("goldland")[0])) == [raw["name"], raw["author"], *lines]


def test_a_layout_in_a_record_is_one() -> None:
    for name in ("studio.match", "a", "z", None):
        with pytest.raises(DocumentError) as caught:
            store.parse(json.dumps({**GOOD_RECORD, "layout": {**GOOD, "format": name}}).encode())
        assert caught.value.place == "`$.layout`"


def test_ignored_problems_have_only_the_fields_that_they_need() -> None:
    layout = replace(LAYOUT, ignored=(Ignored("c", "r"), Ignored("d", "r", "A1", ("size",))))
    assert json.loads(store.layout_text(layout))["ignored"] == [
        {"code": "c", "reason": "r"},
        {"code": "d", "reason": "r", "spaces": "A1", "fields": ["size"]},
    ]


def test_a_huge_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(files.MAX_BYTES + 1)
    with pytest.raises(DocumentError, match="limit is 16 MB"):
        store.read(path)


def test_unreadable_files_are_rejected(tmp_path: Path) -> None:
    cases: list[tuple[Path | str, str]] = [
        (tmp_path / "none.json", "there is no such file"),
        (tmp_path, "a folder"),
        ("a\0b", "could not be read"),
    ]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        cases.append((tmp_path / "pipe", "not an ordinary file"))
    for path, reason in cases:
        with pytest.raises(DocumentError, match=reason):
            store.read(path)


def test_failed_writes_leave_nothing_behind(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none" / "x.json", "no such folder"),
        (tmp_path, "a folder"),
        (tmp_path / ("x" * 300), "could not be written"),
    ):
        with pytest.raises(DocumentError, match=reason):
            write_layout(path, LAYOUT)
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "x.json"
    write_layout(path, LAYOUT)
    with pytest.raises(DocumentError, match="could not be written"):
        files.write_text(path, "half a pair: \ud800")
    assert store.read(path) == LAYOUT, "the old file is not touched"
    assert [file.name for file in tmp_path.iterdir()] == ["x.json"]


def test_a_failed_rename_keeps_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    write_layout(path, LAYOUT)
    before = path.read_bytes()

    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(DocumentError, match="no space left"):
        write_layout(path, Layout(game="chess", body={}))
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["x.json"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are a matter of POSIX")
def test_writing_keeps_a_files_mode_and_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "x.json", tmp_path / "link.json"
    write_layout(path, LAYOUT)
    path.chmod(0o640)
    link.symlink_to(path)
    write_layout(link, Layout(game="chess", body={}))
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert store.read_layout(path).body == {}


@pytest.mark.skipif(os.name != "posix", reason="file modes are a matter of POSIX")
def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("")
    write_layout(tmp_path / "x.json", LAYOUT)
    assert (tmp_path / "x.json").stat().st_mode == plain.stat().st_mode


def test_an_error_keeps_its_parts() -> None:
    problem = DocumentError("a.json", "`$.x`", "no good.")
    assert (problem.path, problem.place, problem.reason) == ("a.json", "`$.x`", "no good.")
    assert str(problem) == "a.json, at `$.x`: no good."
    assert str(DocumentError("a.json", "", "no good.")) == "a.json: no good."


def test_documents_of_every_version_can_be_read() -> None:
    for version in range(1, store.LAYOUT_VERSION + 1):
        assert store.read_layout(SAMPLES / f"layout-v{version}.json").name == f"Sample of version {version}"
    for version in range(1, store.RECORD_VERSION + 1):
        assert len(store.read_record(SAMPLES / f"match-v{version}.json").log) > 10
    assert store.read_record(SAMPLES / "match-v1-notes.json") == store.read_record(NOTES)


def test_samples_of_the_newest_version_are_canonical() -> None:
    layout = SAMPLES / f"layout-v{store.LAYOUT_VERSION}.json"
    record = SAMPLES / f"match-v{store.RECORD_VERSION}.json"
    for document in (layout, record):  # they are from before files named their schema
        written = store.document_text(store.read(document))
        remaining = [line for line in written.splitlines() if '"$schema"' not in line]
        assert remaining == document.read_text(encoding="utf-8").splitlines()


def test_an_error_stays_one_line_whatever_it_quotes(tmp_path: Path) -> None:
    problem = complaint({**GOOD_RECORD, "options": {"two\nlines": 1, "x" * 61: 2}}, tmp_path)
    assert "\n" not in problem.reason
    assert len(complaint({**GOOD, "$schema": "x" * 100_000}, tmp_path).reason) < 600


def test_the_schema_of_a_file_is_preserved() -> None:
    for reference in ("../schemas/layout.chess.schema.json", "C:\\x\\layout.schema.json",
                      "https://example.org/mine.json", "urn:explorer-studio:layout.chess#"):  # fmt: skip
        layout = store.parse(json.dumps({**GOOD, "$schema": reference}).encode())
        assert json.loads(store.document_text(layout))["$schema"] == reference


@pytest.mark.parametrize("reference", ["Sargasso Sea", "../schemas/layout.chess.schema.json"])
def test_a_record_that_is_read_is_the_one_that_will_be_written_whatever_its_layout_names(reference: str) -> None:
    record = store.parse(json.dumps({**GOOD_RECORD, "layout": {**GOOD, "$schema": reference}}).encode())
    assert store.parse(store.document_text(record).encode()) == record


def test_a_file_that_names_no_schema_gets_the_own_one() -> None:
    assert GOOD["$schema"] == "urn:explorer-studio:layout.chess"
    assert GOOD_RECORD["$schema"] == "urn:explorer-studio:match"
    bare = {key: value for key, value in GOOD.items() if key != "$schema"}
    assert store.parse(json.dumps(bare).encode()) == LAYOUT


def test_fields_of_a_newer_program_are_preserved() -> None:
    newer = {**GOOD, "licence": {"of": ["anything"]}, "unknown": 1}
    assert json.loads(store.document_text(store.parse(json.dumps(newer).encode()))) == newer
    seats = [{**seat, "colour": "red"} for seat in GOOD_RECORD["seats"]]
    record = {**GOOD_RECORD, "seats": seats, "place": "Rome", "layout": newer}
    assert json.loads(store.document_text(store.parse(json.dumps(record).encode()))) == record


NOTES = SAMPLES / "match-v2-notes.json"
LATER = ("by_lot", "bookmarks"), ("color", "notes")
"""What records and their seats have got since the first program wrote them."""


def test_bookmarks_colours_and_notes_are_in_the_file_only_where_there_are_any() -> None:
    record = store.read_record(NOTES)
    assert [(mark.place, mark.note) for mark in record.bookmarks] == [(0, "Before anything"), (7, "")]
    assert record.by_lot and record.seats[0].color == "plum" and record.seats[0].notes.startswith("The token")
    assert store.record_text(record) == NOTES.read_text(encoding="utf-8")
    assert not set(LATER[0]) & set(GOOD_RECORD) and not any(set(LATER[1]) & set(seat) for seat in GOOD_RECORD["seats"])


def test_a_program_that_does_not_know_them_keeps_them() -> None:
    raw, older = json.loads(NOTES.read_text(encoding="utf-8")), deepcopy(store.envelope(Record))
    for name, keys in zip(("Record", "SeatEntry"), LATER, strict=True):
        for key in keys:
            del older["$defs"][name]["properties"][key]
    known, unknown = split_unknown(raw, older)
    assert not set(LATER[0]) & set(known) and not any(set(LATER[1]) & set(seat) for seat in known["seats"])
    assert merge_unknown(known, unknown) == raw


@pytest.mark.parametrize(
    ("marks", "place"),
    [([{"place": -1}], "bookmarks[0]"), ([{"note": "x"}], "bookmarks[0]"), ([{"place": 1, "note": "x" * 401}], "note")],
)
def test_bookmarks_of_another_shape_are_rejected(marks: list[dict[str, Any]], place: str, tmp_path: Path) -> None:
    assert place in complaint({**GOOD_RECORD, "bookmarks": marks}, tmp_path).place


@pytest.mark.parametrize(
    ("options", "date"),
    [({}, "2026-11-21"), ({"earlier_rules": True}, "2026-11-21"), ({"earlier_rules": False}, "2026-11-22")],
)
def test_records_without_a_date_of_the_rules_get_one(options: dict[str, bool], date: str) -> None:
    raw = {key: value for key, value in GOOD_RECORD.items() if key != "rules"}
    record = store.parse(json.dumps({**raw, "version": 1, "options": {"short": True, **options}}).encode())
    assert isinstance(record, Record) and (record.rules, record.options) == (date, {"short": True})
    bare = store.parse(json.dumps(raw).encode())
    assert isinstance(bare, Record) and bare.rules == "2026-11-21"
    with pytest.raises(DocumentError) as caught:
        store.parse(json.dumps({**raw, "version": 1, "options": [1]}).encode())
    assert caught.value.place == "`$.options`"


STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda raw: {"version": raw["version"], "new": raw["old"]},
    2: lambda raw: {**raw, "new": raw["new"] * 2},
}


def test_every_step_is_taken_in_order_and_changes_no_input() -> None:
    raw, newest = {"version": 1, "old": 4}, {"version": 3, "new": 1}
    assert migrate(raw, "", "", STEPS, 3) == {"version": 3, "new": 8}
    assert raw == {"version": 1, "old": 4}
    assert migrate({"version": 2, "new": 4}, "", "", STEPS, 3) == {"version": 3, "new": 8}
    assert migrate(newest, "", "", STEPS, 3) is newest
    with pytest.raises(DocumentError, match=r"newer version .*version 4"):
        migrate({"version": 4}, "", "", STEPS, 3)


@pytest.mark.parametrize("version", [None, "1", 1.0, True, 0, -1])
def test_invalid_versions_are_rejected(version: object) -> None:
    with pytest.raises(DocumentError, match="whole number"):
        migrate({"version": version}, "", "", STEPS, 3)


def test_there_is_a_step_from_every_version() -> None:
    assert sorted(store.LAYOUT_STEPS) == list(range(1, store.LAYOUT_VERSION))
    assert sorted(store.RECORD_STEPS) == list(range(1, store.RECORD_VERSION))


NUMBERED = Layout(game="chess", name="0", body={})


def saved(path: Path, number: int) -> None:
    text = store.layout_text(msgspec.structs.replace(NUMBERED, name=str(number)))
    make_backup(path, text)
    write_text(path, text)
    os.utime(path, (1e9 + number, 1e9 + number))


def test_the_last_ten_versions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "here" / "gulf.json"
    path.parent.mkdir()
    for number in range(14):
        saved(path, number)
    remaining = list_backups(path)
    assert [store.read_layout(backup.path).name for backup in remaining] == [str(number) for number in range(12, 2, -1)]
    assert [backup.time for backup in remaining] == [1e9 + number for number in range(12, 2, -1)]
    assert [entry.name for entry in path.parent.iterdir()] == ["gulf.json"], "nothing is put beside the file"
    assert all(backup.path.is_relative_to(data_dir()) for backup in remaining)


def test_the_time_of_a_version_has_fractions(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    saved(path, 0)
    os.utime(path, ns=(0, 1_600_000_000_250_000_000))
    saved(path, 1)
    assert [backup.time for backup in list_backups(path)] == pytest.approx([1_600_000_000.25], abs=0.01)


def test_versions_follow_each_other_whatever_the_clock_says(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    for number in range(3):
        saved(path, number)
    folder = list_backups(path)[0].path.parent
    write_text(folder / f"{5 * 10**18}.json", store.layout_text(NUMBERED))  # of an older program, from the year 2128
    times = (1e9, 1e9, 1e9, 5.0, 4.0, 4.0, 1e9)
    for number, moment in enumerate(times, 3):
        saved(path, number)
        os.utime(path, (moment, moment))
    saved(path, 10)
    names = [store.read_layout(backup.path).name for backup in list_backups(path)]
    assert names == [str(number) for number in range(9, -1, -1)], "the oldest is the one of the older program"
    assert [backup.time for backup in list_backups(path)][:7] == list(reversed(times))


def test_saves_that_fail_push_no_earlier_version_out(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    for number in range(3):
        saved(path, number)
    for _attempt in range(15):
        assert make_backup(path, "what is never written")
    assert [store.read_layout(backup.path).name for backup in list_backups(path)] == ["2", "1", "0"]


def test_an_unreadable_version_does_not_prevent_later_ones(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    for number in range(3):
        saved(path, number)
    newest = list_backups(path)[0].path
    newest.unlink()
    newest.mkdir()
    for number in range(3, 16):
        saved(path, number)
    assert [store.read_layout(backup.path).name for backup in list_backups(path)[:10]] == [
        str(number) for number in range(14, 4, -1)
    ]


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_pipe_or_device_is_not_read_before_saving(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    for name in ("pipe.json", "zero.json"):
        with pytest.raises(DocumentError, match="device or a pipe"):
            store.save_with_backup(tmp_path / name, NUMBERED)
        assert list_backups(tmp_path / name) == []


def test_what_does_not_change_the_file_makes_no_version(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    saved(path, 1)
    assert list_backups(path) == []
    assert not make_backup(path, path.read_text("utf-8"))
    assert list_backups(path) == []


def test_every_spelling_of_a_path_has_the_same_versions_and_other_files_have_others(tmp_path: Path) -> None:
    path, other = tmp_path / "gulf.json", tmp_path / "sub" / ".." / "gulf.json"
    (tmp_path / "sub").mkdir()
    (tmp_path / "link.json").symlink_to(path)
    saved(path, 1)
    saved(other, 2)
    saved(tmp_path / "link.json", 3)
    assert len(list_backups(path)) == 2 and list_backups(path) == list_backups(other) == list_backups(
        tmp_path / "link.json"
    )
    assert list_backups(tmp_path / "else.json") == []


def test_files_that_are_no_documents_have_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    path.write_text("something else", "utf-8")
    assert not make_backup(path, "x")
    assert not make_backup(tmp_path / "missing.json", "x")
    assert not make_backup(tmp_path, "x")
    assert list_backups(path) == []


def test_a_full_data_folder_does_not_hinder_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "gulf.json"
    saved(path, 1)

    def full(*_words: object) -> None:
        raise DocumentError("", "", "it could not be written (no space left on device).")

    monkeypatch.setattr("studio.documents.store.write_text", full)
    assert not make_backup(path, "x")
    assert list_backups(path) == []
