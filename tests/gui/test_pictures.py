"""The pictures of README and manual show the program as it is now: otherwise run `make pictures`."""

from __future__ import annotations

from hashlib import sha256

import pytest
from PIL import Image

from resources.make_pictures import (
    ANIMATION,
    MANUAL,
    PICTURES,
    README,
    ROOT,
    changed_blocks,
    entries,
    fingerprint,
    view_of,
)

QUICK = f"{MANUAL}/editor_light.png"  # the picture that the short run takes again


def test_every_picture_has_the_entry_of_its_file() -> None:
    files = {f"{folder}/{path.name}": path for folder in (README, MANUAL) for path in (ROOT / folder).glob("*.png")}
    known = entries()
    assert set(files) == set(PICTURES) == set(known)
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == {
        name: entry.file for name, entry in known.items()
    }
    assert (ROOT / ANIMATION).stat().st_size < 1_500_000


def test_a_changed_word_changes_the_fingerprint() -> None:
    with Image.open(ROOT / QUICK) as image:
        before = image.convert("RGB")
    after = before.copy()
    after.paste((250, 246, 236), (300, 200, 330, 210))
    assert changed_blocks(fingerprint(before), fingerprint(before)) == 0
    assert changed_blocks(fingerprint(before), fingerprint(after)) > 0
    assert changed_blocks(fingerprint(before), fingerprint(before.crop((0, 0, 64, 64)))) > 0


@pytest.mark.parametrize(
    "name", [name if name == QUICK else pytest.param(name, marks=pytest.mark.long) for name in PICTURES]
)
def test_pictures_are_no_older_than_their_views(name: str) -> None:
    # a busy machine changes times that the window shows; an outdated picture differs every time
    taken = (changed_blocks(entries()[name].view, view_of(name)) for _attempt in range(4))
    assert not all(taken), "run `make pictures`"
