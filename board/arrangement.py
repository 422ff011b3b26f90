"""From a scene to what the board shows: which card lies where, and what is said of it, as plain data.

The same data draws the board on the server and, written as JSON, moves its cards in the browser.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.aims import AimFollower
from board.standing import told_now
from board.tags import Tags
from engine.decks.rules.abilities import slugs_of
from engine.decks.rules.board import (
    ACTIVATED,
    CHAMPION_EXHAUSTED,
    CHAMPION_IN_PLAY,
    CHAMPION_NONE,
    ENTERED,
    OVER,
    PHASE_NAMES,
    SHARPENED,
    STRUCK,
    Creature,
)
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace.scenes import Figure, Scene
from engine.decks.rules.turns import DRAWN

Item = dict[str, Any]  # one thing in a zone; see ``_card_item`` and ``_figure_item``

MARK_NAMES: Final = ((ENTERED, "entered"), (STRUCK, "struck"), (SHARPENED, "sharpened"), (ACTIVATED, "activated"))
MAX_PIPS: Final = 9  # in a row beside the number; of more Mana the numbers tell alone


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A scene for showing.

    ``zones`` maps the id of a zone to its items in order; ``seats`` a seat's letter to ``{"active", "ai", "turn",
    "side", "to_go", "mana", "mana_words", "pips", "spent", "champion"}``; ``status`` says in words how the game stands;
    ``aim`` is who strikes whom (``board.aims``).
    """

    zones: dict[str, list[Item]]
    seats: dict[str, dict[str, Any]]
    status: str
    aim: dict[str, Any] | None = None


def hand_zone(seat: int) -> str:
    return f"hand-{SEAT_NAMES[seat]}"


def row_zone(row: int) -> str:
    """The id of a seat's side of a line."""
    return f"row-{SEAT_NAMES[row >> 1]}-{LINE_NAMES[row & 1]}"


def discard_zone(seat: int) -> str:
    """The id of an AI's discard pile."""
    return f"discard-{SEAT_NAMES[seat]}"


def champion_zone(seat: int) -> str:
    """The id of the place beside the board where a Champion lies."""
    return f"champion-{SEAT_NAMES[seat]}"


def arrange(scenes: Iterable[Scene]) -> list[Arrangement]:
    arranged: list[Arrangement] = []
    peak, turn = 0, (-1, -1)
    aims = AimFollower()
    for scene in scenes:
        now = (scene.active, scene.hands[scene.active].turn)
        peak = scene.mana if now != turn else max(peak, scene.mana)
        turn = now
        arranged.append(_arrange(scene, peak, aims.after(scene)))
    return arranged


def arrange_still(scene: Scene, peak: int) -> Arrangement:
    """A scene without what its event has done to whom; ``peak`` is the most Mana that there was in its turn."""
    still = scene.copy()
    still.event, still.touched = None, {}
    return _arrange(still, peak, None)


def _arrange(scene: Scene, peak: int, aim: dict[str, Any] | None) -> Arrangement:
    position = position_of(scene)
    tags = Tags(scene)
    zones: dict[str, list[Item]] = {}
    for seat in range(scene.mode.seats):
        if scene.hands[seat].ai is None:
            zones[hand_zone(seat)] = _hand(scene, position, seat, tags)
        else:
            zones[hand_zone(seat)] = _pile(scene, seat, tags)
            zones[discard_zone(seat)] = [_card_item(token, tags) for token in scene.hands[seat].discard]
        zones[champion_zone(seat)] = _champion(scene, seat, tags)
    for row, figures in enumerate(scene.rows):
        zones[row_zone(row)] = [
            _figure_item(figure, creature, tags) | _standing(position, creature, place, figure)
            for place, (figure, creature) in enumerate(zip(figures, position.rows[row], strict=True))
        ]
    zones["limbo"] = [_card_item(token, tags) for token in scene.limbo]
    zones["removed"] = [_card_item(token, tags) for token in scene.removed]
    seats = {SEAT_NAMES[seat]: _panel(scene, seat, peak) for seat in range(scene.mode.seats)}
    return Arrangement(zones, seats, _status(scene), aim)


# Items


def _card_item(token: int, tags: Tags) -> Item:
    """A single card: ``t`` its token, and where there is one ``m`` what happened to it and ``x`` that in words."""
    return {"t": f"t{token}", **tags.of(token)}


def _hand(scene: Scene, position: Position, seat: int, tags: Tags) -> list[Item]:
    """A hand from left to right; ``w`` marks the window: where it ``starts``, ``goes on``, ``ends``, or is one card."""
    hand = scene.hands[seat]
    items = [_card_item(token, tags) for token in hand.tokens]
    for item, token in zip(items, hand.tokens, strict=True):
        if scene.cards[token].sharpened:
            item["marks"] = ["sharpened"]
    stronghold: Item = {"t": f"s{SEAT_NAMES[seat]}", "fort": hand.fort, "left": hand.hp, **tags.of_stronghold(seat)}
    items.insert(hand.stronghold, stronghold)
    places = position.window_places(seat)
    for place in places:
        ends = ["first"] * (place == places[0]) + ["last"] * (place == places[-1])
        items[place]["w"] = " ".join(ends) or "amid"
    return items


