"""The command that makes a layout from choices: `new`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from studio.cli.common import (
    FINE,
    NO,
    PROGRAM,
    STANDARD,
    Parser,
    Refused,
    add_files,
    add_json,
    file_name,
    nearest,
    print_json,
    refusing,
    seconds_number,
    seed_number,
    under_way,
)
from studio.cli.files import (
    DOCUMENTS,
    LAYOUTS,
    Told,
    each_file,
    open_layout,
    opened,
    put,
    read,
    read_with_bytes,
    refiled,
    spoken,
    spread,
    write,
)
from studio.cli.validate import codes
from studio.core.text import _, complain, for_machines, headed, numeral, plural, say

if TYPE_CHECKING:
    from studio.core.form import Field, Section
    from studio.core.game import Body, Json, Value
    from studio.core.generation import Recipe
    from studio.core.problems import Problem
    from studio.core.protocols import Game
    from studio.documents.store import Layout, Record
    from studio.services.layout_diff import Compared
    from studio.services.loading import Opened

ON, OFF = ("on", "yes", "true", "1"), ("off", "no", "false", "0")


def add_new(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("game", metavar="GAME", help=_("a game; see the command games"))
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=file_name, help=_("the layout file, - for standard output")
    )
    parser.add_argument("--size", type=_size, metavar="WIDTHxHEIGHT", help=_("columns and rows, like 16x10"))
    parser.add_argument(
        "--seed", type=seed_number, default=0, metavar="S", help=_("the same seed gives the same layout (0)")
    )
    parser.add_argument(
        "--template", default="", metavar="NAME", help=_("choices to start from (box: as the published game)")
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="changes",
        metavar="KEY=VALUE",
        help=_("one choice; may be given again"),
    )
    parser.add_argument("--name", default="", help=_("what the layout is called"))
    parser.add_argument("--list", action="store_true", help=_("list the templates and choices of the game"))
    add_json(parser)
    parser.offer("game", _slugs)
    parser.offer("template", _templates)
    return _new


def _slugs() -> Sequence[str]:
    from studio.games import slugs

    return slugs()


def _templates() -> list[str]:
    from studio.games import load

    return sorted({template.key for slug in _slugs() for template in load(slug).templates()})


def _size(text: str) -> tuple[int, int]:
    """Columns and rows on the command line."""
    columns, times, rows = text.lower().partition("x")
    if not times or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (columns, rows)):
        raise argparse.ArgumentTypeError(_('"{text}" is not a size like 16x10').format(text=text))
    return int(columns), int(rows)


def _new(args: argparse.Namespace) -> int:
    from studio.documents.store import layout_text
    from studio.services.loading import made_layout

    game = _game(args.game)
    recipe = _recipe(game, args)
    if args.list:
        return _list(game, recipe, args.json)
    if args.output is None:
        raise Refused(_("say where to put the layout: -o FILE, or -o - for standard output"))
    with refusing(ValueError), under_way(_("making the layout")):
        made = made_layout(args.game, recipe, args.seed, args.name or _("New layout"))
    write(args.output, layout_text(made.layout).encode())
    if args.json:
        data = {"game": args.game, "output": str(args.output), "seed": args.seed, "choices": dict(recipe)}
        print_json(data, aside=args.output == STANDARD)
    return FINE


def _game(slug: str) -> Game:
    from studio import games

    if slug not in games.slugs():
        known = ", ".join(games.slugs())
        words = _('there is no game "{name}"; there are {known}').format(name=slug, known=known)
        raise Refused(words + _nearest(slug, games.slugs()))
    return games.load(slug)


def _nearest(word: str, known: Iterable[str]) -> str:
    """The end of a refusal: what may have been meant, if anything is like it."""
    found = nearest(word, known, 0.5)
    return _('; did you mean "{name}"?').format(name=found) if found else ""


def _recipe(game: Game, args: argparse.Namespace) -> Recipe:
    """The choices of a template with what the command line puts in their place."""
    templates = {template.key: template.recipe for template in game.templates()}
    if args.template and args.template not in templates:
        words = _('{game} has no template "{name}"; it has {known}')
        known = ", ".join(templates)
        refusal = words.format(game=game.info.name, name=args.template, known=known)
        raise Refused(refusal + _nearest(args.template, templates))
    recipe = templates[args.template] if args.template else next(iter(templates.values()))
    if args.size is not None:
        for key, number in zip(("columns", "rows"), args.size, strict=True):
            recipe = _with(game, recipe, key, number)
    for change in args.changes:
        key, equals, text = change.partition("=")
        if not equals:
            raise Refused(_('"{word}": write a choice as KEY=VALUE').format(word=change))
        recipe = _with(game, recipe, key, _value(game, recipe, key, text))
    return recipe


def _fields(sections: Iterable[Section]) -> dict[str, Field]:
    return {field.key: field for section in sections for field in section.fields}


def _value(game: Game, recipe: Recipe, key: str, text: str) -> Value:
    """What a text on the command line means to a choice, or refused."""
    fields = _fields(game.choices(recipe))
    if key not in fields:
        if key in recipe:
            words = _('"{key}" has nothing to say as long as the other choices are as they are; see --list')
            raise Refused(words.format(key=key))
        words = _('{game} has no choice "{key}"').format(game=game.info.name, key=key)
        raise Refused((words + _nearest(key, recipe)) if _nearest(key, recipe) else words + _("; --list names them"))
    kind = fields[key].kind
    if kind in ("int", "share"):
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 9:
            raise Refused(_('"{word}": give a whole number').format(word=f"{key}={text}"))
        return int(text)
    if kind == "flag":
        if text.lower() not in (*ON, *OFF):
            raise Refused(_('"{word}": say on or off').format(word=f"{key}={text}"))
        return text.lower() in ON
    if kind == "choice" and text not in dict(fields[key].choices):
        values = [value for value, _words in fields[key].choices]
        words = _('"{word}": choose one of {choices}').format(word=f"{key}={text}", choices=", ".join(values))
        raise Refused(words + _nearest(text, values))
    return text


def _with(game: Game, recipe: Recipe, key: str, value: Value) -> Recipe:
    from studio.core.generation import chosen

    with refusing(ValueError):
        return chosen(game.choices(recipe), recipe, key, value)


def _list(game: Game, recipe: Recipe, is_plain: bool) -> int:
    """Templates, then choices with what may be chosen, as things stand."""
    templates, sections = game.templates(), game.choices(recipe)
    if is_plain:
        print_json(
            {
                "templates": [{"key": template.key, "name": template.name} for template in templates],
                "choices": [_plain(field) for field in _fields(sections).values()],
            }
        )
        return FINE
    for template in templates:
        say(f"--template {template.key:<14}{template.name}")
    for section in sections:
        say("", section.title)
        for field in section.fields:
            say(f"  --set {quote(f'{field.key}={_shown(field.value)}'):<26}{field.label}: {_bounds(field)}")
    return FINE


def _plain(field: Field) -> Json:
    bounds = {"least": field.least, "most": field.most} if field.kind in ("int", "share") else {}
    values = {"values": [value for value, _words in field.choices]} if field.kind == "choice" else {}
    return {"key": field.key, "name": field.label, "kind": field.kind, "value": field.value, **bounds, **values}


def _shown(value: Value) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _bounds(field: Field) -> str:
    """What a choice may be, in words."""
    if field.kind == "share":
        return _("{least} to {most} per cent").format(least=field.least, most=field.most)
    if field.kind == "int":
        return _("{least} to {most}").format(least=field.least, most=field.most)
    if field.kind == "flag":
        return _("on or off")
    if field.kind == "choice":
        return ", ".join(value for value, _words in field.choices)
    if field.kind == "mask":
        return _("rows of “.” and “#”, “/” between them")
    return _("a text")


# The command that fills a board: `complete`.


def add_complete(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("layout", metavar="LAYOUT", type=file_name, help=_("a layout file, - for standard input"))
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_name,
        default=STANDARD,
        help=_("the completed layout, - for standard output (-)"),
    )
    parser.add_argument(
        "--seed", type=seed_number, default=0, metavar="S", help=_("the same seed gives the same completion (0)")
    )
    parser.add_argument(
        "--spaces",
        default="",
        metavar="A1,B2:D5,…",
        help=_("only these spaces, by name or as a box from corner to corner"),
    )
    parser.add_argument("--seconds", type=seconds_number, default=60.0, help=_("give up after so long (60)"))
    add_json(parser)
    return _complete


def _complete(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from studio.core.cancellation import Patience, Spent
    from studio.core.grid import read_places
    from studio.core.problems import Incompletable
    from studio.documents.store import layout_text
    from studio.services.loading import to_layout

    layout = open_layout(args.layout)
    game, grid = layout.game, layout.game.grid(layout.body)
    places, unknown = read_places(grid, args.spaces)
    if unknown:
        raise Refused(_('there is no space "{name}" on this board').format(name=unknown))
    try:
        with under_way(_("filling the board"), args.seconds):
            body = game.complete(layout.body, set(places), args.seed, Patience(args.seconds))
    except Incompletable as refusal:
        return _told(args, str(refusal), [grid.name(cell) for cell in refusal.cells])
    except Spent:
        words = _("No completion was found within {seconds} s.").format(seconds=numeral(args.seconds, "g"))
        return _told(args, words, [])
    write(args.output, layout_text(refiled(to_layout(replace(layout, body=body)), args.layout, args.output)).encode())
    if args.json:
        filled = [
            grid.name(cell) for cell in range(grid.count) if game.pick(body, cell) != game.pick(layout.body, cell)
        ]
        data = {"file": str(args.layout), "output": str(args.output), "seed": args.seed, "ok": True, "filled": filled}
        print_json(data, aside=args.output == STANDARD)
    return FINE


def _told(args: argparse.Namespace, words: str, names: list[str]) -> int:
    """Say why there is no completion: the answer is no."""
    if args.json:
        print_json({"file": str(args.layout), "ok": False, "reason": words, "spaces": names}, aside=True)
    else:
        complain(f"{PROGRAM}: {spoken(args.layout)}: {words}")
    return NO


# The command that repairs what the checks can repair: `fix`.


def add_fix(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_files(parser, _("layouts, folders of them, - for standard input to standard output"))
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="CODE",
        help=_("repair all findings of this code, and no others; may be given again (else: what is safe to repair)"),
    )
    parser.add_argument(
        "-o",
        "--output",
        type=file_name,
        metavar="OUT",
        help=_("where to write, if it is one layout (the file itself), - for standard output"),
    )
    parser.add_argument("--show", action="store_true", help=_("say what would be changed, and write nothing"))
    add_json(parser)
    parser.offer("code", codes)
    return _fix


def _fix(args: argparse.Namespace) -> int:
    from studio.core.problems import has_errors
    from studio.services.loading import to_layout

    if args.show and args.output is not None:
        raise Refused(_("give either --show or --output: what is shown is not written"))
    if args.output is not None and len(spread(args.files, LAYOUTS)) > 1:
        raise Refused(_("--output takes one layout; of several, each is repaired in its own file"))
    found: list[set[str]] = []

    def use(path: Path) -> Told:
        layout, output = open_layout(path), args.output if args.output is not None else path
        mended = _mended(layout, args.code)
        found.append({problem.code for problem in mended.found})
        for code in mended.ignored_codes:
            words = _('{path}: the findings "{code}" are ignored by the layout and stay as they are')
            complain(words.format(path=spoken(path), code=code))
        if not args.show and (mended.body != layout.body or output != path or output == STANDARD):
            put(output, refiled(to_layout(replace(layout, body=mended.body)), path, output))
        return Told(
            NO if has_errors(tuple(mended.left)) else FINE,
            {"file": str(path), "output": None if args.show else str(output), **_plain_mending(layout, mended)},
            _lines(layout, mended, spoken(path), args.show),
        )

    outputs = args.files if args.output is None else [args.output]
    answer = each_file(args, LAYOUTS, use, aside=STANDARD in outputs and not args.show, fixed=[], left=[])
    for code in args.code if found else ():
        if not any(code in codes for codes in found):
            complain(_('there is no finding "{code}"').format(code=code))
    return answer


class _Mended(NamedTuple):
    """A layout's body after repairs, what was repaired, and what there is to find in it now."""

    body: Body
    made: Sequence[Problem]
    left: Sequence[Problem]
    ignored: int
    found: Sequence[Problem]
    """What was found before and between the repairs."""
    ignored_codes: Sequence[str]
    """Those that were asked for, and all findings of which the layout ignores."""


