"""Answers of the site as tests read them."""

from __future__ import annotations

import json
import re
from typing import Any


def text_of(answer: Any) -> str:
    """A page's text, each white space of it a single space: lines of templates break inside tags too."""
    return " ".join(answer.content.decode().split())


def json_of(answer: Any, element: str) -> Any:
    """What an element of a page holds for its scripts, as JSON."""
    script = re.search(rf'<script id="{element}" type="application/json">(.*?)</script>', answer.text, re.DOTALL)
    assert script
    return json.loads(script[1])
