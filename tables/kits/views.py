"""The pages from which the other games are printed whole."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.budgets import check_jobs, costly
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.printing.printer import usual_options
from cards.printing.services import TooManyJobs
from contract.registry import GAMES
from tables.kits.options import KitForm
from tables.kits.works import ask, kit_of


@require_http_methods(["GET", "POST"])
@costly()
def kit(request: SiteRequest, name: str) -> HttpResponse:
    """What a game to print consists of, and the form that has it drawn."""
    try:
        kit = kit_of(name)
    except KeyError:
        raise Http404("no such kit") from None
    usual = usual_options(request)
    form = KitForm(kit, request.POST if request.method == "POST" else None, usual)
    if form.is_bound and form.is_valid():
        try:
            check_jobs()
            job = ask(get_or_create_owner(request), kit, form.options, form.parts)
            return redirect("cards:print_job", job.token)
        except TooManyJobs:
            messages.error(request, _("You already have several unfinished print jobs. Wait for one, or cancel it."))
            return redirect("kits:kit", name)
    context = {"kit": kit, "contents": kit.contents(), "form": form, "pages": GAMES[name].faces}
    return render(request, "play/kits/kit.html", context, status=422 if form.is_bound else 200)
