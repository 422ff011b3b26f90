"""The page of the bots with a name: how they play, with what, and how strong they are."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from cards.sets import decks as site_decks
from contract.characters import BotCharacter
from contract.game import Game
from contract.registry import GAMES
from contract.seating import level_word
from tables.models import PlayerRating
from tables.ratings.ladder import SURE


@dataclass(frozen=True, slots=True)
class ShownBot:
    """A bot with a name; ``deck`` is what it takes where it can, ``rating`` 0 for one that has played no rated game."""

    character: BotCharacter
    level: str
    deck: str
    deck_href: str
    play_href: str
    rating: int
    is_provisional: bool


def bots_by_game(language: str) -> list[tuple[str, list[ShownBot]]]:
    """(title of a game, its bots with a name), of all games that have some."""
    rated = {(row.game, row.bot): row for row in PlayerRating.objects.exclude(bot="").filter(played__gt=0)}
    shown = []
    for game in GAMES.values():
        bots = []
        for slug, character in game.adapter.characters.items():
            deck, deck_href = _deck(character.deck, language)
            row = rated.get((game.name, slug))
            bots.append(
                ShownBot(
                    character,
                    level_word(character.level),
                    deck,
                    deck_href,
                    _play_href(game, slug),
                    0 if row is None else round(row.rating),
                    row is not None and row.deviation > SURE,
                )
            )
        if bots:
            shown.append((game.title, bots))
    return shown


def _deck(slug: str, language: str) -> tuple[str, str]:
    deck = next((deck for deck in site_decks() if deck.slug == slug), None) if slug else None
    if deck is None:
        return "", ""
    return deck.name.in_language(language), reverse("cards:set", args=[deck.cards[0].set])


def _play_href(game: Game, slug: str) -> str:
    """The form that starts a game of it, with the bot in the second seat."""
    if game.setup_form is None:
        return f"{reverse('play:index')}?{urlencode({'kept': 1, 'spectators': 'on', 'seat_B': slug})}"
    second = game.setup_form(QueryDict(), is_sent=False).seats[1]
    return f"{reverse('play:another_game', args=[game.name])}?{urlencode({f'seat_{second}': slug})}"
