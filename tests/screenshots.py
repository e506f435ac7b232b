"""Pictures of every main view in both themes and two sizes: `python -m tests.screenshots DIR`.

Each picture is made by doing what a person would do: open, paint, point, play. No game is named.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QDialog

from studio.core.game import EVERYBODY, Options
from studio.core.match import Match
from studio.core.picture import EDGE_BASE
from studio.core.problems import Problem, Severity
from studio.core.text import SEAT_NAMES, use_language
from studio.documents.autosave import AutosaveFile, TurnInfo, discard, find_unsaved, list_stored_matches, new_match_file
from studio.documents.components import components
from studio.documents.paths import resources_dir, shipped_layouts, shipped_lessons
from studio.documents.store import DocumentError, Layout, save_with_backup
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.editor.survey.overlays import LAB_PREFIX
from studio.gui.editor.tools import ToolEvent
from studio.gui.headless import SmokeTestError, isolated_data_dir, open_window, photograph, settle, wait_until
from studio.gui.lab.heatmap import DIFFERENCE
from studio.gui.lab.page import SPACES, LabPage
from studio.gui.learn.lessons import TutorialPage
from studio.gui.output.print_page import PrintPage
from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.page import SeatSetup
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.about import Licences, about_dialog
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.shortcuts import ShortcutEditor, all_commands, shortcuts_dialog
from studio.gui.shell.version_history import CompareDialog, VersionHistory, list_versions
from studio.gui.start.match_setup import ErrorsDialog, MatchSetup
from studio.gui.start.new_layout import NewLayoutDialog
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import dialogs
from studio.lab.jobs import make_bots
from studio.services.loading import LoadedLayout, load_layout, parse_layout, start_match, to_layout, to_record

SIZES: tuple[tuple[int, int], ...] = ((1280, 720), (1440, 900))
THEMES = ("light", "dark")
SEED = 8
WAIT = 1.5


def wait_for_boards(seconds: float = 0.3) -> None:
    """Wait until all small boards are drawn."""
    settle(seconds)
    wait_until(lambda: not thumbnail_queue().is_busy(), "the small boards")


class Camera:
    """Takes one set of pictures: one window, one theme, one size, one game."""

    def __init__(self, window: MainWindow, folder: Path, mark: str) -> None:
        self.window = window
        self.folder = folder
        self.mark = mark
        self.taken: list[Path] = []

    def take(self, name: str, wait: float = WAIT) -> None:
        settle(wait)
        self.taken.append(photograph(self.window, self.folder / f"{name}_{self.mark}.png"))

    def take_dialog(self, name: str, dialog: QDialog, wait: float = 0.5) -> None:
        """A dialog, which is closed again."""
        dialog.show()
        settle(wait)
        self.taken.append(photograph(dialog, self.folder / f"{name}_{self.mark}.png"))
        dialog.close()
        dialog.deleteLater()


def start_and_dialogs(camera: Camera, opened: LoadedLayout) -> None:
    window = camera.window
    for path in shipped_layouts(opened.game.info.slug)[:4]:
        settings().add_recent(path)
    window.show_page(window.start)
    window.start.refresh_recent()
    wait_for_boards()
    camera.take("start")
    setup = MatchSetup(window, opened)
    setup.show()
    wait_for_boards()
    camera.take_dialog("match_setup", setup)
    making = NewLayoutDialog(window, SEED)
    making.games.chips[opened.game.info.slug].click()
    making.show()
    wait_until(lambda: making.new_layout() is not None and not making.alternatives.is_busy, "the new layout")
    wait_for_boards(0)
    camera.take_dialog("new_layout", making)
    error = DocumentError("Layouts/the_long_gulf.json", "`$.body.tiles[3]`", "a text was expected here, not a number.")
    camera.take_dialog("dialog_damaged", dialogs.document_error(window, error))
    problems = list(_spoilt(opened)[1])
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    camera.take_dialog("dialog_unplayable", ErrorsDialog(window, errors))
    camera.take_dialog("dialog_about", about_dialog(window))
    camera.take_dialog("dialog_licences", Licences(window, components()))
    camera.take_dialog("dialog_shortcuts", shortcuts_dialog(window, window.menus.bar, window.active_page()))
    camera.take_dialog("dialog_rebinding", ShortcutEditor(window, all_commands(window)))
    window.commands.open_command_palette()
    camera.take("find_command")
    window.commands.open_command_palette()
    page = window.commands.show_settings()
    camera.take("settings")
    window.close_page(page)


def kept(camera: Camera, opened: LoadedLayout) -> None:
    """What was kept: documents of a program that died, a match on the way, earlier versions of a file."""
    window, layout = camera.window, to_layout(opened)
    whole = _played(opened)
    names, kinds = SEAT_NAMES[: whole.seats], ["human"] * whole.seats
    for part in (whole, _until(whole, len(whole.decisions()) // 2)):
        seat = part.state.to_move
        standing = TurnInfo(part.game.text.turn_title(part.state), seat, names[seat] if seat >= 0 else "")
        match = new_match_file()
        match.write(to_record(part, layout, names, kinds), turn_info=standing)
        match.close()
    lost = [AutosaveFile(), AutosaveFile()]
    lost[0].write(to_record(part, layout, names, kinds), camera.folder / "evening.json", 4, standing)
    lost[1].write(layout, camera.folder / "layout.json", 23)
    for side in lost:
        side.close()
    window.show_page(window.start)
    window.start.refresh_recent()
    wait_for_boards()
    camera.take("start_recovered")
    for unsaved in find_unsaved():
        discard(unsaved.path)
    for old in list_stored_matches():
        discard(old.path)
    window.start.refresh_recent()
    path = camera.folder / "layout.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    for body in (_spoilt(opened)[0], opened.body):
        save_with_backup(path, to_layout(replace(opened, body=body)))
    dialog = VersionHistory(window, layout.name, list_versions(path, opened), opened)
    dialog.show()
    wait_for_boards()
    camera.take_dialog("earlier_versions", dialog)
    then = list_versions(path, opened)[-1].document
    if isinstance(then, Layout):
        sides = ("Current version", opened), ("Saved this morning", parse_layout(then))
        camera.take_dialog("comparison", CompareDialog(window, layout.name, sides, ()))
    path.unlink()


def _spoilt(opened: LoadedLayout) -> tuple[object, list[Problem]]:
    """A body of a layout after some careless strokes, with the findings: errors, and warnings if it can be."""
    game, body = opened.game, opened.body
    cells = sorted(target.cell for target in game.sketch.sketch(body).targets if 0 <= target.cell < EDGE_BASE)
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    found = list(game.checks.check(body))
    for expected in (Severity.ERROR, Severity.WARNING, Severity.ERROR):
        before = sum(problem.severity is expected for problem in found)
        for number in range(len(cells) * len(stamps)):
            cell = cells[number * 31 % len(cells)]
            stamp = stamps[number * 7 % len(stamps)]
            tried = game.editing.stamp(body, cell, stamp)
            if tried is body:
                continue
            after = list(game.checks.check(tried))
            if sum(problem.severity is expected for problem in after) > before:
                body, found = tried, after
                break
    return body, found


def editor(camera: Camera, opened: LoadedLayout) -> None:
    """The editor: a sound layout, one with problems, and a space in the inspector."""
    window = camera.window
    assert opened.path is not None
    page = window.open_path(opened.path)
    if page is None:
        raise SmokeTestError(f"{opened.path} was not opened")
    drawing: EditorPage = page  # type: ignore[assignment]  # a layout opens in an editor
    camera.take("editor", 2.5)
    body, found = _spoilt(opened)
    drawing.document.apply("Some careless strokes", body)
    camera.take("editor_problems", 2.0)
    drawing.problem_controller.explain()
    wait_for_boards(0)
    camera.take("editor_explained", 0.5)
    if drawing.problem_controller.explain_card is not None:
        drawing.problem_controller.explain_card.close_card()
    drawing.page_actions["fix_all"].trigger()
    camera.take("editor_repair")
    drawing.board.drop_preview()
    if meant := [problem for problem in drawing.document.problems if problem.severity is not Severity.ERROR]:
        drawing.document.ignore(meant[:1], "It is meant to be so.")
        camera.take("editor_ignored")
    cells = next((problem.cells for problem in found if problem.cells), (0,))
    drawing.edit_state.select(cells[:1])
    camera.take("editor_inspector")
    while drawing.document.is_modified:
        drawing.document.undo()
    drawing.edit_state.select(())
    coast_and_completion(camera, drawing)
    side_by_side(camera, drawing)
    workshop(camera, drawing)
    while drawing.document.is_modified:
        drawing.document.undo()
    laboratory(camera, drawing)
    window.close_page(page)


def side_by_side(camera: Camera, drawing: EditorPage) -> None:
    """The editor beside the pages it would be printed on, and beside the start page."""
    window = camera.window
    printed = window.commands.print_layout(drawing)
    assert isinstance(printed, PrintPage)
    wait_until(lambda: printed.pages is not None and len(printed.view.inks) == len(printed.pages.pages), "the pages")
    camera.take("print")
    window.tabs.split()
    camera.take("sides_print", 1.5)
    window.close_page(printed)
    window.show_page(drawing)
    window.tabs.split()
    camera.take("sides_start")
    window.tabs.join_panes()


def laboratory(camera: Camera, drawing: EditorPage) -> None:
    """Matches on the layout and on another: whether it is fair, what happens where, and what is kept of it."""
    page = camera.window.commands.open_lab_for_active()
    assert isinstance(page, LabPage)
    for choice in page.choices.bots:
        choice.set_current("random")
    page.choices.count.set_value(300)
    page.choices.workers.set_value(1)
    other = str(shipped_layouts(drawing.document.game.info.slug)[-1])
    page.choices.other.set_current(other)
    page.choices.other.chosen.emit(other)
    page.run()
    wait_until(lambda: page.report is not None, "the first matches")
    camera.take("lab_running", 0.3)
    wait_until(lambda: page.choices.run.isEnabled(), "the matches")
    camera.take("lab")
    page.views.set_current(SPACES)
    page.views.chosen.emit(SPACES)
    wait_for_boards(0)
    camera.take("lab_spaces", 0.5)
    page.spaces.sides.boards[DIFFERENCE].pressed.emit()
    page.spaces.select(page.spaces.table.table.rows[0].targets[0])
    camera.take("lab_difference", 0.5)
    page.show_improve()
    camera.take("lab_improve", 0.3)
    camera.window.show_page(drawing)
    surveying = drawing.survey.survey_controller
    maps = [overlay.key for overlay in surveying.survey.overlays if overlay.key.startswith(LAB_PREFIX)]
    for key in maps[:1]:
        surveying.set_overlay_on(key, True)
        camera.take("editor_matches")
        surveying.set_overlay_on(key, False)
    camera.window.close_page(page)


def workshop(camera: Camera, drawing: EditorPage) -> None:
    """The pieces of the layout with a few changes made to a copy, where the game has some to be changed."""
    page = camera.window.commands.open_piece_editor(drawing)
    if not isinstance(page, PieceEditorPage):
        return
    draft = page.draft
    draft.select(draft.pieces.entries[-1].key if not draft.pattern_rows() else draft.pieces.entries[4].key)
    page.page_actions["duplicate"].trigger()
    if change := next((place.change for place in draft.selected_detail().places[3:] if place.change is not None), None):
        draft.set_field(change.field, change.value, change.text)
    fields = [field for field in draft.selected_detail().fields if field.kind == "int" and int(field.value) > 1]
    for field in fields:
        draft.set_field(field.key, 1, field.label)
    page.piece_card.piece_canvas.setFocus()
    wait_until(lambda: not page.impact_task.is_waiting, "what changes")
    camera.take("workshop", 0.5)
    draft.stack.setIndex(0)
    camera.window.close_page(page)


def coast_and_completion(camera: Camera, drawing: EditorPage) -> None:
    """A coast painted with the brush for it, then the whole chart completed, where the game has such things."""
    grid, game = drawing.document.grid, drawing.document.game
    if game.can_paint_coast:
        drawing.board.set_tool("coast")
        tool = drawing.board.tool
        ways = ([(1, 1), (4, 1), (4, 3)], [(6, 2), (6, 4), (8, 4)])
        for way in ways:
            first, *rest = (ToolEvent(column + 0.5, row + 0.5, grid.cell(column, row)) for column, row in way)
            tool.press(first)
            for touch in rest:
                tool.move(touch)
            tool.release(rest[-1])
        camera.take("editor_coast", 2.0)
        drawing.board.set_tool("select")
    if game.can_complete:
        drawing.commands.complete()
        wait_until(lambda: not drawing.commands.completion.is_busy, "a completion")
        camera.take("editor_completed", 2.5)


def _played(opened: LoadedLayout, options: Options | None = None) -> Match:
    """A match between bots to its end."""
    seats = opened.game.info.max_seats
    match = start_match(opened, seats, options, SEED)
    bots = make_bots(["greedy", *["random"] * (seats - 1)], SEED)
    while not match.is_over:
        seat = match.state.to_move
        match.play(bots[seat].choose(opened.game, match.state, seat))
    return match


def _until(whole: Match, count: int) -> Match:
    """The first `count` decisions of a match, as a match of its own."""
    match = Match(whole.game, whole.board, whole.seats, whole.options, SEED, opening=whole.opening)
    match.replay((decision.action, decision.draws) for decision in whole.decisions()[:count])
    return match


def _ghosts(match: Match, index: int) -> int:
    """How many legal moves of the position after `index` decisions show what is in hand as a ghost on the board."""
    state, game = match.line()[index].state, match.game
    if state.to_move < 0 or game.panel.panel(state, state.to_move).hand is None:
        return 0
    shown = [action for action in state.legal() if game.picture.preview(state, action) is not None]
    return sum(0 <= game.picture.target(state, action) < EDGE_BASE for action in shown)


def _planned(match: Match, index: int) -> bool:
    """Whether a click in the position after `index` decisions may mean several moves."""
    state, game = match.line()[index].state, match.game
    if state.to_move < 0:
        return False
    places = [target.cell for target in game.picture.picture(state, state.to_move).targets]
    plans = [game.picture.plan(state, place) for place in places]
    return any(plan is not None and len(plan.actions) > 1 for plan in plans)


@contextmanager
def table(camera: Camera, opened: LoadedLayout, match: Match, people: Callable[[int], bool]) -> Iterator[PlayPage]:
    """A match on the table for some pictures. `people` says in which seats persons sit."""
    kinds = ["human" if people(seat) else "random" for seat in range(match.seats)]
    setups = [SeatSetup(SEAT_NAMES[seat], kind) for seat, kind in enumerate(kinds)]
    page = PlayPage(match, opened, setups, current_theme())
    camera.window.add_page(page)
    settle(0.2)
    try:
        yield page
    finally:
        if page.about_to_close():
            camera.window.documents._remove_page(page)
        settle(0.1)


def play(camera: Camera, opened: LoadedLayout) -> None:
    """The table: in the middle of a match, with a ghost in hand, with the list of moves, at hand-over, at the end."""
    whole = _played(opened)
    nodes = whole.line()
    middle = len(nodes) // 2
    best = max(range(middle, max(middle + 1, len(nodes) * 3 // 4)), key=lambda index: _ghosts(whole, index))
    mover = nodes[best].state.to_move
    with table(camera, opened, _until(whole, best), lambda seat: seat == mover) as page:
        camera.take("play", 2.5)
        page.controller.step_target()
        page.controller.cycle_move(1)
        camera.take("play_ghost")
        page.overlays.toggle_moves()
        camera.take("play_moves")
        page.overlays.hide_moves()
        page.notes.toggle()
        page.notes.show_button.click()
        page.notes.pad.setPlainText("What only this seat is to know.")
        camera.take("play_notes")
        page.notes.toggle()
        page.controller.start_replay()
        marked = page.controller.playback.nodes[2 :: max(1, len(page.controller.playback.nodes) // 3)]
        for number, node in enumerate(marked, 1):
            page.controller.annotations.set_bookmark(node, f"What is worth remembering, number {number}")
        page.controller.playback.seek(len(page.controller.playback.nodes) // 2)
        camera.take("play_bookmarks", 2.5)
    planned = next((index for index in range(middle, len(nodes)) if _planned(whole, index)), -1)
    if planned >= 0:
        with table(camera, opened, _until(whole, planned), lambda seat: seat == nodes[planned].state.to_move) as page:
            choices = page.controller.choices
            plans = {place: plan for place in page.input.targets if (plan := choices.plan(place)) is not None}
            page.controller.point(max(plans, key=lambda place: len(plans[place].actions), default=-1))
            camera.take("play_plan", 2.5)
    options: Options = {key: True if value is False else value for key, value in opened.game.info.defaults().items()}
    secret = _played(opened, options)
    with table(camera, opened, _until(secret, _change_of_hands(secret)), lambda _seat: True) as page:
        camera.take("play_hand_over")
    with table(camera, opened, _until(secret, 0), lambda seat: seat == 0) as page:
        if numbers := page.controller.choices.numbers:
            for number in numbers[3:10:5]:
                page.controller.pick(number)
            camera.take("play_numbers")
    with table(camera, opened, _until(whole, len(whole.decisions())), lambda seat: seat == 0) as page:
        page.overlays.end_screen.sheet.image("")  # its pictures are drawn
        camera.take("play_end", 2.5)
        page.overlays.end_screen.points.click()
        camera.take("play_final_table", 2.5)
        page.overlays.hide_scores()
        camera.take("play_final_board")


def _change_of_hands(match: Match) -> int:
    """After how many decisions a seat is to move that knows something the others do not."""
    for index, node in enumerate(match.line()):
        state = node.state
        if index > 4 and state.to_move > 0 and state.observe(state.to_move) != state.observe(EVERYBODY):
            return index
    return 0


def rules(camera: Camera, opened: LoadedLayout) -> None:
    """A clause with boards, if the game has a book."""
    boards = (clause for chapter in opened.game.text.book() for clause in chapter.clauses)
    clause = next((one for one in boards if any(block.kind == "board" for block in one.blocks)), None)
    if clause is not None and (page := camera.window.commands.show_rules(opened.game, clause.key)) is not None:
        wait_for_boards()
        camera.take("rules", 0.5)
        camera.window.close_page(page)


def lessons(camera: Camera, opened: LoadedLayout) -> None:
    """A tutorial at its first task, and a puzzle."""
    slug, window = opened.game.info.slug, camera.window
    for name in ("tutorial", "puzzle"):
        for path in shipped_lessons(slug, name)[:1]:
            page = window.commands.open_lesson(path)
            if isinstance(page, TutorialPage) and page.tutorial_controller is not None:
                page.tutorial_controller.go_to_step(
                    next(number for number, step in enumerate(page.lesson.steps) if step.act)
                )
            camera.take(name, 0.8)
            if page is not None:
                window.close_page(page)


def photograph_all(folder: Path, sizes: tuple[tuple[int, int], ...] = SIZES, say: Callable[[str], None] = print) -> int:
    """Take all pictures. Returns how many were written."""
    count = 0
    with isolated_data_dir(None):
        for theme in THEMES:
            with open_window(theme) as window:
                for size in sizes:
                    window.resize(*size)
                    settle(0.1)
                    for slug in slugs():
                        opened = load_layout(shipped_layouts(slug)[0])
                        mark = f"{theme}_{size[0]}x{size[1]}"
                        camera = Camera(window, folder / slug if len(slugs()) > 1 else folder, mark)
                        start_and_dialogs(camera, opened)
                        kept(camera, opened)
                        editor(camera, opened)
                        play(camera, opened)
                        rules(camera, opened)
                        lessons(camera, opened)
                        count += len(camera.taken)
                        say(f"{mark}: {len(camera.taken)} pictures of {opened.game.info.name}")
    return count


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the PNGs go")
    parser.add_argument("--size", metavar="WxH", help="one size only, such as 1440x900")
    parser.add_argument("--language", metavar="CODE", default="en", help="what the window speaks, such as de")
    args = parser.parse_args(arguments)
    use_language([args.language], resources_dir() / "locale")
    sizes = SIZES
    if args.size:
        wide, _x, high = args.size.partition("x")
        sizes = ((int(wide), int(high)),)
    try:
        print(f"{photograph_all(args.folder, sizes)} pictures in {args.folder}")
    except (SmokeTestError, OSError) as failure:
        print(f"explorer-studio: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
