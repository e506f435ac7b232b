"""What the commands share: arguments, exit codes, what is printed, and refusing what cannot be used."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TextIO

from studio.core.text import _, format_duration, is_quiet, sanitize, with_label

if TYPE_CHECKING:
    from studio.core.game import GameInfo, Json, Options
    from studio.core.match import Match
    from studio.services.loading import LoadedLayout


# What a command takes: a parser that speaks our languages, complains in one line and tells shells what to propose.


class UsageError(Exception):
    """The input cannot be used; the message is the one line that says why."""


class Completions(NamedTuple):
    """The words that may stand in an argument, worked out when a shell is told of them; perhaps several, by commas."""

    words: Callable[[], Sequence[str]]
    by_comma: bool = False


def _translate_error(message: str) -> str:
    """What argparse finds wrong, in our words: it fills them in with the sign %, as it does with its own."""
    return {
        "argument %(argument_name)s: %(message)s": with_label("%(argument_name)s", "%(message)s"),
        "the following arguments are required: %s": _("missing: {names}").format(names="%s"),
        "unrecognized arguments: %s": _("not understood: {words}").format(words="%s"),
        "ambiguous option: %(option)s could match %(matches)s": _('"{name}" may mean one of these: {options}').format(
            name="%(option)s", options="%(matches)s"
        ),
        "not allowed with argument %s": _("cannot be given together with {other}").format(other="%s"),
        "ignored explicit argument %r": _("takes no value, but {value} was given").format(value="%r"),
        "expected one argument": _("a value is missing"),
        "expected at least one argument": _("a value is missing"),
        "invalid choice: %(value)r (choose from %(choices)s)": _('"{word}": choose one of {choices}').format(
            word="%(value)s", choices="%(choices)s"
        ),
    }.get(message, message)


vars(argparse)["_"] = (
    _translate_error  # where it asks gettext, whose catalogues are compiled and whose language never changes
)


class Parser(argparse.ArgumentParser):
    """The arguments of one command. `offers` are the words that may stand in some, by the name of the argument."""

    def __init__(self, prog: str, description: str, *, is_raw: bool = False, **more: Any) -> None:
        formatter = _RawHelp if is_raw else _Help
        super().__init__(prog=prog, description=description, add_help=False, formatter_class=formatter, **more)
        self.completions: dict[str, Completions] = {}
        self._positionals.title = _("arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("tell how the command is used"))

    def add_completions(self, name: str, words: Callable[[], Sequence[str]], by_comma: bool = False) -> None:
        """Have a shell propose these words for an argument."""
        self.completions[name] = Completions(words, by_comma)

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """What the words mean, or refused. An option that there is not is told before anything else that is wrong."""
        options = [option for action in self._actions for option in action.option_strings]
        for word in words[: words.index("--") if "--" in words else None]:
            name = word.partition("=")[0]
            if name.startswith("--") and not any(option.startswith(name) for option in options):
                meant = closest_word(name, options)
                if meant:
                    words_of = _('there is no option "{name}"; did you mean "{meant}"?')
                    raise UsageError(words_of.format(name=name, meant=meant))
                raise UsageError(_('there is no option "{name}"').format(name=name) + f" ({self.prog} --help)")
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} ({self.prog} --help)")


class _Help(argparse.HelpFormatter):
    """Help that begins in the language that is spoken."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


class _RawHelp(_Help, argparse.RawDescriptionHelpFormatter):
    """The same around texts that are wrapped already."""


