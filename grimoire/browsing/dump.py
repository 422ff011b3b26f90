"""All published pages as data: JSON Lines, a page to a line. Never anything of a solution."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Max, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import override

from background.whole_files import files
from cards.texts import LANGUAGES
from engine.decks.formats.notation import json_to_text
from grimoire.models import Puzzle
from grimoire.models.puzzles import DECKS
from grimoire.twins import LETTERS, change_words, open_twins

FILE: Final = "puzzles.jsonl"  # as it is made each day
LIVE: Final = 2000  # pages that are read from the database for whoever asks; of more the file of the day is sent
FORMAT: Final = "grimoire-pages/1"
CHUNK: Final = 200
SITE: Final = "Grimoire"  # names the author of the site's own pages


def licensed() -> QuerySet[Any]:
    """The pages of all games that may be taken along: published, listed, with a licence; the oldest first."""
    pages = Puzzle.objects.published().exclude(licence="").order_by("published_at", "pk")
    pages = pages.select_related("owner__user", "proof").prefetch_related(open_twins())
    return pages.defer("proof__answer", "proof__position", "proof__abilities")


def dumped() -> QuerySet[Any]:
    """The pages in the file: those of Clash of Decks."""
    return licensed().filter(game=DECKS)


def is_long() -> bool:
    """Whether it takes the file of the day to send them all."""
    return bool(dumped().order_by()[LIVE:].exists())


def dump_state() -> str:
    """The ETag of the file: another one as soon as a line comes, goes or changes."""
    totals = (
        dumped()
        .order_by()
        .aggregate(
            count=Count("pk"),
            keys=Sum("pk"),
            changed=Max("updated"),
            score=Sum("score"),
            rated=Sum("rated_count"),
            rating=Sum("rating"),
            attempts=Sum("attempt_count"),
            solved=Sum("solved_count"),
            proven=Max("proof__asked"),
            renamed=Max("owner__user__username"),
        )
    )
    text = json.dumps(totals, sort_keys=True, default=str)
    return f'"{hashlib.sha256(f"{FORMAT} {text}".encode()).hexdigest()[:32]}"'


def dump_lines(root: str) -> Iterator[str]:
    """The lines, read from the database as they go out; ``root`` is the site's address without a slash at its end."""
    for line in _lines(root):
        yield json.dumps(line, ensure_ascii=False) + "\n"


def register() -> None:
    files.register(FILE, partial(_lines, ""))


def _lines(root: str) -> Iterator[dict[str, Any]]:
    for puzzle in dumped().iterator(chunk_size=CHUNK):
        yield line_of(puzzle, root)


def line_of(puzzle: Puzzle, root: str) -> dict[str, Any]:
    """A page as the file has it. What is in here is listed, name by name: a new field of the model does not get in."""
    with override(settings.LANGUAGE_CODE):
        address = puzzle.get_absolute_url()
    return {
        "format": FORMAT,
        "token": puzzle.token,
        "game": puzzle.game,
        "url": root + address,
        "title": puzzle.title,
        "title_fr": puzzle.title_fr,
        "kind": puzzle.kind,
        "position": puzzle.position,
        "notation": json_to_text(puzzle.position) if puzzle.game == DECKS else None,
        "objective": puzzle.position.get("objective"),
        "level": puzzle.level,
        "verdict": puzzle.proof.verdict if puzzle.proof else "",
        "rating": round(puzzle.rating) if puzzle.rated_count else None,
        "deviation": round(puzzle.deviation) if puzzle.rated_count else None,
        "votes": puzzle.score,
        "attempts": puzzle.attempt_count,
        "solved": puzzle.solved_count,
        "author": puzzle.author if puzzle.owner_id else SITE,
        "licence": puzzle.licence,
        "twins": list(_twins(puzzle, root)),
        "pictures": _pictures(puzzle, root) if puzzle.game == DECKS else None,
        "published": puzzle.published_at.isoformat() if puzzle.published_at else None,
        "updated": puzzle.updated.isoformat(),
    }


def _twins(puzzle: Puzzle, root: str) -> Iterator[dict[str, Any]]:
    """The twins of a puzzle of ``licensed``: their positions, and what is different there in each language."""
    for letter, twin in zip(LETTERS[1:], getattr(puzzle, "told_twins", ()), strict=False):
        changes = {}
        for language in LANGUAGES:
            with override(language):
                changes[language] = change_words(puzzle.position, twin.position, language)
        with override(settings.LANGUAGE_CODE):
            address = twin.get_absolute_url()
        yield {
            "letter": letter,
            "token": twin.token,
            "url": root + address,
            "position": twin.position,
            "notation": json_to_text(twin.position),
            "objective": twin.position.get("objective"),
            "changes": changes,
        }


def _pictures(puzzle: Puzzle, root: str) -> dict[str, str]:
    return {language: root + reverse("grimoire_files:picture", args=[puzzle.token, language]) for language in LANGUAGES}
