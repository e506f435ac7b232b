"""The command `manual`: the list, a page, all of it for a browser, and words that are no page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.cli import main


def test_the_manual_is_listed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    listed = capsys.readouterr().out
    assert "Measuring\n" in listed and "  lab " in listed and "The laboratory" in listed
    assert main(["manual", "file_format"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("The file format\n\n  A layout is a text file in JSON.")
    assert '      "format": "studio.layout",' in told and "**" not in told and "`" not in told
    assert main(["manual", "--json"]) == 0
    assert {"page": "lab", "title": "The laboratory"} in json.loads(capsys.readouterr().out)
    assert main(["manual", "lab", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert page["title"] == "The laboratory" and page["blocks"][0]["kind"] == "words"


def test_the_manual_is_written_for_a_browser(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "manual.html"
    assert main(["manual", "--html", str(path), "--json"]) == 0
    assert path.read_bytes().startswith(b"<!DOCTYPE html>")
    assert json.loads(capsys.readouterr().out) == {"output": str(path)}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["printin"], 'did you mean "printing"?'),
        (["xyzzy"], "there are: first_layout, "),
        (["lab", "--html", "out.html"], "leave the page out"),
        (["--html", "nowhere/out.html"], "no such folder"),
    ],
)
def test_what_is_no_page_is_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", *words]) == 2
    assert told in capsys.readouterr().err
