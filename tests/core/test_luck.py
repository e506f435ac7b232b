"""The random source of a match: a stream for each purpose, exact probabilities, alike draws from alike supplies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import comb

import pytest

from studio.core.game import Action
from studio.core.rng import Luck, Rng


def probability(found: Sequence[int], expected: Sequence[float] = ()) -> float:
    """The p-value of Pearson's test that counts follow expected ones (default: all are equally likely)."""
    from scipy.special import chdtrc  # `scipy.stats` takes a second to import

    shares = expected or [sum(found) / len(found)] * len(found)
    distance = sum((count - share) ** 2 / share for count, share in zip(found, shares, strict=True))
    return float(chdtrc(len(found) - 1, distance))


class Box:
    """The part of a position that is drawn from: tiles by kind, for one purpose or another."""

    def __init__(self, tiles: Sequence[int], wanted: tuple[int, ...] = (0,)) -> None:
        self.tiles, self.wanted = list(tiles), wanted

    def purpose(self) -> tuple[int, ...]:
        return self.wanted

    def draw(self, rng: Rng) -> Action:
        return (rng.weighted(self.tiles),)


class Cards:
    """Hidden cards, all different."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = list(cards)

    def purpose(self) -> tuple[int, ...]:
        return (1,)

    def draw(self, rng: Rng) -> Action:
        return (rng.choose(self.cards),)


def emptied(luck: Luck, tiles: Sequence[int], wanted: tuple[int, ...] = (0,)) -> list[int]:
    """The kinds of all tiles of a box in the order in which they are drawn."""
    box, found = Box(tiles, wanted), list[int]()
    while any(box.tiles):
        (kind,) = luck.draw(box)
        box.tiles[kind] -= 1
        found.append(kind)
    return found


def test_draws_for_another_purpose_change_nothing() -> None:
    plain = emptied(Luck(5), [4, 7, 3])
    luck = Luck(5)
    emptied(luck, [9, 9], wanted=(1,))
    assert emptied(luck, [4, 7, 3]) == plain
    assert emptied(luck, [4, 7, 3]) != plain, "no stream is used twice"
    assert any(emptied(Luck(seed), [4, 7, 3]) != plain for seed in range(6, 9))


def test_a_clone_goes_on_alike_and_apart() -> None:
    luck = Luck(8)
    emptied(luck, [3, 3])
    other = luck.clone()
    ahead = emptied(other, [5, 5, 5])
    assert emptied(luck, [5, 5, 5]) == ahead
    assert emptied(luck, [5, 5, 5]) != ahead


def test_one_tile_more_leaves_most_draws_as_they_were() -> None:
    """Draw by draw, the supplies stay as they are in one of two matches; independent draws agree in 15 of 100."""
    tiles = [6, 5, 4, 6, 5, 4, 6]
    more = [*tiles[:3], tiles[3] + 1, *tiles[4:]]
    same = sum(
        luck.draw(Box(tiles)) == other.draw(Box(more))
        for luck, other in ((Luck(seed), Luck(seed)) for seed in range(1000))
    )
    assert same > 940  # of about 1 - 1 / 37


def test_one_card_less_leaves_most_draws_as_they_were() -> None:
    cards = list(range(3, 60, 2))
    same = sum(
        luck.draw(Cards(cards)) == other.draw(Cards([card for card in cards if card != 31]))
        for luck, other in ((Luck(seed), Luck(seed)) for seed in range(1000))
    )
    assert same > 750


@pytest.mark.parametrize("seeds", [2_000, pytest.param(40_000, marks=pytest.mark.long)])
def test_every_order_of_a_box_has_its_probability(seeds: int) -> None:
    """All distinct orders of a box are equally likely: the box is emptied without peeking or favourites."""
    tiles = [2, 1, 3]
    found = Counter(tuple(emptied(Luck(seed), tiles)) for seed in range(seeds))
    orders = set(permutations([0, 0, 1, 2, 2, 2]))
    assert len(orders) == comb(6, 2) * 4
    assert probability([found[order] for order in orders]) > 1e-4
    assert found.keys() <= orders


@pytest.mark.parametrize("seeds", [2_000, pytest.param(40_000, marks=pytest.mark.long)])
def test_successive_draws_and_purposes_are_independent(seeds: int) -> None:
    pairs: Counter[tuple[Action, ...]] = Counter()
    for seed in range(seeds):
        luck = Luck(seed)
        pairs[tuple(luck.draw(Box([1, 1, 2], wanted)) for wanted in ((3, 1), (3, 1), (4, 1)))] += 1
    share = {0: 1 / 4, 1: 1 / 4, 2: 1 / 2}
    cells = [((a,), (b,), (c,)) for a in share for b in share for c in share]
    expected = [seeds * share[a[0]] * share[b[0]] * share[c[0]] for a, b, c in cells]
    assert probability([pairs[cell] for cell in cells], expected) > 1e-4


@pytest.mark.parametrize("count", [2, 3, 7, 16, 40, 100])
@pytest.mark.parametrize("rounds", [200, pytest.param(4_000, marks=pytest.mark.long)])
def test_a_choice_is_even_whatever_the_moves_are(count: int, rounds: int) -> None:
    for moves in ([(3, cell) for cell in range(count)], [(cell % 4, cell, 9) for cell in range(count)]):
        rng = Rng(count)
        first = Counter(min(zip(rng.priorities(moves), moves, strict=True))[1] for _round in range(rounds * count))
        assert probability([first[move] for move in moves]) > 1e-4
