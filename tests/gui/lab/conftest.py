"""Lab pages whose matches are played in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.lab import page as page_module
from studio.gui.lab.page import LabPage
from studio.gui.shell.main_window import MainWindow
from studio.lab.run import Experiment, Run
from studio.lab.worker_pool import InProcessPool
from tests.gui.stand_ins import SMALLEST
from tests.gui.windows import shown_window

LAYOUT = SMALLEST  # its matches are short, and no test asks what the game is


def alone(experiment: Experiment) -> Run:
    """A run in this process: no worker has to be waited for."""
    return Run(experiment, InProcessPool())


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, empty_start: None) -> Iterator[MainWindow]:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_asked: "discard")
    window = shown_window(qtbot)
    yield window


def open_lab(window: MainWindow) -> LabPage:
    window.menus.action("lab").trigger()
    page = window.active_page()
    assert isinstance(page, LabPage)
    return page


def editor_of(window: MainWindow) -> EditorPage:
    return next(page for page in window.pages() if isinstance(page, EditorPage))


def laboratory(window: MainWindow, layout: Path = LAYOUT) -> LabPage:
    """The Lab of a layout, with a short experiment of random bots."""
    window.open_path(layout)
    page = open_lab(window)
    for choice in page.choices.bots:
        choice.set_current("random")
    page.choices.count.set_value(12)
    return page


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play matches in this process."""
    monkeypatch.setattr(page_module.LabPage.__init__, "__defaults__", (alone,))


class AtOnce:
    """A thread that has done its work when it is started."""

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...], **_more: Any) -> None:
        self._target, self._args = target, args

    def start(self) -> None:
        self._target(*self._args)

    def join(self, _seconds: float) -> None:
        """It is over."""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play series of experiments in this thread: nothing to wait for, however busy the machine is."""
    monkeypatch.setattr("studio.gui.lab.page.make_pool", lambda *_asked, **_more: InProcessPool())
    monkeypatch.setattr("studio.gui.lab.runner.Thread", AtOnce)


@pytest.fixture
def page(window: MainWindow, in_process: None) -> LabPage:
    return laboratory(window)


def finish_run(page: LabPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.runner.finished):
        page.run()


def show_view(page: LabPage, key: str) -> None:
    page.views.set_current(key)
    page.views.chosen.emit(key)
