"""The window, the only room that knows Qt.

PySide reads the source of every module that is imported after it. What each start needs and has no Qt in it is
therefore imported here, before.
"""

import json  # noqa: F401 - see above, and so below

import platformdirs  # noqa: F401

from studio import games
from studio.core import picture, plugin, problems, text  # noqa: F401
from studio.documents import paths  # noqa: F401

for _slug in games.slugs():
    games.load(_slug)
