"""The command that tells how the program is used: `manual`, its pages by name, or all of them for a browser."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from shlex import quote
from typing import Literal, NamedTuple

from studio.cli.common import (
    EXIT_FAILED,
    EXIT_OK,
    PROGRAM,
    STDIO,
    Parser,
    UsageError,
    add_json,
    closest_word,
    file_name,
    offscreen,
    print_json,
    progress_line,
)
from studio.cli.files import check_folder, write
from studio.core.text import _, print_text


def add_manual(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("page", nargs="?", metavar="PAGE", help=_("a page to read; without one, the list of all"))
    parser.add_argument(
        "--html", metavar="OUT", type=file_name, help=_("write all pages as one for a browser, - for standard output")
    )
    add_json(parser)
    parser.add_completions("page", _pages)
    return _manual


def _pages() -> list[str]:
    from studio.documents.markup import load_manual

    return [page.key for chapter in load_manual() for page in chapter.clauses]


def _manual(args: argparse.Namespace) -> int:
    from studio.documents.markup import load_manual

    if args.html is not None:
        return _write(args)
    book = load_manual()
    pages = {page.key: page for chapter in book for page in chapter.clauses}
    if args.page is None:
        if args.json:
            print_json([{"page": page.key, "title": page.title} for page in pages.values()])
            return EXIT_OK
        wide = max(map(len, pages)) + 2
        for chapter in book:
            print_text(chapter.title, *(f"  {page.key:<{wide}}{page.title}" for page in chapter.clauses), "")
        print_text(_('"{program} manual PAGE" tells a page.').format(program=PROGRAM))
        return EXIT_OK
    if args.page not in pages:
        raise UsageError(_unknown_page(args.page, list(pages)))
    page = pages[args.page]
    if args.json:
        blocks = [{"kind": block.kind, "words": block.text} for block in page.blocks]
        print_json({"page": page.key, "title": page.title, "blocks": blocks})
        return EXIT_OK
    from studio.documents.markup import text_lines

    print_text(page.title, *text_lines(page.blocks, is_airy=True))
    return EXIT_OK


def _write(args: argparse.Namespace) -> int:
    from studio.documents.markup import manual_page

    if args.page is not None:
        raise UsageError(_("--html writes all pages; leave the page out"))
    check_folder(args.html)
    write(args.html, manual_page())
    if args.json:
        print_json({"output": str(args.html)}, to_stderr=args.html == STDIO)
    return EXIT_OK


def _unknown_page(word: str, pages: list[str]) -> str:
    if page := closest_word(word, pages, 0.5):
        return _('"{word}" is no page of the manual; did you mean "{page}"?').format(word=word, page=page)
    return _('"{word}" is no page of the manual; there are: {pages}').format(word=word, pages=", ".join(pages))


# The command that looks whether this installation is whole: `check`.


def add_check(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_json(parser)
    return _check


def _check(args: argparse.Namespace) -> int:
    from studio.gui.shell.libraries import check_libraries
    from studio.services.diagnostics import CheckResult, report_lines, run_diagnostics

    with progress_line(_("looking at the installation")):
        looked = [*run_diagnostics(), check_libraries()]
        offscreen()
        try:
            from studio.gui.shell.about import check_window_support
            from studio.gui.shell.app import make_application
        except ImportError as problem:  # a library of the system is not there
            looked.append(CheckResult(_("Window system"), False, str(problem)))
        else:
            make_application()
            looked += check_window_support()
    if args.json:
        print_json([{"what": one.title, "ok": one.is_ok, "words": one.text} for one in looked])
    else:
        print_text(*report_lines(looked))
    return EXIT_OK if all(one.is_ok for one in looked) else EXIT_FAILED


# What the commands take, as data: for completion in shells, and for the man page.

Kind = Literal["nothing", "anything", "words", "list", "files", "folders"]
"""What stands in an argument: a flag takes nothing, a list is of words with commas between."""

FILE_SUFFIXES = {
    "LAYOUT": "json",
    "RECORD": "json",
    "FILE": "json",
    "A": "json",
    "B": "json",
    "F.py": "py",
    "F.tmj": "tmj",
}
"""The ending of the files that are wanted, by what an argument is called in the help."""
WRITTEN, FOLDER = "OUT", "DIR"
"""What arguments are called that are files of any name, and folders."""


class Argument(NamedTuple):
    """One argument: its options (none where it is known by its place), what it is called, what may stand there."""

    options: tuple[str, ...]
    metavar: str
    help: str
    kind: Kind
    choices: tuple[str, ...] = ()
    suffix: str = ""
    is_many: bool = False


class Command(NamedTuple):
    """A command, or with an empty name the program without one."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    def options(self) -> list[Argument]:
        """Those that begin with dashes."""
        return [argument for argument in self.arguments if argument.options]

    def positional(self) -> Argument | None:
        """What stands in a place without an option. All places of a command take the same."""
        return next((argument for argument in self.arguments if not argument.options), None)


