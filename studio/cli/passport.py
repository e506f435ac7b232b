"""The command `passport`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from studio.cli import common
from studio.cli.files import STDIO, check_output, read_layout, write
from studio.core.text import _, print_text, translated_name, with_label

KINDS = (".json", ".pdf", ".png", ".svg")


def add_passport(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_layout(parser)
    help_text = _("Variant rules, as listed by the command games")
    parser.add_argument("--options", default="", metavar="KEY=VALUE,…", help=help_text)
    parser.add_completions("options", common.option_keys, by_comma=True)
    common.add_json(parser)
    common.add_output(parser, _("Write the passport: .json, .pdf, .png or .svg"))
    return _passport


def _passport(args: argparse.Namespace) -> int:
    from studio.lab.passport.data import passport_lines, stored_passport
    from studio.lab.report.data import json_bytes

    if args.output is not None:
        check_output(args.output, [args.layout], *KINDS)
    opened = read_layout(args.layout)
    options = common.parse_options(opened.game.info, args.options)
    found = stored_passport(opened, opened.game.info.defaults() | options)
    aside = args.output == STDIO
    if aside or (args.output is not None and args.output.suffix.lower() == ".json"):
        write(args.output, json_bytes(found.to_data()))
    elif args.output is not None:
        common.offscreen()
        from studio.gui.headless import isolated_data_dir
        from studio.gui.output.passport import passport_bytes
        from studio.gui.shell.app import make_application

        with isolated_data_dir(args.data_dir):
            make_application()
            write(args.output, passport_bytes(found, opened, args.output.suffix.lower()))
    if args.json:
        common.print_json(found.to_data(), to_stderr=aside)
    else:
        title = with_label(opened.game.info.name, translated_name(opened.layout.name))
        print_text(title, "", *passport_lines(found), aside=aside)
        if args.output is not None and not aside:
            print_text(_("passport   {path}").format(path=args.output))
    return common.EXIT_OK
