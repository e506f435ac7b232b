"""Stored reviews are found again for the same match only."""

from __future__ import annotations

import msgspec
import pytest

from studio.documents.paths import reviews_dir
from studio.documents.store import HUMAN
from studio.lab.review.model import Review, match_identity
from studio.lab.review.store import load_review, save_review
from tests.lab.review.test_run import played


@pytest.mark.usefixtures("data_folder")
def test_a_review_is_found_for_the_same_match_and_people() -> None:
    record, match = played(seed=101)
    review = Review(match=match_identity(record, match.game), game=record.layout.game, seats=2, people=(0, 1))
    assert load_review(record, match.game) is None
    save_review(review)
    assert load_review(record, match.game) == review
    assert load_review(msgspec.structs.replace(record, log=record.log[:-1]), match.game) is None
    alone = (record.seats[0], msgspec.structs.replace(record.seats[1], kind="greedy"))
    assert alone[0].kind == HUMAN and load_review(msgspec.structs.replace(record, seats=alone), match.game) is None


@pytest.mark.usefixtures("data_folder")
def test_an_unreadable_review_is_ignored() -> None:
    record, match = played(seed=102)
    review = Review(match=match_identity(record, match.game), game=record.layout.game, seats=2, people=(0, 1))
    save_review(review)
    assert load_review(record, match.game) == review
    (reviews_dir() / f"{review.match}.json").write_text("{}", encoding="utf-8")
    assert load_review(record, match.game) is None
