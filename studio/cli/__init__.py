"""The command line: everything that needs no window, and the way to the window.

Nothing heavy is imported before a command needs it: `--version` and `games` answer at once, and only `render`, `demo`,
`--smoke-test` and the window itself load Qt. Exit codes: 0 fine, 1 the answer is no, 2 the input could not be used.
"""

from __future__ import annotations

from studio.cli.entry import main

__all__ = ["main"]
