"""The lists of open challenges. A challenge itself is shown and solved as any page is."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from grimoire.challenges.pages import challenge_list


@require_GET
@costly()
def challenges(request: SiteRequest) -> HttpResponse:
    kind, number = request.GET.get("kind", ""), request.GET.get("page", "1")
    listed = challenge_list(kind, number, request.owner, request.language)
    return render(request, "grimoire/challenges/index.html", {"listed": listed})
