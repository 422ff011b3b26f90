"""Editorial rulings as the pages show rulings, and for ``check_rulings`` their examples."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import connection

from rulings.catalogue import Ruling, RulingRevision
from rulings.examples import Example
from rulings.models import EditorialRuling
from rulings.searching.entries import Entry, answer
from rulings.texts import find

PART: Final = 0  # the part of rulings that answer readers


def as_ruling(row: EditorialRuling, language: str) -> Ruling:
    """An editorial ruling in a language; its number is its id."""
    french = language == "fr"
    return Ruling(
        id=row.pk,
        number="",
        part=PART,
        part_name="",
        title=row.title_fr if french else row.title_en,
        text=row.text_fr if french else row.text_en,
        ours="",
        status=row.status,
        status_name=find(language, "rulings", "status", row.status),
        abilities=tuple(row.abilities),
        references=(),
        sources=(row.source_fr if french else row.source_en,),
        date=row.date,
        history=(
            RulingRevision(row.date, find(language, "sources", "given")),
            *(RulingRevision(date.fromisoformat(entry["date"]), entry[language]) for entry in row.history),
        ),
    )


def editorial_rulings(language: str) -> list[Ruling]:
    """All of them, the oldest first."""
    return [as_ruling(row, language) for row in EditorialRuling.objects.all()]


def answers(language: str) -> tuple[Entry, ...]:
    """All of them as the search finds them."""
    return tuple(answer(ruling) for ruling in editorial_rulings(language))


def editorial_examples() -> tuple[Example, ...]:
    """The example of each editorial ruling, for ``manage.py check_rulings``; none before the database is made."""
    if EditorialRuling._meta.db_table not in connection.introspection.table_names():
        return ()
    return tuple(row.example for row in EditorialRuling.objects.all())
