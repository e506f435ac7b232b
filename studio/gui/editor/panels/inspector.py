"""The inspector: the form of the selected cells, edge or layout, with a preview and the problems of the place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QPen, QPolygonF, QResizeEvent, QShowEvent, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.form import Field, Section, merge_forms
from studio.core.picture import EDGE_BASE, is_edge, target_edge
from studio.core.problems import Problem, Severity
from studio.core.text import _, plural
from studio.gui import widgets as w
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.panels.fields import LIVE_PREFIX, FieldRow, SectionBox
from studio.gui.editor.panels.palette import stamp_pixmap
from studio.gui.editor.problem_names import SEVERITY_NAMES, problems_at
from studio.gui.style.stylesheet import current_theme

PREVIEW_SIDE = 66
MAX_PROBLEMS = 3  # shown here; the list of problems has the rest


class PlacePreview(QWidget):
    """An enlarged cell; sides with problems are marked."""

    def __init__(self, edit_state: EditState) -> None:
        super().__init__()
        self.edit_state = edit_state
        self.cell = -1
        self._sides: dict[int, Severity] = {}
        self.setFixedSize(PREVIEW_SIDE + 4, PREVIEW_SIDE + 4)

    def set_cell(self, cell: int, problems: Sequence[Problem]) -> None:
        self.cell = cell
        self._sides = {}
        for problem in problems:
            for place, side in problem.edges:
                if place == cell:
                    self._sides[side] = max(problem.severity, self._sides.get(side, problem.severity))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        state, theme, grid = self.edit_state, current_theme(), self.edit_state.document.grid
        if not 0 <= self.cell < grid.count:
            return
        stamp = state.stamp_at(self.cell)
        item = state.item(stamp)
        shape = QPolygonF([QPointF(x, y) for x, y in grid.corners(self.cell)])
        box = shape.boundingRect()
        scale = PREVIEW_SIDE / max(box.width(), box.height())
        shape = QTransform.fromScale(scale, scale).map(shape.translated(-box.center()))
        with w.painter_on(self) as painter:
            painter.translate(self.width() / 2, 2 + PREVIEW_SIDE / 2)
            if item is not None:
                pixmap = stamp_pixmap(item, stamp.turn, grid.sides, PREVIEW_SIDE, theme, self.devicePixelRatioF())
                painter.drawPixmap(QPointF(-PREVIEW_SIDE / 2, -PREVIEW_SIDE / 2), pixmap)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawPolygon(shape)
            for side, severity in self._sides.items():
                pen = QPen(theme.color(f"{SEVERITY_NAMES[severity]}_mark"), 5)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(shape.at(side), shape.at((side + 1) % shape.count()))


class ProblemLabel(QWidget):
    """A problem's message, wrapped, on the tint of its severity."""

    def __init__(self) -> None:
        super().__init__()
        self.problem: Problem | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_problem(self, problem: Problem) -> None:
        self.problem = problem
        self.setAccessibleName(problem.message)
        self._fit_height()
        self.update()

    def _fit_height(self) -> None:
        text = self.problem.message if self.problem is not None else ""
        self.setFixedHeight(max(28, round(w.wrapped_height(text, self.width() - 34, 13)) + 13))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.problem is None:
            return
        theme, kind = current_theme(), SEVERITY_NAMES[self.problem.severity]
        with w.painter_on(self) as painter:
            w.paint_box(painter, QRectF(self.rect()), f"{kind}_tint", None, radius=6)
            w.paint_severity(painter, QRectF(7, 7, 15, 15), self.problem.severity)
            room = QRectF(28, 6, self.width() - 34, self.height() - 9)
            w.paint_wrapped(painter, room, self.problem.message, theme.color(kind), 13)


class PlaceDetails(QWidget):
    """Preview and problems of the selected cell or edge; hidden if several or none are selected."""

    def __init__(self, edit_state: EditState) -> None:
        super().__init__()
        self.edit_state = edit_state
        self.preview = PlacePreview(edit_state)
        self.problem_labels = [ProblemLabel() for _number in range(MAX_PROBLEMS)]
        self.no_problem_label = w.text_label(_("No problems here."), "second", 13, wrap=True)
        row = w.hbox(self.preview, parent=self, spacing=10)
        row.setAlignment(self.preview, Qt.AlignmentFlag.AlignTop)
        row.addLayout(w.vbox(*self.problem_labels, self.no_problem_label, 1, spacing=5), 1)
        self.refresh()

    def refresh(self) -> None:
        state = self.edit_state
        target = state.form_target
        self.setVisible(target >= 0)
        problems = problems_at(state.document.problems, target) if target >= 0 else []
        self.preview.setVisible(target >= 0 and not is_edge(target))
        self.preview.set_cell(target, problems)
        self.no_problem_label.setVisible(not problems)
        for number, label in enumerate(self.problem_labels):
            label.setVisible(number < len(problems))
            if number < len(problems):
                label.set_problem(problems[number])


