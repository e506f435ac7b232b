"""The command `review`: text, JSON and page; a stored review is continued; what cannot be used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.documents.paths import data_dir, layouts_dir
from studio.documents.store import HUMAN, read_record
from studio.games import load
from studio.lab.review.model import Review
from studio.lab.review.store import load_review, save_review
from tests.cli.test_json_output import check
from tests.helpers import Cli

SMALL = layouts_dir() / "_template" / "between_hedges.json"
GAME = load("_template")


@pytest.fixture
def record(cli: Cli, tmp_path: Path) -> Path:
    """A short match between a person in the second seat and a bot."""
    path = tmp_path / "match.json"
    cli("play", SMALL, "--seats", "2", "--bots", "greedy,random", "-o", path)
    text = path.read_text("utf-8")
    assert text.count('"random"') == 1
    path.write_text(text.replace('"random"', f'"{HUMAN}"'), "utf-8")
    return path


def test_the_moves_of_humans_are_judged(cli: Cli, record: Path) -> None:
    data = cli.json("review", record)
    check("review", data)
    assert data["people"] == [1] and data["judged"] == data["to_judge"] > 0
    assert {step["seat"] for step in data["steps"] if step["judgement"]} == {1}
    assert [seat["accuracy"] is None for seat in data["totals"]] == [True, False]
    assert sum(seat["luck"] for seat in data["totals"]) == pytest.approx(0)


def test_other_seats_can_be_judged_and_must_exist(cli: Cli, record: Path) -> None:
    assert cli.json("review", record, "--seats", "1,2")["people"] == [0, 1]
    assert "seats 1 to 2" in cli.error("review", record, "--seats", "3")
    assert "0" in cli("review", record, "--seats", "0", code=2).err


def test_the_page_stands_alone_and_shows_chances_and_totals(cli: Cli, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.html"
    assert str(out) in cli.text("review", record, "-o", out)
    page = out.read_text("utf-8")
    assert page.count('class="keyline"') == 2 and "Accuracy" in page and "Chance of winning" in page
    assert not re.findall(r'(?:src|href)="(?!data:)', page) and "http" not in page.replace("http://www.w3.org", "")


def test_names_of_players_are_escaped(cli: Cli, record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text("utf-8"))
    data["seats"][1]["name"] = "<b>Eve"
    record.write_text(json.dumps(data), "utf-8")
    cli("review", record, "-o", tmp_path / "review.html")
    page = (tmp_path / "review.html").read_text("utf-8")
    assert "&lt;b&gt;Eve" in page and "<b>Eve" not in page


def test_plain_data_is_written_as_it_is_printed(cli: Cli, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.json"
    printed = cli("review", record, "-o", out, "--json").out
    assert out.read_text("utf-8") == printed


def test_the_output_must_not_be_the_record(cli: Cli, record: Path) -> None:
    before = record.read_bytes()
    assert "input file" in cli.error("review", record, "-o", record)
    assert record.read_bytes() == before
    assert ".html" in cli.error("review", record, "-o", record.with_suffix(".txt"))


def test_a_review_is_stored_until_the_match_changes(cli: Cli, record: Path) -> None:
    document = read_record(record)
    assert load_review(document, GAME) is None
    data = cli.json("review", record)
    stored = load_review(document, GAME)
    assert isinstance(stored, Review) and stored.is_complete and stored.match == data["match"]
    shorter = replace(document, log=document.log[:-1])
    assert load_review(shorter, GAME) is None


def test_a_damaged_review_is_made_again(cli: Cli, record: Path) -> None:
    document = read_record(record)
    first = cli.json("review", record)
    stored = load_review(document, GAME)
    assert stored is not None
    save_review(stored)
    for file in (data_dir() / "reviews").glob("*.json"):
        file.write_text("{", "utf-8")
    assert load_review(document, GAME) is None
    assert cli.json("review", record) == first
