"""What becomes of an author's drafts: publishing, listing, deleting."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.budgets import costly
from accounts.requests import SiteRequest
from accounts.revisions import StaleRevision
from engine.kernel.numbers import whole_number
from grimoire import departing
from grimoire.authoring import queries, services
from grimoire.authoring.authoring_text import missing_text
from grimoire.authoring.forms import PublishForm, PuzzleForm
from grimoire.authoring.responses import edit_response, unless_frozen
from grimoire.models import Puzzle


@require_POST
@costly()
@unless_frozen
def publish(request: SiteRequest, token: str) -> HttpResponse:
    """Makes a draft a page of the Grimoire, if all is well with it, with the text as it is sent along."""
    puzzle = queries.own_puzzle(request.owner, token)
    publish_form = PublishForm(request.POST)
    visibility = publish_form.cleaned_data["visibility"] if publish_form.is_valid() else "public"
    form = PuzzleForm(request.POST, puzzle=puzzle, language=request.language) if "title" in request.POST else None
    if form is not None and not form.is_valid():
        messages.error(request, _("Not published: fix the marked fields. Your text is kept."))
        return edit_response(request, puzzle, form, visibility=visibility, status=422)
    content = {} if form is None else form.content()
    seen = whole_number(request.POST.get("revision", ""), 7)
    try:
        try:
            as_challenge = request.POST.get("action") == "challenge"
            services.publish(
                puzzle=puzzle, visibility=visibility, content=content, seen=seen, as_challenge=as_challenge
            )
            messages.success(request, _("Published."))
        except services.NotReady as refused:
            services.save(puzzle=puzzle, content=content, seen=seen)
            for reason in refused.reasons:
                messages.error(request, missing_text(reason))
    except StaleRevision as stale:
        assert isinstance(stale.current, Puzzle) and form is not None
        return edit_response(request, puzzle, form, conflict=stale.current, visibility=visibility, status=409)
    return redirect("grimoire:edit_puzzle", token)


@require_POST
@costly()
def unpublish(request: SiteRequest, token: str) -> HttpResponse:
    puzzle = queries.own_puzzle(request.owner, token)
    services.unpublish(puzzle=puzzle)
    messages.success(request, _("Withdrawn: only you can see it now."))
    return redirect("grimoire:edit_puzzle", token)


@require_POST
@costly()
def close_challenge(request: SiteRequest, token: str) -> HttpResponse:
    """Ends the hunt on an open challenge."""
    services.close_challenge(puzzle=queries.own_puzzle(request.owner, token))
    messages.success(request, _("Closed. The page stays, with what was found."))
    return redirect("grimoire:edit_puzzle", token)


@require_POST
def visibility(request: SiteRequest, token: str) -> HttpResponse:
    """Lists a published page, or takes it off the lists."""
    puzzle = queries.own_puzzle(request.owner, token)
    form = PublishForm(request.POST)
    if form.is_valid():
        with suppress(ValueError):  # a draft, perhaps since this moment: nobody but its author sees it
            services.change_visibility(puzzle=puzzle, visibility=form.cleaned_data["visibility"])
            messages.success(request, _("Saved."))
    return redirect("grimoire:edit_puzzle", token)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
@unless_frozen
def delete(request: SiteRequest, token: str) -> HttpResponse:
    """Throws a page away, after asking."""
    puzzle = queries.own_puzzle(request.owner, token)
    if request.method == "POST":
        title = puzzle.heading
        services.delete(puzzle=puzzle)
        messages.success(request, _("“%(title)s” deleted.") % {"title": title})
        return redirect("grimoire:drafts")
    return render(request, "grimoire/authoring/delete.html", {"puzzle": puzzle, **queries.left_by_others(puzzle)})


@require_POST
def restore(request: SiteRequest, kind: str, address: str) -> HttpResponse:
    """Has back a page or a book that one has deleted."""
    left = get_object_or_404(departing.deleted_by(request.owner), kind=kind, address=address)
    thing = departing.restore(left=left)
    if thing is None:
        raise Http404("it is gone")
    messages.success(request, _("“%(title)s” restored.") % {"title": thing.heading})
    return redirect("grimoire:edit_puzzle" if isinstance(thing, Puzzle) else "grimoire:edit_book", thing.token)