Value = str | int | bool
PIECE_EDITOR_KEY = "workshop"  # the button that opens the piece editor
MAX_OPEN_FORM, INITIALLY_OPEN = 6, 3  # a form with more sections opens with all but the first few collapsed


class Inspector(w.Card):
    """The form of the selection. A rejected value is explained next to its field, and the layout stays as it is.

    Sections about single pieces are in the piece editor: `piece_editor_requested` carries the piece ("": any).
    """

    piece_editor_requested = Signal(str)

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(_("Layout"), " ")
        self.edit_state = edit_state
        self._boxes: list[SectionBox] = []
        self._is_outdated = False
        self._tab_stops: list[QWidget] = []
        self._folded_titles: dict[str, bool] = {}
        self._edited_key = ""
        self.back_button = w.ToolButton("cross", _("Show layout properties (Esc)"), px=24, icon_px=14)
        self.back_button.clicked.connect(lambda: edit_state.select(()))
        self.header.addWidget(self.back_button)
        self.place_details = PlaceDetails(edit_state)
        content = QWidget()
        self._column = w.vbox(self.place_details, 1, parent=content, spacing=10, margins=(0, 0, 9, 0))
        self.area = w.ScrollArea(content, name=_("Properties"))
        self.body.addWidget(self.area, 1)
        document = edit_state.document
        edit_state.selection_changed.connect(self.refresh)
        document.step_finished.connect(self.refresh)
        document.meta_changed.connect(self.refresh)
        document.problems_changed.connect(self.place_details.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the form of the selection; widgets that stay keep focus and position.

        While another panel covers it, the form waits: strokes must not pay for a hidden form.
        """
        self._is_outdated = self.window().isVisible() and not self.isVisible()
        if not self._is_outdated:
            self._show_form()

    def _update_if_outdated(self) -> None:
        if self._is_outdated:
            self._is_outdated = False
            self._show_form()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_if_outdated()

    def _show_form(self) -> None:
        sections = self._make_sections()
        self._show_title(sections)
        self.place_details.refresh()
        self._arrange(sections)
        for box, section in zip(self._boxes, sections, strict=True):
            box.show_section(section, self._edited_key)
        self._order_tab_stops()

    def _make_sections(self) -> list[Section]:
        state, body = self.edit_state, self.edit_state.document.body
        if len(state.selection) > 1 and state.edge < 0:
            sections = merge_forms([state.game.editing.form(body, cell) for cell in sorted(state.selection)])
            return [section._replace(title="") if place == 0 else section for place, section in enumerate(sections)]
        sections = [section for section in state.game.editing.form(body, state.form_target) if not section.piece_key]
        if state.form_target < 0:
            if state.game.has_piece_editor:
                button = Field(PIECE_EDITOR_KEY, _("Edit pieces"), "button", True)
                sections.append(Section(_("Pieces"), (button,), _("Edit images, names and counts.")))
            draft = state.document.snapshot
            meta = (
                Field("meta.name", _("Name"), "text", draft.name),
                Field("meta.author", _("Author"), "text", draft.author),
                Field("meta.notes", _("Notes"), "text", draft.notes, maximum=2),
            )
            sections.insert(0, Section(_("About this layout"), meta))
        return sections

    def _show_title(self, sections: Sequence[Section]) -> None:
        state, grid = self.edit_state, self.edit_state.document.grid
        target = state.form_target
        self.back_button.setVisible(bool(state.selection) or state.edge >= 0)
        if is_edge(target):
            title = sections[0].title if sections else ""
            self.set_title(title or _("Edge of {name}").format(name=grid.name(target_edge(target)[0])))
            self.set_note(_("border"))
        elif target >= 0:
            stamp = state.stamp_at(target)
            is_empty = stamp == state.game.editing.eraser(state.document.body, target)
            self.set_title(_("Space {name}").format(name=grid.name(target)))
            self.set_note(_("empty") if is_empty else state.name(stamp))
        elif state.selection:
            count = len(state.selection)
            self.set_title(plural("{n} space", "{n} spaces", count).format(n=count))
            self.set_note(_("all at once"))
        else:
            self.set_title(_("Layout"))
            self.set_note(state.game.info.name)

    def _arrange(self, sections: Sequence[Section]) -> None:
        """Make one box per section, in order; boxes with the same title are reused, to keep focus and typed text."""
        before, spare = self._boxes, [*self._boxes]
        titles = {section.title for section in sections}
        self._boxes = []
        for place, section in enumerate(sections):
            only = place == 0 and self.edit_state.form_target >= 0  # the card's title says what this one is about
            like = [box for box in spare if box.has_no_header == only and (only or box.section.title == section.title)]
            renamed = [box for box in before[place : place + 1] if box in spare and box.section.title not in titles]
            if like or (renamed and renamed[0].has_no_header == only):
                box = [*like, *renamed][0]
                spare.remove(box)
            else:
                shut = self._folded_titles.get(section.title, len(sections) > MAX_OPEN_FORM and place >= INITIALLY_OPEN)
                box = SectionBox(section, shut and not only, has_header=not only)
                box.folded.connect(self._on_folded)
                box.edited.connect(self._edit)
            self._boxes.append(box)
        for box in spare:
            box.blockSignals(True)  # a field that is taken away loses the focus, which must not be an edit
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        for place, widget in enumerate([*self._boxes[:1], self.place_details, *self._boxes[1:]]):
            if self._column.indexOf(widget) != place:
                self._column.insertWidget(place, widget)

    def _order_tab_stops(self) -> None:
        stops = [stop for box in self._boxes for stop in box.tab_stops]
        if stops != self._tab_stops:
            self._tab_stops = stops
            for one, other in pairwise(stops):
                self.setTabOrder(one, other)

    def _on_folded(self, title: str, folded: bool) -> None:
        self._folded_titles[title] = folded
        self._order_tab_stops()

    @property
    def rows(self) -> dict[str, FieldRow]:
        """The rows of all sections that have been open."""
        self._update_if_outdated()
        return {key: row for box in self._boxes for key, row in box.rows.items()}

    @property
    def boxes(self) -> tuple[SectionBox, ...]:
        self._update_if_outdated()
        return tuple(self._boxes)

    def reveal_field(self, key: str) -> bool:
        """Focus a field, or open the piece editor for one of a piece; return whether the form has it."""
        self._update_if_outdated()
        for section in self.edit_state.game.editing.form(self.edit_state.document.body, self.edit_state.form_target):
            if section.piece_key and any(field.key == key for field in section.fields):
                self.piece_editor_requested.emit(section.piece_key)
                return True
        for box in self._boxes:
            if any(field.key == key for field in box.section.fields):
                box.set_folded(False)
                row = box.rows[key]
                row.control.setFocus(Qt.FocusReason.OtherFocusReason)
                QTimer.singleShot(0, row, partial(self.area.ensureWidgetVisible, row))  # once it has its size
                return True
        return False

    def _edit(self, key: str, value: Value) -> None:
        """Apply a change by the user, or show the reason next to the field why it is rejected."""
        if key == PIECE_EDITOR_KEY:
            self.piece_editor_requested.emit("")
            return
        self._edited_key = key if key.startswith(LIVE_PREFIX) else ""
        try:
            if key.startswith(LIVE_PREFIX):
                self.edit_state.document.rename(key.removeprefix(LIVE_PREFIX), str(value))
            else:
                self._apply_value(key, value)
        except ValueError as problem:
            if key in self.rows:
                self.rows[key].show_error(str(problem))
        else:
            row = self.rows.get(key)  # the edit may have led to another form
            if row is not None:
                row.clear_error()
        finally:
            self._edited_key = ""

    def _apply_value(self, key: str, value: Value) -> None:
        state = self.edit_state
        document, body = state.document, state.document.body
        target = state.form_target
        if len(state.selection) > 1 and state.edge < 0:
            changed = []
            for cell in sorted(state.selection):
                after = state.game.editing.set_field(body, cell, key, value)
                changed += [cell] if after != body else []
                body = after
            place = state.describe_targets(changed)
        else:
            body = state.game.editing.set_field(body, target, key, value)
            title = next(box.section.title for box in self._boxes if key in box.rows)
            place = document.grid.name(target) if 0 <= target < EDGE_BASE else title
        field = self.rows[key].field
        label = _("{piece} · {place}").format(piece=place, place=field.label) if place else field.label
        if field.kind == "button":  # each press is a step of its own
            document.apply(label, body, icon="wand")
        else:
            document.apply(label, body, ("field", target, state.selection, key), "pencil")
