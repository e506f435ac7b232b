"""Charts of `studio.lab` as SVG in the colours of the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from studio.core.picture import SEAT_STYLES, SeatStyle
from studio.gui.style.stylesheet import TEXT_FAMILIES, current_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets.charts import CHART_HEIGHT, Chart, ChartMark, seat_line
from studio.lab.passport.charts import passport_style, style_roles
from studio.lab.report.charts import Figure


def seat_inks(theme: Theme | None = None) -> list[SeatStyle]:
    """The colours and emblems of seats, of the current theme by default."""
    found = []
    for number, style in enumerate(SEAT_STYLES):
        seat = (theme or current_theme()).seat(number)
        colors = {"body": seat.body, "shade": seat.shade, "emblem": seat.emblem, "line": seat_line(number, theme)}
        names = {part: color.name() for part, color in colors.items()}
        found.append(style._replace(**names, emblem_name=seat.emblem_name))
    return found


def render_chart(figure: Figure, more_style: str = "") -> QSvgRenderer:
    """A chart in the colours of the theme; `more_style` are rules for classes of its own."""
    theme = current_theme()
    style = passport_style({role: theme.color(role).name() for role in style_roles()})
    return QSvgRenderer(figure.to_svg(f"svg text{{font-family:{TEXT_FAMILIES[0]}}}{style}{more_style}").encode())


class SvgChart(Chart):
    """A chart that is drawn as SVG for the size that it has; nothing before `show_chart`."""

    more_style = ""  # rules for classes of its own

    def __init__(self, name: str, min_width: int = 150) -> None:
        super().__init__(name)
        self._min_width = min_width
        self._draw: Callable[[float, float], Figure] | None = None
        self._drawn: tuple[object, Figure, QSvgRenderer] | None = None

    def show_chart(self, draw: Callable[[float, float], Figure], height: float = CHART_HEIGHT) -> None:
        """Show what `draw(width, height)` returns, `height` pixels high."""
        self._draw, self._drawn, self._high = draw, None, round(height)
        self.refresh()

    def _figure(self) -> tuple[Figure, QSvgRenderer] | None:
        key = self.size(), current_theme().key
        if self._draw is None:
            return None
        if self._drawn is None or self._drawn[0] != key:
            figure = self._draw(self.width(), self.height())
            self._drawn = key, figure, render_chart(figure, self.more_style)
        return self._drawn[1:]

    def marks(self) -> list[ChartMark]:
        found = self._figure()
        return [ChartMark(QRectF(*mark[:4]), mark.text) for mark in found[0].marks] if found is not None else []

    def minimumSizeHint(self) -> QSize:
        return QSize(self._min_width, self._high)

    def paint(self, painter: QPainter) -> None:
        found = self._figure()
        if found is not None:
            found[1].render(painter, QRectF(self.rect()))
