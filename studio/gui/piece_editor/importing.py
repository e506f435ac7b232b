"""Import of pieces from another layout: file dialog and list with check boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.game import Body
from studio.core.pieces import Entry, cell_text
from studio.core.text import _, plural, translated_name, with_label
from studio.gui.editor.panels.palette import square_pixmap
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme
from studio.gui.widgets import RIGHT, PlainButton, paint_box, paint_text
from studio.gui.widgets.actions import Index, RowsModel, plain_view
from studio.gui.widgets.dialogs import AppDialog

if TYPE_CHECKING:
    from studio.services.loading import LoadedLayout

ROW_HEIGHT = 44


def ask_import(parent: QWidget, draft: PieceDraft) -> tuple[Body, tuple[str, ...]] | None:
    """Prompt for a layout of the same game and its pieces to import; return None if cancelled."""
    from studio.documents.store import DocumentError
    from studio.gui.widgets.dialogs import ask_layout, show_document_error

    try:
        other = ask_layout(parent, _("Import pieces from layout"), draft.game)
    except DocumentError as error:
        show_document_error(parent, error)
        return None
    if other is None:
        return None
    dialog = ImportDialog(parent.window(), draft, other)
    if dialog.ask() != "import" or not dialog.checked_keys:
        return None
    return other.body, dialog.checked_keys


class _ImportModel(RowsModel[Entry]):
    """Pieces of another layout with the effect of importing each, and whether it is checked."""

    def __init__(self, draft: PieceDraft, other: LoadedLayout) -> None:
        super().__init__()
        self.rows = list(other.game.pieces.pieces(other.body).entries)
        self.effects = [_import_effect(draft, other.body, entry) for entry in self.rows]
        self.checked = [bool(effect) for effect in self.effects]

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not self.effects[index.row()]:
            return Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = index.row()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return with_label(self.rows[row].name, self.effect_text(row))
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if self.checked[row] else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not self.effects[index.row()]:
            return False
        self.checked[index.row()] = Qt.CheckState(value) is Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        return True

    def effect_text(self, row: int) -> str:
        return self.effects[row] or _("identical")

    def set_all_checked(self, checked: bool) -> None:
        """Check every piece that can be imported, or none."""
        self.checked = [checked and bool(effect) for effect in self.effects]
        self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))


def _import_effect(draft: PieceDraft, other: Body, entry: Entry) -> str:
    """Short text on the effect of importing one piece, "" for none."""
    try:
        after = draft.game.pieces.import_pieces(draft.body, other, [entry.key])
    except ValueError as refusal:
        return str(refusal)
    if after == draft.body:
        return ""
    fresh = [one.name for one in draft.game.pieces.pieces(after).entries if draft.pieces.entry(one.key) is None]
    if fresh:
        return _("new") if fresh[0] == entry.name else _("new, as “{name}”").format(name=fresh[0])
    return _("other count")


class _ImportDelegate(QStyledItemDelegate):
    """Paints a row: check box, picture, name, counts, effect."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, view = index.model(), self.parent()
        assert isinstance(model, _ImportModel) and isinstance(view, QListView)
        theme, row = current_theme(), index.row()
        entry = model.rows[row]
        box = QRectF(option.rect)
        can = bool(model.effects[row])
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if view.currentIndex() == index and view.hasFocus():
            paint_box(painter, box.adjusted(1, 1, -1, -1), "tint", "accent")
        tick = QRectF(box.left() + 10, box.center().y() - 9, 18, 18)
        edge = "accent" if model.checked[row] else "border" if can else "line"
        paint_box(painter, tick, "accent" if model.checked[row] else "panel", edge, radius=4)
        if model.checked[row]:
            icon = icon_pixmap("tick", theme.color("on_accent"), 14, view.devicePixelRatioF())
            painter.drawPixmap(tick.topLeft() + QPointF(2, 2), icon)
        painter.setOpacity(1.0 if can else 0.5)
        pixmap = square_pixmap(entry.picture, 0, 32, theme, view.devicePixelRatioF())
        painter.drawPixmap(round(tick.right() + 12), round(box.center().y() - 16), pixmap)
        painter.setOpacity(1.0)
        ink = theme.color("text" if can else "second")
        name = QRectF(tick.right() + 54, box.top(), 190, box.height())
        paint_text(painter, name, entry.name, ink, 14, MEDIUM)
        pieces = [cell_text(cell) for cell in entry.cells if isinstance(cell, int)]
        middle = QRectF(name.right() + 8, box.top(), 150, box.height())
        paint_text(painter, middle, " · ".join(pieces), theme.color("second"), 13)
        effect = QRectF(middle.right(), box.top(), box.right() - middle.right() - 10, box.height())
        paint_text(painter, effect, model.effect_text(row), ink, 13, align=RIGHT)


class ImportDialog(AppDialog):
    """A dialog to choose pieces of a layout; its answer is "import" or ""."""

    def __init__(self, parent: QWidget | None, draft: PieceDraft, other: LoadedLayout) -> None:
        super().__init__(parent, _("Import from “{name}”").format(name=translated_name(other.layout.name)), "open")
        self.model = _ImportModel(draft, other)
        self.piece_list = QListView()
        plain_view(self.piece_list, _("Pieces of the other layout"))
        self.piece_list.setItemDelegate(_ImportDelegate(self.piece_list))
        self.piece_list.setModel(self.model)
        self.piece_list.clicked.connect(self._toggle_checked)
        self.piece_list.setMinimumSize(620, min(8, max(2, len(self.model.rows))) * ROW_HEIGHT + 4)
        self.body.addWidget(self.piece_list, 1)
        row = QHBoxLayout()
        for text, ticked in ((_("Select all"), True), (_("Select none"), False)):
            button = PlainButton(text, small=True)
            button.clicked.connect(lambda _checked=False, ticked=ticked: self.model.set_all_checked(ticked))
            row.addWidget(button)
        row.addStretch(1)
        self.body.addLayout(row)
        self.add_button("", _("Cancel"))
        self.import_button = self.add_button("import", "", filled=True)
        self.model.dataChanged.connect(lambda *_places: self._update_count())
        self._update_count()
        self.piece_list.setFocus()
        self.piece_list.setCurrentIndex(self.model.index(0, 0))

    @property
    def checked_keys(self) -> tuple[str, ...]:
        return tuple(entry.key for entry, ticked in zip(self.model.rows, self.model.checked, strict=True) if ticked)

    def _toggle_checked(self, index: Index) -> None:
        before = self.model.data(index, Qt.ItemDataRole.CheckStateRole)
        after = Qt.CheckState.Unchecked if before is Qt.CheckState.Checked else Qt.CheckState.Checked
        self.model.setData(index, after, Qt.ItemDataRole.CheckStateRole)

    def _update_count(self) -> None:
        count = len(self.checked_keys)
        self.import_button.set_text(plural("Import {n} piece", "Import {n} pieces", count).format(n=count))
        self.import_button.setEnabled(count > 0)
