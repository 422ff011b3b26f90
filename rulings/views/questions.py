"""Readers ask, find their answers, and read what others have asked."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, F
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import token_in
from accounts.budgets import costly
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from contract.questions import BadPositionError
from contract.registry import GAMES
from rulings import services
from rulings.models import Question
from rulings.questions.forms import QuestionForm, askable_games, game_named
from rulings.questions.sharing import share as share_question
from rulings.questions.sharing import sharing_of, unshare
from rulings.questions.showing import shown_of
from rulings.questions.similar import similar_rulings
from rulings.questions.telling import can_be_told

MAX_BROUGHT: Final = 2000  # characters, as many as a question may have
PAGE_SIZE: Final = 20
SHARED: Final = Limit("question-too", times=60, seconds=3600)
QUESTIONS: Final = Limit("question", times=10, seconds=24 * 3600)


@require_http_methods(["GET", "POST"])
@costly()
def questions(request: SiteRequest) -> HttpResponse:
    """One's own questions, and the form for another; ``?game=``, ``?p=`` and ``?a=`` bring the position of a board,
    ``?text=`` what a search didn't answer. The button ``look`` shows similar rulings and keeps nothing."""
    looks = request.method == "POST" and "look" in request.POST
    if request.method == "POST":
        form = QuestionForm(request.POST, owner=request.owner)
        if not looks and form.is_valid() and not QUESTIONS.allows(request):
            form.add_error(None, _("Too many questions today."))
        if not looks and form.is_valid():
            question = services.ask(
                owner=get_or_create_owner(request),
                language=request.language,
                origin=request.build_absolute_uri("/").rstrip("/"),
                token=token_in(request),
                **form.cleaned_data,
            )
            messages.success(request, _("Thanks. The answer will appear on this page."))
            return redirect(question)
        if looks:
            form.only_look()
    else:
        form = QuestionForm(initial=_brought(request), owner=request.owner)
    game = game_named(form["game"].value() or "")
    context = {
        "form": form,
        "game": GAMES[game],
        "similar": similar_rulings((form["text"].value() or "")[:MAX_BROUGHT], game, request.language),
        "questions": Question.objects.owned_by(request.owner).prefetch_related("rulings"),
        "fills_in": request.GET.get("hidden") == "1",
    }
    failed = request.method == "POST" and not looks
    return render(request, "rulings/questions/index.html", context, status=400 if failed else 200)


def _brought(request: SiteRequest) -> dict[str, Any]:
    """The fields of the form as an address fills them in."""
    name = game_named(request.GET.get("game", ""))
    position = request.GET.get("p", "")
    actions = [line for line in request.GET.get("a", "").split(";") if line]
    try:
        line, its_own = askable_games()[name].read(position)
        position, actions = line, actions or list(its_own)
    except BadPositionError:
        pass  # the form complains of it once it is sent
    text = request.GET.get("text", "")[:MAX_BROUGHT]
    return {
        **({"text": text} if text else {}),
        "game": name,
        "position": position,
        "actions": "\n".join(actions),
        "may_be_public": request.GET.get("hidden") != "1",  # what one seat alone knows of a game that is played
        "is_told": True,
    }


@require_GET
@costly()
def similar(request: SiteRequest) -> HttpResponse:
    """What the rules say to a question that is being written: a part of the form's page."""
    text = request.GET.get("text", "")[:MAX_BROUGHT]
    game = game_named(request.GET.get("game", ""))
    context = {"similar": similar_rulings(text, game, request.language), "game": GAMES[game]}
    return render(request, "rulings/questions/_similar.html", context)


@require_GET
def public(request: SiteRequest) -> HttpResponse:
    """The questions that everybody may read, the latest answers first; ``?game=`` for one game alone."""
    chosen = request.GET.get("game", "")
    asked = Question.objects.published().select_related("owner__user").annotate(others=Count("also_asked"))
    if chosen in GAMES:
        asked = asked.filter(game=chosen)
    asked = asked.order_by(F("answered_at").desc(nulls_last=True), "-created", "-pk")
    page = Paginator(asked, PAGE_SIZE).get_page(request.GET.get("page"))
    rows = [(question, question.answer_in(request.language)) for question in page]
    games = [("", _("All")), *((name, GAMES[name].title) for name in askable_games())]
    context = {"page": page, "rows": rows, "games": games, "chosen": chosen if chosen in GAMES else ""}
    return render(request, "rulings/questions/public.html", context)


@never_cache
@require_GET
@costly()
def question(request: SiteRequest, token: str) -> HttpResponse:
    """A question and its answer: one's own, or one that everybody may read."""
    asked = Question.objects.readable_by(request.owner).select_related("owner__user")
    question = get_object_or_404(asked, token=token)
    is_own = question.is_owned_by(request.owner)
    services.looked_at(question=question, owner=request.owner)
    context = {"question": question, "is_own": is_own, "shown": shown_of(question)}
    context |= {"sharing": sharing_of(question, request.owner), "can_be_told": can_be_told(request.owner)}
    context["answer"], context["answer_language"] = question.answer_in(request.language)
    return render(request, "rulings/questions/question.html", context)


@require_POST
@costly()
def share(request: SiteRequest, token: str) -> HttpResponse:
    """Says that one has another's public question too, or with ``not`` that one has it no longer."""
    question = get_object_or_404(Question.objects.published(), token=token)
    if question.is_owned_by(request.owner):
        raise Http404("one's own question")
    if "not" in request.POST and request.owner is not None:
        unshare(question=question, owner=request.owner)
    elif SHARED.allows(request):
        share_question(
            question=question,
            owner=get_or_create_owner(request),
            language=request.language,
            origin=request.build_absolute_uri("/").rstrip("/"),
            is_told="is_told" in request.POST,
        )
    return redirect(question)


@require_POST
def make_private(request: SiteRequest, token: str) -> HttpResponse:
    question = get_object_or_404(Question.objects.owned_by(request.owner), token=token)
    services.make_private(question=question)
    messages.success(request, _("Only you and the editors can read this."))
    return redirect(question)


@require_POST
def withdraw(request: SiteRequest, token: str) -> HttpResponse:
    services.withdraw(question=get_object_or_404(Question.objects.owned_by(request.owner), token=token))
    messages.success(request, _("Question deleted."))
    return redirect("rulings:questions")
