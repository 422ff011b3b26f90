"""Template tags for the rules: ``{% spans paragraph.spans %}`` writes a text with its references as links."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from contract.rulings import RuledGame
from rulings import links
from rulings.catalogue import Ruling
from rulings.games.plain import PlainRulings
from rulings.games.registry import games_with_rulings, plain_games
from rulings.models import AlsoAsked, Question
from rulings.offline import DRAWINGS, pages, version
from rulings.rulebook import RULE, RULING, STRONG, TEXT, Span
from rulings.usual import UsualAnswer
from web.languages import current_language

register = template.Library()


@register.simple_tag
def spans(pieces: Iterable[Span], key: str) -> SafeString:
    """A text of the rulebook. What a term or an ability means comes along as a hint, by pointer, keyboard or touch.

    ``key`` is an id that no other text of the page has: the hints are named after it.
    """
    return format_html_join("", "{}", ((_span(piece, f"{key}-{n}"),) for n, piece in enumerate(pieces)))


def _span(piece: Span, name: str) -> str:
    if piece.kind == TEXT:
        return format_html("{}", piece.text)
    if piece.kind == STRONG:
        return format_html("<strong>{}</strong>", piece.text)
    language = current_language()
    href = links.address(piece.kind, piece.target, language)
    hint = links.hint(piece.kind, piece.target, language)
    if not hint:
        return format_html('<a class="ref" href="{}">{}</a>', href, piece.text)
    return format_html(
        '<span class="hinted"><a class="ref" href="{}" aria-describedby="{}">{}</a>'
        '<span class="hint-box" role="tooltip" id="{}">{}</span></span>',
        *(href, name, piece.text, name, hint),
    )


@register.simple_tag
def answer_address(answer: UsualAnswer) -> str:
    return links.address(answer.kind, answer.target, current_language())


@register.simple_tag(takes_context=True)
def answered_questions(context: Context) -> list[Question]:
    """The reader's questions, and those that they have too, with an answer that they have not looked at yet."""
    owner = context["owner"]
    news = Question.objects.owned_by(owner).filter(seen=False)
    if owner is not None:
        theirs = AlsoAsked.objects.filter(owner=owner, seen=False).values("question")
        news = Question.objects.filter(pk__in=news.values("pk")) | Question.objects.published().filter(pk__in=theirs)
    return list(news.exclude(status=Question.Status.OPEN))


@register.simple_tag
def rules_worker() -> SafeString:
    """The rules' part of the site's worker (``static/js/worker/rules.js``): what it keeps, and under which version."""
    files = [settings.STATIC_URL, DRAWINGS]
    return mark_safe(json.dumps({"version": version(), "pages": pages(), "files": files}))


@register.simple_tag
def linked_numbers(rulings: Iterable[Ruling]) -> SafeString:
    """The numbers of rulings with links to their pages, in a row, as short as can be: a page has hundreds of rows."""
    addresses = ((reverse("rulings:ruling", args=[ruling.id]), ruling.number) for ruling in rulings)
    return format_html_join(", ", '<a href="{}">{}</a>', addresses)


@register.simple_tag
def rule_address(identifier: str) -> str:
    return links.address(RULE, identifier, current_language())


@register.simple_tag
def ruled_games(door: str = "") -> list[tuple[RuledGame, str]]:
    """The games whose rulings run, for the switch, each with its address for whoever reads a page of this kind."""
    return [(game, game.door_address(door)) for game in games_with_rulings().values()]


@register.simple_tag
def game_spans(pieces: Iterable[Span], game: PlainRulings) -> SafeString:
    """A text of a game's own rulebook, with its rulings as links."""
    return format_html_join("", "{}", ((_game_span(piece, game),) for piece in pieces))


def _game_span(piece: Span, game: PlainRulings) -> str:
    if piece.kind == RULING:
        return format_html('<a class="ref" href="{}">{}</a>', game.ruling_address(piece.target), piece.text)
    return format_html("<strong>{}</strong>", piece.text) if piece.kind == STRONG else format_html("{}", piece.text)


@register.filter
def named(names: Mapping[str, str], key: str) -> str:
    """The entry of a table of names."""
    return names[key]


@register.filter
def ruling_at(number: str, game: str) -> str:
    """The address of a ruling of a game, by the number that its traces cite."""
    return games_with_rulings()[game].ruling_address(number)


@register.filter
def reading_at(number: str, game: str) -> str:
    """The address of what we decided beside a game's rulings, by its number."""
    if game in plain_games():
        return reverse("rulings:game-reading", args=[game, number])
    return reverse("rulings:reading", args=[number])
