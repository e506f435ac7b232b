"""The commands that make or change layouts: `new`, `complete`, `fix`, `format`, `diff`, `merge` and `import`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from studio.cli import common, files
from studio.cli.validate import problem_codes
from studio.core.text import _, format_number, plural, print_error, print_text, unlocalized, with_label

if TYPE_CHECKING:
    from studio.core.form import Field, Section
    from studio.core.game import Body, Json, Value
    from studio.core.generation import Recipe
    from studio.core.plugin import Game
    from studio.core.problems import Problem
    from studio.documents.store import Layout, Record
    from studio.services.loading import LoadedLayout

ON, OFF = ("on", "yes", "true", "1"), ("off", "no", "false", "0")


def add_new(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    add("game", metavar="GAME", help=_("Game, as listed by the command games"))
    common.add_output(parser, _("Layout file to write (- for standard output)"), "FILE")
    add("--size", type=_size, metavar="WIDTHxHEIGHT", help=_("Columns and rows, such as 16x10"))
    common.add_value(
        add, "--seed", common.seed_number, "S", _("Seed; the same seed gives the same layout (default: 0)"), default=0
    )
    add("--template", default="", metavar="NAME", help=_("Template to start from (box: as the published game)"))
    add(
        "--set", action="append", default=[], dest="changes", metavar="KEY=VALUE", help=_("Set one choice (repeatable)")
    )
    add("--name", default="", help=_("Name of the layout"))
    add("--force", action="store_true", help=_("Overwrite an existing file; a backup is kept"))
    add("--list", action="store_true", help=_("List the templates and choices of the game"))
    common.add_json(parser)
    parser.add_completions("game", _slugs)
    parser.add_completions("template", _templates)
    return _new


def _slugs() -> Sequence[str]:
    from studio.games import slugs

    return slugs()


def _templates() -> list[str]:
    from studio.games import load

    return sorted({template.key for slug in _slugs() for template in load(slug).generation.templates()})


def _size(text: str) -> tuple[int, int]:
    """Argument type: COLUMNSxROWS."""
    columns, times, rows = text.lower().partition("x")
    if not times or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (columns, rows)):
        raise argparse.ArgumentTypeError(_('"{text}" is not a size such as 16x10').format(text=text))
    return int(columns), int(rows)


def _new(args: argparse.Namespace) -> int:
    from studio.services.loading import generate_layout

    game = _game(args.game)
    recipe = _recipe(game, args)
    if args.list:
        return _list(game, recipe, args.json)
    if args.output is None:
        raise common.UsageError(_("no output file given; use -o FILE, or -o - for standard output"))
    files.check_output(args.output, (), ".json", "")
    if args.output != files.STDIO and args.output.exists() and not args.force:
        raise common.UsageError(_("{path} already exists; overwrite it with --force").format(path=args.output))
    with common.as_usage_error(ValueError), common.progress_line(_("creating the layout")):
        made = generate_layout(args.game, recipe, args.seed, args.name or _("New layout"))
    files.write_document(args.output, made.layout)
    if args.json:
        data = {"game": args.game, "output": str(args.output), "seed": args.seed, "choices": dict(recipe)}
        common.print_json(data, to_stderr=args.output == files.STDIO)
    return common.EXIT_OK


def _game(slug: str) -> Game:
    from studio import games

    if slug not in games.slugs():
        known = ", ".join(games.slugs())
        text = _('unknown game "{name}"; available: {known}').format(name=slug, known=known)
        raise common.UsageError(text + _nearest(slug, games.slugs()))
    return games.load(slug)


def _nearest(word: str, known: Iterable[str]) -> str:
    """The end of an error message: what was probably meant."""
    found = common.closest_word(word, known, 0.5)
    return _('; did you mean "{name}"?').format(name=found) if found else ""


def _recipe(game: Game, args: argparse.Namespace) -> Recipe:
    """The template's choices, changed by the command line."""
    templates = {template.key: template.recipe for template in game.generation.templates()}
    if args.template and args.template not in templates:
        label = _('{game} has no template "{name}"; available: {known}')
        known = ", ".join(templates)
        refusal = label.format(game=game.info.name, name=args.template, known=known)
        raise common.UsageError(refusal + _nearest(args.template, templates))
    recipe = templates[args.template] if args.template else next(iter(templates.values()))
    if args.size is not None:
        for key, number in zip(("columns", "rows"), args.size, strict=True):
            recipe = _set_choice(game, recipe, key, number)
    for change in args.changes:
        key, equals, text = change.partition("=")
        if not equals:
            raise common.UsageError(_('invalid choice "{word}"; write KEY=VALUE').format(word=change))
        recipe = _set_choice(game, recipe, key, _value(game, recipe, key, text))
    return recipe


