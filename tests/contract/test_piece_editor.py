"""The piece editor: every game with editable pieces lists all of them, and every click is a pure edit."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Field, find_field
from studio.core.game import Body
from studio.core.picture import Picture, Sprite
from studio.core.pieces import PieceDetail, PieceSet
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import known, load
from studio.services.loading import load_layout
from tests.contract.cases import is_sentence
from tests.core.test_own_picture import PICTURE

MANY = 20  # the size of a set whose entries are all tried


def _layouts() -> Iterator[object]:
    for slug in known():
        if load(slug).has_piece_editor:
            for place, path in enumerate(shipped_layouts(slug)):
                marks = pytest.mark.long if place else ()
                yield pytest.param(load(slug), load_layout(path).body, id=f"{slug}-{path.stem}", marks=marks)


layouts = pytest.mark.parametrize("game, body", list(_layouts()))


def _details(game: Game, body: Body) -> Iterator[tuple[str, PieceDetail]]:
    """Some entries of the whole set; of a long set the rotations of the first and the last only."""
    entries = game.pieces.pieces(body).entries
    chosen = entries[:: 1 + len(entries) // MANY]
    for entry in chosen:
        first = game.pieces.piece_detail(body, entry.key, 0)
        yield entry.key, first
        is_rotated = len(entries) < MANY or entry in (chosen[0], chosen[-1])
        for turned in first.turns[1:] if is_rotated else ():
            if turned.same_as == turned.turn:
                yield entry.key, game.pieces.piece_detail(body, entry.key, turned.turn)


def _is_drawn(bounds: tuple[float, float, float, float]) -> bool:
    left, top, right, foot = bounds
    return left < right and top < foot


def _sound(game: Game, body: Body) -> None:
    """Every edited body is canonical."""
    plain = game.body.to_plain(body)
    again = game.body.parse(plain)
    assert again == body and game.body.to_plain(again) == plain


def test_games_without_a_piece_editor_have_no_pieces() -> None:
    for slug in known():
        game = load(slug)
        assert game.has_piece_editor == bool(game.pieces.pieces(game.editing.blank()).entries)


@layouts
def test_the_piece_set_is_complete(game: Game, body: Body) -> None:
    found: PieceSet = game.pieces.pieces(body)
    assert found.title and found.entries and found.new_kinds
    assert len({entry.key for entry in found.entries}) == len(found.entries)
    for entry in found.entries:
        assert entry.name and _is_drawn(entry.picture.bounds)
        assert len(entry.cells) == len(entry.fields) == len(found.columns) == len(found.totals)
        assert all(cell in range(game.body.grid(body).count) for cell in entry.places)
        assert found.entry(entry.key) is entry
        for column, cell in zip(found.columns, entry.cells, strict=True):
            assert isinstance(cell, int) if column.kind == "number" else not isinstance(cell, int)
    for number, column in enumerate(found.columns):
        if column.kind == "number":
            assert found.totals[number] == sum(
                cell for entry in found.entries if isinstance(cell := entry.cells[number], int)
            )
    assert len({column.title for column in found.columns}) == len(found.columns)


@layouts
def test_fields_of_pieces_are_in_the_form_of_the_layout(game: Game, body: Body) -> None:
    form = game.editing.form(body, -1)
    fields: list[Field | None] = []
    for entry in game.pieces.pieces(body).entries:
        fields += [*entry.fields, entry.name_field]
    for _key, detail in _details(game, body):
        fields += [*detail.fields, *(counter.field for counter in detail.counters)]
    for field in fields:
        if field is not None and field.kind != "note":
            found_field = find_field(form, field.key, field.value)
            assert (found_field.kind, found_field.value) == (field.kind, field.value)


@layouts
def test_sections_of_a_piece_name_an_entry(game: Game, body: Body) -> None:
    keys = {entry.key for entry in game.pieces.pieces(body).entries}
    assert {section.piece_key for section in game.editing.form(body, -1)} - {""} <= keys


@pytest.mark.long
@layouts
def test_a_click_is_a_pure_edit_and_can_be_reverted(game: Game, body: Body) -> None:
    check_clicks(game, body, list(_details(game, body)))


def check_clicks(game: Game, body: Body, details: Collection[tuple[str, PieceDetail]]) -> None:
    """Each click on these pieces is a pure edit, and some click takes it back."""
    before = game.body.to_plain(body)
    for key, detail in details:
        assert _is_drawn(detail.picture.bounds)
        assert len({place.name for place in detail.places}) == len(detail.places)
        items = {item.key for item in detail.tray}
        for place in detail.places:
            assert place.name and place.state
            drops_tried = (*place.drops[:1], *place.drops[-1:])
            changes = [place.change, place.removal, *(change for _item, change in drops_tried)]
            drops, rejected = ({item for item, _what in found} for found in (place.drops, place.refusals))
            assert not drops & rejected and drops | rejected in (set(), items), "each can be dropped, or has a reason"
            assert all(is_sentence(words) for _item, words in place.refusals)
            for change in changes:
                if change is None:
                    continue
                assert change.text and change.text.endswith(".")
                after = game.editing.set_field(body, -1, change.field, change.value)
                assert after != body, (key, place)
                assert game.body.to_plain(body) == before
                _sound(game, after)
                field = find_field(game.editing.form(body, -1), change.field, change.value)
                back = game.editing.set_field(after, -1, change.field, field.value)
                assert game.pieces.pieces(back) == game.pieces.pieces(body)
    found_field = {place.change.field for _key, detail in details for place in detail.places if place.change}
    for field_key in sorted(found_field):
        with pytest.raises(ValueError):
            game.editing.set_field(body, -1, field_key, -7)


@layouts
def test_rotations_that_look_alike_are_named(game: Game, body: Body) -> None:
    for entry in game.pieces.pieces(body).entries:
        turns = game.pieces.piece_detail(body, entry.key, 0).turns
        assert [turned.turn for turned in turns] == list(range(len(turns)))
        for turned in turns:
            assert 0 <= turned.same_as <= turned.turn and turns[turned.same_as].same_as == turned.same_as
            assert turned.name and _is_drawn(turned.picture.bounds)


@layouts
def test_pieces_are_added_copied_and_removed(game: Game, body: Body) -> None:
    entries = game.pieces.pieces(body).entries
    keys = [entry.key for entry in entries]
    for sort, words in game.pieces.pieces(body).new_kinds:
        after = game.pieces.add_pieces(body, sort, 0)
        assert words
        (fresh,) = [entry.key for entry in game.pieces.pieces(after).entries if entry.key not in keys]
        _sound(game, after)
        assert game.pieces.remove_piece(after, fresh) == body
    for entry in entries:
        try:
            copied = game.pieces.duplicate_piece(body, entry.key)
        except ValueError as error:
            assert is_sentence(str(error)), error
            continue
        now = [one.key for one in game.pieces.pieces(copied).entries]
        assert [key for key in now if key in keys] == keys
        (fresh,) = set(now) - set(keys)
        _sound(game, copied)
        assert game.pieces.remove_piece(copied, fresh) == body
    rejected = 0
    for entry in entries:
        try:
            after = game.pieces.remove_piece(body, entry.key)
        except ValueError as error:
            assert is_sentence(str(error)), error
            rejected += 1
            continue
        assert not entry.places, "what lies on the board stays"
        assert entry.key not in {one.key for one in game.pieces.pieces(after).entries}
    assert rejected >= sum(bool(entry.places) for entry in entries)


@layouts
def test_patterns_have_their_pieces_and_missing_ones_can_be_added(game: Game, body: Body) -> None:
    rows = game.pieces.patterns(body)
    keys = {entry.key for entry in game.pieces.pieces(body).entries}
    patterns = [pattern for row in rows for pattern in row.patterns]
    assert len({pattern.key for pattern in patterns}) == len(patterns)
    for pattern in patterns:
        assert pattern.name and _is_drawn(pattern.picture.bounds) and set(pattern.entries) <= keys
        assert bool(pattern.entries) or not pattern.count
        if pattern.forbidden:
            assert is_sentence(pattern.forbidden)
            with pytest.raises(ValueError) as error:
                game.pieces.add_pieces(body, pattern.key, 1)
            assert is_sentence(str(error.value))
            continue
        after = game.pieces.add_pieces(body, pattern.key, 2)
        _sound(game, after)
        now = next(one for row in game.pieces.patterns(after) for one in row.patterns if one.key == pattern.key)
        assert now.count == pattern.count + 2
        fresh = len(game.pieces.pieces(after).entries) - len(keys)  # one more kind, or each piece for itself
        assert fresh in (0, 2) if pattern.entries else fresh in (1, 2)
    for need in game.pieces.missing_pieces(body, NEVER_CANCELLED):
        assert need.count > 0 and is_sentence(need.text)
        assert need.pattern in {pattern.key for pattern in patterns if not pattern.forbidden}


@layouts
def test_pieces_can_be_imported_from_another_layout(game: Game, body: Body) -> None:
    keys = [entry.key for entry in game.pieces.pieces(body).entries]
    assert game.pieces.import_pieces(body, body, keys) == body, "they are there already"
    for path in shipped_layouts(game.info.slug):
        other = load_layout(path).body
        for entry in game.pieces.pieces(other).entries:
            after = game.pieces.import_pieces(body, other, [entry.key])
            _sound(game, after)
            now = [one.key for one in game.pieces.pieces(after).entries]
            assert [key for key in now if key in keys] == keys and len(now) <= len(keys) + 1
    grown = game.pieces.duplicate_piece(body, keys[-1])
    (fresh,) = {entry.key for entry in game.pieces.pieces(grown).entries} - set(keys)
    assert fresh in {entry.key for entry in game.pieces.pieces(game.pieces.import_pieces(body, grown, [fresh])).entries}


def _shows_picture(picture: Picture) -> bool:
    shapes = (shape for layer in picture.layers for shape in layer.shapes)
    return any(isinstance(shape, Sprite) and shape.name == PICTURE for shape in shapes)


@layouts
def test_an_own_picture_is_drawn_wherever_its_piece_is(game: Game, body: Body) -> None:
    before = game.pieces.add_pieces(body, game.pieces.pieces(body).new_kinds[0][0], 1)
    sections = game.editing.form(before, -1)
    keys = [
        (section.piece_key, field.key) for section in sections for field in section.fields if field.kind == "picture"
    ]
    for piece, key in keys[:: 1 + len(keys) // 3] + keys[-1:]:
        after = game.editing.set_field(before, -1, key, PICTURE)
        _sound(game, after)
        entry = game.pieces.pieces(after).entry(piece)
        assert entry is not None and _shows_picture(entry.picture)
        assert _shows_picture(game.pieces.piece_detail(after, piece, 0).picture)
        faces = [kind.face for sort in game.sketch.cut_outs(after).piece_types for kind in sort.pieces]
        is_used = entry.places or entry.cells[-1]
        assert any(map(_shows_picture, [*faces, game.sketch.sketch(after)])) or not is_used
        imported = game.pieces.import_pieces(body, after, [piece])
        assert any(_shows_picture(entry.picture) for entry in game.pieces.pieces(imported).entries)
        assert game.editing.set_field(after, -1, key, "") == before
