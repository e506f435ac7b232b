"""Documents are true: limits, links, names, commands, examples, and the generated parts."""

from __future__ import annotations

import importlib.util
import io
import re
import shlex
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from resources.docs.draw_architecture import PACKAGES, drawing
from studio.bots import list_bots as bot_names
from studio.cli import COMMANDS, commands, main
from studio.core.cancellation import CancelToken
from studio.core.problems import Problem, Severity
from studio.games._template import checks
from studio.games._template.body import Body
from studio.services.loading import load_layout

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "resources" / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md")), *sorted((ROOT / ".github").glob("*.md"))]
MANUAL = sorted((ROOT / "resources" / "manual").glob("*.md"))
LIMITS = {
    "README.md": (170, 8192),
    "CHANGELOG.md": (500, 8192),
    "CONTRIBUTING.md": (120, 8192),
    "resources/docs/adding_a_game.md": (80, 8192),
    "resources/docs/style.md": (80, 8192),
}
"""Lines and bytes at most."""
STAND_INS = (
    (r"^(simulate|tournament|sweep|improve) ", r"\1 --workers 1 "),
    (r"--(matches|precision) \S+", "--matches 2"),
    (r"(tournament .*)--bots \S+", r"\1--bots random,greedy"),
    (r"(simulate .*)--bots greedy", r"\1--bots random"),
    (r"improve (.*)--bots \S+", r"improve --candidates 1 --matches 2 \1--bots random"),
    (r"(sweep .*)--seats \S+", r"\1--seats 2"),
    (r"(sweep .*)\*\.json", r"\1base.json"),
    (r"(export .*)--format apng", r"\1--format apng --until 3"),
    (r"(export .*)--format print", r"\1--format print --parts markers"),
    (r"--size \d+(?![\dx])", "--size 200"),
    (r"^render ", "render --size 200 "),
    (r"^demo .*", "demo --help"),
    (r"^--smoke-test", "--version"),
)
"""What commands that take long are replaced by: the same with fewer matches, positions or pages."""


def blocks(text: str, language: str = "") -> list[str]:
    """Return the fenced blocks of a page in a language, without their indentation."""
    return [textwrap.dedent(block) for block in re.findall(rf"^ *```{language}\n(.*?)^ *```", text, re.S | re.M)]


def shown() -> list[str]:
    """Return every command line in the fenced blocks of all documents and the manual, each once."""
    lines = (
        line for page in (*PAGES, *MANUAL) for block in blocks(page.read_text("utf-8")) for line in block.splitlines()
    )
    found = dict.fromkeys(line for line in lines if line.startswith("explorer-studio ") and "[OPTION …]" not in line)
    return list(found)


@pytest.mark.parametrize("name", LIMITS)
def test_pages_are_short(name: str) -> None:
    text = (ROOT / name).read_bytes()
    assert (text.count(b"\n") <= LIMITS[name][0], len(text) <= LIMITS[name][1]) == (True, True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for link in re.findall(r"\]\(([^):]+)\)", prose):
        file, _hash, part = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        headings = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M) if part else []
        assert not part or part in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}, link
    for path in re.findall(r"`((?:studio|resources|tests|layouts|packaging|\.github)/[\w./]*)`", prose):
        module = ROOT / f"{path}.py"  # a module may be a file or a folder
        assert (ROOT / path).exists() or module.exists(), path
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z-]+)", text, re.M):
        assert re.search(rf"^(?:[a-z-]+ )*{target}[ :]", makefile, re.M), target
    for module, options in re.findall(r"python -m ([\w.]+)([^`\n]*)", text):
        spec = importlib.util.find_spec(module)
        assert spec is not None and spec.origin is not None, module
        sources = "".join(file.read_text("utf-8") for file in Path(spec.origin).parent.glob("*.py"))
        assert module == "studio" or all(word in sources for word in re.findall(r"--[a-z]+", options)), options


