"""Reading what a seat sees of a game, as the site's API and ``clash-view/1`` write it, for a program of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.decks.bots.bot_view import BotView
from engine.decks.formats.interchange import BASTION, FORT, MAX_CARDS, Catalogue, read_position
from engine.decks.formats.interchange import FORMAT as POSITION_FORMAT
from engine.decks.game.unseen import Hidden, Place
from engine.decks.game.visibility import FORMAT
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.kernel.errors import BadPosition, Fault
from engine.kernel.reading import Reader

MOST_SHUFFLES: Final = 8  # whose cards are not known: a hand each, the piles of AIs
_LISTS: Final = ("hand", "pile")  # of a player, of an AI


def read_view(data: Any, catalogue: Catalogue | None = None) -> BotView:
    """A seat's view of a game in play, or the ``position`` of one: what bots choose by, and whole positions are
    sampled from. Nothing comes of it but what it says.

    Without a ``seat`` it is that of the active player. ``catalogue`` gives the cards behind references. Raises
    ``BadPosition`` with all faults, at their places in what was given.
    """
    reader, at, seen, seat_name = Reader(), "", data, None
    if isinstance(data, dict) and data.get("format", FORMAT) not in (FORMAT, POSITION_FORMAT):
        raise BadPosition([Fault("unknown-value", "/format", f"{FORMAT}, {POSITION_FORMAT}")])  # of another game, say
    if isinstance(data, dict) and "players" not in data:
        at, seat_name = "/position", data.get("seat")
        seen = data.get("position")
        if seen is None:
            raise BadPosition([Fault("missing-key", "", "position")])
    position_data, places = _filled(reader, seen, at)
    try:
        position = read_position(position_data, catalogue)
    except BadPosition as wrong:
        reader.faults += [Fault(fault.name, at + fault.at, fault.detail) for fault in wrong.faults]
        raise BadPosition(reader.faults) from None
    if seat_name is not None:
        reader.seat(seat_name, "/seat", SEAT_NAMES[: len(position.seats)])
    if reader.faults:
        raise BadPosition(reader.faults)
    hidden = [_hidden(position, *part) for part in places]
    return BotView.knowing(position, hidden, position.active if seat_name is None else SEAT_NAMES.index(seat_name))


def _filled(reader: Reader, seen: Any, at: str) -> tuple[Any, list[tuple[list[Place], list[Place]]]]:
    """The position with the hidden cards in the places that show null; and those places, with those passed over,
    for each set of cards that were shuffled together."""
    if not isinstance(seen, dict) or not isinstance(seen.get("players"), dict):
        return seen, []  # which the reader of positions refuses
    filled = {key: value for key, value in seen.items() if key != "hidden"}
    players = filled["players"] = {
        name: {key: list(part) if isinstance(part, list) else part for key, part in player.items()}
        if isinstance(player, dict)
        else player
        for name, player in seen["players"].items()
    }
    parts = []
    hidden = reader.list(seen.get("hidden", []), f"{at}/hidden")
    if len(hidden) > MOST_SHUFFLES:
        reader.fault("out-of-range", f"{at}/hidden", f"at most {MOST_SHUFFLES}")
    for number, part in enumerate(hidden[:MOST_SHUFFLES]):
        where = f"{at}/hidden/{number}"
        fields = reader.object(part, where, ("in", "cards"), ("passed",))
        names = reader.list(fields.get("in", []), f"{where}/in")
        seats = [name for name in SEAT_NAMES if name in names]
        cards = reader.list(fields.get("cards", []), f"{where}/cards")
        passed = reader.list(fields.get("passed", []), f"{where}/passed")
        parts.append((where, seats, cards, {place for place in passed if isinstance(place, int)}))
    places = []
    # What is one player's alone first: a pile that was made anew lies where cards of an earlier shuffle lay.
    for where, seats, cards, unfit in sorted(parts, key=lambda part: len(part[1])):
        nulls = [(name, place) for name in seats for place in _nulls(players.get(name))]
        if len(nulls) != len(cards) or len(nulls) > MAX_CARDS:
            reader.fault("out-of-range", f"{where}/cards", f"as many as the places that show null, {len(nulls)}")
            continue
        for (name, place), card in zip(nulls, cards, strict=True):
            _list_of(players[name])[place] = card
        found = [_place_of(players, name, place) for name, place in nulls]
        marked = [lies for lies, (name, at) in zip(found, nulls, strict=True) if name == seats[0] and at in unfit]
        places.append((found, marked))
    return filled, places


def _list_of(player: Any) -> list[Any]:
    """The hand of a player, the pile of an AI."""
    found: list[Any] = next((player[name] for name in _LISTS if isinstance(player.get(name), list)), [])
    return found


def _nulls(player: Any) -> list[int]:
    return [at for at, card in enumerate(_list_of(player)) if card is None] if isinstance(player, dict) else []


def _place_of(players: Mapping[str, Any], name: str, at: int) -> Place:
    """A place as the engine counts, without the Stronghold."""
    before = sum(card in (BASTION, FORT) for card in _list_of(players[name])[:at] if isinstance(card, str))
    return SEAT_NAMES.index(name), at - before


def _hidden(position: Position, places: list[Place], passed: list[Place]) -> Hidden:
    cards = sorted((_card_at(position, place) for place in places), key=lambda card: card.key)
    return Hidden(cards, sorted(places), sorted(passed))


def _card_at(position: Position, place: Place) -> Card:
    player = position.seats[place[0]]
    return (player.pile if isinstance(player, AISeat) else player.hand)[place[1]]
