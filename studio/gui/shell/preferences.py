"""The settings page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, capitalize_first, plural, with_label
from studio.gui import widgets as w
from studio.gui.page import Page
from studio.gui.play.bots import DELAYS, speed_name
from studio.gui.play.table_settings import detect_reduced_motion
from studio.gui.settings import settings
from studio.gui.shell import session
from studio.gui.shell.appearance import palette_choices, text_size_choices, theme_choices
from studio.gui.shell.shortcuts import apply_shortcuts
from studio.gui.style.stylesheet import MEDIUM, NORMAL, current_theme, text_font
from studio.gui.style.theme import Theme
from studio.gui.widgets.actions import strip_mnemonic
from studio.gui.widgets.cards import hbox, vbox
from studio.gui.widgets.dialogs import confirm
from studio.gui.widgets.inputs import ComboBox, SearchField, Segmented

# The settings. Those in the menus of the window are set by their actions.

KEYS = "keys"  # the setting of the shortcuts that differ from the default
FindAction = Callable[[str], QAction | None]  # finds an action of the window by its name


class SettingSpec(NamedTuple):
    """A setting with several values, or, without `options`, a switch."""

    name: str
    label: str
    description: str
    options: Sequence[tuple[Any, str]] = ()

    def current(self) -> Any:
        known = settings()
        if self.name == "speed":
            return round(float(known.value("speed")) * (len(DELAYS) - 1)) / (len(DELAYS) - 1)
        own = {"theme": known.theme, "size": known.text_size, "language": session.chosen()}
        value = own.get(self.name, known.value(self.name))
        values = [value for value, _words in self.options]
        return value if value in values or not values else self.default()

    def default(self) -> Any:
        return settings().default(self.name)

    def is_changed(self) -> bool:
        return bool(self.current() != self.default())

    def value_text(self, value: Any) -> str:
        if self.name == KEYS:
            others = plural("{n} shortcut changed", "{n} shortcuts changed", len(value))
            return others.format(n=len(value)) if value else _("default shortcuts")
        return dict(self.options)[value] if self.options else _("on") if value else _("off")

    def apply(self, value: Any, find: FindAction) -> None:
        action = find(f"{self.name}_{value}") if self.options else find(self.name)
        if self.name == KEYS:
            apply_shortcuts(value)
        elif action is None:
            settings().set_value(self.name, value)
        elif self.current() != value:
            action.trigger()


class SettingGroup(NamedTuple):
    title: str
    settings: Sequence[SettingSpec]


def _spec(name: str, label: str, description: str, options: Sequence[tuple[Any, str]] = ()) -> SettingSpec:
    options = [(value, strip_mnemonic(text)) for value, text in options]
    return SettingSpec(name, strip_mnemonic(label), description, options)


def setting_groups() -> list[SettingGroup]:
    """All settings, in the order in which they are shown."""
    speeds = [(speed / (len(DELAYS) - 1), speed_name(speed)) for speed in range(len(DELAYS))]
    sides = [("form", _("Properties")), ("survey", _("Survey"))]
    alone = _("Plays the only legal move automatically.")
    ending = _("Keeps your turn open, so that you can undo moves, until you end it.")
    purist = _("Hides space details, rule explanations and move hints.")
    adjacent = _("Sets the panel shown when you open a layout that has a survey.")
    spoken, heard = _("Display language"), _("Changes all open pages immediately.")
    looks = (
        _spec("theme", _("&Theme"), _("Sets the colours of the window."), theme_choices()),
        _spec("contrast", _("High &contrast"), _("Makes text and edges stand out in both themes.")),
        _spec(
            "palette",
            _("Seat &colours"),
            _("Makes the seats easier to distinguish with colour blindness."),
            palette_choices(),
        ),
        _spec("size", _("Te&xt size"), _("Also scales icons, rows and cards."), text_size_choices()),
        _spec("large_targets", _("&Large buttons"), _("Makes buttons and menu items at least 32 px high.")),
    )
    table = (
        _spec("speed", _("Bot and replay speed"), _("Sets how long each move is shown."), speeds),
        _spec("motion", _("&Animations"), _("Animates moves; when off, the result appears immediately.")),
        _spec("autoplay", _("Play forced move&s automatically"), alone),
        _spec("confirms", _("Confirm en&d of turn"), ending),
        _spec("purist", _("Hide hel&p on board"), purist),
    )
    return [
        SettingGroup(_("Appearance"), looks),
        SettingGroup(strip_mnemonic(_("Lan&guage")), (_spec("language", spoken, heard, session.choices()),)),
        SettingGroup(_("In a match"), table),
        SettingGroup(_("In the editor"), (_spec("editor_side", _("Right of the board"), adjacent, sides),)),
        SettingGroup(_("Keyboard"), (_spec(KEYS, _("Keyboard shortcuts"), ""),)),
    ]


# The page.

EDGE = 14  # right margin of the header, in pixels, as in the cards
MAX_WIDTH = 860
MAX_SEGMENTS, MAX_SEGMENT_LETTERS = 5, 40  # more values, or longer ones, are shown in a combo box


class ChangedDot(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(16)
        self.is_on = False

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.is_on:
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(current_theme().color("gold_border"))
                painter.drawEllipse(QRectF(2, self.height() / 2 - 3.5, 7, 7))


class SettingLine(QWidget):
    """A dot, a label with a description below, and a control at the right."""

    def __init__(self, label: str, description: str, control: QWidget) -> None:
        super().__init__()
        self.control = control
        self.search_text = f"{label} {description}".casefold()
        self.dot = ChangedDot()
        self.label = w.text_label(label, "text", 14, wrap=True)
        self.description = w.text_label(description, "second", 13, wrap=True)
        self.column = vbox(self.label, self.description, spacing=1)
        row = hbox(self.dot, (self.column, 1), parent=self, spacing=0, margins=(0, 3, 0, 3))
        row.addSpacing(18)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)


class SettingRow(SettingLine):
    def __init__(self, setting: SettingSpec, choose: Callable[[SettingSpec, Any], None], find: FindAction) -> None:
        values = [value for value, _words in setting.options]
        control: QWidget
        if setting.name == KEYS:
            control = button = w.PlainButton(_("Change…"), "keyboard", small=True)
            button.setAccessibleName(_("Change shortcuts"))
            button.clicked.connect(lambda: action.trigger() if (action := find("keys")) is not None else None)
        elif not values:
            control = switch = w.ToggleSwitch()
            switch.clicked.connect(lambda: choose(setting, switch.isChecked()))
        else:
            options = [(str(place), text) for place, (_value, text) in enumerate(setting.options)]
            is_short = len(values) <= MAX_SEGMENTS and sum(len(text) for _key, text in options) <= MAX_SEGMENT_LETTERS
            control = chooser = Segmented(options) if is_short else ComboBox(options)
            chooser.chosen.connect(lambda key: choose(setting, values[int(key)]))
        super().__init__(setting.label, setting.description, control)
        self.setting = setting
        if setting.name != KEYS:
            control.setAccessibleName(setting.label)
        if isinstance(control, w.ToggleSwitch):
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.refresh()

    def refresh(self) -> None:
        """Show the value, and whether it differs from the default."""
        setting, control = self.setting, self.control
        now, differs = setting.current(), setting.is_changed()
        if isinstance(control, w.ToggleSwitch):
            control.setChecked(now)
        elif isinstance(control, Segmented | ComboBox):
            values = [value for value, _words in setting.options]
            control.set_current(str(values.index(now)))
        if setting.name == KEYS:
            self.description.setText(capitalize_first(setting.value_text(now)))
        at_first = with_label(_("Default"), setting.value_text(setting.default())) if differs else ""
        if differs != self.dot.is_on:
            self.dot.is_on = differs
            self.dot.update()
            self.label.setFont(text_font(14, MEDIUM if differs else NORMAL))
        w.set_tooltip(self.dot, at_first)
        if isinstance(control, w.ToggleSwitch):
            w.set_tooltip(control, setting.description)
        control.setAccessibleDescription(" ".join(filter(None, (setting.description, at_first))))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the label toggles a switch, too."""
        if isinstance(self.control, w.ToggleSwitch) and event.button() == Qt.MouseButton.LeftButton:
            self.control.click()


