"""What is so of a Creature now, in words: what this turn has left on it, and what it has from whom."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.abilities import ability_name
from engine.decks.rules.abilities import FLAG_OF_SLUG, PROTECTION, RAGE, slugs_of
from engine.decks.rules.board import ACTIVATED, ENTERED, SHARPENED, STRUCK, Creature
from engine.decks.rules.position import Position
from engine.decks.rules.trace.figures import Figure
from web.languages import current_language


def told_now(position: Position, creature: Creature, place: int, figure: Figure) -> list[str]:
    """Short sentences without a capital or a full stop; none for a Creature that is as it is printed.

    ``position`` is that of the scene, ``place`` the Creature's on its row.
    """
    return [*_marks(creature, figure), *_numbers(creature, figure), *_given(position, creature, place)]


def _marks(creature: Creature, figure: Figure) -> Iterator[str]:
    if figure.marks & ENTERED:
        if creature.abilities & RAGE:
            yield _("entered this turn; Rage lets it attack Creatures")
        else:
            yield _("entered this turn: it attacks from the next turn")
    if figure.marks & STRUCK:
        if creature.abilities & PROTECTION:
            yield _("struck this turn: its Protection is used")
        else:
            yield _("struck this turn")
    if figure.marks & ACTIVATED:
        yield _("has acted in this Assault")
    if figure.marks & SHARPENED:
        yield _("its Sharpening is used")


def _numbers(creature: Creature, figure: Figure) -> Iterator[str]:
    hp = creature.body.hp
    if figure.damage:
        hurt = ngettext("%(count)d damage", "%(count)d damage", figure.damage) % {"count": figure.damage}
        left = _("%(left)d of %(hp)d HP left") % {"left": max(hp - figure.damage, 0), "hp": hp}
        yield f"{hurt}, {left}"
    if figure.symbiote is not None or figure.sprint:
        yield _("attack value %(number)d now") % {"number": creature.body.av + figure.sprint}
    if figure.symbiote is not None and not figure.damage:
        yield _("%(number)d HP in all") % {"number": hp}


def _given(position: Position, creature: Creature, place: int) -> Iterator[str]:
    row, language = position.rows[creature.row], current_language()
    beside = [row[at] for at in (place - 1, place + 1) if 0 <= at < len(row)]
    for slug in slugs_of(creature.abilities & ~creature.body.abilities):
        giver = next((neighbour for neighbour in beside if neighbour.body.auras & FLAG_OF_SLUG[slug]), None)
        name = ability_name(slug, language)
        if giver is None:
            yield _("%(ability)s, like all Creatures of this AI") % {"ability": name}
        else:
            yield _("%(ability)s, from the Aura of %(name)s") % {"ability": name, "name": giver.body.name}
