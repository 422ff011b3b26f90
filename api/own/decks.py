"""Decks of one's own: what the page that composes a deck does, by its draft, its form and its services."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Owner
from accounts.requests import SiteRequest
from api.own.creating import created
from api.own.doors import Caller
from api.own.problems import WrongPart, check_left, refuse_parts, used_up
from api.own.reading import VISIBILITY, input_schema, read_body, refuse_errors, replacement
from api.own.states import changed_response, check_state, get_for_update, json_with_etag, require_state
from api.schemas import REFERENCE
from api.writing import page_of, root_of, whole_decks
from cards.decks import services
from cards.decks.drafts import MAX_CARDS, DeckDraft, draft_of, read_draft
from cards.decks.forms import SAVES, DeckForm
from cards.decks.text import LONGEST, DeckTextError, read_deck, write_deck
from cards.models import Card, Deck
from cards.queries import reference_of
from web.etags import PLAIN_TEXT, tagged
from web.lists import paginated_response, slice_of
from web.openapi import TEXT, or_null
from web.refusals import not_found

WORDS: Final = ("name", "about", "visibility")
ROLES: Final = ("stronghold", "champion")
_ROLE: Final = or_null({**REFERENCE, "maxLength": 120})
INPUT: Final = input_schema(
    {
        "cards": {"type": "array", "items": {**REFERENCE, "maxLength": 100}, "maxItems": MAX_CARDS},
        **dict.fromkeys(ROLES, _ROLE),
        **dict.fromkeys(WORDS, TEXT),
        "visibility": VISIBILITY,
    },
    ["name"],
    ("token", "hidden", "url", "created", "updated"),
)
REPLACEMENT: Final = replacement(INPUT, *WORDS)
_LIST: Final = {
    **TEXT,
    "maxLength": LONGEST,
    "description": "Instead of the cards: a list as the deck builder takes it, of this site's or another's form.",
}
NEW: Final = {**INPUT, "properties": {**INPUT["properties"], "list": _LIST}}
TOO_MANY: Final = "these are a lot of decks in an hour"


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    root = root_of(request)
    return paginated_response(
        request, rows(caller), slice_of(request), lambda deck: serialize_deck(deck, caller.owner, root)
    )


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    deck = rows(caller).filter(token=token).first()
    if deck is None:
        raise not_found("deck")
    return json_with_etag(request, serialize_deck(deck, caller.owner, root_of(request)))


def text(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """One of them as text, as the page that takes decks in reads it, with its owner's private cards."""
    deck = rows(caller).filter(token=token).first()
    if deck is None:
        raise not_found("deck")
    return tagged(request, write_deck(draft_of(deck, caller.owner)), PLAIN_TEXT)


def create(request: SiteRequest, caller: Caller) -> HttpResponse:
    body, draft, form = _read(request, caller, whole=False)

    def make() -> HttpResponse:
        deck = services.save_deck(owner=caller.owner, draft=draft, **form.cleaned_data)
        return _done(request, caller, deck, 201)

    return created(request, caller, body, make)


