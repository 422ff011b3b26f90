"""Buttons beside the board: all that may be done, for those who do not play by card and place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from board.choices import Choice, ChoiceGroup
from games.schools.board import words
from games.schools.board.faces import ELEMENT_FACES


def choice_groups(actions: Sequence[str]) -> Iterator[ChoiceGroup]:
    """A seat's legal actions in text form, by their sorts; the end of the turn first."""
    sorts: dict[str, list[Choice]] = {}
    for action in actions:
        verb, *arguments = action.split(" ")
        icon = ELEMENT_FACES[arguments[0]].icon if verb in ("move", "assign", "summon") else _ICONS.get(verb, "")
        sorts.setdefault(verb, []).append(Choice(action, words.action_words(action), icon, _note(verb, arguments)))
    if "end" in sorts:
        yield ChoiceGroup("", sorts["end"], "M8.1", is_strong=True)
    titles = {
        "move": (_("Move"), "M5.1"),
        "assign": (_("Assign"), "M5.3"),
        "pass": (_("Pass a Trial"), "M5.7"),
        "cast": (_("Cast"), "M6.1"),
        "summon": (_("Summon"), "M5.12"),
    }
    for verb, (title, ruling) in titles.items():
        if verb in sorts:
            yield ChoiceGroup(title, sorts[verb], ruling, is_folded=True)


_ICONS: Final = {"pass": "laurel-crown", "cast": "magic-swirl", "end": "hourglass"}


def _note(verb: str, arguments: Sequence[str]) -> str:
    return str(words.SPELL_EFFECTS[arguments[1]]) if verb == "cast" else ""
