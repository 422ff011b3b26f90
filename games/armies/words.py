"""Clash of the Cards in words: characters, special cards, actions, events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

Names = Mapping[str, str]
Event = Mapping[str, Any]

CHARACTER_NAMES: Final = {
    1: gettext_lazy("Gladiators"),
    2: gettext_lazy("Sorceresses"),
    3: gettext_lazy("Knights"),
    4: gettext_lazy("Samurai"),
    5: gettext_lazy("Vikings"),
    6: gettext_lazy("Pirates"),
    7: gettext_lazy("Archers"),
    8: gettext_lazy("Centurions"),
    9: gettext_lazy("Barbarians"),
    10: gettext_lazy("Scouts"),
}
KIND_NAMES: Final = {
    "wild": gettext_lazy("Wild"),
    "bonus": gettext_lazy("Bonus"),
    "castle": gettext_lazy("Castle"),
    "death": gettext_lazy("Death"),
    "spy": gettext_lazy("Spy"),
    "thief": gettext_lazy("Thief"),
    "guardian": gettext_lazy("Guardian"),
    "chest": gettext_lazy("Chest"),
    "gravedigger": gettext_lazy("Gravedigger"),
}
# The same with an article, for sentences.
KIND_OBJECTS: Final = {
    "wild": gettext_lazy("a Wild"),
    "bonus": gettext_lazy("a Bonus"),
    "castle": gettext_lazy("a Castle"),
    "death": pgettext_lazy("in a sentence", "Death"),
    "spy": gettext_lazy("a Spy"),
    "thief": gettext_lazy("a Thief"),
    "guardian": gettext_lazy("a Guardian"),
    "chest": gettext_lazy("the Chest"),
    "gravedigger": gettext_lazy("a Gravedigger"),
}
KIND_TEXTS: Final = {
    "wild": gettext_lazy("Replaces any character in an army; the highest champion."),
    "bonus": gettext_lazy("Laid down at once and replaced; 50 points at the end of the hand."),
    "castle": gettext_lazy("Brings back your attacked cards, or stops a Thief."),
    "death": gettext_lazy("The lowest champion. Holding it costs 150 points, and you need a third army."),
    "spy": gettext_lazy("Opens a battle for any number, or joins another player's."),
    "thief": gettext_lazy("Takes a Bonus, or asks a player for a card."),
    "guardian": gettext_lazy("Brings your champion back after a battle."),
    "chest": gettext_lazy("Keeps an army of four to six cards safe."),
    "gravedigger": gettext_lazy("Brings a character back from the discard pile."),
}
REASONS: Final = {
    "target": gettext_lazy("1,000 points are reached."),
    "hand-limit": gettext_lazy("A hundred hands have been played."),
}
ENDS_OF_HAND: Final = {
    "lay-down": gettext_lazy("armies were laid down"),
    "stalemate": gettext_lazy("no player could draw"),
    "turn-limit": gettext_lazy("the hand reached its turn limit"),
}
# What the points of a hand are for.
POINT_NAMES: Final = {
    "army_points": gettext_lazy("Armies"),
    "six": gettext_lazy("all six"),
    "bonus": gettext_lazy("Bonus"),
    "ended": gettext_lazy("ended the hand"),
    "death": gettext_lazy("Death"),
}


def card(name: str | None) -> str:
    """A card: "7, strength 3", "Wild"; what is not shown is a card."""
    if name is None:
        return _("a card")
    if name in KIND_NAMES:
        return str(KIND_NAMES[name])
    number, _dot, strength = name.partition(".")
    return _("%(number)s of strength %(strength)s") % {"number": number, "strength": strength}


def card_in_sentence(name: str | None) -> str:
    """A card as a sentence says it: "the 7 of strength 3", "a Wild", "Death"; what is not shown is a card."""
    if name is None:
        return _("a card")
    if name in KIND_OBJECTS:
        return str(KIND_OBJECTS[name])
    number, _dot, strength = name.partition(".")
    return _("the %(number)s of strength %(strength)s") % {"number": number, "strength": strength}


def thing(name: str) -> str:
    """What something of the game's format is called: a card or a kind of cards; else the text itself."""
    is_card = name in KIND_NAMES or (name.count(".") == 1 and name.replace(".", "").isdigit())
    return card(name) if is_card else name


