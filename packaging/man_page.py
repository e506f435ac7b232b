"""Writes the man page from the parsers: `python packaging/man_page.py > explorer-studio.1`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the source tree of this script

from studio import __version__
from studio.cli import commands, exit_codes, purpose
from studio.cli.program import Argument, Command, usage_text

ABOUT = """\
It shows the given layouts and match records, or those of the last session.
Commands need no display. A file name of \\- means standard input or standard output. Messages then go to standard
error."""

EXAMPLES = (
    ("explorer-studio validate my.layout.json", "Check a layout and verify that it can be completed."),
    ("explorer-studio play my.layout.json --bots greedy -o evening.match.json", "Play a match between bots."),
    ("explorer-studio simulate my.layout.json --bots planner --matches 2000", "Measure whether its seats are fair."),
    ("explorer-studio export my.layout.json --format pdf -o my.pdf", "Write a page for printing."),
)
ENVIRONMENT = (
    ("LC_ALL, LC_MESSAGES, LANG, LANGUAGE", "The language of commands and window; \\-\\-language overrides them."),
    ("XDG_DATA_HOME", "The folder that contains the data folder, by default ~/.local/share."),
    ("QT_QPA_PLATFORM, QT_SCALE_FACTOR", "Qt's platform plugin and scale factor."),
)


def plain(words: str) -> str:
    """Escape text for troff."""
    made = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{made}" if made.startswith((".", "'")) else made


def argument_lines(one: Argument) -> Iterator[str]:
    yield ".TP"
    value = f" \\fI{plain(one.metavar)}\\fR" if one.metavar else ""
    if one.options:
        yield ", ".join(f"\\fB{plain(option)}\\fR" for option in one.options) + value
    else:
        yield f"\\fI{plain(one.metavar)}\\fR" + (" ..." if one.is_many else "")
    yield plain(one.help)
    if one.choices and len(one.choices) < 12 and not all(word in one.help for word in one.choices):
        yield f"({plain(', '.join(one.choices))})"


def command_lines(command: Command, common: frozenset[Argument]) -> Iterator[str]:
    yield f".SS {plain(f'{command.name} {usage_text(command.arguments)}')}"
    yield plain(command.help[:1].upper() + command.help[1:]) + "."
    for one in command.arguments:
        if one not in common:
            yield from argument_lines(one)


def page() -> Iterator[str]:
    program, *others = commands()
    common = frozenset.intersection(*(frozenset(command.arguments) for command in others))
    yield f'.TH EXPLORER\\-STUDIO 1 "" "Explorer Studio {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "explorer\\-studio \\- design, check and play boards of exploration games"
    yield ".SH SYNOPSIS"
    yield ".B explorer\\-studio"
    yield "[OPTION ...] [FILE ...]"
    yield ".br"
    yield ".B explorer\\-studio"
    yield "COMMAND [OPTION ...] [ARGUMENT ...]"
    yield ".SH DESCRIPTION"
    yield plain(purpose())
    yield from ABOUT.splitlines()
    yield ".SH OPTIONS"
    for one in program.arguments:
        yield from argument_lines(one)
    yield ".SH COMMANDS"
    shared = ", ".join(f"\\fB{plain(one.options[-1])}\\fR" for one in program.arguments if one in common)
    yield f"Every command also accepts {shared}."
    for command in others:
        yield from command_lines(command, common)
    yield ".SH EXAMPLES"
    for command_line, purpose_text in EXAMPLES:
        yield ".TP"
        yield f"\\fB{plain(command_line)}\\fR"
        yield purpose_text
    yield ".SH EXIT STATUS"
    yield plain(exit_codes())
    yield ".SH ENVIRONMENT"
    for names, meaning in ENVIRONMENT:
        yield ".TP"
        yield f"\\fB{names}\\fR"
        yield meaning
    yield ".SH FILES"
    yield ".TP"
    yield ".I ~/.local/share/explorer\\-studio"
    yield "Settings, matches, unsaved documents and earlier versions of files;"
    yield "\\fB\\-\\-data\\-dir\\fR sets another folder."
    yield ".SH SEE ALSO"
    yield "\\fBexplorer\\-studio manual\\fR prints the manual page by page."


def main() -> None:
    sys.stdout.write("".join(f"{line}\n" for line in page()))


if __name__ == "__main__":
    main()
