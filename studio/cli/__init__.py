"""The command line. Only `export`, `render`, `demo`, `--smoke-test` and the window itself load Qt.

A command's module is imported when the command is used, so that `--version` and the window start fast. So is `pathlib`.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from io import BufferedWriter, FileIO, TextIOWrapper
from itertools import pairwise
from typing import TYPE_CHECKING

from studio.cli import common
from studio.core.text import _, print_error, print_text, set_quiet

if TYPE_CHECKING:
    from pathlib import Path

    from typing_extensions import Buffer

    from studio.cli.program import Command

DATA_DIR, LANGUAGE, QUIET = "--data-dir", "--language", ("-q", "--quiet")
"""Options of every command and of the program itself."""
LEADING = (*QUIET, "--json")  # options without a value that may precede the command
FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO)  # errors of a stream that takes no more data


def command_table() -> dict[str, tuple[str, str]]:
    """For each command its module in this package, and its one-line help.

    The module's function `add_NAME` adds the arguments to a parser and returns what runs the command.
    """
    return {
        "games": ("program", _("List the games with their seats and options")),
        "new": ("layouts", _("Create a layout from a few choices")),
        "complete": ("layouts", _("Fill a board with random matching tiles")),
        "diff": ("layouts", _("Compare two layouts")),
        "merge": ("layouts", _("Merge the changes of two versions of a layout")),
        "validate": ("validate", _("Check layouts and match records for problems")),
        "explain": ("validate", _("Explain a problem or a rule")),
        "survey": ("validate", _("Survey layouts: reach, chokepoints, fairness, box contents")),
        "fix": ("layouts", _("Fix problems in layouts automatically")),
        "format": ("layouts", _("Rewrite layouts and match records in canonical form")),
        "import": ("layouts", _("Convert a Tiled map to a layout")),
        "play": ("play", _("Play one match between bots")),
        "replay": ("play", _("Print the moves of a recorded match")),
        "review": ("play", _("Review a match: chances, luck and expensive moves")),
        "puzzle": ("play", _("Check a puzzle or print its solution")),
        "simulate": ("lab", _("Play many matches between bots and report statistics")),
        "passport": ("passport", _("Print the fairness passport of a layout")),
        "sweep": ("series", _("Simulate several layouts, seat counts and options")),
        "improve": ("series", _("Search for small changes that make a layout fairer")),
        "tournament": ("series", _("Play every bot against every other and rank them")),
        "export": ("export", _("Export an image, print pages, a Tiled map or match text")),
        "render": ("export", _("Draw a layout or the last position of a match record")),
        "demo": ("play", _("Run a demo of the main features without a display")),
        "manual": ("program", _("Print the manual page by page")),
        "check": ("program", _("Check that this installation is complete")),
        "completion": ("program", _("Print the completion script for a shell")),
    }


COMMANDS = tuple(command_table())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code. `argv` defaults to the words after the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):  # replace characters that the terminal lacks instead of failing
        if isinstance(stream, TextIOWrapper) and not common.supports_unicode(stream):
            stream.reconfigure(errors="replace")
    _set_language(words)
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except common.UsageError as error:
        message = str(error)
    except OSError as problem:
        where, reason = problem.filename, (problem.strerror or str(problem)).lower()
        if where is None and problem.errno in FULL:  # an error of opening has a file name
            where = _("standard output")
            _silence_stdout()
        message = f"{where}: {reason}" if where else reason
    except ImportError as problem:
        if "shared object" not in str(problem):
            raise
        message = _('a system library is missing: {reason} (run "{program} check" for details)')
        message = message.format(reason=str(problem).partition(":")[0], program=common.PROGRAM)
    except KeyboardInterrupt:
        print_error(f"{common.PROGRAM}: " + _("interrupted"))
        return common.EXIT_INTERRUPTED
    print_error(f"{common.PROGRAM}: {' '.join(message.split())}")
    return common.EXIT_INVALID


def _silence_stdout() -> None:
    """Discard what is still buffered, so that flushing it at exit does not fail again."""
    _discard_output(sys.stdout.fileno())


def _discard_output(stream: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream)
    os.close(null)


def _replace_closed_streams() -> None:
    """Let commands run to their end, and give their exit code, if nothing reads their output."""
    while (null := os.open(os.devnull, os.O_RDWR)) <= 2:  # a closed stream would lend its number to the next file
        os.set_inheritable(null, True)
    os.close(null)
    sys.stdin = sys.stdin or TextIOWrapper(FileIO(0, closefd=False), "utf-8")
    for name, number in (("stdout", 1), ("stderr", 2)):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, TextIOWrapper(FileIO(number, "wb", closefd=False), "utf-8"))
        elif stream is getattr(sys, f"__{name}__") and isinstance(stream, TextIOWrapper) and not stream.isatty():
            raw = BufferedWriter(_Output(number, "wb", closefd=False))
            setattr(sys, name, TextIOWrapper(raw, stream.encoding, stream.errors, line_buffering=number == 2))


class _Output(FileIO):
    """Standard output or error, which is discarded from the moment that its reader closes it."""

    def write(self, data: Buffer) -> int:
        try:
            return super().write(data)
        except OSError as problem:
            is_closed = isinstance(problem, BrokenPipeError) or (os.name == "nt" and problem.errno == errno.EINVAL)
            if not is_closed and self.fileno() != 2:  # an error of standard error can be shown nowhere
                raise
            _discard_output(self.fileno())
            return memoryview(data).nbytes


def _set_language(words: Sequence[str]) -> None:
    """Use the language of `--language` or of the environment, if there is a translation."""
    wanted = [word.partition("=")[2] for word in words if word.startswith(f"{LANGUAGE}=")]
    wanted += [word for before, word in pairwise(words) if before == LANGUAGE]
    questions = (os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = wanted or next(filter(None, questions), "").split(":")
    if wanted[0][:2] not in ("", "C", "C.", "en", "PO"):  # the texts are written in English
        from studio.core.text import use_language
        from studio.documents.paths import resources_dir

        use_language(wanted, resources_dir() / "locale")


def _run(words: list[str]) -> int:
    at = 0
    while at < len(words) and words[at].startswith((DATA_DIR, LANGUAGE, *LEADING)):
        at += 1 if "=" in words[at] or words[at] in LEADING else 2
    if words[at : at + 1] in (["help"], ["version"]):
        words[at:] = ["--version"] if words[at] == "version" else [*words[at + 1 :], "--help"]
    command = words.pop(at) if at < len(words) and words[at] in COMMANDS else ""
    if not command and at < len(words) and not words[at].startswith("-"):
        _reject_typo(words[at])
    parser, run = parser_of(command)
    args = parser.parse_words(words)
    set_quiet(args.quiet)
    common.warn_of_old_names()
    if args.data_dir is not None:
        from studio.documents.paths import set_data_dir

        set_data_dir(args.data_dir)
    return run(args)


def parser_of(command: str) -> tuple[common.Parser, Callable[[argparse.Namespace], int]]:
    """The parser of a command ("": the program without one), and the function that runs it."""
    module, text = command_table().get(command, ("", ""))
    parser = common.Parser(f"{common.PROGRAM} {command}", text) if command else _window_parser()
    add = parser.add_argument
    add(DATA_DIR, metavar="DIR", type=_folder, help=_("Folder for settings and saved files"))
    text = _("Language code, such as de (default: system language)")
    add(LANGUAGE, metavar="CODE", type=_language_arg, help=text)
    parser.add_completions("language", _languages)
    add(*QUIET, action="store_true", help=_("Print errors only"))
    if not command:
        return parser, _window
    return parser, getattr(import_module(f"studio.cli.{module}"), f"add_{command}")(parser)


def commands() -> list[Command]:
    """All commands as data; the first is the program without one."""
    from studio.cli.program import spec_of

    return [spec_of(name, parser_of(name)[0]) for name in ("", *COMMANDS)]


def _languages() -> list[str]:
    from studio.core.text import available_languages
    from studio.documents.paths import resources_dir

    return list(available_languages(resources_dir() / "locale"))


def _language_arg(text: str) -> str:
    from studio.core.text import match_language
    from studio.documents.paths import resources_dir

    if not (found := match_language(text, resources_dir() / "locale")):
        label = _('no translation for "{language}"; available: {known}')
        raise argparse.ArgumentTypeError(label.format(language=text, known=", ".join(_languages())))
    return found


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError(_("the folder name is empty; omit the option to use the default folder"))
    from pathlib import Path

    return Path(text)


def purpose() -> str:
    return _("Design, check and play boards of exploration games. Without a command, the window opens.")


def exit_codes() -> str:
    return _("exit codes: 0 success, 1 problems found, 2 invalid input, 130 interrupted")


def _window_parser() -> common.Parser:
    wide = max(map(len, COMMANDS)) + 2
    lines = [f"  {name:<{wide}}{text}" for name, (_module, text) in command_table().items()]
    parser = common.Parser(
        common.PROGRAM,
        purpose(),
        is_raw=True,
        usage=f"{common.PROGRAM} [FILE …]\n       {common.PROGRAM} COMMAND …",
        epilog="\n".join([_("commands (see {program} COMMAND --help):").format(program=common.PROGRAM), *lines])
        + "\n\n"
        + exit_codes(),
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help=_("Layouts and match records to open"))
    add("-V", "--version", action="store_true", help=_("Print the version"))
    add("--new-instance", action="store_true", help=_("Start a new instance instead of using the running one"))
    add("--smoke-test", action="store_true", help=_("Run a self-test without a display"))
    return parser


def _reject_typo(word: str) -> None:
    """Reject a word similar to a command: as a file it would open a window."""
    from pathlib import Path

    if not Path(word).exists() and (command := common.closest_word(word, COMMANDS, 0.7)):
        text = _('"{name}" is neither a command nor a file; did you mean "{program} {command}"?')
        raise common.UsageError(text.format(name=word, program=common.PROGRAM, command=command))


def _window(args: argparse.Namespace) -> int:
    if args.version:
        from studio import __version__

        print_text(f"{common.PROGRAM} {__version__}")
        return common.EXIT_OK
    from pathlib import Path

    if args.smoke_test:
        common.offscreen()
        from studio.gui.headless import smoke_test

        return smoke_test(args.data_dir)
    if not all(name.strip() for name in args.files):
        raise common.UsageError(_("the file name is empty"))
    if "-" in args.files:
        raise common.UsageError(_("the window cannot read standard input; use a command or a file name"))
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        for name in args.files:  # a mistyped command should not be answered with a missing display
            if not Path(name).exists():
                text = _('"{name}" is neither a command nor a file ({program} --help)')
                raise common.UsageError(text.format(name=name, program=common.PROGRAM))
        text = _('no display is available for the window; "{program} demo" works without one')
        raise common.UsageError(text.format(program=common.PROGRAM))
    gc.disable()  # the window collects garbage when idle
    files = [Path(name) for name in args.files]
    door = None
    if not args.new_instance:
        from studio.documents.single_instance import InstanceServer, send_to_instance

        with contextlib.suppress(OSError):  # without a writable data folder every window is its own instance
            door = InstanceServer.acquire()
            if door is None and send_to_instance(files):
                print_text(_("Opened in the running window."))
                return common.EXIT_OK
    from studio.gui.shell.app import run

    try:
        return run(files, args.language or "", door)
    finally:
        if door is not None:
            door.close()
