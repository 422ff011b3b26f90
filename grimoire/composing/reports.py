"""A search as its page shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from board.links import editor_address
from board.naming import in_language, localised
from board.thumbnails import mini_of
from engine.decks.formats.interchange import read_position
from engine.kernel.errors import EngineError
from grimoire.browsing.filter_names import level_name
from grimoire.composing.change_text import change_text
from grimoire.composing.searching import PREDICTION, SOLVED_ALREADY, UNFINISHED, UNSOUND
from grimoire.goals import goal_text
from grimoire.models import Composition

PROBLEMS: Final[dict[str, str | Promise]] = {
    SOLVED_ALREADY: gettext_lazy("This position already has exactly one solution."),
    UNSOUND: gettext_lazy("This needs a position with exactly one proven solution."),
    UNFINISHED: gettext_lazy("There are too many positions for the solver."),
    PREDICTION: gettext_lazy("A prediction always has exactly one outcome."),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A position that was found: a small board, its goal, what of the author's position changes, what is good about it.

    ``written`` is the position for the editor, ``href`` the editor's address with it (empty where it is too long).
    """

    board: SafeString
    goal: str
    changes: tuple[str, ...]
    facts: tuple[str, ...]
    written: str
    href: str


class CompositionReport:
    """A search in a language. ``entries`` are what somebody may see of what was found."""

    def __init__(self, row: Composition, entries: list[dict[str, Any]], language: str) -> None:
        self.row = row
        self.language = language
        self.entries = entries

    @property
    def proposals(self) -> list[Proposal]:
        return [self._proposal(entry) for entry in self.entries]

    def _proposal(self, entry: Mapping[str, Any]) -> Proposal:
        data = localised(entry["position"], self.language)
        mode = data["mode"]
        try:
            href = editor_address(in_language(read_position(data), self.language))
        except EngineError:
            href = ""
        return Proposal(
            mini_of(entry["position"]),
            goal_text(data, self.language),
            tuple(change_text(change, mode, self.language) for change in entry["changes"]),
            tuple(facts_of(entry)),
            json.dumps(data),
            href,
        )

    @property
    def progress_text(self) -> str:
        """How far it is, as people count it."""
        tried, count = self.row.tried, len(self.entries)
        kind = self.row.kind
        if kind == Composition.Kind.TIDY:
            gone = self.row.found_count if self.entries else 0
            text = ngettext("%(tried)d card checked", "%(tried)d cards checked", tried)
            more = ngettext("%(count)d plays no part", "%(count)d play no part", gone)
            return f"{text % {'tried': tried}}, {more % {'count': gone}}"
        if kind == Composition.Kind.UNIQUE:
            text = ngettext("%(tried)d change tried", "%(tried)d changes tried", tried)
            more = ngettext("%(count)d works", "%(count)d work", count)
        else:
            text = ngettext("%(tried)d setting tried", "%(tried)d settings tried", tried)
            more = ngettext("%(count)d puzzle found", "%(count)d puzzles found", count)
        return f"{text % {'tried': tried}}, {more % {'count': count}}"

    @property
    def outcome(self) -> str:
        """What is said at the end beside what was found."""
        row = self.row
        if row.problem:
            return str(PROBLEMS[row.problem])
        if row.kind == Composition.Kind.TIDY:
            if self.entries:
                return _("These cards can go: solution, level and near misses stay.")
            return _("Every card plays a part.") if row.is_exhausted else ""
        if row.kind == Composition.Kind.UNIQUE:
            if self.entries:
                return ngettext(
                    "With this change there is exactly one solution.",
                    "With each of these changes there is exactly one solution.",
                    len(self.entries),
                )
            return _("No small change leaves exactly one solution.") if row.is_exhausted else _("Nothing found yet.")
        return "" if self.entries else _("Nothing found yet. Ask for less, or keep searching.")

    @property
    def can_go_on(self) -> bool:
        row = self.row
        return not (row.is_busy or row.is_exhausted or row.problem)


def facts_of(entry: Mapping[str, Any]) -> list[str]:
    """The merits of what was found, each in some words."""
    level = entry["level"]
    facts = [_("Level %(level)d of 5: %(name)s") % {"level": level, "name": level_name(level)}]
    cards, plays, only = entry["cards"], entry["plays"], entry["only_moves"]
    if plays:
        facts.append(ngettext("%(count)d play", "%(count)d plays", plays) % {"count": plays})
    facts.append(ngettext("%(count)d card", "%(count)d cards", cards) % {"count": cards})
    if only and plays > 1:
        facts.append(ngettext("%(count)d only move", "%(count)d only moves", only) % {"count": only})
    if near := entry["near_misses"]:
        facts.append(ngettext("%(count)s near miss", "%(count)s near misses", near) % {"count": near})
    if entry["keeps"]:
        facts.append(_("keeps a solution"))
    return facts
