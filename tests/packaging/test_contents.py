"""What a package contains: Debian metadata, reduced ICU data, and the solvers that the program uses."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from importlib.metadata import distribution
from pathlib import Path

import contents
import debian
import icu
import made_of
import moment
import PySide6
import pytest
import solvers
import tasks
import yaml
from packageurl import PackageURL
from publication import PUBLICATION, ROOT, fill, index_metadata

from studio import __version__
from studio.documents.components import BundledComponent, components
from studio.seatiles.checks.completion import SOLVER

KINDS = {"layout": "studio.layout", "match": "studio.match"}
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_menu_entry_metainfo_and_file_types_agree() -> None:
    menu = configparser.ConfigParser(interpolation=None)
    menu.optionxform = str  # type: ignore[assignment,method-assign]  # keys are written large here
    menu.read(debian.DESKTOP / "explorer-studio.desktop", "utf-8")
    opened = [name for name in menu["Desktop Entry"]["MimeType"].split(";") if name]
    types = ElementTree.parse(debian.DESKTOP / "explorer-studio.mime.xml").getroot().findall(f"{MIME}mime-type")
    shop = ElementTree.fromstring(fill((debian.DESKTOP / "explorer-studio.metainfo.xml").read_text("utf-8")))
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
        BundledComponent(name="Explorer Studio", version="1", licence="MIT", text="x", address="pkg:generic/x@1"),
        BundledComponent(
            name="a", version="2", licence="LGPL-3.0-only OR GPL-2.0-only", address="pkg:pypi/a@2", owner="Ada"
        ),
        BundledComponent(name="b", licence="GPL-2+ or AFL-2.1, and Expat", address="pkg:deb/debian/b@3"),
        BundledComponent(name="It’s c", within="pkg:pypi/a@2"),
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
    for part in json.loads(bill)["components"]:
        assert part["version"] and PackageURL.from_string(part["purl"]).version
    assert '"pkg:pypi/a@2#it-s-c"' in bill and '"as in a 2"' in bill


def test_every_part_of_the_program_has_an_address() -> None:
    for part in components():
        assert PackageURL.from_string(part.address or part.within).version, part.name
        assert part.version or part.within, part.name


def test_only_one_file_has_the_addresses_of_the_project() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = {PUBLICATION["app_id"], PUBLICATION["email"], PUBLICATION["homepage"].removeprefix("https://")}
    found = set()
    for name in listed.splitlines():
        if (ROOT / name).suffix not in (".png", ".otf", ".ico"):
            text = (ROOT / name).read_text("utf-8", "replace")
            found |= {name} if any(word in text for word in named) else set()
    assert found <= {"packaging/publication.json"}


def test_templates_with_unknown_names_are_refused() -> None:
    assert fill("${homepage}/a") == f"{PUBLICATION['homepage']}/a"
    with pytest.raises(KeyError):
        fill("${unknown}")


def test_the_index_shows_a_readme_with_absolute_links() -> None:
    shown = index_metadata()["readme"]["text"]
    targets = re.findall(r"\]\(([^)]+)\)", shown)
    assert targets and all(target.startswith(("https://", "#")) for target in targets)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [target.removeprefix(f"{PUBLICATION['files']}/") for target in targets] == re.findall(
        r"\]\(([^)]+)\)", readme
    )


def test_the_build_time_is_that_of_the_commit_or_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(moment, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="SOURCE_DATE_EPOCH"):
        moment.moment()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert moment.moment() == 86400


def test_the_copyright_file_is_in_the_format_of_debian() -> None:
    paragraphs = debian.copyright_text(components()[1:]).strip().split("\n\n")
    for paragraph in paragraphs:
        first, *lines = paragraph.splitlines()
        assert re.match(r"[A-Z][A-Za-z-]+: \S", first)
        assert all(re.match(r"( \S|[A-Z][A-Za-z-]+:)", line) for line in lines)
    files = [re.findall(r"^(Files|Copyright|License):", paragraph, re.MULTILINE) for paragraph in paragraphs]
    assert files == [[], *[["Files", "Copyright", "License"]] * 3, *[["License"]] * 3]


def test_files_go_by_their_names() -> None:
    remaining = (
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "resources/locale/de.po",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "PySide6\\Qt6Gui.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui",
        "PySide6/Qt/plugins/imageformats/libqsvg.dylib",
    )
    left = (
        "PySide6/Qt/plugins/platforms/libqeglfs.so", "resources/locale/studio.pot", "libstdc++.so.6",
        "PySide6/Qt/translations/qtbase_ja.qm", "resources\\icons\\make_icons.py",
        "PySide6/Qt/lib/libQt6EglFsKmsSupport.so.6", "PySide6\\plugins\\platforms\\qdirect2d.dll",
        "PySide6\\plugins\\imageformats\\qpdf.dll", "PySide6\\Qt6Pdf.dll", "PySide6\\opengl32sw.dll",
        "PySide6\\translations\\qtbase_ja.qm", "PySide6/Qt/lib/QtPdf.framework/Versions/A/QtPdf",
        "PySide6/Qt/plugins/imageformats/libqpdf.dylib", "PySide6/Qt/plugins/tls/libqsecuretransportbackend.dylib",
    )  # fmt: skip
    assert [place for place in (*remaining, *left) if contents.is_kept((place, "", "DATA"))] == list(remaining)


def test_workflows_run_what_there_is() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        shown = yaml.safe_load(path.read_text("utf-8"))
        steps = [step for job in shown["jobs"].values() for step in job["steps"]]
        for command in (step.get("run", "") for step in steps):
            if command.startswith("make "):
                assert re.search(rf"^[a-z ]*\b{command.split()[1]}\b[a-z ]*:", makefile, re.MULTILINE)
            if "packaging/tasks.py" in command:
                assert command.split()[2] in (*tasks.TASKS, "tag")
        assert all(re.search(r"@[0-9a-f]{40}$", step["uses"]) for step in steps if "uses" in step)
        assert shown["permissions"] == {"contents": "read"}
        assert all(job["timeout-minutes"] <= 60 for job in shown["jobs"].values())
        assert re.search(r"Nobody has\s(# )?run this yet", path.read_text("utf-8"))


def test_a_tag_must_name_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert tasks.check_tag(f"v{__version__}") == 0
    assert tasks.check_tag(__version__) == tasks.check_tag("v9.9.9") == 1
    assert "CHANGELOG.md" in capsys.readouterr().err


def test_unknown_tasks_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["nothing"], ["run", "more"], ["install"], ["install", "nothing"]):
        monkeypatch.setattr(sys, "argv", ["tasks.py", *words])
        assert tasks.main() == 2
    assert "tasks.py run" in capsys.readouterr().err


def test_required_modules_are_not_excluded() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "studio").rglob("*.py"))
    questions = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", source, re.MULTILINE))
    extras = {"distributed", "pyarrow"}  # of who installs it with them
    assert {
        name for name in contents.UNUSED_MODULES if name in questions or f"{name}." in " ".join(questions)
    } <= extras


HEADER = struct.pack("<HBB", 32, 0xDA, 0x27) + bytes(8) + b"CmnD" + bytes(16)
LIBRARIES = Path(PySide6.__path__[0]) / "Qt" / "lib"

ORDER = """
import functools, sys
from PySide6.QtCore import QCollator, QLocale
for place in ("de_DE", "fr_FR", "en_GB"):
    order = QCollator(QLocale(place))
    order.setNumericMode(True)
    names = "Zoo b10 b2 Äpfel apfel ä côte coté cote straße strasse".split()
    print(sorted(names, key=functools.cmp_to_key(order.compare)))
