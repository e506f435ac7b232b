"""The survey in the editor: measured in a thread, from a chosen place, as overlays and in tables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.form import LegendKey, Overlay, Survey, Table
from studio.core.picture import Layer, Path, Picture, Sprite, circle, rectangle
from studio.core.problems import Problem
from studio.documents.paths import shipped_layouts
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.page import EditorPage
from studio.gui.editor.survey.overlays import OverlayButtons, SurveyController, is_empty, make_swatch
from studio.gui.editor.survey.panel import FORM, SURVEY, SurveyPanel
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.settings import settings
from studio.gui.style.theme import DARK, LIGHT
from studio.services.loading import load_layout
from tests.gui.editor.hand import open_page
from tests.gui.editor.survey.toy import Surveyor, mapped
from tests.gui.editor.toy import EMPTY, SEA, Toy, ToyBody, blank, opened, toy_body

Opener = Callable[..., EditorPage]


@pytest.fixture
def opening(qtbot: QtBot) -> Opener:
    """Opens editors of a toy."""
    return lambda toy: open_page(qtbot, opened(mapped(), toy), height=680)


@pytest.fixture
def editor(opening: Opener, qtbot: QtBot) -> Opener:
    """Opens editors of a toy and waits until it has measured."""

    def make(toy: Toy | None = None) -> EditorPage:
        page = opening(toy or Surveyor())
        qtbot.waitUntil(lambda: known(page))
        return page

    return make


def known(page: EditorPage) -> bool:
    return page.survey.has_survey and not page.survey.survey_controller.is_waiting


def overlays(page: EditorPage) -> tuple[Picture, ...]:
    return page.view._overlay_cache.pictures


def row_middle(table: SurveyTable, place: int) -> QPoint:
    return QPoint(table.width() // 2, table.rowViewportPosition(place) + table.rowHeight(place) // 2)


def test_a_game_that_measures_nothing_has_no_panel(qtbot: QtBot, opening: Opener) -> None:
    page = opening(Toy())
    qtbot.waitUntil(lambda: not page.survey.survey_controller.is_waiting)
    assert not page.survey.has_survey and page.survey.side_switch.isHidden()
    assert page.inspector.isVisible() and page.history.isVisible() and not page.survey.panel.isVisible()
    assert not page.page_actions["survey"].isVisible()
    assert overlays(page) == () and page.survey.caption.isHidden()
    page.resize(1800, 900)
    assert page.options.overlays.isHidden() and not page.options.overlays.buttons


def test_the_panel_shows_what_was_measured(qtbot: QtBot, editor: Opener) -> None:
    page = editor()
    panel, survey = page.survey.panel, page.survey.survey_controller.survey
    assert panel.isVisible() and page.survey.current_side == SURVEY and page.page_actions["survey"].isVisible()
    assert [row.name.full_text() for row in panel.rows] == ["Way out", "Seas", "Rings"]
    assert [row.value.text() for row in panel.rows] == ["2 spaces", "2", "4"]
    assert [row.toggle.isChecked() for row in panel.rows] == [True, False, False]
    assert panel.rows[0].toggle.accessibleName() == "Way out: 2 spaces"
    assert [panel.origin_choice.itemText(place) for place in range(2)] == ["from C1", "from D2"]
    assert overlays(page) == (survey.overlays[0].picture,)
    caption = page.survey.caption
    assert caption.isVisible() and caption.text == "C1: 2 seas"
    assert caption.x() < 20 and caption.geometry().bottom() > page.view.height() - 20
    page.resize(1400, 760)
    qtbot.waitUntil(lambda: caption.geometry().bottom() > page.view.height() - 20)
    page.set_theme(DARK)
    page.grab()


def test_overlays_can_be_faint_in_all_editors(editor: Opener) -> None:
    """The share of the difference that remains is the opacity, up to the rounding of colours."""
    page, other = editor(), editor()
    page.survey.panel.rows[1].toggle.click()

    def differences() -> int:
        shown = page.view.grab().toImage()
        sizes = range(0, shown.width(), 7), range(0, shown.height() // 2, 7)
        points = [(x, y) for x in sizes[0] for y in sizes[1]]
        return sum(abs(shown.pixelColor(x, y).blue() - bare.pixelColor(x, y).blue()) for x, y in points)

    page.survey.survey_controller.set_shown(False)
    bare = page.view.grab().toImage()
    page.survey.survey_controller.set_shown(True)
    full = differences()
    assert full > 1000
    page.survey.panel.opacity_slider.setValue(40)
    assert differences() == pytest.approx(0.4 * full, rel=0.1)
    assert other.survey.panel.opacity_slider.value() == settings().value("overlay_opacity") == 40
    settings().set_value("overlay_opacity", -5)
    assert page.survey.panel.opacity_slider.value() == 20


def test_switches_are_remembered_for_the_game(editor: Opener) -> None:
    page = editor()
    survey = page.survey.survey_controller.survey
    QTest.mouseClick(page.survey.panel.rows[1].name, Qt.MouseButton.LeftButton)
    assert overlays(page) == (survey.overlays[1].picture, survey.overlays[0].picture), "ways lie over areas"
    page.survey.panel.rows[0].toggle.click()
    assert overlays(page) == (survey.overlays[1].picture,)
    assert page.survey.caption.isVisible()
    page.survey.panel.rows[1].toggle.click()
    assert overlays(page) == () and page.survey.caption.isHidden(), "it is about what is drawn"
    page.survey.panel.rows[1].toggle.click()
    other = editor()
    assert [row.toggle.isChecked() for row in other.survey.panel.rows] == [False, True, False]
    page.page_actions["survey"].trigger()
    assert overlays(page) == () and page.survey.caption.isHidden()
    page.page_actions["survey"].trigger()
    assert len(overlays(page)) == 1 and page.survey.caption.isVisible()


def test_a_place_is_kept_until_the_first_answer(qtbot: QtBot, opening: Opener) -> None:
    held = threading.Event()
    page = opening(Surveyor(hold=held))
    side, width = page.survey, page.view.width()
    assert side.current_side == SURVEY and page.survey.panel.isVisible() and not page.history.isVisible()
    assert page.survey.panel.empty_label.text() == "Calculating…" and page.survey.panel.empty_label.isVisible()
    held.set()
    qtbot.waitUntil(lambda: page.survey.survey_controller.has_answer)
    assert page.survey.panel.empty_label.isHidden()
    assert page.view.width() == width, "the board does not jump"


def test_buttons_in_the_tool_bar_turn_the_same_switches(qtbot: QtBot, editor: Opener) -> None:
    page = editor()
    page.resize(1800, 900)
    rows, buttons = page.survey.panel.rows, page.options.overlays.buttons
    qtbot.waitUntil(lambda: page.options.overlays.isVisible())
    assert [button.isChecked() for button in buttons] == [True, False, False]
    assert [button.toolTip() for button in buttons] == ["Way out: 2 spaces", "Seas: 2", "Rings: 4"]
    buttons[1].click()
    assert [row.toggle.isChecked() for row in rows] == [True, True, False]
    assert len(overlays(page)) == 2
    rows[0].toggle.click()
    assert [button.isChecked() for button in buttons] == [False, True, False]
    page.page_actions["survey"].trigger()
    assert not any(button.isChecked() for button in buttons)
    page.page_actions["survey"].trigger()
    assert [button.isChecked() for button in buttons] == [False, True, False]


def test_damaged_settings_do_no_harm(editor: Opener) -> None:
    settings().set_value("survey_switches", {"toy": {"way": "no"}})
    page = editor()
    assert page.survey.panel.rows[0].toggle.isChecked()
    settings().set_value("survey_switches", {"toy": 7})
    page.survey.panel.rows[0].toggle.click()
    assert settings().value("survey_switches", {}) == {"toy": {"way": False}}


def test_measured_from_another_place(qtbot: QtBot, editor: Opener) -> None:
    toy = Surveyor()
    page = editor(toy)
    panel = page.survey.panel
    panel.origin_choice.setCurrentIndex(1)
    panel.origin_choice.activated.emit(1)
    qtbot.waitUntil(lambda: page.survey.survey_controller.survey.target == 9)
    assert page.survey.caption.text == "D2: 2 seas"
    assert panel.tables[0].table_view.current == 1
    page.document.apply("A sea", toy.stamp(toy_body(page.document.body), 15, SEA))
    qtbot.waitUntil(lambda: page.survey.caption.text == "D2: 3 seas")
    page.document.apply("Cape gone", toy.stamp(toy_body(page.document.body), 9, EMPTY))
    qtbot.waitUntil(lambda: page.survey.caption.text == "C1: 3 seas")
    page.document.undo()
    qtbot.waitUntil(lambda: len(page.survey.survey_controller.survey.choices) == 2)
    assert page.survey.survey_controller.survey.target == 2, "a place that was gone is not chosen again by itself"


def test_a_row_shows_its_places(qtbot: QtBot, editor: Opener) -> None:
    page = editor()
    capes, seas = (part.table_view for part in page.survey.panel.tables)
    QTest.mouseClick(capes.viewport(), Qt.MouseButton.LeftButton, pos=row_middle(capes, 1))
    assert page.edit_state.selection == {9}
    qtbot.waitUntil(lambda: page.survey.survey_controller.survey.target == 9)
    QTest.mouseClick(seas.viewport(), Qt.MouseButton.LeftButton, pos=row_middle(seas, 0))
    assert page.edit_state.selection == {3, 4}
    assert page.survey.survey_controller.survey.target == 9, "many places are no place to measure from"
    assert seas.current == 0
    page.survey.panel.refresh()
    assert seas.current == -1, "a table about other things than the choices marks none of them"
    capes.setFocus()
    QTest.keyClick(capes, Qt.Key.Key_Up)
    assert page.edit_state.selection == {2}
    QTest.keyClick(capes, Qt.Key.Key_Down)
    assert page.edit_state.selection == {9}
    messages = [capes.table_model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert messages == ["C1", "C2 (warning)"]
    assert capes.table_model.index(1, 3).data(Qt.ItemDataRole.AccessibleTextRole) == "Seas 2"
    qtbot.waitUntil(lambda: known(page))
    page.survey.survey_controller.set_origin(2)
    qtbot.waitUntil(lambda: known(page))
    QTest.mouseClick(seas.viewport(), Qt.MouseButton.LeftButton, pos=row_middle(seas, 1))
    assert page.edit_state.selection == {9} and not page.survey.survey_controller.is_waiting
    assert page.survey.survey_controller.survey.target == 2


def test_tables_fit_and_tell_what_was_shortened(editor: Opener) -> None:
    page = editor()
    capes, seas = (part.table_view for part in page.survey.panel.tables)
    for table in (capes, seas):
        boxes = table.cell_boxes(table.rect().toRectF())
        assert len(boxes) == len(table.table.columns) and boxes[-1].right() <= table.width()
    assert seas.height() > 30, "a long fact takes two lines"
    place = row_middle(seas, 0)
    place.setX(10)
    tip, head = Qt.ItemDataRole.ToolTipRole, Qt.Orientation.Horizontal
    assert seas.indexAt(place).data(tip).startswith("All the seas")
    end = row_middle(capes, 0)
    end.setX(capes.width() - 30)
    assert capes.indexAt(end).data(tip) == "Seas: 2"
    assert (
        capes.table_model.headerData(capes.horizontalHeader().logicalIndexAt(capes.width() - 30), head, tip) == "Seas"
    )
    capes.show_table(Table("Empty", ("", "A"), ()))
    assert capes.rowAt(20) == -1
    capes.grab()


def test_properties_and_survey_share_a_place(editor: Opener) -> None:
    page = editor()
    side = page.survey
    side.side_switch.button(FORM).click()
    assert page.inspector.isVisible() and not page.survey.panel.isVisible() and page.history.isVisible()
    assert overlays(page), "what is switched on stays on the board"
    other = editor()
    assert other.survey.current_side == FORM, "what was in front last is in front again"
    other.survey.side_switch.button(SURVEY).click()
    assert other.survey.panel.isVisible() and not other.history.isVisible()


def test_a_layout_with_nothing_to_measure_any_more(qtbot: QtBot, editor: Opener) -> None:
    toy = Surveyor()
    page = editor(toy)
    body = page.document.body
    for cell in (2, 9):
        body = toy.stamp(toy_body(body), cell, EMPTY)
    page.document.apply("No capes", body)
    qtbot.waitUntil(lambda: is_empty(page.survey.survey_controller.survey) and known(page))
    assert page.survey.panel.empty_label.isVisible() and page.survey.panel.isVisible()
    assert overlays(page) == () and page.survey.caption.isHidden()
    assert all(row.isHidden() for row in page.survey.panel.rows)


def test_another_size_of_the_board_drops_what_lay_elsewhere(qtbot: QtBot, editor: Opener) -> None:
    toy = Surveyor(hold=threading.Event())
    assert toy.hold is not None
    toy.hold.set()
    page = editor(toy)
    toy.hold.clear()
    page.document.apply("Larger", toy.stamp(blank(9, 5), 2, toy_body(page.document.body).at(2)))
    assert overlays(page) == ()
    toy.hold.set()
    qtbot.waitUntil(lambda: bool(overlays(page)))


def test_the_newest_body_wins_and_closing_waits(qtbot: QtBot) -> None:
    toy = Surveyor(hold=threading.Event())
    assert toy.hold is not None
    page_document = EditorPage(opened(mapped(), toy), LIGHT)
    qtbot.addWidget(page_document)
    document = page_document.document
    surveying = SurveyController(document, pause_ms=0)
    messages: list[Survey] = []
    surveying.changed.connect(lambda: messages.append(surveying.survey))
    surveying.request_survey(at_once=True)
    qtbot.waitUntil(lambda: surveying._inquiry.is_busy)
    for cell in (15, 16):
        document.apply("A sea", toy.stamp(toy_body(document.body), cell, SEA))
    toy.hold.set()
    qtbot.waitUntil(lambda: not surveying.is_waiting)
    assert [survey.caption for survey in messages] == ["C1: 4 seas"]
    toy.hold.clear()
    surveying.request_survey(at_once=True)
    qtbot.waitUntil(lambda: surveying._inquiry.is_busy)
    threading.Timer(0.05, toy.hold.set).start()
    surveying.close()
    qtbot.wait(30)
    assert len(messages) == 1, "nobody hears an answer that comes after the end"
    page_document.about_to_close()


def drawn(picture: Picture, *keys: LegendKey) -> Overlay:
    return Overlay("toy", "Toy", "", picture, keys=keys)


def test_a_pattern_is_sampled_by_its_legend() -> None:
    ground, line = (
        Path("fill:sand", (rectangle(0, 0, 1, 1),)),
        Path("line:ink:0.05", (((0, 0), (1, 1)),), is_closed=False),
    )
    sample = Picture((0, 0, 1, 1), (Layer("key", (ground, line)),))
    shown = make_swatch(drawn(sample, LegendKey("one", sample), LegendKey("other", sample))).layers[0].shapes
    assert [shape.style for shape in shown] == ["fill:sand", "line:ink:0.05"] * 2  # type: ignore[union-attr]  # paths only
    assert [shape.is_closed for shape in shown] == [True, False] * 2  # type: ignore[union-attr]  # paths only
    lefts = [shape.outlines[0][0][0] for shape in shown[::2]]  # type: ignore[union-attr]  # paths only
    assert lefts[1] > lefts[0] > 0, "side by side"


def test_a_legend_stands_below_the_switch_of_an_overlay_that_is_on(editor: Opener, qtbot: QtBot) -> None:
    page = editor(Keyed())
    legend = page.survey.panel.legends[0]
    key = page.survey.survey_controller.survey.overlays[0].key
    page.survey.survey_controller.set_overlay_on(key, False)
    assert legend.isHidden()
    page.survey.survey_controller.set_overlay_on(key, True)
    assert legend.isVisible() and legend.accessibleName() == ", ".join(f"class {number}" for number in range(9))
    qtbot.waitUntil(lambda: legend.height() == legend.heightForWidth(legend.width()))
    places = legend.key_boxes(legend.width())
    assert len({place.top() for place in places}) > 1, "nine do not fit into one line"
    assert max(place.right() for place in places) <= legend.width()
    assert page.survey.panel.rows[1].geometry().top() >= legend.geometry().bottom()


class Keyed(Surveyor):
    """Its first overlay falls into nine classes."""

    def survey(self, body: ToyBody, target: int, cancel: CancelToken) -> Survey:
        survey = super().survey(body, target, cancel)
        first, *rest = survey.overlays
        keys = tuple(LegendKey(f"class {number}", first.picture) for number in range(9))
        return replace(survey, overlays=(first._replace(keys=keys), *rest))


def test_swatches() -> None:
    survey = Surveyor().survey(mapped(), -1, NEVER_CANCELLED)
    way, seas, rings = (make_swatch(overlay) for overlay in survey.overlays)
    assert [shape.style for shape in way.layers[0].shapes] == ["line:rubric:0.1"]  # type: ignore[union-attr]  # paths only
    assert [shape.style for shape in seas.layers[0].shapes] == ["fill:shallow:0.6"]  # type: ignore[union-attr]  # paths only
    assert len(rings.layers[0].shapes) == 4
    ship = Picture(
        (0, 0, 1, 1), (survey.overlays[0].picture.layers[0]._replace(shapes=(Sprite("toy/ship", 5, 5, 2),)),)
    )
    assert isinstance(make_swatch(drawn(ship)).layers[0].shapes[0], Sprite)
    assert make_swatch(drawn(Picture((0, 0, 1, 1), ()))).layers[0].shapes == ()
    ring, far = Path("line:ink:0.05", (circle(5, 5, 0.4),)), Path("fill:ink", (circle(9, 9, 0.4),))
    mark = make_swatch(drawn(Picture((0, 0, 9, 9), (Layer("all", (far, ring, Sprite("toy/ship", 5, 5, 0.6))),))))
    found = mark.layers[0].shapes
    assert len(found) == 2 and found[0].style == "line:ink:0.05"  # type: ignore[union-attr]  # the path is below the sprite
    assert isinstance(found[1], Sprite)


def test_an_overlay_of_nothing_has_no_button_in_the_bar(qtbot: QtBot) -> None:
    nothing = Overlay("narrow", "Chokepoints", "0", Picture((0, 0, 1, 1), (Layer("survey", ()),)))
    line = Path("line:rubric:0.1", (((0.0, 0.0), (1.0, 1.0)),), is_closed=False)
    way = Overlay("way", "Path", "1 step", Picture((0, 0, 1, 1), (Layer("survey", (line,)),)))
    document = EditorDocument(opened(mapped()))
    surveying = SurveyController(document, document)
    surveying.survey = Survey((nothing, way))
    buttons = OverlayButtons(surveying)
    qtbot.addWidget(buttons)
    assert [button.isHidden() for button in buttons.buttons] == [True, False]


def test_closing_waits_neither_for_a_proof_nor_for_a_survey(opening: Opener, qtbot: QtBot) -> None:
    class Endless(Surveyor):
        """Proves and measures until it is called off."""

        def verify(self, body: ToyBody, cancel: CancelToken) -> Sequence[Problem]:
            return self.go_on(cancel)

        def survey(self, body: ToyBody, target: int, cancel: CancelToken) -> Survey:
            self.go_on(cancel)
            return Survey()

        def go_on(self, patience: CancelToken) -> Sequence[Problem]:
            self.patiences.append(patience)
            while not patience.is_cancelled:
                gate.wait(0.001)
            return []

    gate, toy = threading.Event(), Endless()
    page = opening(toy)
    qtbot.waitUntil(lambda: len(toy.patiences) == 2)
    assert not any(patience.is_cancelled for patience in toy.patiences)
    assert page.about_to_close()
    assert all(patience.is_cancelled for patience in toy.patiences)


def test_hiding_the_survey_is_the_same_everywhere(editor: Opener) -> None:
    page, other = editor(), editor()
    on = [row.toggle.isChecked() for row in page.survey.panel.rows]
    assert any(on)
    page.page_actions["survey"].trigger()
    for one in (page, other):
        assert overlays(one) == () and not one.page_actions["survey"].isChecked()
        assert not any(row.toggle.isChecked() for row in one.survey.panel.rows)
        assert not any(button.isChecked() for button in one.options.overlays.buttons)
    third = editor()
    assert overlays(third) == () and not third.page_actions["survey"].isChecked(), "after a restart, too"
    other.survey.panel.rows[1].toggle.click()
    for one in (page, other, third):
        assert one.page_actions["survey"].isChecked() and len(overlays(one)) == 1
        assert [row.toggle.isChecked() for row in one.survey.panel.rows] == [place == 1 for place in range(len(on))]


class PaintWatch(QObject):
    """Collects what overlaps in a panel whenever one of its tables is painted."""

    def __init__(self, panel: SurveyPanel) -> None:
        super().__init__(panel)
        self.panel, self.paints = panel, 0
        self.overlaps: list[tuple[QRect, QRect]] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.paints += 1
            texts = [
                part for section in self.panel.tables for part in (section.title, section.table_view, section.note)
            ]
            boxes = [QRect(part.mapTo(self.panel, QPoint()), part.size()) for part in texts if part.isVisible()]
            self.overlaps += [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])]
        return False


def test_notes_never_cover_rows_of_tables(qtbot: QtBot) -> None:
    page = open_page(qtbot, load_layout(shipped_layouts("goldland")[0]), height=1500)
    panel, survey_controller = page.survey.panel, page.survey.survey_controller
    qtbot.waitUntil(lambda: known(page))
    watch = PaintWatch(panel)
    for section in panel.tables:
        section.table_view.viewport().installEventFilter(watch)
    survey, note = survey_controller._game_survey, "A note that needs several lines. " * 4
    long = tuple(table._replace(rows=2 * table.rows, note=note) for table in survey.tables)
    for tables, width in ((long, 0), (survey.tables, 0), (long, 330), (long, 240), (survey.tables, 400)):
        survey_controller._on_answer(replace(survey, tables=tables))
        if width:
            panel.setFixedWidth(width)
        QTest.qWait(20)
    assert watch.paints and watch.overlaps == []
