"""Files of Clash of Magic Schools."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from cards.portraits import portrait_file
from games.schools.board.faces import ELEMENT_FACES, students_of
from games.schools.board.portraits import portraits_version


@require_safe
def portrait(request: SiteRequest, version: str, element: str, number: int) -> HttpResponse:
    """A Student's portrait."""
    students = students_of(element) if element in ELEMENT_FACES else ()
    if number >= len(students):
        raise Http404("no such Student")
    return portrait_file(students[number].markup, is_current=version == portraits_version())
