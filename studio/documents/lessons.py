"""Files of tutorials and puzzles: a match record with texts.

In a tutorial the log is the path that is shown, including its draws: the user repeats the decisions of one seat. In a
puzzle the log leads to the position to be solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from studio.documents import schema, store
from studio.documents.decoding import decode_file, wrong_format_text
from studio.documents.files import DocumentError, read_bytes, to_text, write_text
from studio.documents.paths import puzzles_dir, shipped_lessons
from studio.documents.store import PUZZLE, TUTORIAL, Move, Record, Reference, Title

VERSION = 1
PARTS = ("seats", "piles", "inset", "tray", "decision")
"""The parts of the match page that a step may highlight; "inset" is the first picture next to the board."""

LessonText = Annotated[str, Meta(min_length=1, max_length=600)]
Count = Annotated[int, Meta(ge=0, le=10_000)]
Seat = Annotated[int, Meta(ge=0, le=11)]
MAX_DIFFICULTY = 3
Solution = Annotated[tuple[Move, ...], Meta(max_length=200)]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The text that is shown after so many decisions of the log.

    `clause` is the number of the rule about it. With `act` the user makes the next decision of the log, otherwise only
    reads. `light` are the spaces ("C4") and parts of the window to highlight. `wrong` are the answers to other moves,
    by the name of their space ("": all others).
    """

    after: Count
    words: LessonText
    clause: Annotated[str, Meta(max_length=9)] = ""
    act: bool = False
    light: Annotated[tuple[Annotated[str, Meta(max_length=12)], ...], Meta(max_length=40)] = ()
    wrong: Annotated[dict[Annotated[str, Meta(max_length=12)], LessonText], Meta(max_length=20)] = {}


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tutorial: a match with steps in the order of its log. The user has the `seat`."""

    schema: Reference = msgspec.field(default="", name="$schema")
    title: Title
    seat: Seat = 0
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=60)]
    match: Record


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, and a goal to reach from it within so many turns of a seat.

    `goal` is an expression over the values of the seat, such as `points >= 12`. `solution` are decisions that reach the
    goal; `other_solutions` are all other ways to reach it, apart from the order of decisions.
    """

    schema: Reference = msgspec.field(default="", name="$schema")
    title: Title
    words: LessonText
    seat: Seat = 0
    turns: Annotated[int, Meta(ge=1, le=9)] = 1
    difficulty: Annotated[int, Meta(ge=1, le=MAX_DIFFICULTY)] = 1
    goal: Annotated[str, Meta(min_length=1, max_length=300)]
    hint: Annotated[str, Meta(max_length=600)] = ""
    solution: Solution = ()
    other_solutions: Annotated[tuple[Solution, ...], Meta(max_length=40)] = ()
    match: Record


L = TypeVar("L", Tutorial, Puzzle)


def read_tutorial(path: str | Path) -> Tutorial:
    """Read a tutorial. Raises `DocumentError`."""
    return _read(read_bytes(path), path, Tutorial, TUTORIAL)


def read_puzzle(path: str | Path, data: bytes | None = None) -> Puzzle:
    """Read a puzzle from a file, or from bytes with `path` only for errors. Raises `DocumentError`."""
    return _read(read_bytes(path) if data is None else data, path, Puzzle, PUZZLE)


def lesson_text(lesson: Tutorial | Puzzle) -> str:
    """The canonical text of a file."""
    kind, name = (PUZZLE, schema.PUZZLE) if isinstance(lesson, Puzzle) else (TUTORIAL, schema.TUTORIAL)
    fields = {key: part for key, part in msgspec.to_builtins(lesson).items() if key not in ("$schema", "match")}
    head = {"$schema": lesson.schema or schema.schema_id(name), "format": kind, "version": VERSION}
    return to_text({**head, **fields, "match": store.record_data(lesson.match)})


def list_puzzles(game: str) -> list[Path]:
    """The shipped puzzles of a game, then the user's own, oldest first; unreadable ones are left out."""
    found = shipped_lessons(game, "puzzle")
    with suppress(OSError):
        own = sorted(puzzles_dir(game).glob("own_*.json"), key=lambda path: (len(path.name), path.name))
        for path in own:
            with suppress(DocumentError):
                read_puzzle(path)
                found.append(path)
    return found


def add_own_puzzle(puzzle: Puzzle) -> Path:
    """Store a puzzle among the user's own ones; returns its file. Raises `DocumentError`."""
    folder = puzzles_dir(puzzle.match.layout.game)
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise DocumentError(folder, "", f"{problem.strerror or problem}.") from None
    path = next(path for number in count(1) if not (path := folder / f"own_{number}.json").exists())
    write_text(path, lesson_text(puzzle))
    return path


def is_puzzle(data: bytes) -> bool:
    """Whether a file claims to be a puzzle."""
    try:
        return PUZZLE.encode() in data and store.decode_json(data, "").get("format") == PUZZLE
    except DocumentError:
        return False


def _read(data: bytes, path: str | Path, shape: type[L], kind: str) -> L:
    raw = store.decode_json(data, path)
    if raw.get("format") != kind:
        raise DocumentError(path, "`$.format`", wrong_format_text(kind))
    raw = store.migrate(raw, path, "", {}, VERSION)
    inner = raw.get("match")
    if not isinstance(inner, dict) or inner.get("format") != store.RECORD_FORMAT:
        raise DocumentError(path, "`$.match`", wrong_format_text(store.RECORD_FORMAT))
    try:
        match = store.parse(msgspec.json.encode(inner), path)
    except DocumentError as problem:
        raise DocumentError(path, problem.place.replace("`$", "`$.match", 1), problem.reason) from None
    rest = {key: value for key, value in raw.items() if key not in ("format", "version", "match")}
    return decode_file({**rest, "match": match}, shape, path)


def messages(path: Path) -> Iterator[str]:
    """All translatable texts of a shipped file."""
    raw = store.decode_json(path.read_bytes(), path)
    yield raw["title"]
    if raw["format"] == PUZZLE:
        yield from filter(None, (raw["words"], raw.get("hint", "")))
    for step in raw.get("steps", ()):
        yield from (step["words"], *step.get("wrong", {}).values())
