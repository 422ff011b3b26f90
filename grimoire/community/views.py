"""Favourites, votes and comments of a page, and what stands below it as a fragment."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.models import Owner
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from grimoire.community import contexts, queries, services
from grimoire.community.forms import CommentForm, FavouriteForm, OpinionForm, VoteForm
from grimoire.community.opinions import choices_for, set_opinion
from grimoire.gate import Gate, Sealed, gate_for
from grimoire.models import Puzzle
from grimoire.models.community import COMMENT_LENGTH

OPINIONS: Final = Limit("opinion", times=200, seconds=3600)
COMMENTS: Final = Limit("comment", times=20, seconds=3600)
KEEPING_LIMIT: Final = Limit("kept-comment", times=10, seconds=3600)  # each may begin a session
KEPT_FOR: Final = 24 * 3600  # seconds that a text waits for somebody to sign in
PER_PAGE: Final = 100


@never_cache
@require_GET
@costly()
def below(request: SiteRequest, token: str) -> HttpResponse:
    """The part below a page, for when the gate has opened meanwhile."""
    owner = request.owner
    puzzle = queries.page_for(owner, token)
    return _answer(request, puzzle, owner, gate_for(puzzle, owner))


@require_POST
@costly()
def favourite(request: SiteRequest, token: str) -> HttpResponse:
    """Makes a page a favourite, or no longer one."""
    puzzle = queries.page_for(request.owner, token)
    form = FavouriteForm(request.POST)
    if not form.is_valid():
        return _refused(request, puzzle, _("Invalid request."), 400)
    if not OPINIONS.allows(request):
        return _refused(request, puzzle, _("Too many requests."), 429)
    owner = get_or_create_owner(request)
    services.set_favourite(owner=owner, puzzle=puzzle, wanted=form.cleaned_data["wanted"])
    return _answer(request, puzzle, owner, gate_for(puzzle, owner))


@require_POST
@costly()
def vote(request: SiteRequest, token: str) -> HttpResponse:
    """Votes for or against a page, or takes the vote back."""
    owner = request.owner
    puzzle = queries.page_for(owner, token)
    form = VoteForm(request.POST)
    if not form.is_valid():
        return _refused(request, puzzle, _("Invalid request."), 400)
    gate = gate_for(puzzle, owner)
    if not OPINIONS.allows(request):
        return _refused(request, puzzle, _("Too many requests."), 429)
    try:
        services.set_vote(
            owner=get_or_create_owner(request), puzzle=puzzle, gate=gate, value=form.cleaned_data["value"]
        )
    except Sealed:
        return _refused(request, puzzle, _("Solve the puzzle, or see its solution, to vote."), 403)
    except services.OwnPage:
        return _refused(request, puzzle, _("You can't vote on your own puzzle."), 403)
    puzzle.refresh_from_db(fields=["score"])
    return _answer(request, puzzle, owner, gate)


@require_POST
@costly()
def opinion(request: SiteRequest, token: str) -> HttpResponse:
    """Says how hard a page is for its level, and what it is about."""
    owner = request.owner
    puzzle = queries.page_for(owner, token)
    form = OpinionForm(request.POST, choices=choices_for(puzzle, request.language))
    if not form.is_valid():
        return _refused(request, puzzle, _("Invalid request."), 400)
    gate = gate_for(puzzle, owner)
    if not OPINIONS.allows(request):
        return _refused(request, puzzle, _("Too many requests."), 429)
    try:
        set_opinion(owner=get_or_create_owner(request), puzzle=puzzle, gate=gate, **form.cleaned_data)
    except Sealed:
        return _refused(request, puzzle, _("Solve the puzzle, or see its solution, to vote."), 403)
    except services.OwnPage:
        return _refused(request, puzzle, _("You can't vote on your own puzzle."), 403)
    return _answer(request, puzzle, owner, gate)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def comment(request: SiteRequest, token: str) -> HttpResponse:
    """All comments on a page; by POST, adds one. Whoever has to sign in first finds the text again afterwards."""
    owner = request.owner
    puzzle = queries.page_for(owner, token)
    gate = gate_for(puzzle, owner)
    if request.method == "GET":
        return _comments(
            request,
            puzzle,
            owner,
            gate,
            CommentForm(
                initial={"text": contexts.kept_text(request, puzzle), "reply_to": request.GET.get("reply", "")[:16]}
            ),
        )
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _comments(request, puzzle, owner, gate, form, status=400)
    if not request.user.is_authenticated and KEEPING_LIMIT.allows(request):
        return _sign_in(request, puzzle, form)
    if not request.user.is_authenticated:
        form.add_error(None, _("Sign in to comment. Your text stays here."))
        return _comments(request, puzzle, owner, gate, form, status=429)
    if not gate.is_open:
        form.add_error(None, _("Solve the puzzle, or see its solution, to comment."))
        return _comments(request, puzzle, owner, gate, form, status=403)
    if not COMMENTS.allows(request):
        form.add_error(None, _("Too many comments. Your text stays here."))
        return _comments(request, puzzle, owner, gate, form, status=429)
    added = services.add_comment(
        owner=get_or_create_owner(request),
        puzzle=puzzle,
        gate=gate,
        text=form.cleaned_data["text"],
        reply_to=queries.comment_to_answer(puzzle, form.cleaned_data["reply_to"]),
    )
    request.session.pop(contexts.KEPT_TEXT, None)
    return _answer(request, puzzle, request.owner, gate, anchor=f"comment-{added.token}")


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def edit_comment(request: SiteRequest, token: str, comment_token: str) -> HttpResponse:
    """Changes one's own comment."""
    owner = request.owner
    puzzle = queries.page_for(owner, token)
    comment = queries.own_comment(puzzle, owner, comment_token)
    form = CommentForm(request.POST if request.method == "POST" else None, initial={"text": comment.text})
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid() and COMMENTS.allows(request):
            services.edit_comment(comment=comment, text=form.cleaned_data["text"])
            return redirect(comment.get_absolute_url())
        if not form.errors:
            form.add_error(None, _("Too many comments. Your text stays here."))
            status = 429
    context = {"puzzle": puzzle, "comment": comment, "form": form}
    return render(request, "grimoire/community/edit_comment.html", context, status=status)


