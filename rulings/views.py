"""The rulings, to be looked up by their numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from rulings.queries import abilities, parts


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All abilities and all rulings on one page, each at an anchor of its own."""
    language = get_language() or "en"
    all_abilities = abilities(language)
    context = {
        "abilities": all_abilities,
        "icons": [ability.icon for ability in all_abilities],
        "parts": parts(language),
    }
    return render(request, "rulings/index.html", context)
