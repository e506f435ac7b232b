"""What commands share: parser, argument types, exit codes, output and the progress line."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TextIO

from studio.core.text import _, format_duration, is_quiet, print_text, sanitize, with_label

if TYPE_CHECKING:
    from pathlib import Path

    from studio.core.game import GameInfo, Json, Options
    from studio.core.match import Match
    from studio.services.loading import LoadedLayout


class UsageError(Exception):
    """The input cannot be used. The message is one line that says why."""


class Completions(NamedTuple):
    """Words that a shell proposes for an argument, computed on demand. `by_comma`: several, separated by commas."""

    words: Callable[[], Sequence[str]]
    by_comma: bool = False


def _translate_error(message: str) -> str:
    """Our text for a message of argparse, with its %-placeholders."""
    return {
        "argument %(argument_name)s: %(message)s": with_label("%(argument_name)s", "%(message)s"),
        "the following arguments are required: %s": _("missing arguments: {names}").format(names="%s"),
        "unrecognized arguments: %s": _("unknown arguments: {words}").format(words="%s"),
        "not allowed with argument %s": _("cannot be used with {other}").format(other="%s"),
        "ignored explicit argument %r": _("takes no value, but got {value}").format(value="%r"),
        "expected one argument": _("a value is required"),
        "expected at least one argument": _("a value is required"),
        "invalid choice: %(value)r (choose from %(choices)s)": _(
            'invalid value "{word}"; choose one of {choices}'
        ).format(word="%(value)s", choices="%(choices)s"),
    }.get(message, message)


vars(argparse)["_"] = _translate_error  # argparse looks up its own gettext here, whose language cannot change


ALIASES = (
    ("--against", "--compare"), ("--against-options", "--compare-options"), ("--bot", "--bots"),
    ("--clauses", "--rules"), ("--decide", "--bias"), ("--html", "--output"), ("--no-grain", "--no-texture"),
    ("--no-measures", "--no-survey"), ("--no-proof", "--no-verify"), ("--record", "--output"),
    ("--seconds", "--frame-seconds"), ("--seconds", "--timeout"), ("--show", "--dry-run"), ("--tally", "--stats"),
    ("--to", "--format"), ("--tries", "--candidates"), ("--turned", "--orientation"), ("--within", "--precision"),
)  # fmt: skip
"""Option names of version 0.2 and their new names. They are accepted until 0.4 with a warning, and not shown."""
CHOICE_ALIASES = {"upright": "portrait", "across": "landscape", "apart": "separate"}


def choice(text: str) -> str:
    """Argument type: a choice, by its name of today or of version 0.2."""
    _note_old_name(text, CHOICE_ALIASES.get(text, text))
    return CHOICE_ALIASES.get(text, text)


_old_names: dict[str, str] = {}  # used in this command, with their new names


def _note_old_name(old: str, new: str) -> None:
    if old != new:
        _old_names[old] = new


def warn_of_old_names() -> None:
    """Print a warning on standard error for each old name since the last call, except in quiet mode."""
    for old, new in _old_names.items():
        text = _('warning: "{old}" will be removed in version 0.4; use "{new}"')
        print_text(f"{PROGRAM}: {text.format(old=old, new=new)}", aside=True)
    _old_names.clear()


class Parser(argparse.ArgumentParser):
    """The parser of one command. `completions`: what shells propose for an argument; `given`: the words parsed."""

    def __init__(self, prog: str, description: str, *, is_raw: bool = False, **more: Any) -> None:
        formatter = _RawHelp if is_raw else _Help
        more |= {"add_help": False, "allow_abbrev": False, "formatter_class": formatter}
        super().__init__(prog=prog, description=description, **more)
        self.completions: dict[str, Completions] = {}
        self.given: set[str] = set()
        self._positionals.title = _("arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("Show this help"))

    def add_completions(self, name: str, words: Callable[[], Sequence[str]], by_comma: bool = False) -> None:
        self.completions[name] = Completions(words, by_comma)

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words. An unknown option is reported before any other error. Raises `UsageError`."""
        options = [option for action in self._actions for option in action.option_strings]
        renamed = {old: new for old, new in ALIASES if new in options and old not in options}
        _old_names.clear()
        words, end = list(words), words.index("--") if "--" in words else len(words)
        for at, word in enumerate(words[:end]):
            name, equals, value = word.partition("=")
            _note_old_name(name, name := renamed.get(name, name))
            words[at] = f"{name}{equals}{value}"
            self.given.add(name)
            if name.startswith("--") and name not in options:
                if meant := closest_word(name, options, 0.7):
                    text = _('unknown option "{name}"; did you mean "{meant}"?')
                    raise UsageError(text.format(name=name, meant=meant))
                raise UsageError(_('unknown option "{name}"').format(name=name) + f" ({self.prog} --help)")
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} ({self.prog} --help)")


