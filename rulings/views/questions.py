"""Readers ask, and find their answers."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.begun import token_in
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from board.walkthrough import Shown, show
from engine.decks.formats.notation import parse
from engine.kernel.errors import EngineError
from rulings import services
from rulings.forms import QuestionForm
from rulings.models import Question
from web.languages import current_language

MAX_BROUGHT: Final = 2000  # characters, as many as a question may have
QUESTIONS: Final = Limit("question", times=10, seconds=24 * 3600)


@require_http_methods(["GET", "POST"])
def questions(request: SiteRequest) -> HttpResponse:
    """One's own questions, and the form for another; ``?p=`` and ``?a=`` bring the position of a board, ``?text=``
    what a search didn't answer."""
    if request.method == "POST":
        form = QuestionForm(request.POST)
        if form.is_valid() and not QUESTIONS.allows(request):
            form.add_error(None, _("Too many questions today."))
        if form.is_valid():
            language = request.language
            question = services.ask(
                owner=get_or_create_owner(request), language=language, token=token_in(request), **form.cleaned_data
            )
            messages.success(request, _("Thanks. The answer will appear on this page."))
            return redirect(question)
    else:
        actions = request.GET.get("a", "").replace(";", "\n")
        text = request.GET.get("text", "")[:MAX_BROUGHT]
        form = QuestionForm(initial={"text": text, "position": request.GET.get("p", ""), "actions": actions})
    own_questions = Question.objects.owned_by(request.owner).prefetch_related("rulings")
    context = {"form": form, "questions": own_questions}
    return render(request, "rulings/questions/index.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET"])
def question(request: SiteRequest, token: str) -> HttpResponse:
    """A question of one's own and its answer; nobody else sees it."""
    question = _own(request, token)
    services.looked_at(question=question)
    shown = _shown(question)
    context = {"question": question, "shown": shown}
    return render(request, "rulings/questions/question.html", context)


@require_POST
def withdraw(request: SiteRequest, token: str) -> HttpResponse:
    services.withdraw(question=_own(request, token))
    messages.success(request, _("Question deleted."))
    return redirect("rulings:questions")


def _own(request: SiteRequest, token: str) -> Question:
    return get_object_or_404(Question.objects.owned_by(request.owner), token=token)


def _shown(question: Question) -> Shown | None:
    if not question.position:
        return None
    try:
        return show(parse(question.position), question.action_list, current_language())
    except EngineError:  # the rules may have changed since it was asked
        return None
