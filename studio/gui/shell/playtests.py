"""Which table tries out the layout of which editor, so that one key leads there and back."""

from __future__ import annotations

from studio.gui.page import Page


class Playtests:
    """Pairs of an editor and the table at which its layout is tried out."""

    def __init__(self) -> None:
        self._tables: dict[Page, Page] = {}

    def pair(self, editor: Page, table: Page) -> None:
        """From now on the layout is tried out at this table, and this is where it is edited."""
        self.forget(table)
        self._tables[editor] = table

    def forget(self, page: Page) -> None:
        """A page is gone."""
        self._tables = {editor: table for editor, table in self._tables.items() if page not in (editor, table)}

    def table(self, editor: Page) -> Page | None:
        """Where an editor's layout is tried out."""
        return self._tables.get(editor)

    def editor(self, table: Page) -> Page | None:
        """Where the layout of a table is edited."""
        return next((editor for editor, other in self._tables.items() if other is table), None)

    def is_stale(self, editor: Page) -> bool:
        """Whether the layout has changed since its match began."""
        table = self.table(editor)
        drawn, played = editor.drawn(), table.played() if table is not None else None
        return drawn is not None and played is not None and drawn.body != played.body
