"""The rules to be read: every clause has its words, every board of a book its position, every number a clause."""

from __future__ import annotations

import re

import pytest

from studio.core.book import Clause, find_clause
from studio.core.game import EVERYBODY, OVER
from studio.core.rng import Rng
from studio.core.text import name_seats
from studio.documents.paths import resources_dir
from studio.games import known, load
from studio.lessons import sandbox_match
from tests.contract.cases import Case, every_layout, positions
from tests.contract.test_explaining import clauses

every_book = pytest.mark.parametrize("slug", known())


def in_book(slug: str) -> list[Clause]:
    return [clause for chapter in load(slug).text.book() for clause in chapter.clauses]


@every_book
def test_every_clause_has_an_entry_and_no_other(slug: str) -> None:
    keys = [clause.key for clause in in_book(slug)]
    assert len(set(keys)) == len(keys)
    assert {clause.number for clause in in_book(slug) if clause.number} == clauses(slug)
    assert all(chapter.title and chapter.clauses for chapter in load(slug).text.book())


@every_book
def test_a_clause_begins_with_a_sentence_and_has_no_more_words_than_one_reads(slug: str) -> None:
    for clause in in_book(slug):
        assert 3 < len(clause.title) <= 48 and not clause.title.endswith("."), clause.key
        assert clause.blocks[0].kind == "words" and 20 < len(clause.blocks[0].text) <= 330, clause.key
        assert sum(len(block.text) for block in clause.blocks) <= 2400, clause.key
        for block in clause.blocks:
            ends = {"head": "", "board": ""}.get(block.kind, ".")
            assert block.text.endswith(ends) and block.text.strip(), (clause.key, block.text)


@every_book
def test_numbers_in_the_words_are_clauses_of_the_book(slug: str) -> None:
    letters = {number[0] for number in clauses(slug)}
    for clause in in_book(slug):
        for block in clause.blocks:
            if block.kind != "board":
                spoken = set(re.findall(r"\b[A-Z]\d{1,2}\b", block.text))
                assert {number for number in spoken if number[0] in letters} <= clauses(slug), clause.key


@every_book
def test_every_board_has_a_position_that_can_be_drawn_and_goes_on(slug: str) -> None:
    game = load(slug)
    names = [block.name for clause in in_book(slug) for block in clause.blocks if block.kind == "board"]
    assert len(names) >= (5 if len(clauses(slug)) > 10 else 1) and len(set(names)) == len(names)
    for name in names:
        scene = game.text.book_position(name)
        state = scene.state
        assert game.checks.check(scene.body) is not None and game.body.grid(scene.body).count
        picture = game.picture.picture(state, EVERYBODY)
        assert picture.targets and picture.layers, name
        if state.to_move != OVER and state.to_move >= 0:
            assert state.legal(), name
            assert name_seats(game.text.describe(state, state.legal()[0]), ["Ada"] * 6)
        assert game.text.book_position(name).state.dump() == state.dump(), "always the same"
    with pytest.raises(KeyError):
        game.text.book_position("nowhere")


@every_book
def test_spaces_named_below_a_board_are_on_it(slug: str) -> None:
    game = load(slug)
    for clause in in_book(slug):
        for block in clause.blocks:
            if block.kind == "board":
                spaces = set(re.findall(r"\b[A-Z]\d{1,2}\b", block.text))
                picture = game.picture.picture(game.text.book_position(block.name).state, EVERYBODY)
                names = {found[0] for target in picture.targets if (found := re.match(r"[A-Z]\d+", target.name))}
                assert spaces <= names, block.text


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
        told = {block.name for clause in in_book(case.slug) for block in clause.blocks if block.kind == "item"}
        shown = {name for name in shown_beside(case) if name and "/made_" not in name}
        plain = {name.partition("@")[0] for name in shown}
        missing = {name for name in plain if not any(name == one or name.startswith(f"{one}_") for one in told if one)}
        assert not missing
        book = case.game.text.book()
        keys = {name: find_clause(book, name) for name in shown}
        assert set(keys.values()) <= {clause.key for chapter in book for clause in chapter.clauses}, keys
        assert find_clause(book, "nothing/there") == ""


@every_book
def test_every_picture_beside_words_is_there(slug: str) -> None:
    for clause in in_book(slug):
        for block in clause.blocks:
            if block.kind == "item" and block.name:
                assert (resources_dir() / "sprites" / f"{block.name}.svg").is_file(), block.name


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
