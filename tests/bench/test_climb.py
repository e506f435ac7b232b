"""The direct search for weights: slopes, shrinkage, and matches that are added."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from studio.games import load
from tests.bench import climb, learn

SLUG = "entdecker"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the game's data, with units of 1 for three weights."""
    monkeypatch.setattr(climb, "FOLDER", tmp_path)
    monkeypatch.setattr(learn, "FOLDER", tmp_path)
    found = tmp_path / SLUG
    found.mkdir()
    (found / "scale.json").write_text(json.dumps({"gold": 1.0, "islands": 1.0, "led": 1.0}))
    return found


def weights(folder: Path) -> dict[str, float]:
    found: dict[str, float] = json.loads((folder / "climbed.json").read_text())["weights"]
    return found


def test_weights_move_along_the_slope_and_not_by_noise(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = [feature.key for feature in load(SLUG).evaluation.FEATURES]
    order = sorted(("gold", "islands", "led"), key=keys.index)
    luck, lines = random.Random(2), []
    for _match in range(4000):
        steps = {key: luck.choice((-1, 1)) for key in order}
        chance = 0.5 + 0.1 * steps["gold"] - 0.05 * steps["islands"]  # "led" does nothing
        won = float(luck.random() < chance)
        lines.append(json.dumps([list(steps.values()), won, 10 * won - 5]))
    (folder / "steps.jsonl").write_text("\n".join(lines))
    climb.main([SLUG, "fit", "--layouts", "duel", "--size", "0.1", "--move", "1"])
    before = {feature.key: feature.weight for feature in load(SLUG).evaluation.FEATURES}
    change = {key: value - before[key] for key, value in weights(folder).items()}
    assert change["gold"] == pytest.approx(0.155, abs=0.03) and change["islands"] == pytest.approx(-0.077, abs=0.03)
    assert abs(change["led"]) < 0.04 and not any(round(change[key], 4) for key in keys if key not in order)
    assert "4000 matches" in capsys.readouterr().out


def test_matches_are_added(folder: Path) -> None:
    for count in (1, 2):
        climb.main([SLUG, "play", "--layouts", "duel", "--seconds", "0.01"])
        lines = (folder / "steps.jsonl").read_text().splitlines()
        assert len(lines) == count
    steps, won, _points = json.loads(lines[1])
    assert set(steps) <= {-1, 1} and len(steps) == 3 and won in (0.0, 0.5, 1.0)


def test_units_of_features_that_always_agree_are_left_out(folder: Path) -> None:
    climb.main([SLUG, "scale", "--layouts", "duel", "--seconds", "0.2"])
    found = json.loads((folder / "scale.json").read_text())
    assert "units" not in found, "a constant"
    assert "lead" not in found and found["gold"] > 0
