"""Changing a set of one's own."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import SiteRequest
from cards.models import CardSet
from cards.workshop.requests import SAVED_SETS
from cards.workshop.set_form import save_set, set_form


@never_cache
@require_http_methods(["GET", "POST"])
def edit_set(request: SiteRequest, slug: str) -> HttpResponse:
    """The words, colour and symbol of a set of one's own."""
    card_set = get_object_or_404(CardSet.objects.owned_by(request.owner), slug=slug)
    form = set_form(card_set, request.POST if request.method == "POST" else None)
    if form.is_bound and not SAVED_SETS.allows(request):
        form.add_error(None, _("Too many requests."))
    if form.is_valid():
        save_set(card_set=card_set, form=form)
        messages.success(request, _("“%(name)s” saved.") % {"name": card_set.name})
        return HttpResponseRedirect(card_set.get_absolute_url())
    context = {"form": form, "card_set": card_set}
    return render(request, "cards/workshop/set.html", context, status=422 if form.is_bound else 200)