def _fields(sections: Iterable[Section]) -> dict[str, Field]:
    return {field.key: field for section in sections for field in section.fields}


def _value(game: Game, recipe: Recipe, key: str, text: str) -> Value:
    """The value of a choice. Raises `UsageError`."""
    fields = _fields(game.generation.choices(recipe))
    if key not in fields:
        if key in recipe:
            label = _('"{key}" has no effect with the other choices; see --list')
            raise common.UsageError(label.format(key=key))
        label = _('{game} has no choice "{key}"').format(game=game.info.name, key=key)
        raise common.UsageError((label + _nearest(key, recipe)) if _nearest(key, recipe) else label + _("; see --list"))
    kind = fields[key].kind
    if kind in ("int", "share"):
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 9:
            raise common.UsageError(_('invalid value "{word}"; use a whole number').format(word=f"{key}={text}"))
        return int(text)
    if kind == "flag":
        if text.lower() not in (*ON, *OFF):
            raise common.UsageError(_('invalid value "{word}"; use on or off').format(word=f"{key}={text}"))
        return text.lower() in ON
    if kind == "choice" and text not in dict(fields[key].choices):
        values = [value for value, _words in fields[key].choices]
        label = _('invalid value "{word}"; choose one of {choices}').format(
            word=f"{key}={text}", choices=", ".join(values)
        )
        raise common.UsageError(label + _nearest(text, values))
    return text


def _set_choice(game: Game, recipe: Recipe, key: str, value: Value) -> Recipe:
    from studio.core.generation import with_choice

    with common.as_usage_error(ValueError):
        return with_choice(game.generation.choices(recipe), recipe, key, value)


def _list(game: Game, recipe: Recipe, is_plain: bool) -> int:
    """Print the templates, and the choices with their values."""
    templates, sections = game.generation.templates(), game.generation.choices(recipe)
    if is_plain:
        names = [{"key": template.key, "name": template.name} for template in templates]
        common.print_json({"templates": names, "choices": [_field_data(field) for field in _fields(sections).values()]})
        return common.EXIT_OK
    for template in templates:
        print_text(f"--template {template.key:<14}{template.name}")
    for section in sections:
        print_text("", section.title)
        for field in section.fields:
            print_text(f"  --set {quote(f'{field.key}={_shown(field.value)}'):<26}{field.label}: {_bounds(field)}")
    return common.EXIT_OK


def _field_data(field: Field) -> Json:
    bounds = {"least": field.minimum, "most": field.maximum} if field.kind in ("int", "share") else {}
    values = {"values": [value for value, _words in field.choices]} if field.kind == "choice" else {}
    return {"key": field.key, "name": field.label, "kind": field.kind, "value": field.value, **bounds, **values}


def _shown(value: Value) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _bounds(field: Field) -> str:
    if field.kind == "share":
        return _("{least} to {most} %").format(least=field.minimum, most=field.maximum)
    if field.kind == "int":
        return _("{least} to {most}").format(least=field.minimum, most=field.maximum)
    if field.kind == "flag":
        return _("on or off")
    if field.kind == "choice":
        return ", ".join(value for value, _words in field.choices)
    if field.kind == "mask":
        return _("rows of “.” and “#”, separated by “/”")
    return _("text")


# The command `complete`.


