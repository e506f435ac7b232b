"""Which libraries of the system are missing for Qt to show a window; nothing of Qt is imported to find out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from studio.gui.shell import libraries
from studio.gui.shell.libraries import missing_plugins

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere all comes with the program")


@linux
def test_a_plugin_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = tmp_path / "libqxcb.so"
    plugin.write_bytes(b"no library")
    monkeypatch.setattr(libraries, "_plugins", lambda pattern: [plugin] if "platforms" in pattern else [])
    found = libraries.check_libraries()
    assert not found.is_ok and "libqxcb.so" in found.text


@linux
def test_one_way_to_show_a_window_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        libraries, "missing_plugins", lambda pattern: ["libxcb-cursor.so.0"] if "xcb" in pattern else []
    )
    found = libraries.check_libraries()
    assert found.is_ok and "wayland" in found.text and "not needed: libxcb-cursor.so.0" in found.text


def test_a_plugin_that_is_there_lacks_nothing() -> None:
    assert missing_plugins("platforms/*offscreen*") == []


def test_it_is_told_where_qt_does_not_load() -> None:
    look = "from studio.gui.shell.libraries import check_libraries; import sys; print(check_libraries().title)"
    done = subprocess.run([sys.executable, "-c", f"{look}; assert 'PySide6' not in sys.modules"], capture_output=True)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [b"Libraries"], b"")
