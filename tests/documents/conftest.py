"""A data folder of its own for a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.documents.paths import set_data_dir


@pytest.fixture
def data_folder(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    set_data_dir(folder)
    yield folder
    set_data_dir(None)
