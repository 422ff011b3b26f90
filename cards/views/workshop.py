"""Pages of the workshop: what one has made, the editor, versions."""

from __future__ import annotations

import random
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseBadRequest, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import FIELD, new_page, token_in
from accounts.budgets import costly
from accounts.models import Visibility
from accounts.owners import expect_guest, get_or_create_owner
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from accounts.too_many import with_limit
from cards.colours import TINTS
from cards.models import MAX_ABILITIES, Card, Kind
from cards.rendering.geometry import RESOLUTIONS
from cards.scenery import SCENES
from cards.showing import face_of_card
from cards.tiles import tiles_of
from cards.workshop import queries, services, workshop_text
from cards.workshop import versions as history
from cards.workshop.content import MAKEABLE, belongings_of, blank, content_of, put
from cards.workshop.editor import picks, preview_of, preview_of_card, problems_of
from cards.workshop.forms import COMPOSED, KINDS, PICTURE, CardForm, initial_of
from cards.workshop.requests import NEW_CARDS, PUBLISHED, SHOWN, PictureRefused, taken, too_many_published
from engine.kernel.numbers import whole_number

PAGE_SIZE: Final = 40


@never_cache
@require_GET
def workshop(request: SiteRequest) -> HttpResponse:
    """The list of one's own cards, with or without an account."""
    owner = request.owner
    text, kind = request.GET.get("q", "")[:80], request.GET.get("kind", "")
    visibility = request.GET.get("visibility", "")
    cards = queries.own_cards(owner, text, kind, visibility)
    page = Paginator(cards, PAGE_SIZE).get_page(request.GET.get("page"))
    tiles = tiles_of(page, request.language)
    context = {
        "page": page,
        "tiles": tiles,
        "text": text,
        "kind": kind,
        "kinds": KINDS,
        "visibility": visibility,
        "visibilities": Visibility.choices,
        "narrowed": bool(text or kind or visibility),
        "deleted": queries.deleted_cards(owner)[:12],
        "just_deleted": request.GET.get("deleted", ""),
    }
    return render(request, "cards/workshop/index.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def new_card(request: SiteRequest) -> HttpResponse:
    """The editor for a card that is not kept yet; ``?kind=champion`` begins with a Champion."""
    if request.method == "POST":
        return _submitted(request, None)
    expect_guest(request)
    kind = request.GET.get("kind", "")
    start = blank(kind if kind in MAKEABLE else Kind.CREATURE)
    form = CardForm(owner=request.owner, initial=initial_of(start))
    draft = Card(kind=start["kind"], name="", cost=start["cost"], av=start["av"], hp=start["hp"])
    return _editor(request, form, None, draft=draft)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def edit(request: SiteRequest, token: str) -> HttpResponse:
    """The editor of one of one's own cards; saves what it sends."""
    owner = request.owner
    card = queries.own_made_card(owner, token)
    if request.method == "POST":
        return _submitted(request, card)
    form = CardForm(owner=owner, card=card, initial=initial_of(content_of(card)))
    return _editor(request, form, card, draft=card)


@require_POST
@costly()
def preview(request: SiteRequest) -> HttpResponse:
    """The face of what the editor's fields say, with what is wrong beside each of them."""
    owner = request.owner
    token = request.POST.get("token")
    form = CardForm(request.POST, owner=owner, card=queries.own_made_card(owner, token) if token else None)
    form.is_valid()
    shown = preview_of(form, request.language)
    context = {"form": form, "preview": shown, "problems": problems_of(form, shown), "fragment": True}
    return render(request, "cards/workshop/_preview.html", context)


def _submitted(request: SiteRequest, card: Card | None) -> HttpResponse:
    """The answer to a sent editor: a saved card, or the editor again with all that was typed."""
    data = request.POST.copy()
    action = data.get("action", "save")
    problem = ""
    if upload := request.FILES.get("upload"):
        try:
            data["picture"], data["art"] = taken(request, upload).token, PICTURE
        except PictureRefused as refused:
            problem, action = str(refused), "preview"
    if action == "shuffle":
        _shuffle(data)
    form = CardForm(data, owner=request.owner, card=card)
    if problem:
        form.add_error("art", problem)
    if form.is_valid() and action in ("save", "keep", "mine", "copy"):
        return _saved(request, form, card, action)
    status = 422 if form.errors and action != "preview" else 200
    if _wants_json(request):
        return JsonResponse({"problems": len(form.errors)})  # no failure: the card is not ready yet
    return _editor(request, form, card, status=status)


def _shuffle(data: QueryDict) -> None:
    """Another landscape in other colours, in the fields of a sent editor."""
    chance = random.SystemRandom()
    data["art"], data["seed"] = COMPOSED, str(chance.randrange(10**6))
    data["scene"], data["tint"] = chance.choice(SCENES), chance.choice(tuple(TINTS))


def _saved(request: SiteRequest, form: CardForm, card: Card | None, action: str) -> HttpResponse:
    """Keeps what a checked form says, unless somebody else's work would be lost by it."""
    owner = get_or_create_owner(request)
    form.owner = owner
    content = form.content()
    try:
        if name := form.cleaned_data.get("new_set"):
            content["set"] = services.create_set(owner=owner, name=name).slug
        if (card is None or action == "copy") and not NEW_CARDS.allows(request):
            return _refused(request, form, card, workshop_text.too_often(), 429)
        revision = None if action == "mine" else _seen(request)
        if action == "copy":
            card = services.create_card(owner=owner, content=content)
        elif card is None:
            token = token_in(request)
            card = services.begin_card(owner=owner, content=content, token=token, seen=revision)
        else:
            card = services.save_card(card=card, content=content, seen=revision, apart=action == "mine")
    except StaleRevision as stale:
        assert isinstance(stale.current, Card)
        return _conflict(request, form, stale.current)
    except QuotaExceeded:
        return _refused(request, form, card, workshop_text.too_many_cards(), 422)
    if action == "keep" and (newest := card.versions.first()):
        try:
            history.keep(version=newest)
        except history.TooManyKept:
            messages.error(request, workshop_text.too_many_kept())
    if _wants_json(request):
        panel = render_to_string("cards/workshop/_kept.html", _after(request, card), request)
        address = redirect("cards:edit", card.token).url
        new_set = [card.set.slug, card.set.name] if name and card.set else None
        saved = {"revision": card.revision, "token": card.token, "url": address, "panel": panel, "new_set": new_set}
        return JsonResponse(saved)
    text = _("Saved as a version.") if action == "keep" else _("Saved.")
    messages.success(request, text, extra_tags="saved")
    return redirect("cards:edit", card.token)


def _conflict(request: SiteRequest, form: CardForm, theirs: Card) -> HttpResponse:
    """Asks what shall become of two states of one card."""
    if _wants_json(request):
        panel = render_to_string("cards/workshop/editor.html#conflict", {"conflict": theirs}, request)
        return JsonResponse({"conflict": panel}, status=409)
    return _editor(request, form, form.card, status=409, conflict=theirs)


def _refused(request: SiteRequest, form: CardForm, card: Card | None, text: str, status: int) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"message": with_limit(request, text)}, status=status)
    form.add_error(None, text)
    return _editor(request, form, card, status=status)


