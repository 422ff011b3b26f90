"""Pages of decks: lists, one deck, composing one, text, sample hands."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import token_in
from accounts.budgets import costly
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from cards.decks import services
from cards.decks.building import builder
from cards.decks.drafts import draft_of, read_draft
from cards.decks.forms import SAVES, DeckTextForm
from cards.decks.hands import SEEDS, draw_hand, new_seed
from cards.decks.mutation_page import mutation_page
from cards.decks.pages import deck_lists, kept_view
from cards.decks.text import DeckTextError, read_deck, write_deck
from cards.downloads import attached, file_stem
from cards.likes import likes_of
from cards.models import Deck
from cards.tiles import tile_of, tiles_of
from engine.kernel.numbers import whole_number


@require_GET
def decks(request: SiteRequest) -> HttpResponse:
    """All decks that somebody finds, their own and others' page by page."""
    lists = deck_lists(request.owner, request.language, request.GET.get("own"), request.GET.get("others"))
    return render(request, "cards/decks/list.html", {"lists": lists})


@require_GET
def deck(request: SiteRequest, token: str) -> HttpResponse:
    deck, owner = _readable(request, token), request.owner
    view = kept_view(deck, owner, request.language)
    context = {
        "deck": deck,
        "view": view,
        "is_own": deck.is_owned_by(owner),
        "likes": likes_of(deck, owner),
        "picture": reverse("files:deck", args=[deck.token, request.language]) if deck.is_readable_by(None) else "",
    }
    return render(request, "cards/decks/deck.html", context)


@require_http_methods(["GET", "POST"])
def new_deck(request: SiteRequest) -> HttpResponse:
    return builder(request, None)


@never_cache
@require_http_methods(["GET", "POST"])
def edit_deck(request: SiteRequest, token: str) -> HttpResponse:
    return builder(request, _own(request, token))


@require_http_methods(["GET", "POST"])
@costly()
def import_deck(request: SiteRequest) -> HttpResponse:
    """Reads a deck from text, all or nothing, and goes on composing it."""
    form = DeckTextForm(request.POST, request.FILES) if request.method == "POST" else DeckTextForm()
    faults = []
    if request.method == "POST" and form.is_valid():
        try:
            read = read_deck(form.content, request.owner)
        except DeckTextError as error:
            faults = error.faults
            form = DeckTextForm(initial={"text": form.content})
        else:
            for note in read.notes:
                messages.info(request, note)
            return redirect(read.share)
    context = {"form": form, "faults": faults, "lines": {fault.number for fault in faults}}
    return render(request, "cards/decks/import.html", context, status=422 if faults or form.errors else 200)


@require_GET
def deck_text(request: SiteRequest, token: str) -> HttpResponse:
    deck = _readable(request, token)
    return HttpResponse(
        write_deck(draft_of(deck, request.owner)),
        content_type="text/plain; charset=utf-8",
        headers=attached(f"{file_stem(deck.title, 'deck')}.txt"),
    )


@require_GET
def hand(request: SiteRequest) -> HttpResponse:
    """A sample opening hand of a deck or a draft; the address keeps the seed, a new one comes without it."""
    owner = request.owner
    deck = _readable(request, request.GET["deck"]) if "deck" in request.GET else None
    draft = draft_of(deck, owner) if deck else read_draft(request.GET, owner)
    where = {"deck": deck.token} if deck else dict([*draft.fields, ("name", draft.name), ("about", draft.about)])
    seed = whole_number(request.GET.get("seed", ""), 10)
    if seed is None or seed >= SEEDS:
        query = urlencode({**where, "seed": new_seed()}, safe=",/")
        return HttpResponseRedirect(f"{reverse('cards:hand')}?{query}")
    drawn = draw_hand(draft.deck, seed)
    context = {
        "hand": drawn,
        "available": tiles_of(drawn.available, request.language),
        "rest": tiles_of(drawn.rest, request.language),
        "stronghold": tile_of(draft.stronghold, request.language) if draft.stronghold else None,
        "again": f"{reverse('cards:hand')}?{urlencode(where, safe=',/')}",
        "back": deck.get_absolute_url() if deck else draft.share,
        "name": draft.name,
    }
    return render(request, "cards/decks/hand.html", context)


@require_GET
@costly()
def mutations(request: SiteRequest, token: str) -> HttpResponse:
    """A deck as it has mutated; the address holds the mutations."""
    deck, owner = _readable(request, token), request.owner
    page = mutation_page(deck, draft_of(deck, owner), request.GET.get("m", ""), request.language)
    return render(request, "cards/decks/mutations.html", {"page": page}, status=422 if page.problem else 200)


@require_POST
def duplicate_deck(request: SiteRequest, token: str) -> HttpResponse:
    """Makes a copy for oneself, to change as one likes."""
    deck = _readable(request, token)
    if not SAVES.allows(request):
        messages.error(request, with_limit(request, _("Too many decks.")))
        return redirect("cards:deck", deck.token)
    copy = services.duplicate_deck(deck=deck, owner=get_or_create_owner(request), token=token_in(request))
    messages.success(request, _("Copied. You can edit it now."))
    return redirect("cards:edit_deck", copy.token)


@never_cache
@require_http_methods(["GET", "POST"])
def delete_deck(request: SiteRequest, token: str) -> HttpResponse:
    deck = _own(request, token)
    if request.method == "POST":
        services.delete_deck(deck=deck, owner=get_or_create_owner(request))
        messages.success(request, _("“%(name)s” deleted.") % {"name": deck.name})
        return redirect("cards:decks")
    return render(request, "cards/decks/delete.html", {"deck": deck})


def _readable(request: SiteRequest, token: str) -> Deck:
    decks = Deck.objects.readable_by(request.owner).select_related("owner__user")
    return get_object_or_404(decks, token=token)


def _own(request: SiteRequest, token: str) -> Deck:
    return get_object_or_404(Deck.objects.owned_by(request.owner), token=token)
