"""Small boards drawn as rows of tiles, and positions on them, for the tests of the rules.

A board is rows of tokens: "." undiscovered, "S" the start tile, else the name of a tile of the rules page (below). A
mark after the name gives the blocked side ("L1^" north, "L1>" east, "L1v" south, "L1<" west). A tile without a mark has
roads on all four sides, which only tests may use. Pieces are written as on the page: "2 rifle + rope".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from studio.core.game import Action
from studio.core.grid import SquareGrid
from studio.games.goldland import rules
from studio.games.goldland.rules.board import ITEM_KEYS, ITEMS, KIND_KEYS, Board, Numbers, Pieces, Tile, make_board
from tests.helpers import play

T = TypeVar("T")
THREE_EXITS = 0b1110  # north blocked
MARKS = "^>v<"

LINES: dict[str, str] = {
    "C1": "coast V; show pearl; gain shovel",
    "C2": "coast V; show pearl; gain rifle",
    "C3": "coast V; show pearl; gain shovel | rifle",
    "C4": "coast V; show pearl; gain 2 rifle",
    "C5": "coast; show pearl; gain rope",
    "C6": "coast; show shovel; gain 2 rope",
    "C7": "coast; show shovel; gain 2 wood",
    "C8": "coast; show rope; gain rod",
    "C9": "coast; show rope; gain rod",
    "C10": "coast; show rod; gain 3 provision",
    "E1": "coast; show rod; gain 3 provision",
    "E2": "coast; show rifle; gain 3 provision",
    "L1": "plain; show shovel; gain wood + rope",
    "L2": "plain; show shovel; gain 2 wood | 2 rope",
    "L3": "plain; show shovel; gain 2 wood",
    "L4": "plain; show shovel; gain 2 rope",
    "L5": "plain; show rifle; gain 3 provision",
    "L6": "plain; show rifle; gain 2 provision",
    "L7": "plain; show rod; gain 3 provision",
    "L8": "plain; show pearl; gain 2 rifle",
    "L9": "plain; show pearl; gain shovel | rifle",
    "L10": "plain; show provision; gain rope",
    "L11": "plain; show rope; gain 2 wood",
    "L12": "plain; show shovel; gain 2 pearl",
    "L13": "plain; show rifle; gain 2 pearl | 2 provision",
    "B1": "bandits; pay 2 rifle; gain 2 pearl",
    "B2": "bandits; pay 2 rifle; treasure",
    "B3": "bandits; pay 3 rifle; gain shovel + rope",
    "P1": "pumas; pay 2 rifle; gain 2 provision",
    "P2": "pumas; pay rifle; gain provision",
    "P3": "pumas; pay 2 rifle; treasure",
    "D1": "desert; pay 3 provision; treasure",
    "D2": "desert; pay 3 provision; treasure",
    "D3": "desert; pay 3 provision",
    "D4": "desert; pay 2 provision",
    "M1": "mountains; pay 2 rope; treasure",
    "M2": "mountains; pay rope + shovel",
    "M3": "mountains; pay 2 rope",
    "Y1": "canyon; pay 2 wood",
    "Y2": "canyon; pay rope + wood",
    "Y3": "canyon; pay 2 rope; treasure",
    "K1": "lake; pay 2 wood; show rod; gain 3 provision",
    "K2": "lake; pay 2 wood; show rod; gain 2 provision; treasure",
    "K3": "lake; pay wood + rope; show rod; gain 2 provision",
    "K4": "lake; pay 2 wood; show rod; gain 3 provision",
    "N1": "natives; pay 2 pearl; gain 2 rope",
    "N2": "natives; pay 2 pearl; treasure",
    "N3": "natives; pay pearl + provision; gain 2 provision",
}
"""The lines of the rules page: thirteen plain tiles, 23 adventures, twelve coast tiles."""
START_LINE = "start; gain 3 provision + 2 pearl"
LAND = tuple(name for name, line in LINES.items() if not line.startswith("coast"))
FIRST_GAME = """
    .  .  .  .  .  .  E2
    .  .  .  .  .  .  C10
    .  .  .  .  .  .  C4
    .  .  .  .  .  .  C9
    .  .  .  .  .  .  C3
    .  .  .  .  .  .  C7
    E1 C2 C8 C6 C1 C5 S
"""
MEADOW = """
    L1 L2  L3  L4
    L5 L6  L7  L8
    L9 L10 L11 L12
    E1 C8  C6  S
"""
"""All plain; the temple is on A1 (L1: shovel -> wood + rope)."""
WILD = """
    L1 B1 L3 L4
    P1 L6 B3 L8
    L9 D3 P2 L12
    E1 C8 C6 S
