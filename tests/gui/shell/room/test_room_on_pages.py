"""Room for every word: nothing on a page is cut off, shortened untold or covered, in any language, however large."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.games import slugs
from studio.gui.shell import session as speech
from studio.gui.widgets.buttons import PlainButton
from tests.gui.shell.room.fitting import WAIT, Misfit, Painted, misfits, settled
from tests.gui.shell.test_languages import KINDS

pytestmark = pytest.mark.usefixtures("full_dress", "english_afterwards")

LANGUAGES = ("en", "de", "fr")
SIZES = (150, 80, 100)
"""Per cent; the largest first, so that what is made in little room is seen before it was ever roomy."""
AROUND = 80
"""Pixels of the window above and below a page."""
FIRST = 400
"""Milliseconds for what a page reckons when it is opened."""


def cramped(qtbot: QtBot, painted: Painted, kind: str, slug: str, language: str, *sizes: int) -> dict[int, set[Misfit]]:
    """What has too little room on a page, for each size of text, in per cent: a larger text is a smaller window."""
    speech.choose(language)
    page = KINDS[kind](slug)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    found: dict[int, set[Misfit]] = {}
    for size in sizes:
        page.resize(1280 * 100 // size, 720 * 100 // size - AROUND)
        page.show()
        page.activated()
        qtbot.wait(WAIT if found else FIRST)
        found[size] = settled(qtbot, page, painted)
    return found


@pytest.mark.long
def test_a_page_in_german_has_room_for_all_it_says(qtbot: QtBot, painted: Painted) -> None:
    assert cramped(qtbot, painted, "print", "goldland", "de", 100) == {100: set()}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("kind", KINDS)
def test_every_page_has(qtbot: QtBot, painted: Painted, kind: str, slug: str, language: str) -> None:
    found = cramped(qtbot, painted, kind, slug, language, *SIZES)
    assert not any(found.values()), found


def test_what_has_too_little_room_is_found(qtbot: QtBot, painted: Painted) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    whole.resize(200, 100)
    cut, button, beyond = QLabel("Many words", whole), PlainButton("Many more words", parent=whole), QLabel("x", whole)
    cut.setGeometry(0, 0, 20, 20)
    button.setGeometry(0, 30, 60, 36)
    beyond.setGeometry(190, 0, 30, 20)
    whole.show()
    found = Misfit("clipped", "QLabel", "Many words"), Misfit("outside", "QLabel", "QLabel x")
    assert misfits(whole, painted) == set(found)
    button.setToolTip("Something else")
    assert Misfit("untold", "PlainButton", "Many more words") in misfits(whole, painted)
    cut.resize(100, 20)
    assert found[0] not in misfits(whole, painted)


def test_parts_that_cover_one_another_are_found(qtbot: QtBot, painted: Painted) -> None:
    whole, one, other = QWidget(), QLabel("one"), QLabel("two")
    qtbot.addWidget(whole)
    row = QHBoxLayout(whole)
    row.addWidget(one)
    row.addWidget(other)
    whole.show()
    assert not misfits(whole, painted)
    one.setGeometry(other.geometry())
    assert misfits(whole, painted) == {Misfit("over", "QWidget", "QLabel one / QLabel two")}