def _pile(scene: Scene, seat: int, tags: Tags) -> list[Item]:
    """An AI's pile, top card first, after its Stronghold."""
    hand = scene.hands[seat]
    stronghold: Item = {"t": f"s{SEAT_NAMES[seat]}", "fort": hand.fort, "left": hand.hp, **tags.of_stronghold(seat)}
    return [stronghold, *(_card_item(token, tags) for token in hand.pile)]


def _champion(scene: Scene, seat: int, tags: Tags) -> list[Item]:
    hand = scene.hands[seat]
    if hand.champion is None or hand.champion_state in (CHAMPION_NONE, CHAMPION_IN_PLAY):
        return []
    item = _card_item(hand.champion, tags)
    if hand.champion_state == CHAMPION_EXHAUSTED:
        item["exhausted"] = True
    return [item]


def _figure_item(figure: Figure, creature: Creature, tags: Tags) -> Item:
    """A Creature in play.

    Beside what a card has: ``y`` the Symbiote's token, ``e`` that of the card under it, ``marks`` of the turn,
    ``given`` the abilities from Auras, and where they are not those printed on one card ``av`` and ``hp`` (what is
    left), with ``hurt`` the damage.
    """
    item = _card_item(figure.card, tags)
    if figure.symbiote is not None:
        item["y"] = f"t{figure.symbiote}"
    if figure.enchained is not None:
        item["e"] = f"t{figure.enchained}"
    marks = [name for flag, name in MARK_NAMES if figure.marks & flag]
    if marks:
        item["marks"] = marks
    granted = slugs_of(creature.abilities & ~creature.body.abilities)
    if granted:
        item["given"] = list(granted)
    if figure.symbiote is not None or figure.sprint:
        item["av"] = creature.body.av + figure.sprint
    if figure.symbiote is not None or figure.damage:
        item["hp"] = max(creature.body.hp - figure.damage, 0)
    if figure.damage:
        item["hurt"] = figure.damage
    return item


def _standing(position: Position, creature: Creature, place: int, figure: Figure) -> Item:
    """``n``, what is so of a Creature now, in words; nothing where it is as it is printed."""
    notes = told_now(position, creature, place, figure)
    return {"n": notes} if notes else {}


# Words


def _panel(scene: Scene, seat: int, peak: int) -> dict[str, Any]:
    hand = scene.hands[seat]
    active = seat == scene.active and scene.phase != OVER
    shown = active and PHASE_NAMES[scene.phase] != "mana" and hand.ai is None
    mana = scene.mana if shown else 0
    is_drawn = shown and peak <= MAX_PIPS
    return {
        "active": active,
        "ai": hand.ai is not None,
        "turn": _turn_words(hand.turn),
        "side": _("Fort") if hand.fort else _("Bastion"),
        "to_go": _("%(count)d HP") % {"count": hand.hp},
        "mana": mana if shown else None,
        "mana_words": f"{mana}" if is_drawn else f"{mana} / {peak}" if shown else "",
        "pips": mana if is_drawn else 0,
        "spent": peak - mana if is_drawn else 0,
        "champion": _champion_words(hand.champion_state),
    }


def _turn_words(turn: int) -> str:
    words = _("Turn %(number)d") % {"number": turn}
    return words if turn else words.replace("0", "\N{EN DASH}")


def _champion_words(state: int) -> str:
    return ("", _("ready"), _("exhausted"), _("in play"))[state]


def _status(scene: Scene) -> str:
    if scene.result is not None:
        return over_words(scene)
    seat = SEAT_NAMES[scene.active]
    phase = scene.event.phase if scene.event is not None else PHASE_NAMES[scene.phase]
    words = {
        "mana": _("Mana phase"),
        "summoning": _("Summoning"),
        "assault": _("Assault"),
        "end": _("end of the turn"),
    }
    turn = scene.hands[scene.active].turn
    named = words.get(phase, "")
    return _("%(seat)s, turn %(turn)d · %(phase)s") % {"seat": seat, "turn": turn, "phase": named}


def over_words(scene: Scene) -> str:
    """How a game ended."""
    result = scene.result
    assert result is not None
    winners = _(" and ").join(SEAT_NAMES[seat] for seat in result.winners)
    reasons = {
        "fort-destroyed": _("the Fort is destroyed"),
        "stronghold-alone": _("only the Stronghold is left in the hand"),
        "pile-empty": _("the deck pile is empty"),
        DRAWN: _("every player has played 100 turns"),
    }
    if not result.winners:
        return _("Draw: %(reason)s") % {"reason": reasons[result.reason]}
    wins = ngettext("%(winners)s wins: %(reason)s", "%(winners)s win: %(reason)s", len(result.winners))
    return wins % {"winners": winners, "reason": reasons[result.reason]}
