"""Hints at a turn that is to be won, each telling more: what it is made of, where it ends, how it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.schools.rules.actions import CAST, SUMMON, parse_action
from engine.schools.rules.components import ELEMENTS
from games.schools.board import words
from games.schools.puzzles.turn_to_win import TurnToWin
from grimoire.solving.secrecy import FIRST_CARD, FIRST_STEP, THEME, WHERE


def hint_name(level: int) -> str:
    """What a hint of a level is about."""
    return {THEME: _("theme"), WHERE: _("where to look"), FIRST_CARD: _("first step")}.get(level) or _("first half")


def hint_words(position: Mapping[str, Any], way: Sequence[str], level: int) -> str:
    """A hint at the solution ``way`` of a position. Raises ``ValueError`` for a level that there is not."""
    if level == THEME:
        return _theme(way)
    if level == WHERE:
        emblem = TurnToWin(position, way[:-1]).state.own.emblem
        assert emblem is not None
        return _("It ends in the Arena of %(arena)s.") % {"arena": words.element(ELEMENTS[emblem])}
    count = {FIRST_CARD: 1, FIRST_STEP: (len(way) + 1) // 2}.get(level)
    if count is None:
        raise ValueError(f"no hint of level {level}")
    return _("First: %(steps)s.") % {"steps": "; ".join(map(words.action_words, way[:count]))}


def _theme(way: Sequence[str]) -> str:
    actions = [parse_action(text) for text in way]
    made_of = [pgettext("noun", "Summon") for action in actions if action.verb == SUMMON]
    made_of += [words.SPELL_NAMES[action.spell] for action in actions if action.verb == CAST]
    if not made_of:
        return _("%(n)d actions, without Summon or spells.") % {"n": len(way)}
    return _("%(n)d actions, among them: %(what)s.") % {"n": len(way), "what": ", ".join(made_of)}
