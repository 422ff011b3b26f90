"""The home page. Everything on it is a link or a form; the script asks for what stands beside the board alone."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.texts import LANGUAGES
from grimoire.community.embedding import origin_of
from home.bots import bots_by_game
from home.first_move import NoSuchMove
from home.notifications import NotificationsForm
from home.pages import HomePage, MoveSide
from home.picture import house_picture
from home.players import ProfileForm, player_page

SWITCHING = Limit("news", times=100, seconds=3600)
OF_THE_BOARD = ("p", "sample", "a", "step")  # what addresses of positions said while the board was the first page


@require_GET
def home(request: SiteRequest) -> HttpResponse:
    """The home page, or with ``HX-Request`` what stands beside its board after a move."""
    if any(name in request.GET for name in OF_THE_BOARD):
        return HttpResponsePermanentRedirect(f"{reverse('board:board')}?{request.META['QUERY_STRING']}")
    language, status, problem = request.language, 200, ""
    try:
        side = MoveSide(language, request.GET.get("move", "")[:40], shows=bool(request.GET.get("watch")))
    except NoSuchMove:
        side, status, problem = MoveSide(language), 400, _("You can't play that here.")
    context = {"side": side, "problem": problem}
    if request.htmx:
        response = render(request, "home/home.html#side", context, status=status)
    else:
        page = HomePage(request.owner, side)
        context |= {"page": page}
        response = render(request, "home/home.html", context, status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_GET
def releases(request: SiteRequest) -> HttpResponse:
    """What is new in this version, for players."""
    return render(request, "home/releases.html")


@require_GET
def bots(request: SiteRequest) -> HttpResponse:
    """The bots with a name."""
    return render(request, "home/bots.html", {"games": bots_by_game(request.language)})


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: SiteRequest, name: str) -> HttpResponse:
    """A player's page; its owner says there what others see of it."""
    page = player_page(name, request.owner, request.language)
    if page is None:
        raise Http404("no such player, or nothing to see")
    form = ProfileForm(instance=page.profile) if page.is_me else None
    if request.method == "POST":
        if not page.is_me:
            raise PermissionDenied
        form = ProfileForm(request.POST, instance=page.profile)
        if form.is_valid():
            form.save()
            messages.success(request, _("Saved."))
            return redirect("home:player", name=page.name)
    response = render(request, "home/player.html", {"page": page, "form": form})
    patch_cache_control(response, private=True, no_cache=True)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notifications(request: SiteRequest) -> HttpResponse:
    """Of what one is told, in browsers and by mail."""
    is_sent = request.method == "POST"
    form = NotificationsForm(request.POST if is_sent else None, request.owner)
    if is_sent and form.is_valid():
        if settings.LIMITS and not SWITCHING.allows(request):
            form.add_error(None, _("Too many requests. Try again later."))
        else:
            form.save(get_or_create_owner(request), origin=origin_of(request), language=request.language)
            messages.success(request, _("Saved."))
            return redirect("home:notifications")
    return render(request, "home/notifications.html", {"form": form}, status=422 if is_sent else 200)


@require_safe
@costly(0.5)
def picture(request: SiteRequest, language: str) -> HttpResponse:
    """The picture that goes along with a link in this language."""
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    response = HttpResponse(house_picture(language), content_type="image/png")
    response["Cache-Control"] = "public, max-age=86400"
    return response
