"""The package has the solvers that the program uses, and lists no others."""

from __future__ import annotations

import sys
from importlib.metadata import distribution
from pathlib import Path

import made_of
import pytest
import solvers

from studio.documents.components import components
from studio.seatiles.checks.completion import SOLVER

LISTED = """
to_install = ['cadical103', 'glucose30',
              'minicard', 'minisat22']
"""


def test_required_solvers_are_kept_and_listed() -> None:
    assert list(solvers.KEPT) == [SOLVER]
    assert {*solvers.KEPT.values(), "Lingeling"} <= {part.name for part in components()}
    left_out = made_of.solvers_left_out()
    assert "Lingeling" in left_out and not left_out & {*solvers.KEPT.values(), "Qt", "Cabin"}


def test_the_list_of_solvers_is_found_in_the_sources() -> None:
    assert solvers.LIST.sub("to_install = []", LISTED).strip() == "to_install = []"


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the library is packaged as it is")
def test_no_other_solver_is_in_what_is_built(tmp_path: Path) -> None:
    (module,) = [file for file in distribution(solvers.LIBRARY).files or () if file.name.startswith(solvers.MODULE)]
    whole = Path(str(module.locate()))
    small = solvers.reduce(whole, tmp_path)
    marks = {"Minicard": True, "lglinit": False, "kissat_init": False, "N10CaDiCaL153": False}
    assert all(name.encode() in whole.read_bytes() for name in marks)
    assert {name: name.encode() in small.read_bytes() for name in marks} == marks
