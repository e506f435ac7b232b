"""The branches of an analysis around the position on show: what was tried instead, and how it went on."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from studio.core.match import Node
from studio.core.text import _, plural
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.eyes import UNKNOWN
from studio.gui.play.match.situation import ANALYSIS
from studio.gui.widgets import Card, text_label


class BranchesCard(Card):
    """A list of nodes; `visited(node)` when one is clicked."""

    visited = Signal(object)

    def __init__(self, controller: MatchController, parent: QWidget | None = None) -> None:
        super().__init__(_("Branches"), " ", parent, padding=12)
        self.controller = controller
        self._nodes: list[Node] = []
        self._words = QStringListModel(self)
        self.list = QListView()
        self.list.setModel(self._words)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(_("Branches"))
        self.body.addWidget(self.list, 1)
        self.afresh = text_label("", "second", 13)
        self.afresh.setWordWrap(True)
        self.body.addWidget(self.afresh)
        self.list.activated.connect(self._visit)
        self.list.clicked.connect(self._visit)

    def refresh(self) -> None:
        """Show what surrounds the position on show."""
        controller = self.controller
        if controller.mode != ANALYSIS:
            self._nodes = []
            self._words.setStringList([])
            return
        self.afresh.setText(self._said_of_the_hidden())
        self.afresh.setVisible(controller.is_dealt_anew)
        node = controller.node
        rows: list[tuple[Node, str]] = []
        if node.parent is not None:
            rows += [
                (other, _("instead: {move}").format(move=self._move(other)))
                for other in node.parent.children
                if other is not node
            ]
        rows += [(child, _("then: {move}").format(move=self._move(child))) for child in node.children]
        self._nodes = [other for other, _words in rows]
        self._words.setStringList([words for _other, words in rows])
        lines = count_lines(controller.match.root)
        self.set_note(plural("{n} line", "{n} lines", lines).format(n=lines))

    def _said_of_the_hidden(self) -> str:
        controller = self.controller
        if controller.viewer < 0:
            return _("All that is hidden was dealt anew; none of it is true.")
        name = controller.names[controller.viewer]
        return _("What {name} cannot see was dealt anew; none of it is true.").format(name=name)

    def _move(self, node: Node) -> str:
        if node.decision is None or node.parent is None:
            return ""
        controller, action = self.controller, node.decision.action
        if action == UNKNOWN:
            return controller.say(next((event.text for event in node.events if event.text), "…"))
        return controller.say(controller.match.game.button(node.parent.state, action))

    def _visit(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self._nodes):
            self.visited.emit(self._nodes[index.row()])


def count_lines(root: Node) -> int:
    """How many lines of play a tree holds."""
    waiting, lines = [root], 0
    while waiting:
        node = waiting.pop()
        waiting += node.children
        lines += not node.children
    return lines
