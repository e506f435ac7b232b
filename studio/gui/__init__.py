"""The window, the only package that imports Qt.

Importing PySide6 replaces Python's import function by one that reads the source of every module, to support
`__feature__`. No module here uses that; without it, the imports of a start take a tenth less time.
"""

import builtins

import PySide6.QtCore  # noqa: F401 - it replaces the function

if builtins.__import__ is getattr(builtins, "__feature_import__", None):  # and nobody else has replaced it since
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
