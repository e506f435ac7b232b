"""What a command takes: a parser that speaks our languages, complains in one line and tells shells what to propose."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from studio.core.text import _, headed


class Refused(Exception):
    """The input cannot be used; the message is the one line that says why."""


class Offer(NamedTuple):
    """The words that may stand in an argument, worked out when a shell is told of them; perhaps several, by commas."""

    words: Callable[[], Sequence[str]]
    by_comma: bool = False


def _complaint(message: str) -> str:
    """What argparse finds wrong, in our words: it fills them in with the sign %, as it does with its own."""
    return {
        "argument %(argument_name)s: %(message)s": headed("%(argument_name)s", "%(message)s"),
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
    _complaint  # where it asks gettext, whose catalogues are compiled and whose language never changes
)


class Parser(argparse.ArgumentParser):
    """The arguments of one command. `offers` are the words that may stand in some, by the name of the argument."""

    def __init__(self, prog: str, description: str, *, is_laid_out: bool = False, **more: Any) -> None:
        formatter = _LaidOut if is_laid_out else _Help
        super().__init__(prog=prog, description=description, add_help=False, formatter_class=formatter, **more)
        self.offers: dict[str, Offer] = {}
        self._positionals.title = _("arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("tell how the command is used"))

    def offer(self, name: str, words: Callable[[], Sequence[str]], by_comma: bool = False) -> None:
        """Have a shell propose these words for an argument."""
        self.offers[name] = Offer(words, by_comma)

    def understood(self, words: Sequence[str]) -> argparse.Namespace:
        """What the words mean, or refused. An option that there is not is told before anything else that is wrong."""
        options = [option for action in self._actions for option in action.option_strings]
        for word in words[: words.index("--") if "--" in words else None]:
            name = word.partition("=")[0]
            if name.startswith("--") and not any(option.startswith(name) for option in options):
                meant = nearest(name, options)
                if meant:
                    words_of = _('there is no option "{name}"; did you mean "{meant}"?')
                    raise Refused(words_of.format(name=name, meant=meant))
                raise Refused(_('there is no option "{name}"').format(name=name) + f" ({self.prog} --help)")
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message} ({self.prog} --help)")


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


class _LaidOut(_Help, argparse.RawDescriptionHelpFormatter):
    """The same around texts that are wrapped already."""


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The word that a mistyped one was meant for; "" where none is like it."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=likeness)), "")
