"""Files of Clash of Magic Schools."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from games.schools.board.faces import ELEMENT_FACES, students_of
from games.schools.board.portraits import portrait_file, portraits_version

FOR_GOOD: Final = "public, max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=60"  # a page from before a deploy names what there is no more


@require_safe
def portrait(request: SiteRequest, version: str, element: str, number: int) -> HttpResponse:
    """A Student's portrait."""
    students = students_of(element) if element in ELEMENT_FACES else ()
    if number >= len(students):
        raise Http404("no such Student")
    response = HttpResponse(portrait_file(students[number].markup), content_type="image/svg+xml")
    response["Cache-Control"] = FOR_GOOD if version == portraits_version() else FOR_NOW
    response["X-Content-Type-Options"] = "nosniff"
    return response