class _Help(argparse.HelpFormatter):
    """Help with a translated "usage:"."""

    def __init__(self, prog: str, *args: Any, **more: Any) -> None:
        super().__init__(
            prog, *args, **{"width": _line_width(), **more}
        )  # argparse would import `shutil` for each parser

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


@cache
def _line_width() -> int:
    """Columns for help: those of the terminal, less two."""
    with suppress(OSError, ValueError):
        return int(os.environ["COLUMNS"]) - 2 if os.environ.get("COLUMNS") else os.get_terminal_size(1).columns - 2
    return 78


class _RawHelp(_Help, argparse.RawDescriptionHelpFormatter):
    """Help whose description is already wrapped."""


def closest_word(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The known word most similar to a mistyped one; "" if none is."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=likeness)), "")


PROGRAM = "explorer-studio"
EXIT_OK, EXIT_FAILED, EXIT_INVALID, EXIT_INTERRUPTED = 0, 1, 2, 130


@contextmanager
def as_usage_error(*kinds: type[Exception]) -> Iterator[None]:
    """Turn `DocumentError` and exceptions of these kinds into a `UsageError` with the same text."""
    from studio.documents.files import DocumentError

    refused: tuple[type[Exception], ...] = (DocumentError, *kinds)
    try:
        yield
    except refused as problem:
        raise UsageError(str(problem)) from None


def offscreen() -> None:
    """Make Qt draw without a display."""
    if sys.platform.startswith("linux"):  # other systems always have a display, and its fonts are needed
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def file_name(text: str) -> Path:
    """Argument type: a path; "-" is standard input or output, "./-" a file called "-"."""
    if not text.strip():
        raise argparse.ArgumentTypeError(_("the file name is empty"))
    from pathlib import Path

    path = Path(text)
    return path if text == "-" or path != Path("-") else path.absolute()


def start_checked_match(opened: LoadedLayout, seats: int, options: Options, seed: int) -> Match:
    """Start a match on a layout. Raises `UsageError` if it cannot be played."""
    from studio.core.game import IllegalAction, LayoutNotPlayable
    from studio.services.loading import start_match

    try:
        return start_match(opened, seats, options, seed)
    except IllegalAction as problem:
        raise UsageError(str(problem)) from None
    except LayoutNotPlayable as problem:
        first = next(found for found in problem.problems if found.severity.name == "ERROR")
        text = _('{path} cannot be played: {reason} (run "{program} validate" for all problems)')
        raise UsageError(text.format(path=opened.path, reason=first.message, program=PROGRAM)) from None


def seats_and_bots(args: argparse.Namespace) -> tuple[int, tuple[str, ...]]:
    """The number of seats, and the name of a bot for each."""
    from studio.lab.jobs import check_bots

    bots = [name.strip() for name in args.bots.split(",")]
    seats = args.seats if args.seats is not None else max(2, len(bots))
    with as_usage_error(ValueError):
        return seats, check_bots(bots, seats)


def parse_options(info: GameInfo, text: str) -> Options:
    """The options in "key=value,key=value", converted to the types that the game declares."""
    known = {option.key: option for option in info.options}
    options: Options = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = word.partition("=")
        if key not in known:
            error = _('{game} has no option "{key}"; available: {known}')
            raise UsageError(error.format(game=info.name, key=key, known=", ".join(known) or _("none")))
        option = known[key]
        if option.choices:
            choices = [choice for choice, _label in option.choices]
            if value not in choices:
                error = _('invalid value "{word}"; choose one of {choices}')
                raise UsageError(error.format(word=word, choices=", ".join(choices)))
            options[key] = value
        elif isinstance(option.default, bool):
            meaning = {"": not equals, "on": True, "yes": True, "true": True, "1": True,
                       "off": False, "no": False, "false": False, "0": False}.get(value.lower())  # fmt: skip
            if meaning is None or (equals and not value):
                raise UsageError(_('invalid value "{word}"; use on or off').format(word=word))
            options[key] = meaning
        elif isinstance(option.default, int):
            if not value.removeprefix("-").isdigit() or len(value) > 9:
                raise UsageError(_('invalid value "{word}"; use a whole number').format(word=word))
            options[key] = int(value)
        else:
            options[key] = value
    return options


def supports_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")


def print_json(data: Json, indent: int | None = 2, to_stderr: bool = False) -> None:
    """Print plain data; without an indent in one line. Control characters are escaped."""
    import json

    stream = sys.stderr if to_stderr else sys.stdout
    separators = (",", ":") if indent is None else None
    text = json.dumps(data, ensure_ascii=not supports_unicode(stream), indent=indent, separators=separators)
    for line in text.split("\n"):
        if not line.isprintable():
            line = "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)
        print(line, file=stream)


def add_value(
    add: Callable[..., object], name: str, kind: Callable[[str], object], metavar: str, text: str, **more: Any
) -> None:
    """Add an option with a value of a kind, by the `add_argument` of a parser or group; `text` is its help."""
    add(name, type=kind, metavar=metavar, help=text, **more)


def add_files(parser: Parser, words: str) -> None:
    """Add one or more files; `words` name the kinds."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=file_name, help=words)


def add_layout(parser: Parser) -> None:
    parser.add_argument("layout", metavar="LAYOUT", type=file_name, help=_("Layout file (- for standard input)"))


def add_output(parser: Parser, text: str, metavar: str = "OUT", **more: Any) -> None:
    """Add the option for the file to write; `text` is its help."""
    parser.add_argument("-o", "--output", type=file_name, metavar=metavar, help=text, **more)


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help=_("Print JSON"))


def add_timeout(parser: Parser, seconds: float, per_file: bool = False) -> None:
    text = _("Time limit per file in seconds (default: {n})") if per_file else _("Time limit in seconds (default: {n})")
    parser.add_argument(
        "--timeout", type=seconds_number, default=seconds, metavar="S", help=text.format(n=f"{seconds:g}")
    )


def add_table(parser: Parser, seats: int | None = None, bots: str = "random") -> None:
    """Add a layout, seats, bots, seed and options. With a default for the seats, the bots are not given per seat."""
    add = parser.add_argument
    add_layout(parser)
    text = _("Number of seats (default: one per bot, at least 2)")
    text = text if seats is None else _("Number of seats (default: {n})").format(n=seats)
    add("--seats", type=whole_number, default=seats, metavar="N", help=text)
    text = (
        _("Bot for all seats, or one per seat (default: {bots})")
        if seats is None
        else _("Bots to rank (default: {bots})")
    )
    text = f"{text.format(bots=bots)}. " + _("Choices: {bots}. mcts:2s means 2 s per move")
    add("--bots", default=bots, metavar="A,B,…", help=text.format(bots=", ".join(bot_names())))
    parser.add_completions("bots", bot_names, by_comma=True)
    add_value(add, "--seed", seed_number, "S", _("Seed; the same seed gives the same matches (default: 0)"), default=0)
    add("--options", default="", metavar="KEY=VALUE,…", help=_("Variant rules, as listed by the command games"))
    parser.add_completions("options", option_keys, by_comma=True)
    add_json(parser)


def add_openings(add: Callable[..., object], text: str) -> None:
    """Add the number of random moves at the start of matches; `text` is its help, perhaps with a default `n`."""
    from studio.bots import OPENING_PLIES

    add_value(add, "--openings", seed_number, "K", text.format(n=OPENING_PLIES))


def bot_names() -> Sequence[str]:
    from studio.bots import list_bots

    return list_bots()


def option_keys() -> Sequence[str]:
    from studio.games import load, slugs

    return sorted({option.key for slug in slugs() for option in load(slug).info.options})


def _parse_int(text: str, least: int, most: int, error: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > len(str(most)) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(error.format(text=text))
    return int(text)


def _parse_float(text: str, most: float, error: str) -> float:
    """A number above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= most:
        raise argparse.ArgumentTypeError(error.format(text=text))
    return found


def whole_number(text: str) -> int:
    """Argument type: an integer from 1."""
    return _parse_int(text, 1, 10**9 - 1, _('"{text}" is not a whole number of 1 or more'))


def seed_number(text: str) -> int:
    """Argument type: an integer from 0."""
    return _parse_int(text, 0, 10**18 - 1, _('"{text}" is not a whole number of 0 or more'))


def dpi_number(text: str) -> int:
    """Argument type: a resolution in DPI."""
    return _parse_int(text, 20, 1200, _('"{text}" is not a valid resolution; use 20 to 1200 DPI'))


def millimetres(text: str) -> float:
    """Argument type: a length up to 1,000 mm."""
    return _parse_float(text, 1000, _('"{text}" is not a valid length in millimetres'))


def seconds_number(text: str) -> float:
    """Argument type: a time up to a day, in seconds."""
    return _parse_float(text, 86400, _('"{text}" is not a valid time in seconds'))


def size_in_pixels(text: str) -> tuple[int, int]:
    """Argument type: WIDTH or WIDTHxHEIGHT in pixels; a missing height is 0."""
    numbers = text.lower().split("x")
    if len(numbers) > 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in numbers):
        raise argparse.ArgumentTypeError(_('"{text}" is not a size such as 1600 or 1600x900').format(text=text))
    if not all(16 <= int(part) <= 16384 for part in numbers):
        raise argparse.ArgumentTypeError(_('"{text}" is out of range; use 16 to 16384 pixels').format(text=text))
    return int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0


