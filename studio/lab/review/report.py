"""A review as text, as plain data, and as a self-contained page for light and dark screens and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from studio import __version__
from studio.bots.judging import SIGNS, mark_titles
from studio.bots.reasons import reason_text
from studio.core.game import Json
from studio.core.match import Match
from studio.core.text import (
    _,
    capitalize_first,
    format_number,
    format_percent,
    join_sentences,
    name_seats,
    translated_name,
    with_label,
)
from studio.documents.markup import build_page, own_fonts
from studio.lab.report.charts import chart_style
from studio.lab.report.page import CHART_COLORS, PAGE_STYLE, html_section, html_table
from studio.lab.report.text import table_lines
from studio.lab.review.chart import STYLE, chances_chart, result_texts
from studio.lab.review.model import Review, ReviewStep


class MoveText(NamedTuple):
    """A judged move in words, with the names of the seats: its turn, itself, the better move, and a reason."""

    turn: str
    played: str
    better: str
    reason: str


def move_text(match: Match, step: ReviewStep, names: Sequence[str]) -> MoveText:
    """The texts of a judged step of a match."""
    judgement, state, text = step.judgement, match.line()[step.number - 1].state, match.game.text
    assert judgement is not None
    better = judgement.options[0].action
    reason = reason_text(match.game, judgement.reason, step.seat, match.seats)
    sentences = (text.describe(state, step.action), text.describe(state, better), reason)
    return MoveText(text.turn_title(state), *(name_seats(sentence, names) for sentence in sentences))


def later_text(review: Review, match: Match, step: ReviewStep, names: Sequence[str]) -> str:
    """The first later change of points in the places of the compared moves, with its turn; "" for none."""
    line, target = match.line(), match.game.picture.target
    actions = step.action, *(option.action for option in step.options[:1])
    places = {target(line[step.number - 1].state, action) for action in actions}
    for later in review.steps[step.number :]:
        node, before = line[later.number], line[later.number - 1]
        texts = [event.text for event in node.events if event.text and places.intersection(event.cells)]
        if texts and node.state.scores() != before.state.scores():
            return name_seats(with_label(_("Turn {n}").format(n=later.turn), " ".join(texts)), names)
    return ""


def points_text(share: float, sign: str = "") -> str:
    """A difference of chances in percentage points, with a sign if `sign` is "+"."""
    return format_number(100 * share, f"{sign}.0f")


def loss_text(step: ReviewStep) -> str:
    """What a judged move lost, with its interval, in percentage points."""
    assert step.judgement is not None
    return f"{points_text(step.judgement.loss)} ± {points_text(step.judgement.half)}"


def _rows(review: Review, names: Sequence[str]) -> list[tuple[str, ...]]:
    """The table of the seats with its head."""
    titles = [f"{capitalize_first(title)} {SIGNS[mark]}" for mark, title in mark_titles().items()]
    rows = [("", _("Accuracy"), _("Luck"), *titles)]
    for seat, name in enumerate(names):
        totals = review.totals(seat)
        accuracy = "–" if totals.accuracy is None else format_percent(totals.accuracy)
        marks = [str(totals.marks.get(mark, 0)) if seat in review.people else "–" for mark in SIGNS]
        luck = "–" if review.is_redealt else points_text(totals.luck, "+")
        rows.append((name, accuracy, luck, *marks))
    return rows


def _notes(review: Review) -> list[str]:
    """How to read a review."""
    notes = [
        _("Luck: what draws have added to the chance of winning, in percentage points; the sum of all seats is 0."),
        _(
            "Accuracy: the share of the best moves' chance of winning that was kept in a turn, as the mean of all "
            "turns with a choice."
        ),
        _("Marks: at least 5, 10 or 15 percentage points were lost, and the interval of the loss (95 %) excludes 0."),
    ]
    deals = [step.judgement.deals for step in review.steps if step.judgement is not None]
    if deals:
        notes.append(
            _("Each decision is judged by what its player could know, in random deals played on by Easy bots.")
        )
        text = _("Deals: {few} to the end of the turn; for moves with a mark, up to {many} to the end of the match.")
        notes.append(text.format(few=min(deals), many=max(deals)))
    if not review.is_over:
        notes.insert(0, _("The match is not over."))
    if not review.people:
        notes.insert(0, _("There is no human player, so no decisions are judged."))
    if not review.is_complete:
        text = _("The review is not finished: {done} of {all} decisions are judged.")
        notes.insert(0, text.format(done=review.judged, all=review.to_judge))
    return notes


def review_lines(review: Review, match: Match, names: Sequence[str]) -> list[str]:
    """The review as text: the table of the seats, and the most expensive moves of each."""
    lines = [*table_lines(_rows(review, names)), ""]
    for seat in review.people:
        for step in review.most_expensive(seat):
            found = move_text(match, step, names)
            title = with_label(f"{names[seat]}, {found.turn}", f"{mark_titles()[step.mark]} ({loss_text(step)})")
            better = _("Better: {move}").format(move=found.better)
            lines.append(f"{title} {join_sentences([found.played, better, found.reason])}".rstrip())
    return [*lines, *([""] if lines[-1] else []), *_notes(review)]


def review_data(review: Review, match: Match, names: Sequence[str]) -> Json:
    """The review as plain data with names and texts."""
    seats = []
    for seat, name in enumerate(names):
        totals = review.totals(seat)
        marks = {mark: totals.marks.get(mark, 0) for mark in SIGNS}
        seats.append({"name": name, "accuracy": totals.accuracy, "luck": totals.luck, "marks": marks})
    expensive = [
        {"number": step.number, "seat": step.seat, **move_text(match, step, names)._asdict()}
        for seat in review.people
        for step in review.most_expensive(seat)
    ]
    data = review.to_data()
    for step, plain in zip(review.steps, data["steps"], strict=True):
        plain["mark"] = step.mark
    return {"program": __version__, **data, "judged": review.judged, "totals": seats, "most_expensive": expensive}


# The page.

_STYLE = """
.cards{display:grid;gap:14px;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));align-items:start}
.cards>section{margin:0}.cards h3{display:flex;gap:10px;align-items:center}
.cards .loss{margin-left:auto;font-weight:600}.cards p{margin:0 0 6px}
.mark{display:inline-block;min-width:26px;padding:1px 5px;border-radius:13px;border:1px solid;text-align:center;
font-weight:600}
.inaccuracy{background:#FBF0D0;border-color:#A97C20;color:#6B4708}.mistake{background:#F3C66B;border-color:#8A5A0C;
color:#3E2A08}.blunder{background:#C2392B;border-color:#7C1D14;color:#fff}
"""


def review_page(review: Review, match: Match, layout: str, names: Sequence[str]) -> bytes:
    """The page in UTF-8."""
    game, heading = match.game, _("Match review")
    about = " · ".join(filter(None, (game.info.name, translated_name(layout), ", ".join(names))))
    chart = chances_chart(review, names, result_texts(match.line()[-1].state)).to_svg()
    parts = [
        f"<h1>{escape(heading)}</h1>",
        f'<p class="about">{escape(about)}</p>',
        html_section(_("Chance of winning"), f'<div class="wide">{chart}</div>'),
    ]
    for seat in review.people:
        if cards := "".join(_card(review, match, step, names) for step in review.most_expensive(seat)):
            title = with_label(_("Most expensive moves"), names[seat])
            parts.append(html_section(title, f'<div class="cards">{cards}</div>'))
    head, *rows = _rows(review, names)
    parts.append(html_section(_("Summary"), f'<div class="wide">{html_table(rows, head)}</div>'))
    notes = [*_notes(review), _("Explorer Studio {version}, {game}.").format(version=__version__, game=game.info.name)]
    foot = "<br>".join(map(escape, notes))
    body = f"<main>{''.join(parts)}<footer>{foot}</footer></main>"
    return build_page(
        with_label(heading, about), chart_style(CHART_COLORS) + PAGE_STYLE + STYLE + _STYLE, body, own_fonts()
    )


def _sign(mark: str) -> str:
    return f'<span class="mark {mark}" title="{escape(mark_titles()[mark], quote=True)}">{SIGNS[mark]}</span>'


def _card(review: Review, match: Match, step: ReviewStep, names: Sequence[str]) -> str:
    found = move_text(match, step, names)
    better = escape(_("Better: {move}").format(move=found.better))
    texts = found.reason, later_text(review, match, step, names)
    rest = "".join(f"<p>{escape(text)}</p>" for text in texts if text)
    return (
        f'<section><h3>{_sign(step.mark)} {escape(found.turn)}<span class="loss">−{escape(loss_text(step))}</span></h3>'
        f"<p>{escape(found.played)}</p><p>{better}</p>{rest}</section>"
    )