"""
"""L6 on B2 is between two bandits, a puma and a desert."""
LAKESIDE = """
    L1 B1 K1 L4
    P1 L6 B3 L8
    L9 D3 P2 L12
    E1 C8 C6 S
"""
"""The same with a lake for L3."""
SHORE = """
    .  .  .  E2
    .  .  .  C7
    .  .  .  C5
    E1 C8 C6 S
"""
"""All undiscovered within the coast."""


def pieces(text: str) -> Pieces:
    """Return the count of each item in a text such as "2 rifle + rope"."""
    counts = [0] * ITEMS
    for part in filter(None, (part.strip() for part in text.split("+"))):
        number, _blank, name = part.rpartition(" ")
        counts[ITEM_KEYS.index(name)] += int(number or 1)
    return tuple(counts)  # type: ignore[return-value]  # seven of them


def tile(name: str, line: str, exits: int = 15) -> Tile:
    kind, *parts = [part.strip() for part in line.split(";")]
    text = dict(part.partition(" ")[::2] for part in parts)
    return Tile(
        name,
        KIND_KEYS.index(kind.split()[0]),
        exits,
        pieces(text.get("pay", "")),
        pieces(text.get("show", "")),
        tuple(pieces(one) for one in text["gain"].split("|")) if "gain" in text else (),
        "treasure" in text,
        kind.endswith(" V"),
    )


def board(picture: str, pile: Iterable[str] = (), temple: str = "A1", lines: Mapping[str, str] | None = None,
          **numbers: Any) -> Board:  # fmt: skip
    """Return a board drawn as rows of tokens; `pile` are undiscovered tiles, `lines` tiles defined by the test."""
    rows = [line.split() for line in picture.strip().splitlines()]
    known = {**LINES, **(lines or {})}
    tiles: list[Tile] = []
    laid: list[int] = []
    for token in (token for row in rows for token in row):
        if token == ".":
            laid.append(-1)
            continue
        name = token.rstrip(MARKS)
        turn = MARKS.index(token[-1]) if name != token else 0
        laid.append(len(tiles) * 4 + turn)
        tiles.append(tile(name, START_LINE if name == "S" else known[name], THREE_EXITS if name != token else 15))
    start = laid.index(next(i for i, one in enumerate(tiles) if one.name == "S") * 4)
    tiles += [tile(name, known[name], THREE_EXITS) for name in pile]
    columns = len(rows[0])
    grid = SquareGrid(columns, len(rows))
    return make_board(columns, len(rows), start, grid.cell_named(temple), laid, tiles, Numbers(**numbers))


def first_game(**numbers: Any) -> Board:
    return board(FIRST_GAME, LAND, **numbers)


def begin(
    drawn: Board | str,
    seats: int = 2,
    at: Mapping[int, str] | str = "",
    pack: Mapping[int, str] | str | None = None,
    camps: Mapping[int, str] | str = "",
    amulets: Iterable[int] = (),
    treasures: Mapping[int, int] | None = None,
    tokens: Mapping[int, int] | int = 0,
    face_down: bool = False,
    **fields: Any,
) -> rules.State:
    """Return the beginning of seat 0's first turn; packs, camps and tokens come from stock and supply.

    `at` gives spaces, `pack` whole backpacks, `camps` spaces with one camp each, `treasures` the number of treasures.
    A value without a seat is that of seat 0. Seats without an entry keep their set-up.
    """
    drawn = board(drawn) if isinstance(drawn, str) else drawn
    plain = dict(rules.start(drawn, seats, {"face_down": face_down}).dump())
    plain = {key: list(value) if isinstance(value, list | tuple) else value for key, value in plain.items()}
    for seat, name in _by_seat(at or None).items():
        plain["at"][seat] = cell_of(drawn, name)
    for seat, text in _by_seat(pack).items():
        for item, number in enumerate(pieces(text)):
            plain["stock"][item] += plain["pack"][seat * ITEMS + item] - number
            plain["pack"][seat * ITEMS + item] = number
    for seat, text in _by_seat(camps).items():
        for name in text.split():
            plain["camp"][seat * drawn.count + cell_of(drawn, name)] += 1
            plain["camps"][seat] -= 1
    for seat in amulets:
        plain["amulet"][seat] = 1
    for seat, number in (treasures or {}).items():
        plain["treasures"][seat] = number
    for seat, number in _by_seat(tokens).items():
        plain["tokens"][seat] += number
        plain["token_stock"] -= number
    for key, value in fields.items():
        assert key in plain, key
        plain[key] = value
    return rules.restore(drawn, plain)


def _by_seat(value: Mapping[int, T] | T | None) -> Mapping[int, T]:
    return {} if value is None else value if isinstance(value, Mapping) else {0: value}


def cell_of(drawn: Board, name: str) -> int:
    cell = SquareGrid(drawn.columns, drawn.rows).cell_named(name)
    assert cell >= 0, name
    return cell


def at(state: rules.State, name: str) -> int:
    return cell_of(state.board, name)


def where(state: rules.State, seat: int = 0) -> str:
    return SquareGrid(state.board.columns, state.board.rows).name(state.at[seat])


WAYS = {"": rules.FREE, "pay": rules.PAY, "cross": rules.CROSS, "cross pay": rules.CROSS_PAY}
ALONE = ("no camp", "pitch", "stop", "explore", "treasure", "end")
WITH_CELL = {"shift": rules.SHIFT, "turn": rules.TURN_UP}
WITH_ITEM = {"discard": rules.DISCARD, "hand": rules.HAND_OVER, "drop": rules.DROP, "buy": rules.BUY}
WITH_NUMBER = {"gain": rules.GAIN, "take": rules.TAKE}


def as_action(state: rules.State, move: str) -> Action:
    """Return a step such as "B1 cross pay", or "shift A2", "hand wood", "gain 0", "draw L1", "lay C3 >", "end"."""
    word, _blank, rest = move.partition(" ")
    if move in ALONE:
        return (getattr(rules, move.upper().replace(" ", "_")),)
    if word in WITH_CELL:
        return WITH_CELL[word], at(state, rest)
    if word in WITH_ITEM:
        return WITH_ITEM[word], ITEM_KEYS.index(rest)
    if word in WITH_NUMBER:
        return WITH_NUMBER[word], int(rest)
    if word == "draw":
        return rules.TILE, index_of(state.board, rest)
    if word == "lay":
        name, mark = rest.split()
        return rules.LAY, at(state, name), MARKS.index(mark)
    return rules.STEP, at(state, word), WAYS[rest]


def do(state: rules.State, script: str) -> rules.State:
    """Play moves separated by ", ", which must be legal.

    There may be several items, as in "hand 2 wood + rope". "gain 1: 2 rope" also takes the items; the first alternative
    needs no number. "explore L1 C3" also draws the tile and places it with the north side blocked.
    """
    for move in script.split(", "):
        word, _blank, rest = move.partition(" ")
        if word in WITH_ITEM:
            for item, number in enumerate(pieces(rest)):
                play(state, *[(WITH_ITEM[word], item)] * number)
        elif word == "gain" and not rest.isdigit():
            alternative, _colon, text = rest.rpartition(":")
            gain(state, text.strip(), int(alternative or 0))
        elif word == "explore" and rest:
            tile_name, name = rest.split()
            do(state, f"explore, draw {tile_name}, lay {name} ^")
        elif word == "draw":
            outcome = as_action(state, move)
            assert outcome in [one for one, _weight in state.chance()], outcome
            state.apply(outcome)
        else:
            play(state, as_action(state, move))
    return state


def gain(state: rules.State, text: str = "", alternative: int = 0) -> rules.State:
    play(state, (rules.GAIN, alternative))
    expected = pieces(text)
    while state.phase == rules.P_TAKE:
        play(state, (rules.TAKE, expected[state.item]))
    return state


def index_of(drawn: Board, name: str) -> int:
    """Return the index of the last tile with a name, because tiles of the pile come after those on the board."""
    return max(i for i, one in enumerate(drawn.tiles) if one.name == name)


def pass_turns(state: rules.State, number: int) -> rules.State:
    return play(state, *[(rules.END,)] * number)


def of_kind(state: rules.State, kind: int) -> list[Action]:
    return [action for action in state.legal() if action[0] == kind] if state.to_move >= 0 else []


def offered(state: rules.State) -> set[int]:
    return {action[1] for action in of_kind(state, rules.GAIN)}


def steps(state: rules.State) -> set[str]:
    """Return the spaces where the seat may step, with the way, such as "B1" and "B1 cross pay"."""
    grid = SquareGrid(state.board.columns, state.board.rows)
    ways = {way: word for word, way in WAYS.items()}
    return {f"{grid.name(action[1])} {ways[action[2]]}".strip() for action in of_kind(state, rules.STEP)}


def pack_of(state: rules.State, seat: int = 0) -> Pieces:
    return tuple(state.pack[seat * ITEMS : seat * ITEMS + ITEMS])  # type: ignore[return-value]  # seven of them


def camps_at(state: rules.State, name: str, seat: int = 0) -> int:
    return int(state.camp[seat * state.board.count + at(state, name)])