def closest_word(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The word that a mistyped one was meant for; "" where none is like it."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=likeness)), "")


# What the commands share: arguments, exit codes, what is printed, and refusing what cannot be used.

PROGRAM = "explorer-studio"
EXIT_OK, EXIT_FAILED, EXIT_INVALID, EXIT_INTERRUPTED = 0, 1, 2, 130


@contextmanager
def as_usage_error(*kinds: type[Exception]) -> Iterator[None]:
    """Have documents that cannot be used refused, and problems of these kinds: their words are a sentence."""
    from studio.documents.files import DocumentError

    refused: tuple[type[Exception], ...] = (DocumentError, *kinds)
    try:
        yield
    except refused as problem:
        raise UsageError(str(problem)) from None


def offscreen() -> None:
    """Let Qt draw without a display: these commands never show a window."""
    if sys.platform.startswith("linux"):  # elsewhere there always is a display, and its fonts are wanted
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


STDIO = Path("-")
"""Standard input where something is read, standard output where something is written."""


def file_name(text: str) -> Path:
    """A file on the command line; "-" is none, and "./-" is a file called "-"."""
    if not text.strip():
        raise argparse.ArgumentTypeError(_("a file name is missing: this one is empty"))
    path = Path(text)
    return path if text == "-" or path != STDIO else path.absolute()


def start_checked_match(opened: LoadedLayout, seats: int, options: Options, seed: int) -> Match:
    """A match on a layout, refused with a sentence when it cannot be played."""
    from studio.core.game import IllegalAction, LayoutNotPlayable
    from studio.services.loading import start_match

    try:
        return start_match(opened, seats, options, seed)
    except IllegalAction as problem:
        raise UsageError(str(problem)) from None
    except LayoutNotPlayable as problem:
        first = next(found for found in problem.problems if found.severity.name == "ERROR")
        raise UsageError(
            _('{path} cannot be played: {reason} ("{program} validate" tells all)').format(
                path=opened.path, reason=first.message, program=PROGRAM
            )
        ) from None


def seats_and_bots(args: argparse.Namespace) -> tuple[int, tuple[str, ...]]:
    """How many play, and a bot's name for each of them."""
    from studio.lab.jobs import check_bots

    bots = [name.strip() for name in args.bots.split(",")]
    seats = args.seats if args.seats is not None else max(2, len(bots))
    with as_usage_error(ValueError):
        return seats, check_bots(bots, seats)


def parse_options(info: GameInfo, text: str) -> Options:
    """Options from "key=value,key=value", each of the kind that the game gives it."""
    known = {option.key: option for option in info.options}
    options: Options = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = word.partition("=")
        if key not in known:
            there = ", ".join(known) or _("none")
            raise UsageError(
                _('{game} has no option "{key}"; it has: {known}').format(game=info.name, key=key, known=there)
            )
        option = known[key]
        if option.choices:
            if value not in [choice for choice, _words in option.choices]:
                raise UsageError(_('"{word}": choose one of {choices}').format(
                    word=word, choices=", ".join(choice for choice, _words in option.choices)))  # fmt: skip
            options[key] = value
        elif isinstance(option.default, bool):
            meaning = {"": not equals, "on": True, "yes": True, "true": True, "1": True,
                       "off": False, "no": False, "false": False, "0": False}.get(value.lower())  # fmt: skip
            if meaning is None or (equals and not value):
                raise UsageError(_('"{word}": say on or off').format(word=word))
            options[key] = meaning
        elif isinstance(option.default, int):
            if not value.removeprefix("-").isdigit() or len(value) > 9:
                raise UsageError(_('"{word}": give a whole number').format(word=word))
            options[key] = int(value)
        else:
            options[key] = value
    return options


def supports_unicode(stream: TextIO) -> bool:
    """Whether every letter can be written there."""
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")


def print_json(data: Json, indent: int | None = 2, to_stderr: bool = False) -> None:
    """What `--json` prints; without an indent, all in one line. What would do something to a terminal is escaped."""
    stream = sys.stderr if to_stderr else sys.stdout
    separators = (",", ":") if indent is None else None
    text = json.dumps(data, ensure_ascii=not supports_unicode(stream), indent=indent, separators=separators)
    for line in text.split("\n"):
        if not line.isprintable():
            line = "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)
        print(line, file=stream)


def add_files(parser: Parser, words: str) -> None:
    """Files to be used one after the other; `words` say of which kinds."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=file_name, help=words)


def add_json(parser: Parser) -> None:
    """The flag `--json`."""
    parser.add_argument("--json", action="store_true", help=_("print plain data"))


def add_table(parser: Parser) -> None:
    """A layout and who sits at the table."""
    parser.add_argument("layout", metavar="LAYOUT", type=file_name, help=_("a layout file, - for standard input"))
    parser.add_argument("--seats", type=whole_number, metavar="N", help=_("how many seats (one per bot named)"))
    parser.add_argument(
        "--bots",
        default="random",
        metavar="A,B,…",
        help=_(
            "a bot per seat, or one for all: random (usual), greedy, planner, mcts; mcts:2s says how long it thinks"
        ),
    )
    parser.add_completions("bots", bot_names, by_comma=True)
    parser.add_argument(
        "--seed", type=seed_number, default=0, metavar="S", help=_("the same seed gives the same matches (0)")
    )
    parser.add_argument("--options", default="", metavar="K=V,…", help=_("variant rules; see the command games"))
    parser.add_completions("options", option_keys, by_comma=True)
    add_json(parser)


def bot_names() -> Sequence[str]:
    """What shells propose where bots are wanted."""
    from studio.bots import list_bots

    return list_bots()


def option_keys() -> Sequence[str]:
    """What shells propose where options are wanted: those of all games."""
    from studio.games import load, slugs

    return sorted({option.key for slug in slugs() for option in load(slug).info.options})


def whole_number(text: str) -> int:
    """A count on the command line, from 1."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(_('"{text}" is not a whole number from 1').format(text=text))
    return int(text)


def size_in_pixels(text: str) -> tuple[int, int]:
    """A width, or a width and a height with an x between them; without a height it is 0."""
    numbers = text.lower().split("x")
    if len(numbers) > 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in numbers):
        raise argparse.ArgumentTypeError(_('"{text}" is not a size like 1600 or 1600x900').format(text=text))
    if not all(16 <= int(part) <= 16384 for part in numbers):
        raise argparse.ArgumentTypeError(_('"{text}": give numbers of pixels from 16 to 16384').format(text=text))
    return int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0


