"""Loading and replaying documents, ignored problems, and files corrupted at random."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from studio.core.game import FIRST_RULES, IllegalAction, LayoutNotPlayable
from studio.core.grid import SquareGrid
from studio.core.match import Match
from studio.core.problems import Problem, Severity
from studio.core.rng import Rng
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.documents.store import DocumentError, Ignored, Layout, Record, layout_text, parse
from studio.games import load, slugs
from studio.games.neue_entdecker import rules
from studio.services.loading import (
    LoadedLayout,
    filter_ignored,
    is_ignored,
    load_layout,
    make_ignore_entry,
    move_entries,
    new_layout,
    parse_layout,
    save_layout,
    start_match,
    to_layout,
    to_record,
)
from tests.helpers import load_record, write_layout, write_record

SAMPLES = Path(__file__).parents[1] / "documents" / "samples"
LAYOUT, RECORD = SAMPLES / "layout-v1.json", SAMPLES / "match-v1.json"


def small() -> LoadedLayout:
    return load_layout(LAYOUT)


def played(decisions: int, seed: int = 3) -> Match:
    match = start_match(small(), 2, {}, seed)
    rng = Rng(seed)
    for _decision in range(decisions):
        if match.is_over:
            break
        match.play(rng.choose(match.legal()))
    return match


def record_of(match: Match) -> Record:
    return to_record(match, small().layout, ["Ada", "Bo"], ["human", "random"])


def test_a_layout_opens_with_its_game_and_body() -> None:
    layout = small()
    assert layout.path == LAYOUT and layout.game.info.slug == "neue_entdecker"
    assert layout.game.body.to_plain(layout.body)["spaces"][1] == "..─.."


def test_a_layout_is_saved_as_it_is(tmp_path: Path) -> None:
    layout = small()
    wider = LoadedLayout(None, layout.layout, layout.game, layout.game.editing.resize(layout.body, 0, 0, 1, 0))
    saved = save_layout(wider, tmp_path / "x.json")
    assert saved.path == tmp_path / "x.json"
    again = load_layout(tmp_path / "x.json")
    assert again.body == wider.body and again.layout == saved.layout
    assert again.layout.name == layout.layout.name


def test_a_new_layout_has_no_file() -> None:
    layout = new_layout("neue_entdecker", "Mine", "Me")
    assert layout.path is None and (layout.layout.name, layout.layout.author) == ("Mine", "Me")
    assert parse_layout(to_layout(layout)).body == layout.body


def test_an_unknown_game_is_rejected(tmp_path: Path) -> None:
    write_layout(tmp_path / "x.json", Layout(game="chess", body={}))
    with pytest.raises(DocumentError, match=r"Unknown value “chess”") as caught:
        load_layout(tmp_path / "x.json")
    assert caught.value.place == "`$.game`" and caught.value.path == tmp_path / "x.json"


def spoilt(path: Path, change: dict[str, Any], where: Path) -> Path:
    """A copy of a file with other values: "layout.body.stacks" → value."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    for key, value in change.items():
        *way, last = key.split(".")
        part = raw
        for step in way:
            part = part[int(step) if isinstance(part, list) else step]
        part[int(last) if isinstance(part, list) else last] = value
    (where / "bad.json").write_text(json.dumps(raw), encoding="utf-8")
    return where / "bad.json"


