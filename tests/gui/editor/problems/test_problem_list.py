"""Rows of problems in narrow and wide lists."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from studio.core.problems import Fix, Problem, Severity
from studio.documents.store import Ignored
from studio.gui.editor.problems.panel import ProblemsPanel
from studio.gui.editor.problems.problem_groups import ListNote, ListRow, ProblemGroup
from studio.gui.editor.problems.problem_list import FIX, TEXT, ProblemList

pytestmark = pytest.mark.usefixtures("full_dress")


WIDTHS = (180, 214, 240, 280, 330, 420, 560, 800)


def problem(number: int, fix: str = "", words: str = "A ship that comes here can never leave again.") -> Problem:
    return Problem(f"code-{number}", Severity(number % 3), words, (number,), fix=Fix(fix, None) if fix else None)


def found() -> list[ListRow]:
    """Rows with and without repairs, of one place and of several, and what is ignored."""
    one, fixed = problem(0), problem(1, "Give the harbour back what it was")
    several = tuple(problem(2, "Lay sea there") for _number in range(3))
    places = ("K12", "Border of the north, 14 to 22", "K14")
    entry = Ignored("code-3", "It is meant to be like that, and has been for years")
    return [
        ProblemGroup((one,), ("A1",)),
        ProblemGroup((fixed,), ("Border of the north, 14 to 22",)),
        ProblemGroup(several, places),
        ProblemGroup(several, places, place_index=1),
        ProblemGroup((problem(4, "Lay sea there"),), ("F7",), entry=entry),
        ListNote("What was ignored with the words “an island for the lost” is no longer found.", entry=entry),
    ]


@pytest.fixture
def listing(qtbot: QtBot) -> ProblemList:
    listing = ProblemList()
    qtbot.addWidget(listing)
    listing.problem_delegate.fix_width = 160
    listing.resize(800, 700)
    listing.show_rows(found())
    listing.show()
    return listing


def at_width(listing: ProblemList, width: int) -> None:
    listing.resize(width, 700)
    QApplication.processEvents()


@pytest.mark.parametrize("width", WIDTHS)
def test_no_part_lies_on_another(listing: ProblemList, width: int) -> None:
    at_width(listing, width)
    for number in range(len(found())):
        index = listing.group_model.index(number)
        parts, row = listing.problem_delegate.parts(index), listing.visualRect(index)
        sign = QRect(8, row.top() + 6, 16, 16)
        for (one, box), (other, box_of_other) in combinations([*parts.items(), ("sign", sign)], 2):
            assert not box.intersects(box_of_other), (number, one, box, other, box_of_other)
        assert all(row.contains(box) for box in parts.values()), (number, row, parts)
        assert parts[TEXT].width() >= min(width - 60, 110)
        if FIX in parts:
            assert parts[FIX].width() >= 44


def test_rows_are_as_high_as_they_must_be_when_the_width_changes(listing: ProblemList) -> None:
    for width in (800, 240, 560, 214, 800):
        at_width(listing, width)
        foot = 0
        for number in range(len(found())):
            index = listing.group_model.index(number)
            row = listing.visualRect(index)
            assert row.top() == foot, "rows follow each other"
            assert row.height() == listing.problem_delegate.sizeHint(QStyleOptionViewItem(), index).height()
            foot = row.bottom() + 1


@pytest.mark.parametrize("width", (400, 500, 600, 700, 800, 900))
def test_counts_lose_their_words_before_the_state_of_verification_is_cut(qtbot: QtBot, width: int) -> None:
    panel = ProblemsPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 200)
    panel.show()
    QApplication.processEvents()
    has_words = not next(iter(panel.severity_chips.values())).is_brief
    assert has_words == (width >= 800)
    assert panel.verify_status.width() >= panel.verify_status.text_width() or width < 700
