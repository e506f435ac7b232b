"""Our own line icons by name, tinted by the theme: crisp at any size, nothing to load but the drawing asked for."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.documents.paths import resources_dir

if TYPE_CHECKING:
    from studio.gui.style.theme import Theme


# Our own line icons on a 24 grid: name → SVG shapes, drawn with a round stroke in the colour of the text.
#
# `fill="ink"` marks the few parts that are filled instead of stroked.

SHAPES = {
    # files
    "new": '<path d="M6 3.5h7.5L18.5 8.5v12h-12.5z"/><path d="M13.5 3.5v5h5"/>',
    "open": '<path d="M3.5 18.5v-13h6l2 2.5h7.5v3"/><path d="m3.5 18.5 3-7.5h14.5l-2.8 7.5z"/>',
    "save": '<path d="M4 4h12.5l3.5 3.5v12.5h-16z"/><path d="M8 4v5h7v-5M7.5 20v-6.5h9v6.5"/>',
    "export": '<path d="M12 15.5v-12M7.5 7.5l4.5-4.5 4.5 4.5"/><path d="M4 14v6.5h16v-6.5"/>',
    "print": ('<path d="M7 9V3.5h10V9M7 17H4V9.5h16V17h-3"/><path d="M7 13.5h10v7H7z"/>'),
    "picture": (
        '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><circle cx="8.8" cy="9.6" r="1.6"/><path '
        'd="m4 17.5 5-4.5 3.5 3 3.5-4 4.5 4.5"/>'
    ),
    "history": '<path d="M4.3 9a8.2 8.2 0 1 1-.4 4.5"/><path d="M3.8 4v5.2h5.2"/><path d="M12 7.8v4.6l3.2 1.9"/>',
    "folder": '<path d="M3.5 18.5v-13h6l2 2.5h9v10.5z"/>',
    "folder_new": ('<path d="M12 18.5h-8.5v-13h6l2 2.5h9v4"/><path d="M17.5 14.5v6M14.5 17.5h6"/>'),
    "home": '<path d="m3.5 11.5 8.5-7.5 8.5 7.5"/><path d="M6 10v9.5h12v-9.5M10 19.5v-5.5h4v5.5"/>',
    "sides": '<rect x="3.5" y="4.5" width="17" height="15" rx="1.5"/><path d="M12 4.5v15"/>',
    "swap": '<path d="M4 8.5h14M14 4.5l4 4-4 4M20 15.5h-14M10 11.5l-4 4 4 4"/>',
    "computer": '<rect x="3.5" y="4.5" width="17" height="11" rx="1.5"/><path d="M8 19.5h8M12 15.5v4"/>',
    # editing
    "undo": '<path d="M8.5 5 4 9.5l4.5 4.5"/><path d="M4 9.5h10.5a5 5 0 0 1 0 10h-3.5"/>',
    "redo": '<path d="M15.5 5 20 9.5l-4.5 4.5"/><path d="M20 9.5h-10.5a5 5 0 0 0 0 10h3.5"/>',
    "select": '<path d="m5.5 3.5 13 9-5.7 1.3-3 5.7z"/>',
    "rectangle": (
        '<path d="M4 7.5v-3.5h3.5M11 4h2M16.5 4h3.5v3.5M20 11v2M20 16.5v3.5h-3.5M13 20h-2M7.5 20h-3.5v-3.5M4 13v-2"/>'
    ),
    "box": '<path stroke-dasharray="3.4 2.8" d="M4.5 5.5h15v13h-15z"/>',
    "ellipse": '<ellipse cx="12" cy="12" rx="8.5" ry="7" stroke-dasharray="3.4 2.8"/>',
    "outline": '<rect x="4.5" y="4.5" width="15" height="15" rx="1.5"/><path d="M9 9h6v6h-6z"/>',
    "lasso": (
        '<path stroke-dasharray="3.4 2.8" d="M12 4.5c5 0 8.5 2.2 8.5 5.3s-3.5 5.4-8.5 5.4-8.5-2.3-8.5-5.4 3.5-5.3 '
        '8.5-5.3z"/><path d="M8.2 15c-1 .8-1.2 2.4-.2 3.2s.6 1.8-.8 2.3"/>'
    ),
    "kind": (
        '<path fill="ink" stroke="none" d="M3.5 3.5h7.2v7.2h-7.2zM13.3 13.3h7.2v7.2h-7.2z"/><path '
        'd="M14.2 4.4h5.4v5.4h-5.4zM4.4 14.2h5.4v5.4h-5.4z"/>'
    ),
    "join_replace": '<path fill="ink" d="M5 5h14v14h-14z"/>',
    "join_add": '<path fill="ink" d="M4 4h10v6h6v10h-10v-6h-6z"/>',
    "join_take": '<path fill="ink" d="M4 4h10v6h-4v4h-6z"/><path stroke-dasharray="2.6 2.4" d="M14 10h6v10h-10v-6"/>',
    "join_common": (
        '<path stroke-dasharray="2.6 2.4" d="M10 14h-6v-10h10v6M14 10h6v10h-10v-6"/><path fill="ink" '
        'd="M10 10h4v4h-4z"/>'
    ),
    "invert": '<path d="M4 4h16v16h-16z"/><path fill="ink" d="M4 20v-16h16z"/>',
    "grow": '<path d="M8.5 8.5h7v7h-7z"/><path d="M12 5v-2.5M12 21.5v-2.5M5 12h-2.5M21.5 12h-2.5"/>',
    "shrink": (
        '<path d="M9.5 9.5h5v5h-5z"/><path d="M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4M10.5 5l1.5 1.5 1.5-1.5M10.5 '
        '19l1.5-1.5 1.5 1.5"/>'
    ),
    "hand": (
        '<path d="M8 12.5v-6a1.5 1.5 0 0 1 3 0v4.5-6.5a1.5 1.5 0 0 1 3 0v6.5-5a1.5 1.5 0 0 1 3 0v7-2.5a1.5 '
        '1.5 0 0 1 3 0v4c0 3.8-2.5 6.5-6.2 6.5-3.3 0-4.8-1.4-6.3-4l-2.9-4.6a1.5 1.5 0 0 1 2.5-1.6z"/>'
    ),
    "stamp": (
        '<path d="M5 20.5h14M5 16.5v-1.5a2 2 0 0 1 2-2h3v-2.5c0-1-1-1.7-1-3.5a3 3 0 0 1 6 0c0 1.8-1 2.5-1 '
        '3.5v2.5h3a2 2 0 0 1 2 2v1.5z"/>'
    ),
    "brush": (
        '<path d="M9.5 13.5 18.7 4a1.7 1.7 0 0 1 2.4 2.4l-9.4 9.2"/><path d="M9.3 13.3c2 .3 2.7 1.4 2.6 '
        '2.8-.2 2.7-3.3 4.9-8.4 3.6 1.8-1 2-2.2 2.2-3.6.2-1.7 1.6-3.1 3.6-2.8z"/>'
    ),
    "fill": (
        '<path d="m4 11.5 7.5-7.5 7.5 7.5-7 7a1.5 1.5 0 0 1-2.1 0z"/><path d="M4.5 11.5h14M8.5 3l3 '
        '3"/><path fill="ink" stroke-width="1" d="M20.5 15.5c1 1.5 1.5 2.3 1.5 3.1a1.5 1.5 0 0 1-3 '
        '0c0-.8.5-1.6 1.5-3.1z"/>'
    ),
    "coast": (
        '<path d="M4.5 13.5c-.5-3.5 2.5-4 4.5-5.5s2.5-4.5 5.5-4 4.5 3.5 4.5 5.5-1 2.5-1.5 4"/>'
        '<path d="M3 17.5c1.5-1.5 3-1.5 4.5 0s3 1.5 4.5 0 3-1.5 4.5 0 3 1.5 4.5 0"/>'
        '<path d="M7 21c1.2-1.2 2.4-1.2 3.6 0s2.4 1.2 3.6 0 2.4-1.2 3.6 0"/>'
    ),
    "eraser": '<path d="m4 14.5 10-10 6 6-8.5 8.5h-4.5l-3-3a1 1 0 0 1 0-1.5z"/><path d="m9 9.5 6 6M7 19.5h13"/>',
    "void": (
        '<rect x="4" y="4" width="16" height="16" rx="1"/><path d="m4 12 8-8M4 19 19 4M8.5 '
        '20l11.5-11.5M15.5 20l4.5-4.5"/>'
    ),
    "pick": (
        '<path d="m13.5 6.5 4 4M4 20l1-4 8.5-8.5 3 3-8.5 8.5zM15 5l1.7-1.7a2 2 0 0 1 2.8 0l1.2 1.2a2 2 0 0 '
        '1 0 2.8l-1.7 1.7"/>'
    ),
    "pencil": '<path d="m4 20 1-4.5 11.5-11.5 3.5 3.5-11.5 11.5zM13.5 7l3.5 3.5"/>',
    "line": '<path d="m6 18 12-12"/><circle cx="5" cy="19" r="1.8"/><circle cx="19" cy="5" r="1.8"/>',
    "word": '<path d="M3.5 19.5h17M6 15.5l4.4-11h3.2l4.4 11M7.8 11.5h8.4"/>',
    "more": '<path stroke-width="2.6" d="M5.5 12h.01M12 12h.01M18.5 12h.01"/>',
    "move": ('<path d="M12 3.5v17M3.5 12h17M9 6l3-2.8 3 2.8M9 18l3 2.8 3-2.8M6 9l-2.8 3 2.8 3M18 9l2.8 3-2.8 3"/>'),
    "copy": '<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M5.5 15.5h-2v-12h12v2"/>',
    "cut": (
        '<circle cx="6" cy="18" r="2.5"/><circle cx="18" cy="18" r="2.5"/><path d="m7.5 16 8.5-12.5M16.5 16 8 3.5"/>'
    ),
    "paste": '<path d="M8 5h-3v15.5h14v-15.5h-3"/><rect x="8" y="3" width="8" height="4.5" rx="1"/>',
    "trash": '<path d="M4.5 6.5h15M9 6.5v-3h6v3M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6"/>',
    "rotate_right": '<path d="M20 12a8 8 0 1 1-2.4-5.7L20 8.6"/><path d="M20 3.8v4.8h-4.8"/>',
    "rotate_left": '<path d="M4 12a8 8 0 1 0 2.4-5.7L4 8.6"/><path d="M4 3.8v4.8h4.8"/>',
    "mirror_sideways": '<path d="M12 3v18M9.5 7v11.5h-6.5zM14.5 7v11.5h6.5z"/>',
    "mirror_upright": '<path d="M3 12h18M7 9.5h11.5v-6.5zM7 14.5h11.5v6.5z"/>',
    "symmetry": ('<path d="M12 3v3M12 9v2M12 13v2M12 18v3"/><path d="M9 6.5 3.5 12 9 17.5zM15 6.5l5.5 5.5-5.5 5.5z"/>'),
    "resize": '<path d="M4 9.5v-5.5h5.5M20 14.5v5.5h-5.5M4.5 4.5l6 6M19.5 19.5l-6-6"/>',
    "lock": '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5v-3a4 4 0 0 1 8 0v3"/>',
    "link": (
        '<path d="M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7l-1.3 1.3"/><path d="M14 10a4 4 0 0 '
        '0-5.7 0l-3.3 3.3a4 4 0 0 0 5.7 5.7l1.3-1.3"/>'
    ),
    "waves": ('<path d="M3.5 9c2.8-3 5.7-3 8.5 0s5.7 3 8.5 0"/><path d="M3.5 15.5c2.8-3 5.7-3 8.5 0s5.7 3 8.5 0"/>'),
    "layers": '<path d="m12 3.5 9 4.8-9 4.8-9-4.8zM3 12.5l9 4.8 9-4.8M3 16.5l9 4.5 9-4.5"/>',
    "grid": (
        '<rect x="3.5" y="3.5" width="17" height="17" rx="1.5"/><path d="M9.2 3.5v17M14.8 3.5v17M3.5 '
        '9.2h17M3.5 14.8h17"/>'
    ),
    "eye": (
        '<path d="M2.5 12c2.3-4.3 5.5-6.5 9.5-6.5s7.2 2.2 9.5 6.5c-2.3 4.3-5.5 6.5-9.5 '
        '6.5s-7.2-2.2-9.5-6.5z"/><circle cx="12" cy="12" r="3"/>'
    ),
    "eye_closed": '<path d="M3 9.5c2.3 3.3 5.3 5 9 5s6.7-1.7 9-5M12 14.5v3.5M6.7 13l-1.7 2.8M17.3 13l1.7 2.8"/>',
    # view
    "zoom_in": (
        '<circle cx="10.6" cy="10.6" r="6.6"/><path d="m15.5 15.5 5 5"/><path d="M10.6 7.7v5.8M7.7 10.6h5.8"/>'
    ),
    "zoom_out": '<circle cx="10.6" cy="10.6" r="6.6"/><path d="m15.5 15.5 5 5"/><path d="M7.7 10.6h5.8"/>',
    "search": '<circle cx="10.6" cy="10.6" r="6.6"/><path d="m15.5 15.5 5 5"/>',
    "fit": '<path d="M3.5 8.5v-5h5M15.5 3.5h5v5M20.5 15.5v5h-5M8.5 20.5h-5v-5"/>',
    "fullscreen": '<path d="M14 4h6v6M10 20h-6v-6M20 4l-7 7M4 20l7-7"/>',
    "sun": (
        '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2.5M12 19v2.5M2.5 12h2.5M19 12h2.5M5.3 5.3l1.7 '
        '1.7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7"/>'
    ),
    "moon": '<path d="M20 14.5a8.5 8.5 0 1 1-10.5-10.5 6.8 6.8 0 0 0 10.5 10.5z"/>',
    "half_moon": '<circle cx="12" cy="12" r="8.5"/><path fill="ink" d="M12 3.5a8.5 8.5 0 0 1 0 17z"/>',
    "map": '<path d="M3.5 6 9 3.5l6 2.5 5.5-2.5v14.5l-5.5 2.5-6-2.5-5.5 2.5zM9 3.5v14.5M15 6v14.5"/>',
    "globe": (
        '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c-4.6 5-4.6 12 0 17"/>'
        '<path d="M12 3.5c4.6 5 4.6 12 0 17"/>'
    ),
    "compass": '<circle cx="12" cy="12" r="9"/><path d="m15.8 8.2-2.3 5.3-5.3 2.3 2.3-5.3z"/>',
    "list": '<path d="M8.5 6h12M8.5 12h12M8.5 18h12"/><path d="M4 6h.6M4 12h.6M4 18h.6"/>',
    "cards": (
        '<rect x="3.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="13.5" y="3.5" width="7" height="7" '
        'rx="1.5"/><rect x="3.5" y="13.5" width="7" height="7" rx="1.5"/><rect x="13.5" y="13.5" width="7" '
        'height="7" rx="1.5"/>'
    ),
    # signs
    "tick": '<path d="m4.5 12.5 5 5 10-11"/>',
    "cross": '<path d="m6 6 12 12M18 6 6 18"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "minus": '<path d="M5 12h14"/>',
    "dots": '<path stroke-width="2.6" d="M5.5 12h.01M12 12h.01M18.5 12h.01"/>',
    "down": '<path d="m5.5 9 6.5 6.5L18.5 9"/>',
    "up": '<path d="m5.5 15 6.5-6.5 6.5 6.5"/>',
    "right": '<path d="m9 5.5 6.5 6.5L9 18.5"/>',
    "left": '<path d="M15 5.5 8.5 12l6.5 6.5"/>',
    "chevrons": '<path d="m5.5 6 6 6-6 6M12.5 6l6 6-6 6"/>',
    "skip": '<path d="m5 5.5 6.5 6.5L5 18.5M12.5 5.5 19 12l-6.5 6.5"/>',
    "skip_back": '<path d="M19 5.5 12.5 12l6.5 6.5M11.5 5.5 5 12l6.5 6.5"/>',
    "to_end": '<path d="m6 5.5 7.5 6.5L6 18.5zM18 5.5v13"/>',
    "to_start": '<path d="M18 5.5 10.5 12l7.5 6.5zM6 5.5v13"/>',
    "arrow_right": '<path d="M4 12h16M13.5 5.5 20 12l-6.5 6.5"/>',
    "arrow_up": '<path d="M12 20v-16M5.5 10.5 12 4l6.5 6.5"/>',
    "arrow_left": '<path d="M20 12h-16M10.5 5.5 4 12l6.5 6.5"/>',
    "play": '<path d="M7 4.5v15l12-7.5z"/>',
    "pause": '<path d="M8.5 5v14M15.5 5v14"/>',
    "stop": '<rect x="6" y="6" width="12" height="12" rx="1.5"/>',
    "fast": '<path d="M4 6v12l7.5-6zM12.5 6v12l7.5-6z"/>',
    "error": '<path d="M8.2 3h7.6l5.2 5.2v7.6l-5.2 5.2h-7.6l-5.2-5.2v-7.6z"/><path d="m9 9 6 6M15 9l-6 6"/>',
    "warning": '<path d="M12 3.5 21.5 20h-19z"/><path d="M12 10v4.5M12 17.2v.1"/>',
    "info": '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.6v.1"/>',
    "help": (
        '<circle cx="12" cy="12" r="9"/><path d="M9.3 9.5a2.8 2.8 0 1 1 4.2 2.4c-1 .6-1.5 1.1-1.5 2.3M12 17.1v.1"/>'
    ),
    "shield": (
        '<path d="M12 3 19.5 5.8v5.7c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5v-5.7z"/><path d="m8.5 11.8 '
        '2.7 2.7 4.5-5"/>'
    ),
    "wand": ('<path d="m4 20 10.5-10.5M13 8l3 3M17 3v3M15.5 4.5h3M20 9.5v2.5M18.8 10.7h2.5M8.5 4.5v2M7.5 5.5h2"/>'),
    "gear": (
        '<circle cx="12" cy="12" r="3.2"/><path d="m12 3 1.3 2.7 2.9-.7 1 2.8 2.9.6-.6 2.9 2.2 1.9-2 2.2.7 '
        "2.9-2.9.7-.9 2.8-2.9-.6-1.7 2-2.1-2-2.9.7-.8-2.8-2.9-.8.7-2.9-2-2.1 2.1-2-.6-2.9 2.9-.7.9-2.8 "
        '2.9.7z"/>'
    ),
    "sliders": (
        '<path d="M4 7h9M17.5 7h2.5M4 17h3M11.5 17h8.5"/><circle cx="15.2" cy="7" r="2.2"/><circle '
        'cx="9.2" cy="17" r="2.2"/>'
    ),
    "keyboard": (
        '<rect x="2.5" y="6" width="19" height="12.5" rx="2"/><path d="M6 10h.1M9.5 10h.1M13 10h.1M16.5 '
        '10h1.5M7.5 14.5h9"/>'
    ),
    "book": (
        '<path d="M12 6.5c-2-1.7-4.7-2.5-8.5-2.5v14c3.8 0 6.5.8 8.5 2.5 2-1.7 4.7-2.5 8.5-2.5v-14c-3.8 '
        '0-6.5.8-8.5 2.5zM12 6.5v14"/>'
    ),
    "bookmark": '<path d="M7 3.5h10v17l-5-4.2-5 4.2z"/>',
    "notes": '<path d="M6 3.5h12v11.5l-5 5.5h-7zM18 15h-5v5.5M9 8h6M9 11.5h6"/>',
    "star": '<path d="m12 3.5 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z"/>',
    # play
    "person": '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.6-4 3.3-6.5 7.5-6.5s6.9 2.5 7.5 6.5"/>',
    "people": (
        '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5c.5-3.5 2.9-5.5 6.5-5.5s6 2 6.5 5.5M15.5 '
        '5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.3c2.2.7 3.6 2.5 4 5.2"/>'
    ),
    "robot": (
        '<rect x="4" y="8" width="16" height="12" rx="2.5"/><path d="M12 8v-3.5M9 13v1.5M15 13v1.5M1.8 '
        '13v3M22.2 13v3M9.5 17.5h5"/><circle cx="12" cy="3.6" r="1"/>'
    ),
    "anchor": (
        '<circle cx="12" cy="5.5" r="2.3"/><path d="M12 7.8v13M8 11h8M4 13.5c.4 4.5 3.2 7 8 7.3 4.8-.3 '
        '7.6-2.8 8-7.3M3 15.3l1-1.9 2 1M21 15.3l-1-1.9-2 1"/>'
    ),
    "flag": '<path d="M5.5 21v-17.5c4-2 8 2 13 0v10c-5 2-9-2-13 0"/>',
    "pin": (
        '<path d="M12 21.5c-4.7-5-7-8.7-7-11.5a7 7 0 0 1 14 0c0 2.8-2.3 6.5-7 11.5z"/><circle cx="12" cy="10" r="2.5"/>'
    ),
    "dice": (
        '<rect x="4" y="4" width="16" height="16" rx="3"/><path stroke-width="2.4" d="M8.5 8.5h.01M15.5 '
        '8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01"/>'
    ),
    "cup": (
        '<path d="M7.5 4h9v6a4.5 4.5 0 0 1-9 0zM7.5 6h-3.5c0 3.5 1.2 5 3.7 5.3M16.5 6h3.5c0 3.5-1.2 5-3.7 '
        '5.3M12 14.5v3.5M8 20.5h8M9.5 20.5c0-1.5 1-2.5 2.5-2.5s2.5 1 2.5 2.5"/>'
    ),
    "branch": (
        '<circle cx="6.5" cy="5.5" r="2.2"/><circle cx="6.5" cy="18.5" r="2.2"/><circle cx="17.5" cy="8.5" '
        'r="2.2"/><path d="M6.5 7.7v8.6M17.5 10.7c0 3.5-3 4.3-6 4.6-2.5.2-5 .7-5 1"/>'
    ),
    "hourglass": (
        '<path d="M6 3.5h12M6 20.5h12M7.5 3.5v3.5c0 2.5 4.5 3.5 4.5 5s-4.5 2.5-4.5 5v3.5M16.5 3.5v3.5c0 '
        '2.5-4.5 3.5-4.5 5s4.5 2.5 4.5 5v3.5"/>'
    ),
    "seal": (
        '<circle cx="12" cy="12" r="8.5"/><path d="m12 7.5 1.1 3 3.1-.8-1.8 2.5 2.6 1.8-3.2.3.1 '
        '3.2-1.9-2.5-1.9 2.5.1-3.2-3.2-.3 2.6-1.8-1.8-2.5 3.1.8z"/>'
    ),
    "ship": (
        '<path d="M4 16h16.5l-2 4.5h-12zM11.5 16v-13M11.5 4.5c4 1 5.5 4 5.5 8.5h-5.5M9 6.5c-2.5 1.5-3.5 '
        '3.5-3.5 6.5h3.5z"/>'
    ),
}


# Our own line icons by name, tinted by the theme: crisp at any size, nothing to load but the drawing asked for.

STROKE = 1.9
"""Width of the stroke on the 24 grid: 1.6 px in an icon of 20 px."""

BRUSH_SIZES = 3
"""A brush paints a cell alone, with one ring round it, or with two; in squares or in hexagons."""
_CELL = (8.6, 6.4, 4.35)
"""How wide a cell of a brush is drawn, by rings."""
_GAP = 0.86


def brush_icon(sides: int, rings: int) -> str:
    """The name of the icon for a brush."""
    return f"brush_{sides}_{rings}"


def icon_names() -> list[str]:
    """The names of all icons."""
    return sorted([*SHAPES, *(brush_icon(sides, rings) for sides in (4, 6) for rings in range(BRUSH_SIZES))])


def _shapes(name: str) -> str:
    """What an icon consists of, as SVG."""
    if name in SHAPES:
        return SHAPES[name]
    for sides in (4, 6):
        for rings in range(BRUSH_SIZES):
            if name == brush_icon(sides, rings):
                return _cluster(sides, rings)
    raise KeyError(name)


def _cluster(sides: int, rings: int) -> str:
    """The cells of a brush, filled with the colour of the text."""
    from studio.core.grid import HexGrid, SquareGrid

    grid = SquareGrid(5, 5) if sides == 4 else HexGrid(5, 5)
    middle, px = grid.cell(2, 2), _CELL[rings]
    (mx, my), parts = grid.center(middle), []
    for cell in grid.around(middle, rings):
        x, y = grid.center(cell)
        corners = [
            (12 + px * (x - mx + _GAP * (a - x)), 12 + px * (y - my + _GAP * (b - y))) for a, b in grid.corners(cell)
        ]
        parts.append("M" + "L".join(f"{a:.2f},{b:.2f}" for a, b in corners) + "Z")
    return f'<path fill="ink" stroke="none" d="{"".join(parts)}"/>'


@lru_cache(maxsize=512)
def _pixmap(name: str, rgba: int, px: int, dpr: float) -> QPixmap:
    colour = QColor.fromRgba(rgba)
    ink = colour.name()
    shapes = _shapes(name).replace('fill="ink"', f'fill="{ink}"')
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{ink}" '
        f'stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round">{shapes}</svg>'
    )
    pixmap = QPixmap(round(px * dpr), round(px * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setOpacity(colour.alphaF())
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(pixmap.rect()))
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def icon_pixmap(name: str, colour: QColor, px: int = 20, dpr: float = 1.0) -> QPixmap:
    """The icon in one colour, `px` logical pixels square. Raises `KeyError` for a name that does not exist."""
    return _pixmap(name, colour.rgba(), px, dpr)


def icon(name: str, theme: Theme, role: str = "text", on_role: str = "accent", px: int = 20) -> QIcon:
    """The icon in the theme's colours: `role` usually, `on_role` when switched on, paler when disabled."""
    return _icon(name, theme.color(role).rgba(), theme.color(on_role).rgba(), theme.color("off").rgba(), px)


