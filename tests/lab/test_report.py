"""Reports: plain data, text, table, self-contained page, and the results that their values lead to."""

from __future__ import annotations

import copy
import csv
import json
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from io import BytesIO, StringIO
from itertools import pairwise
from math import log10
from typing import Any

import pytest
from pyarrow import parquet

from studio.core.game import Json
from studio.core.problems import Severity
from studio.core.protocols import LIMIT
from studio.games import slugs
from studio.lab.report import text as telling
from studio.lab.report.charts import MapBoard, axis_ticks, percent_breaks, percent_scale
from studio.lab.report.data import report_data
from studio.lab.report.export import ReportRow, csv_bytes, parquet_bytes, report_rows
from studio.lab.report.findings import IMPROVE, MORE_MATCHES, OPEN_RECORD, RUN_AGAIN, SHOW_MAP, Finding, findings
from studio.lab.report.page import render_page
from studio.lab.run import Run
from studio.lab.verdict import fairness_data, sequence_of
from tests.lab.tables import experiment, side


@cache
def report(slug: str = slugs()[0], both: bool = False) -> dict[str, Any]:
    what = experiment(12, slug=slug, seats=3, bots=("greedy", "random", "random") if not both else ("random",))
    run = Run(replace(what, sides=(side(slug, 3), side(slug, 3, 1))) if both else what)
    run.finish()
    found: dict[str, Any] = report_data(run)
    return found


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_plain_data_says_what_it_is_about(slug: str) -> None:
    data = report(slug)
    assert json.loads(json.dumps(data)) == data
    assert data["matches"] == 12 and data["seed"] == 5
    assert data["experiment"]["bots"] == ["greedy", "random", "random"] and data["experiment"]["rotated"]
    first = data["sides"][0]
    assert first["hash"] == side(slug, 3).hash and first["layout"]
    assert sum(seat["wins"] for seat in first["seats"]) == pytest.approx(12)
    for seat in first["seats"]:
        assert 0 <= seat["win_rate"]["low"] <= seat["win_rate"]["value"] <= seat["win_rate"]["high"] <= 1
        assert sum(seat["points"]["counts"].values()) == 12
    assert sum(first["endings"].values()) == 12
    assert all(0 <= often <= 12 for spaces in first["spaces"].values() for often in spaces.values())
    assert [(bot["bot"], bot["matches"]) for bot in first["bots"]] == [("greedy", 12), ("random", 12)]


def test_the_text_has_every_value() -> None:
    lines = "\n".join(telling.report_lines(report()))
    for part in ("greedy", "Bots differ: ", "islands completed", "endings", "12, ", "matches/s", "workers: 1"):
        assert part in lines
    assert "A − B, same draws" in "\n".join(telling.report_lines(report(both=True)))


def test_empty_and_cancelled_reports_say_so() -> None:
    data = json.loads(json.dumps(report()))
    data["state"] = "lost"
    assert telling.report_lines(data)[-1] == "The run was interrupted. The results cover the matches played until then."
    data["matches"] = 0
    assert telling.report_lines(data) == ["No match was finished."]


def test_a_report_that_is_mostly_about_wandering_bots_says_so() -> None:
    data = json.loads(json.dumps(report()))
    assert telling.limit_warning() not in telling.report_lines(data)
    data["sides"][0]["mostly_limit"] = True
    data["sides"][0]["endings"] = {LIMIT: 12}
    assert telling.limit_warning() in telling.report_lines(data)


def test_columns_line_up() -> None:
    lines = telling.table_lines([("a", "b"), ("long word", "1"), ("x", "1000")])
    assert lines == ["a             b", "---------  ----", "long word     1", "x          1000"]


def test_a_table_holds_a_figure_a_row() -> None:
    data = report(both=True)
    read = list(csv.DictReader(StringIO(csv_bytes(data).decode("utf-8"), newline="")))
    assert tuple(read[0]) == ReportRow._fields and len(read) == len(list(report_rows(data)))
    rates = [row for row in read if row["figure"] == "win_rate" and row["side"] == "B"]
    assert [float(row["value"]) for row in rates] == [seat["win_rate"]["value"] for seat in data["sides"][1]["seats"]]
    assert {row["hash"] for row in rates} == {side(slugs()[0], 3, 1).hash}
    assert {row["side"] for row in read} == {"A", "B", "A-B"}
    assert any(row["figure"] == "space.visited" and row["space"] for row in read)
    assert all(row["seed"] == "5" and row["bots"] == "random,random,random" for row in read)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_of_a_table_is_a_formula(start: str) -> None:
    data = copy.deepcopy(report())
    data["sides"][0]["layout"] = f'{start}HYPERLINK("x")'
    data["sides"][0]["fairness"]["offset"] = -0.5
    read = list(csv.DictReader(StringIO(csv_bytes(data).decode("utf-8"), newline="")))
    assert {row["layout"] for row in read} == {f'\'{start}HYPERLINK("x")'} and read[0]["value"] == "-0.5"


