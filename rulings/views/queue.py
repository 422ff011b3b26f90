"""Editors answer readers: what waits, and one question with the engine's draft of an answer."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.budgets import costly
from accounts.requests import SiteRequest
from contract.registry import GAMES
from rulings import services
from rulings.models import Question
from rulings.questions.drafts import AnswerDraft, draft_of
from rulings.questions.forms import QuestionAnswerForm
from rulings.questions.showing import shown_of

PAGE_SIZE: Final = 20


@never_cache
@require_GET
def queue(request: SiteRequest) -> HttpResponse:
    """The questions that wait for an answer, those that most readers have first, then the oldest; with ``?all=1`` every
    question, the latest first."""
    _editors_only(request)
    shows_all = request.GET.get("all") == "1"
    asked = Question.objects.annotate(others=Count("also_asked")).order_by("-created", "-pk")
    if not shows_all:
        asked = asked.filter(status=Question.Status.OPEN).order_by("-others", "created", "pk")
    page = Paginator(asked, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "rulings/questions/queue.html", {"page": page, "shows_all": shows_all})


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def answer(request: SiteRequest, token: str) -> HttpResponse:
    """A question and the form for its answer; the button ``draft`` takes the engine's draft into it."""
    _editors_only(request)
    question = get_object_or_404(Question.objects.select_related("owner__user"), token=token)
    draft = draft_of(question)
    status = 200
    if request.method == "GET":
        form = QuestionAnswerForm(instance=question)
    elif "draft" in request.POST and draft is not None:
        form = QuestionAnswerForm.with_draft(question, draft, is_public="is_public" in request.POST)
    else:
        form = QuestionAnswerForm(request.POST, instance=question)
        if form.is_valid() and _kept(request, question, form):
            return redirect("rulings:queue")
        status = 400
    return _form(request, question, form, draft, status)


def _kept(request: SiteRequest, question: Question, form: QuestionAnswerForm) -> bool:
    """Does what a button of the form asks for; False, and said in the form, where somebody was quicker."""
    fresh = Question.objects.filter(pk=question.pk).first()  # the form has written into the other
    fields = form.cleaned_data
    try:
        if fresh is None:
            raise services.AnsweredMeanwhileError
        if "decline" in request.POST:
            services.decline(fresh, seen=fields["seen"])
            messages.success(request, _("Question closed."))
            return True
        services.answer(
            fresh,
            seen=fields["seen"],
            answer=fields["answer"],
            translated_answer=fields["translated_answer"],
            cites=fields["cites"],
            is_public=fields.get("is_public", False),
        )
    except services.AnsweredMeanwhileError:
        form.add_error(None, _("This question has changed meanwhile. Open it again before you save."))
        return False
    messages.success(request, _("Answer saved.") if fields["answer"] else _("Question saved."))
    return True


def _form(
    request: SiteRequest, question: Question, form: QuestionAnswerForm, draft: AnswerDraft | None, status: int
) -> HttpResponse:
    game = GAMES.get(question.game)
    context = {
        "form": form,
        "question": question,
        "shown": shown_of(question),
        "draft": draft,
        "draft_step": draft.steps[request.language] if draft is not None else "",
        "can_be_ruling": game is not None and game.editor is not None,
    }
    return render(request, "rulings/questions/answer.html", context, status=status)


def _editors_only(request: SiteRequest) -> None:
    if not request.user.has_perm("rulings.change_question"):
        raise Http404("editors only")