@lru_cache(maxsize=512)
def _icon(name: str, normal: int, on: int, off: int, px: int) -> QIcon:
    """Kept, since a page has the same one on many buttons: to put one together takes longer than to make a button."""
    result = QIcon()
    for dpr in (1.0, 2.0, 3.0):
        result.addPixmap(_pixmap(name, normal, px, dpr), QIcon.Mode.Normal, QIcon.State.Off)
        result.addPixmap(_pixmap(name, on, px, dpr), QIcon.Mode.Normal, QIcon.State.On)
        for state in (QIcon.State.Off, QIcon.State.On):
            result.addPixmap(_pixmap(name, off, px, dpr), QIcon.Mode.Disabled, state)
    return result


# The emblem of the house: a compass rose on deep water with an island on the horizon; app icon and start page.


@cache
def _logo_svg() -> bytes:
    return (resources_dir() / "icons" / "explorer-studio.svg").read_bytes()


def logo_pixmap(px: int, dpr: float = 1.0) -> QPixmap:
    """The emblem `px` logical pixels square."""
    pixmap = QPixmap(round(px * dpr), round(px * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        QSvgRenderer(QByteArray(_logo_svg())).render(painter, QRectF(pixmap.rect()))
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def app_icon() -> QIcon:
    """The icon of the window, from the ready-made pictures."""
    result = QIcon()
    for px in (16, 32, 48, 64, 128, 256):
        result.addFile(str(resources_dir() / "icons" / f"explorer-studio-{px}.png"), QSize(px, px))
    return result


class Logo(QWidget):
    """The emblem as a widget."""

    def __init__(self, px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_px(px)

    def set_px(self, px: int) -> None:
        """Be as large as that."""
        self._px = px
        self.setFixedSize(px, px)

    def sizeHint(self) -> QSize:
        return QSize(self._px, self._px)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, logo_pixmap(self._px, self.devicePixelRatioF()))
