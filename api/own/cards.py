"""Cards and Champions of one's own: what the workshop's editor does, by its form and its services."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.http import Http404, HttpResponse
from django.urls import reverse

from accounts.api_requests import View
from accounts.models import Visibility
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from api.own.creating import created
from api.own.doors import Caller, OwnView, token_endpoint
from api.own.problems import ContentRefused, WrongPart, check_left, conflict, parts_of_cards, refuse_parts, used_up
from api.own.reading import REMIX, input_schema, read_body, refuse_errors, replacement
from api.own.states import changed_response, check_state, get_for_update, json_with_etag, require_state
from api.writing import page_of, root_of
from cards.exchange import CardContent, CardsRefused
from cards.exchange.reading import read_card
from cards.exchange.writing import write_card
from cards.models import MAX_ABILITIES, Card, CardQuerySet, Kind
from cards.queries import own_card, set_card
from cards.workshop import services, workshop_text
from cards.workshop.content import MAKEABLE, Content, belongings_of, content_of, put
from cards.workshop.forms import CardForm, initial_of
from cards.workshop.requests import NEW_CARDS, PUBLISHED, too_many_published
from web.lists import paginated_response, slice_of
from web.openapi import TEXT, one_of, or_null, ref
from web.refusals import not_found

OWN: Final = "own"  # stands where a reference has its set, for cards that somebody made
INPUT: Final = input_schema(
    {
        "card": ref("CardContent"),
        "set": or_null({**TEXT, "maxLength": 120, "description": "The short name of a set of yours."}),
        "visibility": one_of(Visibility),
    },
    ["card"],
    ("token", "reference", "editions", "hidden", "remixed", "revision", "url", "created", "updated"),
)
REPLACEMENT: Final = replacement(INPUT)
_ART: Final = (
    *("icon", "scene", "tint", "seed", "flip", "hand", "back", "band"),
    *("x", "y", "zoom", "rotation", "out"),
)
POINTERS: Final = {
    "kind": "/card/type",
    "set": "/set",
    "art": "/card/art",
    **{field: f"/card/art/{field}" for field in _ART},
    **{field: f"/card/{field}" for field in ("name", "name_fr", "cost", "av", "hp", "flavour", "flavour_fr")},
    **{f"ability_{number}": f"/card/abilities/{number - 1}" for number in range(1, MAX_ABILITIES + 1)},
}


class OwnCards:
    """The views of cards of some kinds: ``name`` is in their addresses, ``what`` is one of them in words."""

    def __init__(self, name: str, what: str, champions: bool) -> None:
        self.name, self.what, self.champions = name, what, champions

    def doors(self) -> tuple[View, View]:
        changed: dict[str, OwnView] = {"get": self.look, "put": self.change, "delete": self.delete}
        return token_endpoint(self.name, get=self.index, post=self.create), token_endpoint(self.name, **changed)

    def more_doors(self) -> tuple[View, View, View]:
        """The views of the versions of one of them, of going back to one, and of making one of another's."""
        doors = (token_endpoint(self.name, get=self.versions), token_endpoint(self.name, post=self.restore))
        return (*doors, token_endpoint(self.name, post=self.remix))

    def index(self, request: SiteRequest, caller: Caller) -> HttpResponse:
        root, page, rows = root_of(request), slice_of(request, "set"), self.rows(caller)
        if "set" in request.GET:
            rows = rows.filter(set__slug=request.GET["set"].replace("\0", ""))
        return paginated_response(request, rows, page, lambda card: serialize_card(card, root))

    def look(self, request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
        card = self.rows(caller).filter(token=token).first()
        if card is None:
            raise not_found(self.what)
        return json_with_etag(request, serialize_card(card, root_of(request)))

    def create(self, request: SiteRequest, caller: Caller) -> HttpResponse:
        check_left(request, NEW_CARDS, workshop_text.too_often())
        body, content, visibility = self._read(request, caller, None)
        self._count(request, visibility if visibility == Visibility.PUBLIC else "")
        if not NEW_CARDS.allows(request):
            raise used_up(NEW_CARDS, workshop_text.too_often())

        def make() -> HttpResponse:
            try:
                card = services.create_card(owner=caller.owner, content=content)
            except QuotaExceeded:
                raise conflict("quota", workshop_text.too_many_cards()) from None
            if visibility != card.visibility:
                services.set_visibility(card=card, visibility=visibility)
            return self._done(request, caller, card, 201)

        return created(request, caller, body, make)

    def change(self, request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
        """Makes one of them say what is sent."""
        seen = self.rows(caller).filter(token=token).first()
        if seen is None:
            raise not_found(self.what)
        require_state(request)
        _body, content, visibility = self._read(request, caller, seen)
        self._count(request, visibility if visibility == Visibility.PUBLIC != seen.visibility else "")
        with transaction.atomic():
            card = get_for_update(self.rows(caller), self.what, token=token)
            check_state(request, serialize_card(card, root_of(request)))
            card = services.save_card(card=card, content=content, seen=card.revision)
            if visibility != card.visibility:
                services.set_visibility(card=card, visibility=visibility)
            return self._done(request, caller, card)

    def delete(self, request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
        """Throws one of them away; for some time it can be taken back in the workshop."""
        with transaction.atomic():
            card = get_for_update(self.rows(caller), self.what, token=token)
            check_state(request, serialize_card(card, root_of(request)))
            services.delete_card(card=card)
        return HttpResponse(status=204)

    def versions(self, request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
        """What one of them has been, the latest first."""
        card = self.rows(caller).filter(token=token).first()
        if card is None:
            raise not_found(self.what)
        return json_with_etag(request, {"items": serialize_versions(card), "next": None})

    def restore(self, request: SiteRequest, caller: Caller, token: str, number: int) -> HttpResponse:
        """Makes one of them again what it was; what it was until now is a version too."""
        if not self.rows(caller).filter(token=token).exists():
            raise not_found(self.what)
        require_state(request)
        with transaction.atomic():
            card = get_for_update(self.rows(caller), self.what, token=token)
            check_state(request, serialize_card(card, root_of(request)))
            version = card.versions.select_related("card").filter(number=number).first()
            if version is None:
                raise not_found("version")
            return self._done(request, caller, services.restore_version(version=version))

    def remix(self, request: SiteRequest, caller: Caller) -> HttpResponse:
        """Makes one that starts as another is, with credit unless that is one's own too."""
        check_left(request, NEW_CARDS, workshop_text.too_often())
        body = read_body(request, REMIX)
        card = self._readable(caller, body["of"])
        if not NEW_CARDS.allows(request):
            raise used_up(NEW_CARDS, workshop_text.too_often())

        def make() -> HttpResponse:
            try:
                copy = services.copy_card(card=card, owner=caller.owner)
            except QuotaExceeded:
                raise conflict("quota", workshop_text.too_many_cards()) from None
            return self._done(request, caller, copy, 201)

        return created(request, caller, body, make)

    def _readable(self, caller: Caller, reference: str) -> Card:
        """A card that is there to be remixed, by its reference. Raises ``ContentRefused``."""
        set_slug, _slash, slug = reference.partition("/")
        try:
            card = own_card(slug, caller.owner) if set_slug == OWN else set_card(set_slug, slug, caller.owner)
        except Http404:
            raise ContentRefused(
                [WrongPart("/of", "bad-content", "This card doesn't exist, or you can't see it.")]
            ) from None
        if card.kind not in MAKEABLE or (card.kind == Kind.CHAMPION) != self.champions:
            text = f"A card of this type is not made at /own/{self.name}."
            raise ContentRefused([WrongPart("/of", "bad-content", text)])
        return card

    def rows(self, caller: Caller) -> CardQuerySet:
        rows = Card.objects.owned_by(caller.owner).with_set()
        return rows.filter(kind=Kind.CHAMPION) if self.champions else rows.exclude(kind=Kind.CHAMPION)

    def _done(self, request: SiteRequest, caller: Caller, card: Card, status: int = 200) -> HttpResponse:
        now = self.rows(caller).get(pk=card.pk)
        location = reverse(f"api:own-{self.name}-one", args=[now.token]) if status == 201 else ""
        return changed_response(serialize_card(now, root_of(request)), status, location)

    def _count(self, request: SiteRequest, becomes: str) -> None:
        if becomes and not PUBLISHED.allows(request):
            raise used_up(PUBLISHED, too_many_published())

    def _read(self, request: SiteRequest, caller: Caller, card: Card | None) -> tuple[dict[str, Any], Content, str]:
        """The body, what the card is to say by it, and who is to see it. Raises ``RequestRefused``."""
        body = read_body(request, INPUT if card is None else REPLACEMENT)
        try:
            read = read_card(body["card"])
        except CardsRefused as refused:
            raise ContentRefused(parts_of_cards(refused, "/card")) from None
        self._check_kind(read)
        content = {**read.fields(), "picture": read.picture or None, "set": body.get("set")}
        del content["credit"]  # the site says who made what
        card_form = CardForm(_fields(content), owner=caller.owner, card=card)
        refuse_errors(card_form, POINTERS)
        if content["picture"] and card_form.kept_picture is None:
            refuse_parts([WrongPart("/card/picture", "bad-content", "You have no such picture.")])
        return body, card_form.content(), body.get("visibility", Visibility.PRIVATE)

    def _check_kind(self, read: CardContent) -> None:
        if (Kind(read.type) == Kind.CHAMPION) != self.champions:
            where = "cards" if self.champions else "champions"
            refuse_parts([WrongPart("/card/type", "bad-content", f"A {read.type} is made at /own/{where}.")])


def _fields(content: Content) -> dict[str, Any]:
    """The fields of the workshop's form that say this."""
    fields = initial_of(content)
    return {name: value for name, value in fields.items() if value is not None and value is not False}


def serialize_card(card: Card, root: str) -> dict[str, Any]:
    """A card for its owner: ``card`` is as ``clash-cards/1`` has it."""
    return {
        "token": card.token,
        "card": write_card(card),
        "set": content_of(card)["set"],
        "visibility": card.visibility,
        "hidden": card.hidden_at is not None,
        "reference": f"own/{card.token}",
        "editions": list(card.editions),
        "remixed": card.remixed_from_id is not None,
        "revision": card.revision,
        "url": root + page_of(card),
        "created": card.created.isoformat(),
        "updated": card.updated.isoformat(),
    }


def serialize_versions(card: Card) -> list[dict[str, Any]]:
    """All versions of a card for its owner: each as it was said then, with what has gone since left out."""
    versions = list(card.versions.all())
    having = belongings_of(card.owner, (version.content for version in versions))
    shown = []
    for version in versions:
        then = Card(owner=card.owner, picture=card.picture, remixed_from=card.remixed_from, credit=card.credit)
        put(version.content, then, having)
        row = {"number": version.number, "made": version.made.isoformat(), "kept": version.kept}
        shown.append({**row, "card": write_card(then), "set": version.content["set"]})
    return shown


CARDS: Final = OwnCards("cards", "card", champions=False)
CHAMPIONS: Final = OwnCards("champions", "Champion", champions=True)
