"""The page of the players one knows, and the buttons that follow, mute, block and answer."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from tables.models import Relation
from tables.people import services, telling
from tables.people.rematches import rematches_for
from tables.refusals import start_refusal_words
from tables.summaries import summary_of
from web.refusals import RequestRefused, too_many

FOLLOW, MUTE, BLOCK = Relation.Kind.FOLLOW, Relation.Kind.MUTE, Relation.Kind.BLOCK
RELATING: Final = Limit("follow", times=100, seconds=3600)
KINDS: Final = {"follow": FOLLOW, "mute": MUTE, "block": BLOCK, "neither": ""}


@never_cache
@require_safe
def people(request: SiteRequest) -> HttpResponse:
    """Challenges, whom one follows, players and authors alike, whom one played with last, mutes and blocks."""
    owner = request.owner
    following, muted, blocked = (services.relations_of(owner, kind) for kind in (FOLLOW, MUTE, BLOCK))
    known = {other.pk for other in (*following, *muted, *blocked)}
    context = {
        "incoming": [(challenge, summary_of(challenge.seat.game)) for challenge in services.challenges_to(owner)],
        "rematches": [(game, name, summary_of(game)) for game, name in rematches_for(owner)],
        "outgoing": [(challenge, summary_of(challenge.seat.game)) for challenge in services.challenges_by(owner)],
        "following": [(other, resolve_url(settings.PLAYER_URL, name=other.name)) for other in following],
        "opponents": [
            (other, resolve_url(settings.PLAYER_URL, name=other.name))
            for other in (services.latest_opponents(owner) if owner is not None else [])
            if other.pk not in known
        ],
        "muted": muted,
        "blocked": blocked,
    }
    return render(request, "play/people.html", context)


@require_POST
@costly()
def relate(request: SiteRequest) -> HttpResponse:
    """Follows, mutes, blocks, or neither; back to the page of this site (``back``) where it was pressed."""
    kind = KINDS.get(request.POST.get("kind", ""))
    other = services.account_called(request.POST.get("name", "")[:150])
    if other is None or kind is None:
        raise Http404("no such player")
    try:
        if settings.LIMITS and not RELATING.allows(request):
            raise too_many(f"{RELATING.times} an hour", RELATING.seconds)
        services.relate(get_or_create_owner(request), other, kind)
    except RequestRefused as refusal:
        messages.error(
            request,
            _("You can follow, mute and block %(limit)d players at most.") % {"limit": services.MAX_RELATIONS}
            if refusal.code == "too-many-relations"
            else _("You can't follow this player.")
            if refusal.code == "follow-refused"
            else _("Too many requests. Try again later.")
            if refusal.status == 429
            else _("Follow, mute or block other players, not yourself."),
        )
    back = request.POST.get("back", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "play:people")


@login_required
@require_POST
@costly()
def answer(request: SiteRequest, number: int) -> HttpResponse:
    """Takes the seat of a challenge, refuses it, or takes one's own back."""
    owner, what = request.owner, request.POST.get("what", "")
    if owner is None or what not in ("accept", "decline", "withdraw"):
        raise Http404("nothing to do")
    if what == "withdraw":
        services.withdraw(number, owner)
        return redirect("play:people")
    try:
        game = services.answer(number, owner, accept=what == "accept")
    except RequestRefused as refusal:
        words = _("This challenge was withdrawn.") if refusal.status == 404 else start_refusal_words(refusal)
        messages.error(request, words)
        return redirect("play:people")
    return redirect("play:people") if game is None else redirect("play:game", token=game.token)


@never_cache
@csrf_exempt  # a mail program sends this by itself (RFC 8058), and nobody else knows the address
@require_http_methods(["GET", "POST"])
def stop_mail(request: SiteRequest, token: str) -> HttpResponse:
    """Ends the mails about games: asks by GET, for programs that look behind links end nothing."""
    chosen = telling.settings_of_token(token)
    if chosen is None:
        raise Http404("nothing is mailed by this")
    if request.method == "POST":
        telling.stop_mail(chosen)
    response = render(request, "play/stop_mail.html", {"is_stopped": request.method == "POST"})
    response["Referrer-Policy"] = "no-referrer"
    return response