def test_commands_in_running_text_exist() -> None:
    known = {command.name: {word for one in command.arguments for word in one.options} for command in commands()}
    for page in (*PAGES, *MANUAL):
        prose = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)
        for line in re.findall(r"`(?:eval \"\$\()?explorer-studio ([^`]*)`", prose):
            first = line.split()[0]
            name = first if first in COMMANDS else ""
            assert name or first.startswith("-") or first.isupper(), line
            assert set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", line)) <= known[name], line
        if page.name == "cli.md":
            bots = re.findall(r"^\| `([a-z]+)` \|", prose, re.M)
            assert bots == list(bot_names())
    assert len(COMMANDS) == int(re.findall(r"All (\d+) commands", (ROOT / "README.md").read_text("utf-8"))[0])


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder to type commands in, with what they read: the shipped files, and a layout with a problem."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("layouts", "resources"):
        (folder / name).symlink_to(ROOT / name, target_is_directory=True)
    text = (ROOT / "layouts" / "neue_entdecker" / "base.json").read_text("utf-8")
    (folder / "my_sea.json").write_text(re.sub(r'"sorted": \d+', '"sorted": -1', text, count=1), encoding="utf-8")
    yield folder


def expand(word: str) -> list[str]:
    """Return the files that a pattern of a shell means; other words as they are."""
    return sorted(map(str, Path().glob(word))) if "*" in word else [word]


def type_command(line: str) -> int:
    """Run a line of `explorer-studio` commands, joined by pipes, in this process; return the first exit code but 0."""
    line, _sign, target = line.partition(" > ")
    passed = b""
    for part in line.split(" | "):
        text = part.removeprefix("explorer-studio ")
        for pattern, stand_in in STAND_INS:
            text = re.sub(pattern, stand_in, text)
        words = [found for word in shlex.split(text) for found in expand(word)]
        with pytest.MonkeyPatch.context() as patch:
            out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(passed), encoding="utf-8"))
            patch.setattr(sys, "stdout", out)
            try:
                code = main(words)
            except SystemExit as end:
                code = int(end.code or 0)
            out.seek(0)
            passed = out.buffer.read()
        if code:
            return code
    if target:
        Path(target).write_bytes(passed)
    return 0


def test_every_command_in_a_document_runs(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)
    lines = shown()
    assert {line.split()[1] for line in lines} >= set(COMMANDS), "the page of the commands shows each of them"
    # the documents share one folder here
    failed = {line: code for line in lines if (code := type_command(line.replace(" new ", " new --force ")))}
    reporting = {"diff", "merge", "fix", "improve"}
    """Commands that report with exit code 1: differences, conflicts, problems left, nothing fairer."""
    assert {line.split()[1] for line in failed} <= reporting, failed
    assert set(failed.values()) <= {1}


def test_generated_documents_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import cli_page
    import completions

    assert (DOCS / "cli.md").read_text(encoding="utf-8") == cli_page.page(), "run `make docs`"
    written = {script.name: script.read_text(encoding="utf-8") for script in completions.FOLDER.iterdir()}
    assert written == completions.scripts(), "run `make docs`"
    assert (DOCS / "architecture.svg").read_text(encoding="utf-8") == drawing(), "run `make docs`"
    modules = {
        path.stem for path in (ROOT / "studio").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert set(PACKAGES) == modules - {"__init__"}
    assert set(cli_page.SLOW) <= set(COMMANDS)


def test_the_example_layout_can_be_played(tmp_path: Path) -> None:
    (example,) = blocks((DOCS / "format.md").read_text(encoding="utf-8"), "json")
    path = tmp_path / "example.json"
    path.write_text(example, encoding="utf-8")
    opened = load_layout(path)
    problems = [*opened.game.checks.check(opened.body), *opened.game.checks.verify(opened.body, CancelToken(10))]
    assert [problem.message for problem in problems if problem.severity > Severity.INFO] == []


def test_the_example_check_finds_and_fixes() -> None:
    check, _tool = blocks((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), "python")
    scope = {**vars(checks), "replace": replace}
    exec(f"def found(body):\n{textwrap.indent(check, '    ')}", scope)
    body = Body(("......",) * 3, (4, 4, 0))
    (problem,) = scope["found"](body)
    assert isinstance(problem, Problem) and problem.fix is not None
    assert not list(scope["found"](problem.fix.body))
