"""Checks of the installation that need no window: versions, files, texts."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from studio import __version__
from studio.core.text import _, plural


class CheckResult(NamedTuple):
    """One check: what was checked, whether it passed, and what was found."""

    title: str
    is_ok: bool
    text: str


def run_diagnostics() -> Iterator[CheckResult]:
    yield CheckResult(_("Program"), True, f"Explorer Studio {__version__}, Python {platform.python_version()}")
    yield CheckResult(_("System"), True, platform.platform())
    yield _layouts()
    yield _languages()
    yield _lessons()
    yield _data_folder()


def _layouts() -> CheckResult:
    from studio.core.problems import has_errors
    from studio.documents.files import DocumentError
    from studio.documents.paths import shipped_layouts
    from studio.games import slugs
    from studio.services.loading import find_problems, load_layout

    faulty = [slug for slug in slugs() if not shipped_layouts(slug)]
    count = 0
    for path in shipped_layouts():
        try:
            opened = load_layout(path)
        except DocumentError as problem:
            faulty.append(str(problem))
            continue
        count += 1
        if has_errors(find_problems(opened)):
            faulty.append(path.name)
    label = plural("{n} layout of {games} games read.", "{n} layouts of {games} games read.", count)
    text = label.format(n=count, games=len(slugs()))
    if faulty:
        text = _("Problems in: {names}.").format(names=", ".join(faulty))
    return CheckResult(_("Layouts"), not faulty, text)


def _languages() -> CheckResult:
    from studio.core.text import available_languages, load_catalog
    from studio.documents.paths import resources_dir

    folder, known = resources_dir() / "locale", []
    for name in available_languages(folder):
        try:
            load_catalog(name, folder)
        except (OSError, ValueError) as problem:
            text = _("{name} cannot be read: {reason}")
            return CheckResult(_("Languages"), False, text.format(name=name, reason=problem))
        known.append(name)
    return CheckResult(_("Languages"), len(known) > 1, ", ".join(known))


def _lessons() -> CheckResult:
    from studio.documents.markup import load_manual
    from studio.documents.paths import shipped_lessons
    from studio.games import load, slugs

    without_book = [slug for slug in slugs() if not load(slug).text.book()]
    pages = sum(len(chapter.clauses) for chapter in load_manual())
    lessons = sum(len(shipped_lessons(slug, kind)) for slug in slugs() for kind in ("tutorial", "puzzle"))
    label = _("{books} rulebooks, {pages} manual pages, {lessons} lessons.")
    text = label.format(books=len(slugs()) - len(without_book), pages=pages, lessons=lessons)
    return CheckResult(_("Texts"), not without_book and bool(pages), text)


def _data_folder() -> CheckResult:
    from studio.documents.files import DocumentError, write_bytes
    from studio.documents.paths import data_dir

    what = _("Data folder")
    try:
        folder = data_dir()
        trial = folder / f"check-{os.getpid()}"
        write_bytes(trial, b"fine")
        trial.unlink()
    except (OSError, DocumentError) as problem:
        return CheckResult(what, False, str(problem))
    return CheckResult(what, True, _("{path} is writable.").format(path=folder))


def report_lines(looked: Sequence[CheckResult]) -> Iterator[str]:
    marks = {True: _("OK"), False: _("problem")}
    wide, broad = max(map(len, marks.values())) + 2, max(len(one.title) for one in looked) + 2
    for one in looked:
        yield f"{marks[one.is_ok]:<{wide}}{one.title:<{broad}}{one.text}"
