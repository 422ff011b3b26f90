"""Editorial rulings as the pages show rulings, and for ``check_rulings`` their examples."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import connection

from rulings.catalogue import INTERPRETATION, MIXED, RULEBOOK, Ruling, RulingRevision, passages_of
from rulings.examples import Example
from rulings.models import EditorialRuling
from rulings.searching.entries import RuleEntry, answer
from rulings.texts import LANGUAGES, find

PART: Final = 0  # the part of rulings that answer readers


def as_ruling(row: EditorialRuling, language: str) -> Ruling:
    """An editorial ruling in a language; its number is its id."""
    kind = RULEBOOK if row.status == MIXED else row.status
    words = {kind: row.said("text", language)}
    if row.status == MIXED:
        words[INTERPRETATION] = row.said("ours", language)
    passages, status_name = passages_of(words, find(language, "rulings", "kinds"), find(language, "rulings", "status"))
    return Ruling(
        passages=passages,
        status_name=status_name,
        id=row.pk,
        number="",
        part=PART,
        part_name="",
        title=row.said("title", language),
        abilities=tuple(row.abilities),
        references=tuple(row.cards),
        sources=tuple(filter(None, [row.said("source", language)])),
        date=row.date,
        history=(
            RulingRevision(row.date, find(language, "sources", "given")),
            *(RulingRevision(date.fromisoformat(entry["date"]), entry[language]) for entry in row.history),
        ),
        language=language if row.written_in(language) else next(code for code in LANGUAGES if code != language),
    )


def editorial_rulings(language: str) -> list[Ruling]:
    return [as_ruling(row, language) for row in EditorialRuling.objects.all()]


def answers(language: str) -> tuple[RuleEntry, ...]:
    return tuple(answer(ruling) for ruling in editorial_rulings(language))


def answers_about(slugs: tuple[str, ...], language: str) -> list[Ruling]:
    return [ruling for ruling in editorial_rulings(language) if set(slugs) <= set(ruling.abilities)]


def editorial_examples() -> tuple[Example, ...]:
    """The example of each editorial ruling, for ``manage.py check_rulings``; none before the database is made."""
    if EditorialRuling._meta.db_table not in connection.introspection.table_names():
        return ()
    return tuple(row.example for row in EditorialRuling.objects.all())
