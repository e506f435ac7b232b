"""All that is neither made nor lost in a match of Die Neuen Entdecker, counted in a position."""

from __future__ import annotations

from tests.games.neue_entdecker.oracle import census
from tests.seatiles.oracle import counting_by

counting = counting_by(census)
