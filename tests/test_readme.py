"""The README tells the truth: its example is a layout, its commands exist, its pictures are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studio.cli import main
from studio.core.cancellation import Patience
from studio.core.problems import Severity
from studio.services.loading import open_layout

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_layout_can_be_played(tmp_path: Path) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "example.json"
    path.write_text(example, encoding="utf-8")
    opened = open_layout(path)
    problems = [*opened.game.check(opened.body), *opened.game.prove(opened.body, Patience(10))]
    assert [problem.message for problem in problems if problem.severity > Severity.INFO] == []
    assert opened.layout.name == "Two islands"


def test_every_command_line_names_a_command_that_helps(capsys: pytest.CaptureFixture[str]) -> None:
    commands = set(re.findall(r"^explorer-studio ([a-z]+)", README, re.MULTILINE))
    assert {
        "games",
        "new",
        "complete",
        "diff",
        "survey",
        "validate",
        "explain",
        "fix",
        "format",
        "import",
        "play",
        "replay",
        "puzzle",
        "simulate",
        "sweep",
        "improve",
        "tournament",
        "export",
        "render",
        "demo",
        "manual",
        "completion",
        "check",
    } == commands
    for command in sorted(commands):
        try:
            code = main([command, "--help"])
        except SystemExit as stop:
            code = int(stop.code or 0)
        assert code == 0
        assert f"explorer-studio {command}" in capsys.readouterr().out


def test_every_picture_and_page_that_is_linked_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"`make ([a-z-]+)`", README)) | set(re.findall(r"^make ([a-z-]+)", README, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets >= {"run", "test", "bench", "package"}
    assert [target for target in sorted(targets) if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
