"""Moves and events as text, also without names, and the rulebooks."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper

import pytest

from studio.core.book import Clause, find_clause
from studio.core.game import CHANCE, EVERYBODY, OVER
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.core.text import name_seats, retranslate, use_language
from studio.documents.paths import resources_dir, shipped_layouts
from studio.games import known, load
from studio.lessons import sandbox_match
from studio.services.loading import LoadedLayout, load_layout, start_match
from tests.contract.cases import Case, decisions, every_case, every_layout, has_secrets, positions, step
from tests.contract.test_checks import clauses
from tests.short_run import mark_long


@every_case
def test_no_two_moves_read_alike(case: Case) -> None:
    names = [f"Seat {seat}" for seat in range(case.seats)]
    for state in decisions(case):
        sentences = [case.game.text.describe(state, action) for action in state.legal()]
        assert len(set(sentences)) == len(sentences)
        for sentence in sentences:
            assert sentence.strip() == sentence
            assert sentence.endswith((".", "?", "!", "”", ")"))
            assert "⟦" not in name_seats(sentence, names), "a mark of no seat"


@every_case
def test_buttons_and_turns_are_short_and_never_blank(case: Case) -> None:
    for state in decisions(case):
        assert 0 < len(case.game.text.turn_title(state).strip()) <= 20
        for action in state.legal():
            label = case.game.text.button_text(state, action)
            assert 0 < len(label.strip()) <= 40, label


@every_layout
def test_events_tell_of_the_whole_match(case: Case) -> None:
    state, rng = case.start(), Rng(5)
    cells, shown, private = -1, 0, 0
    while state.to_move != OVER:
        before = state.clone()
        was_chance = state.to_move == CHANCE
        action = step(state, rng)
        events = case.game.text.events(before, action, state)
        if not was_chance:
            assert events, f"{action} has no events"
        for event in events:
            shown += 1
            assert event.kind and event.text
            assert -1 <= event.seat < case.seats
            assert -1 <= event.private_to < case.seats
            assert all(cell >= 0 for cell in event.cells)
            assert not re.search(r"[{}]|None|\bself\b", event.text), event.text
            private += event.private_to >= 0
            cells = max([cells, *event.cells])
    assert shown > 5
    assert bool(private) == has_secrets(case), "private texts exist exactly if the game has secrets"


# Drawings that outlive a change of language hold no words


def speak(language: str) -> None:
    use_language([language], resources_dir() / "locale")


def clear_all_caches() -> None:
    """Clear also those caches that a change of language keeps."""
    for name, module in list(sys.modules.items()):
        if name.startswith("studio."):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def drawn(opened: LoadedLayout) -> list[Picture]:
    """All that is drawn of a layout: itself, what can be laid there, a match that has begun."""
    game, body = opened.game, opened.body
    match = start_match(opened, game.info.max_seats, seed=3)
    for _turn in range(8):
        match.play(match.legal()[0])
    stamps = [item.picture for group in game.sketch.palette(body) for item in group.items]
    return [
        game.sketch.sketch(body),
        game.picture.picture(match.state, EVERYBODY),
        *(picture for picture in stamps if picture),
    ]


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("slug", mark_long(known()))
def test_drawings_cached_in_another_language_hold_no_text(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    drawn(opened)
    speak("de")
    with_caches = drawn(opened)
    clear_all_caches()
    assert drawn(opened) == with_caches


def labels(slug: str) -> list[str]:
    """The names and labels that steps in the editor are made of."""
    game, body = load(slug), load_layout(shipped_layouts(slug)[0]).body
    examples = [example.body for code in game.checks.codes() for example in game.checks.explain(code).examples]
    fixes = [problem.fix for example in examples for problem in game.checks.check(example)]
    return [
        *(item.name for group in game.sketch.palette(body) for item in group.items),
        *(field.label for target in (-1, 0) for part in game.editing.form(body, target) for field in part.fields),
        *(fix.label for fix in fixes if fix is not None),
    ]


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("slug", mark_long(known()))
def test_labels_of_undo_steps_can_be_retranslated(slug: str) -> None:
    english = labels(slug)
    speak("de")
    assert [retranslate(label) for label in english] == labels(slug) != english


# The rulebooks


every_book = pytest.mark.parametrize("slug", known())


def in_book(slug: str) -> list[Clause]:
    return [clause for chapter in load(slug).text.book() for clause in chapter.clauses]


@every_book
def test_clauses_are_complete_short_and_refer_to_existing_ones(slug: str) -> None:
    book = in_book(slug)
    assert len({clause.key for clause in book}) == len(book)
    assert {clause.number for clause in book if clause.number} == clauses(slug)
    assert all(chapter.title and chapter.clauses for chapter in load(slug).text.book())
    letters = {number[0] for number in clauses(slug)}
    for clause in book:
        assert 3 < len(clause.title) <= 48 and not clause.title.endswith("."), clause.key
        assert clause.blocks[0].kind == "words" and 20 < len(clause.blocks[0].text) <= 330, clause.key
        assert sum(len(block.text) for block in clause.blocks) <= 2400, clause.key
        for block in clause.blocks:
            ends = {"head": "", "board": ""}.get(block.kind, ".")
            assert block.text.endswith(ends) and block.text.strip(), (clause.key, block.text)
            if block.kind != "board":
                numbers = set(re.findall(r"\b[A-Z]\d{1,2}\b", block.text))
                assert {number for number in numbers if number[0] in letters} <= clauses(slug), clause.key
            if block.kind == "item" and block.name:
                assert (resources_dir() / "sprites" / f"{block.name}.svg").is_file(), block.name


@every_book
def test_every_board_has_a_position_that_can_be_drawn_and_goes_on(slug: str) -> None:
    game = load(slug)
    boards = [block for clause in in_book(slug) for block in clause.blocks if block.kind == "board"]
    texts = {block.name: block.text for block in boards}
    assert len(boards) >= (5 if len(clauses(slug)) > 10 else 1) and len(texts) == len(boards)
    for name in texts:
        scene = game.text.book_position(name)
        state = scene.state
        assert game.checks.check(scene.body) is not None and game.body.grid(scene.body).count
        picture = game.picture.picture(state, EVERYBODY)
        assert picture.targets and picture.layers, name
        spaces = {found[0] for target in picture.targets if (found := re.match(r"[A-Z]\d+", target.name))}
        assert set(re.findall(r"\b[A-Z]\d{1,2}\b", texts[name])) <= spaces, texts[name]
        if state.to_move != OVER and state.to_move >= 0:
            assert state.legal(), name
            assert name_seats(game.text.describe(state, state.legal()[0]), ["Ada"] * 6)
        assert game.text.book_position(name).state.dump() == state.dump(), "always the same"
    with pytest.raises(KeyError):
        game.text.book_position("nowhere")


def shown_beside(case: Case) -> set[str]:
    """The sprites that stand beside the board with numbers, over a match."""
    found: set[str] = set()
    for panel in (case.game.panel.panel(state, seat) for state in positions(case) for seat in range(case.seats)):
        found |= {item.sprite for group in panel.groups for item in group.items}
        found |= {item.sprite for seat in panel.seats for item in seat.items}
    return found


@every_layout
def test_every_piece_tile_and_event_at_the_table_is_explained_with_its_picture(case: Case) -> None:
    if case.layout:
        messages = {block.name for clause in in_book(case.slug) for block in clause.blocks if block.kind == "item"}
        shown = {name for name in shown_beside(case) if name and "/made_" not in name}
        plain = {name.partition("@")[0] for name in shown}
        missing = {
            name for name in plain if not any(name == one or name.startswith(f"{one}_") for one in messages if one)
        }
        assert not missing
        book = case.game.text.book()
        keys = {name: find_clause(book, name) for name in shown}
        assert set(keys.values()) <= {clause.key for chapter in book for clause in chapter.clauses}, keys
        assert find_clause(book, "nothing/there") == ""


@every_layout
def test_every_step_follows_a_clause(case: Case) -> None:
    game = case.game
    if case.layout:
        for state in positions(case):
            assert game.text.clause(state) in clauses(case.slug)


@every_book
def test_boards_that_can_be_tried_are_matches(slug: str) -> None:
    game, tried = load(slug), 0
    for clause in in_book(slug):
        found = sandbox_match(game, clause)
        if found is not None:
            tried += 1
            block, match, body = found
            assert block in clause.blocks and game.body.grid(body).count
            rng = Rng(3)
            for _decision in range(12):
                if not match.is_over:
                    match.play(rng.choose(match.legal()))
            while match.can_undo:
                match.undo()
            assert match.node is match.root
            assert match.analysis_copy().state.dump() == match.state.dump()
    assert tried
