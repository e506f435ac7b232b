"""Writes the completion scripts of shells to resources/completions: `python packaging/completions.py`.

They are made from the parsers of all commands when the program is developed: at run time this would take ten times as
long as printing a file. Scripts with the help of options exist in every language, those of bash in English only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import shtab

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the program in the same source tree

from studio.cli import COMMANDS, parser_of
from studio.cli.common import PROGRAM, Completions, Parser
from studio.cli.program import SHELLS, metavar_of
from studio.core.text import available_languages, language, use_language

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "completions"
LOCALE = FOLDER.parent / "locale"
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


def completion_script(shell: str, root: Parser, parsers: Mapping[str, Parser]) -> str:
    """The script by which a shell completes the program (`root`) and its commands.

    The parsers are of no further use: they get what is proposed in place of what is valid.
    """
    root._actions[:] = [action for action in root._actions if action.option_strings]  # FILE: see `files` below
    lists: set[str] = set()
    for parser in (root, *parsers.values()):
        for action in parser._actions:
            _set_completion(action, parser.completions.get(action.dest))
            if action.dest in parser.completions and parser.completions[action.dest].by_comma:
                lists.update(action.option_strings)
    group: Any = root.add_subparsers(prog=PROGRAM)
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
    return {**shtab.glob(f"*.{suffix}"), "zsh": f"_files -g '*.{suffix}'"}


def _set_completion(action: argparse.Action, offer: Completions | None) -> None:
    """Say what shells propose in an argument: its `complete` or its `choices`, where `shtab` looks for it."""
    metavar = metavar_of(action)
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


def scripts() -> dict[str, str]:
    """The scripts by file name: "en.bash", "de.fish", …"""
    before, found = language(), {}
    for code in available_languages(LOCALE):
        use_language([code], LOCALE)
        for shell in SHELLS:
            parsers = {name: parser_of(name)[0] for name in COMMANDS}
            found[f"{code}.{shell}"] = completion_script(shell, parser_of("")[0], parsers)
    use_language([before], LOCALE)
    return {name: text for name, text in found.items() if name[:2] == "en" or text != found[f"en{name[2:]}"]}


if __name__ == "__main__":
    for name, text in scripts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
