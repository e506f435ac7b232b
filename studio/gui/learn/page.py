"""The page of a lesson: a match that is not saved, with a card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.game import Action
from studio.core.match import Match, Node
from studio.core.text import SEAT_NAMES, _
from studio.documents.autosave import AutosaveFile
from studio.documents.store import HUMAN
from studio.gui.page import SeatSetup, ShowRules
from studio.gui.play.controller import MatchController
from studio.gui.play.match_file import MatchFile, NullMatchFile
from studio.gui.play.page import GAP, PlayPage
from studio.gui.play.panels.groups import WIDTH
from studio.gui.play.status import PLAY, SCRIPTED
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import Card, IconLabel, Inset, PlainButton, PrimaryButton, hbox, painter_on, text_label
from studio.gui.widgets.accessibility import Role, announce
from studio.lessons import ScriptedMatch

DOT, STRIDE = 8.0, 15.0  # diameter of a dot, and the distance of two dots if there is room


class ProgressDots(QWidget):
    """Progress: done steps are filled, the current one is ringed."""

    accessible_role = Role.StaticText

    def __init__(self) -> None:
        super().__init__()
        self.count = self.now = 0
        self.setFixedHeight(16)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_step(self, now: int, count: int) -> None:
        self.now, self.count = now, count
        self.setAccessibleName(_("Step {now} of {count}").format(now=min(now + 1, count), count=count))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        stride = min(STRIDE, (self.width() - DOT - 4) / max(1, self.count - 1))
        with painter_on(self) as painter:
            for place in range(self.count):
                middle = QPointF(2 + DOT / 2 + stride * place, self.height() / 2)
                is_now = place == self.now
                painter.setPen(QPen(theme.color("accent"), 2.2 if is_now else 1.3))
                painter.setBrush(theme.color("accent") if place < self.now else Qt.BrushStyle.NoBrush)
                radius = (DOT + 2 if is_now else DOT - 1) / 2
                painter.drawEllipse(middle, radius, radius)


class LessonCard(Card):
    """The card of a lesson. `clause_requested` carries the number of a clicked clause."""

    clause_requested = Signal(str)

    def __init__(self, title: str, width: int) -> None:
        super().__init__(title, " ")
        self.setFixedWidth(width)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
        self.dots = ProgressDots()
        self.text = text_label("", "text", 15, wrap=True, rich=True)
        self.text.setMinimumWidth(width - 2 * 14)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.clause = text_label("", "second", 13, rich=True)
        self.clause.linkActivated.connect(self.clause_requested)
        flags = Qt.TextInteractionFlag
        self.clause.setTextInteractionFlags(flags.LinksAccessibleByMouse | flags.LinksAccessibleByKeyboard)
        self.answer = Inset()
        sign = IconLabel("info", "accent", 18)
        self.answer_label = text_label("", "text", 13, wrap=True, rich=True)
        self._answering = hbox(sign, (self.answer_label, 1), spacing=8)
        self._answering.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
        self.answer.column.addLayout(self._answering)
        self.buttons = hbox(spacing=8)
        for part in (self.dots, self.text, self.clause, self.answer):
            self.body.addWidget(part)
        self.body.addLayout(self.buttons)
        self.show_answer("")

    def add_button(self, words: str, icon: str = "", filled: bool = False) -> PlainButton:
        button = (PrimaryButton if filled else PlainButton)(words, icon, small=True)
        self.buttons.addWidget(button)
        return button

    def show_text(self, words: str) -> None:
        """Show a text; parts between ** are bold."""
        self.text.setText(_bold(words))
        announce(self, words.replace("**", ""))
        self.updateGeometry()

    def reserve_height(self, words: Iterable[str]) -> None:
        """Reserve the height of the longest text, so that the buttons do not move."""
        self.text.setMinimumHeight(0)
        high = 0
        for text in words:
            self.text.setText(_bold(text))
            high = max(high, self.text.heightForWidth(self.text.minimumWidth()))
        self.text.setMinimumHeight(high)

    def show_clause(self, number: str, title: str) -> None:
        colour = current_theme().color("accent").name()
        name = escape(f"{number} {title}".strip(), quote=False)
        self.clause.setText(f'<a href="{number}" style="color:{colour}; text-decoration:none">{name}</a>')
        self.clause.setVisible(bool(number))

    def show_answer(self, words: str) -> None:
        """Show an answer to a wrong move, "" for none."""
        self.answer_label.setText(_bold(words))
        announce(self, words.replace("**", ""))
        self.answer.setVisible(bool(words))
        for layout in (self._answering, self.answer.column):
            layout.invalidate()  # otherwise the card updates its height later and is cut off until then
        self.answer.updateGeometry()
        self.body.invalidate()
        self.updateGeometry()


def _bold(words: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(words, quote=False))


class HighlightRing(QWidget):
    """A gold ring around a widget, transparent to the mouse."""

    def __init__(self, part: QWidget, page: QWidget) -> None:
        super().__init__(page)
        self.part, self.page = part, page
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        part.installEventFilter(self)
        self._update_geometry()

    def _update_geometry(self) -> None:
        corner = self.part.mapTo(self.page, self.part.rect().topLeft())
        self.setGeometry(QRectF(corner, self.part.size()).adjusted(-4, -4, 4, 4).toRect())
        self.setVisible(self.part.isVisible())
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide):
            self._update_geometry()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            for role, width in (("ring_shade", 4.0), ("gold_ring", 2.4)):
                painter.setPen(QPen(current_theme().color(role), width))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(2.5, 2.5, -2.5, -2.5), 12, 12)


class LessonController(MatchController):
    """The controller of a lesson, which allows undo back to its start, even of revealed information."""

    @property
    def _page(self) -> LessonPage:
        page = self.parent()
        assert isinstance(page, LessonPage)
        return page

    def may_play(self, actions: Sequence[Action]) -> bool:
        return self._page.may_play(actions)

    def request_hint(self) -> None:
        if self.mode != PLAY or not self._page.show_hint():
            super().request_hint()

    @property
    def is_undo_unlimited(self) -> bool:
        return True

    @property
    def _first_depth(self) -> int:
        """Number of decisions before the user's first one."""
        return self.match.start.depth if isinstance(self.match, ScriptedMatch) else 0

    def steps(self) -> Sequence[Node]:
        return super().steps()[self._first_depth :]

    def undo_steps(self) -> int:
        if self.mode != PLAY:
            return super().undo_steps()
        count, node = 0, self.match.node
        while node.parent is not None and node.depth > self._first_depth:
            count, node = count + 1, node.parent
            if node.state.to_move in self.humans:
                return count
        return 0


