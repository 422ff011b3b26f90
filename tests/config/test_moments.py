"""Moments on pages: every one in the one tag, in UTC that says so, set to the reader's time by script."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

ROOT = Path(__file__).resolve().parents[2]
MOMENT = datetime(2026, 11, 26, 23, 26, 5, tzinfo=UTC)
# What prints a day that has no time: of a ruling, of a puzzle, of a week. All else is a moment.
DAYS = {
    ("grimoire/browsing/_daily.html", "day"),
    ("grimoire/browsing/daily.html", "day"),
    ("grimoire/browsing/daily.html", "page.earlier"),
    ("grimoire/browsing/progress.html", "week.begins"),
    ("play/_days_off.html", "day"),
    ("play/_season.html", "season.first_day"),
    ("play/_season.html", "season.last_day"),
    ("play/deal.html", "deal.after"),
    ("play/deal.html", "deal.before"),
    ("play/deal.html", "deal.day"),
    ("rulings/ruling.html", "change.date"),
}
PRINTED = re.compile(r"([\w.]+)\|(?:date|time|naturaltime|naturalday|localize|localtime|utc|timezone)\b")


def told() -> set[tuple[str, str]]:
    folder = ROOT / "templates"
    return {
        (str(path.relative_to(folder)), match)
        for path in folder.rglob("*.*")
        for match in PRINTED.findall(path.read_text("utf-8"))
    }


def rendered(source: str, **context: Any) -> str:
    return Template(source).render(Context(context))


def test_templates_print_moments_by_the_tag_alone() -> None:
    assert told() - DAYS == set(), "write {% moment … %} (config/moments.py), which shows the reader's own time"
    assert DAYS - told() == set(), "these are printed no longer"


def test_python_and_scripts_write_no_dates_of_their_own() -> None:
    rooms = (
        "accounts",
        "api",
        "board",
        "cards",
        "champions",
        "grimoire",
        "home",
        "mutation",
        "play",
        "rulings",
        "scores",
    )
    formatting = re.compile(r"\b(date_format|time_format|naturaltime|localize)\(|\.strftime\(")
    paths = [str(path) for room in rooms for path in (ROOT / room).rglob("*.py") if formatting.search(path.read_text())]
    assert paths == []
    scripts = [path for path in (ROOT / "static" / "js").rglob("*.js") if path.name not in ("when.js", "moments.js")]
    assert [str(path) for path in scripts if re.search(r"DateTimeFormat|toLocale\w*String", path.read_text())] == []


@pytest.mark.parametrize(
    ("shape", "words"),
    [("moment", "26 November 2026, 23:26 UTC"), ("day", "26 November 2026 UTC"), ("time", "23:26 UTC")],
)
def test_a_moment_says_utc_and_carries_it(shape: str, words: str) -> None:
    shown = rendered(f'{{% moment at "{shape}" %}}', at=MOMENT)
    assert shown == f'<time datetime="2026-11-26T23:26:05Z" data-moment="{shape}">{words}</time>'


def test_a_moment_of_another_zone_is_told_in_utc() -> None:
    sydney = MOMENT.astimezone(timezone(timedelta(hours=11)))
    assert rendered("{% moment at %}", at=sydney) == rendered("{% moment at %}", at=MOMENT)
    with translation.override("fr"):
        assert "26 novembre 2026, 23:26 UTC" in rendered("{{ at|moment_utc }}", at=sydney)


def test_no_moment_is_nothing() -> None:
    assert rendered('{% moment at %}{{ at|moment_utc }}{% moment at "day" as day %}{{ day }}', at=None) == ""


def test_inside_a_sentence_it_stays_a_moment() -> None:
    shown = rendered(
        "{% load i18n %}{% moment at as at %}{% blocktranslate %}on {{ at }}.{% endblocktranslate %}", at=MOMENT
    )
    assert shown.startswith('on <time datetime="2026-11-26T23:26:05Z"') and shown.endswith("UTC</time>.")


def test_days_are_no_moments() -> None:
    with pytest.raises(AttributeError):
        rendered("{% moment day %}", day=date(2026, 11, 26))
