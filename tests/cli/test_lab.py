"""The commands `simulate`, `sweep` and `improve`: stop rules, comparisons, tallies, reports, bad input."""

from __future__ import annotations

import csv
import json
import signal
import sys
from pathlib import Path

import pytest

from studio import __version__
from studio.cli import lab
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab import worker_pool
from studio.lab.jobs import JobResult
from studio.lab.run import Progress
from studio.services.loading import load_layout
from tests.cli.test_commands import closed
from tests.cli.test_files import program
from tests.helpers import Cli
from tests.lab.tables import Stumped

BASE, OTHER = (str(path) for path in shipped_layouts(slugs()[0])[:2])
QUICK = ("simulate", BASE, "--seats", "2", "--workers", "1", "--matches")


def test_two_layouts_are_compared(cli: Cli) -> None:
    data = cli.json(*QUICK, "6", "--compare", OTHER)
    assert data["difference"]["pairs"] == 6 and len(data["sides"]) == 2
    data = cli.json(*QUICK, "4", "--compare-options", "chief_scouts")
    assert [side["options"]["chief_scouts"] for side in data["sides"]] == [False, True]


@pytest.mark.long
def test_bots_go_round_unless_they_are_to_stay(cli: Cli) -> None:
    arguments = (*QUICK, "4", "--bots", "greedy,random", "--json")
    assert json.loads(cli.run(*arguments)[1])["experiment"]["rotated"]
    stay = json.loads(cli.run(*arguments, "--fixed-seats")[1])
    assert [rate["high"] for rate in stay["sides"][0]["bots"][0]["by_seat"]][1] == 1.0  # never sat there


def test_every_run_of_a_layout_is_listed(cli: Cli) -> None:
    assert "No runs of this layout are stored." in cli("simulate", BASE, "--history")[0]
    cli(*QUICK, "2", "--seed", "7")
    cli(*QUICK, "3", "--bots", "greedy,random")
    head, _rule, *rows = cli("simulate", BASE, "--history")[0].splitlines()
    assert head.split()[:3] == ["date", "seats", "bots"]
    assert [row.split()[2:] for row in rows] == [
        ["2", "greedy,random", "openings=8", "0", "4", "finished", "still", "open", __version__],
        ["2", "random", "–", "7", "2", "finished", "still", "open", __version__],
    ]
    assert [report["seed"] for report in cli.json("simulate", BASE, "--history")] == [0, 7]


def test_the_passport_adds_up_the_runs_of_a_layout(cli: Cli, tmp_path: Path) -> None:
    assert "No matches measured yet." in cli("passport", BASE)[0]
    for seed in ("7", "8"):
        cli(*QUICK, "2", "--seed", seed)
    cli(*QUICK, "1", "--seed", "8")
    lines = cli("passport", BASE)[0].splitlines()
    assert lines[2] == "Still open for 2 seats with Random bots."
    row = next(line for line in lines if line.startswith("2 seats"))
    assert row.split()[2:5] == ["still", "open", "(4)"]
    found = cli.json("passport", BASE)
    assert [(cell["seats"], cell["matches"], cell["seeds"]) for cell in found["cells"]] == [(2, 4, [7, 8])]
    assert cli.json("passport", BASE, "--options", "chief_scouts")["cells"] == []
    cli("passport", BASE, "-o", tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_bytes())["hash"] == found["hash"]
    assert ".pdf" in cli.error("passport", BASE, "-o", tmp_path / "mine.txt")


@pytest.mark.long
@pytest.mark.parametrize(("kind", "head"), [(".pdf", b"%PDF"), (".png", b"\x89PNG"), (".svg", b"<svg ")])
def test_the_passport_is_a_page(cli: Cli, tmp_path: Path, kind: str, head: bytes) -> None:
    cli(*QUICK, "2")
    cli("passport", BASE, "-o", tmp_path / f"mine{kind}")
    assert (tmp_path / f"mine{kind}").read_bytes().startswith(head)


