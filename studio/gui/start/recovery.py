"""The panel of the start page that offers documents that were not saved when the program ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QSize, QVariantAnimation, Signal
from PySide6.QtWidgets import QFrame

from studio import games
from studio.core.text import _, plural, relative_date, translated_name
from studio.documents.autosave import UnsavedDocument, discard, find_unsaved
from studio.documents.files import base_name
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.settings import settings
from studio.gui.start.captions import status_text
from studio.gui.start.document_list import DocumentEntry, DocumentList
from studio.gui.widgets import Elided, IconLabel, PlainButton, hbox, title_label, vbox

if TYPE_CHECKING:
    from studio.documents.store import Layout

MAX_ROWS = 2  # how many documents are in view; the list scrolls to the others
FRAME_HEIGHT, LIST_MARGIN = 96, 8  # the height of the panel without its list, and of the list's border and padding
FOLDING = 160  # milliseconds in which the panel collapses when nothing is left in it
PREVIEW_SIZE = QSize(760, 430)


def _layout(unsaved: UnsavedDocument) -> tuple[Layout, bool]:
    from studio.documents.store import Record  # only when there is anything to show

    document = unsaved.document
    return (document.layout, True) if isinstance(document, Record) else (document, False)


def _game_name(slug: str) -> str:
    return games.load(slug).info.name if slug in games.slugs() else slug


def document_title(unsaved: UnsavedDocument) -> str:
    """The title of the document's tab."""
    layout, is_match = _layout(unsaved)
    if not is_match:
        return translated_name(layout.name) or _("Untitled layout")
    if unsaved.source is not None:
        return base_name(unsaved.source)
    return _("{layout} · match").format(layout=translated_name(layout.name) or _game_name(layout.game))


def document_kind_text(unsaved: UnsavedDocument) -> str:
    """The game, and whether it is a layout or a match."""
    layout, is_match = _layout(unsaved)
    kind = _("match") if is_match else _("layout")
    if unsaved.turn_info is not None:
        kind = status_text(unsaved.turn_info)
    return f"{_game_name(layout.game)} · {kind}"


def changes_text(unsaved: UnsavedDocument) -> str:
    """How many changes discarding would lose."""
    count = unsaved.changes
    if unsaved.source is None:
        return plural("{n} change, never saved", "{n} changes, never saved", count).format(n=count)
    if _layout(unsaved)[1]:
        return plural("{n} move since the last save", "{n} moves since the last save", count).format(n=count)
    return plural("{n} change since the last save", "{n} changes since the last save", count).format(n=count)


def _entry(unsaved: UnsavedDocument) -> DocumentEntry:
    game = _layout(unsaved)[0].game
    when = _("Changed {when}").format(when=relative_date(unsaved.changed))
    return DocumentEntry(
        document_title(unsaved),
        f"{document_kind_text(unsaved)} · {when}",
        unsaved.path,
        note=changes_text(unsaved),
        game=game if game in games.slugs() else "",
        tooltip=str(unsaved.source or ""),
    )


