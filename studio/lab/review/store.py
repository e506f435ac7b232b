"""Stored reviews: in the data folder, found by the identity of their match, also from a copy of it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from studio.core.plugin import Game
from studio.documents.files import DocumentError, read_regular, write_text
from studio.documents.paths import reviews_dir
from studio.documents.store import Record
from studio.lab.review.model import Review, human_seats, match_identity

MAX_REVIEWS = 500  # beyond this number the reviews that were saved first are deleted


def save_review(review: Review) -> None:
    """Store a review, complete or not. Raises `DocumentError`."""
    folder = reviews_dir()
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise DocumentError(folder, "", str(problem)) from problem
    write_text(_file(review.match), json.dumps(review.to_data()))
    with contextlib.suppress(OSError):
        files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
        for file in files[MAX_REVIEWS:]:
            file.unlink()


def load_review(record: Record, game: Game) -> Review | None:
    """The stored review of a match, None without a readable one."""
    identity = match_identity(record, game)
    try:
        review = Review.from_data(json.loads(read_regular(_file(identity))))
    except (OSError, ValueError):
        return None
    return review if (review.match, review.people) == (identity, human_seats(record)) else None


def _file(identity: str) -> Path:
    return reviews_dir() / f"{identity}.json"
