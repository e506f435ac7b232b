"""The command that tells how the program is used: `manual`, its pages by name, or all of them for a browser."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from studio.cli.common import FINE, PROGRAM, STANDARD, add_json, file_name, print_json
from studio.cli.files import check_folder, write
from studio.cli.parser import Parser, Refused, nearest
from studio.core.text import _, say


def add_manual(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("page", nargs="?", metavar="PAGE", help=_("a page to read; without one, the list of all"))
    parser.add_argument(
        "--html", metavar="OUT", type=file_name, help=_("write all pages as one for a browser, - for standard output")
    )
    add_json(parser)
    parser.offer("page", _pages)
    return _manual


def _pages() -> list[str]:
    from studio.documents.prose.manual import manual

    return [page.key for chapter in manual() for page in chapter.clauses]


def _manual(args: argparse.Namespace) -> int:
    from studio.documents.prose.manual import manual

    if args.html is not None:
        return _write(args)
    book = manual()
    pages = {page.key: page for chapter in book for page in chapter.clauses}
    if args.page is None:
        if args.json:
            print_json([{"page": page.key, "title": page.title} for page in pages.values()])
            return FINE
        wide = max(map(len, pages)) + 2
        for chapter in book:
            say(chapter.title, *(f"  {page.key:<{wide}}{page.title}" for page in chapter.clauses), "")
        say(_('"{program} manual PAGE" tells a page.').format(program=PROGRAM))
        return FINE
    if args.page not in pages:
        raise Refused(_unknown(args.page, list(pages)))
    page = pages[args.page]
    if args.json:
        blocks = [{"kind": block.kind, "words": block.words} for block in page.blocks]
        print_json({"page": page.key, "title": page.title, "blocks": blocks})
        return FINE
    from studio.documents.prose.inline import lines

    say(page.title, *lines(page.blocks, is_airy=True))
    return FINE


def _write(args: argparse.Namespace) -> int:
    from studio.documents.prose.manual import manual_page

    if args.page is not None:
        raise Refused(_("--html writes all pages; leave the page out"))
    check_folder(args.html)
    write(args.html, manual_page())
    if args.json:
        print_json({"output": str(args.html)}, aside=args.html == STANDARD)
    return FINE


def _unknown(word: str, pages: list[str]) -> str:
    if page := nearest(word, pages, 0.5):
        return _('"{word}" is no page of the manual; did you mean "{page}"?').format(word=word, page=page)
    return _('"{word}" is no page of the manual; there are: {pages}').format(word=word, pages=", ".join(pages))