# Progress is shown on a terminal only, and not with `--quiet`.

PATIENT = 1.0  # seconds before a progress line appears
EVERY = 0.5  # seconds between two updates


def is_progress_shown() -> bool:
    return not is_quiet() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def show_progress(words: str) -> None:
    """Replace the progress line of the terminal; an empty text removes it."""
    if is_progress_shown():
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except (OSError, ValueError):  # not a real terminal
            columns = 80
        sys.stderr.write(f"\r\x1b[K{sanitize(words)[: columns - 1]}")
        sys.stderr.flush()


@contextmanager
def progress_line(words: str, seconds: float = 0.0) -> Iterator[Callable[[str], None]]:
    """Show what is being done and for how long (of `seconds`, if there is a limit) once it takes a second.

    Yields a function that changes the text.
    """
    if not is_progress_shown():
        yield lambda _words: None
        return
    import threading

    begun, current, done = time.monotonic(), [words], threading.Event()

    def update() -> None:
        wait = PATIENT
        while not done.wait(wait):
            wait = EVERY
            gone = round(time.monotonic() - begun)
            of = _("{s} of {most} s").format(s=gone, most=f"{seconds:g}") if seconds else format_duration(gone)
            show_progress(f"{current[0]} · {of}")

    thread = threading.Thread(target=update, daemon=True)
    thread.start()
    try:
        yield lambda text: current.__setitem__(0, text)
    finally:
        done.set()
        thread.join()
        show_progress("")
