"""The charts of a result in the window, on cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt

from studio.core.game import Json
from studio.core.protocols import ROUNDS, TURNS
from studio.core.text import _, join_clauses
from studio.gui.widgets import Card, text_label
from studio.gui.widgets.charts import CHART_HEIGHT
from studio.gui.widgets.svg_chart import SvgChart, seat_inks
from studio.lab.report import charts
from studio.lab.report.findings import elo_ladder
from studio.lab.statistics import Bar, lead_bars, make_bins, margin_bars


class ChartCard(Card):
    """A chart under its title, with a line that says what is drawn and the figure that sums it up."""

    def __init__(self, title: str, min_width: int = 150) -> None:
        super().__init__(title, padding=12)
        self.chart = SvgChart(title, min_width)
        self.about = text_label("", "second", 12, wrap=True)
        self.about.setMinimumHeight(34)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.about)
        self.body.addWidget(self.chart)
        self.note = text_label("", "second", 12, wrap=True)
        self.note.hide()
        self.body.addWidget(self.note)
        self.body.addStretch(1)

    def set_texts(self, about: str, note: str = "") -> None:
        self.about.setText(about)
        self.note.setText(note)
        self.note.setVisible(bool(note))


def _counts(sides: Sequence[Json], name: str) -> list[Mapping[str, int]]:
    return [side["counts"].get(name, {}) for side in sides]


def _mean(side: Json, name: str) -> float:
    return float(side["numbers"][name]["mean"]) if name in side["numbers"] else 0.0


def show_lengths(card: ChartCard, sides: Sequence[Json]) -> None:
    """Show how many turns matches take, on one side or two."""
    name = next((name for name in (TURNS, ROUNDS) if sides[0]["counts"].get(name)), TURNS)
    middles = [float(side["numbers"][name]["median"]) for side in sides if name in side["numbers"]]
    bars, label = make_bins(_counts(sides, name)), card.title_label.text()
    card.chart.show_chart(lambda width, height: charts.column_chart(bars, label, width, height, middles, outlined=True))
    text = _("Turns per match") if name == TURNS else _("Rounds per match")
    if len(middles) > 1:
        by = middles[0] - middles[1]
        longer, shorter = _("; median {by:.0f} more than B"), _("; median {by:.0f} fewer than B")
        text += (longer if by > 0 else shorter).format(by=abs(by)) if by else _("; same median as B")
    elif middles:
        text += _("; line: median")
    card.set_texts(text)


def show_leads(card: ChartCard, sides: Sequence[Json]) -> None:
    """Show how often the lead changes, on one side or two."""
    bars, label = lead_bars(_counts(sides, "lead_changes")), card.title_label.text()
    card.chart.show_chart(lambda width, height: charts.column_chart(bars, label, width, height))
    text = _("% of matches; mean {mean:.1f}").format(mean=_mean(sides[0], "lead_changes"))
    if len(sides) > 1:
        text += _("; line: B, mean {mean:.1f}").format(mean=_mean(sides[1], "lead_changes"))
    card.set_texts(text)


def show_endings(card: ChartCard, sides: Sequence[Json], names: Mapping[str, str]) -> None:
    """Show by how much matches are won, and how they end; `names` puts endings into words."""
    counts, rows, label = _counts(sides, "margin"), list[tuple[str, Bar]](), card.title_label.text()
    for place, bar in enumerate(margin_bars(counts)):
        if not place:
            text = _("tied")
        elif place == 4:
            text = _("by {low} or more").format(low=bar.low)
        else:
            text = _("by {words}").format(words=bar.text.replace(" – ", "–"))
        rows.append((text, bar))
    shown = rows if any(counts) else []
    card.chart.show_chart(lambda width, height: charts.bar_chart(shown, label, width, height))
    side = sides[0]
    reported = [
        _("{how}: {share:.0f} %").format(how=names.get(name, name), share=100 * often / max(1, side["matches"]))
        for name, often in sorted(side["endings"].items(), key=lambda pair: -pair[1])
    ]
    text = _("Points between first and second")
    card.set_texts(text + (_("; line: B") if len(sides) > 1 else ""), join_clauses(reported[:3]))


def show_points(card: ChartCard, sides: Sequence[Json]) -> None:
    """Show how many points each seat makes, on one side or two."""
    height = max(CHART_HEIGHT, charts.SEAT_ROW * len(sides[0]["seats"]) + 24)
    card.chart.show_chart(lambda width, height: charts.points_chart(sides, width, height, seat_inks()), height)
    text = _("Median and middle 50 %")
    card.set_texts(text + (_("; dashed: B") if len(sides) > 1 else ""))


def show_ladder(card: ChartCard, sides: Sequence[Json]) -> None:
    """Show the bots of one side or two by strength: whether skill pays; nothing if all are the same."""
    found, label = elo_ladder(sides), card.title_label.text()
    card.setVisible(bool(found))
    if found:
        height = charts.LADDER_ROW * len(found) + 30
        card.chart.show_chart(lambda width, _height: charts.ladder_chart(found, label, width), height)
        gain = found[-1].elo[0]
        text = _(
            "Elo ratings with 95 % intervals; the weakest bot has 1,000. The best bot has "
            "{gain:,.0f} ± {half:.0f} more."
        )
        card.set_texts(text.format(gain=gain.value - found[0].elo[0].value, half=gain.half_width))
