"""A book of rules: chapters of clauses, each in words, lists, asides, and boards whose positions the game prepares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.problems import Problem, Severity
from studio.core.text import _, plural


class Block(NamedTuple):
    """A part of a clause. The words of a board stand below it, and `name` is what the game knows it by; of an item it
    is the sprite beside it, "" for none. Code is lines as they stand in a file or on a command line."""

    kind: Literal["words", "head", "item", "aside", "board", "code"]
    text: str
    name: str = ""


class Clause(NamedTuple):
    """What stands under one number ("N8"). What has no number, as a list of signs, has a key in small letters."""

    key: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def number(self) -> str:
        """What code, findings and other clauses cite it by; "" where nobody does."""
        return self.key if self.key[:1].isupper() else ""


class Chapter(NamedTuple):
    """Clauses that belong together."""

    title: str
    clauses: tuple[Clause, ...]


Book = tuple[Chapter, ...]


def find_clause(book: Book, sprite: str) -> str:
    """The key of the clause that explains a thing with its picture, "" for none.

    The nearest counts: "entdecker/chip_3" is shown as "entdecker/chip" where not by itself.
    """
    plain = sprite.partition("@")[0]
    shown = {
        block.name: clause.key
        for chapter in reversed(book)
        for clause in reversed(chapter.clauses)
        for block in clause.blocks
        if block.kind == "item" and block.name and f"{plain}_".startswith(f"{block.name}_")
    }
    return shown[max(shown, key=len)] if shown else ""


# What a finding means to somebody who meets it for the first time: the rule, an example, why it matters.

B = TypeVar("B")
"""The body of a layout, as its game has it."""


@dataclass(frozen=True, slots=True)
class Example:
    """A small layout made to show a finding, or the same mended; a window draws it as the editor does."""

    body: object
    caption: str
    cells: tuple[int, ...] = ()
    """The spaces that it is about."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What all findings with one code are about.

    `clause` is the number of the rule in the game's book, "" where a finding follows from no rule. `matters` says in a
    sentence what comes of it in a match.
    """

    title: str
    clause: str
    paragraphs: tuple[str, ...]
    consequence: str
    examples: tuple[Example, ...] = ()
    """First the fault, then the mended form, if there is one to show."""


MAX_NAMED_SPACES = 4
"""So many spaces are named by the finding itself; of more it is told how many they are."""
Explanations = Mapping[str, Explanation]
"""By the code of the finding."""


def build_explanation(
    code: str,
    texts: Explanations,
    faulty_examples: Mapping[str, Callable[[], B]],
    check: Callable[[B], Sequence[Problem]],
    verify: Callable[[B, CancelToken], Sequence[Problem]],
) -> Explanation:
    """The explanation of a code, with the layout that shows it as an example and, beside it, that layout as mended.

    What the checks say of the example are the words below the pictures. Raises `KeyError` for a code that is not among
    the texts.
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
    """Why one finding matters, in sentences: what is the matter where, what comes of it, what would mend it."""
    told = [problem.message]
    if len(problem.cells) > MAX_NAMED_SPACES:
        told.append(plural("It is about {n} space.", "It is about {n} spaces.", len(problem.cells)).format(
            n=len(problem.cells)
        ))  # fmt: skip
    told.append(explanation.consequence)
    told.append(
        {
            Severity.ERROR: _("Until this is mended the layout cannot be played."),
            Severity.WARNING: _("The layout can be played all the same, if it is meant to be like this."),
            Severity.INFO: _("It is nothing wrong: a remark that is good to know while drawing."),
        }[problem.severity]
    )
    if problem.fix is not None:
        told.append(_("What would mend it: {fix}.").format(fix=problem.fix.label.rstrip(".")))
    return tuple(told)