def _editor(
    request: SiteRequest,
    form: CardForm,
    card: Card | None,
    *,
    draft: Card | None = None,
    status: int = 200,
    conflict: Card | None = None,
) -> HttpResponse:
    language = request.language
    shown = preview_of_card(draft, language) if draft is not None else preview_of(form, language)
    problems = problems_of(form, shown)
    context = {
        "form": form,
        "card": card,
        "preview": shown,
        "problems": {problem["name"]: problem for problem in problems},
        "picks": picks(language),
        "most_abilities": MAX_ABILITIES,
        "pictures": queries.own_pictures(request.owner)[:SHOWN],
        "revision": request.POST.get("revision", "") if form.is_bound else card.revision if card else "",
        "original": queries.original_of(card, request.owner) if card else None,
        "begun": "" if card else request.POST.get(FIELD) or new_page(),
        "conflict": conflict,
        "unsaved": form.is_bound,
        **(_after(request, card) if card else {}),
    }
    return render(request, "cards/workshop/editor.html", context, status=status)


def _after(request: SiteRequest, card: Card) -> dict[str, Any]:
    return {
        "card": card,
        "language": request.language,
        "resolutions": RESOLUTIONS,
        "visibilities": Visibility.choices,
        "share_url": request.build_absolute_uri(card.get_absolute_url()),
        "is_private": card.visibility == Visibility.PRIVATE,
        "kept": card.versions.count(),
    }


