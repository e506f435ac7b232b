"""What lists say of a document: its game, where it lies, how a match stands."""

from __future__ import annotations

from pathlib import Path

from studio import games
from studio.core.text import _
from studio.documents.keeping.side_file import Standing
from studio.documents.paths import is_shipped
from studio.gui.output.thumbnails import caption


def game_name(path: Path) -> str:
    """The name of the game that a file is for; "" when this program does not know it."""
    slug = caption(path).game
    return games.load(slug).info.name if slug in games.slugs() else ""


def whereabouts(path: Path) -> str:
    """A line that tells a file from others of the same name: what it is of, or its own name and its folder."""
    if not path.is_file():
        return _("The file is no longer there")
    if is_shipped(path):
        return _("{game}, shipped").format(game=game_name(path))
    if caption(path).is_match:
        return _("Match on {name}").format(name=caption(path).name)
    return _("{file} in {folder}").format(file=path.name, folder=_folder_words(path))


def standing_words(standing: Standing | None) -> str:
    """How a match stands; of one that an older version kept nothing is known but that it goes on."""
    if standing is None:
        return _("Go on playing")
    if standing.is_finished:
        return _("finished")
    return _("{turn}, {name} to move").format(turn=standing.turn, name=standing.name)


def _folder_words(path: Path) -> str:
    """The folder of a file, short where it lies in the user's own."""
    home = Path.home()
    folder = path.parent
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) and folder != home else str(folder)
