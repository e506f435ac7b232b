"""Extracts the messages of source, books, manual, lessons and layouts, and updates the translations.

`resources/locale/studio.pot` is the template; each language has a `.po` next to it, which the program reads directly.
They are sorted and have no dates or line numbers, so that they change only with the messages. New messages have no
translation and removed ones are dropped: there is no fuzzy matching. `--check` compares without writing.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "resources" / "locale" / "studio.pot"
KEYWORDS = {"_": None, "plural": (1, 2), "counted": (1, 2), "uncounted": None, "in_context": ((1, "c"), 2)}
HEADER = """# Explorer Studio in another language. `make locale` keeps the messages in order.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"""


def collected() -> Catalog:
    """All messages with the files that contain them."""
    sys.path.insert(0, str(ROOT))  # the source tree of this script, not an installed one
    from studio.core.text import LAYOUT_CONTEXT
    from studio.documents.lessons import messages as lesson_messages
    from studio.documents.markup import messages
    from studio.documents.store import messages as layout_messages

    found: dict[tuple[str | None, str | tuple[str, ...]], set[str]] = {}
    for filename, _line, message, _comments, context in extract_from_dir(
        str(ROOT / "studio"), [("**.py", "python")], keywords=KEYWORDS
    ):
        found.setdefault((context, message), set()).add(f"studio/{Path(filename).as_posix()}")
    for folder, pattern, read, about in (
        ("resources/books", "*.md", messages, None),
        ("resources/manual", "*.md", messages, None),
        ("resources/lessons", "*.json", lesson_messages, None),
        ("layouts", "*.json", layout_messages, LAYOUT_CONTEXT),
    ):
        for path in sorted((ROOT / folder).rglob(pattern)):
            for text in read(path):
                found.setdefault((about, text), set()).add(path.relative_to(ROOT).as_posix())
    catalog = Catalog(project="Explorer Studio", fuzzy=False)
    for context, message in sorted(found, key=lambda entry: (str(entry[1]), entry[0] or "")):
        places = [(place, 0) for place in sorted(found[context, message])]
        catalog.add(message, context=context, locations=places)
    return catalog


def template(messages: Catalog) -> str:
    return "# Messages of Explorer Studio.\n\n" + _written(messages, no_location=False)


def translated(messages: Catalog, path: Path) -> str:
    """The up-to-date file of a language: all messages in order with their known translations."""
    with path.open("rb") as file:
        known = read_po(file, locale=path.stem)
    catalog = Catalog(locale=path.stem)
    for message in messages:
        if message.id:
            one = message.id if isinstance(message.id, str) else message.id[0]
            before = known.get(one, message.context)
            text = before.string if before is not None and before.id == message.id else ""
            catalog.add(message.id, text, context=message.context)
    header = HEADER.format(language=path.stem, plural_forms=catalog.plural_forms)
    return header + "\n" + _written(catalog, no_location=True)


def _written(catalog: Catalog, no_location: bool) -> str:
    buffer = BytesIO()
    write_po(buffer, catalog, width=0, omit_header=True, include_lineno=False, no_location=no_location)
    lines = buffer.getvalue().decode("utf-8").strip().splitlines()
    return "\n".join(line for line in lines if not (no_location and line.startswith("#"))) + "\n"


def main() -> int:
    """Write outdated files, or report them."""
    messages = collected()
    wanted = {TEMPLATE: template(messages)}
    for path in sorted(TEMPLATE.parent.glob("*.po")):
        wanted[path] = translated(messages, path)
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT).as_posix()} is out of date: run `make locale`", file=sys.stderr)
        return 1 if stale else 0
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    for path, text in wanted.items():
        missing = "" if path is TEMPLATE else f", {text.count(NOTHING)} without a translation"
        print(f"{path.relative_to(ROOT).as_posix()}: {len(messages)} messages{missing}")
    return 0


NOTHING = '\nmsgstr ""\n\n'  # an empty translation as written in the file


if __name__ == "__main__":
    sys.exit(main())
