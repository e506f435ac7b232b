"""What lies over the table: the table of points, the rows of the list of moves."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.panel import Line, Reckoning
from studio.gui.play.over.final_table import FinalTable
from studio.gui.play.over.moves import MovesModel, grouped, shared_words


def test_a_long_final_table_scrolls_and_lines_up(qtbot: QtBot) -> None:
    table = FinalTable(("Ada", "Bento", "Clara"))
    lines = tuple(Line(f"Island {place}", (place, 0, 1), "⟦0⟧ had most. " * 6) for place in range(24))
    totals = [sum(line.points[seat] for line in lines) for seat in range(3)]
    table.show_reckoning(Reckoning(lines, (0,), "⟦0⟧ wins."), totals)
    qtbot.addWidget(table)
    table.resize(1000, 560)
    table.show()
    table.grab()
    assert table.verdict.text() == "Ada wins."
    assert table.card.height() <= 560
    bar = table.room.verticalScrollBar()
    assert bar.maximum() > 0
    assert table.head.inset == bar.sizeHint().width()
    QTest.keyClick(table, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    assert "⟦" not in table.rows.accessibleName()
    assert table.sizeHint() == QSize(900, 600)


def test_moves_of_a_kind_stand_under_their_common_words() -> None:
    moves = [((0, 1), "Lay a stone on A1"), ((1,), "Wait"), ((0, 2), "Lay a stone on B1"), ((2,), "Look")]
    rows = grouped(moves)
    assert [row.words for row in rows] == [
        "Lay a stone on …",
        "Lay a stone on A1",
        "Lay a stone on B1",
        "Other moves",
        "Wait",
        "Look",
    ]
    assert [row.action for row in rows if row.action is not None] == [(0, 1), (0, 2), (1,), (2,)]
    alike = moves[::2]
    assert [row.words for row in grouped(alike)] == [words for _action, words in alike], "one kind needs no heading"
    single = moves[1::2]
    assert [row.words for row in grouped(single)] == ["Wait", "Look"]
    named = [(action, f"⟦0⟧ {words[0].lower()}{words[1:]}") for action, words in moves]
    assert grouped(named)[0].words == "Lay a stone on …", "who does it all is no heading"
    mixed = [
        ((0, 1), "Sail"),
        ((0, 2), "Land"),
        ((1, 1), "Buy a boat"),
        ((1, 2), "Buy a fort"),
        ((2, 1), "A"),
        ((2, 2), "B"),
    ]
    assert [row.words for row in grouped(mixed) if row.action is None] == ["Buy a …", ""], (
        "a line parts where no word does"
    )
    assert shared_words(["Sail east", "Wait"]) == []
    model = MovesModel()
    model.set_rows(rows)
    assert [model.step(2, 1), model.step(4, -1), model.step(1, -8), model.step(1, 99), model.step(-1, 0)] == [
        4,
        2,
        1,
        5,
        1,
    ]
    assert model.row_of((2,)) == 5 and model.row_of((9,)) == -1 and model.row_of(None) == -1
    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    model.set_rows([])
    assert model.step(0, 1) == -1 and model.rowCount() == 0
