"""Sweeps over the counts of components: the values of a variation reach the boards that are played."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from studio.core.picture import SEAT_STYLES
from studio.documents.paths import layouts_dir
from studio.lab.report.charts import sweep_chart
from studio.lab.result_store import last_measured_board
from studio.lab.run import Experiment, layout_hash
from studio.lab.series import varied_points
from studio.lab.statistics import Matches
from studio.lab.variations import list_variables, number_names, parse_variation, vary
from studio.services.loading import load_layout, to_layout
from tests.helpers import Cli

DUEL = layouts_dir() / "entdecker" / "duel.json"
COAST, STRAIT = layouts_dir() / "goldland" / "first_game.json", layouts_dir() / "columbus" / "strait.json"
FEW = ("--matches", "2", "--workers", "1")


@pytest.mark.parametrize(
    ("path", "text", "place", "values"),
    [
        (DUEL, "gold=5..7", ("gold", "start"), [5, 6, 7]),
        (DUEL, "gold.cap=9,11", ("gold", "cap"), [9, 11]),
        (DUEL, "units.scout.cost=0,2", ("units", "scout", "cost"), [0, 2]),
        (layouts_dir() / "neue_entdecker" / "base.json", "gold.start=0", ("gold", "start"), [0]),
        (COAST, "camps=2..3", ("camps",), [2, 3]),
        (COAST, "kit.rope=1", ("kit", "rope"), [1]),
        (STRAIT, "tiles.cyclone=3..4", ("tiles", "cyclone"), [3, 4]),
    ],
)
def test_values_are_those_of_the_layout_file(path: Path, text: str, place: tuple[str, ...], values: list[int]) -> None:
    found: list[Any] = []
    for varied in vary(load_layout(path), parse_variation(text)):
        part = to_layout(varied).body
        for key in place:
            part = part[key]
        found.append(part)
    assert found == values


def test_relative_values_are_added_to_the_count_of_the_layout() -> None:
    opened = load_layout(DUEL)
    before = [kind for kind in to_layout(opened).body["tiles"] if kind["name"] == "sea"]
    found = vary(opened, parse_variation("tiles.sea+=-1..1"))
    after = [kind for varied in found for kind in to_layout(varied).body["tiles"] if kind["name"] == "sea"]
    assert [kind["hidden"] - before[0]["hidden"] for kind in after] == [-1, 0, 1]
    assert len({layout_hash(to_layout(varied)) for varied in found}) == 3
    assert found[0].layout.name == f"{opened.layout.name} tiles.sea={before[0]['hidden'] - 1}"
    assert "tiles.sea" in number_names(opened)


def test_points_of_the_window_are_those_of_the_command_line() -> None:
    opened = load_layout(DUEL)
    known = {variable.name: variable for variable in list_variables(opened)}
    plan = Experiment((), 2, ("random",), stop=Matches(2))
    options = opened.game.info.defaults()
    found = varied_points(opened, options, [(known["keep_misfits"], 0, 0), (known["gold.start"], 4, 6)], plan)
    assert [point.name for point in found] == ["off · 4", "off · 5", "off · 6", "on · 4", "on · 5", "on · 6"]
    sides = [point.experiment.sides[0] for point in found if point.experiment is not None]
    assert [side.hash for side in sides[:3]] == [side.hash for side in sides[3:]]
    assert [side.layout.body["gold"]["start"] for side in sides] == [4, 5, 6] * 2
    assert [side.options["keep_misfits"] for side in sides] == [False] * 3 + [True] * 3
    with pytest.raises(ValueError, match="more than 500 combinations"):
        varied_points(opened, options, [(known["gold.start"], 0, 99), (known["tiles.sea"], 0, 9)], plan)


def test_a_value_that_cannot_be_played_has_a_reason() -> None:
    opened = load_layout(DUEL)
    known = {variable.name: variable for variable in list_variables(opened)}
    none, one = varied_points(opened, {}, [(known["gold.cap"], 0, 1)], Experiment((), 2, ("random",)))
    assert none.experiment is None and none.reason.startswith("A seat can hold no gold")
    assert one.experiment is not None and not one.reason


def test_what_is_not_fair_is_tinted_in_the_chart() -> None:
    def side(verdict: str, *rates: float) -> dict[str, Any]:
        seats = [{"win_rate": {"value": rate, "low": rate - 0.01, "high": rate + 0.01}} for rate in rates]
        return {"fairness": {"verdict": verdict}, "seats": [{**seat, "equal_strength": None} for seat in seats]}

    points = [("4", side("fair", 0.5, 0.5)), ("5", side("unfair", 0.6, 0.4)), ("6", side("open", 0.52, 0.48))]
    figure = sweep_chart(points, "Gold", 600, 220, SEAT_STYLES)
    [tint] = [part for part in figure.parts if 'class="off"' in part]
    left, width = (float(tint.split(f'{name}="')[1].split('"')[0]) for name in ("x", "width"))
    middle = figure.marks[1].left + figure.marks[1].width / 2
    assert left < middle < left + width < figure.marks[2].left + 1
    assert figure.marks[1].text == "5: Seat 1: 60.0 % (59.0 – 61.0); Seat 2: 40.0 % (39.0 – 41.0)"


def test_a_sweep_plays_every_combination(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    words = ("sweep", DUEL, "--vary", "gold=4,6", "--vary", "tiles.sea+=0..1", "--vary", "keep_misfits=off,on", *FEW)
    data = cli.json(*words, "-o", out)
    assert len(data["points"]) == 8 and data["skipped"] == []
    assert {point["sides"][0]["options"]["keep_misfits"] for point in data["points"]} == {False, True}
    with out.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["figure"] == "win_rate" and row["seat"] == "0"]
    assert len({(row["hash"], row["options"]) for row in rows}) == 8 and all(row["low"] < row["high"] for row in rows)
    assert "gold=6" in rows[-1]["layout"]


def test_the_history_of_a_layout_has_its_sweeps(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "duel.json"
    file.write_bytes(DUEL.read_bytes())
    for words in (("--vary", "gold=4..5"), ("--vary", "keep_misfits=off,on")):
        cli.json("sweep", file, *words, *FEW)
    history = cli.json("simulate", file, "--history")
    found = [(run["experiment"].get("variation"), run["sides"][0]["options"]["keep_misfits"]) for run in history]
    assert found == [(None, True), (None, False), ("Duel gold=4", False), ("Duel gold=5", False)]
    assert last_measured_board(file) == layout_hash(to_layout(load_layout(file))), "a variation is another board"
    passport = cli.json("passport", file)
    assert [run["counted"] for run in passport["runs"]] == [False, True, True, False], "Duel has 4 gold, and one option"
    lines = cli("simulate", file, "--history").out.splitlines()
    assert "keep_misfits=True" in lines[2] and "Duel gold=5" in lines[5]
    cli("sweep", file, "--vary", "gold=5", "--seed", "9", *FEW)
    assert len(cli.json("simulate", file, "--history")) == 5


def test_a_row_has_the_verdict_and_the_intervals(cli: Cli) -> None:
    lines = cli("sweep", DUEL, "--vary", "gold=4,6", *FEW).out.splitlines()
    assert len(lines) == 4 and "gold=4" in lines[2] and "gold=6" in lines[3]
    assert all("Still open" in line and " – " in line for line in lines[2:])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ruby=1..2", 'nothing is named "ruby"; available: piles, tiles.sea, '),
        ("ruby=1..2", ", ruins, keep_misfits, rotating_first, personal_tiles"),
        ("gold", "is not a variation such as gold=5..9"),
        ("gold=5..", "use a whole number"),
        ("gold=5,,6", "is not a variation"),
        ("gold=9..5", "is not a variation"),
        ("gold=1..900", "more than 500 values"),
        ("gold=100", "must be a whole number from 0 to 99"),
        ("tiles.sea+=-99", "must be a whole number from 0 to 999"),
        ("keep_misfits=1..2", "use on or off"),
    ],
)
def test_bad_variations_are_rejected(cli: Cli, text: str, reason: str) -> None:
    assert reason in cli.error("sweep", DUEL, "--vary", text, *FEW)


def test_the_number_of_combinations_is_limited(cli: Cli) -> None:
    words = ("--vary", "gold=0..22", "--vary", "tiles.sea=1..23")
    assert "combinations are more than 500" in cli.error("sweep", DUEL, *words, *FEW)
    assert "combinations are more than 500" in cli.error("sweep", DUEL, *words[:2], "--seats", "1-40", *FEW)
