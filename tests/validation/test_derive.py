"""What follows from rules, and cheapest paths, against brute force."""

from __future__ import annotations

from itertools import pairwise, permutations

from hypothesis import given, strategies as st

from studio.validation import Rule, cheapest_path, forward_chain, graph_of, path_costs

THINGS = range(6)
things = st.sets(st.sampled_from(THINGS), max_size=3).map(lambda some: tuple(sorted(some)))


@given(st.lists(st.tuples(things, things), max_size=8), things)
def test_what_follows_follows_in_the_earliest_round(
    pairs: list[tuple[tuple[int, ...], ...]], given_: tuple[int, ...]
) -> None:
    rules = [Rule(number, needs, gives) for number, (needs, gives) in enumerate(pairs)]
    found = forward_chain(rules, given_)
    had, number = set(given_), 0
    rounds = dict.fromkeys(had, 0)
    while True:
        number += 1
        more = {thing for needs, gives in pairs if had.issuperset(needs) for thing in gives} - had
        for thing in more:
            rounds[thing] = number
        working = {key for key, (needs, _gives) in enumerate(pairs) if had.issuperset(needs)}
        had |= more
        if not more:
            break
    assert found.facts == rounds and set(found.rules) == working
    for key, when in found.rules.items():
        assert isinstance(key, int)
        assert when == 1 + max((rounds[thing] for thing in pairs[key][0]), default=0)


@given(st.data())
def test_the_cheapest_path_costs_least(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 5))
    pairs = [(a, b) for a in range(count) for b in range(a)]
    joins = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    costs = {pair: data.draw(st.integers(1, 9)) for pair in joins}

    def cost(one: int, other: int) -> int:
        return costs[max(one, other), min(one, other)]

    best: dict[int, int] = {0: 0}
    for length in range(1, count):
        for middle in permutations(range(1, count), length):
            path = (0, *middle)
            steps = list(pairwise(path))
            if all((max(step), min(step)) in costs for step in steps):
                total = sum(cost(*step) for step in steps)
                best[path[-1]] = min(total, best.get(path[-1], total))
    graph = graph_of(range(count), joins)
    assert path_costs(graph, 0, cost) == best and path_costs(graph, count, cost) == {}
    for node in range(count):
        found = cheapest_path(graph, 0, node, cost)
        assert (found is None) == (node not in best)
        if found is not None:
            assert found[0] == best[node] == sum(map(cost, found[1], found[1][1:]))
            assert (found[1][0], found[1][-1]) == (0, node)
    assert cheapest_path(graph, 0, count, cost) is None
