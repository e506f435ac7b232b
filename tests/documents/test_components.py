"""Components of the program: from the list in a package, or from the installed libraries."""

from __future__ import annotations

from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from studio.documents import components
from studio.documents.components import BundledComponent, required_libraries


def test_a_package_shows_the_list_that_it_contains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "resources_dir", lambda: tmp_path)
    (tmp_path / "parts.json").write_text('[{"name": "Qt", "version": "6", "licence": "MIT"}]', encoding="ascii")
    assert components.components() == [BundledComponent(name="Qt", version="6", licence="MIT")]


def test_indirect_libraries_are_listed_once_and_those_of_extras_not(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = {
        "explorer-studio": ["a>=1,<2", "b", 'c; extra == "dev"'],
        "a": ["d[x]<3"],
        "b": ["d", 'gone; sys_platform == "win32"'],
        "d": None,
    }

    def distribution(name: str) -> SimpleNamespace:
        if name not in needs:
            raise PackageNotFoundError(name)
        meta = Message()
        meta["Name"] = name
        return SimpleNamespace(metadata=meta, requires=needs[name])

    monkeypatch.setattr(components, "distribution", distribution)
    assert sorted(required_libraries()) == ["a", "b", "d"]


def test_a_program_without_its_licence_says_nothing_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    assert "MIT" in components._own_license()
    monkeypatch.setattr(components, "resources_dir", lambda: tmp_path / "resources")
    monkeypatch.setattr(components, "distribution", missing)
    assert components._own_license() == ""
