"""The benchmark of rules runs, with and without its reference."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.loading import load_layout
from tests.bench import rules as bench
from tests.bench.figures import Measurement, measure


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_everything_can_be_measured(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MATCHES", 2)
    monkeypatch.setattr(bench, "LIMIT", 0.1)
    opened = load_layout(shipped_layouts(slug)[0])
    peer = bench.Peer()
    figures = measure([*bench.rules(opened, peer), *bench.proofs(opened, peer)], runs=1)
    assert all(figure.value > 0 for figure in figures)
    large, size, goal = bench.grown(opened.game, opened.body)
    grid = opened.game.body.grid(large)
    assert size == f"{grid.columns} × {grid.rows}" and goal > 0
    assert grid.count > opened.game.body.grid(opened.body).count
    assert bench.drawn(opened.game, large) != large


class Quick:
    """Stands in for catanatron: its matches are never played."""

    __name__ = "quick"
    Color = ("red", "blue", "orange", "white")

    class Game:
        def __init__(self, players: list[str], seed: int) -> None:
            assert len(players) == bench.SEATS and seed > 0
            self.state = SimpleNamespace(actions=[0] * 1000)

        def play(self) -> None:
            sum(range(10_000))

    @staticmethod
    def RandomPlayer(color: str) -> str:
        return color


def test_every_value_is_compared_with_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MATCHES", 2)
    monkeypatch.setattr(bench, "PLAYOUTS", 2)
    monkeypatch.setattr(bench, "import_module", lambda _name: Quick())
    peer = bench.Peer()
    opened = load_layout(shipped_layouts(slugs()[0])[0])
    figures = measure([*peer.measurements(), *bench.rules(opened, peer)], runs=1)
    assert peer.matches > 0 and peer.decisions == pytest.approx(1000 * peer.matches)
    assert [bool(figure.ratios) for figure in figures] == [False, False, *[True] * 7]
    assert peer.decision(1e3)() == pytest.approx(1e3 / peer.decisions)


def test_plain_data_names_every_figure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    one = Measurement("steady", "ms", lambda: 1.0, lambda: 4.0, goal=0.1)
    monkeypatch.setattr(bench, "rules", lambda _opened, _peer: [one])
    monkeypatch.setattr(bench, "proofs", lambda _opened, _peer: [])
    monkeypatch.setattr(bench.Peer, "measurements", lambda _peer: [])
    assert bench.main(["--runs", "1", "--json"]) == 0, "measured is measured, a missed goal is no failure"
    row = {"name": "steady", "unit": "ms", "value": 1.0, "ratio": 0.25}
    assert json.loads(capsys.readouterr().out) == {slug: [row] for slug in slugs()}
    assert bench.main(["--runs", "1"]) == 0
    assert capsys.readouterr().out.count("MISSED") == len(slugs())


def test_without_the_peer_nothing_of_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(bench, "import_module", missing)
    peer = bench.Peer()
    assert peer.measurements() == []
    assert peer.decision(1e6)() == 0
