"""Records of matches: written, read, and changed by hand."""

from __future__ import annotations

import json
import random

import pytest
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import Json
from studio.core.rng import Rng
from studio.documents.store import HUMAN, Record, parse, record_text
from studio.games import load
from studio.gui.page import SeatSetup
from studio.gui.play.controller import MatchController
from studio.gui.play.status import REPLAY
from studio.services.loading import parse_layout, playable_board, replay_record, start_match, to_layout, to_record
from tests.gui.play.worlds import layout

pytestmark = pytest.mark.usefixtures("qtbot")
RECORDS = 100
SHORT = 1


def a_record(slug: str, number: int) -> Record:
    """A match of luck by so many seats as there are, with options by chance, written to text and read again."""
    chance, source = random.Random(f"{slug} {number}"), layout(slug, 30)
    seats = chance.choice(list(source.game.seats(source.body)))
    options = {option.key: chance.random() < 0.5 for option in source.game.info.options if option.default in (0, 1)}
    match, luck = start_match(source, seats, {**options}, number), Rng(number)
    longest = chance.choice((20, 60, 2000))
    while not match.is_over and len(match.decisions()) < longest:
        match.play(luck.choose(match.legal()))
    names = [f"Seat {seat}" for seat in range(seats)]
    record = parse(record_text(to_record(match, to_layout(source), names, [HUMAN] * seats)).encode())
    assert isinstance(record, Record)
    return record


def positions(record: Record) -> list[str]:
    """The position after the opening and after every entry of the log, by the rules alone."""
    game = load(record.layout.game)
    state = game.rules.start(playable_board(parse_layout(record.layout)), len(record.seats), dict(record.options))
    for draw in record.opening:
        state.apply(draw)
    found = [dump_text(state.dump())]
    for action, draws in record.log:
        for step in (action, *draws):
            state.apply(step)
        found.append(dump_text(state.dump()))
    return found


def dump_text(dump: Json) -> str:
    return json.dumps(dump, sort_keys=True)


def check(record: Record, looks: int) -> None:
    """Go through a replay to its end and back, and look at the table every so often."""
    expected = positions(record)
    match = replay_record(record)
    controller = MatchController(match, [SeatSetup(seat.name, seat.kind) for seat in record.seats])
    controller.bots.paused = True
    controller.begin()
    controller.confirm_handover()
    controller.start_replay()
    assert controller.mode == REPLAY
    seen: dict[int, object] = {}
    count = len(controller.playback.nodes)
    assert count == len(expected)
    for place in [*range(count), *reversed(range(count))]:
        controller.playback.seek(place)
        assert dump_text(controller.state.dump()) == expected[place]
        if place % looks == 0:
            view = controller.view
            assert seen.setdefault(place, (view.panel, view.picture.targets)) == (view.panel, view.picture.targets)
    controller.resume()
    assert dump_text(controller.state.dump()) == expected[-1] and not controller.match.can_redo
    controller.close()


@pytest.mark.parametrize("number", range(SHORT))
@pytest.mark.parametrize("slug", games.slugs())
def test_a_record_is_replayed_in_both_directions(slug: str, number: int, qtbot: QtBot) -> None:
    check(a_record(slug, number), 40)


@pytest.mark.long
@pytest.mark.parametrize("slug", games.slugs())
def test_a_hundred_records_are_replayed_in_both_directions(slug: str, qtbot: QtBot) -> None:
    for number in range(SHORT, SHORT + RECORDS):
        check(a_record(slug, number), 50)


def test_a_new_match_continues_from_any_position_of_a_finished_one(qtbot: QtBot) -> None:
    source = layout("entdecker", 16)
    match, luck = start_match(source, 2, {}, 3), Rng(3)
    setups = [SeatSetup("Ada"), SeatSetup("Bento")]
    while not match.is_over:
        if len(match.decisions()) == 8:
            running = MatchController(match, setups)
            running.begin()
            running.start_replay()
            assert not running.may_branch and running.branch() is None, "it would tell what is still hidden"
            running.close()
        match.play(luck.choose(match.legal()))
    controller = MatchController(match, setups)
    controller.begin()
    controller.start_replay()
    controller.playback.seek(9)
    other = controller.branch()
    assert other is not None and not other.analysis
    assert dump_text(other.state.dump()) == dump_text(match.line()[9].state.dump())
    assert other.decisions() == match.decisions()[:9]
    other.play(other.legal()[-1])
    assert dump_text(controller.playback.nodes[9].state.dump()) == dump_text(match.line()[9].state.dump()), (
        "the first is left alone"
    )
    controller.start_analysis()
    controller.play(controller.choices.actions[-1])
    tried = controller.branch()
    assert tried is not None and len(tried.decisions()) == 10
    controller.close()