def test_simulated_matches_can_be_played_again_with_their_openings(cli: Cli) -> None:
    one = cli.json(*QUICK, "1", "--seed", "3", "--openings", "6")
    seed, opened = ("--seed", "3000000"), ("--openings", "6")
    again = cli.json("play", BASE, "--seats", "2", *seed, *opened)
    assert [seat["points"]["least"] for seat in one["sides"][0]["seats"]] == again["scores"]
    assert again["scores"] != cli.json("play", BASE, "--seats", "2", *seed)["scores"]
    pair = cli.json(*QUICK, "1", "--seed", "3", "--bots", "greedy,random")
    again = [
        cli.json("play", BASE, *seed, "--bots", bots, "--openings", "8") for bots in ("greedy,random", "random,greedy")
    ]
    scores = zip(*(match["scores"] for match in again), strict=True)
    assert [seat["points"]["mean"] for seat in pair["sides"][0]["seats"]] == [sum(seat) / 2 for seat in scores]


def test_reports_state_openings_and_pairs(cli: Cli, tmp_path: Path) -> None:
    page, table = tmp_path / "r.html", tmp_path / "r.csv"
    words = (*QUICK, "4", "--bots", "greedy,random", "--openings", "3")
    out = cli(*words, "-o", str(page))[0]
    assert "Every match starts with 3 random moves." in out and "pairs with seats exchanged" in out
    assert "Every match starts with 3 random moves." in page.read_text("utf-8")
    cli(*words, "-o", str(table))
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert {row["opening_plies"] for row in rows} == {"3"}
    assert sum(float(row["value"]) for row in rows if row["figure"].startswith("pairs.")) == 2
    assert {"pair_win_rate", "pair_elo_difference", "likelihood_of_superiority"} <= {row["figure"] for row in rows}
    plain = cli.json(*QUICK, "2")
    assert plain["experiment"]["opening_plies"] == 0 and plain["sides"][0]["pairs"] is None


def test_a_rule_says_when_to_stop(cli: Cli) -> None:
    data = cli.json(*QUICK, "30", "--precision", "2")
    assert data["experiment"]["stop"] == {"rule": "width", "half": 0.02, "most": 30} and data["matches"] == 30
    data = cli.json(*QUICK, "30", "--bias", "30")
    assert data["experiment"]["stop"]["rule"] == "decided" and data["matches"] <= 30


def test_a_tally_of_ones_own_is_counted(cli: Cli, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class Tally:\n"
        "    def before(self, state): self.n = 0\n"
        "    def step(self, state, action): self.n += 1\n"
        "    def after(self, state): return {'steps': self.n}\n",
        encoding="utf-8",
    )
    data = cli.json(*QUICK, "3", "--stats", mine)
    assert data["sides"][0]["numbers"]["mine.steps"]["count"] == 3
    mine.write_text("class Tally:\n    def before(self, state): 1 / 0\n    step = after = before\n", encoding="utf-8")
    for workers in ("1", "2"):
        arguments = ("simulate", BASE, "--matches", "3", "--stats", str(mine), "--workers", workers)
        line = cli.error(*arguments)
        assert "mine.py, line 2: ZeroDivisionError" in line
    mine.write_bytes(b"\xff\xfe")
    assert "not a text file" in cli.error(*QUICK, "3", "--stats", mine)


