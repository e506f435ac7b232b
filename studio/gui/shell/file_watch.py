"""Files of open pages that others change: pages without changes of their own follow, the others ask in a bar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from studio.core.text import _, begun, moment_words, plural
from studio.documents.files import Fate, Watched
from studio.documents.paths import data_dir
from studio.gui.page import Page
from studio.gui.shell.page_factory import page_of_file
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, mixed, text_font
from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.text import Elided, text_label


class DiskWatch(QObject):
    """Knows every page's file as it was last read or written. The window says when to look.

    `said(words)`: something to remark. `failed(error)`: a file could not be read. `save_wanted(page)` and
    `save_as_wanted(page)`: a button was pressed. `replaced(page, other)`: the second page is to take the first one's
    place.
    """

    said = Signal(str)
    failed = Signal(object)
    save_wanted = Signal(object)
    save_as_wanted = Signal(object)
    replaced = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._files: dict[Page, Watched] = {}
        self._bars: dict[Page, NoticeBar] = {}

    def begin(self, page: Page) -> None:
        """A page was opened. Where nobody told how its file was before, it is as it is now."""
        if page not in self._files:
            self.remember(page)

    def remember(self, page: Page, seen: Watched | None = None) -> None:
        """A page's file was just read or written. `seen`: as it was before it was read."""
        self._hide_bar(page)
        self._files.pop(page, None)
        path = page.path()
        if path is not None and not path.is_relative_to(data_dir().absolute()):  # there only the program writes
            self._files[page] = seen if seen is not None and seen.path == path else Watched(path)

    def doubt(self, page: Page, since: float) -> None:
        """What the page shows is from this moment, in seconds since 1970: say so if its file was written later."""
        file = self._files.get(page)
        if file is not None:
            file.doubt(since)
            self.look(page)

    def forget(self, page: Page) -> None:
        """A page is closed."""
        self._files.pop(page, None)
        self._bars.pop(page, None)

    def respeak(self, page: Page) -> None:
        """The page was made anew, and its bar is gone: say again what there is to say."""
        self._bars.pop(page, None)
        self.look(page)

    def look(self, page: Page) -> None:
        """Find out whether the page's file is still the same, and follow it or say so."""
        file = self._files.get(page)
        fate = file.look() if file is not None else Fate.SAME
        if file is None or fate is Fate.SAME:
            self._hide_bar(page)
        elif fate is Fate.GONE:
            page.part_from_file()
            self._show_gone(page, file)
        elif page.is_modified():
            self._show_changed(page, file)
        else:
            self._follow(page, file)

    def refresh(self, page: Page) -> None:
        """The page has changed: what its bar says of it has, too."""
        bar, file = self._bars.get(page), self._files.get(page)
        if bar is not None and file is not None and file.changed_at() is not None and page.is_modified():
            bar.remark.set_text(_remark(page, file))

    def before_saving(self, page: Page) -> str:
        """Whether the page's file may be written: "save", "save_as" for another one, "" for not now.

        Asks when somebody else has changed the file, so that nothing is overwritten unawares.
        """
        file = self._files.get(page)
        if file is None or file.look(thorough=True) is not Fate.CHANGED:
            return "save"
        from studio.gui.widgets.dialogs import HouseDialog

        heading = _("Save over the change of another program?")
        dialog = HouseDialog(page.window(), heading, "warning", "warning")
        words = _("“{name}” was changed {time}, after it was read here. That change would be lost.")
        dialog.add_words(words.format(name=file.path.name, time=moment_words(file.changed_at() or 0)))
        dialog.add_button("", _("Cancel"))
        dialog.add_button("save", _("Overwrite"))
        dialog.add_button("save_as", _("Save as…"), filled=True)
        return dialog.ask()

    # doing

    def reload(self, page: Page) -> None:
        """Show what the file holds now. The page stays as it is where that cannot be read or is not wanted."""
        from studio.documents.files import DocumentError

        try:
            self._reload(page)
        except DocumentError as error:
            self.failed.emit(error)

    def keep_mine(self, page: Page) -> None:
        """Leave the file alone; the page goes its own way and is unsaved until it is written."""
        self._files[page].remember()
        self._hide_bar(page)
        page.part_from_file()

    def compare(self, page: Page) -> None:
        """Show the page's layout beside the one in the file, and do what is decided then."""
        from studio.documents.files import DocumentError
        from studio.gui.shell.version_history import Answer, Comparison
        from studio.services.loading import open_layout

        mine, path = page.drawn(), self._files[page].path
        try:
            theirs = open_layout(path)
            if mine is None or theirs.game is not mine.game:
                raise DocumentError(path, "`$.game`", _("it holds a layout of another game now."))
        except DocumentError as error:
            self.failed.emit(error)
            return
        sides = (_("Here"), mine), (_("In the file"), theirs)
        answers = Answer("reload", _("Reload"), "rotate_right"), Answer("mine", _("Keep mine"), "pencil")
        choice = Comparison(page.window(), page.title(), sides, answers).ask()
        if choice == "reload":
            self.reload(page)
        elif choice == "mine":
            self.keep_mine(page)

    def _follow(self, page: Page, file: Watched) -> None:
        from studio.documents.files import DocumentError

        try:
            self._reload(page)
        except DocumentError as error:  # half-written perhaps, and better soon: no moment for a dialog
            self._show_changed(page, file)
            self._bars[page].show_words(_("This file was changed by another program and cannot be read"), error.reason)
        else:
            self.said.emit(_("{name} was changed by another program and read again").format(name=file.path.name))

    def _reload(self, page: Page) -> None:
        """Raises `DocumentError`."""
        path = self._files[page].path
        seen = Watched(path)
        if page.reload():
            self.remember(page, seen)
        elif not page.is_modified() or self._may_drop(page):
            other, _source = page_of_file(path)
            self.remember(other, seen)
            self.replaced.emit(page, other)

    def _may_drop(self, page: Page) -> bool:
        from studio.gui.widgets.dialogs import confirm

        words = _("What was not saved here cannot be brought back.")
        return confirm(page.window(), _("Read “{name}” again?").format(name=page.title()), words, _("Reload"))

    # showing

    def _bar(self, page: Page) -> NoticeBar:
        bar = self._bars.get(page)
        if bar is None:
            bar = self._bars[page] = NoticeBar()
            page.add_notice(bar)
            bar.show()
        return bar

    def _hide_bar(self, page: Page) -> None:
        bar = self._bars.pop(page, None)
        if bar is not None:
            bar.hide()
            bar.deleteLater()

    def _show_changed(self, page: Page, file: Watched) -> None:
        bar = self._bar(page)
        bar.show_words(_("This file was changed by another program"), _remark(page, file))
        compare = (_("Compare"), "eye", self._act(self.compare, page))
        bar.offer(
            (_("Reload"), "rotate_right", self._act(self.reload, page)),
            (_("Keep mine"), "pencil", self._act(self.keep_mine, page)),
            *([compare] if page.drawn() is not None else []),
            (_("Save as…"), "save", self._act(self.save_as_wanted.emit, page)),
        )

    def _show_gone(self, page: Page, file: Watched) -> None:
        bar = self._bar(page)
        words = _("{name} is no longer where it was. Save it again to keep it.").format(name=file.path.name)
        bar.show_words(_("This file was deleted or moved"), words)
        bar.offer(
            (_("Save again"), "save", self._act(self.save_wanted.emit, page)),
            (_("Save as…"), "save", self._act(self.save_as_wanted.emit, page)),
        )

    def _act(self, act: Callable[[Page], None], page: Page) -> Callable[[], None]:
        return lambda: act(page)


