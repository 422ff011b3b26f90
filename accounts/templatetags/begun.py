"""``{% begun %}`` stands in every form that makes something new: see ``accounts.begun``."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.begun import FIELD, new_page

register = template.Library()


@register.simple_tag
def begun() -> SafeString:
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, new_page())
