"""The feed: new pages and pages of the day, with the starting position and the objective, and nothing beyond."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Final

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.text_cleaning import xml_text
from contract.registry import GAMES
from grimoire.browsing.daily import page_of, past_days, today
from grimoire.browsing.filter_names import level_name
from grimoire.browsing.finding import first_of_games
from grimoire.browsing.tiles import for_tiles
from grimoire.models import Puzzle
from grimoire.models.puzzles import DECKS
from grimoire.puzzle_games import game_of

NEWEST: Final = 30
DAYS: Final = 10
_BY_AGE: Final = ("-published_at", "-pk")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An entry of the feed: ``key`` is unique and lasting, ``when`` is when it came."""

    key: str
    title: str
    puzzle: Puzzle
    when: datetime


def feed_state(language: str) -> str:
    """The ETag of the feed: another one as soon as an entry comes, goes or changes."""
    with override(language):
        state = [(entry.key, entry.title, entry.puzzle.updated.isoformat()) for entry in entries()]
    return f'"{hashlib.sha256(f"{language} {state}".encode()).hexdigest()[:32]}"'


def entries() -> list[FeedEntry]:
    """The entries in the language of the moment, the latest first."""
    page_of(today())
    pages = for_tiles(Puzzle.objects.published())
    feed_entries = [
        FeedEntry(f"page:{puzzle.token}", puzzle.heading, puzzle, puzzle.published_at)
        for puzzle in pages.filter(pk__in=first_of_games(pages, _BY_AGE, NEWEST))
        if puzzle.published_at is not None
    ]
    days = past_days(DAYS)
    of_day = {puzzle.pk: puzzle for puzzle in pages.filter(pk__in=[day.puzzle_id for day in days])}
    for day in days:
        puzzle = of_day[day.puzzle_id]
        title = _("Puzzle of the day: %(title)s") % {"title": puzzle.heading}
        feed_entries.append(
            FeedEntry(f"day:{day.day.isoformat()}", title, puzzle, datetime.combine(day.day, time(), UTC))
        )
    return sorted(feed_entries, key=lambda entry: (entry.when, entry.key), reverse=True)


def feed_text(language: str, root: str) -> str:
    """The feed as XML; its words are in the language of the moment, which has to be ``language``."""
    own = root + reverse("grimoire_files:feed", args=[language])
    listed = entries()
    feed = Atom1Feed(
        title=_("Grimoire: new puzzles"),
        link=root + reverse("grimoire:index"),
        description=_("Puzzles, proven by the engine, and the puzzle of the day."),
        language=language,
        feed_url=own,
        feed_guid=own,
    )
    for entry in listed:
        feed.add_item(
            title=xml_text(entry.title),
            link=root + entry.puzzle.get_absolute_url(),
            description=xml_text(_content(entry.puzzle, language, root)),
            unique_id=f"{own}#{entry.key}",
            unique_id_is_permalink=False,
            pubdate=entry.when,
            updateddate=entry.when,
            author_name=xml_text(entry.puzzle.author or ("" if entry.puzzle.owner_id else "Grimoire")),
        )
    text: str = feed.writeString("utf-8")
    return text


def _content(puzzle: Puzzle, language: str, root: str) -> str:
    game = "" if puzzle.game == DECKS else GAMES[puzzle.game].title
    parts = (game, game_of(puzzle).goal(puzzle, language), level_name(puzzle.level))
    words = " · ".join(part for part in parts if part)
    if puzzle.game != DECKS:
        return format_html("<p>{}</p>", words)
    picture = root + reverse("grimoire_files:picture", args=[puzzle.token, language])
    return format_html('<p>{}</p><p><img src="{}" alt="" width="1200" height="630"></p>', words, picture)
