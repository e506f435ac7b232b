"""Whoever looks at the table learns nothing from the window that the rules hide: not by undo, redo, replay, analysis or
hand-over, in words, tips, descriptions or pictures."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import CHANCE, EVERYBODY, Action, Event, State
from studio.core.match import Match, Node
from studio.core.panel import Panel
from studio.core.picture import Picture, Target
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.gui.board.view import BoardView
from studio.gui.page import SeatSetup
from studio.gui.play import controller
from studio.gui.play.controller import MatchController
from studio.gui.play.page import PlayPage
from studio.gui.play.replay import bookmarks
from studio.gui.play.status import ANALYSIS, PLAY, REPLAY
from studio.gui.settings import settings
from studio.gui.style.theme import LIGHT
from studio.gui.widgets.text import TooltipWidget
from studio.services.loading import LoadedLayout
from tests.gui.play.conftest import flat_lines
from tests.gui.play.worlds import SEATS, layout, random_match
from tests.short_run import mark_long, mark_long_rows

# What a page shows: two pages that show the same give equal lists.

Sight = list[tuple[str, object]]
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
ROOT = QModelIndex()
MOST = 40  # moves that are put into words, and places that are asked for theirs


def sight(page: PlayPage) -> Sight:
    """What there is to see, with where; two pages that show the same give equal ones.

    All is in its place first, as it is before a window is painted: words that are cut short depend on their room.
    """
    for _round in range(40):  # what has got another size lays out anew what lies in it, and what it lies in, and so on
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    return [
        ("title", page.title()),
        *(
            (f"action {number}", (action.text(), action.toolTip(), action.statusTip(), action.isEnabled()))
            for number, action in enumerate(page.actions())
        ),
        *_of_choices(page),
        *_of_widgets(page),
    ]


def differences(one: Sight, other: Sight) -> list[str]:
    """Where two sights differ, for people."""
    if [place for place, _seen in one] != [place for place, _seen in other]:
        return ["other widgets are shown"]
    return [
        f"{place}: {seen!r:.300} / {unlike!r:.300}"
        for (place, seen), (_place, unlike) in zip(one, other, strict=True)
        if seen != unlike
    ]


def _of_choices(page: PlayPage) -> Iterator[tuple[str, object]]:
    choices = page.controller.choices
    for action in choices.actions[:MOST]:
        yield "move", (action, choices.sentence(action), choices.label(action))
    for place in page.input.targets[:MOST]:
        yield f"place {place}", page.input.text_at(QPointF(page.board.widget_rect(place).center()))


def _of_widgets(page: PlayPage) -> Iterator[tuple[str, object]]:
    shown = [widget for widget in [page, *page.findChildren(QWidget)] if widget.isVisibleTo(page)]
    for number, widget in enumerate(shown):
        place = f"{number} {type(widget).__name__}"
        yield (
            place,
            (
                widget.toolTip(),
                widget.statusTip(),
                widget.whatsThis(),
                widget.accessibleName(),
                widget.accessibleDescription(),
                widget.isEnabled(),
            ),
        )
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            yield f"{place} text", widget.text()
        if isinstance(widget, QPlainTextEdit):
            yield f"{place} text", widget.toPlainText()
        if isinstance(widget, QAbstractItemView):
            for row, index in enumerate(_rows(widget.model())):
                yield f"{place} row {row}", tuple(str(index.data(role)) for role in ROLES)
        if isinstance(widget, TooltipWidget):
            spots = [(x, y) for x in range(6, widget.width(), 24) for y in range(6, widget.height(), 24)]
            yield f"{place} tips", tuple(widget.text_at(QPointF(x, y)) for x, y in spots)
        for name, value in sorted(vars(widget).items()):
            data = _data(value)
            if data is not None:
                yield f"{place}.{name}", data


def _rows(model: QAbstractItemModel, parent: QModelIndex = ROOT) -> Iterator[QModelIndex]:
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield index
        yield from _rows(model, index)


def _data(value: object) -> object:
    """A value that a widget paints from, as far as it is plain data: words, numbers, pictures, panels.

    Widgets in a list are none: those that are shown are looked at themselves, others are kept to be used again.
    """
    if isinstance(value, str | int | Picture) or type(value).__module__ == "studio.core.panel":
        return value
    if isinstance(value, list | tuple):
        return tuple(_data(one) for one in value if not isinstance(one, QWidget))
    return None


# Two worlds that a seat cannot tell apart: a match, and one in which everything this seat never saw is different.

TRIES = 6  # other moves and draws that are tried at each step to find one that looks the same


class Imagined(Match):
    """A match whose positions are made up one by one, so that its log alone would not lead to them."""

    truth: Match

    def analysis_copy(self) -> Match:
        copy = Match(self.game, self.board, self.seats, self.options, analysis=True, opening=self.opening)
        first, *others = self.line()
        copy.root.state, copy.root.events = first.state, list(first.events)
        for node in others:
            copy.node.children = [Node(node.state, copy.node, node.decision, list(node.events))]
            copy.node = copy.node.children[0]
        self.truth.rng = self.rng
        copy.rng = self.truth.analysis_copy().rng
        return copy


def otherwise(match: Match, seat: int, rng: Rng) -> Match:
    """The same match as far as a seat has seen it: others drew, held and named in secret whatever may have been.

    Each step is played from the other world's own position wherever a move and draws are found there that look the
    same to the seat; else the position is dealt afresh, and what was private to others reads otherwise.
    """
    other = Imagined(match.game, match.board, match.seats, match.options, opening=match.opening)
    other.replay((decision.action, decision.draws) for decision in match.decisions())
    other.truth, other.rng = match, match.rng.clone()
    world: State | None = match.game.rules.start(match.board, match.seats, match.options)
    truth = match.game.rules.start(match.board, match.seats, match.options)
    nodes = list(zip(match.line(), other.line(), strict=True))
    for true, node in nodes:
        if node.decision is not None:
            truth = true.parent.state.clone() if true.parent is not None else truth
            world = None if node.parent is None else node.parent.state.clone()
        assert world is not None
        events = _step(match, true, truth, node, world, seat, rng)
        if events is None:
            world = true.state.redeal(seat, rng)
            node.events = [_unlike(event, seat) for event in true.events]
        else:
            node.events = events
        node.state = world
        assert json.dumps(world.observe(seat)) == json.dumps(true.state.observe(seat))
    return other


def _unlike(event: Event, seat: int) -> Event:
    return event if event.private_to in (-1, seat) else event._replace(text=f"Otherwise: {event.text}")


def _step(match: Match, true: Node, truth: State, node: Node, world: State, seat: int, rng: Rng) -> list[Event] | None:
    """Play in both worlds what led to a node, as alike as the seat can see; the events of the other world, or None."""
    events: list[Event] = []
    draws = match.opening
    if true.decision is not None and node.decision is not None:
        action, draws = true.decision.action, true.decision.draws
        mine = true.decision.seat == seat
        likes = [action] if mine else [*_some(rng, [one for one in world.legal() if one[0] == action[0]]), action]
        found = _same_looking(truth, action, world, [one for one in likes if one in world.legal()], seat)
        if found is None:
            return None
        events += _apply(match.game, world, found)
        node.decision = replace(node.decision, action=found)
    for draw in draws:
        if world.to_move != CHANCE:
            return None
        possible = [one for one, _weight in world.chance()]
        found = _same_looking(
            truth, draw, world, [*_some(rng, possible), *(one for one in possible if one == draw)], seat
        )
        if found is None:
            return None
        events += _apply(match.game, world, found)
    return events if world.to_move == true.state.to_move else None


def _some(rng: Rng, actions: list[Action]) -> list[Action]:
    shuffled = actions[:]
    rng.shuffle(shuffled)
    return shuffled[:TRIES]


def _apply(game: Game, state: State, action: Action) -> list[Event]:
    before = state.clone()
    state.apply(action)
    return list(game.text.events(before, action, state))


def _same_looking(truth: State, action: Action, world: State, likes: Iterable[Action], seat: int) -> Action | None:
    """Which of some moves does in the other world what the true one does, as far as the seat can see; plays the true
    one."""
    truth.apply(action)
    seen, to_move = json.dumps(truth.observe(seat)), truth.to_move
    for like in likes:
        after = world.clone()
        after.apply(like)
        if after.to_move == to_move and json.dumps(after.observe(seat)) == seen:
            return like
    return None


# The tests.


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
def test_hidden_information_is_not_shown(pair: Callable[..., Two], slug: str, seed: int, deeds: int) -> None:
    assert _look(pair, slug, seed, deeds) or seed > 2


def _for_next_seat(panel: Callable[[State, int], Panel], state: State, seat: int) -> Panel:
    return panel(state, seat if seat < 0 else (seat + 1) % SEATS)


def _with_dump(draw: Callable[[State, int], Picture], state: State, seat: int) -> Picture:
    picture = draw(state, seat)
    return replace(picture, targets=(*picture.targets, Target(-5, picture.targets[0].outline, str(state.dump()))))


def _public(events: Callable[..., list[Event]], *requested: object) -> list[Event]:
    return [event._replace(private_to=EVERYBODY) for event in events(*requested)]


def _notes_of_the_next_seat(controller: MatchController) -> int:
    return (controller.viewer + 1) % SEATS if controller.viewer >= 0 else -1


@pytest.mark.long
@pytest.mark.parametrize("leak", ["rack", "picture", "events", "every line", "notes", "true analysis"])
def test_a_leak_is_found(qtbot: QtBot, pair: Callable[..., Two], monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """The property above can fail: whatever would give a secret away in some game is seen there."""
    secretive = [slug for slug in games.slugs() if _has_secrets(slug)]
    assert secretive
    for game in map(games.load, games.slugs()):
        match leak:
            case "rack":
                monkeypatch.setattr(game.panel, "panel", partial(_for_next_seat, game.panel.panel))
            case "picture":
                monkeypatch.setattr(game.picture, "picture", partial(_with_dump, game.picture.picture))
            case "events":
                monkeypatch.setattr(game.text, "events", partial(_public, game.text.events))
    match leak:
        case "every line":
            monkeypatch.setattr(MatchController, "may_read", lambda _self, _private_to: True)
        case "notes":
            monkeypatch.setattr(bookmarks, "notes_seat", _notes_of_the_next_seat)
        case "true analysis":
            monkeypatch.setattr(controller, "redeal_hidden", lambda _line, _seat, _luck: True)
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