def cards(names: Iterable[str] | None) -> str:
    if names is None:
        return _("cards")
    return ", ".join(card(name) for name in names) or pgettext("cards", "nothing")


def cards_in_sentence(names: Iterable[str] | None) -> str:
    if names is None:
        return _("cards")
    return ", ".join(card_in_sentence(name) for name in names) or pgettext("cards", "nothing")


def wanted(name: str) -> str:
    """What a Thief asks for: a number or a kind."""
    return str(KIND_NAMES.get(name, name))


# Actions


def action_words(action: str) -> str:
    verb, *arguments = action.split(" ")
    if verb == "battle" and arguments[0] == "spy":
        return _("Battle with a Spy for %(number)s") % {"number": arguments[1]}
    return _ACTIONS[verb](arguments)


def _thief(arguments: list[str]) -> str:
    if arguments[0] == "bonus":
        return _("Steal a Bonus from %(seat)s") % {"seat": arguments[1]}
    return _("Ask %(seat)s for %(name)s") % {"seat": arguments[1], "name": wanted(arguments[2])}


_ACTIONS: Final[dict[str, Callable[[list[str]], str]]] = {
    "deal": lambda arguments: _("Deal"),
    "draw": lambda arguments: _("Draw two cards"),
    "battle": lambda arguments: _("Battle with %(card)s") % {"card": card_in_sentence(arguments[0])},
    "thief": _thief,
    "chest": lambda arguments: cards(arguments),
    "gravedigger": lambda arguments: _("Take %(card)s") % {"card": card_in_sentence(arguments[0])},
    "lay-down": lambda arguments: _("Lay down your armies"),
    "end-turn": lambda arguments: _("End the turn"),
    "stand": lambda arguments: _("Fight"),
    "surrender": lambda arguments: _("Surrender"),
    "join": lambda arguments: _("Join with a Spy"),
    "pass": lambda arguments: _("Stay out"),
    "champion": lambda arguments: _("Champion: %(card)s") % {"card": card(arguments[0])},
    "guard": lambda arguments: _("Save your champion with a Guardian"),
    "decline": lambda arguments: _("Let it go"),
    "allow": lambda arguments: _("Let the Bonus go"),
    "castle": lambda arguments: _("Discard a Castle"),
    "give": lambda arguments: _("Give %(card)s") % {"card": card_in_sentence(arguments[0])},
}


# Events


def event_words(event: Event, names: Names) -> str:
    """An event as a sentence, seats by ``names``."""
    parts = {key: names.get(event[key], event[key]) for key in ("seat", "victim", "to") if event.get(key) is not None}
    return _EVENTS[event["kind"]](event, parts, names)


def _plain(words: Any) -> Callable[[Event, dict[str, Any], Names], str]:
    return lambda event, parts, names: str(words) % parts


def _with_card(words: Any) -> Callable[[Event, dict[str, Any], Names], str]:
    return lambda event, parts, names: str(words) % {**parts, "card": card_in_sentence(event["card"])}


def _with_cards(words: Any) -> Callable[[Event, dict[str, Any], Names], str]:
    return lambda event, parts, names: str(words) % {**parts, "cards": cards_in_sentence(event["cards"])}


def _listing(words: Any) -> Callable[[Event, dict[str, Any], Names], str]:
    """After a colon cards stand without articles."""
    return lambda event, parts, names: str(words) % {**parts, "cards": cards(event["cards"])}


def _battle(event: Event, parts: dict[str, Any], names: Names) -> str:
    if event["card"] is None:
        return _("%(seat)s opens a battle for %(number)s with a Spy.") % {**parts, "number": event["number"]}
    return _("%(seat)s opens a battle with %(card)s.") % {**parts, "card": card_in_sentence(event["card"])}