@pytest.mark.parametrize("kind", ["json", "csv", "parquet"])
def test_a_report_is_written(cli: Cli, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"report.{kind}"
    message = cli(*QUICK, "2", "-o", out).out
    assert str(out) in message
    assert out.read_bytes().startswith({"json": b"{", "csv": b"program,", "parquet": b"PAR1"}[kind])


def test_a_match_that_fails_is_reported_with_its_record(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("studio.lab.jobs.make_bots", lambda bots, seed: [Stumped(12) for _bot in bots])
    out = cli(*QUICK, "2", "-o", tmp_path / "odd.json", code=1).out
    assert "2 matches (not counted), the first is number 0: RuntimeError: no idea" in out
    record = tmp_path / "odd_failed_a1.json"
    assert str(record) in out and not (tmp_path / "odd_failed_b0.json").exists()
    shown = cli.json("replay", record)
    assert shown["decisions"] >= 12 and not shown["over"]


@pytest.mark.long
def test_a_page_has_pictures_of_the_boards(tmp_path: Path) -> None:
    done = program([*QUICK, "2", "--compare", OTHER, "-o", "page.html"], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,iVBOR") == 2 and 'font-family:"Cabin"' in page


def test_a_report_on_standard_output_is_json_and_text_goes_to_standard_error(cli: Cli) -> None:
    out, err = cli(*QUICK, "2", "-o", "-")
    assert json.loads(out)["matches"] == 2 and "matches/s" in err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("-o", "report.txt"), "must end in .html, .json, .csv or .parquet"),
        (("--resume", "--match-list", "all.csv"), "cannot be used together"),
        (("-o", "/nowhere/at/all.csv"), "folder not found"),
        (("--precision", "2", "--bias", "5"), "cannot be used together"),
        (("--precision", "0"), "is not a percentage"),
        (("--precision", "x"), "is not a percentage"),
        (("--compare", str(shipped_layouts(slugs()[1])[0])), "only layouts of the same game"),
        (("--scheduler", "tcp://127.0.0.1:9"), 'no scheduler found at "tcp://127.0.0.1:9"'),
        (("--scheduler", "what"), 'no scheduler found at "what"'),
        (("--scheduler", "http://127.0.0.1:80"), 'no scheduler found at "http://127.0.0.1:80"'),
        (("--scheduler", "tcp://127.0.0.1:port"), 'no scheduler found at "tcp://127.0.0.1:port"'),
    ],
)
def test_impossible_requests_are_rejected(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], reason: str
) -> None:
    monkeypatch.setattr(worker_pool, "CONNECT", 0.5)
    assert reason in cli.error(*QUICK, "2", *words)


