"""Sets of one's own: what the workshop's page of a set does, by its form and its services."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse

from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from api.own.creating import created
from api.own.doors import Caller
from api.own.problems import check_left, conflict, used_up
from api.own.reading import VISIBILITY, input_schema, read_body, refuse_errors, replacement
from api.own.states import changed_response, check_state, get_for_update, json_with_etag, require_state
from api.writing import page_of, root_of
from cards.models import CardSet
from cards.workshop import services, workshop_text
from cards.workshop.requests import SAVED_SETS
from cards.workshop.services import ACCENT
from cards.workshop.set_form import FIELDS, SetForm, save_set
from web.lists import paginated_response, slice_of
from web.openapi import TEXT
from web.refusals import not_found

INPUT: Final = input_schema(
    {**dict.fromkeys(FIELDS, TEXT), "visibility": VISIBILITY},
    ["name"],
    ("token", "slug", "hidden", "abilities", "url", "created", "updated"),
)
REPLACEMENT: Final = replacement(INPUT)
_DEFAULTS: Final = {"accent": ACCENT, "symbol": "spell-book", "visibility": "private"}


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    root = root_of(request)
    return paginated_response(request, rows(caller), slice_of(request), lambda card_set: serialize_set(card_set, root))


def look(request: SiteRequest, caller: Caller, slug: str) -> HttpResponse:
    card_set = rows(caller).filter(slug=slug).first()
    if card_set is None:
        raise not_found("set")
    return json_with_etag(request, serialize_set(card_set, root_of(request)))


def create(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Makes one; nobody has two of one name."""
    body, form = _read(request, whole=False)

    def make() -> HttpResponse:
        name = form.cleaned_data["name"]
        if rows(caller).filter(name=name).exists():
            raise conflict("name-taken", "you already have a set with this name")
        try:
            card_set = services.create_set(owner=caller.owner, name=name)
        except QuotaExceeded:
            raise conflict("quota", f"{services.MAX_SETS} sets are the limit") from None
        save_set(card_set=card_set, form=form)
        location = reverse("api:own-sets-one", args=[card_set.slug])
        return changed_response(serialize_set(card_set, root_of(request)), 201, location)

    return created(request, caller, body, make)


def change(request: SiteRequest, caller: Caller, slug: str) -> HttpResponse:
    """Makes one of them say what is sent."""
    look(request, caller, slug)
    require_state(request)
    _body, form = _read(request, whole=True)
    with transaction.atomic():
        card_set = get_for_update(rows(caller), "set", slug=slug)
        before = serialize_set(card_set, root_of(request))
        check_state(request, before)
        save_set(card_set=card_set, form=form)
        return changed_response(serialize_set(card_set, root_of(request)), before=before)


def delete(request: SiteRequest, caller: Caller, slug: str) -> HttpResponse:
    """Deletes one of them, if there is no card in it."""
    with transaction.atomic():
        card_set = get_for_update(rows(caller), "set", slug=slug)
        check_state(request, serialize_set(card_set, root_of(request)))
        try:
            services.delete_set(card_set=card_set)
        except services.SetNotEmpty:
            raise conflict("not-empty", "this set has cards: move or delete them first") from None
    return HttpResponse(status=204)


def rows(caller: Caller) -> QuerySet[CardSet]:
    return CardSet.objects.owned_by(caller.owner)


def _read(request: SiteRequest, whole: bool) -> tuple[dict[str, Any], SetForm]:
    check_left(request, SAVED_SETS, workshop_text.too_often())
    body = read_body(request, REPLACEMENT if whole else INPUT)
    form = SetForm({**_DEFAULTS, **{field: body[field] for field in FIELDS if field in body}})
    refuse_errors(form, {})
    if not SAVED_SETS.allows(request):
        raise used_up(SAVED_SETS, workshop_text.too_often())
    return body, form


def serialize_set(card_set: CardSet, root: str) -> dict[str, Any]:
    """A set for its owner, without its cards."""
    return {
        "token": card_set.token,
        "slug": card_set.slug,
        **{field: getattr(card_set, field) for field in FIELDS},
        "abilities": list(card_set.abilities),
        "hidden": card_set.hidden_at is not None,
        "url": root + page_of(card_set),
        "created": card_set.created.isoformat(),
        "updated": card_set.updated.isoformat(),
    }
