"""The commands `games`, `manual`, `check` and `completion`, and what all commands take as data."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import NamedTuple

from studio.cli import common
from studio.core.text import _, language, print_text


def add_games(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_json(parser)
    return _games


def _games(args: argparse.Namespace) -> int:
    from studio.games import load, slugs

    infos = [load(slug).info for slug in slugs()]
    if args.json:
        common.print_json(
            [
                {
                    "slug": info.slug,
                    "name": info.name,
                    "author": info.author,
                    "year": info.year,
                    "seats": list(info.seats),
                    "options": [
                        {"key": option.key, "name": option.name, "help": option.help, "default": option.default}
                        for option in info.options
                    ],
                }
                for info in infos
            ]
        )
        return common.EXIT_OK
    for info in infos:
        text = _("{game} ({author}, {year}), {least}–{most} seats").format(
            game=info.name, author=info.author, year=info.year, least=info.min_seats, most=info.max_seats
        )
        print_text(f"{info.slug:<18}{text}")
        for option in info.options:
            print_text(f"{'':<18}--options {option.key}: {option.help}")
    return common.EXIT_OK


# The command `manual`.


def add_manual(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("page", nargs="?", metavar="PAGE", help=_("Page to print (default: the list of pages)"))
    common.add_output(parser, _("Write the manual as one HTML page (- for standard output)"))
    common.add_json(parser)
    parser.add_completions("page", _pages)
    return _manual


def _pages() -> list[str]:
    from studio.documents.markup import load_manual

    return [page.key for chapter in load_manual() for page in chapter.clauses]


def _manual(args: argparse.Namespace) -> int:
    from studio.documents.markup import load_manual

    if args.output is not None:
        return _write(args)
    book = load_manual()
    pages = {page.key: page for chapter in book for page in chapter.clauses}
    if args.page is None:
        if args.json:
            common.print_json([{"page": page.key, "title": page.title} for page in pages.values()])
            return common.EXIT_OK
        wide = max(map(len, pages)) + 2
        for chapter in book:
            print_text(chapter.title, *(f"  {page.key:<{wide}}{page.title}" for page in chapter.clauses), "")
        print_text(_('"{program} manual PAGE" prints a page.').format(program=common.PROGRAM))
        return common.EXIT_OK
    if args.page not in pages:
        text = _('unknown manual page "{word}"; available: {pages}')
        if similar := common.closest_word(args.page, pages, 0.5):
            text = _('unknown manual page "{word}"; did you mean "{page}"?')
        raise common.UsageError(text.format(word=args.page, page=similar, pages=", ".join(pages)))
    page = pages[args.page]
    if args.json:
        blocks = [{"kind": block.kind, "words": block.text} for block in page.blocks]
        common.print_json({"page": page.key, "title": page.title, "blocks": blocks})
        return common.EXIT_OK
    from studio.documents.markup import text_lines

    print_text(page.title, *text_lines(page.blocks, is_airy=True))
    return common.EXIT_OK


def _write(args: argparse.Namespace) -> int:
    from studio.cli.files import STDIO, check_output, write
    from studio.documents.markup import manual_page

    if args.page is not None:
        raise common.UsageError(_("--output writes the whole manual; omit PAGE"))
    check_output(args.output, (), ".html", ".htm", "")
    write(args.output, manual_page())
    if args.json:
        common.print_json({"output": str(args.output)}, to_stderr=args.output == STDIO)
    return common.EXIT_OK


# The command `check`.


def add_check(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_json(parser)
    return _check


def _check(args: argparse.Namespace) -> int:
    from studio.services.diagnostics import CheckResult, report_lines, run_diagnostics
    from studio.services.libraries import check_libraries

    with common.progress_line(_("checking the installation")):
        looked = [*run_diagnostics(), check_libraries()]
        common.offscreen()
        try:
            from studio.gui.shell.about import check_window_support
            from studio.gui.shell.app import make_application
        except ImportError as problem:  # a system library is missing
            looked.append(CheckResult(_("Window system"), False, str(problem)))
        else:
            make_application()
            looked += check_window_support()
    if args.json:
        common.print_json([{"what": one.title, "ok": one.is_ok, "words": one.text} for one in looked])
    else:
        print_text(*report_lines(looked))
    return common.EXIT_OK if all(one.is_ok for one in looked) else common.EXIT_FAILED


# The command `completion`.

SHELLS = ("bash", "zsh", "fish")


def add_completion(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    parser.epilog = _("Example for bash: {command}").format(command=f'eval "$({common.PROGRAM} completion bash)"')
    return _completion


def _completion(args: argparse.Namespace) -> int:
    """Print the script that `packaging/completions.py` wrote for the language, or in English."""
    from studio.cli.files import STDIO, write
    from studio.documents.paths import resources_dir

    script = resources_dir() / "completions" / f"{language()}.{args.shell}"
    write(STDIO, (script if script.exists() else script.with_stem("en")).read_bytes())
    return common.EXIT_OK


# What commands take, as data for the man page, the reference and the completion scripts.


class Argument(NamedTuple):
    """One argument: its options (none for a positional one), its metavar, its help, and the words it may be."""

    options: tuple[str, ...]
    metavar: str
    help: str
    choices: tuple[str, ...] = ()
    is_many: bool = False


class Command(NamedTuple):
    """A command; the program without a command has an empty name."""

    name: str
    help: str
    arguments: tuple[Argument, ...]


def spec_of(name: str, parser: common.Parser) -> Command:
    arguments = []
    for action in parser._actions:
        offer = parser.completions.get(action.dest)
        choices = offer.words() if offer is not None else action.choices or ()
        metavar = metavar_of(action) if action.nargs != 0 else ""
        options, is_many = tuple(action.option_strings), action.nargs in ("+", "*")
        arguments.append(Argument(options, metavar, action.help or "", tuple(map(str, choices)), is_many))
    return Command(name, (parser.description or "") if name else "", tuple(arguments))


def metavar_of(action: argparse.Action) -> str:
    return action.metavar if isinstance(action.metavar, str) else action.dest.upper()


def usage_text(arguments: Sequence[Argument]) -> str:
    """How a command is called, without its options one by one: "[OPTION …] LAYOUT"."""
    places = [argument for argument in arguments if not argument.options]
    return " ".join(["[OPTION …]", *(f"{one.metavar} …" if one.is_many else one.metavar for one in places)])
