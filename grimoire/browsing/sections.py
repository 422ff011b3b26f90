"""The Grimoire's sections on other pages: a card's puzzles, and the pages that turn on an ability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.requests import SiteRequest
from board.services import site_cards
from cards.folding import folded
from cards.models import PLAYABLE, Card, Kind
from cards.sections import PageSection
from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.decks.rules.position import Position
from grimoire.browsing.finding import pages_turning_on
from grimoire.browsing.puzzle_query import PuzzleQuery
from grimoire.browsing.tiles import for_tiles, tiles_of
from grimoire.models import Puzzle

_AURA: Final = "aura"
MAX_LISTED: Final = 4
LOOKED_AT: Final = 40  # pages that name a card like it, of which the newest are read
NAMED: Final = 8  # links in a cell of the matrix


def puzzles_with_card(card: Card, request: SiteRequest) -> PageSection | None:
    """Some published pages on whose boards or in whose hands a card is, with its values; None when there are none."""
    if card.kind not in (*PLAYABLE, Kind.CHAMPION):
        return None
    puzzles = [puzzle for puzzle in _naming(card) if _holds(puzzle.position, card)][: MAX_LISTED + 1]
    if not puzzles:
        return None
    tiles = tiles_of(puzzles[:MAX_LISTED], request.owner, request.language)
    more = PuzzleQuery(words=card.title).to() if len(puzzles) > MAX_LISTED else ""
    context = {"tiles": tiles, "more": more}
    return PageSection("puzzles", _("Puzzles with this card"), "grimoire/browsing/_section.html", context)


def _naming(card: Card) -> list[Puzzle]:
    """The newest pages that searches find by what this card is called, in either language."""
    named = Q()
    for name in {card.name, card.name_fr} - {""}:
        named |= Q(search_text__holds=folded(name))
    decks = Puzzle.objects.of_decks().published().filter(named)
    keys = decks.order_by("-published_at", "-pk").values_list("pk", flat=True)
    pages = for_tiles(Puzzle.objects.filter(pk__in=list(keys[:LOOKED_AT])))
    return list(pages.order_by("-published_at", "-pk"))


def _holds(data: Any, card: Card) -> bool:
    position = read_position(data, site_cards())
    values = (card.name, card.name_fr), card.cost, card.av, card.hp or 0, frozenset(card.abilities)
    return any(
        each.name in values[0] and (each.cost, each.av, each.hp, frozenset(each.slugs)) == values[1:]
        for each in _cards(position)
    )


def _cards(position: Position) -> list[Any]:
    cards = [card for seat in position.seats for card in (*seat.hand, *getattr(seat, "pile", ()), seat.champion)]
    for row in position.rows:
        for creature in row:
            cards += [creature.body.card, creature.body.symbiote, creature.enchained]
    return [card for card in cards if card is not None]


def pages_turning_on_abilities(slugs: Sequence[str], request: SiteRequest) -> PageSection | None:
    """Some published pages whose solution turns on an ability, or on both of a cell; None when there are none. No
    solution turns on Auras as such: there the puzzles to learn them by stand alone.

    Whoever reads it has asked for the ability; no page itself tells what it turns on. The same for every reader.
    """
    abilities = tuple(dict.fromkeys(slugs))
    if abilities == (_AURA,) and len(slugs) == 1:
        only = {"learn": reverse("grimoire:learn", args=[_AURA])}
        return PageSection("puzzles", _("Puzzles to learn it"), "grimoire/browsing/_section.html", only)
    if not all(slug in FLAG_OF_SLUG for slug in abilities):
        return None
    language = request.language
    pages = pages_turning_on(*abilities).order_by("level", "-score", "pk").values_list("pk", flat=True)
    alone = len(slugs) == 1
    keys = list(pages[: MAX_LISTED if alone else NAMED])
    puzzles = list(for_tiles(Puzzle.objects.filter(pk__in=keys)).order_by("level", "-score", "pk"))
    if not puzzles:
        return None
    tiles = tiles_of(puzzles, None, language)
    more = f"{reverse('grimoire:search')}?{PuzzleQuery(turns_on=abilities).query}"
    context = {"tiles": tiles, "more": more, "learn": reverse("grimoire:learn", args=[abilities[0]])}
    if alone:
        template, title = "grimoire/browsing/_section.html", _("Puzzles that turn on this ability")
        return PageSection("puzzles", title, template, context)
    return PageSection("puzzles", _("Puzzles that turn on both"), "grimoire/browsing/_links.html", context)
