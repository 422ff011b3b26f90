"""Pages of the Champions."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts.budgets import RateLimited, check_jobs, costly, in_words
from accounts.limits import Limit
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from background import services as background
from cards.models import Card
from cards.printing.pieces import PrintProblem
from cards.texts import LANGUAGES
from cards.tiles import tiles_of
from champions import boards, previews, queries, services
from champions.contexts import champion_context, trial_context, why_not
from champions.forms import DealForm
from champions.limits import TRIALS
from engine.decks.game.errors import SetUpError

PAGE: Final = 24
PREVIEWS: Final = Limit("champion-preview", times=300, seconds=3600)


@require_GET
def gallery(request: SiteRequest) -> HttpResponse:
    """All Champions that are public, and one's own."""
    text = request.GET.get("q", "")[:200]
    sort = request.GET.get("sort", queries.DEFAULT_SORT)
    champions: Any = queries.gallery(request.owner, text, sort)  # counted and cut, which is all that pages ask
    page = Paginator(champions, PAGE).get_page(request.GET.get("page"))
    tiles = tiles_of(page.object_list, request.language)
    context = {
        "page": page,
        "tiles": tiles,
        "text": text,
        "sort": sort if sort in queries.SORTS else queries.DEFAULT_SORT,
        "sorts": [
            ("newest", _("Newest")),
            ("name", _("Name")),
            ("cost", _("Mana cost")),
            ("remixed", _("Most remixed")),
        ],
    }
    return render(request, "champions/gallery.html", context)


@require_GET
@costly()
def champion(request: SiteRequest, token: str) -> HttpResponse:
    """A Champion: its face, its rules, what can be done with it, its trial."""
    owner = request.owner
    card = queries.readable_champion(owner, token)
    form = DealForm(champion=card, owner=owner)
    return render(request, "champions/champion.html", champion_context(request, card, form))


@require_GET
@costly()
def board(request: SiteRequest, token: str) -> HttpResponse:
    """Puts a Champion on the board, ready beside two of the site's decks."""
    owner = request.owner
    card = queries.readable_champion(owner, token)
    decks = list(queries.decks_for(None)[:2])
    if len(decks) < 2:
        raise Http404("no two decks of the site to put beside it")
    try:
        return redirect(boards.begun(card, decks[0], decks[1], card, seed=1))
    except SetUpError as wrong:
        messages.error(request, why_not(wrong))
        return redirect(card)


@require_POST
@costly()
def game(request: SiteRequest, token: str) -> HttpResponse:
    """Deals a game with a Champion and opens it on the board."""
    owner = request.owner
    card = queries.readable_champion(owner, token)
    form = DealForm(request.POST, champion=card, owner=owner)
    if form.is_valid():
        data = form.cleaned_data
        seed = boards.new_seed() if data["seed"] is None else data["seed"]
        try:
            return redirect(boards.begun(card, data["mine"], data["theirs"], data["rival"] or card, seed))
        except SetUpError as wrong:
            form.add_error(None, why_not(wrong))
    return render(request, "champions/champion.html", champion_context(request, card, form), status=400)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def trial(request: SiteRequest, token: str) -> HttpResponse:
    """How a Champion's trial stands; by POST, asks for one."""
    card = queries.readable_champion(request.owner, token)
    if request.method == "POST":
        if not TRIALS.allows(request):
            return _no_trial(request, card, _("Too many trials."), 429)
        try:
            check_jobs()
            services.ask(champion=card)
        except RateLimited as spent:
            return _no_trial(request, card, in_words(spent.seconds), 429)
        except services.NotEnoughCards:
            return _no_trial(request, card, _("Not enough cards of this season."), 409)
    elif (running := card.trials.first()) is not None:
        background.go_on(job=running)
    if request.htmx:
        return render(request, "champions/champion.html#trial", trial_context(request, card))
    return redirect(card.get_absolute_url() + "#trial")


def _no_trial(request: SiteRequest, card: Card, problem: str, status: int) -> HttpResponse:
    """Why there is no trial, where the trial would be. htmx shows only what is no error."""
    if request.htmx:
        problem = with_limit(request, problem)
        return render(request, "champions/champion.html#trial", {**trial_context(request, card), "problem": problem})
    form = DealForm(champion=card, owner=request.owner)
    context = {**champion_context(request, card, form), "problem": problem}
    return render(request, "champions/champion.html", context, status=status)


@require_POST
def cancel_trial(request: SiteRequest, token: str) -> HttpResponse:
    """Stops a trial: the Champion's owner may, and whoever asked for it."""
    owner = request.owner
    card = queries.readable_champion(owner, token)
    stoppable = [running for running in card.trials.all() if services.may_stop(trial=running, owner=owner)]
    if not stoppable:
        raise Http404("no trial of one's own")
    for running in stoppable:
        background.cancel(job=running)
    if request.htmx:
        return render(request, "champions/champion.html#trial", trial_context(request, card))
    return redirect(card.get_absolute_url() + "#trial")


@require_safe
@costly(0.5)
def preview(request: SiteRequest, token: str, language: str) -> HttpResponse:
    """The picture for whoever gets a link; of a private Champion there is none."""
    card = queries.readable_champion(None, token)
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    if not PREVIEWS.allows(request):
        return HttpResponse(status=429, headers={"Retry-After": "3600"})
    try:
        response = HttpResponse(previews.preview(card, language), content_type="image/png")
    except PrintProblem as problem:
        return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = "public, max-age=3600"
    response["X-Content-Type-Options"] = "nosniff"
    return response
