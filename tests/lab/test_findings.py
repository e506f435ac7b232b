"""The results of a report: each appears exactly when its values say so."""

from __future__ import annotations

import pytest

from studio.core.game import Json
from studio.core.problems import Severity
from studio.lab.findings import IMPROVE, MORE_MATCHES, OPEN_RECORD, RUN_AGAIN, SHOW_MAP, Finding, findings


def spread(mean: float, half: float) -> Json:
    return {"mean": mean, "half": half}


def side(*rates: tuple[float, float, float], verdict: str = "level", matches: int = 2000, **other: object) -> Json:
    seats = [{"win_rate": dict(zip(("value", "low", "high"), rate, strict=True))} for rate in rates]
    bots = [{"bot": "random", "matches": matches, "win_rate": {"value": 1 / len(rates)}} for _rate in rates]
    plain: Json = {
        "layout": "Here",
        "seats": seats,
        "verdict": verdict,
        "matches": matches,
        "mostly_limit": False,
        "failures": [],
        "spaces": {},
        "numbers": {"turns": spread(60, 1)},
        "bots": bots,
    }
    return {**plain, **other}


def report(*sides: Json) -> Json:
    return {"game": "_template", "sides": list(sides)}


EVEN = ((0.5, 0.48, 0.52), (0.5, 0.48, 0.52))
UNEVEN = ((0.6, 0.57, 0.63), (0.4, 0.37, 0.43))


def steps(found: list[Finding]) -> list[str]:
    return [finding.step for finding in found]


def test_even_seats_are_good_news() -> None:
    (only,) = findings(report(side(*EVEN, verdict="fair")))
    assert only.severity is None and "Fair within" in only.text and not only.step


def test_an_uneven_seat_offers_to_look_for_something_better() -> None:
    (only,) = findings(report(side(*UNEVEN, verdict="unfair")))
    assert only.severity is Severity.WARNING and only.step == IMPROVE
    assert "wins 40.0 % ± 3.0" in only.title or "wins 60.0 % ± 3.0" in only.title


def test_too_few_matches_say_how_many_more_and_nothing_else() -> None:
    early = side((0.5, 0.4, 0.6), (0.5, 0.4, 0.6), verdict="early", matches=90, spaces={"reached": {"A1": 0}})
    (only,) = findings(report(early))
    assert only.step == MORE_MATCHES and int(only.target) % 50 == 0
    # two seats known together at 95 %: z = 2.2414; n for ± 5 % at one half is about z² / 4 / 0.0025 - z²
    assert int(only.target) == pytest.approx(2.2414**2 / 4 / 0.0025 - 2.2414**2 - 90, abs=60)


def test_a_match_that_breaks_a_rule_comes_first() -> None:
    failed = [{"match": 7, "reason": "IllegalAction: no"}, {"match": 9, "reason": "x"}]
    found = findings(report(side(*UNEVEN, verdict="unfair", failures=failed)))
    assert steps(found) == [OPEN_RECORD, IMPROVE] and found[0].severity is Severity.ERROR
    assert found[0].title == "2 matches broke a rule" and "Number 7: IllegalAction: no" in found[0].text


def test_spaces_that_are_never_or_seldom_met_lead_to_their_map() -> None:
    often = {f"{letter}1": 1000 for letter in "ABCDEFGHIJ"} | {"K1": 300}
    reached = often | {"L1": 0}
    found = findings(report(side(*EVEN, verdict="fair", spaces={"reached": reached, "scored": often})))
    assert [(one.step, one.target) for one in found if one.step] == [(SHOW_MAP, "reached"), (SHOW_MAP, "scored")]
    assert "L1" in found[0].text and "K1: in 15 % of the matches at most, elsewhere 50 %" in found[1].text


def test_length_is_compared_only_where_the_intervals_part() -> None:
    shorter = findings(report(side(*EVEN), side(*EVEN, layout="There", numbers={"turns": spread(65, 1)})))
    assert [one.title for one in shorter][-1] == "Shorter than There"
    alike = findings(report(side(*EVEN), side(*EVEN, numbers={"turns": spread(61.5, 1)})))
    assert not any("than" in one.title for one in alike)


def test_a_b_that_was_not_played_can_be() -> None:
    assert RUN_AGAIN in steps(findings(report(side(*EVEN)), has_other=True))
    assert RUN_AGAIN not in steps(findings(report(side(*EVEN), side(*EVEN)), has_other=True))


def test_skill_is_reported_only_with_enough_matches() -> None:
    def rated(best: float) -> list[Json]:
        return [
            {"bot": "greedy", "matches": 2000, "win_rate": {"value": best}},
            {"bot": "random", "matches": 2000, "win_rate": {"value": 1 - best}},
        ]

    assert any(one.title == "Skill counts" for one in findings(report(side(*EVEN, bots=rated(0.8)))))
    here, there = side(*EVEN, bots=rated(0.9)), side(*EVEN, bots=rated(0.7), layout="There")
    assert any(one.title == "Skill counts more than on There" for one in findings(report(here, there)))
    assert any(one.title.startswith("Skill counts less") for one in findings(report(there, here)))
    assert not any("than on" in one.title for one in findings(report(here, here)))
    assert any("luck" in one.title for one in findings(report(side(*EVEN, bots=rated(0.505)))))