def lesson_seats(seats: int, seat: int, others: str = SCRIPTED) -> list[SeatSetup]:
    """Seat set-up with the user in `seat` and `others` elsewhere."""
    kinds = [HUMAN if one == seat else others for one in range(seats)]
    return [SeatSetup(name, kind) for name, kind in zip(SEAT_NAMES, kinds, strict=False)]


class LessonPage(PlayPage):
    """A match with a card instead of its log. Subclasses fill the card and check the moves."""

    icon_name = "book"
    manual_key = "learning"
    watched_settings = PlayPage.watched_settings - {"autoplay", "confirms"}  # in lessons every move is the player's

    lesson_path: Path | None = None  # file of the lesson, if it has one

    def name(self) -> str:
        """The title of the lesson; subclasses implement it."""
        raise NotImplementedError

    def may_play(self, actions: Sequence[Action]) -> bool:
        """Whether the lesson accepts these moves now; if not, the card says why."""
        return True

    def show_hint(self) -> bool:
        """Give the lesson's own hint; False if a bot is to give one."""
        return False

    def _build_ui(self) -> None:
        self._rings: list[HighlightRing] = []
        super()._build_ui()
        self.log.hide()

    def restore_view_state(self, state: object) -> None:
        super().restore_view_state(state)
        self.update_card()

    def update_card(self) -> None:
        """Show the current step on the card; subclasses implement it."""
        raise NotImplementedError

    def _make_controller(self, match: Match, setups: Sequence[SeatSetup]) -> MatchController:
        return LessonController(match, setups, self)

    def _make_file(self, path: Path | None, side: AutosaveFile | None, unsaved: int) -> MatchFile:
        return NullMatchFile(self.controller, self.opened, path, self, AutosaveFile(), unsaved)

    def _build(self, theme: Theme) -> None:
        super()._build(theme)
        chapters = self.opened.game.text.book()
        self._clauses = {clause.key: clause for chapter in chapters for clause in chapter.clauses}
        self.card = LessonCard(self.name(), WIDTH)
        self.card.clause_requested.connect(lambda rule: self.request.emit(ShowRules(self.opened.game, rule)))
        column = self.right.layout()
        assert column is not None
        column.removeWidget(self.insets)
        column.addWidget(self.card)
        column.addWidget(self.insets)
        column.addWidget(QWidget())

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.update_card()  # the colour of a link is part of its text

    def show_clause(self, number: str) -> None:
        clause = self._clauses.get(number)
        self.card.show_clause(number if clause is not None else "", clause.title if clause is not None else "")

    def highlight_parts(self, *parts: QWidget) -> None:
        """Show rings around these widgets instead of the previous ones."""
        for halo in self._rings:
            halo.hide()
            halo.part.removeEventFilter(halo)
            halo.deleteLater()
        self._rings = [HighlightRing(part, self) for part in parts]

    def _fit_parts(self) -> None:
        super()._fit_parts()
        high = self.card.heightForWidth(self.card.width())
        self.card.setFixedHeight(high)  # the size hint, which the layout uses, ignores wrapped lines
        self.insets.set_max_height(max(120, self.panes.column_height - high - 2 * GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def title(self) -> str:
        return f"{self.name()} · {self.opened.game.info.name}"

    def path(self) -> Path | None:
        return None

    def can_save(self) -> bool:
        return False
