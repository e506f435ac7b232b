"""What the generators of all games share: recipes, random attempts until a layout is valid, masks, symmetry.

A mask says which cells are off the board, as text: rows from the north, "#" for a cell that is off and "." for one that
is on, separated by "/" ("..#/...").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from studio.core.form import Field, Section, find_field
from studio.core.problems import Problem, Severity
from studio.core.rng import Rng
from studio.core.text import _

Recipe = Mapping[str, str | int | bool]  # the chosen values by the key of each choice

BOX = "box"  # the key of the template that every game has: the board of the published game
MAX_ATTEMPTS, ENOUGH_PLAYABLE, MAX_SAME_ERROR = 48, 6, 10
"""Limits of `generate`: attempts, playable layouts of which the best is taken, occurrences of one error until it stops.
"""

B = TypeVar("B")


class Template(NamedTuple):
    """A recipe to start from; `key` is its name on the command line."""

    key: str
    name: str
    recipe: Recipe


class AttemptFailed(Exception):
    """A random attempt failed; another one may succeed. The message says which choices would make it easier."""


def with_choice(sections: Sequence[Section], recipe: Recipe, key: str, value: str | int | bool) -> Recipe:
    """Return the recipe with one value changed. Raises `ValueError` with a message if `sections` do not allow the
    value."""
    find_field(sections, key, value)
    return {**recipe, key: value}


def generate(seed: int, attempt: Callable[[Rng], B], check: Callable[[B], Sequence[Problem]]) -> B:
    """Return the first layout without errors and warnings, or of a few playable ones the one with the fewest warnings.

    `attempt` makes a layout from a random source or raises `AttemptFailed`. Raises `ValueError` with the most frequent
    reason if no attempt gives a layout without errors.
    """
    seeds, best, fewest, found = Rng(seed), None, 0, 0
    reasons: Counter[str] = Counter()
    for _roll in range(MAX_ATTEMPTS):
        try:
            body = attempt(Rng(seeds.below(1 << 31)))
        except AttemptFailed as failure:
            reasons[str(failure)] += 1
            continue
        problems = check(body)
        if error := next((problem for problem in problems if problem.severity is Severity.ERROR), None):
            reason = _("These choices do not give a playable layout: {reason}").format(reason=error.message)
            reasons[reason] += 1
            if reasons[reason] == MAX_SAME_ERROR:
                break
            continue
        warnings = sum(problem.severity is Severity.WARNING for problem in problems)
        if best is None or warnings < fewest:
            best, fewest = body, warnings
        found += 1
        if not fewest or found == ENOUGH_PLAYABLE:
            break
    if best is None:
        raise ValueError(reasons.most_common(1)[0][0])
    return best


def size_fields(recipe: Recipe, least: int, columns: int, rows: int) -> tuple[Field, Field]:
    return (
        Field("columns", _("Columns"), "int", recipe["columns"], least, columns),
        Field("rows", _("Rows"), "int", recipe["rows"], least, rows),
    )


# masks


def parse_mask(text: str, columns: int, rows: int) -> set[int]:
    """Return the cells that a mask takes off a board of this size. Parts of the mask beyond the board are ignored."""
    return {
        row * columns + column
        for row, line in enumerate(text.split("/")[:rows])
        for column, sign in enumerate(line[:columns])
        if sign == "#"
    }


def format_mask(off: Iterable[int], columns: int, rows: int) -> str:
    """Return the mask that takes these cells off the board."""
    cells = set(off)
    lines = ("".join(".#"[row * columns + column in cells] for column in range(columns)) for row in range(rows))
    return "/".join(lines)


# symmetry of square boards

NONE, MIRROR, FLIP, HALF, QUARTER = "none", "mirror", "flip", "half", "quarter"


def symmetry_field(recipe: Recipe, *off: tuple[str, str]) -> Field:
    """Return the field for the symmetry. `off` are symmetries that other choices forbid, each with the reason."""
    choices = (
        (NONE, _("None")),
        (MIRROR, _("East – west")),
        (FLIP, _("North – south")),
        (HALF, _("180° rotation")),
        (QUARTER, _("90° rotation")),
    )
    if recipe["columns"] != recipe["rows"]:
        off = (*off, (QUARTER, _square_only_reason()))
    return Field("symmetry", _("Symmetry"), "choice", recipe["symmetry"], choices=choices, disabled=off)


def _square_only_reason() -> str:
    return _("90° rotation requires a square board. Set rows equal to columns.")


def orbit(columns: int, rows: int, symmetry: str, cell: int) -> tuple[int, ...]:
    """Return a cell and its images under a symmetry, each once, in the order of the group's rotation.

    Raises `ValueError` with a message for a quarter turn of a board that is not square.
    """
    row, column = divmod(cell, columns)
    east, south = columns - 1 - column, rows - 1 - row
    places = [(column, row)]
    if symmetry == MIRROR:
        places.append((east, row))
    elif symmetry == FLIP:
        places.append((column, south))
    elif symmetry == HALF:
        places.append((east, south))
    elif symmetry == QUARTER:
        if columns != rows:
            raise ValueError(_square_only_reason())
        places += [(south, column), (east, south), (row, east)]
    return tuple(dict.fromkeys(y * columns + x for x, y in places))


def random_orbits(
    count: int,
    candidates: Sequence[int],
    images: Callable[[int], tuple[int, ...]],
    fits: Callable[[tuple[int, ...]], bool],
    rng: Rng,
) -> Iterator[tuple[int, ...]]:
    """Yield random groups of symmetric cells that do not overlap, `count` cells in all.

    `fits` is called before a group is yielded, so that it can take the earlier ones into account. Raises
    `AttemptFailed` if there are not enough.
    """
    left, cells = count, list(candidates)
    rng.shuffle(cells)
    seen: set[int] = set()
    for cell in cells:
        if not left:
            return
        group = images(cell)
        if cell in seen or len(group) > left or not fits(group):
            continue
        seen.update(group)
        left -= len(group)
        yield group
    if left:
        raise AttemptFailed(_("The board is too small for these choices. Choose fewer pieces or another symmetry."))