def _reveal(event: Event, parts: dict[str, Any], names: Names) -> str:
    shown = ", ".join(f"{names.get(seat, seat)}: {card(name)}" for seat, name in event["champions"].items())
    return _("The champions are turned over: %(champions)s.") % {"champions": shown}


def _score(event: Event, parts: dict[str, Any], names: Names) -> str:
    totals = ", ".join(f"{names.get(seat, seat)} {points['total']}" for seat, points in event["points"].items())
    why = ENDS_OF_HAND[event["reason"]]
    return _("Hand %(hand)s is scored, %(why)s: %(totals)s.") % {"hand": event["hand"], "why": why, "totals": totals}


def _over(event: Event, parts: dict[str, Any], names: Names) -> str:
    winners = ", ".join(names.get(seat, seat) for seat in event["winners"])
    return _("%(winners)s won the game.") % {"winners": winners}


def _chest(event: Event, parts: dict[str, Any], names: Names) -> str:
    words = ngettext(
        "%(seat)s puts %(n)d card under the Chest.", "%(seat)s puts %(n)d cards under the Chest.", event["count"]
    )
    return words % {**parts, "n": event["count"]}


def _shuffle(event: Event, parts: dict[str, Any], names: Names) -> str:
    words = ngettext("%(n)d card is shuffled.", "%(n)d cards are shuffled.", event["count"])
    return words % {"n": event["count"]}


_EVENTS: Final[dict[str, Callable[[Event, dict[str, Any], Names], str]]] = {
    "deal": _plain(gettext_lazy("%(seat)s deals.")),
    "shuffle": _shuffle,
    "dealt": _with_cards(gettext_lazy("%(seat)s is dealt %(cards)s.")),
    "bonus": _plain(gettext_lazy("%(seat)s lays down a Bonus.")),
    "draw": _with_card(gettext_lazy("%(seat)s draws %(card)s.")),
    "turn": _plain(gettext_lazy("%(seat)s has the turn.")),
    "battle": _battle,
    "place": _listing(gettext_lazy("%(seat)s puts into the prize pile: %(cards)s.")),
    "nobody": _plain(gettext_lazy("No one has that number.")),
    "stand": _plain(gettext_lazy("%(seat)s fights.")),
    "surrender": _plain(gettext_lazy("%(seat)s surrenders.")),
    "join": _plain(gettext_lazy("%(seat)s joins with a Spy.")),
    "pass": _plain(gettext_lazy("%(seat)s stays out.")),
    "seal": _plain(gettext_lazy("%(seat)s has set a champion.")),
    "reveal": _reveal,
    "retreat": _with_cards(gettext_lazy("%(seat)s retreats into a Castle with %(cards)s.")),
    "win": _with_cards(gettext_lazy("%(seat)s wins %(cards)s.")),
    "lose": _with_card(gettext_lazy("%(seat)s loses their champion, %(card)s.")),
    "guard": _with_card(gettext_lazy("%(seat)s saves %(card)s with a Guardian.")),
    "thief": lambda event, parts, names: (
        _("%(seat)s sends a Thief to %(victim)s for: %(name)s.") % {**parts, "name": wanted(event["name"])}
    ),
    "lack": lambda event, parts, names: _("%(seat)s has none.") % parts,
    "block": _plain(gettext_lazy("%(seat)s discards a Castle: the Thief gets nothing.")),
    "rob": _plain(gettext_lazy("%(seat)s takes a Bonus from %(victim)s.")),
    "give": _with_card(gettext_lazy("%(seat)s gives %(to)s %(card)s.")),
    "chest": _chest,
    "dig": _with_card(gettext_lazy("%(seat)s brings back %(card)s with a Gravedigger.")),
    "lay-down": _plain(gettext_lazy("%(seat)s lays down armies.")),
    "score": _score,
    "over": _over,
}