def millimetres(text: str) -> float:
    """A length on the command line."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found <= 1000:
        raise argparse.ArgumentTypeError(_('"{text}" is not a number of millimetres').format(text=text))
    return found


def dpi_number(text: str) -> int:
    """Pixels to the inch on the command line."""
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not 20 <= int(text) <= 1200:
        raise argparse.ArgumentTypeError(
            _('"{text}": give a number of pixels to the inch from 20 to 1200').format(text=text)
        )
    return int(text)


def seed_number(text: str) -> int:
    """A seed on the command line, from 0."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(_('"{text}" is not a whole number from 0').format(text=text))
    return int(text)


def seconds_number(text: str) -> float:
    """A time on the command line."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(_('"{text}" is not a number of seconds').format(text=text))
    return seconds


# What a terminal is told while something takes long: one line, in the place of the one before, gone at the end.
#
# Only a terminal is: what goes into a file or a pipe holds what was said, and `--quiet` leaves it out there, too.

PATIENT = 1.0
"""Seconds that nobody minds: what is done by then is not told of."""
EVERY = 0.5
"""Seconds between two lines."""


def is_progress_shown() -> bool:
    """Whether somebody sees how far it is."""
    return not is_quiet() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def show_progress(words: str) -> None:
    """A line on a terminal, as wide as that at most, in the place of the one before; an empty one takes it away."""
    if is_progress_shown():
        sys.stderr.write(f"\r\x1b[K{sanitize(words)[: _columns() - 1]}")
        sys.stderr.flush()


@contextmanager
def progress_line(words: str, seconds: float = 0.0) -> Iterator[Callable[[str], None]]:
    """Say what is being done, and for how long (of `seconds`, if that is a limit), once it takes long.

    Gives a function that takes other words, when there are any.
    """
    if not is_progress_shown():
        yield lambda _words: None
        return
    begun, now, done = time.monotonic(), [words], threading.Event()

    def tell() -> None:
        wait = PATIENT
        while not done.wait(wait):
            wait = EVERY
            gone = round(time.monotonic() - begun)
            of = _("{s} of {most} s").format(s=gone, most=f"{seconds:g}") if seconds else format_duration(gone)
            show_progress(f"{now[0]} · {of}")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield lambda others: now.__setitem__(0, others)
    finally:
        done.set()
        teller.join()
        show_progress("")


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):  # a terminal that is none
        return 80