class ResetButtons:
    """Two buttons: reset settings to the default, and undo that while the page is open."""

    def __init__(
        self, title: str, page: SettingsPage, settings_: Sequence[SettingSpec], row: QHBoxLayout, all_: bool = False
    ) -> None:
        self.settings, self._page = settings_, page
        self.undo_button = w.PlainButton(_("Undo all resets") if all_ else _("Undo reset"), "redo", small=True)
        self.reset_button = w.PlainButton(_("Reset all…") if all_ else _("Reset…"), "undo", small=True)
        for button, about in ((self.undo_button, _("Undo reset")), (self.reset_button, _("Reset"))):
            button.setAccessibleName(with_label(title, about))
            row.addWidget(button)
        row.addStrut(self.reset_button.sizeHint().height())  # the row keeps its height without buttons
        self.undo_button.clicked.connect(lambda: page.undo_reset(settings_))
        self.reset_button.clicked.connect(lambda: page.confirm_reset(title, settings_))

    def refresh(self) -> None:
        """Show the buttons that do something."""
        had_focus = self.reset_button.hasFocus() or self.undo_button.hasFocus()
        self.undo_button.setVisible(any(setting.name in self._page.values_before_reset for setting in self.settings))
        self.reset_button.setVisible(any(setting.is_changed() for setting in self.settings))
        left = [button for button in (self.undo_button, self.reset_button) if not button.isHidden()]
        if had_focus and left:
            left[0].setFocus(Qt.FocusReason.OtherFocusReason)


