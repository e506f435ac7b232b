"""Learning weights: the fit finds known weights or stays at today's; data and matches are added to those before."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from studio.games import load
from tests.bench import learn

SLUG = "entdecker"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(learn, "FOLDER", tmp_path)
    return tmp_path / SLUG


def run(step: str, *words: str) -> None:
    assert learn.main([SLUG, step, "--layouts", "duel", *words]) == 0


def test_the_fit_finds_weights_that_explain_all_labels(folder: Path) -> None:
    features, luck = load(SLUG).evaluation.FEATURES, random.Random(3)
    true = [0.0 if one.key in learn.FINAL else luck.uniform(-1, 1) for one in features]
    lines = []
    for number in range(300):
        group = []
        for _sibling in range(4):
            values = [0.0 if one.key in learn.FINAL else luck.gauss(0, 1) for one in features]
            label = number + sum(weight * value for weight, value in zip(true, values, strict=True))
            later = [label if one.key == "lead" else 0.0 for one in features]
            group.append([values, values, later, 0.0])  # any number added to all labels of a group tells nothing
        lines.append(json.dumps(["duel:2", group]))
    folder.mkdir()
    (folder / "groups-1-1.jsonl").write_text("\n".join(lines))

    def found(shrinkage: str) -> dict[str, float]:
        run("fit", "--shrinkage", shrinkage, "--clip", "1000", "--near", "1000")
        weights: dict[str, float] = json.loads((folder / "weights.json").read_text())["weights"]
        return weights

    wanted = {one.key: weight for one, weight in zip(features, true, strict=True) if one.key not in learn.FINAL}
    assert {key: value for key, value in found("0.001").items() if key in wanted} == pytest.approx(wanted, abs=0.01)
    assert found("1e12") == pytest.approx({one.key: one.weight for one in features}, abs=1e-4)


def test_a_leg_of_a_voyage_counts_what_it_takes_in_labels(folder: Path) -> None:
    """Arriving in America a turn sooner is worth no 400; siblings of which one has arrived already are left out."""
    keys, luck = [one.key for one in load("columbus").evaluation.FEATURES], random.Random(4)

    def row(**values: float) -> list[float]:
        return [values.get(key, 0.0) for key in keys]

    lines = []
    for number in range(200):
        group = []
        for _sibling in range(4):
            now = row(race=(will_arrive := luck.random()), outward=luck.random() if number % 2 else 1.0)
            group.append([now, now, row(outward=1 - will_arrive), 0.0])
        lines.append(json.dumps(["sargasso_sea:2", group]))
    (folder.parent / "columbus").mkdir()
    (folder.parent / "columbus" / "groups-1-1.jsonl").write_text("\n".join(lines))
    learn.main(["columbus", "fit", "--layouts", "sargasso_sea", "--shrinkage", "0.001", "--near", "1000"])
    found = json.loads((folder.parent / "columbus" / "weights.json").read_text())["weights"]
    assert found["race"] == pytest.approx(40, abs=0.01) and found["outward"] == -400


def test_data_are_added_and_hold_siblings_of_one_decision(folder: Path) -> None:
    for count in (1, 2):
        run("collect", "--seconds", "0.01")
        lines = (folder / "groups-1-1.jsonl").read_text().splitlines()
        assert len(set(lines)) == count
    name, group = json.loads(lines[0])
    assert name == "duel:2" and len(group) > 1
    for within, end, later, over in group:
        assert len(within) == len(end) == len(later) == len(load(SLUG).evaluation.FEATURES)
        assert 0 <= over <= 1


def test_matches_go_on_where_they_stopped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for count in ("1", "2", "2"):
        run("play", "--bot", "greedy", "--matches", count)
        assert f"greedy: {count} matches" in capsys.readouterr().out
    (path,) = folder.glob("matches-*.jsonl")
    assert len(path.read_text().splitlines()) == 2
