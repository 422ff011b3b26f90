"""Clash of Magic Schools in words: Elements, spells, actions, events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Names = Mapping[str, str]
Event = Mapping[str, Any]

ELEMENT_NAMES: Final = {
    "earth": gettext_lazy("Earth"),
    "water": gettext_lazy("Water"),
    "air": gettext_lazy("Air"),
    "fire": gettext_lazy("Fire"),
    "darkness": gettext_lazy("Darkness"),
}
SCHOOL_NAMES: Final = {"dragombre": "Dragombre", "blancgriffon": "Blancgriffon"}
SPELL_NAMES: Final = {
    "batrax": "Batrax",
    "inundatio": "Inundatio",
    "hypnox": "Hypnox",
    "combustio": "Combustio",
    "eversio": "Eversio",
    "maleficio": "Maleficio",
}
SPELL_OF: Final = {
    "earth": "batrax",
    "water": "inundatio",
    "air": "hypnox",
    "fire": "combustio",
    "darkness": "eversio",
}
SPELL_ICONS: Final = {
    "batrax": "falling-boulder",
    "inundatio": "wave-strike",
    "hypnox": "spiral-bloom",
    "combustio": "fire-wave",
    "eversio": "magic-portal",
    "maleficio": "evil-eyes",
}
SPELL_EFFECTS: Final = {
    "batrax": gettext_lazy("discards the rival's Students of an Element here"),
    "inundatio": gettext_lazy("passes a Trial here, skipping a level"),
    "hypnox": gettext_lazy("takes the rival's top Student here, and all of its Element"),
    "combustio": gettext_lazy("puts the rival's Trials here back on the deck"),
    "eversio": gettext_lazy("steals the rival's top Trial here, if it is higher than yours"),
    "maleficio": gettext_lazy("makes the rival discard half their hand"),
}
REASONS: Final = {
    "fifteen": gettext_lazy("15 points or more, the other 9 or less."),
    "twenty": gettext_lazy("20 points or more in Overtime."),
    "nine": gettext_lazy("9 points or less in Overtime."),
    "last-trial": gettext_lazy("The last Trial has been announced."),
    "turn-limit": gettext_lazy("A hundred turns have been played."),
}


def element(name: str) -> str:
    return str(ELEMENT_NAMES[name])


def thing(name: str) -> str:
    """What something of the game's format is called: an Element, a school, a spell; else the text itself."""
    if name in ELEMENT_NAMES:
        return element(name)
    if name == "start":
        return _("Starting Trial")
    return SCHOOL_NAMES.get(name) or SPELL_NAMES.get(name) or name


def elements(names: Iterable[str]) -> str:
    """Cards by their Elements: "2 Fire, Air"."""
    counted = Counter(names)
    return ", ".join(f"{counted[name]} {element(name)}" for name in ELEMENT_NAMES if counted[name])


def levels(numbers: Iterable[int]) -> str:
    """Trials by their levels: "3, 1"."""
    return ", ".join(str(number) for number in numbers)


def told_with(what: str, which: str) -> str:
    """Two parts with a colon between them, as the language sets it."""
    return _("%(what)s: %(which)s") % {"what": what, "which": which}


# Actions


def action_words(action: str) -> str:
    verb, *arguments = action.split(" ")
    return _ACTIONS[verb](arguments)


def _cast(arguments: list[str]) -> str:
    place, spell, *target = arguments
    words = _("%(spell)s with Student %(place)d") % {"spell": SPELL_NAMES[spell], "place": int(place) + 1}
    if spell == "batrax":
        return told_with(words, element(target[0]))
    if spell == "inundatio":
        return told_with(words, _("Trial of %(school)s") % {"school": SCHOOL_NAMES[target[0]]})
    return words


_ACTIONS: Final[dict[str, Callable[[list[str]], str]]] = {
    "move": lambda arguments: _("Move to %(arena)s") % {"arena": element(arguments[0])},
    "assign": lambda arguments: _("Assign %(cards)s") % {"cards": elements(arguments)},
    "pass": lambda arguments: _("Pass the Trial of %(school)s") % {"school": SCHOOL_NAMES[arguments[0]]},
    "summon": lambda arguments: (
        _("Three from %(arena)s to %(to)s") % {"arena": element(arguments[0]), "to": element(arguments[1])}
    ),
    "cast": _cast,
    "discard": lambda arguments: _("Discard %(cards)s") % {"cards": elements(arguments)},
    "end": lambda arguments: _("End the turn"),
}


# Events


def event_words(event: Event, names: Names) -> str:
    """An event as a sentence, its seat by ``names``."""
    seat = names.get(event.get("seat") or "", "")
    return _EVENTS[event["kind"]](event, seat, names)


