"""Long texts in resources/books and resources/manual: rules, explanations and manual, in a subset of Markdown.

    # A turn                                 a chapter
    ## N8: Gaps close by themselves          a section with its key
    ## edge.mismatch: A title (T4)           a section with its rule numbers, of which one is the game's
    Lines up to an empty one.                a paragraph
    ### What counts as a gap                 a heading between paragraphs
    - Storm: the turn ends.                  a list item, up to the next one or an empty line
    - [seatiles/scout] Scout: a unit.        a list item with a sprite
    > **Ruling.** The match *ends* at once.  an aside; text may be bold or italic
    ![Before](before)                        a board with its caption and its name in the game
    ```                                      code, up to the next fence

Text may contain `code` and [links to other sections](lab). Every part except code is a message to translate
(packaging/extract_messages.py).
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Literal, NamedTuple

from studio.core.book import Block, Book, Chapter, Clause, Explanation, Explanations
from studio.core.cache import text_cache
from studio.core.text import _, key_names, language
from studio.documents.paths import resources_dir

_HEADING = re.compile(r"(#{1,3}) +(?:([\w.]+): +)?(.*?)(?: +\(([A-Z0-9, ]+)\))?")
_SIGN = re.compile(r"\[(\w+/\w+)\] +(.*)")
_BOARD = re.compile(r"!\[(.*)\]\(([\w-]+)\)")
FENCE = "```"


class Section(NamedTuple):
    """A section; `clauses` are the rule numbers after its title."""

    level: int
    key: str
    title: str
    clauses: tuple[str, ...]
    blocks: tuple[Block, ...]


def parse_sections(path: Path) -> tuple[Section, ...]:
    """The sections of a text, chapters included. Raises `OSError` and `ValueError`."""
    found: list[Section] = []
    for lines in _chunks(path.read_text(encoding="utf-8")):
        if lines[0] == FENCE:
            if not found:
                raise ValueError(f"{path.name}: it begins with a fence and no heading")
            found[-1] = found[-1]._replace(blocks=(*found[-1].blocks, Block("code", "\n".join(lines[1:]))))
            continue
        text = " ".join(lines)
        if heading := _HEADING.fullmatch(text):
            level, key, title, clauses = heading.groups(default="")
            if len(level) < 3:
                found.append(Section(len(level), key, title, tuple(re.findall(r"\w+", clauses)), ()))
                continue
        if not found:
            raise ValueError(f"{path.name}: it begins with words and no heading: {text[:40]}")
        found[-1] = found[-1]._replace(blocks=(*found[-1].blocks, _parse_block(text)))
    return tuple(found)


def _chunks(text: str) -> Iterator[list[str]]:
    """Groups of lines: up to an empty line, a heading, or the next list item; or the content of a fence."""
    held: list[str] = []
    for line in (*text.splitlines(), ""):
        bare = line.strip()
        if held and held[0] == FENCE:
            if bare != FENCE:
                held.append(line)
                continue
            yield held
            held = []
            continue
        if held and (not bare or bare.startswith(("#", "- ", "![", FENCE)) or held[0].startswith(("#", "!["))):
            yield held
            held = []
        if bare:
            held.append(bare.lstrip("> ") if held else bare)


def _parse_block(words: str) -> Block:
    if board := _BOARD.fullmatch(words):
        return Block("board", board[1], board[2])
    for sign, kind in (("### ", "head"), ("- ", "item"), ("> ", "aside")):
        if words.startswith(sign):
            if kind == "item" and (pictured := _SIGN.fullmatch(words[len(sign) :])):
                return Block("item", pictured[2], pictured[1])
            return Block(kind, words[len(sign) :])  # type: ignore[arg-type]  # a tuple's first part widens to text
    return Block("words", words)


def messages(path: Path) -> Iterator[str]:
    """All translatable texts of a file."""
    for section in parse_sections(path):
        yield section.title
        yield from (block.text for block in section.blocks if block.kind != "code")


@text_cache()
def _sections(*place: str) -> tuple[Section, ...]:
    """The sections of a text of the resources. Raises `OSError` and `ValueError`."""
    return parse_sections(resources_dir().joinpath(*place).with_suffix(".md"))


def load_explanations(letters: str, *books: str) -> Explanations:
    """The explanations of problems by code, in the language in use: common ones and those of these books.

    `letters` begin the numbers of the game's own rules.
    """
    found = {}
    for book in ("common", *books):
        for section in _sections("books", book, "findings"):
            if section.level == 2:
                texts = tuple(_(block.text) for block in section.blocks if block.kind == "words")
                matters = " ".join(_(block.text) for block in section.blocks if block.kind == "aside")
                clause = next((number for number in section.clauses if number[0] in letters), "")
                found[section.key] = Explanation(_(section.title), clause, texts, matters)
    return found


def load_book(*books: str) -> Book:
    """The rules in these books, in the language in use."""
    return to_book(section for name in books for section in _sections("books", name, "rules"))


def to_book(found: Iterable[Section]) -> Book:
    """Sections as chapters and clauses, in the language in use."""
    chapters: list[Chapter] = []
    for section in found:
        if section.level == 1:
            chapters.append(Chapter(_(section.title), ()))
            continue
        blocks = (block if block.kind == "code" else block._replace(text=_(block.text)) for block in section.blocks)
        clause = Clause(section.key, _(section.title), tuple(blocks))
        chapters[-1] = chapters[-1]._replace(clauses=(*chapters[-1].clauses, clause))
    return tuple(chapters)


# Markup inside a sentence: **bold**  *italic*  `code`  [Ctrl+S]  [text](lab)

WIDTH = 92  # columns of text on a terminal
_MARKS = re.compile(r"(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([\w.]+\)|\[(?:\]|[^\]]+)\])")
_LINK = re.compile(r"\[([^\]]+)\]\(([\w.]+)\)")


class TextSpan(NamedTuple):
    """Text of one style; `target` is the key of the section that a link leads to."""

    kind: Literal["plain", "bold", "slanted", "code", "key", "link"]
    text: str
    target: str = ""


def parse_spans(words: str) -> Iterator[TextSpan]:
    for part in filter(None, _MARKS.split(words)):
        if not _MARKS.fullmatch(part):
            yield TextSpan("plain", part)
        elif part.startswith("**"):
            yield TextSpan("bold", part[2:-2])
        elif part.startswith("*"):
            yield TextSpan("slanted", part[1:-1])
        elif part.startswith("`"):
            yield TextSpan("code", part[1:-1])
        elif link := _LINK.fullmatch(part):
            yield TextSpan("link", link[1], link[2])
        else:
            yield TextSpan("key", key_names(part[1:-1]))


def plain_text(words: str) -> str:
    """The text without markup; keys keep their brackets."""
    return "".join(f"[{run.text}]" if run.kind == "key" else run.text for run in parse_spans(words))


def text_lines(blocks: Iterable[Block], is_airy: bool = False) -> Iterator[str]:
    """Blocks as lines for a terminal; `is_airy` puts empty lines between all but items. Pictures are omitted."""
    before = ""
    for block in (block for block in blocks if block.kind != "board"):
        if is_airy and not before == block.kind == "item":
            yield ""
        before = block.kind
        if block.kind == "code":
            yield from (f"    {line}" for line in block.text.splitlines())
        else:
            first = {"item": "  - ", "aside": "  | "}.get(block.kind, "  ")
            yield from wrap(plain_text(block.text), WIDTH, initial_indent=first, subsequent_indent=" " * len(first))


# Self-contained pages for a browser, for light and dark screens and for paper.

_STYLE_web = """
:root{color-scheme:light dark;--window:#EFE7D6;--panel:#FBF7ED;--inset:#F4ECDB;--line:#D9CBAE;--text:#2B261D;
--second:#62573F;--accent:#1E5A6C;--gold:#F6E3B0;--goldline:#A97C20;--ok:#3C6628;--bad:#A3261C}
@media (prefers-color-scheme:dark){:root{--window:#14191C;--panel:#1D2428;--inset:#161C1F;--line:#313B40;--text:#EFE7D4;
--second:#B8AE95;--accent:#64B3BA;--gold:#3A3019;--goldline:#A67F35;--ok:#A5CC86;--bad:#F08C7C}}
*{box-sizing:border-box}
body{margin:0;background:var(--window);color:var(--text);font:15px/1.45 Cabin,"Segoe UI",system-ui,sans-serif;
font-variant-numeric:tabular-nums lining-nums}
section{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:0 0 14px}
h1,h2{font-family:"EB Garamond",Garamond,Georgia,serif;font-weight:400}
h1{font-size:34px;margin:0 0 4px}h2{font-size:22px;margin:0 0 8px}h3{font-size:15px;margin:0 0 6px}
@media print{body{background:#fff}section{break-inside:avoid}}
"""


def build_page(title: str, style: str, body: str, fonts: Mapping[str, Path]) -> bytes:
    """The page in UTF-8: `style` follows the common style sheet, `fonts` are files by "family weight"."""
    head = (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_font_faces(fonts)}{_STYLE_web}{style}</style></head>"
    )
    return f"{head}<body>{body}</body></html>".encode()


def own_fonts() -> dict[str, Path]:
    """The bundled fonts, by "family weight"."""
    folder = resources_dir() / "fonts"
    files = {"Cabin 400": "Cabin-Regular", "Cabin 600": "Cabin-SemiBold", "EB Garamond 400": "EBGaramond12-Regular"}
    return {name: folder / f"{file}.otf" for name, file in files.items()}


def data_uri(path: Path, kind: str) -> str:
    """A file as a data URI of a media type."""
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode('ascii')}"


def _font_faces(fonts: Mapping[str, Path]) -> str:
    faces = ""
    for name, path in fonts.items():
        family, _space, weight = name.rpartition(" ")
        faces += (
            f'@font-face{{font-family:"{family}";font-weight:{weight};'
            f'src:url({data_uri(path, "font/otf")}) format("opentype")}}'
        )
    return faces


# The manual.

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
"""The parts of the manual in order: a file and a chapter each."""
_TAGS = {"bold": "strong", "slanted": "em", "code": "code", "key": "kbd"}


def load_manual() -> Book:
    """The manual in the language in use; each clause is a page."""
    return to_book(section for part in PARTS for section in _sections("manual", part))


def picture_file(name: str, is_dark: bool) -> Path:
    return resources_dir() / "manual" / "pictures" / f"{name}_{'dark' if is_dark else 'light'}.png"


def manual_page() -> bytes:
    """The whole manual as one page, in the language in use."""
    book = load_manual()
    contents = pages = ""
    for chapter in book:
        title = escape(chapter.title)
        links = (f'<li><a href="#{page.key}">{escape(page.title)}</a></li>' for page in chapter.clauses)
        contents += f"<p>{title}</p><ul>{''.join(links)}</ul>"
        pages += f"<h2>{title}</h2>"
        for page in chapter.clauses:
            blocks = "".join(_blocks_html(page.blocks))
            pages += f'<section id="{page.key}"><h3>{escape(page.title)}</h3>{blocks}</section>'
    heading = _("Manual")
    body = f"<nav><h1>{heading}</h1>{contents}</nav><main>{pages}</main>"
    return build_page(_("Explorer Studio manual"), _STYLE, body, own_fonts())


def _blocks_html(blocks: Iterable[Block]) -> Iterator[str]:
    for kind, group in groupby(blocks, key=lambda block: block.kind):
        for block in group if kind != "item" else ():
            text = _spans_html(block.text)
            if kind == "code":
                yield f"<pre><code>{escape(block.text)}</code></pre>"
            elif kind == "board":
                yield _figure_html(block)
            elif kind == "aside":
                yield f"<aside>{text}</aside>"
            else:
                yield f"<h4>{text}</h4>" if kind == "head" else f"<p>{text}</p>"
        if kind == "item":
            yield f"<ul>{''.join(f'<li>{_spans_html(block.text)}</li>' for block in group)}</ul>"


def _figure_html(block: Block) -> str:
    light, dark = (data_uri(picture_file(block.name, is_dark), "image/png") for is_dark in (False, True))
    return (
        f'<figure><picture><source media="(prefers-color-scheme:dark)" srcset="{dark}">'
        f'<img alt="{escape(block.text)}" src="{light}"></picture>'
        f"<figcaption>{_spans_html(block.text)}</figcaption></figure>"
    )


def _spans_html(words: str) -> str:
    parts = ""
    for run in parse_spans(words):
        inner = escape(run.text, quote=False)
        tag = _TAGS.get(run.kind)
        if run.kind == "link":
            inner = f'<a href="#{run.target}">{inner}</a>'
        parts += f"<{tag}>{inner}</{tag}>" if tag else inner
    return parts
