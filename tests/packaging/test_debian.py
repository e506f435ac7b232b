"""The metadata of the Debian package, without building it."""

from __future__ import annotations

import configparser
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import contents
import debian
import made_of
import yaml
from contents import ROOT

from studio import __version__
from studio.documents.components import BundledComponent

KINDS = {"layout": "studio.layout", "match": "studio.match"}
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_menu_entry_metainfo_and_file_types_agree() -> None:
    menu = configparser.ConfigParser(interpolation=None)
    menu.optionxform = str  # type: ignore[assignment,method-assign]  # keys are written large here
    menu.read(debian.DESKTOP / "explorer-studio.desktop", "utf-8")
    opened = [name for name in menu["Desktop Entry"]["MimeType"].split(";") if name]
    types = ElementTree.parse(debian.DESKTOP / "explorer-studio.mime.xml").getroot().findall(f"{MIME}mime-type")
    shop = ElementTree.parse(debian.DESKTOP / "explorer-studio.metainfo.xml").getroot()
    assert [one.get("type") for one in types] == opened == [one.text for one in shop.iter("mediatype")]
    assert next(shop.iter("release")).get("version") == __version__
    for one, (kind, form) in zip(types, KINDS.items(), strict=True):
        (glob,) = one.findall(f"{MIME}glob")
        assert glob.get("pattern") == f"*.{kind}.json"
        assert int(glob.get("weight", "50")) > 50, "*.json would win"
        assert any(form in str(match.get("value")) for match in one.iter(f"{MIME}match"))
        assert {text.get("{http://www.w3.org/XML/1998/namespace}lang") for text in one.findall(f"{MIME}comment")} == {
            None, *contents.SPOKEN,
        }  # fmt: skip
    for key in ("GenericName", "Comment", "Keywords"):
        assert {f"{key}[{language}]" for language in contents.SPOKEN} <= set(menu["Desktop Entry"])


def test_the_required_glibc_is_the_newest_symbol_version() -> None:
    python = Path("/proc/self/exe").resolve()
    assert debian.glibc_floor([]) == "2.0"
    assert debian.glibc_floor([python]).startswith("2.")


def test_a_bill_names_every_part_with_its_licence_and_is_always_the_same() -> None:
    parts = [
        BundledComponent(name="Explorer Studio", version="1", licence="MIT", text="x"),
        BundledComponent(
            name="a", version="2", licence="LGPL-3.0-only OR GPL-2.0-only", address="pkg:pypi/a@2", owner="Ada"
        ),
        BundledComponent(name="b", licence="GPL-2+ or AFL-2.1, and Expat", address="pkg:deb/debian/b@3"),
        BundledComponent(name="c"),
    ]
    bill = made_of.bill(parts)
    assert bill == made_of.bill(parts)
    for text in (
        '"LGPL-3.0-only OR GPL-2.0-only"',
        '"pkg:pypi/a@2"',
        '"Ada"',
        '"GPL-2+ or AFL-2.1, and Expat"',
        '"1.6"',
    ):
        assert text in bill


def test_files_go_by_their_names() -> None:
    remaining = (
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "resources/locale/de.po",
        "PySide6/Qt/translations/qtbase_fr.qm",
    )
    left = (
        "PySide6/Qt/plugins/platforms/libqeglfs.so", "resources/locale/studio.pot", "libstdc++.so.6",
        "PySide6/Qt/translations/qtbase_ja.qm", "resources\\icons\\make_icons.py",
        "PySide6/Qt/lib/libQt6EglFsKmsSupport.so.6",
    )  # fmt: skip
    assert [place for place in (*remaining, *left) if contents.is_kept((place, "", "DATA"))] == list(remaining)


def test_workflows_run_what_there_is() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        shown = yaml.safe_load(path.read_text("utf-8"))
        steps = [step.get("run", "") for job in shown["jobs"].values() for step in job["steps"]]
        for command in steps:
            if command.startswith("make "):
                assert f"\n{command.split()[1]}:" in makefile
            if command.startswith("python packaging/"):
                assert (ROOT / command.split()[1]).exists()
        assert steps and "Nobody has run this yet" in path.read_text("utf-8")


def test_required_modules_are_not_excluded() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "studio").rglob("*.py"))
    questions = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", source, re.MULTILINE))
    extras = {"distributed", "pyarrow"}  # of who installs it with them
    assert {
        name for name in contents.UNUSED_MODULES if name in questions or f"{name}." in " ".join(questions)
    } <= extras
