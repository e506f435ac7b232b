"""Dialogs: messages, questions, unsaved changes, and the path of a file to save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QGridLayout, QLabel, QVBoxLayout, QWidget

from studio.core.text import _, in_context
from studio.documents.files import DocumentError, safe_file_name, write_bytes
from studio.gui.settings import settings
from studio.gui.style.stylesheet import MEDIUM, text_font
from studio.gui.widgets import Card, IconLabel, PlainButton, PrimaryButton, one_line, text_label, title_label
from studio.gui.widgets.buttons import FocusRing
from studio.gui.widgets.cards import ScrollArea, hbox, vbox

if TYPE_CHECKING:
    from studio.core.plugin import Game
    from studio.services.loading import LoadedLayout

FRAME = QSize(16, 48)  # room for what a window manager puts round a dialog
DIALOG_CHROME = QSize(60, 140)  # room for what of a dialog is round its body


class AppDialog(QDialog):
    """A dialog: icon and heading, `body` (a vertical layout), and buttons."""

    def __init__(self, parent: QWidget | None, heading: str, sign: str = "", role: str = "accent") -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Explorer Studio – {heading}")
        self.setModal(True)
        outer = vbox(parent=self, spacing=14, margins=(22, 20, 22, 18))
        self.top = hbox(spacing=12)
        self.icon_label: IconLabel | None = None
        if sign:
            self.icon_label = IconLabel(sign, role, 28)
            self.top.addWidget(self.icon_label, 0, Qt.AlignmentFlag.AlignTop)
        self.heading = title_label(heading, 22)
        self.heading.setWordWrap(True)
        self.top.addWidget(self.heading, 1)
        outer.addLayout(self.top)
        self.body = vbox(spacing=10)
        outer.addLayout(self.body, 1)
        self.buttons = hbox(1, spacing=8)
        outer.addLayout(self.buttons)
        self.choice = ""
        self.ring: FocusRing | None = None
        self.room: ScrollArea | None = None
        """Where the body scrolls, if there is less room for the dialog than it needs."""
        self.setMinimumWidth(440)

    def setVisible(self, is_visible: bool) -> None:
        super().setVisible(is_visible)
        if is_visible and (owner := self.parentWidget()) is not None:  # only now it knows how large it is
            screen = self.screen().availableGeometry().size() - FRAME
            self._keep_within(screen.expandedTo(owner.window().size()))
        if is_visible and self.ring is None:
            self.ring = FocusRing(self)

    def _keep_within(self, room: QSize) -> None:
        """Let the body scroll if the dialog is larger than `room`."""
        if self.room is None and self.size().boundedTo(room) != self.size():
            held = QWidget()
            layout = self.layout()
            assert isinstance(layout, QVBoxLayout)
            place = layout.indexOf(self.body)
            layout.removeItem(self.body)
            self.body.setParent(None)
            held.setLayout(self.body)
            self.room = ScrollArea(held, name=self.heading.text())
            self.room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
            layout.insertWidget(place, self.room, 1)
            self.setMinimumSize(0, 0)
            usual = (
                self.size() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else held.sizeHint() + DIALOG_CHROME
            )
            self.resize(usual.boundedTo(room))

    def set_header_widget(self, widget: QWidget) -> None:
        """Show a widget next to the heading, which then is one line."""
        self.heading.setWordWrap(False)
        self.top.setStretchFactor(self.heading, 0)
        self.top.setAlignment(self.heading, Qt.AlignmentFlag.AlignVCenter)
        if self.icon_label is not None:
            self.top.setAlignment(self.icon_label, Qt.AlignmentFlag.AlignVCenter)
        self.top.addSpacing(10)
        self.top.addWidget(widget, 1)

    def add_paragraph(self, words: str, role: str = "second") -> QLabel:
        label = text_label(words, role, 14, wrap=True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(label)
        return label

    def add_button(self, choice: str, words: str, filled: bool = False, icon: str = "", key: str = "") -> PlainButton:
        """Add a button that closes the dialog with this choice; the filled one is the default and has the focus."""
        button = PrimaryButton(words, icon, key) if filled else PlainButton(words, icon, key)
        button.setObjectName(choice)
        button.clicked.connect(lambda: self.finish(choice))
        button.setAutoDefault(True)  # Enter presses the button that wears the ring, as Space does
        self.buttons.addWidget(button)
        if filled:  # only now: the focus of what lies in no dialog yet is lost
            button.setDefault(True)
            button.setFocus(Qt.FocusReason.TabFocusReason)
        return button

    def finish(self, choice: str) -> None:
        self.choice = choice
        self.done(1)

    def ask(self) -> str:
        """Run the dialog; return the choice, or "" when it was closed."""
        self.exec()
        self.deleteLater()
        return self.choice


def confirm(parent: QWidget | None, heading: str, words: str, yes: str, no: str = "") -> bool:
    """Ask whether to do something that cannot be undone; the default button cancels."""
    dialog = AppDialog(parent, heading, "warning", "warning")
    dialog.add_paragraph(words)
    dialog.add_button("yes", yes)
    dialog.add_button("no", no or _("Cancel"), filled=True)
    return dialog.ask() == "yes"


def ask_unsaved(parent: QWidget | None, names: Sequence[str], parting: tuple[str, str, str] | None = None) -> str:
    """What to do with unsaved changes: "save", "discard" or "" (stay).

    `parting`: heading, words and the name of the button that keeps them, where that is not a file of the one's own.
    """
    text = _("This document has unsaved changes. They will be lost if you discard them.")
    save = _("Save")
    if parting is not None:
        heading, text, save = parting
    elif len(names) == 1:
        heading = _("Save changes to “{name}”?").format(name=names[0])
    else:
        heading, save = _("Save changes?"), _("Save all")
        text = _("These documents have unsaved changes:")
    dialog = AppDialog(parent, heading, "save")
    dialog.add_paragraph(text)
    if len(names) > 1:
        dialog.add_paragraph("\n".join(f"•  {name}" for name in names), "text")
    dialog.add_button("discard", _("Discard"))
    dialog.add_button("", _("Cancel"))
    dialog.add_button("save", save, filled=True)
    return dialog.ask()


def facts(rows: Sequence[tuple[str, str]]) -> Card:
    """A card of (name, value) rows."""
    card = Card()
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(1, 1)
    for row, (name, value) in enumerate(rows):
        grid.addWidget(text_label(name, "second", 13), row, 0, Qt.AlignmentFlag.AlignTop)
        label = text_label(value, "text", 14, wrap=True)
        label.setFont(text_font(14, MEDIUM))
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setMinimumWidth(320)
        grid.addWidget(label, row, 1)
    card.body.addLayout(grid)
    return card


def document_error(
    parent: QWidget | None, error: DocumentError, heading: str = "", *, saving: bool = False
) -> AppDialog:
    """The dialog that names the file, the place and the reason.

    With `saving` it offers to save elsewhere, which answers "save_as".
    """
    dialog = AppDialog(parent, heading or _("The file could not be opened"), "error", "error")
    path = Path(str(error.path)) if str(error.path) else None
    rows = []
    if path is not None:
        rows.append((_("File"), one_line(path.name)))
        if str(path.parent) not in ("", "."):
            rows.append((_("Folder"), one_line(str(path.parent))))
    if error.place:
        rows.append((in_context("in a file", "Location"), error.place.strip("`")))
    reason = error.reason[:1].upper() + error.reason[1:]
    rows.append((_("Reason"), reason))
    dialog.body.addWidget(facts(rows))
    dialog.add_paragraph(_("Your open documents were not changed."))

    copier = PlainButton(_("Copy"), "copy", act=lambda: QGuiApplication.clipboard().setText(str(error)))
    dialog.buttons.insertWidget(0, copier)
    dialog.add_button("close", _("Close"), filled=not saving)
    if saving:
        dialog.add_button("save_as", _("Save as…"), filled=True)
    return dialog


def show_document_error(parent: QWidget | None, error: DocumentError, heading: str = "") -> None:
    document_error(parent, error, heading).ask()


def save_bytes(
    parent: QWidget, heading: str, title: str, kinds: Sequence[tuple[str, str]], data: Callable[[str], bytes]
) -> str:
    """Ask for a file as `ask_save_path` does and write `data(ending)` there. Returns its name, "" if nothing was saved:
    the user did not want to, or has seen the error."""
    path = ask_save_path(parent, heading, title, kinds)
    if path is None:
        return ""
    try:
        write_bytes(path, data(path.suffix.lower()))
    except DocumentError as error:
        show_document_error(parent, error, _("The file could not be saved"))
        return ""
    return path.name


def show_message(parent: QWidget | None, heading: str, words: str, sign: str = "info", role: str = "accent") -> None:
    dialog = AppDialog(parent, heading, sign, role)
    dialog.add_paragraph(words)
    dialog.add_button("close", _("Close"), filled=True)
    dialog.ask()


def crash(
    parent: QWidget | None, summary: str, report: Path | None, save: Callable[[], None] | None = None
) -> AppDialog:
    """The dialog after an internal error: what happened, and where the report is."""
    dialog = AppDialog(parent, _("An internal error occurred"), "warning", "warning")
    dialog.add_paragraph(
        _(
            "Your last action may not have taken effect. Save your open documents under new names "
            "now. Then continue, or restart the program."
        )
    )
    rows = [(_("Error"), summary)]
    if report is not None:
        rows.append((_("Report"), str(report)))
    dialog.body.addWidget(facts(rows))
    if report is not None:
        text = _(
            "The report describes what the program was doing when the error occurred. It does not "
            "contain the names of your files and folders."
        )
        dialog.add_paragraph(text)
        opener = PlainButton(_("Show report"), "book")
        opener.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(report))))
        dialog.buttons.insertWidget(0, opener)
    if save is not None:
        saver = PlainButton(_("Save all"), "save", act=save)
        dialog.buttons.insertWidget(1, saver)
    dialog.add_button("close", _("Continue"), filled=True)
    return dialog


# The dialogs for files to open and to save.


def ask_layout(parent: QWidget, heading: str, game: Game | None = None) -> LoadedLayout | None:
    """Ask for a layout, of this game if one is given, and load it. Raises `DocumentError`."""
    from studio.documents.store import DocumentError
    from studio.services.loading import load_layout

    folder, kinds = str(settings().value("folder")), _("Layouts (*.json);;All files (*)")
    name, _filter = QFileDialog.getOpenFileName(parent, heading, folder, kinds)
    opened = load_layout(name) if name else None
    if opened is not None and game is not None and opened.game is not game:
        text = _("the file contains a layout for {other}, but the active layout is for {one}.")
        raise DocumentError(name, "`$.game`", text.format(other=opened.game.info.name, one=game.info.name))
    return opened


def ask_save_path(
    parent: QWidget, heading: str, title: str, kinds: Sequence[tuple[str, str]], path: Path | None = None
) -> Path | None:
    """The file to save in, ending as one of `kinds` (words and ending, the usual one first); None: not at all.

    Of an ending in two parts (".layout.json") the last is enough if the user typed it.
    Proposed is `path`, or else a plain name made of `title` in the folder used last. The file dialog asks before it
    hands out the name of a file that is there; when the ending was left out, this asks instead.
    """
    endings = [ending for _words, ending in kinds]
    suffixes = [PurePath(f"x{ending}").suffix for ending in endings]
    filters = ";;".join(f"{text} (*{suffix})" for (text, _ending), suffix in zip(kinds, suffixes, strict=True))
    proposed = path or Path(str(settings().value("folder"))) / safe_file_name(title, endings[0])
    while True:
        chosen, kind = QFileDialog.getSaveFileName(parent, heading, str(proposed), filters)
        if not chosen:
            return None
        proposed = Path(chosen)
        if proposed.suffix.lower() in suffixes:
            return proposed
        requested = next((number for number, suffix in enumerate(suffixes) if f"(*{suffix})" in kind), 0)
        proposed = proposed.with_name(proposed.name + endings[requested])
        if not proposed.exists():
            return proposed
        heading = _("Replace “{name}”?").format(name=proposed.name)
        text = _("This folder already contains a file with this name. Its contents will be lost if you replace it.")
        if confirm(parent, heading, text, _("Replace"), _("Choose another name")):
            return proposed
