"""The components of the program with their licences: libraries, fonts, and what is bundled in them.

A package contains the list made when it was built (`packaging/made_of.py`); otherwise it is made from the installed
libraries. `resources/licences` has what libraries do not say themselves, and licence texts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from email.utils import getaddresses
from importlib.metadata import Distribution, PackageMetadata, PackageNotFoundError, distribution
from pathlib import Path
from platform import python_version

import msgspec

from studio import __version__
from studio.documents.paths import resources_dir

OWN = "explorer-studio"
OWN_ADDRESS = f"pkg:generic/{OWN}@{__version__}"
MAX_NAME_LENGTH = 60  # of a licence's name; longer values are licence texts


class BundledComponent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One component: `licence` is an SPDX expression if known, `text` the full text, `address` a package URL.

    `within` is the package URL of the component that contains it, whose version is then known instead of its own.
    """

    name: str
    version: str = ""
    licence: str = ""
    owner: str = ""
    text: str = ""
    address: str = ""
    within: str = ""


class _PartInfo(msgspec.Struct, frozen=True):
    """A component in `resources/licences/parts.json`: with the library that contains it (`of`), and its text file."""

    name: str
    licence: str
    owner: str
    of: str = ""
    file: str = ""


def components() -> list[BundledComponent]:
    """All components of the running program, the program first."""
    listed = resources_dir() / "parts.json"
    if listed.exists():
        return msgspec.json.decode(listed.read_bytes(), type=list[BundledComponent])
    return installed_components(required_libraries())


def required_libraries() -> list[str]:
    """The names of all direct and indirect dependencies that are installed."""
    found: dict[str, str] = {}
    waiting = [OWN]
    while waiting:
        try:
            one = distribution(waiting.pop())
        except PackageNotFoundError:
            continue
        name = one.metadata["Name"]
        if name not in found:
            found[name] = name
            waiting += [re.split(r"[^\w.-]", spec)[0] for spec in one.requires or () if "extra ==" not in spec]
    return [name for name in found if name != OWN]


def installed_components(libraries: Iterable[str]) -> list[BundledComponent]:
    """The program, Python, these libraries as installed, and what is bundled in them."""
    known = sorted((distribution(name) for name in libraries), key=lambda one: str(one.metadata["Name"]).casefold())
    own = BundledComponent(
        name="Explorer Studio", version=__version__, licence="MIT", text=_own_license(), address=OWN_ADDRESS
    )
    python = BundledComponent(
        name="Python",
        version=python_version(),
        licence="PSF-2.0",
        owner="Python Software Foundation",
        text=_first_text([Path(os.__file__).with_name("LICENSE.txt"), Path("/usr/share/doc/python3/copyright")]),
        address=f"pkg:generic/python@{python_version()}",
    )
    return [
        own,
        python,
        *(_library_component(one) for one in known),
        *_bundled({one.metadata["Name"]: one.version for one in known}),
    ]


def license_texts(licence: str) -> str:
    """The texts of the licences in an SPDX expression, as far as `resources/licences` has them."""
    names = [name for name in re.findall(r"[\w.-]+", licence) if name not in ("AND", "OR", "WITH")]
    if " OR " in licence and "LGPL-3.0-only" in names:  # our choice
        names = ["LGPL-3.0-only"]
    if "LGPL-3.0-only" in names:
        names.append("GPL-3.0-only")  # the LGPL refers to it
    return _join_files(resources_dir() / "licences" / f"{name}.txt" for name in names)


def _library_component(one: Distribution) -> BundledComponent:
    meta = one.metadata
    name = str(meta["Name"])
    licence = _first(meta, "License-Expression", "License")
    files = [file for file in one.files or () if re.search(r"licen[cs]e|copying|notice", file.name, re.IGNORECASE)]
    text = _join_files(Path(str(one.locate_file(file))) for file in files if ".dist-info" in file.parts[0])
    return BundledComponent(
        name=name,
        version=one.version,
        licence=licence if len(licence) <= MAX_NAME_LENGTH else "",
        owner=_first(meta, "Author") or _names(_first(meta, "Author-email", "Maintainer-email")),
        text=text or license_texts(licence),
        address=_index_address(name, one.version),
    )


def _index_address(name: str, version: str) -> str:
    return f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}@{version}"


def _bundled(libraries: dict[str, str]) -> list[BundledComponent]:
    """What `resources/licences/parts.json` says about these libraries (names and versions) and the program itself."""
    entries = msgspec.json.decode((resources_dir() / "licences" / "parts.json").read_bytes(), type=list[_PartInfo])
    return [
        BundledComponent(
            name=one.name,
            version=libraries[one.of] if one.name == "Qt" else "",
            licence=one.licence,
            owner=one.owner,
            text=_first_text([resources_dir() / one.file]) if one.file else license_texts(one.licence),
            within=_index_address(one.of, libraries[one.of]) if one.of else OWN_ADDRESS,
        )
        for one in entries
        if one.of in ("", *libraries)
    ]


def _first(meta: PackageMetadata, *fields: str) -> str:
    """The first non-empty field."""
    return next((str(meta[field]) for field in fields if field in meta and meta[field].strip()), "")


def _names(addresses: str) -> str:
    """The names in an address field; without names, the local parts."""
    return ", ".join(name or address.partition("@")[0] for name, address in getaddresses([addresses]))


def _own_license() -> str:
    for folder in (resources_dir(), resources_dir().parent):
        if (folder / "LICENSE").exists():
            return _first_text([folder / "LICENSE"])
    try:
        return _library_component(distribution(OWN)).text
    except PackageNotFoundError:
        return ""


def _first_text(files: Iterable[Path]) -> str:
    return next((file.read_text("utf-8", "replace") for file in files if file.is_file()), "")


def _join_files(files: Iterable[Path]) -> str:
    return "\n\n".join(file.read_text("utf-8", "replace").strip() for file in files if file.is_file())