maps = open("/proc/self/maps", encoding="utf-8").read()
print(*{line.split()[-1] for line in maps.splitlines() if "libicudata" in line}, file=sys.stderr)
"""


def test_what_is_left_is_found_under_its_name() -> None:
    saved = {"icudt73l/coll/root.res": b"root" * 9, "icudt73l/coll/de.res": b"of German!", "icudt73l/a.icu": b"\1" * 16}
    before = b"an ELF file begins here" + icu.collection(HEADER, saved)
    header, found = icu.items(before)
    assert header == HEADER
    assert list(found) == sorted(saved)
    assert {name: data[: len(saved[name])] for name, data in found.items()} == saved
    assert all(not data[len(saved[name]) :].strip(b"\0") for name, data in found.items())
    assert icu.collection(header, found) == icu.collection(HEADER, saved)


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the system has ICU")
def test_names_are_sorted_as_before(tmp_path: Path) -> None:
    (whole,) = LIBRARIES.glob("libicudata.so.*")
    small = icu.reduce(whole, tmp_path, ("de", "fr"))
    assert small.stat().st_size < whole.stat().st_size / 30
    for name in ("libicui18n", "libicuuc"):
        shutil.copy(next(LIBRARIES.glob(f"{name}.so.*")), tmp_path)

    def sorted_names(**more: str) -> tuple[list[str], str]:
        command = [sys.executable, "-c", ORDER]
        done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=True)
        return done.stdout.splitlines(), done.stderr.splitlines()[-1]

    usual, library = sorted_names()
    assert usual[0].index("b2") < usual[0].index("b10") and Path(library).samefile(whole)
    assert sorted_names(LD_PRELOAD=str(small)) == (usual, str(small))


LISTED = """
to_install = ['cadical103', 'glucose30',
              'minicard', 'minisat22']
