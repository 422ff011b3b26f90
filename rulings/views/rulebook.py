"""The rulebook, chapter by chapter, and the glossary."""

from __future__ import annotations

from itertools import pairwise

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_GET

from accounts.requests import SiteRequest
from rulings.rulebook import chapters, find_chapter, glossary
from rulings.seo import chapter_data, glossary_data, short
from rulings.usual import usual_questions


@require_GET
@conditional_page
def rules(request: SiteRequest) -> HttpResponse:
    return render(request, "rulings/rules/index.html", {"chapters": chapters(request.language)})


@require_GET
@conditional_page
def chapter(request: SiteRequest, slug: str) -> HttpResponse:
    """A chapter: every section and paragraph at an anchor of its own."""
    language = request.language
    chapter = find_chapter(slug, language)
    if chapter is None:
        raise Http404(f"no chapter {slug}")
    every = chapters(language)
    context = {
        "chapter": chapter,
        "before": next((previous for previous, two in pairwise(every) if two is chapter), None),
        "after": next((two for current, two in pairwise(every) if current is chapter), None),
        "about": short(chapter.paragraphs[0].text),
        "structured": chapter_data(chapter, request, language),
    }
    return render(request, "rulings/rules/chapter.html", context)


@require_GET
@conditional_page
def usual(request: SiteRequest) -> HttpResponse:
    """The usual questions of a table, each with its answers."""
    return render(request, "rulings/usual.html", {"questions": usual_questions(request.language)})


@require_GET
@conditional_page
def words(request: SiteRequest) -> HttpResponse:
    language = request.language
    terms = [term for term in glossary(language) if not term.is_ability]
    context = {"terms": terms, "structured": glossary_data(terms, request, language)}
    return render(request, "rulings/rules/glossary.html", context)