def test_parquet_holds_the_same_table() -> None:
    data = report()
    table = parquet.read_table(BytesIO(parquet_bytes(data))).to_pylist()
    assert [tuple(row.values()) for row in table] == [tuple(row) for row in report_rows(data)]


class Page(HTMLParser):
    """External references of a page, and unclosed elements."""

    VOID = {"meta", "br", "link", "img", "input", "hr"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wanted: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "xlink:href") and value and not value.startswith(("#", "data:")):
                self.wanted.append(value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("both", [False, True])
def test_a_page_needs_nothing_else(slug: str, both: bool) -> None:
    data = json.loads(json.dumps(report(slug, both)))
    data["sides"][0]["layout"] = "<script>alert(1)</script>"
    it = side(slug, 3)
    boards = [MapBoard(it.grid, (0.0, 0.0, it.grid.width, it.grid.height), "data:image/png;base64,AAAA")] * len(
        data["sides"]
    )
    text = render_page(data, boards, {}).decode("utf-8")
    page = Page()
    page.feed(text)
    assert page.open == [] and page.wanted == []
    assert "<script" not in text and "http" not in text.replace("http://www.w3.org", "")
    label = " ".join(page.words)
    for part in ("Fairness", "12 matches", "seed 5", it.hash, data["program"], "Points by seat", "Spaces visited"):
        assert part in label


def test_the_axis_of_intervals_holds_all_of_them_and_what_is_fair() -> None:
    assert percent_scale([{"low": 0.259, "high": 0.298}, {"low": 0.219, "high": 0.256}], 25.0) == (20, 30, 2)
    low, high, _step = percent_scale([{"low": 0.0, "high": 0.6}], 25.0)
    assert low <= 0 and high >= 60


def test_classes_of_a_map_grow() -> None:
    for shares in ([0.0], [0.5], [0.01, 0.02, 0.03], [n / 100 for n in range(101)], [0.97, 0.98, 0.99, 1.0], []):
        bounds = percent_breaks(shares)
        assert len(bounds) == 4 and all(low < high for low, high in pairwise(bounds)) and bounds[0] > 0
        assert bounds[-1] <= 100, "no space can be in a class beyond"


@pytest.mark.parametrize(
    ("most", "wanted"),
    [
        (7.6, [2, 4, 6]),
        (5, [1, 2, 3, 4, 5]),
        (19, [5, 10, 15]),
        (100, [20, 40, 60, 80, 100]),
        (0.9, [0.2, 0.4, 0.6, 0.8]),
    ],
)
def test_an_axis_has_round_numbers_where_they_belong(most: float, wanted: list[float]) -> None:
    assert axis_ticks(most) == pytest.approx(wanted)
    assert axis_ticks(0) == []


def test_the_text_has_statistics_by_seat_and_by_space() -> None:
    data = json.loads(json.dumps(report()))
    names = ("count", "mean", "half", "deviation", "least", "lower", "median", "upper", "most")
    spread: dict[str, Any] = dict(zip(names, (9, 4.5, 0.4, 1, 3, 4, 4, 5, 7), strict=True))
    name = next(iter(data["sides"][0]["titles"]))
    data["sides"][0]["places"] = {name: {"B7": spread, "C2": {**spread, "half": None}}, "margin": {}}
    for seat in data["sides"][0]["seats"]:
        seat[name] = spread
    lines = [line.split() for line in telling.report_lines(data)]
    assert ["B7", "9", "4.5", "0.40", "4", "3", "7"] in lines and ["C2", "9", "4.5", "4", "3", "7"] in lines
    assert any(line[:3] == ["mean", "by", "seat"] for line in lines) and any(line[-3:] == ["4.5"] * 3 for line in lines)


def mean_of(mean: float, half: float) -> Json:
    return {"mean": mean, "half": half}


def plain_side(*rates: float, matches: int = 20_000, **other: object) -> Json:
    found = [sequence_of(rate * matches, matches, len(rates)) for rate in rates]
    plain: Json = {
        "layout": "Here",
        "seats": [{"win_rate": sequence.interval._asdict()} for sequence in found],
        "fairness": fairness_data(found, 0.03),
        "matches": matches,
        "mostly_limit": False,
        "failures": [],
        "spaces": {},
        "numbers": {"turns": mean_of(60, 1)},
        "bots": [{"bot": "random", "matches": matches, "elo": None} for _rate in rates],
    }
    return {**plain, **other}


def plain_report(*sides: Json) -> Json:
    return {"game": "_template", "sides": list(sides)}


EVEN, UNEVEN = (0.5, 0.5), (0.6, 0.4)


def steps(found: list[Finding]) -> list[str]:
    return [finding.step for finding in found]


def test_even_seats_are_good_news() -> None:
    (only,) = findings(plain_report(plain_side(*EVEN)))
    assert only.severity is None and only.title.startswith("Fair: ") and not only.step


def test_an_uneven_seat_offers_to_look_for_something_better() -> None:
    (only,) = findings(plain_report(plain_side(*UNEVEN)))
    assert only.severity is Severity.WARNING and only.step == IMPROVE and "seat 1 wins at least 8." in only.title


def test_an_open_verdict_says_how_many_more_and_nothing_else() -> None:
    (only,) = findings(plain_report(plain_side(*EVEN, matches=90, spaces={"reached": {"A1": 0}})))
    assert only.step == MORE_MATCHES and int(only.target) % 50 == 0
    assert 2400 <= int(only.target) + 90 <= 2700, "about as many as the bounds at ± 3 % take"


def test_a_match_that_breaks_a_rule_comes_first() -> None:
    failed = [{"match": 7, "reason": "IllegalAction: no"}, {"match": 9, "reason": "x"}]
    found = findings(plain_report(plain_side(*UNEVEN, failures=failed)))
    assert steps(found) == [OPEN_RECORD, IMPROVE] and found[0].severity is Severity.ERROR
    assert found[0].title == "2 matches failed" and "Match 7: IllegalAction: no" in found[0].text


def test_spaces_that_are_never_or_seldom_met_lead_to_their_map() -> None:
    often = {f"{letter}1": 1000 for letter in "ABCDEFGHIJ"} | {"K1": 300}
    reached = often | {"L1": 0}
    found = findings(plain_report(plain_side(*EVEN, matches=2000, spaces={"reached": reached, "scored": often})))
    assert [one.target for one in found if one.step == SHOW_MAP] == ["reached", "scored"]
    found = [one for one in found if one.step == SHOW_MAP]
    assert "L1" in found[0].text and "K1: in at most 15 % of the matches (typical space: 50 %)" in found[1].text


@pytest.mark.parametrize("often, count", [(20, 3), (99, 20)])
def test_spaces_are_not_called_rare_if_most_are(often: int, count: int) -> None:
    scored = {f"{letter}1": often for letter in "ABCDEFGHIJ"} | {"K1": count}
    found = findings(plain_report(plain_side(*EVEN, matches=2000, spaces={"scored": scored})))
    assert SHOW_MAP not in steps(found), "less than 5 % of the matches, or less than 50 matches"


def test_length_is_compared_only_where_the_intervals_part() -> None:
    shorter = findings(
        plain_report(plain_side(*EVEN), plain_side(*EVEN, layout="There", numbers={"turns": mean_of(65, 1)}))
    )
    assert [one.title for one in shorter][-1] == "Shorter than There"
    alike = findings(plain_report(plain_side(*EVEN), plain_side(*EVEN, numbers={"turns": mean_of(61.5, 1)})))
    assert not any("than" in one.title for one in alike)


def test_a_b_that_was_not_played_can_be() -> None:
    assert RUN_AGAIN in steps(findings(plain_report(plain_side(*EVEN)), has_other=True))
    assert RUN_AGAIN not in steps(findings(plain_report(plain_side(*EVEN), plain_side(*EVEN)), has_other=True))


def test_skill_is_reported_only_with_enough_matches() -> None:
    def rated(best: float) -> list[Json]:
        return [
            {"bot": bot, "elo": {"value": elo, "low": elo - 16, "high": elo + 16}}
            for bot, elo in (("greedy", 1000 + 400 * log10(best / (1 - best))), ("random", 1000))
        ]

    assert any(one.title == "Skill matters" for one in findings(plain_report(plain_side(*EVEN, bots=rated(0.8)))))
    here, there = plain_side(*EVEN, bots=rated(0.9)), plain_side(*EVEN, bots=rated(0.7), layout="There")
    assert any(one.title == "Skill matters more than on There" for one in findings(plain_report(here, there)))
    assert any(one.title.startswith("Skill matters less") for one in findings(plain_report(there, here)))
    assert not any("than on" in one.title for one in findings(plain_report(here, here)))
    assert any(
        "No measurable effect" in one.title for one in findings(plain_report(plain_side(*EVEN, bots=rated(0.505))))
    )
