"""Whoever looks at the table learns nothing from the window that the rules hide: not by undo, redo, replay, analysis or
hand-over, in words, tips, descriptions or pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import EVERYBODY, Event, State
from studio.core.match import Match
from studio.core.panel import Panel
from studio.core.picture import Picture, Target
from studio.core.rng import Rng
from studio.gui.board.view import BoardView
from studio.gui.page import SeatSetup
from studio.gui.play import controller
from studio.gui.play.controller import MatchController
from studio.gui.play.page import PlayPage
from studio.gui.play.replay import bookmarks
from studio.gui.play.replay.log_model import flat_lines
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY
from studio.gui.settings import settings
from studio.gui.style.theme import LIGHT
from studio.services.loading import LoadedLayout
from tests.gui.play.sight import differences, sight
from tests.gui.play.worlds import SEATS, layout, otherwise, random_match
from tests.short_run import mark_long, mark_long_rows

NAMES = ("Ada", "Bento", "Clara", "Duarte", "Elena", "Fabio")
Two = tuple[PlayPage, PlayPage]
Deed = Callable[[PlayPage, int], object]


class Leak(AssertionError):
    """Something that a seat must not know was shown to it."""


def _hand_over(page: PlayPage, _number: int) -> None:
    if page.controller.is_covered:
        page.overlays.handover.confirm_button.click()


def _replay(page: PlayPage, _number: int) -> None:
    page.commands.replay()
    page.controller.playback.stop()


def _seek(page: PlayPage, number: int) -> None:
    if page.controller.mode == REPLAY:
        page.controller.playback.seek(number % len(page.controller.playback.nodes))


def _try_out(page: PlayPage, number: int) -> None:
    controller = page.controller
    if controller.mode == ANALYSIS and controller.may_choose:
        controller.play(controller.choices.actions[number % len(controller.choices.actions)])


def _play_on(page: PlayPage, number: int) -> None:
    controller = page.controller
    if controller.mode == PLAY and controller.may_choose:
        controller.play(controller.choices.actions[number % len(controller.choices.actions)])


def _visit(page: PlayPage, number: int) -> None:
    model = page.branches.list.model()
    if page.controller.mode == ANALYSIS and model.rowCount():
        page.branches.list.clicked.emit(model.index(number % model.rowCount(), 0))


def _look_back(page: PlayPage, number: int) -> None:
    lines = [line for line in flat_lines(page.follower.log_book.rows()) if line.node is not None]
    if lines and not page.controller.is_covered:
        page.input.filter_history(next(iter(lines[number % len(lines)].cells), -1))
        page.log.node_clicked.emit(lines[number % len(lines)].node)


def _point(page: PlayPage, number: int) -> None:
    if page.controller.may_choose:
        page.controller.choose(page.controller.choices.actions[number % len(page.controller.choices.actions)])


def _notes(page: PlayPage, number: int) -> None:
    if page.notes.isHidden():
        page.actions_.notes.trigger()
    if page.notes.show_button.isVisibleTo(page):
        page.notes.show_button.click()
    if page.notes.pad.isVisibleTo(page):
        page.notes.pad.setPlainText(f"{page.notes.pad.toPlainText()} {number}")


DEEDS: tuple[Deed, ...] = (
    lambda page, _number: page.undo_action.trigger() if page.undo_action is not None else None,
    lambda page, _number: page.redo_action.trigger() if page.redo_action is not None else None,
    lambda page, number: page.decision.undo_timeline.picked.emit(number % 7 - 3),
    _hand_over,
    _hand_over,
    _replay,
    _seek,
    lambda page, _number: page.commands.analyse(),
    _try_out,
    _try_out,
    _visit,
    _play_on,
    _point,
    _look_back,
    lambda page, _number: page.actions_.reset.trigger(),
    lambda page, _number: page.follower.recall(),
    lambda page, _number: page.controller.resume(),
    lambda page, _number: page.actions_.moves.trigger(),
    lambda page, _number: page.actions_.score_table.trigger(),
    lambda page, _number: page.overlays.hide_scores(),
    _notes,
)


@pytest.fixture
def pair(qtbot: QtBot) -> Iterator[Callable[..., Two]]:
    """Opens two pages on two matches and closes them again."""
    made: list[PlayPage] = []

    def make(opened: LoadedLayout, matches: tuple[Match, Match], kinds: list[str], moving: bool = False) -> Two:
        settings().set_value("speed", 0.5 if moving else 1.0)
        settings().set_value("motion", moving)
        for match in matches:
            setups = [SeatSetup(NAMES[seat], kind) for seat, kind in enumerate(kinds)]
            page = PlayPage(match, opened, setups, LIGHT)
            page.controller.set_paused(True)
            page.resize(1280, 640)
            qtbot.addWidget(page)
            page.show()
            made.append(page)
        return made[-2], made[-1]

    yield make
    for page in made:
        page.about_to_close()


def _same(pages: Two, seat: int, done: list[str]) -> bool:
    """Compare what two worlds show, if it is this seat's or everybody's to see; whether it was compared."""
    one, other = (page.controller for page in pages)
    assert one.played_match.is_over == other.played_match.is_over, done
    if one.played_match.is_over:
        return False  # all is laid open, and an analysis deals nothing anew: what is played there parts the worlds
    assert (one.mode, one.viewer, one.handover_seat, one.seat_to_move) == (
        other.mode,
        other.viewer,
        other.handover_seat,
        other.seat_to_move,
    ), done
    if one.viewer not in (seat, EVERYBODY) or one.is_over:
        return False
    unlike = differences(sight(pages[0]), sight(pages[1]))
    if unlike:
        raise Leak(done, unlike[:4])
    if _movement(pages[0]) != _movement(pages[1]):
        raise Leak(done, "what moves")
    return True


def _movement(page: PlayPage) -> tuple[object, ...]:
    motion = page.animator
    flights = [(one.first, one.last, one.begin, one.end, one.pause_box, one.back) for one in motion.flights._flights]
    ways = [(*box[:5], box[5] is None or box[5].toImage()) for box in flights]
    board = motion.board_animation
    return ways, board._piece_moves, board._drops, board._held, board._flash


def _look(pair: Callable[..., Two], slug: str, seed: int, deeds: int) -> int:
    """Do the same at random in two worlds and compare what a seat sees; how often it could be compared."""
    chooser = random.Random(seed)
    opened = layout(slug, 30)
    seat, alone = chooser.randrange(SEATS), chooser.random() < 0.5
    true = random_match(opened, SEATS, seed, chooser.choice((0, 3, 12, 40, 90)))
    kinds = ["human" if one == seat or not alone else "random" for one in range(SEATS)]
    pages = pair(opened, (true, otherwise(true, seat, Rng(seed + 7))), kinds, seed % 2 == 1)
    for page, text in zip(pages, ("a world", "another"), strict=True):
        for other in range(SEATS):
            page.controller.annotations.set_notes(other, "mine" if other == seat else f"Seat {other} in {text}")
    compared, done = 0, [f"seed {seed}, seat {seat}"]
    for _deed in range(deeds):
        choice, number = chooser.randrange(len(DEEDS)), chooser.randrange(1000)
        done.append(f"{choice}:{number}")
        for page in pages:
            DEEDS[choice](page, number)
        if pages[0].controller.mode == ANALYSIS and pages[0].controller.viewer != seat:
            for page in pages:
                page.controller.resume()  # another seat's analysis: nothing that this seat looks at
        if DEEDS[choice] is _play_on and not _alike(pages, seat):
            break  # the seat has found out something that tells the worlds apart
        compared += _same(pages, seat, done)
    if compared and _alike(pages, seat) and _same(pages, seat, done) and pages[0].overlays.moves_list.isHidden():
        assert _pixels(pages[0]) == _pixels(pages[1]), done
    return compared


def _alike(pages: Two, seat: int) -> bool:
    one, other = (page.controller.played_match.state for page in pages)
    return one.to_move == other.to_move and bool(one.observe(seat) == other.observe(seat))


def _pixels(page: PlayPage) -> QImage:
    page.animator.finish()
    for board in page.findChildren(BoardView):
        board.finish_painting()
    return page.grab().toImage()


@pytest.mark.parametrize(("seed", "deeds"), mark_long_rows([(1, 20), *((seed, 40) for seed in range(1, 60))]))
@pytest.mark.parametrize("slug", mark_long(games.slugs(), 2))
def test_hidden_information_is_not_shown(
    qtbot: QtBot, pair: Callable[..., Two], slug: str, seed: int, deeds: int
) -> None:
    assert _look(pair, slug, seed, deeds) or seed > 2


def _another_rack(patch: pytest.MonkeyPatch) -> None:
    for slug in games.slugs():
        module = games.load(slug).panel
        patch.setattr(module, "panel", partial(_for_next_seat, module.panel))


def _for_next_seat(panel: Callable[[State, int], Panel], state: State, seat: int) -> Panel:
    return panel(state, seat if seat < 0 else (seat + 1) % SEATS)


def _another_picture(patch: pytest.MonkeyPatch) -> None:
    for slug in games.slugs():
        module = games.load(slug).picture
        patch.setattr(module, "picture", partial(_with_dump, module.picture))


def _with_dump(draw: Callable[[State, int], Picture], state: State, seat: int) -> Picture:
    picture = draw(state, seat)
    return replace(picture, targets=(*picture.targets, Target(-5, picture.targets[0].outline, str(state.dump()))))


def _every_line(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MatchController, "may_read", lambda _self, _private_to: True)


def _loud_words(patch: pytest.MonkeyPatch) -> None:
    for slug in games.slugs():
        module = games.load(slug).text
        patch.setattr(module, "events", partial(_public, module.events))


def _public(events: Callable[..., list[Event]], *requested: object) -> list[Event]:
    return [event._replace(private_to=EVERYBODY) for event in events(*requested)]


def _open_notes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        bookmarks, "notes_seat", lambda controller: (controller.viewer + 1) % SEATS if controller.viewer >= 0 else -1
    )


def _true_analysis(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(controller, "redeal_hidden", lambda _line, _seat, _luck: True)


@pytest.mark.long
@pytest.mark.parametrize(
    "leak", [_another_rack, _another_picture, _every_line, _loud_words, _open_notes, _true_analysis]
)
def test_a_leak_is_found(
    qtbot: QtBot, pair: Callable[..., Two], monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """The property above can fail: whatever would give a secret away in some game is seen there."""
    secretive = [slug for slug in games.slugs() if _has_secrets(slug)]
    assert secretive
    leak(monkeypatch)
    for seed in range(1, 6):
        for slug in secretive:
            try:
                _look(pair, slug, seed, 20)
            except Leak:
                return
    pytest.fail("nobody noticed")


def _has_secrets(slug: str) -> bool:
    state = random_match(layout(slug, 30), 2, 1, 12).state
    return bool(state.observe(0) != state.dump())