def test_a_bad_body_is_rejected_with_its_place_in_the_file(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        load_layout(spoilt(LAYOUT, {"body.tiles.0.shape": "xx"}, tmp_path))
    assert caught.value.place == "`$.body.tiles[0].shape`"
    assert str(caught.value).startswith(f"{tmp_path / 'bad.json'}, at `$.body.tiles[0].shape`: ")


def test_a_layout_with_errors_is_not_played() -> None:
    layout = small()
    game = layout.game
    closed = layout.body
    for side in ("north", "east", "south", "west"):
        closed = game.editing.set_field(closed, -1, f"border.{side}", "shore")
    with pytest.raises(LayoutNotPlayable) as caught:
        start_match(LoadedLayout(None, layout.layout, game, closed), 2)
    assert [problem.code for problem in caught.value.problems] == ["border.closed"]


@pytest.mark.parametrize("decisions", [0, 1, 7, 25, 10_000])
def test_a_record_replays_without_a_seed(decisions: int, tmp_path: Path) -> None:
    match = played(decisions)
    write_record(tmp_path / "m.json", record_of(match))
    record, again = load_record(tmp_path / "m.json")
    assert record == record_of(match)
    assert again.state.dump() == match.state.dump()
    assert again.is_over == match.is_over
    assert record_of(again) == record


def test_a_record_from_before_the_routes_were_chosen_plays_as_it_was_played(tmp_path: Path) -> None:
    # written by the program that paid a lone cheapest route without asking, and named payments without their sum (N3)
    record, match = load_record(SAMPLES / "match-v1-routes.json")
    pay = rules.PAY
    assert [action for action, _draws in record.log if action[0] == pay] == [(pay, 2, 0)]
    paid = [decision.action for decision in match.decisions() if decision.action[0] == pay]
    assert paid == [(pay, 2, 0, 1), (pay, 2, 2, 0), (pay, 1, 1, 0)]
    dump = match.state.dump()
    assert (dump["gold"], dump["points"], dump["turn"]) == ([27, 11, 9, 26], [0, 2, 2, 0], 7)
    write_record(tmp_path / "m.json", to_record(match, record.layout, ["A", "B", "C", "D"], ["human"] * 4))
    again, rematch = load_record(tmp_path / "m.json")
    assert len(again.log) == len(record.log) + 2
    assert rematch.state.dump() == dump


def test_illegal_routes_of_old_records_are_rejected(tmp_path: Path) -> None:
    path = SAMPLES / "match-v1-routes.json"
    _record, match = load_record(path)
    place = next(index for index, one in enumerate(match.decisions()) if one.action[0] == rules.PAY)
    for action in ([], [rules.PAY, 9, 9], [99]):
        with pytest.raises(DocumentError, match="cannot be played"):
            load_record(spoilt(path, {f"log.{place}.0": action}, tmp_path))


def test_a_record_goes_on_where_it_stopped(tmp_path: Path) -> None:
    write_record(tmp_path / "m.json", record_of(played(9)))
    _record, match = load_record(tmp_path / "m.json")
    before = len(match.decisions())
    match.play(match.legal()[0])
    assert len(match.decisions()) == before + 1


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"layout.game": "chess"}, "`$.layout.game`", "Unknown value “chess”"),
    ({"layout.body.stacks": 0}, "`$.layout.body.stacks`", ">= 1"),
    ({"layout.body.border": dict.fromkeys(("north", "east", "south", "west"), "shore"), "layout.body.edges": {}},
     "`$.layout`", "the layout has errors"),
    ({"seats": [{"name": "A"}] * 5}, "`$.opening`", "2 to 4 seats"),
    ({"opening": [[99, 99]]}, "`$.opening`", "cannot be played"),
    ({"log.0.0": [99]}, "`$.log[0]`", "cannot be played"),
    ({"log.3.0": []}, "`$.log[3]`", "cannot be played"),
    ({"log.4.1": [[99, 1]]}, "`$.log[4]`", "cannot be played"),
    ({"options": {"weather": True}}, "`$.options.weather`", "no option"),
    ({"options": {"chief_scouts": "yes"}}, "`$.options.chief_scouts`", "is not a valid value for this option"),
    ({"options": {"chief_scouts": 1}}, "`$.options.chief_scouts`", "is not a valid value for this option"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "place", "reason"), BAD)
def test_a_record_that_cannot_be_played_is_rejected(
    change: dict[str, Any], place: str, reason: str, tmp_path: Path
) -> None:
    assert load_record(RECORD)[1].is_over, "the sample itself is a whole match"
    path = spoilt(RECORD, change, tmp_path)
    with pytest.raises(DocumentError) as caught:
        load_record(path)
    assert (caught.value.place, caught.value.path) == (place, path)
    assert reason in caught.value.reason and str(caught.value).endswith(".")


EARLIER = sorted(SAMPLES.glob("earlier-*.json"))
"""Matches from before a rule of their game was changed; their records have no date of the rules."""


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_a_match_from_before_a_change_of_the_rules_goes_on_by_the_old_one(path: Path, tmp_path: Path) -> None:
    record, match = load_record(path)
    assert match.is_over
    assert record.rules == match.rules < match.game.rules_date
    again = to_record(match, record.layout, [seat.name for seat in record.seats], [seat.kind for seat in record.seats])
    write_record(tmp_path / "again.json", again)
    assert load_record(tmp_path / "again.json")[1].state.dump() == match.state.dump()
    assert match.branch(match.root, 1).rules == match.analysis_copy().rules == record.rules
    with pytest.raises(DocumentError, match="cannot be played"):
        later = min(date for date in match.game.rules.CHANGES.values() if date > match.rules)
        load_record(spoilt(tmp_path / "again.json", {"rules": later}, tmp_path))


