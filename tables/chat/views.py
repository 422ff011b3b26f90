"""Writing at a table, reading what is new there, and whom one does not read."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import Limit
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from tables.chat.forms import ChatForm
from tables.chat.services import MAX_LINES, chat_of, mute, switch, write
from tables.viewers import Viewer, get_viewer_or_404
from web.refusals import RequestRefused

WRITING: Final = Limit("chat", times=30, seconds=300)
SWITCHES: Final = {"on": True, "off": False}


@never_cache
@require_http_methods(["GET", "POST"])
def chat(request: SiteRequest, token: str) -> HttpResponse:
    """The chat of a table, as its part of the page; the forms write, switch it on and off, mute and unmute."""
    viewer = get_viewer_or_404(token, None, request.owner, request.POST.get("seat", request.GET.get("seat", "")))
    problem = ""
    if request.method == "POST":
        try:
            check_rate(request)
            problem = _post(request, viewer)
        except RequestRefused as refusal:
            problem = _refusal_words(refusal.code)
    text = request.POST.get("text", "")[:1000] if problem else ""
    view = chat_of(viewer, problem, text)
    if request.htmx:
        return render(request, "play/table/_chat.html", {"chat": view, "game": viewer.game, "viewer": viewer})
    if view is None and request.method == "GET":
        raise Http404("no chat for this viewer")
    if problem:
        messages.error(request, problem)
    return redirect(f"{viewer.game.get_absolute_url()}#chat")


def _post(request: SiteRequest, viewer: Viewer) -> str:
    """Does what a form asks for; what is wrong with it, in words. Raises ``RequestRefused``."""
    sent = request.POST
    if sent.get("switch", "") in SWITCHES:
        switch(viewer, is_on=SWITCHES[sent["switch"]])
    elif "mute" in sent or "unmute" in sent:
        mute(viewer, sent.get("mute") or sent.get("unmute", ""), is_muted="mute" in sent)
    else:
        form = ChatForm(sent)
        if not form.is_valid():
            return str(next(iter(form.errors["text"])))
        if settings.LIMITS and not WRITING.allows(request):
            return _("%(times)d messages in 5 minutes at most. Wait a moment.") % {"times": WRITING.times}
        write(viewer, form.cleaned_data["text"])
    return ""


def _refusal_words(code: str) -> str:
    words = {
        "chat-secret": _("This link gives your seat away. Don't share it."),
        "chat-full": _("This chat is full: %(limit)d messages.") % {"limit": MAX_LINES},
        "no-chat": _("The chat is off."),
        "no-seat": _("Only players can send messages."),
        "not-your-table": _("Only the player who made a private table turns the chat on."),
        "too-many-requests": _("Too many requests. Try again later."),
        "too-many-relations": _("You've muted too many players."),
    }
    return words.get(code, _("That isn't possible here."))
