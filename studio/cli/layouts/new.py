"""The command that makes a layout from choices: `new`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from studio.cli.common import FINE, STANDARD, add_json, file_name, print_json, refusing, seed_number
from studio.cli.files import write
from studio.cli.parser import Parser, Refused, nearest
from studio.cli.progress import under_way
from studio.core.text import _, say

if TYPE_CHECKING:
    from studio.core.form import Field, Section
    from studio.core.game import Json, Value
    from studio.core.generation import Recipe
    from studio.core.protocols import Game

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
    from studio.opening import made_layout

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
