"""The manual as a book, as one page for a browser, and where its pictures lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

from studio.core.book import Block, Book, Clause
from studio.core.text import _
from studio.documents.paths import resources_dir
from studio.documents.prose import Section, bound, sections
from studio.documents.prose.inline import runs
from studio.documents.web import embedded, own_fonts, web_page

_STYLE = """
body{display:grid;grid-template-columns:250px minmax(0,780px);justify-content:center;gap:22px;padding:26px 18px}
nav{position:sticky;top:26px;align-self:start;max-height:calc(100vh - 52px);overflow:auto}
nav p{margin:14px 0 2px;font-weight:600}nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:3px 10px;border-radius:7px;color:var(--text)}nav li a:hover{background:var(--gold)}
a{color:var(--accent);text-decoration:none}main a{font-weight:600}a:hover{text-decoration:underline}
section{padding:18px 26px 14px;scroll-margin-top:20px}
main>h2{margin:26px 0 10px;font-size:28px}main>h2:first-child{margin-top:0}
section h3{font:400 25px/1.25 "EB Garamond",Garamond,Georgia,serif;margin:0 0 10px}h4{font-size:16px;margin:18px 0 4px}
p,li{line-height:1.55}p{margin:0 0 10px}ul{margin:0 0 10px;padding-left:22px}li{margin:0 0 5px}
aside{background:var(--inset);border-left:3px solid var(--goldline);border-radius:0 8px 8px 0;
padding:9px 14px;margin:12px 0}
code{font-family:ui-monospace,Consolas,Menlo,monospace;font-size:13px;background:var(--inset);
border-radius:4px;padding:1px 4px}
pre{background:var(--inset);border:1px solid var(--line);border-radius:8px;padding:10px 14px;
overflow-x:auto;margin:0 0 12px}
pre code{background:none;padding:0;line-height:1.45}
kbd{font:600 12.5px Cabin,system-ui,sans-serif;border:1px solid var(--line);border-bottom-width:2px;border-radius:5px;
background:var(--inset);padding:1px 6px;white-space:nowrap}
figure{margin:14px 0}figure img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
figcaption{color:var(--second);font-size:14px;margin-top:6px}
@media (max-width:860px){body{grid-template-columns:minmax(0,1fr)}nav{position:static;max-height:none}}
@media print{body{display:block}nav{display:none}}
"""
PARTS = ("drawing", "playing", "measuring", "sharing", "trouble")
"""The parts of the manual, in order: a file each, a chapter each."""
_TAGS = {"bold": "strong", "slanted": "em", "code": "code", "key": "kbd"}


def manual() -> Book:
    """The manual of the program in the language that is chosen; what a book calls a clause is a page."""
    return bound(section for part in PARTS for section in _of_file(part))


@cache
def _of_file(part: str) -> tuple[Section, ...]:
    return sections(resources_dir() / "manual" / f"{part}.md")


def picture_file(name: str, is_dark: bool) -> Path:
    """The file of a picture of the manual."""
    return resources_dir() / "manual" / "pictures" / f"{name}_{'dark' if is_dark else 'light'}.png"


def manual_page() -> bytes:
    """All of the manual, in the language that is chosen."""
    book = manual()
    title = _("The manual of Explorer Studio")
    heading = _("Manual")
    body = f"<nav><h1>{heading}</h1>{_contents(book)}</nav><main>"
    for chapter in book:
        body += f"<h2>{escape(chapter.title)}</h2>" + "".join(map(_section, chapter.clauses))
    return web_page(title, _STYLE, body + "</main>", own_fonts())


def _contents(book: Book) -> str:
    parts = ""
    for chapter in book:
        ways = (f'<li><a href="#{page.key}">{escape(page.title)}</a></li>' for page in chapter.clauses)
        parts += f"<p>{escape(chapter.title)}</p><ul>{''.join(ways)}</ul>"
    return parts


def _section(page: Clause) -> str:
    parts = "".join(_parts(page.blocks))
    return f'<section id="{page.key}"><h3>{escape(page.title)}</h3>{parts}</section>'


def _parts(blocks: Iterable[Block]) -> Iterator[str]:
    for kind, group in groupby(blocks, key=lambda block: block.kind):
        for block in group if kind != "item" else ():
            words = _words(block.words)
            if kind == "code":
                yield f"<pre><code>{escape(block.words)}</code></pre>"
            elif kind == "board":
                yield _figure(block)
            elif kind == "aside":
                yield f"<aside>{words}</aside>"
            else:
                yield f"<h4>{words}</h4>" if kind == "head" else f"<p>{words}</p>"
        if kind == "item":
            yield f"<ul>{''.join(f'<li>{_words(block.words)}</li>' for block in group)}</ul>"


def _figure(block: Block) -> str:
    light, dark = (embedded(picture_file(block.name, is_dark), "image/png") for is_dark in (False, True))
    return (
        f'<figure><picture><source media="(prefers-color-scheme:dark)" srcset="{dark}">'
        f'<img alt="{escape(block.words)}" src="{light}"></picture>'
        f"<figcaption>{_words(block.words)}</figcaption></figure>"
    )


def _words(words: str) -> str:
    parts = ""
    for run in runs(words):
        inner = escape(run.words, quote=False)
        tag = _TAGS.get(run.kind)
        if run.kind == "link":
            inner = f'<a href="#{run.target}">{inner}</a>'
        parts += f"<{tag}>{inner}</{tag}>" if tag else inner
    return parts
