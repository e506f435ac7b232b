"""Texts follow the style guide: words that must not come back, spelling, typography, help lines and the glossary."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from studio.cli import commands
from tests.core.test_text import LOCALE, known, pairs

ROOT = Path(__file__).parent.parent
STYLE = ROOT / "resources" / "docs" / "style.md"
DESKTOP = ROOT / "packaging" / "desktop"
RECIPES = {ROOT / "packaging" / f"{name}.py" for name in ("debian", "man_page")}
PAGES = {
    *ROOT.glob("*.md"),
    *(ROOT / ".github").glob("*.md"),
    *(ROOT / "resources").rglob("*.md"),
    *DESKTOP.iterdir(),
    *RECIPES,
} - {STYLE}
CODE = re.compile(
    r"```.*?```|`[^`\n]*`|\{[^{}]*\}|\]\([^)]*\)|<(\w+) xml:lang.*?</\1>|<[^>]*>|^\w+\[\w+\]=[^\n]*|^## \w+:|&(?=\w)",
    re.DOTALL | re.MULTILINE,
)
"""What is not English prose."""
COMMENT = re.compile(r'"""(.*?)"""|(?:^ *|  )# ([^\n]*)', re.DOTALL | re.MULTILINE)
HELP_LENGTH = 60
ODD = re.compile(
    r"\b(?:told|tells?|whoever|anew|by lot|hitherto|seldom|amid|amiss|mend(?:s|ed|ing)?|nobody|somebody|nothing but"
    r"|none but|besides|hindrance|gravest|beyond doubt|on the mean|as at first|the first day|keeps itself|lest|whence"
    r"|by (?:itself|themselves)|is to (?:be|come)|all of whose|in a sentence|laboratory|workshop|purist|quarter turns?"
    r"|(?:the )?answer is no|so long as|for want of|save for|hereby|therein|thereof|moreover|thus|size of words"
    r"|(?:stands?|lies?) (?:in|on|at|below|above|here|there)|table of points|breathes?|glows?|used lately"
    r"|call(?:ed)? off|broken off|passed over|worked out|hangs? together|pixels to the inch|typeface|book of rules)\b",
    re.IGNORECASE,
)
ODD_IN_COMMENTS = re.compile(
    r"\b(?:told|whoever|anew|by lot|hitherto|amid|amiss|mend(?:ed|ing)|somebody|as at first|the first day|whence)\b",
    re.I,
)
CLAUSE_LABEL = re.compile(r"(?:What|Who|Whoever|Where|How|Whether) [^.?!:]*")
"""A clause in place of a name."""
AMERICAN = re.compile(
    r"\b(?:colors?|colored|centers?|centered|gray|favor\w*|behaviors?|neighbor\w*|harbor\w*|labor|honor\w*|catalog"
    r"|cancel(?:ed|ing)|labeled|travel(?:ed|er)|modeled|defense|artifacts?|checkered|fulfill|analyz\w*"
    r"|(?:real|organ|recogn|optim|summar|minim|maxim|initial|normal|random|synchron)iz\w+|(?:a|the|this) licenses?)\b",
    re.IGNORECASE,
)
WRONG = {
    "de": re.compile(
        r"[\"']|[^\s-]%|(?<![^\s]\u00a0)(?<!^)%(?!-)|\.\.\.(?!\S)|[^\u00a0]…|[a-zäöüß,] (?:Sie|Ihnen|Ihre?[mnr]?)\b"
        r"|daß|Schaltfläche|(?i:\b(?:sichern|ward|alsbald|sogleich|allenthalben|nebst|jedermann|fassung|gestell|hotkey|shortcut|overlay"
        r"|icon|haufen|layouts?|seed|matchs?|replay|zyklon|engpass|regelbuch|quickinfo)\b|brett\b)"
    ),
    "fr": re.compile(
        r"[\"']|(?<!\u00a0)(?<!^)[;!?%»](?=\s|$)|(?<![\u00a0\w]):(?=\s|$)|«(?!\u00a0)|\u00a0[\u00a0 ]|\.\.\.(?! »)| …"
        r"|\bEsc\b|\b(?:Etat|Etape|Echec|Echap|Ecran|Editeur|Edition)|(?i:\b(?:tu|toi|tes|sauvegard\w+|travailleurs?|seed"
        r"|matchs?|laboratoire|préférences|réglages|planche|carreau|surcouche|goulot|explorateur|livre de règles)\b)"
    ),
}
"""Typography, forms of address, and words that compete with a term of the glossary."""
TYPED = ('pip install "', "--match-list", "[Esc]", "..#/...")
"""Parts of messages with text to type."""
ENDING = {
    "de": re.compile(r"(?<=\w{3})(?:en|er|em|es|[ens])$"),
    "fr": re.compile(r"(?<=\w{3})(?:ees|ee|er|es|ir|re|[esx])$"),
}
EVERYDAY = "player move run score rotate reset random connected base round seed game turn replay"
"""Terms that are also everyday words, or that translations express in several ways."""
OMITTED, OMITTED_SHARE = 2, 1 / 6
"""How many translations of a term may express it in another way, such as by a pronoun."""


def prose(text: str) -> str:
    """A text without code, fields and mnemonics; its lines keep their numbers."""
    return CODE.sub(lambda code: "\n" * code[0].count("\n"), text)


@cache
def english() -> list[str]:
    with (LOCALE / "studio.pot").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return [text for one in ids for text in ([one] if isinstance(one, str) else one)]


def odd_places(texts: dict[str, str], *patterns: re.Pattern[str]) -> Iterator[str]:
    """The places of a pattern in texts by name."""
    for name, text in texts.items():
        for pattern in patterns:
            for found in pattern.finditer(text):
                yield f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}"


def test_messages_are_in_plain_words() -> None:
    texts = {text: prose(text) for text in english()}
    assert len(texts) > 5000
    assert not list(odd_places(texts, ODD, AMERICAN))
    assert not [text for text, bare in texts.items() if CLAUSE_LABEL.fullmatch(bare)], "a label is a name, not a clause"


def test_documents_are_in_plain_words() -> None:
    texts = {str(page.relative_to(ROOT)): prose(page.read_text(encoding="utf-8")) for page in PAGES}
    assert {"README.md", "CHANGELOG.md", "resources/docs/cli.md", "resources/manual/drawing.md"} < texts.keys()
    assert not list(odd_places(texts, ODD, AMERICAN))
    pages = {name: text for name, text in texts.items() if name.endswith(".md")}
    assert not list(odd_places(pages, re.compile(r"^#+ .*\w\.$", re.MULTILINE))), "a heading has no full stop"


def test_comments_are_in_plain_words() -> None:
    for path in (ROOT / "studio").rglob("*.py"):
        comments = "\n".join("".join(parts) for parts in COMMENT.findall(path.read_text(encoding="utf-8")))
        assert not list(odd_places({str(path): comments}, ODD_IN_COMMENTS))


def test_help_lines_are_short() -> None:
    """All but those of options that explain each of their values."""
    helps = [one.help for one in commands()]
    helps += [argument.help for one in commands() for argument in one.arguments if not argument.choices]
    assert len(helps) > 100
    assert not [line for line in helps if len(line) > HELP_LENGTH or line.endswith(".")]


# the translations


@cache
def translations(language: str) -> list[tuple[str, str]]:
    """Each message and its translation, without code and fields."""
    return [
        (prose(source), prose(text.replace("{", "\u2060{")))
        for message in known(language)
        if message.id
        for source, text in pairs(message)
    ]


@pytest.mark.parametrize("language", WRONG)
def test_translations_have_the_typography_and_words_of_the_language(language: str) -> None:
    texts = {text: text for _source, text in translations(language) if not any(part in text for part in TYPED)}
    assert not list(odd_places(texts, WRONG[language]))


def bare_label(text: str) -> str:
    return re.sub(r"[&\s…]", "", text)


@pytest.mark.parametrize("language", WRONG)
def test_translations_name_menu_entries_as_they_are(language: str) -> None:
    named: dict[str, set[str]] = {}
    for source, text in translations(language):
        named.setdefault(bare_label(source), set()).add(bare_label(text))
    paths = re.compile(r"(?<!\*)\*([^*]+›[^*]+)\*(?!\*)")
    places = [
        place
        for source, text in translations(language)
        for both in zip(paths.findall(source), paths.findall(text), strict=True)
        for place in zip(*(bare_label(path).split("›") for path in both), strict=True)
    ]
    assert len(places) > 100
    assert not [place for place in places if place[1] not in named.get(place[0], ())]


def plain(text: str) -> str:
    """Lower case without accents, umlauts and soft hyphens."""
    parts = unicodedata.normalize("NFD", text.lower().replace("œ", "oe").replace("ß", "ss").replace("\xad", ""))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def has_term(language: str, text: str, accepted: str) -> bool:
    """Whether a text has one of the terms between slashes: all stems of its words, in German also in compounds."""
    start, bare = "" if language == "de" else r"\b", plain(text)
    return any(
        all(re.search(start + re.escape(ENDING[language].sub("", plain(word))), bare) for word in term.split())
        for term in accepted.split(" / ")
    )


def glossary() -> Iterator[dict[str, str]]:
    """The terms of the style guide in three languages; a row may have several, in the same order."""
    table = STYLE.read_text(encoding="utf-8").partition("| English | German |")[2]
    for row in re.findall(r"^\| (\w.*)\|$", table, re.MULTILINE):
        cells = [cell.strip().split(", ") for cell in row.split("|")[:3]]
        assert len({len(cell) for cell in cells}) == 1, row
        yield from (dict(zip(("en", "de", "fr"), terms, strict=True)) for terms in zip(*cells, strict=True))


def contradictions(language: str, term: dict[str, str], texts: list[tuple[str, str]]) -> tuple[int, list[str]]:
    """How many messages have a term, and the translations that lack it."""
    pattern = re.compile(rf"(?<![\w-]){term['en']}(?:s|es|ies)?(?![\w)-])", re.IGNORECASE)
    found = [text for source, text in texts if pattern.search(source)]
    return len(found), [text for text in found if not has_term(language, text, term[language])]


@pytest.mark.parametrize("language", WRONG)
def test_translations_use_the_terms_of_the_glossary(language: str) -> None:
    wrong, compared = {}, 0
    for term in glossary():
        if term["en"] not in EVERYDAY.split():
            count, missing = contradictions(language, term, translations(language))
            compared += count > 0
            if len(missing) > max(OMITTED, count * OMITTED_SHARE):
                wrong[term["en"]] = missing
    assert compared >= 60 and not wrong


def test_only_columbus_has_harbours_and_sea_boards_border_edges() -> None:
    games = [ROOT / "studio" / path for path in ("seatiles", "games/entdecker", "games/neue_entdecker")]
    books = [ROOT / "resources" / "books" / name for name in ("sea_tiles", "entdecker", "neue_entdecker")]
    texts = {str(path): path.read_text(encoding="utf-8") for book in books for path in book.glob("*.md")}
    for path in (path for folder in games for path in folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        texts[str(path)] = " ".join(re.findall(r'\b(?:_|plural)\(\s*("[^"\n]*")', source))
    assert not list(odd_places(texts, re.compile(r"\bharbours?\b", re.I)))


FAULTS = [
    (ODD, "Whoever draws a map|Drawn by lot|It stands below the board|Fix it by itself|The laboratory"),
    (ODD_IN_COMMENTS, "the words that were told|read anew"),
    (AMERICAN, "a gray line|the color|in the center|an artifact|to organize|the license|Neighbors"),
    (CLAUSE_LABEL, "What the match needs|How often a space is scored"),
    (WRONG["de"], '95 %|95%|Öffnen…|Ihr "Name"|Wenn Sie wollen|Partie sichern|das Layout'),
    (WRONG["fr"], "Erreur : x|«x»|95 %|l'île|Si tu veux|sauvegarder|Fermer (Esc)|Etat du jeu|les préférences"),
]


@pytest.mark.parametrize(("pattern", "faults"), FAULTS)
def test_faults_are_found(pattern: re.Pattern[str], faults: str) -> None:
    assert all(list(odd_places({"text": fault}, pattern)) for fault in faults.split("|"))


def test_terms_that_contradict_the_glossary_are_found() -> None:
    texts = [("Place two tiles", "Zwei Kacheln legen"), ("No tile", "Kein Land-plättchen"), ("Textile", "Stoff")]
    assert contradictions("de", {"en": "tile", "de": "Stein / Plättchen"}, texts) == (2, ["Zwei Kacheln legen"])
    assert has_term("fr", "Aucune légende.", "calque / légende") and not has_term("fr", "un décalque", "calque")
    assert prose("Use `tells` and **{told}** in &Files\n```\nmend\n```") == "Use  and **** in Files\n\n\n"