def _mended(layout: Opened, asked: Sequence[str]) -> _Mended:
    """Repair the findings of these codes that the layout does not ignore; of no codes, what is safe to repair."""
    from studio.services.loading import is_ignored, repaired, sifted

    game, entries = layout.game, layout.layout.ignored
    problems, grid = game.check(layout.body), game.grid(layout.body)

    def wanted(problem: Problem) -> bool:
        if is_ignored(problem, entries, grid):
            return False
        return problem.code in asked if asked else problem.fix is not None and problem.fix.safe

    made, body = repaired(game, layout.body, problems, wanted)
    found = (*problems, *made)
    counted = {problem.code for problem in found if not is_ignored(problem, entries, grid)}
    ignored_codes = [code for code in asked if code not in counted and code in {problem.code for problem in found}]
    rest = sifted(game.check(body), entries, game.grid(body))
    return _Mended(body, made, rest.counted, len(rest.ignored), found, ignored_codes)


def _plain_mending(layout: Opened, mended: _Mended) -> dict[str, Json]:
    """What a repair has changed, as plain data."""
    from studio.cli.validate import plain_problem
    from studio.core.picture import target_edge
    from studio.services.layout_diff import outcome

    game, grid = layout.game, layout.game.grid(layout.body)
    changed = outcome(game, layout.body, mended.body)
    changes = {
        "size": changed.size,
        "spaces": [grid.name(cell) for cell in changed.cells],
        "edges": [list(target_edge(edge)) for edge in changed.edges],
        "figures": [figure._asdict() for figure in changed.figures],
    }
    return {
        "changes": changes,
        "fixed": [plain_problem(game, layout.body, problem) for problem in mended.made],
        "left": [plain_problem(game, mended.body, problem) for problem in mended.left],
    }


