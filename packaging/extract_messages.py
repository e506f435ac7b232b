"""Collects the messages of source, books and lessons into resources/locale/studio.pot; with --check only compares.

The template carries no dates and no line numbers, so that it changes exactly when a message does.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "resources" / "locale" / "studio.pot"
KEYWORDS = {"_": None, "plural": (1, 2)}


def template() -> str:
    """The message template as it should be."""
    sys.path.insert(0, str(ROOT))  # the reader that lies beside the texts, wherever else one is installed
    from studio.documents.lessons import messages as lesson_messages
    from studio.documents.prose import messages

    catalog = Catalog(project="Explorer Studio", header_comment="# Messages of Explorer Studio.\n", fuzzy=False)
    found: dict[str | tuple[str, ...], set[str]] = {}
    for filename, _line, message, _comments, _context in extract_from_dir(
        str(ROOT / "studio"), [("**.py", "python")], keywords=KEYWORDS
    ):
        found.setdefault(message, set()).add(f"studio/{Path(filename).as_posix()}")
    for text in sorted((ROOT / "resources" / "books").rglob("*.md")):
        for words in messages(text):
            found.setdefault(words, set()).add(text.relative_to(ROOT).as_posix())
    for lesson in sorted((ROOT / "resources" / "lessons").rglob("*.json")):
        for words in lesson_messages(lesson):
            found.setdefault(words, set()).add(lesson.relative_to(ROOT).as_posix())
    for message in sorted(found, key=str):
        catalog.add(message, locations=[(place, 0) for place in sorted(found[message])])
    buffer = BytesIO()
    write_po(buffer, catalog, width=0, omit_header=True, include_lineno=False)
    return "# Messages of Explorer Studio.\n\n" + buffer.getvalue().decode("utf-8").strip() + "\n"


def main() -> int:
    """Write the template, or say whether it is fresh."""
    text = template()
    if "--check" in sys.argv[1:]:
        if not TEMPLATE.exists() or TEMPLATE.read_text(encoding="utf-8") != text:
            print("resources/locale/studio.pot is out of date: run `make locale`", file=sys.stderr)
            return 1
        return 0
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_text(text, encoding="utf-8")
    print(f"{TEMPLATE.relative_to(ROOT)}: {text.count(chr(10) + 'msgid ')} messages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
