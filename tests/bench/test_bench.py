"""The benchmarks of bots, turns and rules run, compare and report; measurements have medians, ratios and goals."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from studio.core.cancellation import CancelToken
from studio.core.game import State
from studio.core.match import Match
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.documents.store import Record
from studio.games import slugs
from studio.lab.review.model import Review
from studio.lab.run import Experiment, Run
from studio.services.loading import load_layout
from tests.bench import bots, decision, hints, luck, review, rules, turns
from tests.bench.figures import Figure, Measurement, measure, nothing, table


def test_each_requested_pair_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", slugs()[0], "--matches", "2", "--workers", "1"]
    assert bots.main([*words, "--pairs", "greedy>random"]) == 0
    head, _line, row = capsys.readouterr().out.splitlines()
    assert head.startswith("game") and "greedy > random" in row
    assert " 2  100.0 %" in row and row.count("met") == 1 and "not sure" in row, "two matches are not enough"


def test_a_seat_follows_hints_and_the_bot_has_each_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    followed = []

    def first_move(_game: Game, state: State, _seed: int, _cancel: CancelToken) -> SimpleNamespace:
        followed.append(state.to_move)
        return SimpleNamespace(action=state.legal()[0])

    monkeypatch.setattr(hints, "advise", first_move)
    hints.main(["--games", "goldland", "--layout", "temple_in_the_west", "--opponent", "random", "--matches", "2"])
    assert set(followed) == {0, 1} and "of 2 matches against hints" in capsys.readouterr().out


def test_reviews_are_timed_until_the_first_mark_and_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def quick(record: Record, match: Match, *, processes: int, tell: Callable[[Review], object]) -> Review:
        steps = [SimpleNamespace(mark=mark) for mark in ("", "mistake")]
        for known in (steps[:1], steps):
            tell(cast(Review, SimpleNamespace(steps=known)))
        return cast(Review, SimpleNamespace(steps=steps, to_judge=2))

    monkeypatch.setattr(review, "review_match", quick)
    review.main(["--games", "goldland", "--matches", "1"])
    *_head, line = capsys.readouterr().out.splitlines()
    assert line.split()[:6] == ["goldland", "novice", ">", "greedy", "2", "1"] and "–" not in line


def test_missed_targets_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bots.row(slugs()[0], "random", "greedy", 0.5, 1, 1)
    assert found[3] == "0.0 %" and found[6] == "MISSED, not sure"


@pytest.mark.long
def test_matches_of_another_seed_can_be_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = []

    def noted(experiment: Experiment) -> Run:
        questions.append(experiment.seed)
        return Run(experiment)

    monkeypatch.setattr(bots, "Run", noted)
    for text in ([], ["--seed", "3"]):
        bots.main(["--games", slugs()[0], "--matches", "1", "--workers", "1", "--pairs", "greedy>random", *text])
    assert questions == [0, 3]


def test_pairs_may_name_limits_and_keep_the_goals_of_their_kinds() -> None:
    assert bots.parse_pairs("greedy>random,mcts:60>planner,planner:2s>planner:0.5s") == [
        ("greedy", "random", 0.95),
        ("mcts:60", "planner", 0.55),
        ("planner:2s", "planner:0.5s", 0.5),
    ]


def test_turns_of_two_bots_are_set_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert turns.main(["--games", slugs()[0], "--turns", "3", "--bots", "greedy,random,greedy"]) == 0
    _blank, title, head, _line, usual, chance, same = capsys.readouterr().out.splitlines()
    assert title.endswith(", 3 turns") and head.startswith("bot ") and "more than greedy" in head
    assert usual.split()[:-1] == ["greedy", *2 * ["+0.00", "±", "0.00", "0", "0"]] == same.split()[:-1]
    assert chance.split()[0] == "random" and chance.split()[1].startswith("-"), "luck is the same, skill is not"


def test_a_turn_that_came_to_more_is_better() -> None:
    one, usual = turns.Turns([1.0, 2.0, 6.0], [2.0, 2.0, 2.0], 0.25), turns.Turns([1.0, 3.0, 1.0], [1.0, 1.0, 1.0], 0.5)
    assert turns.row("one", one, usual) == ("one", "+1.33", "± 1.86", "1", "1", "+1.00", "± 0.00", "3", "0", "250.0")


def steady(values: tuple[float, ...], others: tuple[float, ...] = ()) -> Measurement:
    """A measurement with these values, and these reference values."""
    given, references = iter(values), iter(others)
    return Measurement("steady", "ms", lambda: next(given), (lambda: next(references)) if others else nothing)


def test_the_median_of_the_runs_counts() -> None:
    figure, other = measure([steady((9, 1, 4)), steady((5, 5, 5))], runs=3)
    assert figure.runs == (9, 1, 4)
    assert figure.value == 4
    assert other.value == 5
    assert (other.ratios, other.ratio) == ((), 0)


def test_a_ratio_is_taken_in_every_run() -> None:
    (figure,) = measure([steady((9, 1, 4), (3, 2, 8))], runs=3)
    assert figure.ratios == (3, 0.5, 0.5)
    assert figure.ratio == 0.5


@pytest.mark.parametrize(
    ("goal", "most", "verdict"),
    [(0, True, ""), (4, True, "met"), (3.9, True, "MISSED"), (4, False, "met"), (5, False, "MISSED")],
)
def test_goals_are_upper_or_lower_bounds_of_ratios(goal: float, most: bool, verdict: str) -> None:
    one = Measurement("one", "ms", nothing, nothing, goal, most)
    assert Figure(one, (4000.0, 3000.0, 1.0), (4.0, 3.0, 100.0)).verdict == verdict
    assert Figure(one, (4.0, 3.0, 100.0)).verdict == "", "without a ratio nothing is judged"


def test_the_table_marks_missed_targets() -> None:
    fast = Figure(Measurement("clone", "µs", nothing, goal=0.5), (7.0, 8.0), (0.02, 0.04))
    slow = Figure(Measurement("matches", "matches/s", nothing, goal=5, most=False), (1200.0,), (4.5,))
    lines = table([fast, slow]).splitlines()
    assert lines[0].split() == ["measurement", "median", "unit", "least", "most", "ratio", "goal"]
    assert lines[2].split() == ["clone", "7.50", "µs", "7.00", "8.00", "0.030", "×", "≤", "0.50", "×", "met"]
    assert lines[3].split()[4:] == ["1,200", "4.50", "×", "≥", "5.00", "×", "MISSED"]


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_everything_can_be_measured(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MATCHES", 2)
    monkeypatch.setattr(rules, "LIMIT", 0.1)
    opened = load_layout(shipped_layouts(slug)[0])
    peer = rules.Peer()
    figures = measure([*rules.rules(opened, peer), *rules.proofs(opened, peer)], runs=1)
    assert all(figure.value > 0 for figure in figures)
    large, size, goal = rules.grown(opened.game, opened.body)
    grid = opened.game.body.grid(large)
    assert size == f"{grid.columns} × {grid.rows}" and goal > 0
    assert grid.count > opened.game.body.grid(opened.body).count
    assert rules.drawn(opened.game, large) != large


class Quick:
    """Stands in for catanatron: its matches are never played."""

    __name__ = "quick"
    Color = ("red", "blue", "orange", "white")

    class Game:
        def __init__(self, players: list[str], seed: int) -> None:
            assert len(players) == rules.SEATS and seed > 0
            self.state = SimpleNamespace(actions=[0] * 1000)

        def play(self) -> None:
            sum(range(10_000))

    @staticmethod
    def RandomPlayer(color: str) -> str:
        return color


def test_every_value_is_compared_with_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MATCHES", 2)
    monkeypatch.setattr(rules, "PLAYOUTS", 2)
    monkeypatch.setattr(rules, "RATED", 20)
    monkeypatch.setattr(rules, "import_module", lambda _name: Quick())
    peer = rules.Peer()
    opened = load_layout(shipped_layouts(slugs()[0])[0])
    figures = measure([*peer.measurements(), *rules.rules(opened, peer)], runs=1)
    assert peer.matches > 0 and peer.decisions == pytest.approx(1000 * peer.matches)
    assert [bool(figure.ratios) for figure in figures] == [False, False, *[True] * 10]
    assert peer.decision(1e3)() == pytest.approx(1e3 / peer.decisions)


def test_a_decision_takes_more_matches_the_nearer_the_board_is_to_the_margin() -> None:
    found = [[decision.matches_to_decision(offset, 0.2, seed) for seed in range(5)] for offset in (0.0, 0.25, 0.45)]
    clear, near, extreme = map(sum, found)
    assert max(clear, extreme) < near


def test_plain_data_names_every_figure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    one = Measurement("steady", "ms", lambda: 1.0, lambda: 4.0, goal=0.1)
    monkeypatch.setattr(rules, "rules", lambda _opened, _peer: [one])
    monkeypatch.setattr(rules, "proofs", lambda _opened, _peer: [])
    monkeypatch.setattr(rules.Peer, "measurements", lambda _peer: [])
    assert rules.main(["--runs", "1", "--json"]) == 0, "measured is measured, a missed goal is no failure"
    row = {"name": "steady", "unit": "ms", "value": 1.0, "ratio": 0.25}
    assert json.loads(capsys.readouterr().out) == {slug: [row] for slug in slugs()}
    assert rules.main(["--runs", "1"]) == 0
    assert capsys.readouterr().out.count("MISSED") == len(slugs())


def test_without_the_peer_nothing_of_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(rules, "import_module", missing)
    peer = rules.Peer()
    assert peer.measurements() == []
    assert peer.decision(1e6)() == 0


def test_the_variance_that_pairs_save_is_known_for_equal_opposite_and_independent_results() -> None:
    assert luck.variance_saved([(1, 1), (0, 0)]) == 1
    assert luck.variance_saved([(1, 0), (0, 1)]) == -1
    assert luck.variance_saved([(0, 0), (0, 1), (1, 0), (1, 1)]) == pytest.approx(0)
    low, high = luck.bootstrap([(0, 0), (0, 1), (1, 0), (1, 1)] * 25)
    assert -0.25 < low < -0.1 and 0.1 < high < 0.25, "a correlation of 100 pairs has a standard error of a tenth"


def test_layouts_with_swapped_spaces_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    luck.main(["--layouts", f"{slugs()[0]}:0", "--bot", "random", "--matches", "3"])
    assert " swapped: " in (line := capsys.readouterr().out) and "3 pairs" in line
