"""The rulings, to be looked up by their numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All rulings on one page."""
    return render(request, "rulings/index.html")
