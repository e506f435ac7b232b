"""`explorer-studio complete`: a board filled by lot, or a sentence that says why it cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.cli import main
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.loading import load_layout

SEA = str(shipped_layouts("entdecker")[0])


@pytest.mark.parametrize("slug", slugs())
def test_a_layout_of_every_game_is_completed_the_same_again_or_refused(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = shipped_layouts(slug)[0]
    before = layout.read_bytes()
    files = [tmp_path / name for name in ("one.json", "two.json", "three.json")]
    codes = [
        main(["complete", str(layout), "--seed", seed, "-o", str(path)])
        for path, seed in zip(files, ("5", "5", "6"), strict=True)
    ]
    assert layout.read_bytes() == before
    if not load_layout(layout).game.can_complete:
        assert codes == [1, 1, 1] and list(tmp_path.iterdir()) == []
        assert "nothing to complete" in capsys.readouterr().err
        return
    assert codes == [0, 0, 0]
    one, two, three = (path.read_bytes() for path in files)
    assert one == two != three
    assert load_layout(files[0]).layout.name == load_layout(layout).layout.name


def test_only_the_named_spaces_are_filled(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["complete", SEA, "--spaces", "b2:c3, E5", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.err)["filled"] == ["B2", "C2", "B3", "C3", "E5"]
    rows = json.loads(told.out)["body"]["spaces"]
    assert sum(row.count(".") for row in rows) == 70 - 5 and "." not in rows[1][1:3] + rows[2][1:3] + rows[4][4]


def test_a_board_that_cannot_be_completed_is_told_with_its_spaces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = json.loads(Path(SEA).read_text(encoding="utf-8"))
    for kind in layout["body"]["tiles"]:
        kind.update({"hidden": int(kind["name"] == "sea"), "events": {}, "sorted": 0})
    path = tmp_path / "poor.json"
    path.write_text(json.dumps(layout), encoding="utf-8")
    assert main(["complete", str(path)]) == 1
    told = capsys.readouterr()
    assert not told.out and "cannot complete this board" in told.err and told.err.count("\n") == 1
    assert main(["complete", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().err)
    assert not answer["ok"] and {"A1", "J1", "A7", "J7"} <= set(answer["spaces"])


def test_mistakes_are_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        ([SEA, "--spaces", "Z99"], '"Z99"'),
        ([SEA, "--spaces", "A1:"], '"A1:"'),
        ([SEA, "--seed", "x"], "whole number"),
        ([str(tmp_path / "none.json")], "none.json"),
    ):
        assert main(["complete", *words]) == 2
        heard = capsys.readouterr()
        assert not heard.out and told in heard.err and heard.err.count("\n") == 1
