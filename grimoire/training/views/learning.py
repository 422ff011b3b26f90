"""The page that teaches an ability by three puzzles."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards.abilities import ability_name
from cards.icons import icon_of_ability
from grimoire.training.learning import learning, lessons_of


@require_GET
@costly()
def learn(request: SiteRequest, slug: str) -> HttpResponse:
    if slug not in learning():
        raise Http404(f"no ability {slug}")
    name = ability_name(slug, request.language)
    context = {
        "name": name,
        "icon": icon_of_ability(slug),
        "address": reverse("rulings:ability", args=[slug]),
        "about": _("Three puzzles to learn %(ability)s: alone, with another ability, and against its grain.")
        % {"ability": name},
        "lessons": lessons_of(slug, request.owner, request.language),
    }
    return render(request, "grimoire/training/learn.html", context)
