"""The rulebook as data (chapters of clauses made of blocks), and explanations of problem codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.problems import Problem, Severity
from studio.core.text import _, plural


class Block(NamedTuple):
    """One part of a clause.

    `name` is the key of a board's position (see `book_position`), or the sprite before an item ("" for none). The text
    of a board is its caption. Code is shown line by line as it is.
    """

    kind: Literal["words", "head", "item", "aside", "board", "code"]
    text: str
    name: str = ""


class Clause(NamedTuple):
    """The text under one number ("N8"). A clause without a number, such as a list of symbols, has a lower-case key."""

    key: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def number(self) -> str:
        """The number that code, problems and other clauses cite; "" for none."""
        return self.key if self.key[:1].isupper() else ""


class Chapter(NamedTuple):
    title: str
    clauses: tuple[Clause, ...]


Book = tuple[Chapter, ...]


def find_clause(book: Book, sprite: str) -> str:
    """Return the key of the clause that lists a sprite, "" for none.

    The longest matching name counts: "entdecker/chip_3" is found as "entdecker/chip" if it has no item of its own.
    """
    plain = sprite.partition("@")[0]
    matches = {
        block.name: clause.key
        for chapter in reversed(book)
        for clause in reversed(chapter.clauses)
        for block in clause.blocks
        if block.kind == "item" and block.name and f"{plain}_".startswith(f"{block.name}_")
    }
    return matches[max(matches, key=len)] if matches else ""


# Explanations of problem codes.

B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Example:
    """A small layout that shows a problem, or the same layout fixed; the window draws it as in the editor."""

    body: object
    caption: str
    cells: tuple[int, ...] = ()  # the cells that the problem is about


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of all problems with one code.

    `clause` is the number of a rule, "" if the problem follows from no rule. `consequence` says in one sentence how the
    problem affects a match.
    """

    title: str
    clause: str
    paragraphs: tuple[str, ...]
    consequence: str
    examples: tuple[Example, ...] = ()  # the faulty layout, then the fixed one if there is a fix


MAX_NAMED_SPACES = 4  # a problem's message names at most this many spaces; for more, their number is given
Explanations = Mapping[str, Explanation]  # explanations by problem code


def build_explanation(
    code: str,
    texts: Explanations,
    faulty_examples: Mapping[str, Callable[[], B]],
    check: Callable[[B], Sequence[Problem]],
    verify: Callable[[B, CancelToken], Sequence[Problem]],
) -> Explanation:
    """Return the explanation of a code with its example layout and, if the problem has a fix, the fixed layout.

    The captions are the messages of the checks. Raises `KeyError` for an unknown code.
    """
    text = texts[code]
    if code not in faulty_examples:
        return text
    body = faulty_examples[code]()
    problem = _first(code, check(body)) or _first(code, verify(body, NEVER_CANCELLED))
    assert problem is not None, f"nothing shows {code}"
    examples = [Example(body, problem.message, problem.cells)]
    if problem.fix is not None:
        examples.append(Example(problem.fix.body, problem.fix.label, problem.cells))
    return replace(text, examples=tuple(examples))


def _first(code: str, problems: Sequence[Problem]) -> Problem | None:
    return next((problem for problem in problems if problem.code == code), None)


def explain_problem(explanation: Explanation, problem: Problem) -> tuple[str, ...]:
    """Return sentences about one problem: its message, the number of spaces, the consequence, and how to fix it."""
    lines = [problem.message]
    if len(problem.cells) > MAX_NAMED_SPACES:
        lines.append(plural("Affects {n} space.", "Affects {n} spaces.", len(problem.cells)).format(
            n=len(problem.cells)
        ))  # fmt: skip
    lines.append(explanation.consequence)
    lines.append(
        {
            Severity.ERROR: _("Fix this error before you play the layout."),
            Severity.WARNING: _("You can still play the layout if this is intended."),
            Severity.INFO: _("This is not an error, only a hint for drawing."),
        }[problem.severity]
    )
    if problem.fix is not None:
        lines.append(_("Fix: {fix}.").format(fix=problem.fix.label.rstrip(".")))
    return tuple(lines)