def spec_of(name: str, words: str, parser: Parser) -> Command:
    """A command with all that its parser takes."""
    return Command(name, words, tuple(_argument(action, parser) for action in parser._actions))


def _argument(action: argparse.Action, parser: Parser) -> Argument:
    called = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    options, words, is_many = tuple(action.option_strings), action.help or "", action.nargs in ("+", "*")
    if action.nargs == 0:
        return Argument(options, "", words, "nothing")
    if action.choices is not None:
        return Argument(options, called, words, "words", tuple(map(str, action.choices)))
    ending = next((FILE_SUFFIXES[part] for part in called.split("|") if part in FILE_SUFFIXES), "")
    offer = parser.completions.get(action.dest)
    if offer is not None:
        kind: Kind = "list" if offer.by_comma else "words"
        return Argument(options, called, words, kind, tuple(offer.words()), ending, is_many)
    if ending or called == WRITTEN:
        return Argument(options, called, words, "files", (), ending, is_many)
    return Argument(options, called, words, "folders" if called == FOLDER else "anything", (), "", is_many)


def usage_text(arguments: Sequence[Argument]) -> str:
    """How a command is called, its options in short: "[OPTION …] LAYOUT"."""
    places = [argument for argument in arguments if not argument.options]
    return " ".join(["[OPTION …]", *(f"{one.metavar} …" if one.is_many else one.metavar for one in places)])


# Scripts by which shells complete our commands: bash, zsh and fish, made from what the commands take.

BASH_BEGIN = """\
# Completes explorer-studio in bash: explorer-studio completion bash

_explorer_studio_files() {  # the endings that files may have; any without
    if declare -F _filedir >/dev/null; then
        _filedir "$1"
        return
    fi
    compopt -o filenames
    if [[ $1 ]]; then
        mapfile -t COMPREPLY < <(compgen -d -- "$cur"; compgen -f -X "!*.$1" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}

_explorer_studio_folders() {
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -d -- "$cur")
}

_explorer_studio_words() {
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_explorer_studio_list() {  # words with commas between; one that is there is not proposed again
    local before= word words=
    [[ $cur == *,* ]] && before=${cur%,*},
    for word in $1; do
        words+=" $before$word"
    done
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

_explorer_studio() {
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= options= i
    COMPREPLY=()
    if [[ $cur == = ]]; then
        cur=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            --data-dir | --language) ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;
            -*) ;;
            *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $command in
"""
BASH_END = """\
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=()
        _explorer_studio_words "$options"
    fi
}

complete -F _explorer_studio explorer-studio
"""


def bash_script(commands: Sequence[Command]) -> Iterator[str]:
    """The lines of the script for bash."""
    yield from BASH_BEGIN.splitlines()
    for command in (*commands[1:], commands[0]):  # whatever else the first word is, it is a file for the window
        yield f"        {command.name or '*'})"
        yield f"            options={quote(' '.join(option for one in command.options() for option in one.options))}"
        if valued := [one for one in command.options() if one.kind != "nothing"]:
            yield "            case $before in"
            for one in valued:
                yield f"                {' | '.join(one.options)}) {_bash_calls(one)}return ;;"
            yield "            esac"
        place = command.positional()
        if not command.name:
            yield f"            {_bash_calls(place)}".rstrip("; ") if place else "            :"
            names = " ".join(other.name for other in commands[1:])
            yield f"            [[ $command ]] || _explorer_studio_words {quote(names)}"
        elif place:
            yield f"            {_bash_calls(place)}".rstrip("; ")
        yield "            ;;"
    yield from BASH_END.splitlines()


def _bash_calls(one: Argument) -> str:
    """The calls that propose what may stand in an argument, each with a semicolon behind it."""
    words = quote(" ".join(one.choices))
    calls = {
        "files": [],
        "folders": ["_explorer_studio_folders"],
        "words": [f"_explorer_studio_words {words}"],
        "list": [f"_explorer_studio_list {words}"],
    }.get(one.kind, [])
    if one.kind == "files" or one.suffix:
        calls.insert(0, f"_explorer_studio_files {one.suffix}".rstrip())
    return "".join(f"{call}; " for call in calls)


