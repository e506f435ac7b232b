"""What tests of room share: what is painted by hand tells how much it has."""

from __future__ import annotations

import pytest

from tests.gui.shell.room.fitting import Painted


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Painted:
    return Painted(monkeypatch)
