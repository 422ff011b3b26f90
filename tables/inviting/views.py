"""The pictures that go along with invitations."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import conditional_page, require_safe

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards.texts import LANGUAGES
from tables.inviting.drawing import NoSuchTable, table_picture


@require_safe
@conditional_page
@costly(0.5)
def picture(_request: SiteRequest, name: str, language: str) -> HttpResponse:
    """The picture of a mode's table, or of that of a game without modes."""
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    try:
        content = table_picture(name, language)
    except NoSuchTable as unknown:
        raise Http404(str(unknown)) from unknown
    return HttpResponse(content, content_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
