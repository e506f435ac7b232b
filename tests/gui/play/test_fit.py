"""Nothing is cut off or hidden at 1024 × 640, and with text of 200 % at 1280 × 720."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from pytestqt.qtbot import QtBot

from studio.core.rng import Rng
from studio.games import slugs
from studio.gui.play.choices import Choices
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import ButtonSpec, ButtonsRow, PlayMove
from studio.gui.shell import session
from tests.gui.play.conftest import PageOpener
from tests.gui.play.worlds import layout, random_match
from tests.gui.shell.text_fit import Misfit, PaintedText, settled_misfits
from tests.helpers import not_none
from tests.short_run import mark_long_rows

pytestmark = pytest.mark.usefixtures("full_dress", "english_afterwards")
SMALL, LARGE_TEXT = (1024, 598), (640, 318)  # what the window leaves for a page


def resize(qtbot: QtBot, page: PlayPage, size: tuple[int, int]) -> None:
    for _try in range(3):  # the minimum of a high page is that of its parts, which get smaller
        page.resize(*size)
        qtbot.wait(10)


def found(qtbot: QtBot, page: PlayPage, painted: PaintedText) -> set[Misfit]:
    """The misfits of a page but those of seat cards, whose pop-ups have the whole status."""
    return {misfit for misfit in settled_misfits(qtbot, page, painted) if misfit.class_name != "SeatCard"}


CASES = [(slug, language, size) for slug in slugs() for language in ("fr", "en", "de") for size in (LARGE_TEXT, SMALL)]


@pytest.mark.parametrize(
    ("slug", "language", "size"), mark_long_rows(CASES, CASES.index(("columbus", "fr", LARGE_TEXT)))
)
def test_every_state_of_a_match_fits(
    qtbot: QtBot,
    open_page: PageOpener,
    monkeypatch: pytest.MonkeyPatch,
    slug: str,
    language: str,
    size: tuple[int, int],
) -> None:
    session.choose(language)
    painted, opened = PaintedText(monkeypatch), layout(slug, 60)
    page = open_page(random_match(opened, 3, 4, 40), opened, *["human"] * 3)
    resize(qtbot, page, size)
    controller = page.controller

    def check(state: str) -> None:
        resize(qtbot, page, size)
        assert page.height() == size[1], state
        assert not found(qtbot, page, painted), state
        decision = QRect(page.decision.mapTo(page, QPoint()), page.decision.size())
        assert page.rect().contains(decision), state

    check("privacy screen" if controller.is_covered else "match")
    controller.confirm_handover()
    check("match")
    controller.start_replay()
    check("replay")
    controller.start_analysis()
    check("analysis")
    rng = Rng(1)
    while not controller.is_over:
        controller.match.play(rng.choose(controller.match.legal()))
    controller.jump_to(controller.match.node)
    check("end of an analysis")


@pytest.mark.parametrize("size", [SMALL, LARGE_TEXT])
def test_the_end_screen_fits(
    qtbot: QtBot, open_page: PageOpener, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    session.choose("fr")
    painted, opened = PaintedText(monkeypatch), layout("entdecker", 24)
    page = open_page(random_match(opened, 3, 4, 9999), opened, *["human"] * 3)
    resize(qtbot, page, size)
    end = page.overlays.end_screen
    for shows_table in (False, True):
        end.points.setChecked(shows_table)
        qtbot.wait(20)
        assert not found(qtbot, page, painted)
        assert end.rect().contains(end.board_button.mapTo(end, end.board_button.rect().center()))


def test_a_long_verdict_is_shown_whole(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, open_page: PageOpener) -> None:
    opened = layout("entdecker", 24)
    page = open_page(random_match(opened, 2, 4, 9999), opened, "human", "human", size=(1024, 598))
    banner = page.overlays.end_screen.sheet.winner_banner
    banner.show_winners((0,), "Ada wins the tie with 127 points, because Ada has more gold than Bento. " * 2)
    painted = PaintedText(monkeypatch)
    assert not painted.misfits(banner)


def test_the_move_that_ends_a_turn_keeps_its_button(qtbot: QtBot) -> None:
    row, play = ButtonsRow(), print
    qtbot.addWidget(row)
    row.resize(420, 36)
    row.show()
    units = [ButtonSpec(PlayMove(play, (6, unit)), f"Place unit {unit}", move_count=1) for unit in range(4)]
    end = ButtonSpec(PlayMove(play, (7,)), "End the expedition", key="5", move_count=1, pinned=True)
    everything = ButtonSpec(row.update, "All moves", "list", "W", total_moves=9, pinned=True)
    row.set_buttons([ButtonSpec(row.hide, "Choose place", "skip", "Tab", filled=True), *units, end, everything])
    button = not_none(row.button_for(end.callback))
    assert button.text() == "End the expedition" and button.width() >= button.sizeHint().width()
    assert row.rect().contains(not_none(row.button_for(row.update)).geometry())
    assert row.button_for(units[3].callback) is None


ENDINGS = {"End expedition", "End turn", "Stay", "Send no scout"}


@pytest.mark.parametrize("slug", slugs())
def test_the_ending_move_of_each_game_is_pinned(slug: str) -> None:
    opened, found = layout(slug, 24), 0
    for seed in range(3):
        match, rng = random_match(opened, 3, seed, 0), Rng(seed)
        while not match.is_over and len(match.decisions()) < 80:
            game, state, actions = opened.game, match.state, match.legal()
            choices = Choices(game, state, actions, game.panel.panel(state, state.to_move))
            endings = [action for action in choices.untargeted if choices.label(action) in ENDINGS]
            if endings:
                found += 1
                assert choices.ending_move == endings[-1]
            match.play(rng.choose(actions))
    assert found
