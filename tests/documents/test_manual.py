"""The manual: its links and pictures are there, it is short, and its page for a browser is well-formed."""

from __future__ import annotations

from html.parser import HTMLParser

from studio.cli import COMMANDS
from studio.documents.markup import PARTS, load_manual, manual_page, parse_spans, picture_file, plain_text
from studio.documents.paths import resources_dir

PAGES = {page.key: page for chapter in load_manual() for page in chapter.clauses}
READ_IN_TWO_MINUTES = 460
"""Words that a person reads in two minutes."""


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
        told = [plain_text(block.text) for block in page.blocks if block.kind != "code"]
        assert len(" ".join(told).split()) <= READ_IN_TWO_MINUTES, page.key


def test_the_command_line_has_a_sentence_for_every_command() -> None:
    told = [run.text for block in PAGES["command_line"].blocks for run in parse_spans(block.text) if run.kind == "code"]
    named = {words.split()[1] for words in told if words.startswith("explorer-studio ")}
    assert named == set(COMMANDS)


def test_commands_that_are_named_anywhere_exist() -> None:
    for page in PAGES.values():
        for block in page.blocks:
            code = (run.text for run in parse_spans(block.text) if run.kind == "code")
            for line in block.text.splitlines() if block.kind == "code" else code:
                program, _space, rest = line.partition(" ")
                if program == "explorer-studio" and not rest.startswith("--"):
                    assert rest.split()[0] in COMMANDS, line


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
