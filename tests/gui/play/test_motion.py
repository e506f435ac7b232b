"""What glides when a picture changes."""

from __future__ import annotations

from studio.core.shown.picture import Layer, Picture, Sprite
from studio.gui.play.motion import glides, without


def test_only_what_moved_alone_glides() -> None:
    def board(*lively: Sprite) -> Picture:
        still = Layer("chart", (Sprite("a/tree", 0, 0, 1),))
        return Picture((0, 0, 9, 9), (still, Layer("pieces", lively, still=False)))

    ship, moved = Sprite("a/ship", 1, 1, 1, seat=0), Sprite("a/ship", 3, 1, 1, seat=0)
    scouts = (Sprite("a/scout", 1, 1, 1, seat=0), Sprite("a/scout", 2, 2, 1, seat=0))
    others = (Sprite("a/scout", 5, 5, 1, seat=0), Sprite("a/scout", 2, 2, 1, seat=0))
    found = glides(board(ship, *scouts), board(moved, *others))
    assert [(glide.first, glide.last) for glide in found] == [(ship, moved)]
    assert glides(board(ship), board(ship)) == []
    bare = without(board(moved, *others), [moved])
    assert bare.layers[1].shapes == others and bare.layers[0] == board().layers[0]


def test_what_turns_on_its_way_glides_too() -> None:
    def board(*lively: Sprite) -> Picture:
        return Picture((0, 0, 9, 9), (Layer("pieces", lively, still=False),))

    out, home = Sprite("a/out", 1, 1, 2, seat=0), Sprite("a/home", 3, 1, 2, seat=0)
    other, flag = Sprite("a/out", 5, 1, 2, seat=1), Sprite("a/flag", 8, 8, 1, seat=0)
    assert [(glide.first, glide.last) for glide in glides(board(out, other), board(home, other, flag))] == [(out, home)]
    assert glides(board(out), board(flag)) == [], "another size is another thing"
    assert glides(board(other), board(home)) == [], "so is that of another seat"
    assert glides(board(out), board(home, Sprite("a/tug", 4, 4, 2, seat=0))) == [], "which of the two?"
