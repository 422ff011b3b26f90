"""Contexts of the templates of the board's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from board.arrangement import MARK_NAMES
from board.fault_text import error_text
from board.forms import PositionForm
from board.links import board_href
from board.pages import BoardPage
from board.samples import Sample, all_samples, find_sample
from board.services import BAD_ACTION, Resolved
from cards.icons import FURNITURE, icon_of_ability


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell above the board: ``kind`` is "bad" or "plain", ``code`` the engine's word for it or empty."""

    kind: str
    text: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sample in the reader's language."""

    href: str
    icon: str
    title: str
    lesson: str
    current: bool


def lesson_of(sample: Sample, language: str, current: bool = False) -> Lesson:
    """A sample for the list."""
    href = board_href({"sample": sample.slug})
    icon = FURNITURE.get(sample.icon) or icon_of_ability(sample.icon)
    return Lesson(href, icon, sample.title[language], sample.lesson[language], current)


def notes_of(resolved: Resolved, language: str, too_long: bool = False) -> list[Note]:
    """Notes on how resolving went."""
    notes = []
    if too_long:
        words = _("This position is too long for a link: you can see it here, but not share or save it.")
        notes.append(Note("plain", words))
    stop = resolved.stop
    if stop is not None:
        unknown = stop.code == BAD_ACTION
        why = _("unknown action") if unknown else error_text(stop.code, language)
        words = _("Action %(number)d, “%(written)s”, isn't possible: %(why)s") % {
            "number": stop.number,
            "written": stop.written,
            "why": why,
        }
        notes.append(Note("bad", words, stop.code))
    return notes


def page_context(page: BoardPage, form: PositionForm, notes: list[Note]) -> dict[str, Any]:
    samples = all_samples()
    sample = find_sample(page.address.sample)
    context = {
        "page": page,
        "beside": settings.BESIDE_BOARD,
        "form": form,
        "notes": notes,
        "icons": page.icons,
        "canonical": page.href(page.step) if page.address.query() else "",
        "mark_names": [name for _flag, name in MARK_NAMES],
        "samples": [lesson_of(each, page.language, each is sample) for each in samples],
    }
    if sample is None:
        return {**context, "kicker": _("Your position"), "title": page.now.status}
    place = samples.index(sample)
    around = {
        "before": lesson_of(samples[place - 1], page.language) if place else None,
        "after": lesson_of(samples[place + 1], page.language) if place + 1 < len(samples) else None,
    }
    words = {"title": sample.title[page.language], "lesson": sample.lesson[page.language]}
    kicker = _("Lesson %(number)d of %(count)d") % {"number": place + 1, "count": len(samples)}
    return {**context, **around, **words, "kicker": kicker}


def refused_context(form: PositionForm, language: str, *notes: Note) -> dict[str, Any]:
    """The context of a page without a board, because there is no position."""
    return {
        "form": form,
        "notes": notes,
        "icons": {icon_of_ability(sample.icon) for sample in all_samples() if sample.icon not in FURNITURE}
        | set(FURNITURE.values()),
        "canonical": board_href({}),
        "kicker": _("Board"),
        "title": _("Invalid position"),
        "samples": [lesson_of(sample, language) for sample in all_samples()],
    }
