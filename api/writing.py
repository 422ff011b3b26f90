"""What the site has, as data. All that gets out is named here: a new field of a model does not."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.translation import override

from accounts.requests import SiteRequest
from cards.exchange.writing import write_card
from cards.models import Card, CardSet, Deck, DeckCard
from cards.queries import own_card, reference_of, set_card
from grimoire.models import Puzzle
from grimoire.puzzle_games import game_of
from rulings.catalogue import Ruling, StatedRuling
from rulings.games.plain import GameRuling, PlainRulings
from rulings.readings import Reading

SITE: Final = "Grimoire"  # names the author of what comes with the site
OWN: Final = "own"  # stands where a reference has its set, for cards that somebody made
DECKS: Final = "clash-of-decks"
FACE_DPI: Final = 300
_OF_DECKS_ALONE: Final[dict[str, Any]] = {"abilities": [], "cards": [], "sources": [], "date": None, "history": []}
_CODES: Final = [code for code, _name in settings.LANGUAGES]


def card_as_data(card: Card, root: str) -> dict[str, Any]:
    """A card as ``clash-cards/1`` has it, with where it stands. ``root`` is the site's address without a slash."""
    data = write_card(card)
    data.pop("picture", None)  # a token of its owner's, which says nothing to others
    return {
        **data,
        "reference": reference_of(card),
        "set": card_set.slug if (card_set := card.set_for(None)) is not None else None,
        "number": card.number or None,
        "editions": list(card.editions),
        "author": _author(card),
        "url": root + page_of(card),
        "faces": {language: root + reverse("files:face", args=[card.token, language, FACE_DPI]) for language in _CODES},
        "updated": card.updated.isoformat(),
    }


def set_as_data(card_set: CardSet, root: str) -> dict[str, Any]:
    fields = ("slug", "name", "name_fr", "about", "about_fr", "accent", "symbol", "abilities")
    return {
        **{field: getattr(card_set, field) for field in fields},
        "author": _author(card_set),
        "url": root + page_of(card_set),
        "updated": card_set.updated.isoformat(),
    }


def deck_as_data(deck: Deck, root: str) -> dict[str, Any]:
    """A deck by the references of its cards; None for one that is not for everybody."""
    return {
        "token": deck.token,
        "name": deck.name,
        "name_fr": deck.name_fr,
        "about": deck.about,
        "about_fr": deck.about_fr,
        "cards": [_open_reference(place.card) for place in deck.places.all()],
        "stronghold": _open_reference(deck.stronghold),
        "champion": _open_reference(deck.champion),
        "author": _author(deck),
        "url": root + page_of(deck),
        "text_url": root + reverse("api:deck-text", args=[deck.token]),
        "pictures": {language: root + reverse("files:deck", args=[deck.token, language]) for language in _CODES},
        "updated": deck.updated.isoformat(),
    }


def card_by_reference(reference: str) -> Card:
    """A card that everybody may see, by ``set/card`` or ``own/TOKEN``. Raises ``Http404``."""
    set_slug, _slash, slug = reference.partition("/")
    return own_card(slug, None) if set_slug == OWN else set_card(set_slug, slug, None)


def proof_as_data(puzzle: Puzzle, root: str) -> dict[str, Any]:
    """What the solver proved of a page, as everybody may know it: nothing of how it is solved, nor of how many lines
    or positions that took, which tell something of it. ``puzzle`` has a proof that is done."""
    proof = puzzle.proof
    assert proof is not None
    return {
        "puzzle": puzzle.token,
        "verdict": proof.verdict,
        "complete": proof.complete,
        "level": proof.level,
        "rules": proof.rules_version,
        "current": proof.rules_version == game_of(puzzle).rules_version,
        "engine": proof.engine_version,
        "asked": proof.asked.isoformat(),
        "url": root + page_of(puzzle),
    }


def ruling_as_data(ruling: Ruling, root: str) -> dict[str, Any]:
    """A ruling of Clash of Decks, in the language of the moment; one that an editor gave has no number."""
    return {
        "id": ruling.id,
        "game": DECKS,
        **_said(ruling),
        "abilities": list(ruling.abilities),
        "cards": list(ruling.references),
        "sources": list(ruling.sources),
        "date": ruling.date.isoformat(),
        "history": [{"date": revision.date.isoformat(), "text": revision.text} for revision in ruling.history],
        "url": f"{root}{reverse('rulings:ruling', args=[ruling.id])}",
    }


def _said(ruling: Ruling | GameRuling) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "part": ruling.part,
        "part_name": ruling.part_name,
        "title": ruling.title,
        **_told(ruling),
    }


def _told(ruling: StatedRuling) -> dict[str, Any]:
    return {
        "text": ruling.text,
        "ours": ruling.ours,
        "status": ruling.status,
        "passages": [{"kind": passage.kind, "name": passage.name, "text": passage.text} for passage in ruling.passages],
    }


def game_ruling_as_data(game: PlainRulings, ruling: GameRuling, root: str) -> dict[str, Any]:
    """A ruling of another game, in the language of the moment: its number is its id."""
    url = root + game.ruling_address(ruling.number)
    return {"id": ruling.number, "game": game.name, **_said(ruling), **_OF_DECKS_ALONE, "url": url}


def reading_as_data(game: str, reading: Reading, url: str) -> dict[str, Any]:
    """What was decided beside the rulings of a game: its number is its id."""
    return {
        "id": reading.number,
        "game": game,
        "number": reading.number,
        "part": 0,
        "part_name": reading.group_name,
        "title": reading.title,
        **_told(reading),
        **_OF_DECKS_ALONE,
        "url": url,
    }


def whole_decks(rows: QuerySet[Deck]) -> QuerySet[Deck]:
    """The decks with what is written of them, in two questions to the database."""
    rows = rows.select_related("owner__user", "stronghold__set", "champion__set")
    return rows.prefetch_related(Prefetch("places", DeckCard.objects.select_related("card__set")))


def _author(thing: Card | CardSet | Deck) -> str:
    return thing.owner.name if thing.owner is not None else SITE


def root_of(request: SiteRequest) -> str:
    """The site's address without a slash at its end."""
    return request.build_absolute_uri("/").rstrip("/")


def page_of(thing: Card | CardSet | Deck | Puzzle) -> str:
    """The address of its page in English, after the site's."""
    with override(settings.LANGUAGE_CODE):
        return thing.get_absolute_url()


def _open_reference(card: Card | None) -> str | None:
    if card is None or card.deleted_at is not None or not card.is_readable_by(None):
        return None
    return reference_of(card)
