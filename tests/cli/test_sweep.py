"""The command `sweep`: a row for each point that can be played, a word for each that cannot."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from tests.cli.test_commands import changed, refused, run

SHIPPED = [str(path) for path in shipped_layouts(slugs()[0])[:2]]
FEW = ("--matches", "3", "--workers", "1")


def test_every_point_is_the_report_of_simulate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    words = ("sweep", *SHIPPED, "--seats", "2-3", "--options", "", "--options", "chief_scouts", *FEW)
    data = json.loads(run(capsys, *words, "--json", "-o", str(out))[1])
    assert len(data["points"]) == 8 and data["skipped"] == []
    alone = json.loads(
        run(capsys, "simulate", SHIPPED[1], "--seats", "3", "--options", "chief_scouts", *FEW, "--json")[1]
    )
    there = data["points"][-1]
    assert {**there, "run": 0} == {**alone, "run": 0}
    with out.open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert len({(row["hash"], row["seats"], row["options"]) for row in read}) == 8
    code, said, _err = run(capsys, *words)
    assert code == 0 and len([line for line in said.splitlines() if "Too early to say" in line]) == 8


def test_what_cannot_be_played_is_skipped_and_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    body = json.loads(Path(SHIPPED[0]).read_text(encoding="utf-8"))["body"]
    closed = dict.fromkeys(("north", "east", "south", "west"), "shore")
    broken = changed(Path(SHIPPED[0]), tmp_path / "closed.json", body={**body, "border": closed})
    code, out, err = run(capsys, "sweep", SHIPPED[1], broken, "--seats", "2,9", *FEW)
    assert code == 0 and out.count("Too early") == 1
    assert err.count("skipped: ") == 3 and "not 9" in err
    assert "nothing of this can be played" in refused(run(capsys, "sweep", broken, *FEW))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--seats", "two"), "no numbers of seats like 2,4"),
        (("--bot", "clever"), 'no bot "clever"'),
        (("--options", "odd"), 'has no option "odd"'),
        (("-o", "page.html"), "ends in .json, .csv, .parquet"),
    ],
)
def test_bad_words_are_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str) -> None:
    assert reason in refused(run(capsys, "sweep", SHIPPED[0], *FEW, *words))
