"""Saying something at the table."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from tables.phrases.services import say
from tables.viewers import find_viewer
from web.refusals import RequestRefused


@require_POST
def speak(request: SiteRequest, token: str) -> HttpResponse:
    """Says a phrase; the page's script gets what went wrong in words, nothing else."""
    problem = ""
    try:
        check_rate(request)
        say(find_viewer(token, None, request.owner, request.POST.get("seat", "")), request.POST.get("phrase", ""))
    except RequestRefused as refusal:
        if refusal.status == 404:
            raise Http404("no such game, or not for this viewer") from None
        problem = _refusal_words(refusal.code)
    if request.htmx:
        return HttpResponse(problem, content_type="text/plain; charset=utf-8")
    if problem:
        messages.error(request, problem)
    return redirect("play:game", token=token)


def _refusal_words(code: str) -> str:
    if code == "too-many-requests":
        return _("Too fast. Wait a moment.")
    if code == "no-seat":
        return _("Only players can send messages.")
    return _("That message isn't allowed here.")
