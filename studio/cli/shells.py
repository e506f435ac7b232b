"""Scripts by which shells complete our commands: bash, zsh and fish, made from what the commands take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from shlex import quote

from studio.cli.common import PROGRAM
from studio.cli.taken import Argument, Command

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


def bash(commands: Sequence[Command]) -> Iterator[str]:
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
        place = command.place()
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
    words = quote(" ".join(one.words))
    calls = {
        "files": [],
        "folders": ["_explorer_studio_folders"],
        "words": [f"_explorer_studio_words {words}"],
        "list": [f"_explorer_studio_list {words}"],
    }.get(one.kind, [])
    if one.kind == "files" or one.ending:
        calls.insert(0, f"_explorer_studio_files {one.ending}".rstrip())
    return "".join(f"{call}; " for call in calls)


def zsh(commands: Sequence[Command]) -> Iterator[str]:
    """The lines of the script for zsh."""
    program, place = commands[0], commands[0].place()
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
    takes = "" if one.kind == "nothing" else f":{one.called.replace(':', ' ')}:{_zsh_action(one)}"
    names = [f"{name}{'=' if takes and name.startswith('--') else '+' if takes else ''}" for name in one.options]
    if len(names) == 1:
        return quote(f"*{names[0]}[{words}]{takes}")
    others = quote(f"({' '.join(one.options)})")
    return f"{others}{{{','.join(names)}}}{quote(f'[{words}]{takes}')}"


def _zsh_place(one: Argument) -> str:
    return quote(f"{'*' if one.is_many else ''}:{one.called.replace(':', ' ')}:{_zsh_action(one)}")


def _zsh_action(one: Argument) -> str:
    """What proposes the values of an argument."""
    files = f'_files -g "*.{one.ending}"' if one.ending else "_files"
    if one.kind == "words" and one.ending:
        return f" _alternative 'words::({' '.join(one.words)})' 'files::{files}'"
    return {
        "files": files,
        "folders": "_files -/",
        "words": f"({' '.join(one.words)})",
        "list": f"_sequence -s , compadd - {' '.join(one.words)}",
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


def fish(commands: Sequence[Command]) -> Iterator[str]:
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
        if place := command.place():
            yield f"{begin}{_fish_values(place).replace(' -x', '').replace(' -r', '')}"


def _fish_values(one: Argument) -> str:
    words, files = " ".join(one.words), f"(__fish_complete_suffix .{one.ending})" if one.ending else ""
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


SHELLS: dict[str, Callable[[Sequence[Command]], Iterator[str]]] = {"bash": bash, "zsh": zsh, "fish": fish}
"""The script of each shell. The first of the commands is the program without one."""
