"""Missing system libraries are found without importing Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from studio.services import libraries
from studio.services.libraries import missing_plugins

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the program brings all libraries elsewhere")


@linux
def test_unloadable_plugin_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = tmp_path / "libqxcb.so"
    plugin.write_bytes(b"no library")
    monkeypatch.setattr(libraries, "_plugins", lambda pattern: [plugin] if "platforms" in pattern else [])
    found = libraries.check_libraries()
    assert not found.is_ok and "libqxcb.so" in found.text


@linux
def test_one_working_platform_plugin_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        libraries, "missing_plugins", lambda pattern: ["libxcb-cursor.so.0"] if "xcb" in pattern else []
    )
    found = libraries.check_libraries()
    assert found.is_ok and "wayland" in found.text and "not required: libxcb-cursor.so.0" in found.text


def test_installed_plugin_misses_nothing() -> None:
    assert missing_plugins("platforms/*offscreen*") == []


def test_the_check_does_not_import_qt() -> None:
    code = "from studio.services.libraries import check_libraries; import sys; print(check_libraries().title)"
    done = subprocess.run([sys.executable, "-c", f"{code}; assert 'PySide6' not in sys.modules"], capture_output=True)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [b"Libraries"], b"")
