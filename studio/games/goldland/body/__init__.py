"""Layouts of Goldland as data: reading and writing them, their schema, their grid, the board made of them."""

from __future__ import annotations

from studio.games.goldland.body.build import build
from studio.games.goldland.body.data import Body, grid, parse, plain, schema

__all__ = ["Body", "build", "grid", "parse", "plain", "schema"]
