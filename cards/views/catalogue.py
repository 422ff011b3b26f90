"""Pages for browsing cards. Every page is what its address says."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRedirect, push_url

from accounts.budgets import costly
from accounts.pasted_addresses import page_address
from accounts.requests import SiteRequest
from cards.browsing import VIEWS, CatalogueAddress, catalogue_page
from cards.comparing import MAX_COMPARED, comparison_of
from cards.details import card_details, set_details, set_list
from cards.models import Card, CardSet
from cards.queries import Order, cards_by_reference, set_card, visible_sets, vocabulary_of
from cards.queries import own_card as find_own_card
from cards.searching import LONGEST, QueryError, understand
from cards.searching.choices import MEASURES, Choices, choices_of
from engine.kernel.numbers import whole_number

MAX_BOXES = 64  # of one name in a form


@require_GET
@costly()
def catalogue(request: SiteRequest) -> HttpResponse:
    """The cards that a query asks for; the form of filters is written into the query first."""
    address = _address(request.GET)
    if "by" in request.GET:
        if request.GET["by"] == "form":
            address = CatalogueAddress(_query_of_form(request), address.order, address.view)
        if not request.htmx:
            return redirect(address.to())
    if target := page_address(address.query):
        return HttpResponseClientRedirect(target) if request.htmx else redirect(target)
    is_typing = bool(request.htmx) and request.htmx.trigger == "q"
    page = catalogue_page(address, request.owner, request.language, is_typing)
    response = render(request, "cards/catalogue.html", {"page": page})
    return push_url(response, address.to(page=address.page)) if request.htmx else response


def _address(params: QueryDict) -> CatalogueAddress:
    page, view = whole_number(params.get("page", ""), 5), params.get("view", "")
    return CatalogueAddress(
        " ".join(params.get("q", "")[: 2 * LONGEST].replace("\0", " ").split()),
        Order.of(params.get("sort", "")),
        view if view in VIEWS else "grid",
        1 if page is None else page,
    )


def _query_of_form(request: SiteRequest) -> str:
    """The query with its filters replaced by the form's; what cannot be read in it stays as it is."""
    params = request.GET
    text = _address(params).query
    try:
        others = choices_of(understand(text, vocabulary_of(visible_sets(request.owner)))).rest
    except QueryError:
        return text  # the page says what is wrong with it
    choices = Choices(
        kinds=_boxes(params, "t"),
        sets=_boxes(params, "s"),
        abilities=_boxes(params, "a"),
        auras=_boxes(params, "aura"),
        edition=int(params["edition"]) if params.get("edition") in ("1", "2") else 0,
        own=params.get("own") == "1",
        rest=others,
    )
    for measure in MEASURES:
        for bound, numbers in (("least", choices.lowest), ("most", choices.highest)):
            number = whole_number(params.get(f"{measure}-{bound}", ""), 3)
            if number is not None:
                numbers[measure] = number
    return choices.written()


def _boxes(params: QueryDict, name: str) -> tuple[str, ...]:
    """The ticked boxes of a name; only words, so that none can be more than the value of its term."""
    words = (word for word in params.getlist(name)[:MAX_BOXES] if word.replace("-", "").isalnum())
    return tuple(dict.fromkeys(words))


@require_GET
def card(request: SiteRequest, set_slug: str, slug: str) -> HttpResponse:
    if (set_slug, slug) != (small := (set_slug.lower(), slug.lower())):
        return redirect("cards:card", *small, permanent=True)
    return _card_page(request, set_card(set_slug, slug, request.owner))


@require_GET
def own_card(request: SiteRequest, token: str) -> HttpResponse:
    """A card that somebody made; one that has its page elsewhere is shown there."""
    card = find_own_card(token, request.owner)
    if card.get_absolute_url() != request.path:
        return HttpResponseRedirect(card.get_absolute_url())
    return _card_page(request, card)


def _card_page(request: SiteRequest, card: Card) -> HttpResponse:
    details = card_details(card, request)
    return render(request, "cards/card.html", {"details": details, "card": card})


@require_GET
def card_sets(request: SiteRequest) -> HttpResponse:
    sets = set_list(request.owner)
    return render(request, "cards/sets.html", {"sets": sets})


@require_GET
def card_set(request: SiteRequest, slug: str) -> HttpResponse:
    """A set with its cards, page by page."""
    owner = request.owner
    card_set = CardSet.objects.readable_by(owner).filter(slug=slug).first()
    if card_set is None and slug != slug.lower():
        return redirect("cards:set", slug.lower(), permanent=True)
    if card_set is None:
        raise Http404("no such set that one may see")
    details = set_details(card_set, owner, request.language, request.GET.get("page"))
    return render(
        request, "cards/set.html", {"details": details, "card_set": card_set, "is_own": card_set.is_owned_by(owner)}
    )


@require_GET
@costly()
def compare(request: SiteRequest) -> HttpResponse:
    """Some cards side by side. A form sends each card by itself; the address names them in one list."""
    lists = request.GET.getlist("cards")
    references = list(dict.fromkeys(part for text in lists for part in text[:2000].split(",") if part))
    if len(lists) > 1:
        query = urlencode({"cards": ",".join(references)}, safe=",/")
        return redirect(f"{reverse('cards:compare')}?{query}")
    owner = request.owner
    by_reference = cards_by_reference(references[: 4 * MAX_COMPARED], owner)
    cards = list(dict.fromkeys(by_reference[reference] for reference in references if reference in by_reference))
    missing = [reference[:80] for reference in references[: 4 * MAX_COMPARED] if reference not in by_reference]
    comparison = comparison_of(cards, missing, request.language, owner)
    return render(request, "cards/compare.html", {"comparison": comparison})
