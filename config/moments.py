"""Moments on pages: each in a ``<time>`` that a script sets to the reader's own time (``static/js/moments.js``).

Without the script, and on paper, they are in UTC and say so. Built into all templates.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final

from django import template
from django.template.defaultfilters import date as formatted
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FORMATS: Final = {"moment": "DATETIME_FORMAT", "day": "DATE_FORMAT", "time": "TIME_FORMAT"}  # config/formats


@register.filter
def moment_utc(value: datetime | None, shape: str = "moment") -> str:
    """A moment in words, in UTC, for what is printed, and for attributes."""
    return "" if value is None else f"{formatted(value.astimezone(UTC), FORMATS[shape])} UTC"


@register.filter
def moment_data(value: datetime | None) -> str:
    """A moment for ``datetime`` and ``data-moment``: ``2026-11-27T10:26:00Z``."""
    return "" if value is None else value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@register.simple_tag
def moment(value: datetime | None, shape: str = "moment") -> SafeString | str:
    """``{% moment game.updated %}``: day and time; with ``"day"`` or ``"time"`` one of them. "" for None."""
    if value is None:
        return ""
    return format_html(
        '<time datetime="{}" data-moment="{}">{}</time>', moment_data(value), shape, moment_utc(value, shape)
    )


@register.simple_tag
def new_day() -> SafeString | str:
    """When the next day begins for all that counts by days (puzzles of the day, limits): at midnight UTC."""
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    return moment(datetime.combine(tomorrow, time(), UTC), "time")