class SettingsPage(Page):
    """All settings, in cards. Settings that the menus of the window have are set by the actions there."""

    icon_name = "gear"
    manual_key = "looks"

    def __init__(self, find: FindAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._find = find
        self.values_before_reset: dict[str, Any] = {}
        detect_reduced_motion(self)
        settings().changed.connect(self._refresh)
        self._build_ui()

    def successor(self, replaced: Mapping[Page, Page]) -> SettingsPage:
        page = SettingsPage(self._find)
        page.values_before_reset |= self.values_before_reset
        page._refresh("")
        return page

    def _build_ui(self) -> None:
        self.groups = setting_groups()
        self.rows: dict[str, SettingRow] = {}
        self.lines: dict[w.Card, Sequence[SettingLine]] = {}
        self.reset_buttons: list[ResetButtons] = []
        content, centered = QWidget(), QWidget()
        centered.setMaximumWidth(MAX_WIDTH)
        hbox(1, (centered, 1000), 1, parent=content, margins=(0, 0, 6, 0))
        self.no_match_label = w.text_label(_("No setting matches your search."), "second", 14)
        self.no_match_label.hide()
        head, cards = self._head(), [*map(self._card, self.groups), self._files_card()]
        vbox(head, *cards, self.no_match_label, 1, parent=centered, spacing=12, margins=(0, 6, 0, 6))
        vbox(w.ScrollArea(content, name=_("Settings")), parent=self, margins=(12, 12, 12, 12))
        self.setFocusProxy(self.search)
        self._refresh("")

    def title(self) -> str:
        return _("Settings")

    def can_save(self) -> bool:
        return False

    def set_theme(self, theme: Theme) -> None:
        self._refresh("")

    def _head(self) -> QVBoxLayout:
        """Title, search, and buttons for all settings."""
        row = hbox(w.title_label(_("Settings"), 24), 1, spacing=8, margins=(0, 0, EDGE, 0))
        everything = [setting for part in self.groups for setting in part.settings]
        self.reset_buttons.append(ResetButtons(_("All settings"), self, everything, row, all_=True))
        text = w.text_label(
            _("Changes apply immediately. A dot marks settings that differ from the default."),
            "second",
            13,
            wrap=True,
        )
        self.search = SearchField(_("Search settings"))
        self.search.setFixedWidth(210)
        self.search.textChanged.connect(self._search)
        return vbox(row, hbox((text, 1), self.search, spacing=18, margins=(0, 0, EDGE, 0)), spacing=8)

    def _card(self, part: SettingGroup) -> w.Card:
        card = w.Card(part.title)
        self.reset_buttons.append(ResetButtons(part.title, self, part.settings, card.header))
        self.rows |= {setting.name: SettingRow(setting, self._choose, self._find) for setting in part.settings}
        self._fill(card, [self.rows[setting.name] for setting in part.settings])
        return card

    def _files_card(self) -> w.Card:
        card = w.Card(_("Files"))
        button = w.PlainButton(_("Open folder"), "folder", small=True)
        folder = str(settings().path.parent)
        button.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(folder)))
        line = SettingLine(_("Data folder"), _("Contains settings, matches, version history and unsaved work."), button)
        line.column.addWidget(w.Elided(w.one_line(folder), "text", 13))
        self._fill(card, [line])
        return card

    def _fill(self, card: w.Card, lines: Sequence[SettingLine]) -> None:
        self.lines[card] = lines
        for line in lines:
            card.body.addWidget(line)

    def _choose(self, setting: SettingSpec, value: Any) -> None:
        setting.apply(value, self._find)
        self._refresh("")

    def _refresh(self, _name: str) -> None:
        for row in self.rows.values():
            row.refresh()
        for resets in self.reset_buttons:
            resets.refresh()

    def _search(self, typed: str) -> None:
        """Show only the settings with this text."""
        wanted = typed.casefold().split()
        for card, lines in self.lines.items():
            for line in lines:
                line.setVisible(all(part in line.search_text for part in wanted))
            card.setVisible(any(not line.isHidden() for line in lines))
        self.no_match_label.setVisible(all(card.isHidden() for card in self.lines))

    def confirm_reset(self, title: str, chosen: Iterable[SettingSpec]) -> None:
        """Reset settings to the default after showing which they are."""
        changed = [setting for setting in chosen if setting.is_changed()]
        lines = []
        for setting in changed:
            values = map(setting.value_text, (setting.current(), setting.default()))
            lines.append("•  " + with_label(setting.label, " → ".join(values)))
        lines += "", _("You can undo a reset until you close this page.")
        if confirm(self, _("Reset “{title}” to default?").format(title=title), "\n".join(lines), _("Reset")):
            self.values_before_reset |= {setting.name: setting.current() for setting in changed}
            for setting in changed:
                setting.apply(setting.default(), self._find)
            settings().reset(*(setting.name for setting in changed))
            self._refresh("")

    def undo_reset(self, chosen: Iterable[SettingSpec]) -> None:
        """Restore the values from before a reset."""
        for setting in chosen:
            if setting.name in self.values_before_reset:
                setting.apply(self.values_before_reset.pop(setting.name), self._find)
        self._refresh("")