def test_a_new_match_is_played_by_the_rules_of_today() -> None:
    for path in EARLIER:
        record, old = load_record(path)
        match = start_match(parse_layout(record.layout), len(record.seats), {}, 1)
        assert match.rules == match.game.rules_date == max(match.game.rules.CHANGES.values()) > old.rules


def test_every_game_with_dated_changes_knows_their_clauses() -> None:
    for slug in slugs():
        game = load(slug)
        assert set(game.rules.CHANGES) <= {clause.number for chapter in game.text.book() for clause in chapter.clauses}
        assert all(date > FIRST_RULES for date in game.rules.CHANGES.values())


def test_a_match_by_rules_of_a_newer_program_is_rejected(tmp_path: Path) -> None:
    record = load_record(EARLIER[0])[0]
    write_record(tmp_path / "m.json", record)
    with pytest.raises(DocumentError, match="newer rules, of 2999-12-31") as caught:
        load_record(spoilt(tmp_path / "m.json", {"rules": "2999-12-31"}, tmp_path))
    assert caught.value.place == "`$.rules`"


def few_homes() -> LoadedLayout:
    layout = load_record(SAMPLES / "earlier-columbus.json")[0].layout
    body = {**layout.body, "spaces": [row.replace("H", "#") for row in layout.body["spaces"]]}
    body["spaces"][1:3] = layout.body["spaces"][1:3]
    return parse_layout(Layout(game=layout.game, body=body))


def test_a_match_has_no_more_seats_than_its_layout_serves(tmp_path: Path) -> None:
    layout = few_homes()
    served = layout.game.seats(layout.body)
    assert served == range(2, 3)
    assert start_match(layout, 2).seats == 2
    with pytest.raises(IllegalAction, match="this layout supports at most 2 seats, not 3"):
        start_match(layout, 3)
    record = to_record(start_match(layout, 2), to_layout(layout), ["Ada", "Bo"], ["human", "random"])
    write_record(tmp_path / "m.json", record)
    crowded = spoilt(tmp_path / "m.json", {"seats": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}, tmp_path)
    with pytest.raises(DocumentError, match="supports at most 2 seats"):
        load_record(crowded)


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
    everywhere = filter_ignored(ALL, [Ignored("odd", "a habit")], GRID)
    assert [problem for problem, _entry in everywhere.ignored] == [ODD, ELSEWHERE]


def test_a_problem_beyond_the_ignored_places_counts_again() -> None:
    entry = make_ignore_entry([ODD], GRID, "as drawn")
    assert entry == Ignored("odd", "as drawn", "A1 B1")
    assert is_ignored(ODD, [entry], GRID)
    assert not is_ignored(Problem("odd", Severity.WARNING, "It is odd.", (0, 1, 2)), [entry], GRID)


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


def test_unused_ignore_entries_are_reported() -> None:
    gone = Ignored("odd", "was odd", "F4")
    strange = Ignored("newer.code", "from another program")
    assert filter_ignored(ALL, [gone, strange], GRID).unused == [gone, strange]
    found = filter_ignored(ALL, [Ignored("lab.unfair", "it is meant to be so")], GRID)
    assert found.unused == [] and found.active == ALL, "what only matches find is not missed where none were played"


def test_places_move_along_with_the_board() -> None:
    entries = [Ignored("odd", "a", "A1 F4"), Ignored("odd", "b", "F1"), Ignored("odd", "c"),
               Ignored("count", "d", fields=("x",))]  # fmt: skip
    saved = move_entries(entries, GRID, SquareGrid(4, 6), 1, 2)
    assert saved == (Ignored("odd", "a", "B3"), Ignored("odd", "c"), Ignored("count", "d", fields=("x",)))


def with_entries(slug: str, entries: object) -> bytes:
    raw = json.loads(shipped_layouts(slug)[0].read_text("utf-8"))
    return json.dumps({**raw, "ignored": entries}).encode()


@pytest.mark.parametrize("slug", slugs())
def test_ignored_problems_are_in_the_file_only_if_there_are_any(slug: str) -> None:
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
def test_damaged_entries_are_rejected(entries: object) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(with_entries(slugs()[0], entries))
    assert "ignored" in caught.value.place
