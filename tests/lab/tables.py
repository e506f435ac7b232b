"""Experiments for tests: few matches between random bots on a shipped layout."""

from __future__ import annotations

from functools import cache
from typing import Any

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.report.data import report_data
from studio.lab.run import Experiment, Run, Side, make_side, prepare_experiment
from studio.lab.statistics import Matches
from studio.services.loading import load_layout


@cache
def side(slug: str = slugs()[0], seats: int = 2, number: int = 0) -> Side:
    return make_side(load_layout(shipped_layouts(slug)[number]), seats)


def experiment(matches: int = 20, slug: str = slugs()[0], seats: int = 2, **more: Any) -> Experiment:
    given = {"bots": ("random",), "stop": Matches(matches), "seed": 5, "workers": 1, **more}
    return prepare_experiment(Experiment((side(slug, seats),), seats, **given))


def stable_report(run: Run) -> dict[str, Any]:
    """The report without what depends on the machine."""
    report: dict[str, Any] = report_data(run)
    del report["run"]
    return report


def report_of(what: Experiment) -> dict[str, Any]:
    run = Run(what)
    run.finish()
    return stable_report(run)


class Stumped:
    def __init__(self, decisions: int) -> None:
        self.left = decisions

    def start_turn(self, turn: int) -> None:
        """Nothing to do."""

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("no idea")
        return state.legal()[0]