def _drawn(event: Event, seat: str, names: Names) -> str:
    if not event["count"]:
        return _("%(seat)s finds nothing to draw.") % {"seat": seat}
    if "cards" in event:
        return _("%(seat)s draws %(cards)s.") % {"seat": seat, "cards": elements(event["cards"])}
    words = ngettext("%(seat)s draws %(n)d card.", "%(seat)s draws %(n)d cards.", event["count"])
    return words % {"seat": seat, "n": event["count"]}


def _passes(event: Event, seat: str, names: Names) -> str:
    of = {"seat": seat, "level": event["level"], "arena": element(event["arena"])}
    if event["start"]:
        return _("%(seat)s passes a Starting Trial in %(arena)s.") % of
    if event["column"] == event["seat"]:
        return _("%(seat)s passes a Trial of level %(level)s in %(arena)s.") % of
    return _("%(seat)s passes the other school's Trial of level %(level)s in %(arena)s.") % of


def _over(event: Event, seat: str, names: Names) -> str:
    totals = " : ".join(str(total) for total in event["totals"].values())
    if event["winner"] is None:
        return _("The Tournament is over, a draw: %(totals)s.") % {"totals": totals}
    return _("%(seat)s wins the Tournament, %(totals)s.") % {"seat": names[event["winner"]], "totals": totals}


def _batrax(event: Event, seat: str, names: Names) -> str:
    words = ngettext(
        "%(n)d Student of %(element)s is discarded.", "%(n)d Students of %(element)s are discarded.", event["count"]
    )
    return words % {"n": event["count"], "element": element(event["element"])}


def _hypnox(event: Event, seat: str, names: Names) -> str:
    words = ngettext(
        "%(n)d Student of %(element)s changes sides.", "%(n)d Students of %(element)s change sides.", event["count"]
    )
    return words % {"n": event["count"], "element": element(event["element"])}


_EVENTS: Final[dict[str, Callable[[Event, str, Names], str]]] = {
    "deal": _drawn,
    "draw": _drawn,
    "reshuffle": lambda event, seat, names: (
        _("The discarded Students are shuffled: a new deck of %(n)d.") % {"n": event["count"]}
    ),
    "move": lambda event, seat, names: (
        _("%(seat)s moves to %(arena)s.") % {"seat": seat, "arena": element(event["to"])}
    ),
    "assign": lambda event, seat, names: (
        _("%(seat)s assigns a Student of %(card)s in %(arena)s.")
        % {"seat": seat, "card": element(event["card"]), "arena": element(event["arena"])}
    ),
    "pass": _passes,
    "summon": lambda event, seat, names: (
        _("%(seat)s summons three Students from %(arena)s to %(to)s.")
        % {"seat": seat, "arena": element(event["from"]), "to": element(event["to"])}
    ),
    "cast": lambda event, seat, names: (
        _("A Student of %(element)s of %(seat)s casts %(spell)s in %(arena)s.")
        % {
            "seat": seat,
            "element": element(event["caster"]),
            "spell": SPELL_NAMES[event["spell"]],
            "arena": element(event["arena"]),
        }
    ),
    "batrax": _batrax,
    "inundatio": lambda event, seat, names: (
        _("A Trial of level %(level)s is passed in %(arena)s.")
        % {"level": event["level"], "arena": element(event["arena"])}
    ),
    "hypnox": _hypnox,
    "combustio": lambda event, seat, names: (
        _("Trials go back on the deck: %(levels)s.") % {"levels": levels(event["levels"])}
    ),
    "eversio": lambda event, seat, names: _("A Trial of level %(level)s is stolen.") % {"level": event["level"]},
    "maleficio": lambda event, seat, names: (
        ngettext("%(n)d card must be discarded.", "%(n)d cards must be discarded.", event["count"])
        % {"n": event["count"]}
    ),
    "caster": lambda event, seat, names: _("The caster is discarded."),
    "discard": lambda event, seat, names: (
        _("%(seat)s discards %(cards)s.") % {"seat": seat, "cards": elements(event["cards"])}
    ),
    "announce": lambda event, seat, names: (
        _("%(seat)s announces Trials: %(levels)s.") % {"seat": seat, "levels": levels(event["levels"])}
    ),
    "hand": lambda event, seat, names: (
        ngettext("%(seat)s holds %(n)d card.", "%(seat)s holds %(n)d cards.", event["count"])
        % {"seat": seat, "n": event["count"]}
    ),
    "overtime": lambda event, seat, names: _("Overtime starts."),
    "over": _over,
}
