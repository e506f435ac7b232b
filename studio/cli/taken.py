"""What the commands take, as data: for completion in shells, and for the man page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Literal, NamedTuple

from studio.cli.parser import Parser

Kind = Literal["nothing", "anything", "words", "list", "files", "folders"]
"""What stands in an argument: a flag takes nothing, a list is of words with commas between."""

ENDINGS = {"LAYOUT": "json", "RECORD": "json", "FILE": "json", "A": "json", "B": "json", "F.py": "py", "F.tmj": "tmj"}
"""The ending of the files that are wanted, by what an argument is called in the help."""
WRITTEN, FOLDER = "OUT", "DIR"
"""What arguments are called that are files of any name, and folders."""


class Argument(NamedTuple):
    """One argument: its options (none where it is known by its place), what it is called, what may stand there."""

    options: tuple[str, ...]
    called: str
    help: str
    kind: Kind
    words: tuple[str, ...] = ()
    ending: str = ""
    is_many: bool = False


class Command(NamedTuple):
    """A command, or with an empty name the program without one."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    def options(self) -> list[Argument]:
        """Those that begin with dashes."""
        return [argument for argument in self.arguments if argument.options]

    def place(self) -> Argument | None:
        """What stands in a place without an option. All places of a command take the same."""
        return next((argument for argument in self.arguments if not argument.options), None)


def described(name: str, words: str, parser: Parser) -> Command:
    """A command with all that its parser takes."""
    return Command(name, words, tuple(_argument(action, parser) for action in parser._actions))


def _argument(action: argparse.Action, parser: Parser) -> Argument:
    called = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    options, words, is_many = tuple(action.option_strings), action.help or "", action.nargs in ("+", "*")
    if action.nargs == 0:
        return Argument(options, "", words, "nothing")
    if action.choices is not None:
        return Argument(options, called, words, "words", tuple(map(str, action.choices)))
    ending = next((ENDINGS[part] for part in called.split("|") if part in ENDINGS), "")
    offer = parser.offers.get(action.dest)
    if offer is not None:
        kind: Kind = "list" if offer.by_comma else "words"
        return Argument(options, called, words, kind, tuple(offer.words()), ending, is_many)
    if ending or called == WRITTEN:
        return Argument(options, called, words, "files", (), ending, is_many)
    return Argument(options, called, words, "folders" if called == FOLDER else "anything", (), "", is_many)


def brackets(arguments: Sequence[Argument]) -> str:
    """How a command is called, its options in short: "[OPTION …] LAYOUT"."""
    places = [argument for argument in arguments if not argument.options]
    return " ".join(["[OPTION …]", *(f"{one.called} …" if one.is_many else one.called for one in places)])
