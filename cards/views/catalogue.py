"""Pages for browsing cards. Every page is what its address says."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET
from django_htmx.http import push_url

from accounts.owners import owner_of
from cards.browsing import VIEWS, Address, catalogue_page
from cards.comparing import MOST, comparison_of
from cards.details import card_details, set_details, set_list
from cards.models import Card, CardSet
from cards.queries import Order, cards_by_reference, set_card, visible_sets, vocabulary_of
from cards.queries import own_card as find_own_card
from cards.searching import LONGEST, QueryError, understand
from cards.searching.choices import MEASURES, Choices, choices_of
from config.http import HtmxHttpRequest

MOST_BOXES = 64  # of one name in a form


@require_GET
def catalogue(request: HtmxHttpRequest) -> HttpResponse:
    """The cards that a query asks for; the form of filters is written into the query first."""
    address = _address(request.GET)
    if "by" in request.GET:
        if request.GET["by"] == "form":
            address = Address(_query_of_form(request), address.order, address.view)
        if not request.htmx:
            return redirect(address.to())
    page = catalogue_page(address, owner_of(request), get_language() or "en")
    response = render(request, "cards/catalogue.html", {"page": page, "icons": page.icons})
    return push_url(response, address.to(page=address.page)) if request.htmx else response


def _address(asked: QueryDict) -> Address:
    number = asked.get("page", "")
    return Address(
        " ".join(asked.get("q", "")[: 2 * LONGEST].replace("\0", " ").split()),
        Order.of(asked.get("sort", "")),
        asked["view"] if asked.get("view") in VIEWS else "grid",
        int(number) if number.isdecimal() and len(number) < 6 else 1,
    )


def _query_of_form(request: HtmxHttpRequest) -> str:
    """The query with its filters replaced by the form's; what cannot be read in it stays as it is."""
    asked = request.GET
    text = _address(asked).query
    try:
        rest = choices_of(understand(text, vocabulary_of(visible_sets(owner_of(request))))).rest
    except QueryError:
        return text  # the page says what is wrong with it
    choices = Choices(
        kinds=_boxes(asked, "t"),
        sets=_boxes(asked, "s"),
        abilities=_boxes(asked, "a"),
        auras=_boxes(asked, "aura"),
        edition=int(asked["edition"]) if asked.get("edition") in ("1", "2") else 0,
        own=asked.get("own") == "1",
        rest=rest,
    )
    for measure in MEASURES:
        for bound, numbers in (("least", choices.least), ("most", choices.most)):
            number = asked.get(f"{measure}-{bound}", "")
            if number.isdecimal() and len(number) < 4:
                numbers[measure] = int(number)
    return choices.written()


def _boxes(asked: QueryDict, name: str) -> tuple[str, ...]:
    """The ticked boxes of a name; only words, so that none can be more than the value of its term."""
    words = (word for word in asked.getlist(name)[:MOST_BOXES] if word.replace("-", "").isalnum())
    return tuple(dict.fromkeys(words))


@require_GET
def card(request: HtmxHttpRequest, set_slug: str, slug: str) -> HttpResponse:
    """A card of one of the site's sets."""
    return _card_page(request, set_card(set_slug, slug, owner_of(request)))


@require_GET
def own_card(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """A card that somebody made; one that has its page elsewhere is shown there."""
    found = find_own_card(token, owner_of(request))
    if found.get_absolute_url() != request.path:
        return HttpResponseRedirect(found.get_absolute_url())
    return _card_page(request, found)


def _card_page(request: HtmxHttpRequest, found: Card) -> HttpResponse:
    details = card_details(found, request)
    return render(request, "cards/card.html", {"details": details, "card": found, "icons": details.icons})


@require_GET
def card_sets(request: HtmxHttpRequest) -> HttpResponse:
    """All sets."""
    sets = set_list(owner_of(request))
    return render(request, "cards/sets.html", {"sets": sets, "icons": {one.card_set.symbol for one in sets}})


@require_GET
def card_set(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """A set with all its cards."""
    owner = owner_of(request)
    found = CardSet.objects.readable_by(owner).filter(slug=slug).first()
    if found is None:
        raise Http404
    details = set_details(found, owner, get_language() or "en")
    return render(request, "cards/set.html", {"details": details, "card_set": found, "icons": details.icons})


@require_GET
def compare(request: HtmxHttpRequest) -> HttpResponse:
    """Some cards side by side. A form sends each card by itself; the address names them in one list."""
    given = request.GET.getlist("cards")
    references = list(dict.fromkeys(part for one in given for part in one[:2000].split(",") if part))
    if len(given) > 1:
        query = urlencode({"cards": ",".join(references)}, safe=",/")
        return redirect(f"{reverse('cards:compare')}?{query}")
    found = cards_by_reference(references[: 4 * MOST], owner_of(request))
    cards = list(dict.fromkeys(found[reference] for reference in references if reference in found))
    missing = [reference[:80] for reference in references[: 4 * MOST] if reference not in found]
    comparison = comparison_of(cards, missing, get_language() or "en")
    return render(request, "cards/compare.html", {"comparison": comparison, "icons": comparison.icons})
