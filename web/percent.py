"""Shares in words: "62%", in French with a space."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def percent(number: float | str) -> str:
    """Percent as they are shown; a number with decimals has gone through ``floatformat``."""
    return _("%(number)s%%") % {"number": number}
