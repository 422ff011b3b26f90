"""Editors write rulings: the words, the position and what is done in it, and what has to come of it."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.budgets import costly
from accounts.requests import SiteRequest
from board.queries import NoSuchPosition
from board.walkthrough import Shown, show
from contract.registry import GAMES, default_game
from engine.decks.formats.notation import parse
from engine.kernel.errors import EngineError
from rulings import services
from rulings.forms import AnswerForm, lines_of
from rulings.models import EditorialRuling, Question
from rulings.offering import brought
from web.languages import current_language

UNDO: Final = "undo"  # what is sent in place of an action to take the last one back


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def new(request: SiteRequest) -> HttpResponse:
    """A new ruling; ``?question=`` brings a reader's question, ``?p=`` and ``?a=`` the position of a board."""
    _editors_only(request, "add")
    question = _asked(request)
    start: dict[str, Any] = _of_address(request)
    if question is not None:
        start = {"position": question.position, "actions": question.actions}
    form = AnswerForm(_sent(request), initial=start)
    return _form(request, form, question)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def change(request: SiteRequest, identifier: str) -> HttpResponse:
    """A ruling that editors gave, to be changed or translated."""
    _editors_only(request, "change")
    row = get_object_or_404(EditorialRuling, pk=identifier)
    return _form(request, AnswerForm(_sent(request), instance=row), row.question)


def _form(request: SiteRequest, form: AnswerForm, question: Question | None) -> HttpResponse:
    looked = request.method == "POST" and bool({"look", "play"} & set(request.POST))
    if request.method == "POST" and not looked and form.is_valid():
        row = services.give(form.save(commit=False), question)
        messages.success(request, _("Ruling published."))
        return redirect(row)
    if looked:
        form.only_look()
    editor = default_game().editor
    context = {
        "form": form,
        "asked": question,
        "shown": _shown(form),
        "desk": editor and editor(request, form["position"].value() or ""),
        "undo": UNDO,
    }
    failed = request.method == "POST" and not looked
    return render(request, "rulings/questions/edit.html", context, status=400 if failed else 200)


def _of_address(request: SiteRequest) -> dict[str, str]:
    """The position and the actions that the board's address brought; what is wrong there is said by the form."""
    if "p" not in request.GET:
        return {}
    try:
        position, actions = brought(request.get_full_path())
    except NoSuchPosition:
        return {"position": request.GET["p"]}
    return {"position": position, "actions": "\n".join(actions)}


def _sent(request: SiteRequest) -> QueryDict | None:
    """What was typed; an address in place of a position is read, and an action that was pressed is added."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    try:
        data["position"], actions = brought(data.get("position", ""))
    except NoSuchPosition:
        return data  # which the form complains of
    lines = list(actions) or lines_of(data.get("actions", ""))
    if pressed := data.get("play", ""):
        lines = lines[:-1] if pressed == UNDO else [*lines, pressed]
    data["actions"] = "\n".join(lines)
    return data


def _shown(form: AnswerForm) -> Shown | None:
    if not form.found:
        return None
    try:
        return show(parse(form["position"].value()), form.lines_of_actions(), current_language())
    except EngineError:
        return None


def _asked(request: SiteRequest) -> Question | None:
    token = request.GET.get("question", "")
    question = get_object_or_404(Question, token=token) if token else None
    if question is not None and (question.game not in GAMES or GAMES[question.game].editor is None):
        raise Http404("rulings of this game are not written here")
    return question


def _editors_only(request: SiteRequest, permission: str) -> None:
    if not request.user.has_perm(f"rulings.{permission}_editorialruling"):
        raise Http404("editors only")
