"""The card that explains a problem, and the preview of fixes that change much."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from studio.core.book import Example, Explanation, explain_problem
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity
from studio.core.text import _, key_names, with_label
from studio.gui import widgets as w
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.document import FixBatch
from studio.gui.output.thumbnails import ERROR_ROLE, MENTION_ROLE, MarkedBoard

CARD_WIDTH, PADDING, GAP = 660, 18, 16
BOARD_SIZE = QSize((CARD_WIDTH - 2 * PADDING - GAP) // 2, 150)
MARGIN = 12  # around the card


class ExplainCard(QWidget):
    """An overlay above `anchor`, closed by Escape or its button; then `closed` says that the focus may go back."""

    fix_requested = Signal(object)
    rule_requested = Signal(str)
    show_requested = Signal(tuple)
    closed = Signal()

    def __init__(self, host: QWidget, anchor: QWidget, game: Game) -> None:
        super().__init__(host)
        self._host, self.anchor, self.game = host, anchor, game
        self.problem: Problem | None = None
        self.explanation: Explanation | None = None
        self.example_boards: list[MarkedBoard] = []
        self.fix_button: w.PlainButton | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._column = w.vbox(parent=self, spacing=10, margins=(PADDING, 14, PADDING, 16))
        host.installEventFilter(self)
        self.hide()

    def explain(self, problem: Problem) -> None:
        if problem == self.problem and self.isVisible():
            return
        self.problem, self.explanation = problem, self.game.checks.explain(problem.code)
        while (item := self._column.takeAt(0)) is not None and (part := item.widget()) is not None:
            part.hide()
            part.deleteLater()
        self.example_boards, self.fix_button = [], None
        self._content = self._make_body(problem, self.explanation)
        area = w.ScrollArea(self._content, name=self.explanation.title)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._header, self._footer = self._make_header(problem, self.explanation), self._make_footer(problem)
        for part, stretch in ((self._header, 0), (area, 1), (self._footer, 0)):
            self._column.addWidget(part, stretch)
        self.setAccessibleName(_("Explanation: {title}").format(title=self.explanation.title))
        text = (*self.explanation.paragraphs, *explain_problem(self.explanation, problem))
        self.setAccessibleDescription(" ".join(text))
        self._update_position()
        self.show()
        self.raise_()
        self.setFocus()

    def close_card(self) -> None:
        keys = self.window().focusWidget()
        had_keys = keys is self or (keys is not None and self.isAncestorOf(keys))
        self.problem = None
        self.hide()
        if had_keys:
            self.closed.emit()

    def _make_header(self, problem: Problem, explanation: Explanation) -> QWidget:
        header = QWidget()
        row = w.hbox(
            w.SeverityMark(problem.severity, 18), w.title_label(explanation.title, 24), parent=header, spacing=10
        )
        if explanation.clause:
            self.rule_button = w.PlainButton(explanation.clause, "book", small=True)
            self.rule_button.clicked.connect(lambda: self.rule_requested.emit(explanation.clause))
            w.set_tooltip(self.rule_button, _("Open the rule in the rulebook"))
            row.addWidget(self.rule_button)
        row.addStretch(1)
        close = w.ToolButton("cross", _("Close (Esc)"), px=28, icon_px=16, act=self.close_card)
        row.addWidget(close)
        return header

    def _make_body(self, problem: Problem, explanation: Explanation) -> QWidget:
        content = QWidget()
        column = w.vbox(parent=content, spacing=12)
        pictures = self._make_examples(explanation.examples, problem.severity)
        grid = QGridLayout()
        grid.setHorizontalSpacing(GAP)
        for place, picture in enumerate(pictures):
            grid.addWidget(picture, 0, place, Qt.AlignmentFlag.AlignTop)
        labels = [w.text_label(text, "text", 15, wrap=True) for text in explanation.paragraphs]
        if len(pictures) == 1:
            grid.addLayout(w.vbox(*labels, 1, spacing=8), 0, 1)
        for place in (0, 1):
            grid.setColumnStretch(place, 1)
        if pictures:
            column.addLayout(grid)
        for label in labels if len(pictures) != 1 else ():
            column.addWidget(label)
        reason = w.Inset()
        reason.column.addWidget(w.title_label(_("On this board"), 17))
        reason.column.addWidget(w.text_label(" ".join(explain_problem(explanation, problem)), "text", 14, wrap=True))
        column.addWidget(reason)
        column.addStretch(1)
        return content

    def _make_examples(self, examples: tuple[Example, ...], severity: Severity) -> list[QWidget]:
        """Return the boards that look different, each above its caption."""
        drawn = [(example, self.game.sketch.sketch(example.body, still=True)) for example in examples]
        if len(drawn) == 2 and drawn[0][1] == drawn[1][1]:
            drawn.pop()  # the fixed piece is in the box, so the board does not show it
        found: list[QWidget] = []
        for number, (example, picture) in enumerate(drawn):
            head = (_("Problem") if severity > Severity.INFO else _("Example"), _("Fixed"))[number]
            role, name = MENTION_ROLE if number else ERROR_ROLE, with_label(head, example.caption)
            board = MarkedBoard(picture, example.cells, role, BOARD_SIZE, name)
            self.example_boards.append(board)
            found.append(QWidget())
            caption = w.text_label(example.caption, "second", 13, wrap=True)
            w.vbox(board, w.title_label(head, 16), caption, 1, parent=found[-1], spacing=4)
        return found

    def _make_footer(self, problem: Problem) -> QWidget:
        footer = QWidget()
        row = w.hbox(parent=footer, spacing=8)
        if problem.fix is not None:
            self.fix_button = w.PrimaryButton(w.escape_mnemonic(problem.fix.label))
            self.fix_button.setMaximumWidth(CARD_WIDTH // 2)
            self.fix_button.clicked.connect(lambda: self.fix_requested.emit(problem))
            row.addWidget(self.fix_button)
        show = w.PlainButton(_("Show"), act=lambda: self._show_place(problem))
        row.addWidget(show)
        row.addStretch(1)
        row.addWidget(w.text_label(problem.code, "second", 13))
        return footer

    def _show_place(self, problem: Problem) -> None:
        self.close_card()
        self.show_requested.emit((problem,))

    def _update_position(self) -> None:
        host = self._host
        width = min(CARD_WIDTH, host.width() - 2 * MARGIN)
        inner = width - 2 * PADDING
        wanted = self._content.heightForWidth(inner)
        rest = self._header.sizeHint().height() + self._footer.sizeHint().height()
        height = min(wanted + rest + 2 * 10 + 30, host.height() - 2 * MARGIN)
        corner = self.anchor.mapTo(host, QPoint(0, 0))
        left = min(max(corner.x() + (self.anchor.width() - width) // 2, MARGIN), host.width() - width - MARGIN)
        top = min(max(corner.y() - height - MARGIN // 2, MARGIN), host.height() - height - MARGIN)
        self.setGeometry(left, top, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._host and self.isVisible():
            self._update_position()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            w.paint_floating(painter, QRectF(self.rect()).adjusted(4, 3, -4, -5), 4, "gold_border")

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on Escape and F1; the card comes first.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in CLOSE_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CLOSE_KEYS:
            self.close_card()
        else:
            super().keyPressEvent(event)


CLOSE_KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_F1)


TIGHT_WIDTH, MAX_TEXT_HEIGHT = 520, 38  # below this no shortcuts on buttons; the height of two lines


class FixPreviewBar(QWidget):
    """Shows what a fix would change, with buttons to apply or cancel it. Enter and Escape work too."""

    answered = Signal(bool)
    toggled = Signal()  # the question was shown or hidden

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(44)
        self.text = ""
        self._label = w.text_label("", "text", 13, wrap=True)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.cancel_button = w.PlainButton(_("Cancel"), "", key_names("Esc"), small=True)
        self.apply_button = w.PrimaryButton(_("Apply"), "", key_names("Enter"), small=True)
        self.cancel_button.clicked.connect(lambda: self.answered.emit(False))
        self.apply_button.clicked.connect(lambda: self.answered.emit(True))
        buttons = self.cancel_button, self.apply_button
        self._row = w.hbox((self._label, 1), *buttons, parent=self, spacing=8, margins=(12, 0, 6, 0))
        self.hide()

    def show_question(self, text: str) -> None:
        self.text = text
        self.setAccessibleName(text)
        w.set_tooltip(self._label, text)
        self.show()
        self.toggled.emit()
        self._fit_text()
        self.apply_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def hide_question(self) -> None:
        if not self.isHidden():
            self.hide()
            self.toggled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_tight = event.size().width() < TIGHT_WIDTH
        self.cancel_button.set_text(self.cancel_button.text(), key="" if is_tight else key_names("Esc"))
        self.apply_button.set_text(self.apply_button.text(), key="" if is_tight else key_names("Enter"))
        self._fit_text()

    def _fit_text(self) -> None:
        """Elide the text to two lines."""
        self._row.activate()
        text, width = self.text.split(" "), self._label.width()
        while len(text) > 1 and w.wrapped_height(" ".join(text), width, 13) > MAX_TEXT_HEIGHT:
            text[-2:] = ["…"]
        self._label.setText(" ".join(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(not self.cancel_button.hasFocus())
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with w.painter_on(self) as painter:
            w.paint_box(painter, box, "tint", "accent")


class FixPreview(QObject):
    """Applies small fixes at once and previews large ones. Any other change of the board drops the preview."""

    closed = Signal()  # the preview has ended while its bar had the focus

    def __init__(self, board: EditorBoardController, bar: FixPreviewBar) -> None:
        super().__init__(board)
        self.board, self.document, self.bar = board, board.document, bar
        self.fixes: FixBatch | None = None
        bar.answered.connect(self.finish)
        board.preview_dropped.connect(self._close)

    def apply_or_preview(self, fixes: FixBatch) -> None:
        from studio.services.layout_diff import preview_edit, preview_text

        self.board.cancel()
        document = self.document
        edit = preview_edit(document.game, document.body, fixes.body)
        if not edit.is_large:
            document.apply_fixes(fixes)
            return
        self.fixes = fixes
        self.board.show_preview(fixes.body, [*edit.cells, *edit.edges])
        changes = preview_text(document.game, document.body, edit)
        self.bar.show_question(_("{what}? {changes}").format(what=fixes.label, changes=changes))

    def finish(self, is_accepted: bool) -> None:
        """Apply the previewed fix or drop it."""
        fixes = self.fixes
        self.board.drop_preview()
        if fixes is not None and is_accepted:
            self.document.apply_fixes(fixes)

    def _close(self) -> None:
        had_keys = self.bar.apply_button.hasFocus() or self.bar.cancel_button.hasFocus()
        self.fixes = None
        self.bar.hide_question()
        if had_keys:
            self.closed.emit()
