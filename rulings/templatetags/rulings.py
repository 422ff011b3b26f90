"""Template tags for the rules: ``{% spans paragraph.spans %}`` writes a text with its references as links."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rulings import links
from rulings.rulebook import RULE, STRONG, TEXT, Span
from rulings.searching import Hit

register = template.Library()


@register.simple_tag
def spans(pieces: Iterable[Span]) -> SafeString:
    """A text of the rulebook. What a term or an ability means comes along as a hint, by pointer or by keyboard."""
    return format_html_join("", "{}", ((_span(piece),) for piece in pieces))


def _span(piece: Span) -> str:
    if piece.kind == TEXT:
        return format_html("{}", piece.text)
    if piece.kind == STRONG:
        return format_html("<strong>{}</strong>", piece.text)
    language = get_language() or "en"
    href = links.address(piece.kind, piece.target, language)
    hint = links.hint(piece.kind, piece.target, language)
    if not hint:
        return format_html('<a class="ref" href="{}">{}</a>', href, piece.text)
    return format_html(
        '<a class="ref hinted" href="{}">{}<span class="hint-box" role="note">{}</span></a>', href, piece.text, hint
    )


@register.simple_tag
def hit_address(hit: Hit) -> str:
    """Where something found stands."""
    return links.address(hit.kind, hit.id, get_language() or "en")


@register.simple_tag
def rule_address(identifier: str) -> str:
    """Where a paragraph of the rulebook stands."""
    return links.address(RULE, identifier, get_language() or "en")
