"""The editor's toy with a survey: seas are counted from a chosen cape, with a way, a field, a table that severity
colours."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from studio.core.cancellation import CancelToken
from studio.core.form import Overlay, Row, Survey, Table
from studio.core.picture import Label, Layer, Path, Picture, Shape, circle, rectangle
from studio.core.problems import Severity
from tests.gui.editor.toy import SEA, Toy, ToyBody, blank, cape


def mapped() -> ToyBody:
    toy, body = Toy(), blank()
    for cell, stamp in ((2, cape(1)), (9, cape(1)), (3, SEA), (4, SEA)):
        body = toy.stamp(body, cell, stamp)
    return body


@dataclass
class Surveyor(Toy):
    """A toy that measures. `hold` keeps the answer back until a test lets it go; `asked` is what it was asked."""

    hold: threading.Event | None = None
    asked: list[tuple[ToyBody, int]] = field(default_factory=list)

    @property
    def has_survey(self) -> bool:
        return True

    def survey(self, body: ToyBody, target: int, cancel: CancelToken) -> Survey:
        if self.hold is not None:
            self.hold.wait(60)
        self.asked.append((body, target))
        grid = self.grid(body)
        capes = [cell for cell, stamp in enumerate(body.cells) if stamp.key == "cape"]
        seas = [cell for cell, stamp in enumerate(body.cells) if stamp == SEA]
        if not capes:
            return Survey()
        chosen = target if target in capes else capes[0]
        x, y = grid.center(chosen)
        line: Shape = Path("line:rubric:0.1", (((x, y), (x + 2, y)),), is_closed=False)
        tints: list[Shape] = [Path("fill:shallow:0.6", (rectangle(*grid.coords(cell), 1, 1),)) for cell in seas]
        tints += [Label("text:ink", "1", *grid.center(cell), 0.3) for cell in seas]
        discs: list[Shape] = [Path(f"fill:{role}", (circle(x, y, 0.3),)) for role in ("ink", "panel", "coin", "sand")]

        def picture(shapes: list[Shape]) -> Picture:
            return Picture((0, 0, grid.width, grid.height), (Layer("survey", tuple(shapes), is_still=False),))

        return Survey(
            (
                Overlay("way", "Way out", "2 spaces", picture([line]), "The way.", is_shown=True),
                Overlay("field", "Seas", str(len(seas)), picture(tints)),
                Overlay("rings", "Rings", "4", picture(discs)),
            ),
            (
                Table(
                    "Capes",
                    ("", "", "Path", "Seas"),
                    tuple(
                        Row(
                            (f"C{number + 1}", grid.name(cell), "2", str(len(seas))),
                            (cell,),
                            Severity.WARNING if number else None,
                            0.5 + number / 2,
                        )
                        for number, cell in enumerate(capes)
                    ),
                    "mean 2",
                ),
                Table(
                    "Seas",
                    ("", ""),
                    (
                        Row(("All the seas of this layout, however far away they are", "2"), tuple(seas)),
                        Row(("The last cape", "1"), tuple(capes[-1:])),
                    ),
                ),
            ),
            tuple((cell, f"from {grid.name(cell)}") for cell in capes),
            chosen,
            f"{grid.name(chosen)}: {len(seas)} seas",
        )
