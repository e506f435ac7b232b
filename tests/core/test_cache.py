"""The cache by identity: hits, size, threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from studio.core.cache import cached_by_identity


def test_results_are_cached_by_identity() -> None:
    calls: list[list[int]] = []

    @cached_by_identity(2)
    def total(numbers: list[int]) -> int:
        calls.append(numbers)
        return sum(numbers)

    one, other = [1, 2], [1, 2]
    assert total(one) == total(one) == total(other) == 3 and len(calls) == 2
    assert total.__name__ == "total"


def test_the_oldest_result_is_dropped() -> None:
    calls: list[object] = []

    @cached_by_identity(2)
    def number_of(thing: object) -> int:
        calls.append(thing)
        return len(calls)

    things = [object(), object(), object()]
    assert [number_of(thing) for thing in things] == [1, 2, 3]
    assert number_of(things[1]) == 2 and number_of(things[2]) == 3
    assert number_of(things[0]) == 4


def test_threads_get_correct_results() -> None:
    @cached_by_identity(3)
    def first(numbers: list[int]) -> int:
        return numbers[0]

    lists = [[number] for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(first, lists * 200)) == list(range(8)) * 200
