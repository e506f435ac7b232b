"""The open layout of an editor page: snapshot, undo steps, problems, and how it is saved."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec
from PySide6.QtCore import QObject, Signal

from studio.core.game import Body
from studio.core.grid import Grid
from studio.core.picture import parse_place
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity, by_severity
from studio.core.text import _, plural
from studio.documents.files import DocumentError
from studio.documents.schema import Unknown
from studio.documents.store import Ignored, Layout
from studio.gui.undo import UndoStack, UndoStep
from studio.services import loading


class LayoutSnapshot(NamedTuple):
    """An immutable state of a layout, so that undo needs no inverse."""

    name: str
    author: str
    notes: str
    body: Body
    pins: tuple[tuple[str, str], ...] = ()  # names of places and notes
    ignored: tuple[Ignored, ...] = ()
    unknown: tuple[Unknown, ...] = ()  # fields of other programs, in the layout and in its body
    body_unknown: tuple[Unknown, ...] = ()


class FixBatch(NamedTuple):
    """The undo label of some fixes, the body after them, and their number."""

    label: str
    body: Body
    number: int


def snapshot_of(opened: loading.LoadedLayout) -> LayoutSnapshot:
    layout, pins = opened.layout, tuple(opened.layout.pins.items())
    texts = layout.name, layout.author, layout.notes
    return LayoutSnapshot(*texts, opened.body, pins, layout.ignored, layout.unknown, opened.unknown)


class EditCommand(UndoStep[LayoutSnapshot]):
    icon = ""


class EditorDocument(QObject):
    """The layout of an editor page. Every change is a new immutable snapshot; nothing is edited in place.

    `body_changed(old, new)` also comes during strokes; `step_finished` after a step was done, undone or redone and
    the problems were checked.
    """

    body_changed = Signal(object, object)
    meta_changed = Signal()
    step_finished = Signal()
    problems_changed = Signal()
    history_changed = Signal()
    """The last step done or the saved step has changed. Connect to this, not to the stack:
    a stack that is being deleted still signals."""
    saved = Signal()

    def __init__(self, opened: loading.LoadedLayout, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.loaded = opened
        self.game: Game = opened.game
        self.snapshot = snapshot_of(opened)
        self.stack = UndoStack(self)
        for signal in (self.stack.indexChanged, self.stack.cleanChanged):
            signal.connect(self.history_changed)
        self.path: Path | None = Path(opened.path) if opened.path is not None else None
        self.check_problems: tuple[Problem, ...] = ()
        self.verify_problems: tuple[Problem, ...] = ()
        self.lab_problems: tuple[Problem, ...] = ()
        self.check_seconds = 0.0  # of the last check, without verification
        self.check_count = 0  # checks so far, verifications included
        self._stroke: LayoutSnapshot | None = None
        self._bulk_step = (0, 1)  # a step that counts as several changes: its index and how many
        self._unsaved_changes = 0
        self._checked_body: Body = None
        self.grid: Grid = self.game.body.grid(opened.body)
        self._filtered: loading.FilteredProblems | None = None

    # state

    @property
    def body(self) -> Body:
        """The body as shown, an unfinished stroke included."""
        return self.snapshot.body

    @property
    def is_in_stroke(self) -> bool:
        return self._stroke is not None

    @property
    def body_before_stroke(self) -> Body:
        """The body without an unfinished stroke."""
        return (self._stroke or self.snapshot).body

    @property
    def is_modified(self) -> bool:
        return not self.stack.isClean()

    @property
    def changes(self) -> int:
        """The number of changes between the file and the layout, without an unfinished stroke."""
        saved, now = self.stack.cleanIndex(), self.stack.index()
        if saved < 0:
            return max(self._unsaved_changes + now, 1)
        first, last = sorted((saved, now))
        step, count = self._bulk_step
        return last - first + (count - 1 if first < step <= last else 0)

    # changes

    def show_stroke(self, body: Body) -> None:
        """Show a body as part of an unfinished stroke."""
        if self._stroke is None:
            self._stroke = self.snapshot
        self._set_snapshot(self.snapshot._replace(body=body))

    def end_stroke(self, label: str, icon: str = "", merge_key: Hashable | None = None) -> bool:
        """Make the stroke one undo step; return whether anything has changed."""
        old, self._stroke = self._stroke or self.snapshot, None
        return self._push_step(label, old, self.snapshot, merge_key, icon)

    def drop_stroke(self) -> None:
        if self._stroke is not None:
            old, self._stroke = self._stroke, None
            self._set_snapshot(old)

    def apply(self, label: str, body: Body, merge_key: Hashable | None = None, icon: str = "") -> bool:
        """Set a new body as one undo step; return whether it differs."""
        return self._push(label, self.snapshot._replace(body=body), merge_key, icon)

    def rename(self, field: str, value: str) -> bool:
        """Set name, author or notes; consecutive calls for one field merge into one undo step."""
        labels = {"name": _("Name changed"), "author": _("Author changed"), "notes": _("Notes changed")}
        draft = self.snapshot._replace(**{field: value})  # type: ignore[arg-type]  # the three are texts
        return self._push(labels[field], draft, ("meta", field), "pencil")

    @property
    def pins(self) -> dict[str, str]:
        return dict(self.snapshot.pins)

    def pin(self, space: str, text: str) -> bool:
        """Set the note on a space or edge; "" removes it."""
        pins = {name: remark for name, remark in self.snapshot.pins if name != space}
        if text:
            pins[space] = text
        label = (_("Note on {space}") if text else _("Note on {space} removed")).format(space=space)
        ordered = sorted(pins.items(), key=lambda pin: (parse_place(self.grid, pin[0]), pin[0]))
        return self._push(label, self.snapshot._replace(pins=tuple(ordered)), None, "pin")

    def resize(self, label: str, body: Body, left: int, top: int) -> bool:
        """Set a body with `left` more columns and `top` more rows there. Notes and ignored problems move along."""
        old, new = self.grid, self.game.body.grid(body)
        places = [(loading.move_name(name, old, new, left, top), text) for name, text in self.snapshot.pins]
        pins = tuple(place for place in places if place[0])
        ignored = loading.move_entries(self.snapshot.ignored, old, new, left, top)
        return self._push(label, self.snapshot._replace(body=body, pins=pins, ignored=ignored), None, "resize")

    def undo(self) -> None:
        """Drop an unfinished stroke, or else undo one step."""
        if self._stroke is not None:
            self.drop_stroke()
        else:
            self.stack.undo()

    def redo(self) -> None:
        if self._stroke is None:
            self.stack.redo()

    def replace_layout(self, layout: Layout, label: str, changes: int = 1) -> bool:
        """Replace the layout in one undo step of `changes`; return whether it differs. Raises `DocumentError`."""
        if layout.game != self.game.info.slug:
            return False
        other = loading.parse_layout(layout)
        self.drop_stroke()
        draft = snapshot_of(other)
        self.loaded = dataclasses.replace(self.loaded, layout=layout)
        if draft != self.snapshot:
            self._bulk_step = (self.stack.index() + 1, changes)
        return self._push(label, draft, None, "history")

    def mark_changed(self, changes: int = 1) -> None:
        """Mark the layout as unsaved, with this number of changes."""
        self._unsaved_changes = changes
        self.stack.resetClean()

    # problems

    @property
    def all_problems(self) -> list[Problem]:
        """All known problems, worst first, without duplicates."""
        verified = [problem for problem in self.verify_problems if problem not in self.check_problems]
        return by_severity([*self.check_problems, *verified, *self.lab_problems])

    @property
    def filtered_problems(self) -> loading.FilteredProblems:
        """All problems, split by what the layout ignores."""
        if self._filtered is None:
            self._filtered = loading.filter_ignored(self.all_problems, self.snapshot.ignored, self.grid)
        return self._filtered

    @property
    def problems(self) -> list[Problem]:
        """All problems that are not ignored, worst first."""
        return self.filtered_problems.active

    def ignore(self, problems: Sequence[Problem], reason: str, everywhere: bool = False) -> bool:
        """Ignore problems of one code: at these places, or everywhere. Errors still count."""
        entry = Ignored(problems[0].code, reason)
        if not everywhere:
            entry = loading.make_ignore_entry(problems, self.grid, reason)
        draft = self.snapshot._replace(ignored=(*self.snapshot.ignored, entry))
        return self._push(_("Problems ignored"), draft, None, "eye_closed")

    def unignore(self, entry: Ignored) -> bool:
        ignored = tuple(other for other in self.snapshot.ignored if other != entry)
        return self._push(_("Problems no longer ignored"), self.snapshot._replace(ignored=ignored), None, "eye")

    def count(self, severity: Severity) -> int:
        return sum(problem.severity is severity for problem in self.problems)

    def recheck(self) -> None:
        """Run the checks now; results of the verification and of an older body are dropped."""
        self.verify_problems = ()  # of another body
        self._checked_body = self.body
        begun = perf_counter()
        self.check_problems = (*self.game.checks.check(self.body), *loading.file_problems(self.to_loaded()))
        self.check_seconds = perf_counter() - begun
        self.check_count += 1
        self._problems_updated()

    def set_verify_problems(self, problems: Sequence[Problem]) -> None:
        self.verify_problems = tuple(problems)
        self.check_count += 1
        self._problems_updated()

    def set_lab_problems(self, problems: Sequence[Problem]) -> None:
        if tuple(problems) != self.lab_problems:
            self.lab_problems = tuple(problems)
            self._problems_updated()

    def _problems_updated(self) -> None:
        self._filtered = None
        self.problems_changed.emit()

    def apply_fixes(self, fixes: FixBatch) -> bool:
        self.drop_stroke()
        return self.apply(fixes.label, fixes.body, icon="wand")

    def safe_fixes(self) -> FixBatch:
        """Return all fixes that remove nothing."""
        count, body = self._collect_fixes(lambda problem: problem.fix is not None and problem.fix.safe)
        return FixBatch(plural("{n} safe fix", "{n} safe fixes", count).format(n=count), body, count)

    def fixes_for(self, code: str) -> FixBatch:
        """Return the fixes of all problems with one code, safe or not."""
        count, body = self._collect_fixes(lambda problem: problem.code == code)
        return FixBatch(plural("{n} fix", "{n} fixes", count).format(n=count), body, count)

    def _collect_fixes(self, accept: Callable[[Problem], bool]) -> tuple[int, Body]:
        """Return the number of accepted fixes and the body after them."""
        self.drop_stroke()
        entries, grid = self.snapshot.ignored, self.grid

        def wanted(problem: Problem) -> bool:
            return accept(problem) and not loading.is_ignored(problem, entries, grid)

        made, body = loading.apply_fixes(self.game, self.body, self.problems, wanted)
        return len(made), body

    # files

    def to_loaded(self, with_stroke: bool = True) -> loading.LoadedLayout:
        draft = self.snapshot if with_stroke else self._stroke or self.snapshot
        layout = msgspec.structs.replace(
            self.loaded.layout,
            name=draft.name,
            author=draft.author,
            notes=draft.notes,
            pins=dict(draft.pins),
            ignored=draft.ignored,
            unknown=draft.unknown,
        )
        loaded = self.loaded
        return dataclasses.replace(loaded, path=self.path, layout=layout, body=draft.body, unknown=draft.body_unknown)

    def save(self, path: Path) -> None:
        """Write the layout atomically. Raises `DocumentError`; the document then stays unsaved."""
        self.drop_stroke()
        self.loaded = loading.save_layout(self.to_loaded(), path)
        self.path = path
        self.stack.setClean()
        self.saved.emit()

    def reload(self) -> None:
        """Read the file again, as one undo step. Raises `DocumentError`; the document then stays as it is."""
        assert self.path is not None, "a layout without a file has nothing to read"
        opened = loading.load_layout(self.path)
        if opened.game is not self.game:
            raise DocumentError(self.path, "`$.game`", _("it is now a layout of another game. Open it as a file."))
        self.replace_layout(opened.layout, _("Reloaded"))
        self.stack.setClean()

    # internals

    def _push(self, label: str, new: LayoutSnapshot, key: Hashable | None, icon: str) -> bool:
        self.drop_stroke()
        return self._push_step(label, self.snapshot, new, key, icon)

    def _push_step(self, label: str, old: LayoutSnapshot, new: LayoutSnapshot, key: Hashable, icon: str) -> bool:
        if old == new:
            return False
        step = EditCommand(label, old, new, self._restore_snapshot, key)
        step.icon = icon
        self.stack.push(step)
        return True

    def _restore_snapshot(self, draft: LayoutSnapshot) -> None:
        """Show a snapshot because a step was done, undone or redone."""
        self._stroke = None
        before = self.snapshot
        self._set_snapshot(draft)
        if draft.body is not self._checked_body or draft[-2:] != before[-2:]:
            self.recheck()
        elif draft.ignored != before.ignored:
            self._problems_updated()
        self.step_finished.emit()

    def _set_snapshot(self, draft: LayoutSnapshot) -> None:
        old, self.snapshot = self.snapshot, draft
        if old.body is not draft.body:
            self.grid = self.game.body.grid(draft.body)
            self.body_changed.emit(old.body, draft.body)
        if old._replace(body=None) != draft._replace(body=None):
            self.meta_changed.emit()