@require_POST
@costly()
def delete_comment(request: SiteRequest, token: str, comment_token: str) -> HttpResponse:
    owner = request.owner
    puzzle = queries.page_for(owner, token)
    services.delete_comment(comment=queries.own_comment(puzzle, owner, comment_token))
    return _answer(request, puzzle, owner, gate_for(puzzle, owner), anchor="comments")


def _answer(
    request: SiteRequest, puzzle: Puzzle, owner: Owner | None, gate: Gate, anchor: str = "readers"
) -> HttpResponse:
    """The changed part below the page for the script, else the page itself."""
    if request.htmx:
        context = contexts.live(puzzle, owner, gate, request)
        return render(request, "grimoire/community/_live.html", context)
    return redirect(f"{puzzle.get_absolute_url()}#{anchor}")


def _refused(request: SiteRequest, puzzle: Puzzle, why: str, status: int) -> HttpResponse:
    return render(request, "grimoire/community/refused.html", {"puzzle": puzzle, "why": why}, status=status)


def _comments(
    request: SiteRequest, puzzle: Puzzle, owner: Owner | None, gate: Gate, form: CommentForm, status: int = 200
) -> HttpResponse:
    """The page of all comments; before the gate opens the form alone, with what was typed."""
    context: dict[str, Any] = {
        "puzzle": puzzle,
        "form": form,
        "is_open": gate.is_open,
        "length": COMMENT_LENGTH,
    }
    if gate.is_open:
        pages = Paginator(queries.comments_on(puzzle, owner, gate), PER_PAGE)
        page = pages.get_page(request.GET.get("page", pages.num_pages))
        context["answered"] = queries.comment_to_answer(puzzle, str(form["reply_to"].value() or ""))
        context |= {"page": page, "comments": contexts.comment_rows(page.object_list, puzzle, owner, request.language)}
    return render(request, "grimoire/community/comments.html", context, status=status)


def _sign_in(request: SiteRequest, puzzle: Puzzle, form: CommentForm) -> HttpResponse:
    """Keeps the text in the session, which outlives signing in, and leads there and back."""
    if request.session.session_key is None:
        request.session.set_expiry(KEPT_FOR)  # for the text alone; who signs in has a session as long as any other
    request.session[contexts.KEPT_TEXT] = [puzzle.token, form.cleaned_data["text"]]
    messages.info(request, _("Sign in or sign up to comment. Your text is kept."))
    back = resolve_url("grimoire:comment", puzzle.token)
    address = f"{resolve_url('account_login')}?{urlencode({'next': back})}"
    # A redirect that the script follows would not fit below the page, which would then be sent once more as a form.
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
