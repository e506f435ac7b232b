"""Whether this installation is whole, as far as that can be told without a window: versions, files, texts."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from studio import __version__
from studio.core.text import _, plural


class Looked(NamedTuple):
    """Something that was looked into: what, whether it is as it should be, and what was found."""

    what: str
    is_fine: bool
    words: str


def looked_into() -> Iterator[Looked]:
    """All that can be told without Qt, one thing after the other."""
    yield Looked(_("Program"), True, f"Explorer Studio {__version__}, Python {platform.python_version()}")
    yield Looked(_("System"), True, platform.platform())
    yield _layouts()
    yield _languages()
    yield _lessons()
    yield _data_folder()


def _layouts() -> Looked:
    from studio.core.problems import has_errors
    from studio.documents.files import DocumentError
    from studio.documents.paths import shipped_layouts
    from studio.games import slugs
    from studio.services.loading import findings, open_layout

    faulty = [slug for slug in slugs() if not shipped_layouts(slug)]
    count = 0
    for path in shipped_layouts():
        try:
            opened = open_layout(path)
        except DocumentError as problem:
            faulty.append(str(problem))
            continue
        count += 1
        if has_errors(findings(opened)):
            faulty.append(path.name)
    words = plural("{n} layout of {games} games was read.", "{n} layouts of {games} games were read.", count)
    told = words.format(n=count, games=len(slugs()))
    return Looked(_("Layouts"), not faulty, _("Amiss: {names}.").format(names=", ".join(faulty)) if faulty else told)


def _languages() -> Looked:
    from studio.core.text import catalogue, languages
    from studio.documents.paths import resources_dir

    folder, known = resources_dir() / "locale", []
    for name in languages(folder):
        try:
            catalogue(name, folder)
        except (OSError, ValueError) as problem:
            return Looked(_("Languages"), False, _("{name} cannot be read: {reason}").format(name=name, reason=problem))
        known.append(name)
    return Looked(_("Languages"), len(known) > 1, ", ".join(known))


def _lessons() -> Looked:
    from studio.documents.markup import manual
    from studio.documents.paths import shipped_lessons
    from studio.games import load, slugs

    lacking = [slug for slug in slugs() if not load(slug).book()]
    pages = sum(len(chapter.clauses) for chapter in manual())
    lessons = sum(len(shipped_lessons(slug, kind)) for slug in slugs() for kind in ("tutorial", "puzzle"))
    words = _("{books} rule books, {pages} pages of the manual, {lessons} lessons.")
    told = words.format(books=len(slugs()) - len(lacking), pages=pages, lessons=lessons)
    return Looked(_("Texts"), not lacking and bool(pages), told)


def _data_folder() -> Looked:
    from studio.documents.files import DocumentError, write_bytes
    from studio.documents.paths import data_dir

    what = _("Data folder")
    try:
        folder = data_dir()
        trial = folder / f"check-{os.getpid()}"
        write_bytes(trial, b"fine")
        trial.unlink()
    except (OSError, DocumentError) as problem:
        return Looked(what, False, str(problem))
    return Looked(what, True, _("{path} can be written to.").format(path=folder))


def lines(looked: Sequence[Looked]) -> Iterator[str]:
    """What was found, for a terminal or a letter."""
    marks = {True: _("fine"), False: _("amiss")}
    wide, broad = max(map(len, marks.values())) + 2, max(len(one.what) for one in looked) + 2
    for one in looked:
        yield f"{marks[one.is_fine]:<{wide}}{one.what:<{broad}}{one.words}"
