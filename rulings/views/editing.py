"""Editors write rulings: the words, the position and what is done in it, and what has to come of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from board.walkthrough import Shown, show
from config.languages import current_language
from engine.decks.formats.notation import parse
from engine.kernel.errors import EngineError
from rulings import services
from rulings.forms import AnswerForm
from rulings.models import EditorialRuling, Question


@never_cache
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new ruling; ``?question=`` brings a reader's question, ``?p=`` and ``?a=`` the position of a board."""
    _editors_only(request, "add")
    asked = _asked(request)
    start: dict[str, Any] = {
        "position": request.GET.get("p", ""),
        "actions": request.GET.get("a", "").replace(";", "\n"),
    }
    if asked is not None:
        start = {"position": asked.position, "actions": asked.actions}
    form = AnswerForm(request.POST or None, initial=start)
    return _form(request, form, asked)


@never_cache
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, identifier: str) -> HttpResponse:
    """A ruling that editors gave, to be changed or translated."""
    _editors_only(request, "change")
    row = get_object_or_404(EditorialRuling, pk=identifier)
    return _form(request, AnswerForm(request.POST or None, instance=row), row.question)


def _form(request: HttpRequest, form: AnswerForm, asked: Question | None) -> HttpResponse:
    if request.method == "POST" and "look" not in request.POST and form.is_valid():
        row = services.give(form.save(commit=False), asked)
        messages.success(request, _("The ruling is given."))
        return redirect(row)
    looked = request.method == "POST" and "look" in request.POST
    shown = _shown(form)
    context = {"form": form, "asked": asked, "shown": shown, "looked": looked}
    failed = request.method == "POST" and not looked
    return render(request, "rulings/questions/edit.html", context, status=400 if failed else 200)


def _shown(form: AnswerForm) -> Shown | None:
    if not form.found:
        return None
    try:
        return show(parse(form["position"].value()), form.lines_of_actions(), current_language())
    except EngineError:
        return None


def _asked(request: HttpRequest) -> Question | None:
    token = request.GET.get("question", "")
    return get_object_or_404(Question, token=token) if token else None


def _editors_only(request: HttpRequest, permission: str) -> None:
    if not request.user.has_perm(f"rulings.{permission}_editorialruling"):
        raise Http404("editors only")
