"""The table of a lesson: a real one, with a card beside it, that is written into no file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from studio.core.match import Match, Node
from studio.core.text import SEAT_NAMES
from studio.documents.keeping.side_file import SideFile
from studio.documents.record import HUMAN
from studio.gui.learn.card import Halo, LessonCard
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.match_file import MatchFile
from studio.gui.play.match.situation import PLAY, PREPARED, Setup
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.insets import WIDTH
from studio.gui.play.room import GAP
from studio.gui.start.setup.seats_form import SeatSetup
from studio.gui.style.theme import Theme
from studio.lessons.prepared import PreparedMatch


class NoFile(MatchFile):
    """A lesson is kept nowhere: how far one came is remembered with the settings."""

    def keep(self) -> None:
        """Nothing."""

    def is_modified(self) -> bool:
        return False

    def farewell(self) -> str:
        return ""


class LessonController(MatchController):
    """Runs a lesson: what was tried may always be taken back, to where the lesson lets one begin, seals or no seals."""

    helps: Callable[[], None] | None = None
    """What is done when a hint is asked for, in place of a bot's advice."""

    def ask_hint(self) -> None:
        if self.helps is not None and self.mode == PLAY:
            self.helps()
        else:
            super().ask_hint()

    @property
    def is_free(self) -> bool:
        return True

    @property
    def _begun(self) -> int:
        """How many decisions were made before the person's first."""
        return self.match.start.depth if isinstance(self.match, PreparedMatch) else 0

    def steps(self) -> Sequence[Node]:
        return super().steps()[self._begun :]

    def undo_steps(self) -> int:
        if self.mode != PLAY:
            return super().undo_steps()
        count, node = 0, self.match.node
        while node.parent is not None and node.depth > self._begun:
            count, node = count + 1, node.parent
            if node.state.to_move in self.humans:
                return count
        return 0


def seated(seats: int, seat: int, others: str = PREPARED) -> list[SeatSetup]:
    """The person in a seat, and others round the table."""
    kinds = [HUMAN if one == seat else others for one in range(seats)]
    return [SeatSetup(name, kind) for name, kind in zip(SEAT_NAMES, kinds, strict=False)]


class LessonPage(PlayPage):
    """A table with a card in the place of its log. Subclasses fill the card and watch over the moves."""

    icon_name = "book"
    manual = "learning"
    follows = PlayPage.follows - {"autoplay", "confirms"}  # here every choice is the person's

    lesson_path: Path | None = None
    """The file of a lesson that has one."""

    def name(self) -> str:
        """What the lesson is called."""
        raise NotImplementedError

    def furnish(self) -> None:
        self._halos: list[Halo] = []
        super().furnish()
        self.log.hide()

    def recall(self, memory: object) -> None:
        super().recall(memory)
        self.tell()

    def tell(self) -> None:
        """Show on the card how things stand."""
        raise NotImplementedError

    def _runner(self, match: Match, setups: Sequence[Setup]) -> MatchController:
        self.runner = LessonController(match, setups, self)
        return self.runner

    def _file(self, path: Path | None, side: SideFile | None, unsaved: int) -> MatchFile:
        return NoFile(self.controller, self.opened, path, self, SideFile(), unsaved)

    def _build(self, theme: Theme) -> None:
        super()._build(theme)
        chapters = self.opened.game.book()
        self._clauses = {clause.key: clause for chapter in chapters for clause in chapter.clauses}
        self.card = LessonCard(self.name(), WIDTH)
        self.card.clause_wanted.connect(lambda number: self.rule_requested.emit(self.opened.game, number))
        column = self.right.layout()
        assert column is not None
        column.removeWidget(self.insets)
        column.addWidget(self.card)
        column.addWidget(self.insets)
        column.addWidget(QWidget())

    def show_clause(self, number: str) -> None:
        """Say which clause tells more."""
        clause = self._clauses.get(number)
        self.card.show_clause(number if clause is not None else "", clause.title if clause is not None else "")

    def ring(self, *parts: QWidget) -> None:
        """Put rings round these parts of the table, and take away those of before."""
        for halo in self._halos:
            halo.hide()
            halo.part.removeEventFilter(halo)
            halo.deleteLater()
        self._halos = [Halo(part, self) for part in parts]

    def _fit_parts(self) -> None:
        super()._fit_parts()
        high = self.card.heightForWidth(self.card.width())  # its lines are wrapped
        self.card.setFixedHeight(high)  # a layout gives no more than the hint, which knows of no width
        self.insets.set_room(max(120, self.room.column_height - high - 2 * GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def title(self) -> str:
        return f"{self.name()} · {self.opened.game.info.name}"

    def path(self) -> Path | None:
        return None

    def can_save(self) -> bool:
        return False
