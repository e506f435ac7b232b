"""Runs before anything else in the frozen program: Ctrl+C during start-up ends it silently.

PyInstaller's loader runs this first; `studio.__main__` takes over.
"""

import _signal  # type: ignore[import-not-found] # built in and faster to import than `signal`; it has no stubs

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # keep the behaviour of `nohup`
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