def _lines(layout: Opened, mended: _Mended, name: Path, shows: bool) -> list[str]:
    """The same in words: each repair, what they come to, how many."""
    from studio.services.layout_diff import outcome, outcome_words

    game, made = layout.game, mended.made
    lines = [f"  {problem.fix.label}" if problem.fix is not None else "" for problem in made]
    if made:
        lines.append(f"  {outcome_words(game, layout.body, outcome(game, layout.body, mended.body))}")
    words = plural(
        "{path}: {n} repair made, {left} findings left", "{path}: {n} repairs made, {left} findings left", len(made)
    )
    if shows:
        words = plural(
            "{path}: {n} repair to make, {left} findings would be left",
            "{path}: {n} repairs to make, {left} findings would be left",
            len(made),
        )
    if mended.ignored:
        words = _("{words}, {ignored} ignored").format(words=words, ignored=mended.ignored)
    return [*lines, words.format(path=name, n=len(made), left=len(mended.left))]


# The command that writes documents in their canonical form: `format`.


def add_format(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_files(parser, _("layouts and match records, folders of them, - for standard input to standard output"))
    parser.add_argument(
        "--check", action="store_true", help=_("write nothing; the answer is no if a file is not in that form")
    )
    add_json(parser)
    return _format


def _format(args: argparse.Namespace) -> int:
    def use(path: Path) -> Told:
        is_other = _formatted(path, args.check)
        words = _("{path}: is not in canonical form") if args.check else _("{path}: written anew")
        return Told(
            NO if is_other and args.check else FINE,
            {"file": str(path), "changed": is_other and not args.check, "canonical": not is_other},
            [words.format(path=spoken(path))] if is_other else [],
        )

    return each_file(args, DOCUMENTS, use, aside=STANDARD in args.files and not args.check)


def _formatted(path: Path, is_check: bool) -> bool:
    """Write a file in canonical form if it is not, or only look; whether it was in another one. Refused if no document.

    What is read from standard input is written in any case.
    """
    from msgspec.structs import replace

    from studio.documents.store import Record, text_of
    from studio.services.loading import to_layout

    found, name, data = read_with_bytes(path)
    if isinstance(found, Record):
        document: Layout | Record = replace(found, layout=to_layout(opened(found.layout)))
    else:
        document = to_layout(opened(found, name))
    is_other = text_of(document).encode() != data
    if not is_check and (is_other or path == STANDARD):
        put(path, document)
    return is_other


# The command that compares two layouts: `diff`.


def add_diff(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("one", metavar="A", type=file_name, help=_("a layout, - for standard input"))
    parser.add_argument("other", metavar="B", type=file_name, help=_("another layout of the same game"))
    parser.add_argument("--no-measures", action="store_true", help=_("leave out what takes time to measure"))
    parser.add_argument("--seconds", type=seconds_number, default=10.0, help=_("time for that, per layout (10)"))
    add_json(parser)
    return _diff


def _diff(args: argparse.Namespace) -> int:
    from studio.core.cancellation import Patience
    from studio.services.layout_diff import compared

    one, other = open_layout(args.one), open_layout(args.other)
    with refusing(ValueError), under_way(_("measuring the layouts")):
        found = compared(one, other, None if args.no_measures else Patience(args.seconds))
    if args.json:
        print_json(_plain_diff(args, one, found))
    elif not found.is_same:
        _tell(args, one, other, found)
    return FINE if found.is_same else NO


def _plain_diff(args: argparse.Namespace, one: Opened, found: Compared) -> dict[str, object]:
    return {
        "files": [str(args.one), str(args.other)],
        "game": one.game.info.slug,
        "same": found.is_same,
        "fields": list(found.fields),
        "spaces": [
            {"name": change.name, "cell": change.cell, "values": [change.one, change.other]} for change in found.changes
        ],
        "figures": [
            {"name": figure.name, "values": [for_machines(figure.one), for_machines(figure.other)]}
            for figure in found.figures
        ],
    }


def _tell(args: argparse.Namespace, one: Opened, other: Opened, found: Compared) -> None:
    from studio.services.layout_diff import layout_differences

    words = ", ".join(layout_differences(one, other)) or _("only what is not seen on the board differs")
    say(headed(f"{spoken(args.one)} → {spoken(args.other)}", words))
    for change in found.changes:
        say(f"  {change.name:<5}{change.one} → {change.other}")
    figures = [figure for figure in found.figures if figure.differs]
    if figures:
        wide = max(len(figure.name) for figure in figures) + 2
        broad = max(len(figure.one) for figure in figures) + 2
        say(plural("{n} figure differs:", "{n} figures differ:", len(figures)).format(n=len(figures)))
        for figure in figures:
            say(f"  {figure.name:<{wide}}{figure.one:<{broad}}{figure.other}")
    say(_("Fields: {fields}").format(fields=" ".join(found.fields)))


# The command `import`: maps that were edited elsewhere become layouts again.


def add_import(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "file",
        metavar="F.tmj",
        type=file_name,
        help=_("a map of Tiled (.tmj) that was exported from here, - for standard input"),
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        type=file_name,
        metavar="OUT",
        help=_("the layout file to write, - for standard output"),
    )
    add_json(parser)
    return _import


def _import(args: argparse.Namespace) -> int:
    from studio.services.loading import findings, to_layout
    from studio.services.tiled import imported

    with refusing():
        layout = imported(read(args.file), spoken(args.file))
    put(args.output, to_layout(layout))
    if args.json:
        errors = sum(problem.severity.name == "ERROR" for problem in findings(layout))
        data = {"file": str(args.file), "output": str(args.output), "game": layout.game.info.slug, "ok": not errors}
        print_json(data, aside=args.output == STANDARD)
    return FINE
