"""Markup of books and the manual."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from studio.cli import COMMANDS
from studio.core.book import Block
from studio.documents.markup import (
    PARTS,
    Section,
    TextSpan,
    load_explanations,
    load_manual,
    manual_page,
    messages,
    parse_sections,
    parse_spans,
    picture_file,
    plain_text,
    text_lines,
)
from studio.documents.paths import resources_dir


def test_inline_markup_is_parsed() -> None:
    text = "A **bold** *slanted* `a_file.json` [Ctrl+S], see [the lab](lab): 2 * 3."
    assert [*parse_spans(text)] == [
        TextSpan("plain", "A "),
        TextSpan("bold", "bold"),
        TextSpan("plain", " "),
        TextSpan("slanted", "slanted"),
        TextSpan("plain", " "),
        TextSpan("code", "a_file.json"),
        TextSpan("plain", " "),
        TextSpan("key", "Ctrl+S"),
        TextSpan("plain", ", see "),
        TextSpan("link", "the lab", "lab"),
        TextSpan("plain", ": 2 * 3."),
    ]
    assert plain_text(text) == "A bold slanted a_file.json [Ctrl+S], see the lab: 2 * 3."


def test_explanations_have_the_rule_of_their_game_and_the_texts_of_their_heading() -> None:
    found = load_explanations("G", "goldland")
    text = (resources_dir() / "books" / "goldland" / "findings.md").read_text("utf-8")
    code, title, rule = re.findall(r"^## ([\w.]+): (.+) \((G\d+)\)\n", text, re.MULTILINE)[0]
    assert (found[code].title, found[code].clause) == (title, rule)
    assert found[code].paragraphs and all(part in text for part in found[code].paragraphs)
    assert f"\n> {found[code].consequence}\n" in text
    assert {*load_explanations("G")} < {*found}, "those of all games come first"
    assert not any(one.clause for one in load_explanations("").values())


def test_a_fence_needs_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("```\ncode\n```\n\n# Title\n", encoding="utf-8")
    with pytest.raises(ValueError, match="it begins with a fence"):
        parse_sections(path)


@pytest.mark.parametrize("key", ["[", "]", "Ctrl+[", "Ctrl+\\", "."])
def test_brackets_are_keys_too(key: str) -> None:
    assert [*parse_spans(f"a [{key}] b")] == [TextSpan("plain", "a "), TextSpan("key", key), TextSpan("plain", " b")]


def test_blocks_are_lines_on_a_terminal() -> None:
    blocks = [
        Block("words", "Some *words*."),
        Block("board", "A picture", "one"),
        Block("item", "first"),
        Block("item", "second"),
        Block("code", "{\n  1\n}"),
        Block("aside", "Mind this."),
    ]
    assert [*text_lines(blocks)] == [
        "  Some words.",
        "  - first",
        "  - second",
        "    {",
        "      1",
        "    }",
        "  | Mind this.",
    ]
    assert [*text_lines(blocks, is_airy=True)] == [
        *("", "  Some words."),
        *("", "  - first", "  - second"),
        *("", "    {", "      1", "    }"),
        *("", "  | Mind this."),
    ]


TEXT = (
    "# A turn\n\n## N8: Gaps are filled\n\nAt the end of\nevery turn.\n\n![Before](before)\n![After, "
    "when all is done](after)\n\n### Definition of a gap\n- Storm: the turn\n  ends.\n- "
    "[seatiles/event_gold] Gold.\n\n> **Ruling.** It is\n> so.\n\n## edge.mismatch: A title: with "
    "more (T4, N2)\nWords.\n"
)


def test_markup_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text(TEXT, encoding="utf-8")
    chapter, gaps, finding = parse_sections(path)
    assert chapter == Section(1, "", "A turn", (), ())
    assert gaps[:4] == (2, "N8", "Gaps are filled", ())
    assert gaps.blocks == (
        Block("words", "At the end of every turn."),
        Block("board", "Before", "before"),
        Block("board", "After, when all is done", "after"),
        Block("head", "Definition of a gap"),
        Block("item", "Storm: the turn ends."),
        Block("item", "Gold.", "seatiles/event_gold"),
        Block("aside", "**Ruling.** It is so."),
    )
    assert finding == Section(2, "edge.mismatch", "A title: with more", ("T4", "N2"), (Block("words", "Words."),))
    assert [*messages(path)][:3] == ["A turn", "Gaps are filled", "At the end of every turn."]


def test_a_text_begins_with_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text("Words.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no heading"):
        parse_sections(path)


@pytest.mark.parametrize("path", sorted((resources_dir() / "books").rglob("*.md")), ids=lambda path: path.parent.name)
def test_the_books_can_be_read_and_translated(path: Path) -> None:
    found = parse_sections(path)
    assert len(found) > 2 and found[0].level == 1
    assert all(text.strip() and "  " not in text for text in messages(path))
    keys = [section.key for section in found if section.level == 2]
    assert all(keys) and len(set(keys)) == len(keys)
    template = (resources_dir() / "locale" / "studio.pot").read_text(encoding="utf-8")
    for text in messages(path):
        assert text.replace('"', '\\"') in template


PAGES = {page.key: page for chapter in load_manual() for page in chapter.clauses}
READ_IN_TWO_MINUTES = 460  # words that a person reads in two minutes


def test_every_part_of_the_manual_is_in_it() -> None:
    assert sorted(path.stem for path in (resources_dir() / "manual").glob("*.md")) == sorted(PARTS)
    assert {"first_layout", "workshop", "checks", "lab", "printing", "playing", "file_format"} <= set(PAGES)


def test_links_lead_to_pages_and_pictures_are_there() -> None:
    links, shown = set(), set()
    for page in PAGES.values():
        for block in page.blocks:
            links |= {run.target for run in parse_spans(block.text) if run.kind == "link" and block.kind != "code"}
            if block.kind == "board":
                shown.add(block.name)
    assert links and links <= set(PAGES)
    files = {picture_file(name, is_dark) for name in shown for is_dark in (False, True)}
    assert files == set((resources_dir() / "manual" / "pictures").iterdir())
    assert sum(file.stat().st_size for file in files) < 750_000, "they are in every package"


def test_a_page_is_read_in_two_minutes() -> None:
    for page in PAGES.values():
        lines = [plain_text(block.text) for block in page.blocks if block.kind != "code"]
        assert len(" ".join(lines).split()) <= READ_IN_TWO_MINUTES, page.key


def test_every_command_has_a_help_line() -> None:
    lines = [
        run.text for block in PAGES["command_line"].blocks for run in parse_spans(block.text) if run.kind == "code"
    ]
    named = {text.split()[1] for text in lines if text.startswith("explorer-studio ")}
    assert named == set(COMMANDS)


class Checked(HTMLParser):
    """Follows the tags of a page: those that are open, ids, ways, and where pictures come from."""

    EMPTY = ("meta", "img", "source")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.ways: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.ways += [found["href"]] if tag == "a" else []
        self.sources += [found[name] for name in ("src", "srcset") if name in found]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_for_a_browser_is_whole() -> None:
    text = manual_page().decode("utf-8")
    page = Checked()
    page.feed(text)
    page.close()
    assert page.open == [] and text.startswith("<!DOCTYPE html>")
    assert page.ids == list(PAGES)
    assert {way.removeprefix("#") for way in page.ways} == set(PAGES)
    assert page.sources and all(source.startswith("data:image/png;base64,") for source in page.sources)
    assert "<kbd>Ctrl+Z</kbd>" in text and "<em>File › New layout</em>" in text and "**" not in text
    assert "http" not in text and "<script" not in text
