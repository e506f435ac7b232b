"""The commands `manual`, `check` and `completion`, and what all commands take as data."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from studio.cli import common
from studio.cli.files import check_output, write
from studio.core.text import _, print_text


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
    from studio.documents.markup import manual_page

    if args.page is not None:
        raise common.UsageError(_("--output writes the whole manual; omit PAGE"))
    check_output(args.output, (), ".html", ".htm", "")
    write(args.output, manual_page())
    if args.json:
        common.print_json({"output": str(args.output)}, to_stderr=args.output == common.STDIO)
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


# What commands take, as data for the man page and the reference, and the completion scripts of shells.


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
        metavar = _metavar(action) if action.nargs != 0 else ""
        options, is_many = tuple(action.option_strings), action.nargs in ("+", "*")
        arguments.append(Argument(options, metavar, action.help or "", tuple(map(str, choices)), is_many))
    return Command(name, (parser.description or "") if name else "", tuple(arguments))


def _metavar(action: argparse.Action) -> str:
    return action.metavar if isinstance(action.metavar, str) else action.dest.upper()


def usage_text(arguments: Sequence[Argument]) -> str:
    """How a command is called, without its options one by one: "[OPTION …] LAYOUT"."""
    places = [argument for argument in arguments if not argument.options]
    return " ".join(["[OPTION …]", *(f"{one.metavar} …" if one.is_many else one.metavar for one in places)])


SHELLS = ("bash", "zsh", "fish")
FILE_SUFFIXES = {
    "LAYOUT": "json",
    "RECORD": "json",
    "FILE": "json",
    "A": "json",
    "B": "json",
    "FILE.py": "py",
    "FILE.tmj": "tmj",
}
"""The extension of the files that an argument accepts, by its metavar."""
BASH_LIST = """
{name}() {{
  local before= word
  [[ $1 == *,* ]] && before=${{1%,*}},
  for word in {words}; do
    [[ $before$word == "$1"* ]] && echo "$before$word"
  done
}}"""
FISH_LIST = """
function _explorer_studio_list
  set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
  printf '%s\\n' $before$argv
end"""
BASH_FILES = """
_shtab_explorer_studio_pos_0_COMPGEN={files}
_shtab_explorer_studio_pos_1_COMPGEN={files}
_shtab_explorer_studio_pos_1_nargs='*'
"""
ZSH_FILES = """
functions[_explorer_studio_commands]=$functions[_shtab_explorer_studio_commands]
_shtab_explorer_studio_commands() {{
  _explorer_studio_commands
  {files}
}}
"""
FISH_FILES = "complete -c explorer-studio -n _shtab_explorer_studio_using -ka '{files}'"
BASH_END = """
_explorer_studio() {{
  # bash splits --option=VALUE into three words
  local word words=()
  for word in "${{COMP_WORDS[@]:0:COMP_CWORD+1}}"; do
    [[ $word == = ]] || words+=("$word")
  done
  [[ ${{COMP_WORDS[COMP_CWORD]}} == = ]] && words+=("")
  local COMP_WORDS=("${{words[@]}}") COMP_CWORD=$((${{#words[@]}} - 1))
  _shtab_explorer_studio
  case ${{COMP_WORDS[COMP_CWORD-1]}} in
    {lists}) compopt -o nospace ;;
  esac
}}

complete -F _explorer_studio explorer-studio"""


def completion_script(shell: str, root: common.Parser, parsers: Mapping[str, common.Parser]) -> str:
    """The script by which a shell completes the program (`root`) and its commands.

    The parsers are of no further use: they get what is proposed in place of what is valid.
    """
    import shtab

    root._actions[:] = [action for action in root._actions if action.option_strings]  # FILE: see `files` below
    lists: set[str] = set()
    for parser in (root, *parsers.values()):
        for action in parser._actions:
            _set_completion(action, parser.completions.get(action.dest))
            if action.dest in parser.completions and parser.completions[action.dest].by_comma:
                lists.update(action.option_strings)
    group: Any = root.add_subparsers(prog=common.PROGRAM)
    for name, parser in parsers.items():
        group.choices[name] = parser
        group._choices_actions.append(group._ChoicesPseudoAction(name, [], parser.description))
    files = _glob("json")[shell]  # the program itself takes files in place of a command
    preamble = {"bash": BASH_FILES, "zsh": ZSH_FILES, "fish": ""}[shell].format(files=files)
    end = {"bash": BASH_END, "zsh": "", "fish": FISH_FILES}[shell].format(files=files, lists=" | ".join(sorted(lists)))
    script = shtab.complete(root, shell, preamble=preamble)
    if shell == "zsh":  # shtab proposes only the first of several files
        script = script.replace('\n  "(*):', '\n  "*:')
        script = script.replace("\n      esac\n", f"\n        *) {files} ;;\n      esac\n")
    return f"{script}\n{end}".rstrip() + "\n"


def _glob(suffix: str) -> dict[str, Any]:
    """What `shtab.glob` proposes; zsh would read a single pattern in its parentheses as glob qualifiers."""
    import shtab

    return {**shtab.glob(f"*.{suffix}"), "zsh": f"_files -g '*.{suffix}'"}


def _set_completion(action: argparse.Action, offer: common.Completions | None) -> None:
    """Say what shells propose in an argument: its `complete` or its `choices`, where `shtab` looks for it."""
    import shtab

    metavar = _metavar(action)
    suffix = next((FILE_SUFFIXES[part] for part in metavar.split("|") if part in FILE_SUFFIXES), "")
    proposed: dict[str, Any] = {}
    if action.nargs == 0 or (action.choices is not None and offer is None):
        return
    if offer is not None:
        text = " ".join(offer.words())
        name = f"_explorer_studio_list_{action.dest}"
        if offer.by_comma:
            proposed = {
                "bash": name,
                "zsh": f"_sequence -s , compadd - {text}",
                "fish": f"(_explorer_studio_list {text})",
                "preamble": {"bash": BASH_LIST.format(name=name, words=text), "fish": FISH_LIST},
            }
        elif suffix:
            files = _glob(suffix)
            name = f"_explorer_studio_glob_{action.dest}"
            bash = f'\n{name}() {{\n  compgen -W "{text}" -- "$1"\n  {files["bash"]} "$1"\n}}'
            proposed = {
                "bash": name,
                "zsh": f""" _alternative 'words::({text})' 'files::_files -g \\"*.{suffix}\\"'""",
                "fish": f"{text} {files['fish']}",
                "preamble": {"bash": files["preamble"]["bash"] + bash, "fish": files["preamble"]["fish"]},
            }
        else:
            action.choices = offer.words()
    elif suffix:
        proposed = _glob(suffix)
    elif metavar in ("OUT", "DIR"):
        proposed = shtab.FILE if metavar == "OUT" else shtab.DIRECTORY
    if proposed:
        vars(action)["complete"] = proposed
