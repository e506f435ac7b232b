"""Pages for who builds: what they link to is there, and the picture of the rooms is drawn from the contracts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from resources.docs.draw_architecture import ROOMS, drawing

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "resources" / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_is_linked_and_named_is_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    assert [link for link in re.findall(r"\]\(([^)#:]+)\)", text) if not (page.parent / link).exists()] == []
    named = re.findall(r"`((?:studio|resources|tests|layouts|packaging)/[\w./]*)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_picture_of_the_rooms_is_that_of_the_contracts() -> None:
    folders = {path.name for path in (ROOT / "studio").iterdir() if (path / "__init__.py").exists()}
    assert set(ROOMS) == folders | {"__main__"}
    assert (ROOT / "resources" / "docs" / "architecture.svg").read_text(encoding="utf-8") == drawing(), "draw it anew"