@never_cache
@require_GET
@costly()
def versions(request: SiteRequest, token: str) -> HttpResponse:
    """The versions of a card, to look at and to go back to."""
    card = queries.own_made_card(request.owner, token)
    shown, all_versions = [], list(card.versions.all())
    having = belongings_of(card.owner, (version.content for version in all_versions))
    for version in all_versions:
        then = Card(owner=card.owner, picture=card.picture, remixed_from=card.remixed_from)
        put(version.content, then, having)
        shown.append((version, face_of_card(then, request.language)))
    return render(request, "cards/workshop/versions.html", {"card": card, "versions": shown})


@require_POST
@costly()
def restore(request: SiteRequest, token: str, number: int) -> HttpResponse:
    card = queries.own_made_card(request.owner, token)
    services.restore_version(version=queries.version_of(card, number))
    messages.success(
        request, _("Version %(number)d restored. The previous state was saved as a version.") % {"number": number}
    )
    return redirect("cards:edit", token)


@require_POST
def keep(request: SiteRequest, token: str, number: int) -> HttpResponse:
    """Keeps a version for good, or lets it go the way of the others."""
    version = queries.version_of(queries.own_made_card(request.owner, token), number)
    try:
        history.keep(version=version, kept=request.POST.get("kept") == "yes")
    except history.TooManyKept:
        messages.error(request, workshop_text.too_many_kept())
    return redirect("cards:versions", token)


@require_POST
def visibility(request: SiteRequest, token: str) -> HttpResponse:
    """Says who may see a card."""
    card = queries.own_card(request.owner, token)
    back = redirect("cards:workshop") if request.POST.get("back") == "list" else redirect("cards:edit", token)
    wanted = request.POST.get("visibility", "")
    if wanted == Visibility.PUBLIC != card.visibility and not PUBLISHED.allows(request):
        messages.error(request, too_many_published())
        return back
    try:
        services.set_visibility(card=card, visibility=wanted)
    except ValueError:
        return HttpResponseBadRequest(_("Unknown visibility."))
    messages.success(request, f"{card.name}: {card.get_visibility_display()}")
    return back


@require_POST
def duplicate(request: SiteRequest, token: str) -> HttpResponse:
    card = queries.own_made_card(request.owner, token)
    return _copied(request, card, redirect("cards:workshop"))


@never_cache
@require_http_methods(["GET", "POST"])
def remix(request: SiteRequest, token: str) -> HttpResponse:
    """Begins a card of one's own with another's, after showing which; who made it is credited."""
    card = queries.readable_card(request.owner, token)
    if card.kind not in MAKEABLE:
        return redirect(card.get_absolute_url())
    if request.method == "POST":
        return _copied(request, card, redirect("cards:remix", token))
    tile = tiles_of([card], request.language)
    context = {"card": card, "tile": tile[0], "credit": services.credit_for(card)}
    return render(request, "cards/workshop/remix.html", context)


def _copied(request: SiteRequest, card: Card, back: HttpResponseRedirect) -> HttpResponse:
    if not NEW_CARDS.allows(request):
        messages.error(request, with_limit(request, workshop_text.too_often()))
        return back
    try:
        copy = services.copy_card(card=card, owner=get_or_create_owner(request), token=token_in(request))
    except QuotaExceeded:
        messages.error(request, workshop_text.too_many_cards())
        return back
    return redirect("cards:edit", copy.token)


@require_POST
def delete(request: SiteRequest, token: str) -> HttpResponse:
    """Throws a card away; the list offers to take it back."""
    services.delete_card(card=queries.own_card(request.owner, token))
    return HttpResponseRedirect(f"{redirect('cards:workshop').url}?deleted={token}")


@require_POST
def restore_card(request: SiteRequest, token: str) -> HttpResponse:
    card = queries.deleted_card(request.owner, token)
    services.restore_card(card=card)
    messages.success(request, _("%(name)s restored.") % {"name": card.name})
    return redirect("cards:workshop")


def _wants_json(request: SiteRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _seen(request: SiteRequest) -> int:
    """The revision that the editor has seen; what is none is older than all.

    A page that has made a card and does not know it yet, since the answer is still on its way, has seen the first one
    if it sends by itself. Somebody who sends a page once more is rather asked what is meant.
    """
    text = request.POST.get("revision", "")
    if not text and request.POST.get(FIELD) and _wants_json(request):
        return 1
    revision = whole_number(text, 9)
    return -1 if revision is None else revision