def _remark(page: Page, file: Watched) -> str:
    """When the file was changed, and what would be lost here."""
    count = page.changes()
    here = plural("{n} unsaved change here", "{n} unsaved changes here", count).format(n=count)
    changed = begun(moment_words(file.changed_at() or 0))
    return f"{changed} · {here}" if count else changed


# A bar across a page that says what has happened, with what can be done about it; the page stays usable.

HEIGHT = 46


class NoticeBar(QWidget):
    """A warning sign, a sentence, a quieter remark, and small buttons, none of which is chosen beforehand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(10)
        self._sign = QLabel()
        self._sign.setFixedWidth(20)
        self.words = text_label("", "text", 14)
        self.words.setFont(text_font(14, SEMIBOLD))
        self.remark = Elided("", "second", 13)
        row.addWidget(self._sign)
        row.addWidget(self.words)
        row.addWidget(self.remark, 1)
        self._buttons: list[PlainButton] = []

    def show_words(self, words: str, remark: str) -> None:
        """Say this."""
        self.words.setText(words)
        self.remark.set_text(remark)
        self.setAccessibleName(f"{words}. {remark}")

    def offer(self, *choices: tuple[str, str, Callable[[], None]]) -> None:
        """What can be done: words, icon, and what a click does; in place of what was offered before."""
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [PlainButton(words, icon, small=True) for words, icon, _act in choices]
        for button, (_words, _icon, act) in zip(self._buttons, choices, strict=True):
            button.clicked.connect(act)
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
            button.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        ground = theme.color("warning_tint")
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), ground)
            painter.setPen(QPen(mixed(theme.color("gold_border"), ground, 0.45), 1))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
            sign = icon_pixmap("warning", theme.color("warning"), 20, self.devicePixelRatioF())
            painter.drawPixmap(self._sign.x(), round((self.height() - 1 - 20) / 2), sign)
