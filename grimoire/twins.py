"""Twins: puzzles that differ from a first one by a small change, each solved and proved by itself.

The first is the one in lists, and has the letter (a); the others are found from it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Prefetch, Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.naming import localised
from board.thumbnails import mini_of
from engine.decks.formats.interchange import BASTION, FORT
from grimoire.goals import goal_short
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import open_to

MAX_TWINS: Final = 5  # the first included
LETTERS: Final = "abcde"
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Twin:
    """A puzzle among its twins; ``change`` says in words what is different from the first."""

    letter: str
    puzzle: Puzzle
    change: str
    is_current: bool
    is_solved: bool = False

    @property
    def board(self) -> SafeString:
        return mini_of(self.puzzle.position)


def others_of(first: Puzzle) -> list[Puzzle]:
    """The twins of a first puzzle in their order, published or not."""
    return list(Puzzle.objects.filter(twin_of=first).select_related("proof", "owner__user").order_by("pk"))


def twins_of(puzzle: Puzzle, owner: Owner | None, language: str) -> list[Twin]:
    """A puzzle and its twins as somebody may see them, the first in front; empty where it has none, which a puzzle may
    know already (``has_twins``)."""
    if puzzle.twin_of_id is None and not getattr(puzzle, "has_twins", True):
        return []
    key = puzzle.twin_of_id or puzzle.pk
    found = Puzzle.objects.filter(Q(pk=key) | Q(twin_of=key)).filter(open_to(owner)).distinct()
    puzzles = sorted(found, key=lambda other: (other.pk != key, other.pk))[:MAX_TWINS]
    if len(puzzles) < 2 or puzzles[0].pk != key:
        return []
    done = Attempt.objects.filter(owner=owner, puzzle__in=puzzles, state=Attempt.State.SOLVED) if owner else ()
    solved = {attempt.puzzle_id for attempt in done}
    return [
        Twin(
            letter,
            other,
            change_words(puzzles[0].position, other.position, language) if other.pk != key else "",
            other.pk == puzzle.pk,
            other.pk in solved,
        )
        for letter, other in zip(LETTERS, puzzles, strict=False)
    ]


def open_twins() -> Prefetch[str]:
    """For rows of puzzles: their twins as everybody may take them along, in ``told_twins``."""
    twins = Puzzle.objects.open_to(None).filter(flagged_at__isnull=True).exclude(licence="").order_by("pk")
    return Prefetch("twins", twins, to_attr="told_twins")


def change_words(first: Json, second: Json, language: str) -> str:
    """What is different in a second position, as sentences in a language (that of the moment)."""
    before, after = localised(first, language), localised(second, language)
    return " ".join(_changes(before, after, language))


def _changes(before: Json, after: Json, language: str) -> Iterator[str]:
    gone, come = [], []
    for seat, player in before["players"].items():
        for zone in ("hand", "upper", "lower"):
            old, new = player.get(zone, []), after["players"].get(seat, {}).get(zone, [])
            if old == new:
                continue
            if sorted(map(repr, old)) == sorted(map(repr, new)):
                yield _moved_within(old, new, _zone_name(seat, zone))
                continue
            left, added = _without(old, new), _without(new, old)
            gone += [(card, seat, zone) for card in left]
            come += [(card, seat, zone) for card in added]
    for card, seat, zone in list(come):
        same = next((part for part in gone if repr(_card(part[0])) == repr(_card(card))), None)
        if same is not None:
            gone.remove(same)
            come.remove((card, seat, zone))
            yield _("%(card)s moves to %(zone)s.") % {"card": _name(card), "zone": _zone_name(seat, zone)}
    for card, seat, zone in list(come):
        there = next((part for part in gone if part[1:] == (seat, zone)), None)
        if there is not None:
            gone.remove(there)
            come.remove((card, seat, zone))
            yield _other(there[0], card)
    for card, seat, zone in come:
        yield _("%(card)s is added to %(zone)s.") % {"card": _name(card), "zone": _zone_name(seat, zone)}
    for card, seat, zone in gone:
        yield _("%(card)s is removed from %(zone)s.") % {"card": _name(card), "zone": _zone_name(seat, zone)}
    if before.get("mana", 0) != after.get("mana", 0):
        yield _("You have %(mana)d Mana.") % {"mana": after.get("mana", 0)}
    if goal_short(before, language) != goal_short(after, language):
        yield _("The objective: %(goal)s.") % {"goal": goal_short(after, language)}


def _moved_within(old: Sequence[Any], new: Sequence[Any], zone: str) -> str:
    """The card whose move makes one order out of another; where there is none, the new order."""
    for place, card in enumerate(old):
        rest = [*old[:place], *old[place + 1 :]]
        at = next((at for at in range(len(new)) if [*rest[:at], card, *rest[at:]] == list(new)), None)
        if at is not None and not _is_side(card):
            facts = {"card": _name(card), "zone": zone, "place": at + 1, "old": place + 1}
            return _("%(zone)s: %(card)s is at place %(place)d instead of %(old)d.") % facts
    order = ", ".join(_name(card) for card in new)
    return _("The order of %(zone)s: %(cards)s.") % {"zone": zone, "cards": order}


def _other(old: Any, new: Any) -> str:
    """A card in the place of another: its changed values, or its name."""
    first, second = _card(old), _card(new)
    if not isinstance(first, Mapping) or not isinstance(second, Mapping) or first["name"] != second["name"]:
        return _("%(card)s instead of %(old)s.") % {"card": _name(new), "old": _name(old)}
    changed = [key for key in ("cost", "av", "hp") if first.get(key) != second.get(key)]
    names = {"cost": _("cost %(number)d"), "av": _("attack value %(number)d"), "hp": _("%(number)d HP")}
    values = ", ".join(names[key] % {"number": second.get(key, 0)} for key in changed)
    if not values:
        return _("%(card)s is another one.") % {"card": _name(new)}
    return _("%(card)s has %(values)s.") % {"card": _name(new), "values": values}


def _without(cards: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    left = list(others)
    rest = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            rest.append(card)
    return rest


def _card(item: Any) -> Any:
    """The card of an item: of a Creature in play its own."""
    return item["card"] if isinstance(item, Mapping) and "card" in item else item


def _is_side(item: Any) -> bool:
    return item in (BASTION, FORT)


def _name(item: Any) -> str:
    if _is_side(item):
        return _("Bastion") if item == BASTION else _("Fort")
    card = _card(item)
    return str(card["name"]) if isinstance(card, Mapping) else str(card)


def _zone_name(seat: str, zone: str) -> str:
    names = {
        "hand": _("%(seat)s's hand"),
        "upper": _("%(seat)s's upper line"),
        "lower": _("%(seat)s's lower line"),
    }
    return names[zone] % {"seat": seat}
