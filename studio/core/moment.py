"""A moment in words, as near to today as it is."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from studio.core.text import _


def moment_words(seconds: float, now: datetime | None = None) -> str:
    """A moment, in seconds since 1970, by the clock on the wall: "today at 14:32", "on 3 May at 09:05".

    `now` is local time; left out, the clock is asked.
    """
    then, today = datetime.fromtimestamp(seconds), now or datetime.now()
    clock = f"{then:%H:%M}"
    if then.date() == today.date():
        return _("today at {clock}").format(clock=clock)
    if then.date() == today.date() - timedelta(days=1):
        return _("yesterday at {clock}").format(clock=clock)
    return _("on {day} at {clock}").format(day=_day(then.date(), today.year), clock=clock)


def _day(day: date, year: int) -> str:
    """A day, with its year when that is another."""
    words = _("{day} {month}").format(day=day.day, month=_months()[day.month - 1])
    return words if day.year == year else _("{day} {year}").format(day=words, year=day.year)


def _months() -> tuple[str, ...]:
    return (
        *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
        *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
    )
