"""Catalogues of messages, and one language after another."""

from __future__ import annotations

from pathlib import Path

from studio.core import text
from studio.core.cache import text_cache
from studio.core.text import Catalog, available_languages, match_language

FRENCH = r"""# Words of a translator.
msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "tile"
msgstr "tuile"

#: somewhere.py
#, fuzzy
msgid "a \"quoted\" word\\"
msgstr "un mot « entre \"guillemets\" »"

msgid "two\nlines"
msgstr ""
"deux\n"
"lignes"

msgid "not yet"
msgstr ""

msgctxt "to do it"
msgid "Play"
msgstr "Jouer"

msgid "Play"
msgstr "Jeu"

msgid "{count} tile"
msgid_plural "{count} tiles"
msgstr[0] "{count} tuile"
msgstr[1] "{count} tuiles"
"""
POLISH = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n'


def test_a_catalogue_holds_words_forms_and_contexts() -> None:
    french = Catalog(FRENCH)
    assert french.gettext("tile") == "tuile"
    assert french.gettext('a "quoted" word\\') == 'un mot « entre "guillemets" »'
    assert french.gettext("two\nlines") == "deux\nlignes"
    assert french.gettext("not yet") == "not yet" and french.gettext("unknown") == "unknown"
    assert french.pgettext("to do it", "Play") == "Jouer" and french.gettext("Play") == "Jeu"
    assert french.pgettext("on a stage", "Play") == "Play"
    forms = [french.ngettext("{count} tile", "{count} tiles", count) for count in (0, 1, 2)]
    assert forms == ["{count} tuile", "{count} tuile", "{count} tuiles"]
    assert french.ngettext("one", "many", 1) == "one" and french.ngettext("one", "many", 0) == "many"


def test_a_language_may_have_three_forms() -> None:
    polish = Catalog(
        f'msgid ""\nmsgstr ""\n{POLISH}\nmsgid "hut"\nmsgid_plural "huts"\n'
        'msgstr[0] "chata"\nmsgstr[1] "chaty"\nmsgstr[2] "chat"\n'
    )
    assert [polish.ngettext("hut", "huts", count) for count in (1, 2, 5, 12, 22)] == [
        *("chata", "chaty", "chat"),
        *("chat", "chaty"),
    ]


def test_the_first_language_that_is_there_serves(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text(FRENCH, "utf-8")
    assert available_languages(tmp_path) == ["en", "fr"]
    questions = ("fr", "fr_CA.UTF-8", "fr-Latn-CH", "FR@euro", "en_GB", "C.UTF-8", "POSIX", "xx", "")
    assert [match_language(one, tmp_path) for one in questions] == ["fr", "fr", "fr", "fr", "en", "en", "en", "", ""]


@text_cache()
def cached_text() -> str:
    return text._("tile")


def test_cached_text_is_dropped_when_the_language_changes(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text(FRENCH, "utf-8")
    try:
        assert cached_text() == "tile"
        text.use_language(["xx", "fr_CH", "en"], tmp_path)
        assert (text.language(), text._("tile"), cached_text()) == ("fr", "tuile", "tuile")
        assert text.in_context("to do it", "Play") == "Jouer"
    finally:
        text.use_language([], tmp_path)
    assert (text.language(), cached_text(), text._("tile")) == ("en", "tile", "tile")
