"""Answers that several of an author's views give."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from accounts.requests import SiteRequest
from grimoire.authoring import services
from grimoire.authoring.authoring_text import frozen_text
from grimoire.authoring.contexts import edit_context
from grimoire.authoring.forms import PuzzleForm
from grimoire.community.embedding import origin_of
from grimoire.models import Puzzle

View = Callable[[SiteRequest, str], HttpResponse]


def unless_frozen(view: View) -> View:
    """Leads whoever changes a puzzle that stays as it is back to its page, and says why."""

    @wraps(view)
    def shown(request: SiteRequest, token: str) -> HttpResponse:
        try:
            return view(request, token)
        except services.Frozen:
            if request.headers.get("accept") == "application/json":
                return JsonResponse({"problems": {"title": frozen_text()}})
            messages.error(request, frozen_text())
            return redirect("grimoire:edit_puzzle", token)

    return shown


def edit_response(
    request: SiteRequest,
    puzzle: Puzzle,
    form: PuzzleForm,
    *,
    conflict: Puzzle | None = None,
    visibility: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page on which an author works, with a form as it was sent."""
    context = edit_context(puzzle, request.owner, form, origin_of(request), conflict, visibility)
    return render(request, "grimoire/authoring/edit.html", context, status=status)
