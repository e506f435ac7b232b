"""Search in the rulebooks: a question finds the clause that answers it."""

from __future__ import annotations

import pytest

from studio.games import load
from studio.gui.book.search import BookSearch
from studio.gui.shell import session

QUESTIONS = {
    ("entdecker", "en"): {
        "may I pass?": "E3",
        "must I pass": "E3",
        "What happens with a tie?": "E12",
        "equal points": "E12",
        "stop early": "E6",
        "who wins": "E13",
        "when does the match end?": "E13",
        "how much does a fort cost?": "E7",
        "Can I take a scout back?": "E7",
        "what do pirates do": "E10",
        "gold limit": "E2",
        "What if a tile doesn't fit?": "E5",
        "no filler left in the reserve": "E9",
        "toll": "E3",
        "can I undo a step": "E15",
        "how many points is an island worth": "E11",
        "starting gold": "E1",
    },
    ("entdecker", "de"): {
        "Darf ich passen?": "E3",
        "Muss ich aussetzen?": "E3",
        "Gleichstand": "E12",
        "Wer gewinnt bei Unentschieden?": "E13",
        "aufhören": "E6",
        "Was kostet eine Siedlung?": "E7",
        "Plättchen passt nicht": "E5",
        "Wann endet das Spiel?": "E13",
        "Piraten": "E10",
    },
    ("entdecker", "fr"): {
        "Puis-je passer ?": "E3",
        "égalité": "E12",
        "arrêter": "E6",
        "Combien coûte un fort ?": "E7",
        "Qui gagne ?": "E13",
        "pirates": "E10",
    },
    ("neue_entdecker", "en"): {
        "may I pass?": "N4",
        "tie": "N10",
        "who wins if points are tied": "N13",
        "when do I get income": "N1",
        "how much does a base cost": "N7",
        "do I have to place the tile": "N6",
        "what is a gap": "N8",
        "can I start on a tile": "N3",
        "where can my ship set sail": "N2",
        "pay other players for the route": "N3",
        "scouts in the jungle": "N11",
        "can I see the token in the hut": "N11",
        "may I choose the class?": "N4",
        "rotate a tile": "T4",
        "refund": "N4",
    },
    ("neue_entdecker", "de"): {
        "Darf ich passen?": "N4",
        "Gleichstand": "N10",
        "Wann bekomme ich Einkommen?": "N1",
        "Was kostet ein Stützpunkt?": "N7",
        "Kundschafter in den Dschungel": "N11",
        "Plättchen drehen": "T4",
    },
    ("neue_entdecker", "fr"): {
        "Puis-je passer ?": "N4",
        "égalité": "N10",
        "Combien coûte une base ?": "N7",
        "revenu": "N1",
        "tourner une tuile": "T4",
    },
    ("goldland", "en"): {
        "How many steps may I take?": "G4",
        "may I skip an action": "G3",
        "tie": "G15",
        "who takes the marker if equal": "G9",
        "enter a tile twice": "G4",
        "cross without a road": "G6",
        "what does a treasure cost": "G13",
        "discard equipment": "G4",
        "when is the game over": "G15",
        "buy equipment with tokens": "G12",
        "how many points is an amulet": "G15",
        "backpack full at the temple": "G14",
        "free entry with a camp": "G7",
    },
    ("goldland", "de"): {
        "Wie viele Schritte darf ich gehen?": "G4",
        "Gleichstand": "G15",
        "Was kostet ein Schatz?": "G13",
        "Ausrüstung kaufen": "G12",
        "Wann endet das Spiel?": "G15",
        "Lager errichten": "G8",
    },
    ("goldland", "fr"): {
        "Combien de pas puis-je faire ?": "G4",
        "égalité": "G15",
        "acheter de l’équipement": "G12",
        "Combien coûte un trésor ?": "G13",
        "explorer": "G11",
    },
    ("columbus", "en"): {
        "how far can I sail?": "C7",
        "may I stop early": "C7",
        "must I place a tile?": "C2",
        "can I jump over a ship": "C8",
        "tied for last": "C9",
        "what if I am blocked": "C11",
        "where does a joker go": "C3",
        "move a tile with a cyclone": "C4",
        "can I take the joker back": "C6",
        "who wins": "C14",
        "no tiles left": "C10",
        "cover a tile": "C13",
        "pass a wreck": "C8",
    },
    ("columbus", "de"): {
        "Wie weit darf ich segeln?": "C7",
        "Muss ich ein Plättchen legen?": "C2",
        "Darf ich über ein Schiff springen?": "C8",
        "Joker tauschen": "C6",
        "Wer gewinnt?": "C14",
        "Wann endet das Spiel?": "C15",
    },
    ("columbus", "fr"): {
        "Puis-je sauter un navire ?": "C8",
        "échanger un joker": "C6",
        "Qui gagne ?": "C14",
        "Dois-je poser une tuile ?": "C2",
        "cyclone": "C4",
    },
}


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize(("game", "language"), QUESTIONS)
def test_questions_find_the_clause_that_answers_them(game: str, language: str) -> None:
    session.choose(language)
    index = BookSearch(load(game).text.book())
    missed = {
        question: found
        for question, clause in QUESTIONS[game, language].items()
        if clause not in (found := index.find(question).keys[:3])
    }
    assert not missed


def test_search_is_lenient_and_names_the_nearest_words() -> None:
    index = BookSearch(load("neue_entdecker").text.book())
    assert index.find("n8").keys[0] == "N8" and index.find("  ?").keys == []
    typing = index.find("settl")
    assert "N7" in typing.keys[:2] and "settlements" in typing.marks
    assert index.find("définition OF a gap").keys[0] == "N8"
    nearest = index.find("settlemnt")
    assert nearest.corrected.startswith("settlement") and nearest.keys
    assert index.find("qqqqqq").keys == []
    marks = BookSearch(load("entdecker").text.book()).find("may I pass?").marks
    assert r"\bpass\b" in marks and r"\bmay\b" not in marks, "frequent words are not marked"
