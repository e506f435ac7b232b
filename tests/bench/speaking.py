"""The time of a language change with a board open."""

from __future__ import annotations

from itertools import cycle
from time import thread_time

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from studio.documents.paths import shipped_layouts
from studio.gui.editor.page import EditorPage
from studio.gui.headless import wait_until
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow

SIZE = QSize(1280, 800)


class Spoken:
    """A window with an active editor, which cycles through the languages."""

    def __init__(self, slug: str) -> None:
        self.window = MainWindow()
        self.window.resize(SIZE)
        self.window.show()
        self.window.open_path(shipped_layouts(slug)[0])
        self.languages = cycle([name for name, _own in session.offered()][::-1])
        self.settle()

    @property
    def page(self) -> EditorPage:
        """The editor, which each change of language replaces."""
        page = self.window.active_page()
        assert isinstance(page, EditorPage)
        return page

    def settle(self) -> None:
        wait_until(lambda: self.page.view.is_painted and not self.page.survey.survey_controller.is_waiting, "the board")

    def switch(self) -> float:
        """Milliseconds of the GUI thread until the window is visible in the next language."""
        begun = thread_time()
        session.choose(next(self.languages))
        self.window.rebuild()
        QApplication.processEvents()
        while not self.page.view.is_displayed:
            QApplication.processEvents()
        spent = thread_time() - begun
        self.settle()
        return spent * 1000
