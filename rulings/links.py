"""Where what is found or referred to stands."""

from __future__ import annotations

from functools import cache

from django.urls import reverse

from rulings.catalogue import numbers_by_id
from rulings.rulebook import ABILITY, RULE, RULING, find_term, paragraphs
from rulings.searching import CELL, EXAMPLE, READING


def address(kind: str, target: str, language: str) -> str:
    """The address of an ability's slug, of the id of a ruling, paragraph, example, term or cell, a reading's number."""
    if kind == ABILITY:
        return reverse("rulings:ability", args=[target])
    if kind == RULING:
        return reverse("rulings:ruling", args=[target])
    if kind == CELL:
        slugs = target.split("/")
        return reverse("rulings:cell" if len(slugs) == 2 else "rulings:cell-of", args=slugs)
    if kind == EXAMPLE:
        return reverse("rulings:example", args=[target])
    if kind == READING:
        return reverse("rulings:reading", args=[target])
    if kind == RULE:
        return _paragraph(target, language)
    return f"{reverse('rulings:glossary')}#t-{target}"


def picture_address(kind: str, target: str, language: str) -> str:
    """The address of the picture that goes along with the same."""
    return reverse("rulings_files:picture", args=[kind, target, language])


def _paragraph(identifier: str, language: str) -> str:
    chapter, paragraph = paragraphs(language)[identifier]
    return f"{reverse('rulings:chapter', args=[chapter.slug])}#{paragraph.anchor}"


def hint(kind: str, target: str, language: str) -> str:
    """The tooltip of a reference: a term's or an ability's sentence, else nothing."""
    term = find_term(target, language) if kind not in (RULE, RULING) else None
    return term.text if term else ""


def ruling_address(number: str) -> str:
    return reverse("rulings:ruling", args=[ids_by_number()[number]])


@cache
def ids_by_number() -> dict[str, str]:
    """The id of every ruling by its number."""
    return {number: identifier for identifier, number in numbers_by_id().items()}