def test_without_pyarrow_parquet_is_rejected_before_the_run(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert 'pip install "explorer-studio[parquet]"' in cli.error(*QUICK, "2", "-o", "x.parquet")


@pytest.mark.usefixtures("at_a_terminal")
def test_ctrl_c_keeps_what_was_played(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def show(progress: Progress, which: str) -> None:
        if progress.matches and not calls:
            calls.append(progress.matches)
            signal.raise_signal(signal.SIGINT)

    calls: list[int] = []
    monkeypatch.setattr(lab, "_show", show)
    code, out, err = cli.run(*QUICK, "100000")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert (code, err) == (130, "")
    assert "Stopped by the user" in out


def test_errors_in_a_tally_are_on_their_own_line(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("class Tally:\n    def before(self, state): 1 / 0\n    step = after = print\n", encoding="utf-8")
    monkeypatch.setattr("studio.cli.common.show_progress", lambda words: sys.stderr.write(f"<{words}>"))
    _code, _out, err = cli.run(*QUICK, "2", "--stats", mine)
    assert "<>explorer-studio: mine.py, line 2: ZeroDivisionError" in err


def test_the_tally_of_the_documents_counts(cli: Cli, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "resources" / "docs" / "cli.md").read_text(encoding="utf-8")
    mine = tmp_path / "mine.py"
    mine.write_text(page.partition("```python\n")[2].partition("```")[0], encoding="utf-8")
    data = cli.json(*QUICK, "2", "--stats", mine)
    assert data["sides"][0]["numbers"]["mine.forced moves"]["count"] == 2


FEW = ("--matches", "3", "--workers", "1")


def test_every_point_is_the_report_of_simulate(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    words = ("sweep", BASE, OTHER, "--seats", "2-3", "--options", "", "--options", "chief_scouts", *FEW)
    data = cli.json(*words, "-o", out)
    assert len(data["points"]) == 8 and data["skipped"] == []
    alone = cli.json("simulate", OTHER, "--seats", "3", "--options", "chief_scouts", *FEW)
    there = data["points"][-1]
    assert {**there, "run": 0} == {**alone, "run": 0}
    with out.open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert len({(row["hash"], row["seats"], row["options"]) for row in read}) == 8
    message = cli(*words).out
    assert len([line for line in message.splitlines() if "Still open" in line]) == 8


def test_unplayable_combinations_are_skipped_and_reported(cli: Cli, tmp_path: Path) -> None:
    broken = closed(tmp_path)
    out, err = cli("sweep", OTHER, broken, "--seats", "2,9", *FEW)
    assert out.count("Still open") == 1 and err.count("skipped: ") == 3 and "not 9" in err
    assert "no combination can be played" in cli.error("sweep", broken, *FEW)


@pytest.mark.parametrize(
    ("words", "played"),
    [
        (("sweep", BASE, "--vary", "gold=5..7", *FEW), "gold=5"),
        (("tournament", BASE, "--bots", "random,greedy,planner:1", *FEW), ": 4 matches, 2 seats"),
        (("simulate", BASE, "--ladder", "random,greedy", *FEW), "matches    3, "),
    ],
)
def test_a_series_that_loses_its_workers_keeps_the_runs_before(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], played: str
) -> None:
    receive = worker_pool.InProcessPool.receive
    plans: set[str] = set()

    def leave(pool: worker_pool.InProcessPool, seconds: float) -> list[JobResult]:
        """Fail in the first job of the second run."""
        results = receive(pool, seconds)
        plans.update(result.job.key for result in results)
        if len(plans) > 1:
            raise worker_pool.NoWorkersError("nobody is left")
        return results

    monkeypatch.setattr(worker_pool.InProcessPool, "receive", leave)
    code, out, err = cli.run(*map(str, words))
    assert code == 2 and err.count("nobody is left") == 1 and played in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--seats", "two"), "not a list of seat counts such as 2,4"),
        (("--bots", "clever"), 'unknown bot "clever"'),
        (("--options", "odd"), 'has no option "odd"'),
        (("-o", "page.html"), "must end in .json, .csv or .parquet"),
    ],
)
def test_bad_words_are_rejected(cli: Cli, words: tuple[str, ...], reason: str) -> None:
    assert reason in cli.error("sweep", BASE, *FEW, *words)


LAYOUT = str(shipped_layouts(slugs()[1])[1])


def test_the_best_are_written_as_new_layouts(cli: Cli, tmp_path: Path) -> None:
    arguments = (
        "improve",
        LAYOUT,
        "--candidates",
        "3",
        "--matches",
        "40",
        "--workers",
        "1",
        "-o",
        str(tmp_path / "made"),
    )
    out, err = cli(*arguments, code=(0, 1))
    assert err == "" and out.startswith("unchanged: deviation ")
    written = sorted((tmp_path / "made").iterdir())
    assert [path.name for path in written] == [f"{Path(LAYOUT).stem}_{number}.json" for number in (1, 2, 3)]
    assert "balanced" in load_layout(written[0]).layout.name
    assert "already exists" in cli.error(*arguments)
    data = cli.json(*arguments[:-2], code=(0, 1))
    assert len(data["best"]) == 3 and data["before"]["changed"] == "unchanged" and data["files"] == []


def test_bad_improvements_are_rejected(cli: Cli, tmp_path: Path) -> None:
    assert "folder not found" in cli.error("improve", LAYOUT, "-o", tmp_path / "no" / "such")
    assert 'unknown bot "x"' in cli.error("improve", LAYOUT, "--bots", "x")


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_tally_that_ends_its_worker_is_reported(workers: str, cli: Cli, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    body = "before = step = lambda *_: None\n    def after(self, state): import os; os._exit(0)"
    mine.write_text(f"class Tally:\n    {body}\n", encoding="utf-8")
    code, out, err = cli.run(*QUICK, "3", "--stats", mine, "--workers", workers)
    assert code == 1 and "3 matches failed" in err and "its worker stopped without an error message" in out


def test_the_matches_are_listed_in_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "matches.csv"
    cli(*QUICK, "3", "--match-list", str(path))
    with path.open(encoding="utf-8", newline="") as text:
        rows = [*csv.DictReader(text)]
    assert [row["match"] for row in rows] == ["0", "1", "2"] and {row["bot_0"] for row in rows} == {"random"}
    assert "must end in .csv or .parquet" in cli.error(*QUICK, "2", "--match-list", "matches.html")
    assert "--match-list requires the name of a file" in cli.error(*QUICK, "2", "--match-list", "-")


def test_an_action_that_a_bot_does_without_must_exist(cli: Cli) -> None:
    for command in (QUICK[:4], ("play", BASE, "--seats", "2")):
        assert 'has no action "nonsense"' in cli.error(*command, "--bots", "random-without-nonsense")
