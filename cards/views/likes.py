"""Liking cards and decks."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.likes import likes_of, toggle
from cards.models import Card, Deck

LIKES = Limit("like", times=300, seconds=3600)


@require_POST
def like(request: SiteRequest, kind: str, token: str) -> HttpResponse:
    """Likes a card or a deck, or no longer."""
    owner = request.owner
    thing: Card | Deck
    if kind == "card":
        thing = get_object_or_404(Card.objects.readable_by(owner), token=token)
    elif kind == "deck":
        thing = get_object_or_404(Deck.objects.readable_by(owner), token=token)
    else:
        raise Http404(f"nobody likes a {kind}")
    if thing.is_owned_by(owner):
        raise Http404("nobody likes what is their own")
    if LIKES.allows(request):
        owner = get_or_create_owner(request)
        toggle(thing=thing, owner=owner)
    if request.htmx:
        return render(request, "cards/_like.html", {"thing": thing, "kind": kind, "likes": likes_of(thing, owner)})
    return HttpResponseRedirect(thing.get_absolute_url())
