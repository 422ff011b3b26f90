"""The days off that somebody takes from games by post."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from accounts.budgets import costly
from accounts.models import Owner
from accounts.requests import SiteRequest
from tables import days_off
from web.refusals import RequestRefused


class DayOffForm(forms.Form):
    """A day."""

    day = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}))


def days_off_context(owner: Owner | None) -> dict[str, Any]:
    """What the page of one's games shows of days off: nothing to guests."""
    if owner is None or owner.user_id is None:
        return {}
    now = days_off.today()
    taken = [(day_off.day, day_off.day > now) for day_off in days_off.days_off(owner)]
    left = days_off.left_in(owner, now.year)
    words = ngettext("%(n)d day off left in %(year)s.", "%(n)d days off left in %(year)s.", left)
    return {"days_off": taken, "day_form": DayOffForm(), "days_left": words % {"n": left, "year": now.year}}


@require_POST
@costly()
def take(request: SiteRequest) -> HttpResponse:
    """Takes a day off, or gives one back."""
    owner, form = request.owner, DayOffForm(request.POST)
    if owner is None or not form.is_valid():
        messages.error(request, _("Choose a day from today on, at most a year ahead."))
        return redirect("play:mine")
    day = form.cleaned_data["day"]
    if request.POST.get("what") == "remove":
        days_off.remove(owner, day)
        return redirect("play:mine")
    try:
        days_off.add(owner, day)
    except RequestRefused:
        messages.error(
            request,
            _("Choose a day from today on, at most a year ahead.")
            if owner.user_id is None or days_off.left_in(owner, day.year)
            else _("%(n)d days off a year. You've taken them all.") % {"n": days_off.PER_YEAR},
        )
    return redirect("play:mine")
