"""Problems of one cause are grouped and get one message."""

from __future__ import annotations

from studio.core.problems import ERROR, INFO, WARNING, Problem, combined_message, group_by_cause, with_causes


def one(code: str, message: str = "", cell: int = 0, cause: str = "") -> Problem:
    return Problem(code, ERROR, message or code, (cell,), cause=cause)


def test_problems_are_grouped_by_code_and_severity() -> None:
    a, b, c = one("x", cell=1), one("y"), one("x", cell=2)
    other = Problem("x", WARNING, "x", (3,))
    field = [Problem("z", INFO, f"field {number}", field=f"f{number}") for number in range(2)]
    assert group_by_cause([a, b, c, other, *field]) == [(a, c), (b,), (other,), tuple(field)]
    assert group_by_cause([]) == []


def test_problems_without_a_place_are_not_grouped() -> None:
    whole = [Problem("x", ERROR, "the layout"), Problem("x", ERROR, "the layout")]
    assert group_by_cause(whole) == [(whole[0],), (whole[1],)]


def test_a_group_has_one_sentence() -> None:
    assert combined_message([one("x", "Wrong.")]) == "Wrong."
    assert combined_message([one("x", "Wrong.", 1), one("x", "Wrong.", 2)]) == "Wrong."
    assert combined_message([one("x", "A is wrong."), one("x", "B is wrong.")]) == "A is wrong. And 1 more like it."
    assert (
        combined_message([one("x", "A is wrong.", cause="Some are wrong."), one("x", "B is wrong.")])
        == "Some are wrong."
    )


def test_causes_are_filled_in_by_code() -> None:
    found = list(with_causes([one("x", "A is wrong."), one("y")], {"x": "Some are wrong."}))
    assert [problem.cause for problem in found] == ["Some are wrong.", ""]
    assert found[0].message == "A is wrong."
