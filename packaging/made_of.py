"""The components of the package with their licences: the list inside it and its bill of materials."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import packages_distributions
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import msgspec
import solvers
from contents import Entry
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from moment import moment
from packageurl import PackageURL
from publication import ROOT

from studio.documents.components import BundledComponent, installed_components

LOADER = "pyinstaller"  # its boot loader is in every package


def parts_of(entries: Sequence[Entry], modules: Iterable[str]) -> list[BundledComponent]:
    """The components of a package with these files and Python modules."""
    providers = packages_distributions()
    tops = {name.split(".")[0] for name in modules} | {
        Path(place).parts[0].split(".")[0] for place, _from, _kind in entries
    }
    libraries = {name for top in tops for name in providers.get(top, ())} - {"explorer-studio"}
    left_out = solvers_left_out()
    found = [part for part in installed_components([*libraries, LOADER]) if part.name not in left_out]
    if sys.platform.startswith("linux"):
        # Other binaries come from the build system's own packages.
        remaining = [
            Path(source).resolve()
            for _place, source, kind in entries
            if kind == "BINARY" and not Path(source).is_relative_to(sys.prefix) and not _is_python(source)
        ]
        found += _of_debian([path for path in remaining if not path.is_relative_to(ROOT)])
    return found


def solvers_left_out() -> set[str]:
    """The solvers in `resources/licences/parts.json` that are not packaged."""
    entries = msgspec.json.decode((ROOT / "resources" / "licences" / "parts.json").read_bytes())
    return {part["name"] for part in entries if part.get("of") == solvers.LIBRARY} - {*solvers.KEPT.values()}


def write_parts(entries: Sequence[Entry], modules: Iterable[str], path: Path) -> Path:
    """Write the list; exit if a licence text is missing."""
    found = parts_of(entries, modules)
    bare = [part.name for part in found if not part.text]
    if bare:
        raise SystemExit(f"no licence text was found of: {', '.join(bare)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(found))
    return path


def bill(parts: Sequence[BundledComponent]) -> str:
    """The bill of materials in CycloneDX format, reproducible."""
    own, *others = [_component(part) for part in parts]
    own.type = ComponentType.APPLICATION
    text = repr([(part.name, part.version) for part in parts])
    bom = Bom(
        serial_number=uuid5(NAMESPACE_URL, text),
        metadata=BomMetaData(component=own, timestamp=datetime.fromtimestamp(moment(), UTC)),
        components=others,
    )
    bom.register_dependency(own, others)
    return make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2) + "\n"


def _component(part: BundledComponent) -> Component:
    if part.licence and not part.address.startswith("pkg:deb"):  # Debian has its own names for licences
        licence = LicenseFactory().make_from_string(part.licence)
    else:
        licence = DisjunctiveLicense(name=part.licence or "see the text in the package")
    purl = PackageURL.from_string(part.address or part.within)
    if not part.address:
        purl = purl._replace(subpath=re.sub(r"\W+", "-", part.name).strip("-").lower())
    return Component(
        name=part.name,
        version=part.version or f"as in {purl.name} {purl.version}",
        type=ComponentType.LIBRARY,
        licenses=[licence],
        copyright=part.owner or None,
        purl=purl,
        bom_ref=purl.to_string(),
    )


def _is_python(source: str) -> bool:
    return Path(source).resolve().is_relative_to(Path(sys.base_prefix) / "lib") and sys.base_prefix != "/usr"


def _of_debian(libraries: Iterable[Path]) -> list[BundledComponent]:
    """The Debian packages that own these files."""
    packages = sorted({package for library in libraries for package in [owner_of(library)] if package})
    return [_package(package) for package in packages]


def owner_of(library: Path) -> str:
    """The Debian package that owns a file; "" if unknown."""
    for path in (
        library,
        Path(re.sub("^/usr/lib/", "/lib/", str(library))),
    ):  # with a merged /usr dpkg knows only one of the paths
        try:
            done = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False)
        except OSError:
            return ""
        if done.returncode == 0:
            return done.stdout.splitlines()[0].partition(":")[0]
    return ""


def _package(package: str) -> BundledComponent:
    question = "${Version}\t${Architecture}\n"
    output = subprocess.run(
        ["dpkg-query", "-W", "-f", question, package], capture_output=True, text=True, check=True
    ).stdout
    version, architecture = output.splitlines()[0].split("\t")
    text = Path(f"/usr/share/doc/{package}/copyright").read_text("utf-8", "replace")
    named = re.search(r"^License: *(\S.*)$", text, re.MULTILINE)
    return BundledComponent(
        name=package,
        version=version,
        licence=named[1].strip() if named and text.startswith("Format:") else "",
        owner=f"Debian, {package} {version}",
        text=text,
        address=PackageURL("deb", "debian", package, version, {"arch": architecture}).to_string(),
    )