def change(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Makes one of them hold what is sent."""
    look(request, caller, token)
    require_state(request)
    _body, draft, form = _read(request, caller, whole=True)
    with transaction.atomic():
        deck = get_for_update(rows(caller), "deck", token=token)
        before = serialize_deck(deck, caller.owner, root_of(request))
        check_state(request, before)
        services.save_deck(owner=caller.owner, draft=draft, deck=deck, **form.cleaned_data)
        return _done(request, caller, deck, before=before)


def delete(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    with transaction.atomic():
        deck = get_for_update(rows(caller), "deck", token=token)
        check_state(request, serialize_deck(deck, caller.owner, root_of(request)))
        services.delete_deck(deck=deck, owner=caller.owner)
    return HttpResponse(status=204)


def rows(caller: Caller) -> QuerySet[Deck]:
    return whole_decks(Deck.objects.owned_by(caller.owner))


def _done(
    request: SiteRequest, caller: Caller, deck: Deck, status: int = 200, before: dict[str, Any] | None = None
) -> HttpResponse:
    now = rows(caller).get(pk=deck.pk)
    location = reverse("api:own-decks-one", args=[now.token]) if status == 201 else ""
    return changed_response(serialize_deck(now, caller.owner, root_of(request)), status, location, before)


def _read(request: SiteRequest, caller: Caller, whole: bool) -> tuple[dict[str, Any], DeckDraft, DeckForm]:
    """The body, its cards, and its words. Raises ``RequestRefused``."""
    check_left(request, SAVES, TOO_MANY)
    body = read_body(request, REPLACEMENT if whole else NEW)
    words = {"visibility": "private", **{field: body[field] for field in WORDS if field in body}}
    roles = {role: body.get(role) for role in ROLES}
    if "list" in body:
        both = [name for name in ("cards", *ROLES) if body.get(name)]
        refuse_parts(WrongPart(f"/{name}", "bad-content", "The list says that.") for name in both)
        draft = _listed(body["list"], caller.owner)
    else:
        draft = _draft(body.get("cards", []), roles, caller.owner)
    form = DeckForm(words)
    refuse_errors(form, {})
    if not SAVES.allows(request):
        raise used_up(SAVES, TOO_MANY)
    return body, draft, form


def _listed(text: str, owner: Owner) -> DeckDraft:
    """The cards of a list; all or nothing. Raises ``RequestRefused`` with the number of each line that is wrong."""
    with override(settings.LANGUAGE_CODE):
        try:
            return read_deck(text, owner)
        except DeckTextError as wrong:
            lines = [f"Line {fault.number}: {fault.message}" for fault in wrong.faults]
    refuse_parts(WrongPart("/list", "bad-content", line) for line in lines)
    raise AssertionError("a list that is refused has faults")


def _draft(references: list[str], roles: dict[str, str | None], owner: Owner) -> DeckDraft:
    """The cards with these references, as the page that composes a deck takes them."""
    places = {f"/cards/{number}": reference for number, reference in enumerate(references)}
    by_pointer = {**places, **{f"/{role}": reference for role, reference in roles.items() if reference is not None}}
    refuse_parts(
        WrongPart(at, "bad-content", "A reference is set/card or own/TOKEN.")
        for at, reference in by_pointer.items()
        if "," in reference or "/" not in reference or len(reference) > 120
    )
    twice = [at for number, at in enumerate(places) if places[at] in references[:number]]
    refuse_parts(WrongPart(at, "bad-content", "Already in the deck: all cards must differ.") for at in twice)
    draft = read_draft(
        {"cards": ",".join(references), **{role: reference or "" for role, reference in roles.items()}}, owner
    )
    refuse_parts(
        WrongPart(at, "bad-content", "This card doesn't exist, isn't visible to you, or has the wrong type.")
        for at, reference in by_pointer.items()
        if reference in draft.missing
    )
    if len(draft.cards) != len(references):  # one card by two names
        refuse_parts([WrongPart("/cards", "bad-content", "A card appears twice: all cards must differ.")])
    return draft


def serialize_deck(deck: Deck, owner: Owner, root: str) -> dict[str, Any]:
    """A deck for its owner; in the place of a card that they may not see any more there is nothing."""

    def named(card: Card | None) -> str | None:
        shown = card is not None and card.deleted_at is None and card.is_readable_by(owner)
        return reference_of(card) if card is not None and shown else None

    return {
        "token": deck.token,
        "name": deck.name,
        "about": deck.about,
        "visibility": deck.visibility,
        "cards": [named(place.card) for place in deck.places.all()],
        "stronghold": named(deck.stronghold),
        "champion": named(deck.champion),
        "hidden": deck.hidden_at is not None,
        "url": root + page_of(deck),
        "created": deck.created.isoformat(),
        "updated": deck.updated.isoformat(),
    }
