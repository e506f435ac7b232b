"""Fixture: the reference for statistics."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def stats() -> Any:
    """scipy.stats, which takes seconds to import."""
    from scipy import stats

    return stats
