"""The command that looks whether this installation is whole: `check`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from studio.cli.common import FINE, NO, add_json, offscreen, print_json
from studio.cli.parser import Parser
from studio.cli.progress import under_way
from studio.core.text import _, say


def add_check(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_json(parser)
    return _check


def _check(args: argparse.Namespace) -> int:
    from studio.gui.shell.desktop.libraries import libraries
    from studio.opening.installation import Looked, lines, looked_into

    with under_way(_("looking at the installation")):
        looked = [*looked_into(), libraries()]
        offscreen()
        try:
            from studio.gui.shell.app import application
            from studio.gui.shell.desktop.installation import looked_into_window
        except ImportError as problem:  # a library of the system is not there
            looked.append(Looked(_("Window system"), False, str(problem)))
        else:
            application()
            looked += looked_into_window()
    if args.json:
        print_json([{"what": one.what, "ok": one.is_fine, "words": one.words} for one in looked])
    else:
        say(*lines(looked))
    return FINE if all(one.is_fine for one in looked) else NO
