"""What making a layout from choices has in common in all games: recipes, rolling until it is right, masks, symmetry.

A mask says which spaces are taken off a board, as text: rows from the north with "#" for what is taken off and "."
for what is left, a stroke between two rows ("..#/...").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from studio.core.form import Field, Section, find_field
from studio.core.problems import Problem, Severity
from studio.core.rng import Rng
from studio.core.text import _

Recipe = Mapping[str, str | int | bool]
"""What was chosen, by the key of each choice."""

BOX = "box"
"""The key of the template that every game has: as its box."""
MAX_ATTEMPTS, ENOUGH_PLAYABLE, MAX_SAME_ERROR = 48, 6, 10
"""So many rolls at most to find a layout without errors, and to find one of these without warnings.

When one error comes so often, no luck will help.
"""

B = TypeVar("B")


class Template(NamedTuple):
    """A recipe to start from, with the key by which the command line knows it."""

    key: str
    name: str
    recipe: Recipe


class AttemptFailed(Exception):
    """A roll came to nothing; another may succeed. The message is a sentence that says what would make it easier."""


def with_choice(sections: Sequence[Section], recipe: Recipe, key: str, value: str | int | bool) -> Recipe:
    """A recipe with another value, `sections` being its choices. Raises `ValueError` with a sentence."""
    find_field(sections, key, value)
    return {**recipe, key: value}


def generate(seed: int, attempt: Callable[[Rng], B], check: Callable[[B], Sequence[Problem]]) -> B:
    """The first layout that has neither errors nor warnings; after some rolls, the one with the fewest warnings.

    `attempt` makes one from a random source or raises `Missed`. Raises `ValueError` with a sentence when no roll gave
    a layout without errors.
    """
    seeds, best, fewest, found = Rng(seed), None, 0, 0
    reasons: Counter[str] = Counter()
    for _roll in range(MAX_ATTEMPTS):
        try:
            body = attempt(Rng(seeds.below(1 << 31)))
        except AttemptFailed as miss:
            reasons[str(miss)] += 1
            continue
        problems = check(body)
        if error := next((problem for problem in problems if problem.severity is Severity.ERROR), None):
            words = _("These choices leave a layout that cannot be played: {reason}").format(reason=error.message)
            reasons[words] += 1
            if reasons[words] == MAX_SAME_ERROR:
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
    """The fields of the size, which every game has."""
    return (
        Field("columns", _("Columns"), "int", recipe["columns"], least, columns),
        Field("rows", _("Rows"), "int", recipe["rows"], least, rows),
    )


# masks


def parse_mask(text: str, columns: int, rows: int) -> set[int]:
    """The cells that a mask takes off a board of this size; what lies beyond the board is left out."""
    return {
        row * columns + column
        for row, line in enumerate(text.split("/")[:rows])
        for column, sign in enumerate(line[:columns])
        if sign == "#"
    }


def format_mask(off: Iterable[int], columns: int, rows: int) -> str:
    """The mask that takes these cells off."""
    taken = set(off)
    lines = ("".join(".#"[row * columns + column in taken] for column in range(columns)) for row in range(rows))
    return "/".join(lines)


# symmetry of boards of squares

NONE, MIRROR, FLIP, HALF, QUARTER = "none", "mirror", "flip", "half", "quarter"


def symmetry_field(recipe: Recipe, *off: tuple[str, str]) -> Field:
    """The choice of a symmetry; `off` are those that other choices forbid, each with its reason."""
    choices = (
        (NONE, _("None")),
        (MIRROR, _("East as west")),
        (FLIP, _("South as north")),
        (HALF, _("Half turn")),
        (QUARTER, _("Quarter turn")),
    )
    if recipe["columns"] != recipe["rows"]:
        off = (*off, (QUARTER, _square_only_reason()))
    return Field("symmetry", _("Symmetry"), "choice", recipe["symmetry"], choices=choices, disabled=off)


def _square_only_reason() -> str:
    return _("A quarter turn wants a square board: choose as many rows as columns.")


def orbit(columns: int, rows: int, symmetry: str, cell: int) -> tuple[int, ...]:
    """A cell and its images under a symmetry, each once, in the order in which the symmetry leads from one to the next.

    Raises `ValueError` with a sentence when a quarter turn is asked of a board that is no square.
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
    """Groups of cells that are each other's images, at random, so many cells in all.

    `fits` is asked of a group before it is given out, so that it can know what was taken before. Raises `Missed` when
    so many do not fit.
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
        raise AttemptFailed(
            _("There is no room for all that is to lie on the board: choose fewer, or another symmetry.")
        )