def zsh_script(commands: Sequence[Command]) -> Iterator[str]:
    """The lines of the script for zsh."""
    program, place = commands[0], commands[0].positional()
    yield "#compdef explorer-studio"
    yield "# Completes explorer-studio in zsh: explorer-studio completion zsh"
    yield ""
    yield "_explorer_studio() {"
    yield '    local curcontext="$curcontext" state line'
    yield "    typeset -A opt_args"
    yield "    _arguments -C \\"
    for one in program.options():
        yield f"        {_zsh_option(one)} \\"
    yield "        '1: :->first' '*:: :->rest'"
    yield "    case $state in"
    yield "        first)"
    yield "            local -a commands=("
    for command in commands[1:]:
        yield f"                {quote(f'{command.name}:{command.help}')}"
    yield "            )"
    yield "            _describe -t commands command commands"
    yield f"            {_zsh_action(place) if place else ':'}"
    yield "            ;;"
    yield "        rest)"
    yield "            case $words[1] in"
    for command in commands[1:]:
        yield f"                {command.name})"
        yield "                    _arguments \\"
        specs = [_zsh_option(one) for one in command.options()]
        specs += [_zsh_place(one) for one in command.arguments if not one.options]
        yield from (f"                        {spec}{' ' + chr(92) if spec is not specs[-1] else ''}" for spec in specs)
        yield "                    ;;"
    yield f"                *) {_zsh_action(place) if place else ':'} ;;"
    yield "            esac"
    yield "            ;;"
    yield "    esac"
    yield "}"
    yield ""
    # either the shell reads it, from a folder of such scripts, to complete something, or a person has it read
    yield "if [[ $funcstack[1] == _explorer_studio ]]; then"
    yield '    _explorer_studio "$@"'
    yield "else"
    yield "    compdef _explorer_studio explorer-studio"
    yield "fi"


def _zsh_option(one: Argument) -> str:
    """An option for `_arguments`: one of its spellings shuts out the others."""
    words = one.help.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    takes = "" if one.kind == "nothing" else f":{one.metavar.replace(':', ' ')}:{_zsh_action(one)}"
    names = [f"{name}{'=' if takes and name.startswith('--') else '+' if takes else ''}" for name in one.options]
    if len(names) == 1:
        return quote(f"*{names[0]}[{words}]{takes}")
    others = quote(f"({' '.join(one.options)})")
    return f"{others}{{{','.join(names)}}}{quote(f'[{words}]{takes}')}"


def _zsh_place(one: Argument) -> str:
    return quote(f"{'*' if one.is_many else ''}:{one.metavar.replace(':', ' ')}:{_zsh_action(one)}")


def _zsh_action(one: Argument) -> str:
    """What proposes the values of an argument."""
    files = f'_files -g "*.{one.suffix}"' if one.suffix else "_files"
    if one.kind == "words" and one.suffix:
        return f" _alternative 'words::({' '.join(one.choices)})' 'files::{files}'"
    return {
        "files": files,
        "folders": "_files -/",
        "words": f"({' '.join(one.choices)})",
        "list": f"_sequence -s , compadd - {' '.join(one.choices)}",
    }.get(one.kind, " ")


FISH_BEGIN = """\
# Completes explorer-studio in fish: explorer-studio completion fish

function __explorer_studio_is --argument-names wanted
    set -l tokens (commandline -opc)
    set -e tokens[1]
    while set -q tokens[1]
        switch $tokens[1]
            case --data-dir --language
                set -e tokens[1]
            case '-*'
            case '*'
                test "$tokens[1]" = "$wanted"
                return
        end
        set -e tokens[1]
    end
    test -z "$wanted"
end

function __explorer_studio_list
    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    printf '%s\\n' $before$argv
end

complete -c explorer-studio -f
"""


def fish_script(commands: Sequence[Command]) -> Iterator[str]:
    """The lines of the script for fish."""
    yield from FISH_BEGIN.splitlines()
    for command in commands:
        begin = f"complete -c {PROGRAM} -n '__explorer_studio_is \"{command.name}\"'"
        for one in command.options():
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in one.options)
            yield f"{begin} {names}{_fish_values(one)} -d {_fish_quoted(one.help)}"
        if not command.name:
            for other in commands[1:]:
                yield f"{begin} -a {other.name} -d {_fish_quoted(other.help)}"
        if place := command.positional():
            yield f"{begin}{_fish_values(place).replace(' -x', '').replace(' -r', '')}"


def _fish_values(one: Argument) -> str:
    words, files = " ".join(one.choices), f"(__fish_complete_suffix .{one.suffix})" if one.suffix else ""
    return {
        "nothing": "",
        "anything": " -x",
        "files": f" -r -k -a {_fish_quoted(files)}" if files else " -r -F",
        "folders": " -x -a '(__fish_complete_directories)'",
        "words": f" -x -a {_fish_quoted(f'{words} {files}'.strip())}",
        "list": f" -x -a {_fish_quoted(f'(__explorer_studio_list {words})')}",
    }[one.kind]


def _fish_quoted(words: str) -> str:
    """In single quotes fish knows two escapes."""
    return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[Sequence[Command]], Iterator[str]]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
"""The script of each shell. The first of the commands is the program without one."""