class RecoveryPanel(QFrame):
    """The panel, hidden while there is nothing to offer; its buttons act on the selected document.

    `restore_requested` carries an `UnsavedDocument`, which the receiver adopts.
    """

    restore_requested = Signal(object)
    offering_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.documents: list[UnsavedDocument] = []  # latest first
        column = vbox(parent=self, spacing=8, margins=(13, 10, 13, 10))
        icon = IconLabel("history", "gold_text", 24)
        icon.setFixedSize(26, 26)
        self.title = title_label("", 22)
        head = hbox(icon, self.title, spacing=10)
        head.addSpacing(6)
        self.details = Elided("", "second", 13)
        head.addWidget(self.details, 1)
        column.addLayout(head)
        self.list = DocumentList(_("Unsaved documents"), selects=True, has_notes=True)
        self.list.chosen.connect(lambda _entry: self._update_buttons())
        self.list.activated.connect(lambda _index: self._restore())
        column.addWidget(self.list)
        self.restore_button = PlainButton(_("Restore"), "undo", small=True, act=self._restore)
        self.show_button = PlainButton(_("Show"), "eye", small=True, act=self._preview)
        self.discard_button = PlainButton(_("Discard"), "trash", small=True, act=self._discard)
        self.discard_button.role = "error"
        self.all_button = PlainButton("", "undo", small=True, act=self._restore_all)
        self.all_button.filled = True
        buttons = self.show_button, self.restore_button, self.all_button
        column.addLayout(hbox(self.discard_button, 1, *buttons, spacing=8))
        self._collapse_animation = QVariantAnimation(
            self, endValue=0.0, duration=FOLDING, easingCurve=QEasingCurve(QEasingCurve.Type.InOutCubic)
        )
        self._collapse_animation.valueChanged.connect(lambda high: self.setFixedHeight(round(high)))
        self._collapse_animation.finished.connect(self.hide)
        self.hide()

    def refresh(self) -> None:
        """List the unsaved documents that no running program uses."""
        found = find_unsaved()
        if self.documents == found:
            return
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.documents = found
        self.list.set_entries([_entry(unsaved) for unsaved in found])
        if not found:
            self._collapse()
            return
        self._collapse_animation.stop()
        count = len(found)
        self.title.setText(
            {
                1: _("One unsaved document from the last session"),
                2: _("Two unsaved documents from the last session"),
            }.get(count, _("{n} unsaved documents from the last session").format(n=count))
        )
        self.details.set_text(
            _("You can restore its last state. Your files do not change until you save.")
            if count == 1
            else _("You can restore their last state. Your files do not change until you save.")
        )
        self.all_button.set_text(_("Restore both") if count == 2 else _("Restore all"))
        self.all_button.setVisible(count > 1)
        self.restore_button.filled = count == 1
        self.list.setFixedHeight(self.list.row_height * min(count, MAX_ROWS) + LIST_MARGIN)
        self.setFixedHeight(self.list.height() + FRAME_HEIGHT)
        self.show()
        self.list.set_current(self.list.current() or self.list.entries()[0])
        self._update_buttons()
        if had_focus:
            self.restore_button.setFocus()
        self.offering_changed.emit(True)

    def _selected(self) -> UnsavedDocument | None:
        entry = self.list.current()
        return next((one for one in self.documents if entry is not None and one.path == entry.path), None)

    def _update_buttons(self) -> None:
        unsaved = self._selected()
        if unsaved is not None:
            for button, spoken in (
                (self.restore_button, _("Restore “{name}”")),
                (self.show_button, _("Show “{name}”")),
                (self.discard_button, _("Discard “{name}”")),
            ):
                button.setAccessibleName(spoken.format(name=document_title(unsaved)))

    def _collapse(self) -> None:
        self.offering_changed.emit(False)
        if self.isVisible() and settings().value("motion"):
            self._collapse_animation.setStartValue(float(self.height()))
            self._collapse_animation.start()
        else:
            self.hide()

    def _restore(self) -> None:
        unsaved = self._selected()
        if unsaved is not None:
            self.restore_requested.emit(unsaved)
            self.refresh()

    def _restore_all(self) -> None:
        for unsaved in self.documents:
            self.restore_requested.emit(unsaved)
        self.refresh()

    def _preview(self) -> None:
        """Show the selected document in a dialog."""
        from studio.gui.widgets.dialogs import AppDialog

        unsaved = self._selected()
        if unsaved is None:
            return
        dialog = AppDialog(self, document_title(unsaved), "eye")
        when = _("Changed {when}").format(when=relative_date(unsaved.changed))
        dialog.add_paragraph(f"{document_kind_text(unsaved)} · {when} · {changes_text(unsaved)}")
        picture = Thumbnail(PREVIEW_SIZE)
        picture.setMinimumSize(PREVIEW_SIZE)
        picture.show_file(unsaved.path)
        dialog.body.addWidget(picture, 1)
        dialog.setMinimumWidth(PREVIEW_SIZE.width() + 44)
        dialog.add_button("restore", _("Restore"), icon="undo")
        dialog.add_button("", _("Close"), filled=True)
        if dialog.ask() == "restore":
            self._restore()

    def _discard(self) -> None:
        """Discard the selected document, after a question."""
        from studio.gui.widgets.dialogs import confirm

        unsaved = self._selected()
        if unsaved is None:
            return
        name = document_title(unsaved)
        if unsaved.source is None:
            text = _("This document was never saved. Discarding it cannot be undone.")
        else:
            text = _("This discards {changes}. The file {file} does not change.").format(
                changes=changes_text(unsaved), file=unsaved.source.name
            )
        if confirm(self, _("Discard “{name}”?").format(name=name), text, _("Discard"), _("Keep")):
            discard(unsaved.path)
            self.refresh()
