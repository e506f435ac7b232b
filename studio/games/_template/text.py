"""All texts of the game. `_` marks them for translation; `seat_mark` is replaced by the seat's name."""

from __future__ import annotations

from studio.core.book import Book
from studio.core.game import LAY, OVER, Action, BookPosition, Event
from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.core.text import _, join_seats, plural, points_text, seat_mark
from studio.documents import markup
from studio.games._template.rules import DRAW, NONE, PLANT, TAKE, State, start


def flower(kind: int) -> str:
    return (_("daisy"), _("poppy"), _("iris"))[kind]


def a_flower(kind: int) -> str:
    """Return the name with its article."""
    return (_("a daisy"), _("a poppy"), _("an iris"))[kind]


def turn_title(state: State) -> str:
    planted = sum(kind != NONE for kind in state.flower)
    return _("Turn {number}").format(number=planted // state.seats + 1)


def describe(state: State, action: Action) -> str:
    who = seat_mark(state.active)
    if action[0] == TAKE:
        return _("{who} takes {flower} in hand.").format(who=who, flower=a_flower(action[1]))
    place = state.board.grid.name(action[1])
    sentence = _("{who} plants {flower} on {place} for {points}.")
    won = points_text(state.worth(action[1]))
    return sentence.format(who=who, flower=a_flower(state.held), place=place, points=won)


def button_text(state: State, action: Action) -> str:
    if action[0] == TAKE:
        return _("Take {flower}").format(flower=a_flower(action[1]))
    return _("Plant on {place}").format(place=state.board.grid.name(action[1]))


def events(before: State, action: Action, after: State) -> list[Event]:
    """Return the events of an action. Taking a seed is transient, because planting it shows the same."""
    seat = before.active
    if action[0] == DRAW:
        who = seat_mark(seat)
        reported = [Event("draw", _("{who} draws a seed.").format(who=who), seat)]
        seen = _("{who} draws {flower}.").format(who=who, flower=a_flower(action[1]))
        reported.append(Event("draw", seen, seat, private_to=seat))
    elif action[0] == PLANT:
        reported = [Event(LAY, describe(before, action), seat, (action[1],))]
    else:
        reported = [Event("take", describe(before, action), seat, is_transient=True)]
    if after.to_move == OVER:
        reported.append(Event("end", verdict(after)))
    return reported


def score_breakdown(state: State) -> ScoreBreakdown:
    """Return the points for the worth of the flowers, and for their neighbours."""
    planted = [0] * state.seats
    for kind, seat in zip(state.flower, state.owner, strict=True):
        if kind != NONE:
            planted[seat] += kind + 1
    company = [total - worth for total, worth in zip(state.points, planted, strict=True)]
    lines = (
        ScoreLine(_("Flowers"), tuple(planted), _("A daisy is worth 1, a poppy 2, an iris 3.")),
        ScoreLine(_("Company"), tuple(company), _("A point for every flower that stood beside one that was planted.")),
    )
    return ScoreBreakdown(lines, tuple(state.winners()) if state.to_move == OVER else (), verdict(state))


def goal_values(state: State, seat: int) -> dict[str, int | str]:
    return {"flowers": state.owner.count(seat), "seeds": sum(state.hands[seat])}


def verdict(state: State) -> str:
    """Return the winners, or the leaders."""
    best = state.winners()
    sentence = plural("{who} is ahead.", "{who} are ahead.", len(best))
    if state.to_move == OVER:
        sentence = plural("{who} wins.", "{who} share the victory.", len(best))
    return sentence.format(who=join_seats(best))


def book() -> Book:
    return markup.load_book("_template")


def clause(state: State) -> str:
    return "M6" if state.to_move == OVER else "M3" if state.held == NONE else "M4"


def book_position(name: str) -> BookPosition[State]:
    """Return a small meadow on which real moves are played."""
    from studio.games._template.body import Body, build  # which draws layouts, as a match never does

    body = Body(("....", "..#.", "...."), (9, 0, 0))
    meadow = BookPosition(body, start(build(body), 2, {}))
    planted = ((TAKE, 0), (PLANT, 4), (TAKE, 0), (PLANT, 5))
    return meadow.after(*planted[: {"before": 2, "after": 4}[name]])
