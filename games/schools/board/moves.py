"""What may be done on the board: which card goes to which place, and what would come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.schools.formats.event_writing import write_seen_event
from engine.schools.formats.state_writing import by_seat
from engine.schools.rules.actions import parse_action
from engine.schools.rules.components import SEATS
from engine.schools.rules.events import Events
from engine.schools.rules.resolution import carry_out
from engine.schools.rules.state import SchoolsState
from games.schools.board import words
from games.schools.board.pieces import FOE, Pieces, keys_in, totals_of

NOT_ON_THE_BOARD: Final = ("end", "discard")
SAID_ALREADY: Final = ("cast", "caster")  # by the words of the action


def moves_of(
    state: SchoolsState, seat: str, actions: Sequence[str], pieces: Pieces, names: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The actions of a seat that go from a card to a place, each with what it would come to.

    None of them depends on anything hidden: only the end of a turn does.
    """
    for action in actions:
        verb, *arguments = action.split(" ")
        if verb in NOT_ON_THE_BOARD:
            continue
        source, target = _places(verb, arguments, seat, _emblem(pieces, seat))
        copy = state.copy()
        events: Events = []
        carry_out(copy, parse_action(action), events)
        seen = [write_seen_event(event, state.to_act) for event in events]
        after = pieces.copy()
        after.follow(seen)
        gain = copy.totals[SEATS.index(seat)] - state.totals[SEATS.index(seat)]
        yield {
            "action": action,
            "from": source,
            "to": target,
            "words": words.action_words(action),
            "tag": _tag(verb, arguments, gain),
            "says": " ".join(words.event_words(event, names) for event in seen if event["kind"] not in SAID_ALREADY),
            "totals": by_seat(copy.totals),
            "overtime": copy.overtime,
            "leave": sorted(keys_in(pieces.layout) - keys_in(after.layout)),
            "go": sorted(_moved(pieces, after)),
        }


def _emblem(pieces: Pieces, seat: str) -> str:
    return next(iter(pieces.layout[f"emblem:{seat}"]), "")


def _places(verb: str, arguments: Sequence[str], seat: str, emblem: str) -> tuple[str, str]:
    """Where an action begins and where it leads, as the board's elements are named."""
    foe = FOE[seat]
    if verb == "move":
        return f"hand:{arguments[0]}", f"arena:{arguments[0]}"
    if verb == "assign":
        return f"hand:{arguments[0]}", f"students:{seat}:{emblem}"
    if verb == "pass":
        return f"column:{arguments[0]}", f"stack:{seat}:{emblem}"
    if verb == "summon":
        return f"students:{seat}:{arguments[0]}", f"students:{seat}:{arguments[1]}"
    place, spell, *named = arguments
    targets = {
        "hypnox": f"students:{foe}:{emblem}",
        "combustio": f"stack:{foe}:{emblem}",
        "eversio": f"stack:{foe}:{emblem}",
        "maleficio": f"hand:{foe}",
    }
    if spell == "batrax":
        return f"caster:{place}", f"struck:{named[0]}"
    if spell == "inundatio":
        return f"caster:{place}", f"column:{named[0]}"
    return f"caster:{place}", targets[spell]


def _tag(verb: str, arguments: Sequence[str], gain: int) -> str:
    """What stands on the place: a word or two."""
    if verb == "cast":
        name = words.SPELL_NAMES[arguments[1]]
    else:
        name = {"move": _("Move"), "assign": _("Assign"), "pass": _("Pass"), "summon": _("Summon")}[verb]
    return f"{name} +{gain}" if gain else name


def _moved(before: Pieces, after: Pieces) -> Iterator[str]:
    for place, keys in before.layout.items():
        if not place.startswith("emblem"):
            yield from (key for key in keys if key not in after.layout[place])


def frames_of(
    seen: Iterable[Sequence[Mapping[str, Any]]], first: int, pieces: Pieces, names: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """What happened from the ``first`` action on, as the board shows it; ``pieces``, as before it, are moved along."""
    is_overtime = False
    for action, events in enumerate(seen, first):
        pieces.follow(events)
        is_overtime = is_overtime or any(event["kind"] == "overtime" for event in events)
        spell = next((event for event in events if event["kind"] == "cast"), None)
        yield {
            "action": action,
            "says": " ".join(words.event_words(event, names) for event in events if event["kind"] != "caster"),
            "layout": {place: keys[:] for place, keys in pieces.layout.items()},
            "totals": totals_of(pieces.layout),
            "overtime": is_overtime,
            "spell": spell and {"name": spell["spell"], "arena": spell["arena"], "seat": spell["seat"]},
        }
