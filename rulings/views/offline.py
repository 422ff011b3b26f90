"""What answers questions without a network: a page that a browser keeps, and the data that it searches."""

from __future__ import annotations

import json
from functools import lru_cache

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from rulings.desk import KINDS
from rulings.editorial import answers
from rulings.offline import search_pages
from rulings.offline_search import search_data
from rulings.searching import RuleEntry


@require_GET
@conditional_page
def found(request: SiteRequest) -> HttpResponse:
    """Stands at the address of a search that cannot reach the site; its script finds the answer in what is kept."""
    return render(request, "rulings/offline.html", {"data": search_pages(), "kinds": KINDS})


@require_GET
@conditional_page
@costly()
def data(request: SiteRequest) -> HttpResponse:
    """The rules of all games in the language of the address, with what editors answered, to be searched."""
    language = request.language
    return HttpResponse(_written(language, answers(language)), content_type="application/json")


@lru_cache(maxsize=4)
def _written(language: str, published_answers: tuple[RuleEntry, ...]) -> str:
    with translation.override(language):
        return json.dumps(search_data(language, published_answers), ensure_ascii=False, separators=(",", ":"))