def add_complete(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    common.add_layout(parser)
    common.add_output(parser, _("Completed layout; may be LAYOUT (default: -, stdout)"), "FILE", default=files.STDIO)
    common.add_value(
        add, "--seed", common.seed_number, "S", _("Seed; the same seed gives the same result (default: 0)"), default=0
    )
    add("--spaces", default="", metavar="A1,B2:D5,…", help=_("Spaces to fill: names, or boxes from corner to corner"))
    common.add_timeout(parser, 60)
    common.add_json(parser)
    return _complete


def _complete(args: argparse.Namespace) -> int:
    from studio.core.cancellation import Cancelled, CancelToken
    from studio.core.grid import parse_places
    from studio.core.problems import NotCompletable
    from studio.services.layout_diff import differing_cells
    from studio.services.loading import to_layout

    files.check_output(args.output, (), ".json", "")
    layout = files.read_layout(args.layout)
    game, grid = layout.game, layout.game.body.grid(layout.body)
    places, unknown = parse_places(grid, args.spaces)
    if unknown:
        raise common.UsageError(_('no space "{name}" on this board').format(name=unknown))
    try:
        with common.progress_line(_("filling the board"), args.timeout):
            body = game.editing.complete(layout.body, set(places), args.seed, CancelToken(args.timeout))
    except NotCompletable as refusal:
        return _report_failure(args, str(refusal), [grid.name(cell) for cell in refusal.cells])
    except Cancelled:
        text = _("No completion found within {seconds} s.").format(seconds=format_number(args.timeout, "g"))
        return _report_failure(args, text, [])
    completed = replace(layout, body=body)
    files.write_document(args.output, files.relocate_layout(to_layout(completed), args.layout, args.output))
    if args.json:
        filled = [grid.name(cell) for cell in differing_cells(game, layout.body, body)]
        data = {"file": str(args.layout), "output": str(args.output), "seed": args.seed, "ok": True, "filled": filled}
        common.print_json(data, to_stderr=args.output == files.STDIO)
    return common.EXIT_OK


def _report_failure(args: argparse.Namespace, words: str, names: list[str]) -> int:
    if args.json:
        common.print_json({"file": str(args.layout), "ok": False, "reason": words, "spaces": names}, to_stderr=True)
    else:
        print_error(f"{common.PROGRAM}: {files.source_name(args.layout)}: {words}")
    return common.EXIT_FAILED


# The command `fix`.


def add_fix(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_files(parser, _("Layouts or folders (- for standard input and output)"))
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="CODE",
        help=_("Problem code to fix (repeatable; default: all safe fixes)"),
    )
    common.add_output(parser, _("Output for one layout (default: same file; -: stdout)"))
    parser.add_argument("--dry-run", action="store_true", help=_("Show the changes without writing them"))
    common.add_json(parser)
    parser.add_completions("code", problem_codes)
    return _fix


def _fix(args: argparse.Namespace) -> int:
    from studio.core.problems import has_errors
    from studio.services.loading import to_layout

    if args.dry_run and args.output is not None:
        raise common.UsageError(_("--dry-run and --output cannot be used together"))
    if args.output is not None and len(files.expand_folders(args.files, files.LAYOUTS)) > 1:
        raise common.UsageError(_("--output requires a single layout; several layouts are fixed in place"))
    if args.output is not None:
        files.check_output(args.output, (), ".json", "")
    found: list[set[str]] = []

    def use(path: Path) -> files.FileResult:
        layout, output = files.read_layout(path), args.output if args.output is not None else path
        result = _apply_fixes(layout, args.code)
        found.append({problem.code for problem in result.found})
        for code in result.ignored_codes:
            text = _('{path}: the layout ignores the problems "{code}"; they are not fixed')
            print_error(text.format(path=files.source_name(path), code=code))
        if not args.dry_run and (result.body != layout.body or output != path or output == files.STDIO):
            files.write_document(
                output, files.relocate_layout(to_layout(replace(layout, body=result.body)), path, output)
            )
        return files.FileResult(
            common.EXIT_FAILED if has_errors(tuple(result.remaining)) else common.EXIT_OK,
            {"file": str(path), "output": None if args.dry_run else str(output), **_fix_data(layout, result)},
            _fix_lines(layout, result, files.source_name(path), args.dry_run),
        )

    outputs = args.files if args.output is None else [args.output]
    answer = files.each_file(
        args, files.LAYOUTS, use, to_stderr=files.STDIO in outputs and not args.dry_run, fixed=[], left=[]
    )
    for code in args.code if found else ():
        if not any(code in codes for codes in found):
            print_error(_('no problem "{code}" found').format(code=code))
    return answer


class _FixResult(NamedTuple):
    """A layout's body after fixes, the problems fixed, and those that remain."""

    body: Body
    fixed: Sequence[Problem]
    remaining: Sequence[Problem]
    ignored_count: int
    found: Sequence[Problem]  # problems before and between the fixes
    ignored_codes: Sequence[str]  # requested codes of which the layout ignores all problems


def _apply_fixes(layout: LoadedLayout, questions: Sequence[str]) -> _FixResult:
    """Fix the problems with these codes that the layout does not ignore; without codes, the safe fixes."""
    from studio.services.loading import apply_fixes, filter_ignored, is_ignored

    game, entries = layout.game, layout.layout.ignored
    problems, grid = game.checks.check(layout.body), game.body.grid(layout.body)

    def wanted(problem: Problem) -> bool:
        if is_ignored(problem, entries, grid):
            return False
        return problem.code in questions if questions else problem.fix is not None and problem.fix.safe

    made, body = apply_fixes(game, layout.body, problems, wanted)
    found = (*problems, *made)
    counted = {problem.code for problem in found if not is_ignored(problem, entries, grid)}
    ignored_codes = [code for code in questions if code not in counted and code in {problem.code for problem in found}]
    rest = filter_ignored(game.checks.check(body), entries, game.body.grid(body))
    return _FixResult(body, made, rest.active, len(rest.ignored), found, ignored_codes)


def _fix_data(layout: LoadedLayout, result: _FixResult) -> dict[str, Json]:
    from studio.cli.validate import problem_data
    from studio.core.picture import target_edge
    from studio.services.layout_diff import preview_edit

    game, grid = layout.game, layout.game.body.grid(layout.body)
    changed = preview_edit(game, layout.body, result.body)
    return {
        "changes": {
            "size": changed.size,
            "spaces": [grid.name(cell) for cell in changed.cells],
            "edges": [list(target_edge(edge)) for edge in changed.edges],
            "figures": [field._asdict() for field in changed.field_changes],
        },
        "fixed": [problem_data(game, layout.body, problem) for problem in result.fixed],
        "left": [problem_data(game, result.body, problem) for problem in result.remaining],
    }


def _fix_lines(layout: LoadedLayout, result: _FixResult, name: Path, shows: bool) -> list[str]:
    from studio.services.layout_diff import preview_edit, preview_text

    game, made = layout.game, result.fixed
    lines = [f"  {problem.fix.label}" if problem.fix is not None else "" for problem in made]
    if made:
        lines.append(f"  {preview_text(game, layout.body, preview_edit(game, layout.body, result.body))}")
    text = plural(
        "{path}: {n} problem fixed, {left} remaining", "{path}: {n} problems fixed, {left} remaining", len(made)
    )
    if shows:
        text = plural(
            "{path}: {n} problem can be fixed, {left} would remain",
            "{path}: {n} problems can be fixed, {left} would remain",
            len(made),
        )
    if result.ignored_count:
        text = _("{words}, {ignored} ignored").format(words=text, ignored=result.ignored_count)
    return [*lines, text.format(path=name, n=len(made), left=len(result.remaining))]


# The command `format`.


def add_format(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_files(parser, _("Layouts, match records or folders (- for stdin and stdout)"))
    parser.add_argument(
        "--check", action="store_true", help=_("Check only; exit with code 1 if a file is not formatted")
    )
    common.add_json(parser)
    return _format


def _format(args: argparse.Namespace) -> int:
    from msgspec.structs import replace as replace_fields

    from studio.documents.store import Record, document_text
    from studio.services.loading import to_layout

    def use(path: Path) -> files.FileResult:
        found, name, data = files.read_with_bytes(path)
        if isinstance(found, Record):
            document: Layout | Record = replace_fields(found, layout=to_layout(files.resolve_layout(found.layout)))
        else:
            document = to_layout(files.resolve_layout(found, name))
        is_other = document_text(document).encode() != data
        if not args.check and (is_other or path == files.STDIO):  # standard input is always written
            files.write_document(path, document)
        text = _("{path}: not in canonical form") if args.check else _("{path}: rewritten")
        return files.FileResult(
            common.EXIT_FAILED if is_other and args.check else common.EXIT_OK,
            {"file": str(path), "changed": is_other and not args.check, "canonical": not is_other},
            [text.format(path=files.source_name(path))] if is_other else [],
        )

    return files.each_file(args, files.DOCUMENTS, use, to_stderr=files.STDIO in args.files and not args.check)


# The command `diff`.


def add_diff(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    add("one", metavar="A", type=common.file_name, help=_("Layout file (- for standard input)"))
    add("other", metavar="B", type=common.file_name, help=_("Second layout, of the same game"))
    add("--no-survey", action="store_true", help=_("Skip the surveys, which take time"))
    common.add_timeout(parser, 10, per_file=True)
    common.add_json(parser)
    return _diff


def _diff(args: argparse.Namespace) -> int:
    from studio.core.cancellation import CancelToken
    from studio.services.layout_diff import diff_layouts, layout_differences
    from studio.services.layout_merge import ABSENT, LayoutParts, json_path

    one, other = files.read_layout(args.one), files.read_layout(args.other)
    with common.as_usage_error(ValueError), common.progress_line(_("measuring the layouts")):
        found = diff_layouts(one, other, None if args.no_survey else CancelToken(args.timeout))
    if args.json:
        spaces = [{"name": it.name, "cell": it.cell, "values": [it.one, it.other]} for it in found.changes]
        plain = LayoutParts(one, other).values
        pieces = [
            {
                "name": it.name,
                "path": json_path(it.path),
                "values": [v if v is not ABSENT else None for v in plain(it.path)],
            }
            for it in found.pieces
        ]
        stats = [{"name": it.name, "values": [unlocalized(it.one), unlocalized(it.other)]} for it in found.stats]
        common.print_json(
            {
                "files": [str(args.one), str(args.other)],
                "game": one.game.info.slug,
                "same": found.is_same,
                "fields": list(found.fields),
                "spaces": spaces,
                "pieces": pieces,
                "figures": stats,
            }
        )
    elif not found.is_same:
        text = ", ".join(layout_differences(one, other)) or _("only data not shown on the board differs")
        print_text(with_label(f"{files.source_name(args.one)} → {files.source_name(args.other)}", text))
        print_text(*(f"  {change.name:<5}{change.one} → {change.other}" for change in found.changes))
        print_text(*(f"  {change.name}: {change.one} → {change.other}" for change in found.pieces))
        if changed := [stat for stat in found.stats if stat.differs]:
            wide = max(len(stat.name) for stat in changed) + 2
            broad = max(len(stat.one) for stat in changed) + 2
            print_text(plural("{n} value differs:", "{n} values differ:", len(changed)).format(n=len(changed)))
            print_text(*(f"  {stat.name:<{wide}}{stat.one:<{broad}}{stat.other}" for stat in changed))
        print_text(_("Fields: {fields}").format(fields=" ".join(found.fields)))
    return common.EXIT_OK if found.is_same else common.EXIT_FAILED


# The command `merge`.

GIT_FILES = ".merge_file_"  # how the names of git's temporary files begin


def add_merge(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    add(
        "base", metavar="BASE", type=common.file_name, help=_("Common earlier version (an empty file if there is none)")
    )
    add("mine", metavar="MINE", type=common.file_name, help=_("Layout file whose version wins in conflicts"))
    add("theirs", metavar="THEIRS", type=common.file_name, help=_("Other changed version of the layout"))
    common.add_output(parser, _("Merged layout to write; may be MINE (-: stdout)"), "FILE", required=True)
    common.add_json(parser)
    return _merge


def _merge(args: argparse.Namespace) -> int:
    from studio.documents.store import layout_text
    from studio.services.layout_merge import merge_layouts
    from studio.services.loading import to_layout

    files.check_not_input(args.output, (args.base, args.theirs))
    has_base = args.base == files.STDIO or not args.base.is_file() or args.base.stat().st_size
    base = files.read_layout(args.base) if has_base else None
    mine, theirs = files.read_layout(args.mine), files.read_layout(args.theirs)
    with common.as_usage_error(ValueError):
        merged = merge_layouts(base, mine, theirs)
    layout = files.relocate_layout(to_layout(merged.layout), args.mine, args.output)
    if args.output.name.startswith(GIT_FILES):
        files.write(args.output, layout_text(layout).encode())
    else:
        files.write_document(args.output, layout)
    to_stderr, conflicts = args.output == files.STDIO, [conflict._asdict() for conflict in merged.conflicts]
    if args.json:
        data = {"files": [str(path) for path in (args.base, args.mine, args.theirs)], "output": str(args.output)}
        common.print_json({**data, "ok": not conflicts, "conflicts": conflicts}, to_stderr=to_stderr)
    elif conflicts:
        text = plural(
            "{n} conflict; the version of MINE was kept:",
            "{n} conflicts; the versions of MINE were kept:",
            len(conflicts),
        )
        print_text(text.format(n=len(conflicts)), aside=to_stderr)
        for path, *values in merged.conflicts:
            old, *changed = ["–" if value is None else json.dumps(value, ensure_ascii=False) for value in values]
            print_text(f"  {path}: {old} → {' | '.join(changed)}", aside=to_stderr)
    return common.EXIT_FAILED if conflicts else common.EXIT_OK


# The command `import`.


def add_import(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_value(
        parser.add_argument,
        "file",
        common.file_name,
        "FILE.tmj",
        _("Tiled map (.tmj) exported from here (- for standard input)"),
    )
    common.add_output(parser, _("Layout file to write (- for standard output)"), required=True)
    common.add_json(parser)
    return _import


def _import(args: argparse.Namespace) -> int:
    from studio.services.loading import find_problems, to_layout
    from studio.services.tiled import import_map

    files.check_output(args.output, [args.file], ".json", "")
    with common.as_usage_error():
        layout = import_map(files.read(args.file), files.source_name(args.file))
    files.write_document(args.output, to_layout(layout))
    if args.json:
        errors = sum(problem.severity.name == "ERROR" for problem in find_problems(layout))
        data = {"file": str(args.file), "output": str(args.output), "game": layout.game.info.slug, "ok": not errors}
        common.print_json(data, to_stderr=args.output == files.STDIO)
    return common.EXIT_OK
