"""The pictures that go along with links to the rules."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import conditional_page, require_safe

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards.texts import LANGUAGES, MissingText
from rulings.pictures.drawing import rule_picture


@require_safe
@conditional_page
@costly(0.5)
def picture(_request: SiteRequest, kind: str, identifier: str, language: str) -> HttpResponse:
    """The picture of a ruling, ability, example, cell, paragraph or term."""
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    try:
        content = rule_picture(kind, identifier, language)
    except MissingText as missing:
        raise Http404(str(missing)) from missing
    return HttpResponse(content, content_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
