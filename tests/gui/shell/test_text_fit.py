"""All text fits on pages, in the window and in its dialogs, in every language and text size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStyle, QStyleOption, QWidget
from pytestqt.qtbot import QtBot

from studio.core.text import _
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tabs import Corner, MenuBar, Tabs
from studio.gui.style import stylesheet
from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.shell.test_session import KINDS, table
from tests.gui.shell.text_fit import WAIT_MS, Misfit, PaintedText, misfits, settled_misfits
from tests.gui.stand_ins import Notebook
from tests.gui.windows import never_ask_for_files, trigger_dialogs, visible_menus

pytestmark = pytest.mark.usefixtures("full_dress", "english_afterwards")

LANGUAGES = ("en", "de", "fr")
PAGE_SIZES = (150, 80, 100)  # text sizes in per cent; the largest first, because a page is made in the least space then
WINDOW_SIZES = (100, 150, 200)
FRAME_HEIGHT = 80  # pixels of the window above and below a page
FIRST_WAIT_MS = 400  # milliseconds for background work of a new page
SCREEN = (1920, 1080)  # pixels, of which text of 200 % leaves a quarter


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> PaintedText:
    return PaintedText(monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("kind", KINDS)
def test_pages(qtbot: QtBot, painted: PaintedText, kind: str, slug: str, language: str) -> None:
    """Larger text is simulated by a smaller page."""
    session.choose(language)
    page = KINDS[kind](slug)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    found: dict[int, set[Misfit]] = {}
    for size in PAGE_SIZES:
        page.resize(1280 * 100 // size, 720 * 100 // size - FRAME_HEIGHT)
        page.show()
        page.activated()
        qtbot.wait(WAIT_MS if found else FIRST_WAIT_MS)
        found[size] = settled_misfits(qtbot, page, painted)
    assert not any(found.values()), found


def test_clipped_truncated_and_outside_widgets_are_found(qtbot: QtBot, painted: PaintedText) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(200, 100)
    cut, button, beyond = (
        QLabel("Many words", widget),
        PlainButton("Many more words", parent=widget),
        QLabel("x", widget),
    )
    cut.setGeometry(0, 0, 20, 20)
    button.setGeometry(0, 30, 60, 36)
    beyond.setGeometry(190, 0, 30, 20)
    widget.show()
    found = Misfit("clipped", "QLabel", "Many words"), Misfit("outside", "QLabel", "QLabel x")
    assert misfits(widget, painted) == set(found)
    button.setToolTip("Something else")
    assert Misfit("truncated", "PlainButton", "Many more words") in misfits(widget, painted)
    cut.resize(100, 20)
    assert found[0] not in misfits(widget, painted)


def test_overlapping_widgets_are_found(qtbot: QtBot, painted: PaintedText) -> None:
    widget, one, other = QWidget(), QLabel("one"), QLabel("two")
    qtbot.addWidget(widget)
    row = QHBoxLayout(widget)
    row.addWidget(one)
    row.addWidget(other)
    widget.show()
    assert not misfits(widget, painted)
    one.setGeometry(other.geometry())
    assert misfits(widget, painted) == {Misfit("over", "QWidget", "QLabel one / QLabel two")}


def fill_window(window: MainWindow, percent: int) -> None:
    """Open more tabs than fit, on a large screen with text of `percent`."""
    for slug in ("neue_entdecker", "columbus", "goldland"):
        for path in shipped_layouts(slug)[:2]:
            window.open_path(path)
    window.add_page(table("goldland"))
    if percent != stylesheet.DEFAULT_SCALE:
        window.appearance.choose_text_size(percent)
    window.resize(SCREEN[0] * 100 // percent, SCREEN[1] * 100 // percent)


def watch_dialogs(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, painted: PaintedText, percent: int
) -> dict[str, set[Misfit]]:
    """The misfits of every dialog that opens from now on, by its heading; the dialogs close again."""
    found: dict[str, set[Misfit]] = {}

    class Screen:
        def availableGeometry(self) -> QRect:
            return QRect(0, 0, SCREEN[0] * 100 // percent, SCREEN[1] * 100 // percent)

    def shown(dialog: AppDialog) -> int:
        dialog.setModal(False)
        layout = dialog.layout()
        assert layout is not None
        size = layout.totalSizeHint().expandedTo(dialog.minimumSize())  # the screen of the offscreen platform is small
        dialog.resize(size.boundedTo(Screen().availableGeometry().size()))
        dialog.show()
        found[dialog.heading.text()] = settled_misfits(qtbot, dialog, painted)
        dialog.hide()
        return 0

    never_ask_for_files(monkeypatch)
    monkeypatch.setattr(AppDialog, "exec", shown)
    monkeypatch.setattr(AppDialog, "screen", lambda _dialog: Screen())
    return found


def test_active_tab_is_scrolled_into_view(qtbot: QtBot, painted: PaintedText) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    menu_bar = MenuBar()
    for number in range(8):
        menu_bar.addMenu(f"Menu {number}")
    pages = [Notebook(f"A layout with a name {number}") for number in range(6)]
    tabs = Tabs(pages[0], Corner(menu_bar, spacing=0), Corner(spacing=0))
    tabs.setParent(holder)
    for page in pages:
        tabs.add_page(page)
        tabs.set_tab(page, page.name, False, page.name)
    holder.resize(640, 360)
    tabs.resize(640, 360)
    holder.show()
    for place in (0, 5, 2):
        tabs.show_page(pages[place])
        assert not misfits(tabs, painted)
    bar = tabs.active_pane.bar
    bar.setMaximumWidth(120)
    assert Misfit("clipped", "TabBar", "A layout with a name 2") in misfits(bar, painted)


def test_long_menus_scroll(window: MainWindow) -> None:
    menu = window.menus.menus["view"]
    assert menu.style().styleHint(QStyle.StyleHint.SH_Menu_Scrollable, QStyleOption(), menu)


@pytest.mark.long
@pytest.mark.parametrize("percent", WINDOW_SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_window_menus_and_dialogs(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, painted: PaintedText, language: str, percent: int
) -> None:
    window.choose_language(language)
    qtbot.wait(WAIT_MS)
    fill_window(window, percent)
    dialogs = watch_dialogs(monkeypatch, qtbot, painted, percent)
    tried: set[str] = set()
    wrong: dict[str, set[Misfit]] = {}
    for page in (window.start, *window.pages()[-4:]):
        window.tabs.show_page(page)
        qtbot.wait(WAIT_MS)
        wrong[page.title()] = settled_misfits(qtbot, window, painted)
        for menu in visible_menus(window):
            if menu.sizeHint().width() > window.width():
                wrong.setdefault(menu.title(), set()).add(Misfit("wide", "Menu", menu.title()))
        trigger_dialogs(window, tried)
    assert len(dialogs) > 7
    assert {_("New match"), _("Export image")} <= dialogs.keys()
    found = {heading: one for heading, one in (wrong | dialogs).items() if one}
    assert not found
