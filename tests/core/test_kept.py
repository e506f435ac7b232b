"""Kept answers: by identity, so many, from several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from studio.core.cache import cached_by_identity


def test_the_same_thing_is_worked_out_once_and_a_like_one_anew() -> None:
    asked: list[list[int]] = []

    @cached_by_identity(2)
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one, other = [1, 2], [1, 2]
    assert total(one) == total(one) == total(other) == 3 and len(asked) == 2
    assert total.__name__ == "total"


def test_the_oldest_answer_is_forgotten() -> None:
    asked: list[object] = []

    @cached_by_identity(2)
    def seen(thing: object) -> int:
        asked.append(thing)
        return len(asked)

    things = [object(), object(), object()]
    assert [seen(thing) for thing in things] == [1, 2, 3]
    assert seen(things[1]) == 2 and seen(things[2]) == 3
    assert seen(things[0]) == 4


def test_threads_get_their_own_answers() -> None:
    @cached_by_identity(3)
    def first(numbers: list[int]) -> int:
        return numbers[0]

    lists = [[number] for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(first, lists * 200)) == list(range(8)) * 200
