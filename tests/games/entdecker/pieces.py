"""All that is neither made nor lost in a match of Entdecker, counted in a position."""

from __future__ import annotations

from tests.games.entdecker.oracle import census
from tests.seatiles.oracle import counting_by

counting = counting_by(census)
