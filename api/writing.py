"""What the site has, as data. All that gets out is named here: a new field of a model does not."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import override

from cards.exchange.writing import write_card
from cards.models import Card, CardSet, Deck, DeckCard
from cards.queries import reference_of
from grimoire.models import Puzzle
from rulings.catalogue import Ruling

SITE: Final = "Grimoire"  # names the author of what comes with the site
FACE_DPI: Final = 300


def card_as_data(card: Card, root: str) -> dict[str, Any]:
    """A card as ``clash-cards/1`` has it, with where it stands. ``root`` is the site's address without a slash."""
    written = write_card(card)
    written.pop("picture", None)  # a token of its owner's, which says nothing to others
    return {
        **written,
        "reference": reference_of(card),
        "set": card.set.slug if card.set is not None else None,
        "number": card.number or None,
        "editions": list(card.editions),
        "author": _author(card),
        "url": root + page_of(card),
        "faces": {
            language: root + reverse("files:face", args=[card.token, language, FACE_DPI])
            for language, _name in settings.LANGUAGES
        },
        "updated": card.updated.isoformat(),
    }


def set_as_data(card_set: CardSet, root: str) -> dict[str, Any]:
    """A set without its cards."""
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
        "updated": deck.updated.isoformat(),
    }


def ruling_as_data(one: Ruling, root: str) -> dict[str, Any]:
    """A ruling, in the language of the moment."""
    return {
        "id": one.id,
        "number": one.number,
        "part": one.part,
        "part_name": one.part_name,
        "title": one.title,
        "text": one.text,
        "ours": one.ours,
        "status": one.status,
        "abilities": list(one.abilities),
        "cards": list(one.references),
        "sources": list(one.sources),
        "date": one.date.isoformat(),
        "history": [{"date": revision.date.isoformat(), "text": revision.text} for revision in one.history],
        "url": f"{root}{reverse('rulings:ruling', args=[one.id])}",
    }


def whole_decks(rows: QuerySet[Deck]) -> QuerySet[Deck]:
    """The decks with what is written of them, in two questions to the database."""
    rows = rows.select_related("owner__user", "stronghold__set", "champion__set")
    return rows.prefetch_related(Prefetch("places", DeckCard.objects.select_related("card__set")))


def _author(thing: Card | CardSet | Deck) -> str:
    return thing.owner.name if thing.owner is not None else SITE


def root_of(request: HttpRequest) -> str:
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
