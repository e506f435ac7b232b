"""What can be had from what: rules that need several things at once, as a graph of AND nodes (rules) and OR nodes.

A thing is had as soon as one rule gives it; a rule works as soon as all it needs is had. Needs networkx, loaded when
first used.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import networkx as nx

    RuleGraph: TypeAlias = "nx.DiGraph[Node]"

Node: TypeAlias = tuple[str, Hashable]
"""("thing", its name) or ("rule", its key)."""


class Rule(NamedTuple):
    """With all of `needs`, which are kept, one has all of `gives`."""

    key: Hashable
    needs: tuple[Hashable, ...]
    gives: tuple[Hashable, ...]


def rule_graph(rules: Iterable[Rule]) -> RuleGraph:
    """Rules and things as nodes: an edge from each thing to the rules that need it, from a rule to what it gives."""
    import networkx as nx

    graph: RuleGraph = nx.DiGraph()
    for rule in rules:
        graph.add_node(("rule", rule.key))
        graph.add_edges_from((("thing", thing), ("rule", rule.key)) for thing in rule.needs)
        graph.add_edges_from((("rule", rule.key), ("thing", thing)) for thing in rule.gives)
    return graph


def derived(graph: RuleGraph, given: Iterable[Hashable]) -> dict[Node, int]:
    """Everything that follows from the given things, with the round in which it does: these are had in round 0.

    In round n+1 all rules work whose needs are had in round n at the latest, and what they give is had then. Rules
    and things that are not in the answer never are.
    """
    rounds: dict[Node, int] = {("thing", thing): 0 for thing in given}
    waiting = {node: graph.in_degree(node) for node in graph if node[0] == "rule"}
    ahead = [*rounds, *(node for node, needs in waiting.items() if not needs)]
    for node in ahead:
        if node[0] == "rule":
            rounds[node] = 1
    for node in ahead:  # grows; a node is added when its round is known, so that rounds never fall along the list
        for after in graph.successors(node) if node in graph else ():
            if node[0] == "thing":
                waiting[after] -= 1
                if not waiting[after]:
                    rounds[after] = rounds[node] + 1
                    ahead.append(after)
            elif after not in rounds:
                rounds[after] = rounds[node]
                ahead.append(after)
    return rounds


def sources_of(graph: RuleGraph, thing: Hashable) -> set[Hashable]:
    """The things that have a part in some way to a thing, itself not counted unless it feeds itself."""
    import networkx as nx

    node: Node = ("thing", thing)
    if node not in graph:
        return set()
    found = {name for kind, name in nx.ancestors(graph, node) if kind == "thing"}
    if any(node in nx.ancestors(graph, rule) for rule in graph.predecessors(node)):
        found.add(thing)
    return found
