"""The contents of a first game: its moments, and how far somebody is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from contract.moments import Moment
from contract.registry import GAMES
from tables.first_game import services
from tables.models import FirstGame, LiveGame


@dataclass(frozen=True)
class MomentEntry:
    """A moment in the contents: ``is_next`` is the one to go on with, ``table`` where it is being played now."""

    moment: Moment
    title: str
    is_done: bool
    is_next: bool
    table: LiveGame | None


def contents_of(game: str, progress: FirstGame | None, language: str) -> dict[str, Any]:
    """The moments of a game, how many of them are done, and the one to go on with."""
    moments = GAMES[game].moments()
    done = [slug for slug in services.done_by(progress) if any(moment.slug == slug for moment in moments)]
    table = None if progress is None else progress.table
    now = None if table is None else services.moment_of(table)
    if now is not None and now.game != game:
        now = None
    following = now if now is not None and now.slug not in done else services.next_moment(game, done, now)
    entries = [
        MomentEntry(
            moment,
            moment.text(language, "title"),
            moment.slug in done,
            moment is following,
            table if moment is now and moment.slug not in done else None,
        )
        for moment in moments
    ]
    return {
        "entries": entries,
        "following": next((entry for entry in entries if entry.is_next), None),
        "done": len(done),
    }
