"""What the packaged program does before anything else in Python: a Ctrl+C while it starts ends it in silence.

PyInstaller's loader runs this first. Until `studio.__main__` listens there is nobody to catch what Python raises.
"""

import _signal  # type: ignore[import-not-found] # built in, where `signal` would have to be looked for; it has no stubs

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # `nohup` stays obeyed
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