"""


def test_required_solvers_are_kept_and_listed() -> None:
    assert list(solvers.KEPT) == [SOLVER]
    assert {*solvers.KEPT.values(), "Lingeling"} <= {part.name for part in components()}
    left_out = made_of.solvers_left_out()
    assert "Lingeling" in left_out and not left_out & {*solvers.KEPT.values(), "Qt", "Cabin"}


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_on_every_system_only_the_used_solver_is_packaged(
    system: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def reduce(library: Path, folder: Path) -> Path:
        return folder / f"reduced-{library.name}"

    ending = {"linux": ".cpython-311-x86_64-linux-gnu.so", "win32": ".cp311-win_amd64.pyd", "darwin": ".abi3.so"}
    solver, other = f"{solvers.MODULE}{ending[system]}", f"other{ending[system]}"
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(solvers, "reduce", reduce)
    monkeypatch.setattr(contents, "without_orphans", list)
    monkeypatch.setattr(contents, "needed", lambda _library: [])
    monkeypatch.setattr(contents, "_at_home", lambda entry, _work: entry)
    packed = contents.packed([(solver, solver, "EXTENSION"), (other, other, "EXTENSION")], tmp_path)
    assert {Path(source).name for _place, source, _kind in packed} == {f"reduced-{solver}", other}
    parts = {part.name for part in made_of.parts_of([], ["pysolvers", "pysat.solvers"])}
    assert {"python-sat", *solvers.KEPT.values()} <= parts
    assert not parts & made_of.solvers_left_out()


def test_sources_are_unpacked_by_pythons_without_filters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "setup.py").touch()

    def download(*_words: str) -> None:
        with tarfile.open(tmp_path / "made" / "lib-1.tar.gz", "w:gz") as packed:
            packed.add(tmp_path / "setup.py", "lib-1/setup.py")

    def extractall(self: tarfile.TarFile, path: Path) -> None:  # as in Python 3.11.2
        for member in self:
            self.extract(member, path)

    monkeypatch.setattr(solvers, "_pip", download)
    monkeypatch.setattr(tarfile.TarFile, "extractall", extractall)
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    (tmp_path / "made").mkdir()
    assert (solvers._sources(tmp_path / "made") / "setup.py").is_file()


def test_the_list_of_solvers_is_found_in_the_sources() -> None:
    assert solvers.LIST.sub("to_install = []", LISTED).strip() == "to_install = []"


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the library is packaged as it is")
def test_no_other_solver_is_in_what_is_built(tmp_path: Path) -> None:
    (module,) = [file for file in distribution(solvers.LIBRARY).files or () if file.name.startswith(solvers.MODULE)]
    whole = Path(str(module.locate()))
    small = solvers.reduce(whole, tmp_path)
    marks = {"Minicard": True, "lglinit": False, "kissat_init": False, "N10CaDiCaL153": False}
    assert all(name.encode() in whole.read_bytes() for name in marks)
    assert {name: name.encode() in small.read_bytes() for name in marks} == marks


def test_issue_forms_have_what_github_requires() -> None:
    """Source: GitHub, "Syntax for issue forms"."""
    folder = ROOT / ".github" / "ISSUE_TEMPLATE"
    forms = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in folder.glob("*.yml")}
    assert forms.pop("config") == {"blank_issues_enabled": False}
    assert set(forms) == {"bug", "idea", "rule"}
    for form in forms.values():
        assert form["name"] and form["description"] and form["labels"]
        assert all(part["type"] in ("input", "textarea") and part["attributes"]["label"] for part in form["body"])
        assert len({part["id"] for part in form["body"]}) == len(form["body"])
