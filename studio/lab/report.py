"""A tally put into words and into plain data."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.game import Json
from studio.core.text import SEAT_NAMES, _
from studio.lab.tally import Sample, Tally


def plain(tally: Tally, bots: Sequence[str], seconds: float) -> Json:
    """The statistics as plain data, for `--json`."""
    return {
        "matches": tally.matches,
        "seats": [
            {
                "seat": seat,
                "bot": bots[seat],
                "wins": round(tally.wins[seat], 4),
                "win_rate": round(tally.wins[seat] / tally.matches, 4) if tally.matches else 0.0,
                "points": _spread(tally.points[seat]),
            }
            for seat in range(tally.seats)
        ],
        "shared_wins": tally.shared,
        "decisions": tally.decisions.total,
        "draws": tally.draws.total,
        "length": _spread(tally.decisions),
        "seconds": round(seconds, 4),
        "matches_per_second": round(tally.matches / seconds, 3) if seconds > 0 else 0.0,
        "decisions_per_second": round(tally.decisions.total / seconds, 1) if seconds > 0 else 0.0,
    }


def _spread(sample: Sample) -> Json:
    return {
        "mean": round(sample.mean, 3),
        "deviation": round(sample.deviation, 3),
        "least": sample.least,
        "most": sample.most,
    }


def words(tally: Tally, bots: Sequence[str], seconds: float, workers: int) -> list[str]:
    """The statistics as the lines of a table and three below it."""
    head = (_("seat"), _("bot"), _("wins"), _("of all"), _("points"), _("±"), _("from"), _("to"))
    rows = [head]
    for seat in range(tally.seats):
        points, wins = tally.points[seat], tally.wins[seat]
        rows.append(
            (
                f"{seat} {SEAT_NAMES[seat]}",
                bots[seat],
                f"{wins:.1f}".removesuffix(".0"),
                f"{100 * wins / tally.matches if tally.matches else 0:.1f} %",
                f"{points.mean:.1f}",
                f"{points.deviation:.1f}",
                str(points.least),
                str(points.most),
            )
        )
    length = tally.decisions
    lines = [
        _("length     {mean:.0f} ± {sd:.0f} decisions a match, from {least} to {most}").format(
            mean=length.mean, sd=length.deviation, least=length.least, most=length.most
        ),
        _("decisions  {count:,} in all, and {draws:,} draws; shared wins: {shared}").format(
            count=length.total, draws=tally.draws.total, shared=tally.shared
        ),
        _(
            "speed      {rate:,.1f} matches/s, {pace:,.0f} decisions/s "
            "({matches:,} matches in {seconds:.2f} s, {workers} at work)"
        ).format(
            rate=tally.matches / seconds if seconds > 0 else 0,
            pace=length.total / seconds if seconds > 0 else 0,
            matches=tally.matches,
            seconds=seconds,
            workers=workers,
        ),
    ]
    return [*table(rows, left=2), "", *lines]


def table(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Rows of words in columns, line by line, a line under the first row; the first `left` columns run to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            word.ljust(width) if column < left else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]
