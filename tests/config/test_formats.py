"""Dates in one form for each language; and the icon that browsers ask for by themselves."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.translation import override

DAY = datetime(2026, 11, 2, 14, 5)


@pytest.mark.parametrize(("language", "written"), [("en", "2 November 2026"), ("fr", "2 novembre 2026")])
def test_a_date_has_one_form(language: str, written: str) -> None:
    with override(language):
        assert {date_format(DAY, name) for name in ("DATE_FORMAT", "SHORT_DATE_FORMAT")} == {written}
        for name in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"):
            assert date_format(DAY, name) == f"{written}, 14:05"
        assert date_format(DAY, "TIME_FORMAT") == "14:05"


def test_templates_and_scripts_have_no_form_of_their_own(root: Path) -> None:
    for path in (*(root / "templates").rglob("*.html"), *(root / "games").rglob("*.html")):
        formats = set(re.findall(r"""\|date:["']([^"']+)["']""", path.read_text(encoding="utf-8")))
        own = {name for name in formats if not name.endswith("_FORMAT")}
        assert own <= {"c", "Y-m-d", "H:i"}, path  # for machines, and the time alone
    for path in (root / "static" / "js").rglob("*.js"):
        assert not re.search(r"toLocale(Date)?String\(", path.read_text(encoding="utf-8")), path


def test_the_icon_that_browsers_ask_for_is_there(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert (response.status_code, response["Location"]) == (302, "/static/favicon.svg")
